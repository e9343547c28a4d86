"""How numbers are stored changes nothing but memory: 16 bits, and hands that suits do not tell."""

from __future__ import annotations

import pytest

from croupier.errors import SetupError, UnsupportedError
from croupier.solving import Spot, solve

from .slow_walk import SlowWalk
from .test_laws import numbers, same, spot

RIVERS = ["Th8h3h5hKh", "Th8h3h5hKd", "ThTd8h8d2c", "Th8d3c5sKh", "8h8d8c8sKh"]
MANY = "25%, 50%, 75%, 125%, a / 50%, a"


@pytest.mark.parametrize("board", [*RIVERS, "Th8h3h5h", "Th8h3c5d"])
@pytest.mark.parametrize("rake", [(0.0, 0.0), (0.05, 4.0)])
def test_values_do_not_depend_on_how_numbers_are_stored(
    board: str, rake: tuple[float, float]
) -> None:
    question = spot(board, rake=rake)
    target = "0.2%" if len(board) == 10 else "0.4%"
    found = [
        solve(question, target, threads=1, symmetric=symmetric, bits=bits)
        for symmetric in (True, False)
        for bits in (32, 16)
    ]
    for one in found:
        assert one.exploitability.percent <= float(target[:-1])
        assert one.root.equity == pytest.approx(found[0].root.equity, abs=1e-5)
        if rake == (0.0, 0.0):
            # Values of games without rake are unique.
            slack = sum(one.exploitability.by_player) + sum(found[0].exploitability.by_player)
            assert one.ev == pytest.approx(found[0].ev, abs=slack)


@pytest.mark.parametrize("board", RIVERS)
def test_hands_that_suits_do_not_tell_apart_are_one(board: str) -> None:
    question = spot(board)
    merged, apart = question.size(), question.size(symmetric=False)
    if board == "Th8d3c5sKh":
        assert merged.entries == apart.entries
    else:
        assert merged.entries < apart.entries
    one = solve(question, 0, iterations=3, threads=1)
    two = solve(question, 0, iterations=3, threads=1, symmetric=False)
    for line in ("", "x", "b60"):
        for merged_row, row in zip(numbers(one, line), numbers(two, line), strict=True):
            assert merged_row == pytest.approx(row, abs=2e-3, nan_ok=True)
    assert one.exploitability.by_player == pytest.approx(two.exploitability.by_player, abs=1e-3)


@pytest.mark.parametrize("bits", [16, 32])
@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("board", ["Th8h3h5hKd", "Th8h3h5h", "Th8d3c5s", "8h8d8c5s"])
def test_memory_is_what_was_said(board: str, symmetric: bool, bits: int) -> None:
    question = spot(board, sizes=MANY)
    solution = solve(question, 0, iterations=1, threads=1, symmetric=symmetric, bits=bits)
    taken, expected, boards = solution._native.number_bytes
    assert taken == expected
    size = question.size(bits=bits, symmetric=symmetric)
    # How many strengths there are on a board is not known before.
    assert size.bytes == pytest.approx(taken + boards, rel=0.02, abs=2000)
    with pytest.raises(UnsupportedError, match="MB are allowed"):
        solve(question, memory=size.bytes - 1, symmetric=symmetric, bits=bits)


@pytest.mark.parametrize(
    ("game", "board", "ranges"),
    [
        ("nlhe", "Td9d6hQc", ("random", "random")),
        ("nlhe", "Td9d6h", ("99+, AK, 87s", "TT-66, AQs-A9s")),
        ("plo", "Td9d6hQc2s", ("AAxx, KKxx", "QQxx, JT98")),
        ("short-deck", "TdJd6hQc", ("random", "random")),
    ],
)
def test_memory_of_other_spots_is_what_was_said(
    game: str, board: str, ranges: tuple[str, str]
) -> None:
    question = Spot(
        game=game, board=board, pot=100, stacks=400, ranges=ranges, sizes="50%, pot / 3x, pot"
    )
    taken, _, boards = solve(question, 0, iterations=1)._native.number_bytes
    assert question.size().bytes == pytest.approx(taken + boards, rel=0.02)


def test_sixteen_bits_take_half_of_the_memory() -> None:
    question = spot()
    full, half = (
        solve(question, 0, iterations=1, bits=bits)._native.number_bytes[0] for bits in (32, 16)
    )
    assert half < 0.54 * full


@pytest.mark.parametrize("sizes", ["60% / 2.5x", MANY])
def test_threads_change_nothing_with_sixteen_bits(sizes: str) -> None:
    question = spot(sizes=sizes)
    one = solve(question, 0, iterations=6, threads=1, bits=16)
    two = solve(question, 0, iterations=6, threads=2, bits=16)
    assert same(numbers(one, "x x 2s"), numbers(two, "x x 2s"))
    assert one.exploitability == two.exploitability


def test_many_actions_are_learnt_with_sixteen_bits() -> None:
    question = spot("Th8h3c5dKs", sizes=MANY)
    half = solve(question, "0.1%", threads=1, bits=16)
    full = solve(question, "0.1%", threads=1)
    assert max(half.exploitability.percent, full.exploitability.percent) <= 0.1
    assert half.iterations <= 1.5 * full.iterations
    slack = half.exploitability.chips + full.exploitability.chips
    assert half.ev == pytest.approx(full.ev, abs=2 * slack)


def test_locked_hands_stay_what_they_are_with_sixteen_bits() -> None:
    told = {"AA": {"bet 60": 1.0}, "87s": {"check": 0.25, "b60": 0.75}}
    for board in ("Th8h3c5d", "Th8h3h5h"):
        locked = solve(spot(board, locks={"": told}), "0.5%", threads=1, bits=16)
        assert locked.root.strategy("AsAd")["bet 60"] == pytest.approx(1, abs=1e-4)
        strategy = locked.root.strategy("8s7s")
        assert strategy == pytest.approx({"check": 0.25, "bet 60": 0.75}, abs=1e-4)
        assert locked.exploitability.percent <= 0.5


def test_a_slow_walk_comes_to_the_same_with_sixteen_bits_and_merged_hands() -> None:
    from .slow_walk import SmallHoldem

    question = Spot(
        game=SmallHoldem,
        board="AsKsQsJs9s",
        pot=20,
        stacks=30,
        ranges=("AA, KK, QhJh, ThTs, AhKh:0.5", "KQ, TT:0.5, 9hTh"),
        sizes="50%, a / a",
    )
    solution = solve(question, 0, iterations=5, threads=1, bits=16)
    walk = SlowWalk(solution)
    for player in range(2):
        value = walk.total(player, best=False)
        assert solution.ev[player] == pytest.approx(value, abs=2e-3)
        best = walk.total(player, best=True)
        assert solution.exploitability.by_player[player] == pytest.approx(best - value, abs=4e-3)


def test_bits_are_sixteen_or_thirty_two() -> None:
    for bits in (8, 64, 0):
        with pytest.raises(SetupError, match="32 or 16 bits"):
            solve(spot(), bits=bits)


def test_solutions_of_merged_hands_are_saved(tmp_path: object) -> None:
    from pathlib import Path

    from croupier.solving import Solution

    path = Path(str(tmp_path)) / "spot.crs"
    solution = solve(spot("Th8h3h5h"), "0.5%", threads=1, bits=16)
    solution.save(path)
    loaded = Solution.load(path)
    for one, two in zip(numbers(solution), numbers(loaded), strict=True):
        assert one == pytest.approx(two, abs=2e-2, nan_ok=True)
    # A river for which another one stands.
    for card in ("2c", "2d", "2s", "Ah"):
        node, kept = loaded.node(f"x x {card}"), solution.node(f"x x {card}")
        assert node.ev == pytest.approx(kept.ev, abs=2.5)
