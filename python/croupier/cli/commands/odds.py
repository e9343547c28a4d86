"""`croupier odds`: how a hand can get better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.bar import Bar
from rich.table import Table
from rich.text import Text

from croupier.cli.arguments.missing import find_missing, print_missing
from croupier.cli.arguments.options import AsJson, Board, Game
from croupier.cli.output.console import console, print_json, print_table, show_cards
from croupier.cli.output.progress import Bar as ProgressBar

if TYPE_CHECKING:
    from croupier.analysis import Odds

__all__ = ["show_odds"]

_BAR_WIDTH = 24
_SHORTEST_BAR = 8
# A percentage with the edge of its column; the edges of the others.
_PERCENT_WIDTH = 10
_EDGES = 7
_PERCENTILES = {"holdem": 2, "omaha": 4}


def show_odds(
    hand: str,
    *,
    board: Board = "",
    dead: str = "",
    game: Game = "holdem",
    contest: int = 1,
    threads: int | None = None,
    as_json: AsJson = False,
) -> None:
    """Tell what makes a hand better, and how often.

    Parameters
    ----------
    hand
        The hole cards, such as AhKh; or a range, of which the kinds of hands are shown. The parts
        of a hand have slashes between them.
    board
        The board cards, such as QhJh2c; several boards have slashes between them.
    dead
        Cards that are known to be elsewhere.
    game
        A game by its name, such as holdem, omaha or stud; or a file.
    contest
        Which hand counts where several share the pot: 1 for the first, 2 for the second.
    threads
        How many threads work; one for each core when left out.
    as_json
        Print the results as JSON, and nothing else.
    """
    from croupier.analysis import odds, percentile
    from croupier.analysis.showdowns import find_showdown
    from croupier.cards import Card

    try:
        cards = Card.clean(hand)
    except ValueError:
        _show_range(hand, board, dead, game, contest, threads, as_json=as_json)
        return
    with ProgressBar("Counting"):
        found = odds(cards, board, dead=dead, game=game, contest=contest - 1, threads=threads)
    rank = percentile(cards, game) if _PERCENTILES.get(game) == len(cards) else None
    missing = find_missing(find_showdown(game, 2), [hand], board)
    if as_json:
        print_json({**_as_data(found, rank), "not_named": missing})
        return
    head = show_cards(cards)
    if board:
        head = Text.assemble(head, "  on  ", _show_board(board))
    if found.description is not None:
        head = Text.assemble(head, "   ", (found.description, "bold"))
    console.print(head)
    if rank is not None and not board:
        console.print(f"Better than {rank:.1%} of all starting hands", highlight=False)
    if found.outs:
        console.print(_make_out_table(found))
    print_table(_make_kind_table(found.streets))
    print_missing(missing)
    if found.kind is not None and len(found.streets) > 1:
        console.print(f"A better kind of hand in the end: {found.by_river:.2%}", highlight=False)


def _show_board(board: str) -> Text:
    from croupier.cards import Card

    return Text(" / ").join(show_cards(Card.clean(part.strip())) for part in board.split("/"))


def _make_out_table(found: Odds) -> Table:
    count = sum(len(out.cards) for out in found.outs)
    table = Table(
        title=f"The next card: {count} outs of {found.unseen} cards, {found.by_next_card:.2%}",
        title_justify="left",
        title_style="bold",
    )
    table.add_column("Becomes", no_wrap=True)
    table.add_column("Outs", justify="right", no_wrap=True)
    table.add_column("Chance", justify="right", no_wrap=True)
    table.add_column("Cards")
    for out in found.outs:
        chance = len(out.cards) / found.unseen
        table.add_row(out.kind, str(len(out.cards)), f"{chance:.2%}", show_cards(out.cards))
    return table


def _make_kind_table(streets: Any) -> Table:
    table = Table(title="Kinds of hands", title_justify="left", title_style="bold")
    table.add_column("Hand", no_wrap=True)
    for street in streets:
        table.add_column(street.street.capitalize(), justify="right", no_wrap=True)
    last = streets[-1].kinds
    names = list(dict.fromkeys([*last, *(kind for street in streets for kind in street.kinds)]))
    # Numbers come before bars where there is little room.
    others = max(map(len, names)) + len(streets) * _PERCENT_WIDTH + _EDGES
    bar = min(_BAR_WIDTH, console.width - others)
    if bar >= _SHORTEST_BAR:
        table.add_column("", no_wrap=True)
    for name in names:
        parts = [street.kinds.get(name) for street in streets]
        shown = ["" if part is None else f"{part:.2%}" for part in parts]
        share = last.get(name, 0.0)
        bars = [Bar(1, 0, share, width=bar, color="color(72)")] if bar >= _SHORTEST_BAR else []
        table.add_row(name, *shown, *bars)
    return table


def _show_range(
    text: str,
    board: str,
    dead: str,
    game: str,
    contest: int,
    threads: int | None,
    *,
    as_json: bool,
) -> None:
    from croupier.analysis import hand_kinds

    with ProgressBar("Counting"):
        streets = hand_kinds(
            text, board, dead=dead, game=game, contest=contest - 1, threads=threads, seed=0
        )
    if as_json:
        print_json({street.street: street.kinds for street in streets})
        return
    shown = [text] if not board else [text, "  on  ", _show_board(board)]
    console.print(Text.assemble(*shown))
    print_table(_make_kind_table(streets))


def _as_data(found: Odds, rank: float | None) -> dict[str, Any]:
    return {
        "hand": found.description,
        "kind": found.kind,
        "percentile": rank,
        "outs": {out.kind: [repr(card) for card in out.cards] for out in found.outs},
        "unseen": found.unseen,
        "by_next_card": found.by_next_card,
        "by_river": found.by_river,
        "streets": {street.street: street.kinds for street in found.streets},
    }
