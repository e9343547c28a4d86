"""Spots at the edge of what can be solved: long lines, tiny weights, large amounts."""

from __future__ import annotations

import threading
from math import isfinite
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.analysis.ranges import Range
from croupier.errors import ParseError, PokerError, SetupError
from croupier.games import KuhnPoker, NoLimitTexasHoldem
from croupier.limits import MAX_LINE_ACTIONS
from croupier.solving import Solution, Spot, solve, solve_game

from .slow_walk import SlowWalk

RIVER: dict[str, Any] = {
    "board": "2c2d2h7s8s",
    "pot": 1,
    "ranges": ("AA", "KK"),
    "sizes": "min / min",
}
LONG = f"more than {MAX_LINE_ACTIONS} actions"


def test_long_lines_are_refused() -> None:
    for stacks in (300, 2_000, 1_000_000):
        spot = Spot(**RIVER, stacks=stacks)
        for ask in (spot.size, spot.tree, lambda spot=spot: solve(spot, threads=1)):
            with pytest.raises(SetupError, match=LONG) as caught:
                ask()
            assert caught.value.code == "too-many-actions"
    with pytest.raises(SetupError, match=LONG):
        Spot(**(RIVER | {"board": "2c2d2h7s", "stacks": 1_000})).size()


def test_long_lines_of_whole_games_are_refused() -> None:
    class Uncapped(KuhnPoker):
        max_completion_betting_or_raising_count = None

    assert solve_game(Uncapped, stacks=20).state_count == 706
    with pytest.raises(SetupError, match=LONG):
        solve_game(Uncapped, stacks=50_000)


def test_long_lines_in_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.crs"
    solve(Spot(**RIVER, stacks=10), "1%", threads=1).save(path)
    head, _, packed = path.read_bytes().partition(b"\n")
    path.write_bytes(
        head.replace(b'"stacks": [10, 10]', b'"stacks": [5000, 5000]') + b"\n" + packed
    )
    with pytest.raises(ParseError, match=LONG):
        Solution.load(path)


def test_the_longest_line_needs_little_stack() -> None:
    solved: list[float] = []

    def run() -> None:
        spot = Spot(**RIVER, stacks=MAX_LINE_ACTIONS - 2)
        solved.append(solve(spot, "1%", threads=2).ev[0])
        assert max(len(node.line.split()) for node in spot.tree()) == MAX_LINE_ACTIONS

    before = threading.stack_size(512 << 10)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert solved == [pytest.approx(1, abs=1e-5)]


@pytest.mark.parametrize("bits", [16, 32])
def test_long_lines_have_values(bits: int) -> None:
    # From some 160 raises on, the weights of the last nodes are too small for 32 bits.
    known = solve(Spot(**RIVER, stacks=20), "0.01%", threads=1, bits=bits)
    for stacks in (160, 180, 200, 250):
        solution = solve(Spot(**RIVER, stacks=stacks), "0.01%", threads=1, bits=bits)
        assert solution.ev == pytest.approx(known.ev, abs=1e-4)
        assert solution.exploitability.percent <= 0.01
        assert all(isfinite(number) for number in solution.root.ev)


def test_values_of_long_lines_are_those_of_a_slow_count() -> None:
    options: dict[str, Any] = {"ranges": ("AsAh, 9c9d", "KsKh"), "pot": 2, "stacks": 180}
    spot = Spot(**(RIVER | options), game=NoLimitTexasHoldem)
    solution = solve(spot, 0, iterations=60, threads=1)
    slow = SlowWalk(solution)
    gains = solution.exploitability.by_player
    for player in range(2):
        value = slow.total(player, best=False)
        assert solution.ev[player] == pytest.approx(value, abs=1e-3)
        assert gains[player] == pytest.approx(slow.total(player, best=True) - value, abs=1e-3)


def test_small_weights_are_as_good_as_large_ones() -> None:
    ranges = ({"AsAh": 1.0, "8c7c": 0.5}, {"KsKh": 0.25, "9s9h": 1.0})
    options: dict[str, Any] = RIVER | {"pot": 10, "stacks": 40, "sizes": "50% / a"}
    known = solve(Spot(**(options | {"ranges": tuple(map(Range, ranges))})), "0.1%", threads=1)
    for factor in (1e-29, 1e-9, 0.3, 1e5):
        scaled = tuple(Range(each).scaled(factor) for each in ranges)
        solution = solve(Spot(**(options | {"ranges": scaled})), "0.1%", threads=1)
        assert solution.ev == pytest.approx(known.ev, abs=1e-2)
        assert solution.exploitability.percent <= 0.1


def test_weights_that_rounding_would_decide_are_refused() -> None:
    tiny = Spot(**(RIVER | {"ranges": (Range({"AsAh": 1e-6}), "KK")}), stacks=10)
    assert solve(tiny, "1%", threads=1).ev[0] == pytest.approx(1, abs=1e-4)
    with pytest.raises(SetupError, match="at least 1e-30, got 1e-50"):
        Spot(**(RIVER | {"ranges": (Range({"AsAh": 1e-50}), "KK")}), stacks=10)
    apart = (Range({"AsAh": 1.0, "KdKc": 1e-20}), "AsAh")
    with pytest.raises(SetupError, match="cannot both have hands"):
        solve(Spot(**(RIVER | {"ranges": apart}), stacks=10), threads=1)


CARDS = [rank + suit for rank in "A9" for suit in "shdc"] + ["7c", "8c", "Kd", "Qd"]
HANDS = st.sampled_from(
    [one + two for place, one in enumerate(CARDS) for two in CARDS[place + 1 :]]
)
WEIGHTS = st.one_of(st.just(1.0), st.floats(1e-40, 1e6), st.sampled_from([1e-30, 1e-12, 1e6]))
RANGES = st.dictionaries(HANDS, WEIGHTS, min_size=1, max_size=4)
SIZE = st.one_of(
    st.sampled_from(["min", "a", "e", "2e", "pot", "1%", "50%", "300%", "99999999999%", "3e1%"]),
    st.integers(1, 10**11).map(lambda chips: f"{chips}c"),
)
AMOUNTS = st.one_of(st.integers(1, 400), st.integers(1, 1 << 50))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    pot=AMOUNTS,
    stacks=st.tuples(AMOUNTS, AMOUNTS),
    ranges=st.tuples(RANGES, RANGES),
    sizes=st.tuples(SIZE, SIZE),
    rake=st.tuples(st.sampled_from([0.0, 1e-300, 0.05, 0.999]), st.sampled_from([0.0, 1e-9, 3.0])),
    thresholds=st.tuples(*3 * [st.sampled_from([0.0, 1e-300, 0.3, 1e300])]),
    bits=st.sampled_from([16, 32]),
)
def test_solutions_are_numbers_or_errors(
    pot: int,
    stacks: tuple[int, int],
    ranges: tuple[dict[str, float], dict[str, float]],
    sizes: tuple[str, str],
    rake: tuple[float, float],
    thresholds: tuple[float, float, float],
    bits: int,
) -> None:
    add, force, merge = thresholds
    try:
        spot = Spot(
            board="2c2d2h7s8s",
            pot=pot,
            stacks=stacks,
            ranges=tuple(map(Range, ranges)),
            sizes=" / ".join(sizes),
            rake=rake,
            add_all_in=add,
            force_all_in=force,
            merge=merge,
        )
        solution = solve(spot, 0, iterations=12, threads=1, bits=bits)
    except PokerError:
        return
    found = solution.exploitability
    numbers = [*solution.ev, found.chips, *found.by_player, *solution.root.ev]
    assert all(map(isfinite, numbers)), (solution.ev, found)
    # Numbers of 32 bits are exact to some 1e-6 of what is played for; less so where most pairs of
    # hands share a card.
    slack = 1e-2 * (pot + 2 * min(stacks))
    assert min(found.by_player) >= -slack
    most = pot + slack
    assert (1 - rake[0]) * pot - slack - rake[0] * 2 * min(stacks) <= sum(solution.ev) <= most
    for line in (node.line for node in spot.tree() if node.kind == "decision"):
        node = solution.node(line)
        for strategy in node.strategies.values():
            assert all(part != part or -0.001 <= part <= 1.001 for part in strategy)
        for player in range(2):
            assert all(value != value or isfinite(value) for value in node.evs(player))
