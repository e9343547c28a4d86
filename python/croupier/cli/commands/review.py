"""`croupier review`: what decisions of a player cost by the solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from croupier.cli.arguments.options import AsJson
from croupier.cli.arguments.sources import find_hands, print_passed_over
from croupier.cli.output.console import Status, console, print_json, show_cards
from croupier.cli.output.progress import Bar
from croupier.errors import SetupError
from croupier.texts import show_line

if TYPE_CHECKING:
    from croupier.histories import HandHistory
    from croupier.histories.pipeline.finding import Found
    from croupier.solving import ReviewedHand

__all__ = ["review"]

_REASONS = 5


def review(
    *files: Path,
    hero: Annotated[str, Parameter(name=["--hero", "--hero-name"], required=True)],
    ranges: Path | None = None,
    street: Literal["flop", "turn", "river"] = "flop",
    bet: str = "60%",
    raise_: Annotated[str, Parameter(name="--raise")] = "3x",
    target: str = "1%",
    iterations: int = 300,
    threads: int | None = None,
    memory: int = 8192,
    top: int = 10,
    as_json: AsJson = False,
) -> int:
    """Find a player's costliest decisions after the flop, by the solution of each hand.

    Hands in which two players are left after the flop are solved from there on, each by itself.

    Parameters
    ----------
    files
        Hand histories of any format, or folders of them.
    hero
        The name of the player.
    ranges
        A JSON file that says what players may have: by name, by position and line, such as
        "BTN open" or "BB call", or by line alone; rules of thumb count for the rest.
    street
        Solve no earlier street: rivers take moments, and flops up to a minute each.
    bet
        Sizes of bets, beside those that were made.
    raise_
        Sizes of raises, beside those that were made.
    target
        How exact solutions must be: a part of the pot, or a number of chips.
    iterations
        The most iterations for each hand.
    threads
        How many threads work; one for each core when left out.
    memory
        The most megabytes to take.
    top
        How many decisions to show.
    as_json
        Print the results as JSON, and nothing else.
    """
    from croupier.games.documents import read_json, read_json_file
    from croupier.solving import read_ranges, review_hands

    if top < 1:
        raise SetupError(f"--top is 1 or more, unlike {top}", code="option-value")
    known = {} if ranges is None else read_ranges(read_json(read_json_file(str(ranges))))
    sources = find_hands(files)
    if not sources.files:
        print_passed_over(sources.passed)
        return Status.FINDINGS
    hands = list(_read(sources))
    if not any(hero in (hand.players or ()) for _, hand in hands):
        names = sorted({name for _, hand in hands for name in hand.players or ()})
        raise SetupError(
            f"there is no player {hero!r} in {_count(len(hands), 'hand')}, but"
            f" {', '.join(names[:_REASONS]) or 'nobody with a name'}",
            code="unknown-player",
        )
    mine = [(name, hand) for name, hand in hands if hero in (hand.players or ())]
    reviewed = []
    with Bar("Solving", len(mine)) as bar:
        for found in review_hands(
            mine,
            hero,
            ranges=known,
            street=street,
            sizes=f"{bet} / {raise_}",
            target=target,
            iterations=iterations,
            threads=threads,
            memory=memory * 1_000_000,
        ):
            reviewed.append(found)
            bar.update(len(reviewed))
    if as_json:
        print_json({"hero": hero, "hands": [_as_data(each) for each in reviewed]})
    else:
        _show(reviewed, hero, street, top)
    return Status.FINDINGS if print_passed_over(sources.passed) else Status.GOOD


def _read(sources: Found) -> Iterator[tuple[str, HandHistory]]:
    from croupier.histories import read

    for file in sources.files:
        for number, reading in enumerate(read(file.path, file.format), 1):
            if reading.history is not None:
                yield reading.hand or str(number), reading.history


def _as_data(hand: ReviewedHand) -> dict[str, object]:
    return hand._asdict() | {"decisions": [each._asdict() for each in hand.decisions]}


def _show(reviewed: list[ReviewedHand], hero: str, street: str, top: int) -> None:
    from croupier.cards import Card

    decisions = [each for hand in reviewed for each in hand.decisions]
    solved = [hand for hand in reviewed if not hand.passed]
    if decisions:
        table = Table(box=None, pad_edge=False)
        for name in ("Hand", "Cards", "Board", "Pot", "Did", "Best", "Lost", "bb"):
            table.add_column(name, justify="right" if name in {"Pot", "Lost", "bb"} else "left")
        for each in sorted(decisions, key=lambda one: -one.lost)[:top]:
            table.add_row(
                show_line(each.hand),
                Text.assemble(*(show_cards((card,)) for card in Card.clean(each.cards))),
                Text.assemble(*(show_cards((card,)) for card in Card.clean(each.board))),
                f"{each.pot:g}",
                f"{each.taken} ({each.frequency:.0%})",
                each.best,
                f"{each.lost:.2f}",
                f"{each.lost_big_blinds:.2f}",
            )
        console.print(table)
    total = sum(each.lost for each in decisions)
    blinds = sum(each.lost_big_blinds for each in decisions)
    console.print(
        Text(
            f"{hero} decided {_count(len(decisions), 'time')} in {_count(len(solved), 'hand')}"
            f" that {'was' if len(solved) == 1 else 'were'} solved, and lost {total:.2f} chips"
            f" ({blinds:.2f} big blinds) by the solutions."
        )
    )
    unjudged = sum(hand.unjudged for hand in reviewed)
    if unjudged:
        said = f"{_count(unjudged, 'decision')} cannot be judged: by the solution the other player"
        console.print(Text(f"{said} gets there never or hardly ever.", style="dim"))
    _print_assumptions(solved, street)
    passed = Counter(hand.passed for hand in reviewed if hand.passed)
    for reason, count in passed.most_common(_REASONS):
        line = f"{count} {'hand was' if count == 1 else 'hands were'} passed over: {reason}"
        console.print(Text(show_line(line), style="dim"))


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _print_assumptions(solved: list[ReviewedHand], street: str) -> None:
    """Say what the figures rest on."""
    seen = {line: text for hand in solved for line, text in hand.ranges}
    if not seen:
        return
    worst = max(hand.exploitability for hand in solved)
    console.print(
        Text(
            "Assumed: the sizes of the menu and those that were bet; no rake; chips are worth what"
            f" they are, as in a cash game; nothing before the {street} but the line before the"
            f" flop says what players have; solutions are exact to {worst:.2f} % of the pot or"
            " better. A percentage is how often the solution does the same with this hand.",
            style="dim",
        )
    )
    for line, text in sorted(seen.items()):
        console.print(Text(f"  {line}: {text}", style="dim"))
