"""`croupier match`: which of two agents is better, with every deal played twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import isnan
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.console import (
    Status,
    console,
    print_json,
    print_table,
    say_where,
    show_signed,
)
from croupier.cli.options import AsJson, Flag, Force, Game, HandCount, Seed, Stack
from croupier.cli.outputs import claim_output
from croupier.cli.progress import Bar
from croupier.errors import SetupError
from croupier.files import STANDARD
from croupier.texts import show_line

if TYPE_CHECKING:
    from croupier.agents import Agent
    from croupier.cli.debugging import FaultView
    from croupier.files import Claim
    from croupier.tables import DuplicateResult, HistoryRecorder

__all__ = ["match"]

_PLAYERS = 2
# By the sign of what was won.
_STYLES = {1: "green", 0: "", -1: "red"}


def match(
    first: str,
    second: str,
    *,
    game: Game = "nlhe",
    hands: HandCount = 1000,
    stack: Stack = None,
    seed: Seed = None,
    time_limit: float | None = None,
    ante: str | None = None,
    blinds: str | None = None,
    bring_in: str | None = None,
    bet: str | None = None,
    small_bet: str | None = None,
    big_bet: str | None = None,
    structure: str | None = None,
    stakes: str | None = None,
    cash: Flag = False,
    output: Annotated[
        str | None, Parameter(name=["--output", "-o"], allow_leading_hyphen=True)
    ] = None,
    debug: Flag = False,
    force: Force = False,
    as_json: AsJson = False,
) -> int:
    """Find out which of two agents is better.

    Each deal is played twice, with the seats swapped: all of them once, and then all of them again
    by agents that are made anew. The exit status is 1 if an agent failed.

    Parameters
    ----------
    first
        An agent, as `croupier play` takes them.
    second
        The other agent.
    game
        The name of a game, as `croupier play` takes it, but no mixed game.
    hands
        How many hands are played; half as many deals.
    stack
        What both begin each hand with; 100 big blinds or small bets when left out.
    seed
        A number that makes the match the same every time; nobody can foretell it when left out. A
        program that plays can read it here.
    time_limit
        How many seconds an agent has for a decision.
    ante
        The ante.
    blinds
        The small and the big blind with a comma; 1,2 when left out.
    bring_in
        The bring-in of stud games.
    bet
        The smallest bet where there is no fixed limit; the big blind when left out.
    small_bet
        The smaller bet of a fixed-limit game; the big blind when left out.
    big_bet
        The larger bet of a fixed-limit game; twice the smaller one when left out.
    structure
        The limits of a game that `croupier games` lists or of a file: limit, no-limit or pot-limit.
    stakes
        Names and amounts of bets of such a game, such as small_bet=10,ante=1.
    cash
        Play by the rules of cash games instead of those of tournaments.
    output
        A file for all hands, such as match.phhs; - is the standard output.
    debug
        Show on the standard error the tracebacks of agents that fail, and every line that programs
        are sent and answer.
    force
        Replace the file if it is there.
    as_json
        Print the results as JSON, and nothing else.
    """
    from croupier.agents.human import PersonLeft
    from croupier.cli.play_setup import find_played, make_player
    from croupier.cli.stakes import read_options
    from croupier.state import Mode
    from croupier.tables import MatchStopped, Single, hide_process, play_duplicate
    from croupier.tables.secrets import is_program

    if as_json and output == STANDARD:
        raise SetupError(
            "--json prints the results: say with --output where the hands go", code="missing-option"
        )
    if hands < 2:
        raise SetupError(
            f"--hands takes the number of hands, 2 or more, not {hands}", code="option-value"
        )
    given = read_options(
        ante=ante,
        blinds=blinds,
        bring_in=bring_in,
        bet=bet,
        small_bet=small_bet,
        big_bet=big_bet,
    )
    played = find_played(
        game,
        given,
        structure=structure,
        stakes=stakes,
        stack=stack,
        players=_PLAYERS,
        mode=Mode.CASH_GAME if cash else Mode.TOURNAMENT,
    )
    if not isinstance(played.lineup, Single):
        raise SetupError(
            f"{played.title} is a mixed game: a match is of one game", code="mixed-game"
        )
    # Agents that are not there are found out before a file is.
    make = partial(make_player, debug=debug)
    makers = (_Maker(first, make), _Maker(second, make))
    has_programs = any(is_program(maker.first) for maker in makers)
    if has_programs:
        hide_process()
    place = claim_output(output, force=force)
    status: int = Status.GOOD
    with Bar(played.title, hands - hands % 2) as bar, _keep_hands(place) as recorder:
        try:
            result = play_duplicate(
                played.lineup.game,
                *makers,
                hands // 2,
                stack=played.stack,
                seed=seed,
                time_limit=time_limit,
                recorder=_watch_faults(recorder) if debug else recorder,
                progress=bar.tell,
            )
        except MatchStopped as stop:
            result = stop.result
            # A person who leaves the table has done nothing wrong.
            cause = stop.__cause__
            if isinstance(cause, KeyboardInterrupt) and not isinstance(cause, PersonLeft):
                status = Status.of(cause)
    if debug and has_programs:
        result = result._replace(blind=False)
    if as_json:
        print_json(_describe(result, played.title))
    else:
        if status or not result.deals:
            console.print("\nThe match ends here; deals that were not played twice do not count.")
        _show(result, played.title, output, debug=debug)
    return status or (Status.FINDINGS if any(result.faults) else Status.GOOD)


class _Maker:
    """Make an agent by its name each time; the first one beforehand, to see that it is there."""

    def __init__(self, text: str, make: Callable[[str], Agent]) -> None:
        self._make = partial(make, text)
        self.first: Agent | None = self._make()

    def __call__(self) -> Agent:
        agent, self.first = self.first, None
        return self._make() if agent is None else agent


def _watch_faults(recorder: HistoryRecorder | None) -> FaultView:
    from croupier.cli.debugging import FaultView

    return FaultView(recorder)


@contextmanager
def _keep_hands(place: Claim | None) -> Iterator[HistoryRecorder | None]:
    """Write the hands to a file; whatever stops the match leaves those that are complete."""
    from croupier.tables import HistoryRecorder

    if place is None:
        yield None
        return
    # The cards of deals that are to be played again are nobody's business.
    recorder = HistoryRecorder(place, meanwhile="nothing", with_seed=True)
    try:
        yield recorder
    finally:
        recorder.close()


def _describe(result: DuplicateResult, title: str) -> dict[str, Any]:
    from croupier.cards.seeding import show_seed

    return {
        "game": title,
        "seed": show_seed(result.seed),
        "blind": result.blind,
        "isolated": result.isolated,
        "agents": list(result.names),
        "hands": result.hands,
        "deals": result.deals,
        "won": result.won if isinstance(result.won, int) else str(result.won),
        "bb_per_100": result.rate,
        "bb_per_100_error": result.error / 10,
        "mbb_per_hand": result.millis,
        "mbb_per_hand_error": result.error,
        "faults": list(result.faults),
        "first_faults": [text or None for text in result.first_faults],
    }


def _show(result: DuplicateResult, title: str, output: str | None, *, debug: bool = False) -> None:
    from croupier.cards.seeding import show_seed
    from croupier.cli.play_view import say_secrecy, show_first_faults

    deals = "deal" if result.deals == 1 else "deals"
    console.print(
        f"{title}, {result.hands:,} hands, {result.deals:,} {deals}, seed {show_seed(result.seed)}",
        style="bold",
        highlight=False,
        soft_wrap=True,
    )
    grid = Grid()
    # Rather than cutting names or numbers short, lines are longer than the terminal.
    grid.add_column("Player", no_wrap=True)
    for heading in ("Won", "bb/100", "mbb/hand", "± 95 %"):
        grid.add_column(heading, justify="right", no_wrap=True)
    has_faults = any(result.faults)
    if has_faults:
        grid.add_column("Faults", justify="right")
    for name, sign, faults in zip(result.names, (1, -1), result.faults, strict=True):
        style = _STYLES[(sign * result.won > 0) - (sign * result.won < 0)]
        row: list[Text | str] = [
            Text(show_line(name)),
            Text(f"{sign * result.won:+,}" if result.won else "0", style=style),
            Text(show_signed(sign * result.rate), style=style),
            Text(show_signed(sign * result.millis, 0), style=style),
            "-" if isnan(result.error) else f"{result.error:,.0f}",
        ]
        grid.add_row(*row, *([str(faults)] if has_faults else []))
    print_table(grid)
    show_first_faults(console, dict(zip(result.names, result.first_faults, strict=True)))
    if has_faults and not debug:
        console.print("--debug shows more of it.", style="dim")
    console.print(_judge(result), highlight=False, soft_wrap=True)
    say_secrecy(blind=result.blind, isolated=result.isolated, debug=debug)
    if output not in (None, STANDARD):
        say_where("hands", output)


def _judge(result: DuplicateResult) -> str:
    if not abs(result.millis) > result.error or not result.error:
        return "Neither is better as far as can be told from so many hands."
    better, worse = result.names if result.millis > 0 else result.names[::-1]
    return f"{better} is better than {worse}."
