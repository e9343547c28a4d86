"""Arrays of hands: millions at once, with each instruction set that the machine has.

The instruction set is chosen when the native core starts, so each one is measured in a process of
its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import numpy as np

from benchmarks.measuring import harness, peers, random_hands
from benchmarks.measuring.harness import Case, Clock, Contender, Effort, Result, Target, Unit
from croupier import rankings
from croupier.cards import CARDS_BY_CODE
from croupier.rankings import Numbers, Ranking

__all__ = ["make_cases", "run"]

_ROOT = Path(__file__).resolve().parents[2]
_TITLES = {"baseline": "baseline", "avx2": "AVX2", "avx512": "AVX-512"}

_MILLION = 10**6
_ROW_RATES = {"avx512": 400 * _MILLION, "avx2": 280 * _MILLION}
_SET_RATES = {"avx512": 1000 * _MILLION, "avx2": 600 * _MILLION}
_OTHER_RATE = 100 * _MILLION
_OMAHA_RATE = 20 * _MILLION
_BOARDS_RATES = {
    "baseline": 1_000 * _MILLION,
    "avx2": 2_000 * _MILLION,
    "avx512": 5_000 * _MILLION,
}
_PHEVALUATOR = "phevaluator"
_PHEVALUATOR_RATIO = 150.0

# The ranking, the cards of a hand, the lowest card code, and PokerKit's class of hands.
_OTHERS = (
    ("a5_low", 5, 0, "RegularLowHand"),
    ("a5_low", 7, 0, "RegularLowHand"),
    ("27_low", 5, 0, "StandardLowHand"),
    ("27_low", 7, 0, "StandardLowHand"),
    ("badugi", 4, 0, "BadugiHand"),
    ("36card_ffh_high", 7, 16, "ShortDeckHoldemHand"),
)
_SHORT_NAMES = {"36card_ffh_high": "short_deck"}


def run(effort: Effort) -> list[Result]:
    """Measure every instruction set in a process of its own.

    Args:
        effort: How long to measure.

    Returns:
        The figures, from the fastest instruction set.
    """
    levels = rankings.simd_levels()[::-1]
    return [result for level in levels for result in _run_process(level, effort)]


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases for the instruction set of this process.

    Args:
        effort: How long to measure; a quick run has small arrays.

    Yields:
        The cases.
    """
    level = rankings.simd_level()
    section = f"Arrays, {_TITLES[level]}"
    streamed, cached = (20_000, 10_000) if effort.quick else (10 * _MILLION, 100_000)
    yield from _make_high_cases(section, level, cached, streamed, effort)
    for name, cards, lowest, hand in _OTHERS:
        yield from _make_other_cases(section, name, cards, lowest, hand, streamed, effort)
    for hole_count in (4, 5, 6):
        yield from _make_omaha_cases(section, hole_count, streamed // 10, effort)
    yield _make_board_case(section)
    yield _make_boards_case(section)
    yield _make_sorting_case(section)


def _make_high_cases(
    section: str, level: str, cached: int, streamed: int, effort: Effort
) -> Iterator[Case]:
    ranking = rankings.get("high")
    rows = random_hands.deal(streamed, 7)
    sets = random_hands.to_sets(rows)
    planes = random_hands.to_planes(sets)
    checked = rows[: 1000 if effort.quick else 10_000]
    others = _make_high_peers(rows[:200])
    row_targets = [Target.ratio(_PHEVALUATOR, _PHEVALUATOR_RATIO), *_rates(_ROW_RATES, level)]
    set_targets = _rates(_SET_RATES, level)

    def check() -> None:
        _check_layouts(ranking, checked)
        _check_high(ranking, checked)

    for count in (cached, streamed):
        yield _make_case(
            section, ranking, rows[:count], "rows of bytes", row_targets, others, check
        )
    yield _make_case(section, ranking, rows, "rows of bytes", [], others, out=False)
    yield _make_case(section, ranking, rows, "rows of bytes", [], threads=0)
    for count in (cached, streamed):
        yield _make_case(section, ranking, sets[:count], "sets", set_targets)
    for count in (cached, streamed):
        part = np.ascontiguousarray(planes[:, :count])
        yield _make_case(section, ranking, part, "planes", set_targets)
    yield _make_case(section, ranking, planes, "planes", [], threads=0)


def _make_other_cases(
    section: str, name: str, cards: int, lowest: int, hand: str, count: int, effort: Effort
) -> Iterator[Case]:
    ranking = rankings.get(name)
    rows = random_hands.deal(count, cards, lowest=lowest)
    sets = random_hands.to_sets(rows)
    checked = rows[: 30 if effort.quick else 300]

    def check() -> None:
        _check_layouts(ranking, checked)
        _check_pokerkit(ranking, checked, hand)

    targets = [Target.rate(_OTHER_RATE)]
    yield _make_case(section, ranking, rows, "rows of bytes", [], check=check, cards=cards)
    yield _make_case(section, ranking, sets, "sets", targets, cards=cards)
    planes = random_hands.to_planes(sets)
    yield _make_case(section, ranking, planes, "planes", targets, cards=cards)


def _make_omaha_cases(section: str, hole_count: int, count: int, effort: Effort) -> Iterator[Case]:
    ranking = rankings.get("high")
    rows = random_hands.deal(count, hole_count + 5)
    holes = np.ascontiguousarray(rows[:, :hole_count])
    boards = np.ascontiguousarray(rows[:, hole_count:])
    out = np.empty(count, dtype=np.uint32)
    others = []
    phevaluator = peers.load("phevaluator")
    if phevaluator is not None and hole_count == 4:
        # Its board comes first.
        hands = [(*row[4:], *row[:4]) for row in rows[:200].tolist()]
        run = peers.spread_each(phevaluator.evaluate_omaha_cards, hands)
        others.append(Contender(_PHEVALUATOR, run, len(hands)))

    def check() -> None:
        _check_omaha(ranking, rows[: 200 if effort.quick else 2000], hole_count)

    for threads in (1, 0):
        yield Case(
            section=section,
            name=f"Omaha, {hole_count} hole cards, {_count(count)} hands{_threads(threads)}",
            what=f'`get("high").omaha_strengths(holes, boards, out=out{_option(threads)})`',
            ours=Contender(
                "Croupier",
                lambda threads=threads: ranking.omaha_strengths(  # type: ignore[misc]
                    holes, boards, out=out, threads=threads
                ),
                count,
                _clock(threads),
            ),
            # Another clock, so no ratio: the peers are timed by the CPU.
            peers=others if threads == 1 else [],
            targets=[Target.rate(_OMAHA_RATE)] if threads == 1 else [],
            unit=Unit.RATE,
            check=check,
        )


def _make_board_case(section: str) -> Case:
    ranking = rankings.get("high")
    boards = [
        tuple(CARDS_BY_CODE[code] for code in row) for row in random_hands.deal_tuples(100, 5)
    ]
    out = np.empty(1326, dtype=np.uint32)
    live = 47 * 46 // 2

    def run() -> None:
        for board in boards:
            ranking.board_strengths(board, out=out)

    def check() -> None:
        for board in boards[:10]:
            codes = {card.code for card in board}
            pairs = list(combinations(range(52), 2))
            alive = [index for index, pair in enumerate(pairs) if not codes & {*pair}]
            hands = np.array([[*pairs[index], *codes] for index in alive], dtype=np.uint8)
            found = ranking.board_strengths(board)[alive]
            harness.require_equal("Board", found.tolist(), ranking.strengths(hands).tolist())

    return Case(
        section=section,
        name="7-card high, all 1081 live pairs on a board",
        what='`get("high").board_strengths(board, out=out)`; one operation is one pair',
        ours=Contender("Croupier", run, live * len(boards)),
        unit=Unit.RATE,
        check=check,
    )


def _make_boards_case(section: str) -> Case:
    ranking = rankings.get("high")
    boards = random_hands.deal(10_000, 5)
    out = np.empty((len(boards), 1326), dtype=np.uint16)

    def check() -> None:
        strengths = np.array([0, *ranking.class_strengths()], dtype=np.uint32)
        for board, row in zip(boards[:10], ranking.board_classes(boards[:10]), strict=True):
            cards = tuple(CARDS_BY_CODE[code] for code in board)
            found = ranking.board_strengths(cards)
            harness.require_equal("Boards", strengths[row].tolist(), found.tolist())

    return Case(
        section=section,
        name="7-card high, all pairs on 10,000 boards",
        what='`get("high").board_classes(boards, out=out)`; one operation is one pair',
        ours=Contender(
            "Croupier", lambda: ranking.board_classes(boards, out=out), 1326 * len(boards)
        ),
        targets=[Target.rate(_BOARDS_RATES[rankings.simd_level()])],
        unit=Unit.RATE,
        check=check,
    )


def _make_sorting_case(section: str) -> Case:
    classes = rankings.get("high").board_classes(random_hands.deal(10_000, 5))
    return Case(
        section=section,
        name="all pairs on 10,000 boards, sorted",
        what="`sort_classes(classes)`, as a sweep over hands needs them; one operation is one pair."
        " numpy: `argsort` of the same classes",
        ours=Contender("Croupier", lambda: rankings.sort_classes(classes), classes.size),
        peers=[
            Contender("numpy", lambda: np.argsort(classes, axis=1, kind="stable"), classes.size)
        ],
        unit=Unit.RATE,
        check=lambda: harness.require_equal(
            "Order",
            rankings.sort_classes(classes[:10]).tolist(),
            np.argsort(classes[:10], axis=1, kind="stable").tolist(),
        ),
    )


def _make_case(
    section: str,
    ranking: Ranking,
    hands: Numbers,
    layout: str,
    targets: list[Target],
    others: list[Contender] | None = None,
    check: Callable[[], None] | None = None,
    *,
    cards: int = 7,
    out: bool = True,
    threads: int = 1,
) -> Case:
    """Make the case of one array."""
    count = hands.shape[1] if layout == "planes" else hands.shape[0]
    array = np.empty(count, dtype=np.uint32) if out else None
    title = _SHORT_NAMES.get(ranking.name, ranking.name)
    shape = {
        "rows of bytes": f"an (N, {cards}) array of uint8",
        "sets": "N uint64",
        "planes": "a (4, N) array of uint16",
    }
    call = f"strengths(hands{', out=out' if out else ''}{_option(threads)})"
    return Case(
        section=section,
        name=f"{cards}-card {title}, {layout}, {_count(count)} hands"
        f"{'' if out else ', result made anew'}{_threads(threads)}",
        what=f'`get("{title}").{call}`; the hands are {shape[layout]}',
        ours=Contender(
            "Croupier",
            lambda: ranking.strengths(hands, out=array, threads=threads),
            count,
            _clock(threads),
        ),
        peers=others or [],
        targets=targets,
        unit=Unit.RATE,
        check=check,
    )


def _make_high_peers(rows: random_hands.Rows) -> list[Contender]:
    """Make peers that take one hand at a time, for they take no arrays."""
    hands = [tuple(row) for row in rows.tolist()]
    others = []
    phevaluator = peers.load("phevaluator")
    if phevaluator is not None:
        run = peers.spread_each(phevaluator.evaluate_cards, hands)
        others.append(Contender(_PHEVALUATOR, run, len(hands)))
    eval7 = peers.load("eval7")
    if eval7 is not None:
        deck = [eval7.Card(repr(card)) for card in CARDS_BY_CODE[:52]]
        run = peers.call_each(eval7.evaluate, [[deck[code] for code in hand] for hand in hands])
        others.append(Contender("eval7", run, len(hands)))
    return others


def _check_layouts(ranking: Ranking, rows: random_hands.Rows) -> None:
    sets = random_hands.to_sets(rows)
    expected = ranking.strengths(rows).tolist()
    harness.require_equal("Sets", ranking.strengths(sets).tolist(), expected)
    planes = random_hands.to_planes(sets)
    harness.require_equal("Planes", ranking.strengths(planes).tolist(), expected)
    singles = [
        ranking.strength(tuple(CARDS_BY_CODE[code] for code in row)) for row in rows[:500].tolist()
    ]
    harness.require_equal("Single hands", singles, expected[:500])


def _check_high(ranking: Ranking, rows: random_hands.Rows) -> None:
    phevaluator = peers.load("phevaluator")
    if phevaluator is not None:
        theirs = [-phevaluator.evaluate_cards(*row) for row in rows.tolist()]
        harness.require_same_order("phevaluator", ranking.strengths(rows).tolist(), theirs)


def _check_pokerkit(ranking: Ranking, rows: random_hands.Rows, hand: str) -> None:
    pokerkit = peers.load("pokerkit")
    if pokerkit is None:
        return
    kind = getattr(pokerkit, hand)
    deck = [next(iter(pokerkit.Card.parse(repr(card)))) for card in CARDS_BY_CODE[:52]]
    places = [kind.from_game([deck[code] for code in row], ()).entry.index for row in rows.tolist()]
    theirs = [-place if kind.low else place for place in places]
    harness.require_same_order("PokerKit", ranking.strengths(rows).tolist(), theirs)


def _check_omaha(ranking: Ranking, rows: random_hands.Rows, hole_count: int) -> None:
    holes = np.ascontiguousarray(rows[:, :hole_count])
    boards = np.ascontiguousarray(rows[:, hole_count:])
    found = ranking.omaha_strengths(holes, boards)
    # The best of every two hole cards with every three board cards.
    expected = np.zeros(len(rows), dtype=np.uint32)
    for pair in combinations(range(hole_count), 2):
        for three in combinations(range(hole_count, hole_count + 5), 3):
            hands = np.ascontiguousarray(rows[:, [*pair, *three]])
            expected = np.maximum(expected, ranking.strengths(hands))
    harness.require_equal("Omaha", found.tolist(), expected.tolist())
    phevaluator = peers.load("phevaluator")
    if phevaluator is not None and hole_count == 4:
        theirs = [-phevaluator.evaluate_omaha_cards(*row[4:], *row[:4]) for row in rows.tolist()]
        harness.require_same_order("phevaluator", found.tolist(), theirs)


def _rates(rates: dict[str, int], level: str) -> list[Target]:
    return [Target.rate(rates[level])] if level in rates else []


def _clock(threads: int) -> Clock:
    return Clock.THREAD if threads == 1 else Clock.WALL


def _threads(threads: int) -> str:
    return "" if threads == 1 else ", all cores (wall time)"


def _option(threads: int) -> str:
    return "" if threads == 1 else f", threads={threads}"


def _count(count: int) -> str:
    if count >= _MILLION:
        return f"{count // _MILLION} M"
    return f"{count // 1000} k"


def _run_process(level: str, effort: Effort) -> list[Result]:
    command = [
        sys.executable,
        "-m",
        "benchmarks.hands.bulk",
        *(["--quick"] if effort.quick else []),
    ]
    environment = os.environ | {"CROUPIER_SIMD": level}
    output = subprocess.run(
        command, cwd=_ROOT, env=environment, check=True, stdout=subprocess.PIPE
    ).stdout
    return [Result.from_dict(values) for values in json.loads(output)]


def _main() -> None:
    effort = Effort.smoke() if "--quick" in sys.argv[1:] else Effort.full()
    results = harness.run_all(make_cases(effort), effort)
    json.dump([result.to_dict() for result in results], sys.stdout)


if __name__ == "__main__":
    _main()
