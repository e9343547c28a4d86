"""Games of files: beside the classes of the same games, and all games of the library."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import croupier
from benchmarks.measuring import harness
from benchmarks.measuring.harness import Case, Clock, Contender, Effort, Result, Target, Unit
from benchmarks.measuring.play import CROUPIER, GAMES, Game, make_start
from croupier.games import Configuration, CustomGame
from croupier.games.configuration.library import library

__all__ = ["make_cases", "run"]

_BESIDE = "Games of files, beside classes"
_LIBRARY = "Games of files, all"
_CLASS = "its class"
_HANDS = 10_000
_LIBRARY_HANDS = 1_000
_QUICK_HANDS = 20
_STACK = 200
_PLAYERS = 6
_SLOWEST = 5
# A file must be played as fast as a class, but no two measurements are the same.
_EQUAL = 0.97
# Hands a second on one core, for whatever somebody writes into a file.
_MIN = 10_000
_STAKES = {"small_bet": 2, "big_bet": 4, "big_blind": 2, "small_blind": 1, "bring_in": 1}
_STRUCTURES = {"NoLimit": "No Limit", "PotLimit": "Pot Limit", "FixedLimit": "Limit"}
# The only blind is the button's in the class, and where the file has it is another place.
_OTHER_STAKES = frozenset({"NoLimitShortDeckHoldem"})


def run(effort: Effort) -> list[Result]:
    """Measure all cases, and name the slowest games.

    Args:
        effort: How long to measure.

    Returns:
        The figures.
    """
    beside, every = effort, effort
    if not effort.quick:
        beside = Effort(sample=0.02, budget=1.0, least_rounds=5, most_rounds=20)
        every = Effort(sample=0.01, budget=0.1, least_rounds=2, most_rounds=10)
    with warnings.catch_warnings():
        # Decks run out where many players draw.
        warnings.simplefilter("ignore")
        results = list(harness.run_all(_make_pairs(effort), beside))
        games = list(harness.run_all(_make_all(effort), every))
    slowest = sorted(games, key=lambda result: result.ours.rate)[:_SLOWEST]
    named = ", ".join(f"{result.name} {result.ours.rate:,.0f}/s" for result in slowest)
    print(f"The slowest games of the library: {named}.", file=sys.stderr)
    return results + games


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run plays fewer hands.

    Yields:
        The cases.
    """
    yield from _make_pairs(effort)
    yield from _make_all(effort)


def _make_pairs(effort: Effort) -> Iterator[Case]:
    hands = _QUICK_HANDS if effort.quick else _HANDS
    for game in GAMES:
        kind = getattr(croupier, game.name)
        definition = vars(kind).get("definition")
        if definition is not None and game.name not in _OTHER_STAKES:
            yield _make_pair(game, definition, hands)


def _make_pair(game: Game, definition: str, hands: int) -> Case:
    by_class = make_start(croupier, game)(0)
    structure = next((name for name in _STRUCTURES if game.name.startswith(name)), "FixedLimit")
    stakes = _STAKES | {
        "ante": by_class.antes[0],
        "small_bet": by_class.streets[0].min_completion_betting_or_raising_amount,
        "big_bet": by_class.streets[-1].min_completion_betting_or_raising_amount,
    }
    table = library().load(definition).game(_STRUCTURES[structure], stakes)
    by_file = table(by_class.starting_stacks[0], game.players)
    play_file, play_class = _make_run(by_file, hands), _make_run(by_class, hands)

    def check() -> None:
        harness.require_equal(
            "What came of the hands",
            play_file()._replace(seconds=0),
            play_class()._replace(seconds=0),
        )

    return Case(
        section=_BESIDE,
        name=f"`{definition}`, {structure}, {game.players} players",
        what="hands of `simulate` on one thread: of the file, and of the class of the same game,"
        " with the same seed and the same results; one operation is one hand",
        ours=Contender(CROUPIER, play_file, hands, Clock.PROCESS),
        peers=[Contender(_CLASS, play_class, hands, Clock.PROCESS)],
        targets=[Target.ratio(_CLASS, _EQUAL)],
        unit=Unit.RATE,
        check=check,
    )


def _make_all(effort: Effort) -> Iterator[Case]:
    hands = _QUICK_HANDS if effort.quick else _LIBRARY_HANDS
    for name in library().files:
        configuration = library().load(name)
        players = _count_players(configuration)
        state = CustomGame(configuration, stakes=_STAKES)(_STACK, players)
        yield Case(
            section=_LIBRARY,
            name=f"`{name}`, {players} players",
            what="hands of `simulate` on one thread, with the first limits that the game allows;"
            " one operation is one hand",
            ours=Contender(CROUPIER, _make_run(state, hands), hands, Clock.PROCESS),
            targets=[Target.rate(_MIN)],
            unit=Unit.RATE,
        )


def _make_run(state: croupier.State, hands: int) -> Callable[[], Any]:
    def run() -> Any:
        return croupier.simulate(state, hands, "mixed", seed=0, threads=1)

    return run


def _count_players(configuration: Configuration) -> int:
    return min(configuration.players.maximum, _PLAYERS)
