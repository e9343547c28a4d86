"""How often hands win: exact answers, and deals at random."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import croupier
from benchmarks.measuring import harness, peers
from benchmarks.measuring.harness import Case, Clock, Contender, Effort, Target, Unit
from benchmarks.measuring.shared_data import SHARED_DATA
from croupier.analysis import Range, equity

__all__ = ["make_cases", "run"]

_SECTION = "Equities"
_CROUPIER = "Croupier"
_POKERKIT = "PokerKit"
_EVAL7 = "eval7"
_TIGHT = "22+,A2s+,KTs+,QTs+,ATo+"
_SAMPLES = 1_000_000
_QUICK_SAMPLES = 1000
_POKERKIT_SAMPLES = 200
_EVAL7_SAMPLES = 100_000
_GAMES = SHARED_DATA / "game_configs"
_SLOWEST = 3
# Enough deals to tell the slow games from the others.
_TRIAL_SAMPLES = 4000
# How far sampled answers of all contenders may be from the truth.
_TOLERANCE = 0.15


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run deals fewer hands.

    Yields:
        The cases.
    """
    samples = _QUICK_SAMPLES if effort.quick else _SAMPLES
    everything, tight = Range.parse("random"), Range.parse(_TIGHT)
    yield _exact("hand against hand before the flop", 0.001, "AhAs", "KdKc")
    yield _exact("tight range against tight range before the flop", 0.001, tight, tight)
    yield _exact("all hands against all before the flop", 0.001, everything, everything)
    yield _exact("tight range against tight range on a flop", 0.006, tight, tight, board="Qs7h2c")
    yield _exact("all hands against all on a flop", 0.025, everything, everything, board="Qs7h2c")
    yield _exact("Omaha, hand against hand", 0.010, "AhAsKhKs", "9c8d7c6d", game="omaha")
    yield _exact("Omaha high-low, hand against hand", 0.030, "AhAs2hKs", "9c8d7c6d", game="omaha8")
    yield _sampled("2 unknown players", samples, 40e6, None, None)
    yield _sampled("6 unknown players", samples, 20e6, *[None] * 6)
    for game in ("double_board_holdem", "deuces_wild_holdem", "dramaha"):
        yield _sampled(f"{game}, a game of a file", samples // 10, 200e3, None, None, game=game)
    # Half of what these took while every board was looked at.
    yield _exact("short deck, hand against hand", 0.0044, "AhAs", "KdKc", game="short_deck")
    ranges = "TT+,AKs,AQs", "99+,AK,KQs"
    yield _exact("short deck, range against range", 3.6, *ranges, game="short_deck")
    yield _exact("three hands before the flop", 0.039, "AhAs", "KdKc", "7c2d")
    yield from _slowest_games(effort)
    yield _hand_against_range(samples)
    yield _calculated(samples)


run = harness.make_runner(make_cases)


def _exact(name: str, target: float, *players: Any, **options: Any) -> Case:
    def run() -> None:
        equity(*players, **options, exact=True, threads=1)

    return Case(
        section=_SECTION,
        name=name,
        what="`equity` on one thread, exactly",
        ours=Contender(_CROUPIER, run, 1, Clock.PROCESS),
        targets=[Target.time(target)],
        unit=Unit.TIME,
    )


def _sampled(name: str, samples: int, target: float, *players: Any, **options: Any) -> Case:
    def run() -> None:
        equity(*players, **options, exact=False, samples=samples, seed=1, threads=1)

    return Case(
        section=_SECTION,
        name=f"{name}, sampled",
        what="`equity` on one thread, by dealing at random; one operation is one deal",
        ours=Contender(_CROUPIER, run, samples, Clock.PROCESS),
        targets=[Target.rate(target)],
        unit=Unit.RATE,
    )


def _slowest_games(effort: Effort) -> Iterator[Case]:
    """Compare the slowest games of files with the one in the middle, which is the same machine."""
    paths = sorted(_GAMES.glob("*.json"))
    if effort.quick:
        paths = paths[::40]
    rates = {}
    for path in paths:
        try:
            seconds = _time_game(path)
        except ValueError:
            # It is not for two players, or it depends on the play which cards there are.
            continue
        rates[path] = _TRIAL_SAMPLES / seconds
    order = sorted(rates, key=lambda path: rates[path])
    if not order:
        return
    samples = _QUICK_SAMPLES if effort.quick else _SAMPLES // 10
    middle = order[len(order) // 2]

    def make(path: Path) -> Any:
        return lambda: equity(
            None, None, game=path, exact=False, samples=samples, seed=1, threads=1
        )

    for place, path in enumerate(order[:_SLOWEST], 1):
        yield Case(
            section=_SECTION,
            name=f"slowest of {len(order)} games of files, number {place}: {path.stem}, sampled",
            what=f"`equity` on one thread; beside it {middle.stem}, which is in the middle",
            ours=Contender(_CROUPIER, make(path), samples, Clock.PROCESS),
            peers=[Contender("the middle game", make(middle), samples, Clock.PROCESS)],
            targets=[Target.rate(200e3)],
            unit=Unit.RATE,
        )


def _time_game(path: Path) -> float:
    """Return the seconds of some deals of a game, once it was read and its tables were made."""
    options: dict[str, Any] = {"game": path, "exact": False, "seed": 1, "threads": 1}
    equity(None, None, samples=1, **options)
    start = time.process_time()
    equity(None, None, samples=_TRIAL_SAMPLES, **options)
    return max(time.process_time() - start, 1e-9)


def _hand_against_range(samples: int) -> Case:
    """Compare a hand with a range, as eval7 does, too."""

    def run() -> float:
        return equity("AhAs", _TIGHT, exact=False, samples=samples, seed=1, threads=1).equities[0]

    contenders = []
    answers = [run]
    eval7 = peers.load("eval7")
    if eval7 is not None:
        hand = [eval7.Card("Ah"), eval7.Card("As")]
        villain = eval7.HandRange(_TIGHT)
        count = min(samples, _EVAL7_SAMPLES)

        def run_eval7() -> float:
            return float(eval7.py_hand_vs_range_monte_carlo(hand, villain, [], count))

        answers.append(run_eval7)
        contenders.append(Contender(_EVAL7, run_eval7, count))
    return Case(
        section=_SECTION,
        name="hand against a tight range, sampled",
        what="deals at random of `equity` on one thread and of `py_hand_vs_range_monte_carlo`",
        ours=Contender(_CROUPIER, run, samples, Clock.PROCESS),
        peers=contenders,
        unit=Unit.RATE,
        check=lambda: _require_near([answer() for answer in answers], 0.85),
    )


def _calculated(samples: int) -> Case:
    """Compare PokerKit's function with ours of the same name."""

    def make(library: Any, count: int) -> Any:
        arguments = (
            (library.parse_range("AsKs"), library.parse_range("JhJc")),
            (),
            2,
            5,
            library.Deck.STANDARD,
            (library.StandardHighHand,),
        )
        options = {"seed": 1} if library is croupier else {}

        def run() -> float:
            return float(library.calculate_equities(*arguments, sample_count=count, **options)[0])

        return run

    ours = make(croupier, samples)
    contenders, targets, answers = [], [], [ours]
    pokerkit = peers.load("pokerkit")
    if pokerkit is not None:
        theirs = make(pokerkit, _POKERKIT_SAMPLES)
        answers.append(theirs)
        contenders.append(Contender(_POKERKIT, theirs, _POKERKIT_SAMPLES))
        targets.append(Target.ratio(_POKERKIT, 5000))
    return Case(
        section=_SECTION,
        name="`calculate_equities`, two hands",
        what="`calculate_equities` with the same arguments; one operation is one sample",
        ours=Contender(_CROUPIER, ours, samples, Clock.WALL),
        peers=contenders,
        targets=targets,
        unit=Unit.RATE,
        check=lambda: _require_near([answer() for answer in answers], 0.46),
    )


def _require_near(answers: list[float], truth: float) -> None:
    if any(abs(answer - truth) > _TOLERANCE for answer in answers):
        raise AssertionError(f"The contenders disagree: {answers}.")
