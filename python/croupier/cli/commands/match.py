"""`croupier match`: which agents are better, with everybody in every seat of every deal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from math import isnan
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.arguments.options import (
    AsJson,
    Flag,
    Force,
    Game,
    HandCount,
    On,
    Picture,
    Seed,
    Stack,
)
from croupier.cli.arguments.outputs import claim_output
from croupier.cli.arguments.unused import refuse_threads
from croupier.cli.output.console import (
    Status,
    console,
    print_json,
    print_saved,
    print_table,
    show_signed,
)
from croupier.cli.output.progress import Bar
from croupier.errors import SetupError
from croupier.files import STANDARD, whole_text
from croupier.numbers import Chips
from croupier.texts import show_line

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.agents import Agent, CoreAgent
    from croupier.cli.output.debugging import FaultView
    from croupier.cli.playing.setup import PlayedGame
    from croupier.evaluation import Interval, MatchResult, RoundRobin
    from croupier.files import Claim
    from croupier.tables import DuplicateResult, HistoryRecorder

__all__ = ["match"]

_PLAYERS = 2
# By the sign of what was won.
_STYLES = {1: "green", 0: "", -1: "red"}


def match(
    *agents: str,
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
    round_robin: Flag = False,
    threads: int | None = None,
    on: On = None,
    picture: Picture = None,
    force: Force = False,
    as_json: AsJson = False,
) -> int:
    """Find out which of two agents, or of more, is better.

    Each deal is played as often as there are players, everybody once in every seat. Agents of the
    core (random, caller, folder, tight, loose and equity) are played there, many tables at a time;
    where others play, or hands are kept, two agents play all deals once, and then all of them again
    by agents that are made anew. The exit status is 1 if an agent failed.

    Parameters
    ----------
    agents
        The agents, two or more, as `croupier play` takes them. Three or more sit at one table.
    game
        The name of a game, as `croupier play` takes it, but no mixed game.
    hands
        How many hands are played, of each match; a deal is as many hands as there are players.
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
    round_robin
        Have every two of the agents play a match, all of them with the same deals.
    threads
        How many threads play where all agents are the core's; one for each core when left out.
    on
        Who plays where all agents are the core's: processes, processes:4, ray,
        ray://HOST:PORT or dask://HOST:PORT; threads of this process when left out. The results are
        the same.
    picture
        A file for a picture of who beats whom, such as match.svg, with --round-robin.
    force
        Replace the file if it is there.
    as_json
        Print the results as JSON, and nothing else.
    """
    from croupier.agents.human import PersonLeft
    from croupier.cli.arguments.stakes import read_options
    from croupier.cli.playing.setup import find_played, make_player
    from croupier.state import Mode
    from croupier.tables import MatchStopped, Single, hide_process, play_duplicate
    from croupier.tables.secrets import is_program

    if as_json and output == STANDARD:
        raise SetupError(
            "--json prints the results: say with --output where the hands go", code="missing-option"
        )
    if len(agents) < 2:
        raise SetupError(
            f"a match has two agents or more, not {len(agents)}: croupier match tight caller",
            code="player-count",
        )
    if picture is not None and not round_robin:
        raise SetupError(
            "--picture draws who beats whom: give --round-robin, too", code="missing-option"
        )
    refuse_threads(threads, on)
    players = _PLAYERS if round_robin else len(agents)
    if hands < players:
        raise SetupError(
            f"--hands takes the number of hands, {players} or more, not {hands}",
            code="option-value",
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
        players=players,
        mode=Mode.CASH_GAME if cash else Mode.TOURNAMENT,
    )
    if not isinstance(played.lineup, Single):
        raise SetupError(
            f"{played.title} is a mixed game: a match is of one game", code="mixed-game"
        )
    # Agents that are not there are found out before a file is.
    make = partial(make_player, debug=debug)
    makers = [_Maker(agent, make) for agent in agents]
    if not (output or debug or time_limit) and (
        together := _find_core_agents(makers, players, played.stack, played.lineup.game)
    ):
        return _play_in_core(
            together,
            played.lineup.game,
            played,
            hands // players,
            seed=seed,
            threads=threads,
            on=on,
            round_robin=round_robin,
            picture=picture,
            force=force,
            as_json=as_json,
        )
    if round_robin or on is not None or len(makers) > _PLAYERS:
        raise SetupError(
            "three agents or more, --round-robin and --on are for agents of the core: random,"
            " caller, folder, tight, loose and equity, without --output, --debug and --time-limit",
            code="core-agents",
        )
    if threads is not None:
        raise SetupError(
            "--threads has no effect where not all agents are the core's, or hands are watched",
            code="unused-option",
        )
    has_programs = any(is_program(maker.first) for maker in makers)
    if has_programs:
        hide_process()
    place = claim_output(output, force=force)
    status: int = Status.GOOD
    with Bar(played.title, hands - hands % 2) as bar, _keep_hands(place) as recorder:
        try:
            result = play_duplicate(
                played.lineup.game,
                makers[0],
                makers[1],
                hands // 2,
                stack=played.stack,
                seed=seed,
                time_limit=time_limit,
                recorder=_watch_faults(recorder) if debug else recorder,
                progress=bar.update,
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


def _find_core_agents(
    makers: Sequence[_Maker], players: int, stack: Chips, game: Any
) -> list[CoreAgent] | None:
    """Return the agents if the core plays all of them, at tables of whole chips."""
    from croupier.agents import CoreAgent
    from croupier.errors import PokerError
    from croupier.tables import TableBatch

    agents = [maker.first for maker in makers]
    if not isinstance(stack, int) or not all(isinstance(agent, CoreAgent) for agent in agents):
        return None
    try:
        TableBatch(game, 1, stacks=stack, player_count=players, arrays="python")
    except PokerError:
        # Some games are for others to play.
        return None
    return [agent for agent in agents if isinstance(agent, CoreAgent)]


def _play_in_core(
    agents: list[CoreAgent],
    game: Any,
    played: PlayedGame,
    deals: int,
    *,
    seed: int | None,
    threads: int | None,
    on: str | None,
    round_robin: bool,
    picture: Path | None,
    force: bool,
    as_json: bool,
) -> int:
    """Play in the core, and show what came of it."""
    from croupier.evaluation import play_match, play_round_robin

    names = _make_distinct([agent.name for agent in agents])
    threads = threads or os.cpu_count() or 1
    options: dict[str, Any] = {"stack": played.stack, "threads": threads, "names": names, "on": on}
    if round_robin:
        if picture is not None and picture.suffix != ".svg":
            raise SetupError(
                f"--picture takes the name of an SVG file, such as match.svg, not {picture.name!r}",
                code="option-value",
            )
        place = claim_output(picture, force=force)
        table = play_round_robin(game, agents, deals, seed=seed, **options)
        if as_json:
            print_json(_describe_round_robin(table, played.title))
        else:
            _show_round_robin(table, played.title)
        if place is not None:
            with whole_text(place) as file:
                file.write(table.to_svg())
            if not as_json:
                print_saved("picture", str(picture))
        return Status.GOOD
    result = play_match(game, agents, deals, seed=seed, **options)
    if len(agents) == _PLAYERS:
        two = _as_duplicate(result)
        if as_json:
            print_json(_describe(two, played.title))
        else:
            _show(two, played.title, None)
    elif as_json:
        print_json(_describe_match(result, played.title))
    else:
        _show_match(result, played.title)
    return Status.GOOD


def _make_distinct(names: Sequence[str]) -> list[str]:
    """Return names of which no two are the same."""
    from croupier.tables.wishes import make_name

    found: list[str] = []
    for name in names:
        found.append(make_name(name, set(found)))
    return found


def _as_duplicate(result: MatchResult) -> DuplicateResult:
    from croupier.tables import DuplicateResult

    score = result.scores[0]
    return DuplicateResult(
        (result.names[0], result.names[1]),
        result.deals,
        score.won,
        result.unit,
        score.deviation * result.unit,
        0.0,
        (0, 0),
        seed=_number(result.seed),
    )


def _number(seed: int | bytes) -> int:
    return seed if isinstance(seed, int) else int.from_bytes(seed, "big")


def _describe_match(result: MatchResult, title: str) -> dict[str, Any]:
    from croupier.cards.seeding import show_seed

    return {
        "game": title,
        "seed": show_seed(_number(result.seed)),
        "hands": result.hands,
        "deals": result.deals,
        "agents": [
            {
                "name": score.name,
                "won": score.won,
                "bb_per_100": 100 * score.mean,
                "bb_per_100_error": 100 * score.interval.error,
            }
            for score in result.scores
        ],
    }


def _show_match(result: MatchResult, title: str) -> None:
    _print_heading(title, result.hands, result.deals, result.seed)
    grid = Grid()
    grid.add_column("Player", no_wrap=True)
    for heading in ("Won", "bb/100", "± 95 %"):
        grid.add_column(heading, justify="right", no_wrap=True)
    for score in sorted(result.scores, key=lambda score: -score.won):
        style = _STYLES[(score.won > 0) - (score.won < 0)]
        error = score.interval.error
        grid.add_row(
            Text(show_line(score.name)),
            Text(f"{score.won:+,}" if score.won else "0", style=style),
            Text(show_signed(100 * score.mean), style=style),
            "-" if isnan(error) else f"{100 * error:,.1f}",
        )
    print_table(grid)


def _describe_round_robin(table: RoundRobin, title: str) -> dict[str, Any]:
    from croupier.cards.seeding import show_seed

    return {
        "game": title,
        "seed": show_seed(_number(table.matches[0].seed)),
        "hands": sum(match.hands for match in table.matches),
        "agents": list(table.names),
        "bb_per_100": [100 * mean.mean for mean in table.means],
        "bb_per_100_error": [100 * mean.error for mean in table.means],
        "against": [
            [None if cell is None else [100 * cell.mean, 100 * cell.error] for cell in row]
            for row in table.results
        ],
    }


def _show_round_robin(table: RoundRobin, title: str) -> None:
    hands = sum(match.hands for match in table.matches)
    _print_heading(title, hands, table.matches[0].deals, table.matches[0].seed, "in each match")
    grid = Grid()
    grid.add_column("bb/100", no_wrap=True)
    for name in (*table.names, "all"):
        grid.add_column(Text(show_line(name)), justify="right", no_wrap=True)
    for name, row, mean in zip(table.names, table.results, table.means, strict=True):
        cells = [_show_interval(cell) for cell in (*row, mean)]
        grid.add_row(Text(show_line(name)), *cells)
    print_table(grid)
    console.print("What is surely won is green, what is surely lost is red; ± is that of 95 %.")


def _show_interval(interval: Interval | None) -> Text:
    if interval is None:
        return Text("")
    sign = (interval.low > 0) - (interval.high < 0)
    text = f"{100 * interval.mean:+z,.0f} ± {100 * interval.error:,.0f}"
    return Text(text, style=_STYLES[sign])


def _print_heading(title: str, hands: int, deals: int, seed: int | bytes, rest: str = "") -> None:
    from croupier.cards.seeding import show_seed

    words = f"{deals:,} {'deal' if deals == 1 else 'deals'} {rest}".strip()
    line = f"{title}, {hands:,} hands, {words}, seed {show_seed(_number(seed))}"
    console.print(Text(line, style="bold"), highlight=False, soft_wrap=True)


class _Maker:
    """A maker of agents by name, whose first one is made beforehand, to see that it is there."""

    def __init__(self, text: str, make: Callable[[str], Agent]) -> None:
        self._make = partial(make, text)
        self.first: Agent | None = self._make()

    def __call__(self) -> Agent:
        agent, self.first = self.first, None
        return self._make() if agent is None else agent


def _watch_faults(recorder: HistoryRecorder | None) -> FaultView:
    from croupier.cli.output.debugging import FaultView

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
        "leftovers": None if result.leftovers is None else list(result.leftovers),
        "trusted": list(result.trusted),
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
    from croupier.cli.playing.view import print_secrecy, show_first_faults

    _print_heading(title, result.hands, result.deals, result.seed)
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
    console.print(Text(_judge(result)), highlight=False, soft_wrap=True)
    print_secrecy(
        blind=result.blind,
        isolated=result.isolated,
        trusted=result.trusted,
        leftovers=result.leftovers or (),
        debug=debug,
    )
    if output not in (None, STANDARD):
        print_saved("hands", output)


def _judge(result: DuplicateResult) -> str:
    if not abs(result.millis) > result.error or not result.error:
        return "Neither is better as far as can be told from so many hands."
    better, worse = result.names if result.millis > 0 else result.names[::-1]
    return f"{better} is better than {worse}."
