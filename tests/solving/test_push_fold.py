"""Push or fold, against figures of published charts."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import SetupError
from croupier.solving import AllInTable, solve_all_in, solve_push_fold
from shared import data_path


@pytest.mark.parametrize(
    ("hand", "most"),
    [("K2o", 11.6), ("Q8o", 13.0), ("J2s", 8.5), ("T3s", 7.7), ("32o", 1.4), ("95o", 3.5)],
)
def test_hands_are_pushed_up_to_the_published_stack(hand: str, most: float) -> None:
    assert solve_push_fold(most * 0.93, target=1e-7).pushes[hand] > 0.9
    assert solve_push_fold(most * 1.07, target=1e-7).pushes[hand] < 0.1


def test_calls() -> None:
    assert solve_push_fold(5.3).calls["Q2o"] > 0.9
    assert solve_push_fold(5.9).calls["Q2o"] < 0.1
    deep = solve_push_fold(200)
    assert deep.calls["AA"] > 0.99 and deep.calls["72o"] < 0.01


def test_values_are_proved() -> None:
    found = solve_push_fold(10, target=1e-4)
    assert max(found.gains) <= 1e-4 and min(found.gains) >= -1e-12
    assert sum(found.values) == pytest.approx(0, abs=1e-12)
    # Hands that are worth more all-in are all-in.
    for hand, margin in found.push_margins.items():
        if abs(margin) > 0.05:
            assert found.pushes[hand] == pytest.approx(1 if margin > 0 else 0, abs=0.02), hand
    with_ante = solve_push_fold(10, ante=0.125)
    assert sum(with_ante.pushes.values()) > sum(found.pushes.values())
    scaled = solve_push_fold(1000, small_blind=50, big_blind=100, target=1e-2)
    assert scaled.values[0] == pytest.approx(100 * found.values[0], abs=0.05)


@pytest.mark.parametrize("stack", [1, 0, -5, float("nan"), float("inf")])
def test_stakes_must_make_sense(stack: float) -> None:
    with pytest.raises(SetupError, match="stack larger than the blinds"):
        solve_push_fold(stack)


RANKS = "AKQJT98765432"


def read_chart() -> dict[str, float]:
    """Return up to which stack each hand is pushed, of those without gaps."""
    path = data_path("solver") / "pushfold_sb_nash.txt"
    rows = [line for line in path.read_text("utf-8").splitlines() if line[:1] in RANKS]
    found = {}
    for row, line in enumerate(rows):
        for column, text in enumerate(line.split()[1:]):
            if "*" in text:
                continue
            high, low = RANKS[min(row, column)], RANKS[max(row, column)]
            suit = "" if row == column else "s" if column > row else "o"
            found[f"{high}{low}{suit}"] = 99.0 if text == "20+" else float(text)
    return found


@pytest.mark.parametrize("stack", [2.2, 4.4, 6.2, 8.7, 11.2, 15.4, 19.6])
def test_the_published_chart(stack: float) -> None:
    chart = read_chart()
    assert len(chart) > 160
    margins = solve_push_fold(stack, target=1e-7, iterations=100_000).push_margins
    for hand, most in chart.items():
        # A hand that is worth as much pushed as folded at its stack loses up to a quarter blind
        # for each blind away from it. The chart is rounded to a tenth of a blind, which is up to
        # 0.0125, and the equilibrium that it was rounded from is known to a thousandth or two.
        if abs(stack - most) > 0.06:
            assert margins[hand] * (1 if stack < most else -1) > -0.015, (hand, most)


def test_several_players_come_to_what_two_do() -> None:
    exact = solve_push_fold(8, target=1e-5)
    table = solve_all_in([8, 8], deals=10_000, iterations=60)
    assert table.values == pytest.approx(exact.values, abs=0.03)
    assert max(table.gains) < 0.01 and min(table.gains) > -1e-9
    for hand, margin in exact.push_margins.items():
        if abs(margin) > 0.15:
            assert table.hands("SB")[hand] == pytest.approx(1 if margin > 0 else 0, abs=0.1), hand
    for hand, margin in exact.call_margins.items():
        if abs(margin) > 0.3:
            called = table.hands("BB", "SB")[hand]
            assert called == pytest.approx(1 if margin > 0 else 0, abs=0.1), hand


@pytest.fixture(scope="module")
def three() -> AllInTable:
    return solve_all_in([10, 10, 10], deals=6_000, iterations=40)


def test_three_players(three: AllInTable) -> None:
    assert three.positions == ("BTN", "SB", "BB")
    assert sum(three.values) == pytest.approx(0, abs=0.1)
    assert max(three.gains) < 0.03 and min(three.gains) > -1e-9
    # Who has more players behind is tighter, and so is who calls two.
    sizes = {(each.position, each.all_in): sum(each.hands.values()) for each in three.decisions}
    assert sizes["BTN", ()] < sizes["SB", ()]
    assert sizes["BB", ("BTN", "SB")] < sizes["BB", ("SB",)]
    assert three.hands("BTN")["AA"] > 0.99 and three.hands("BTN")["72o"] < 0.01
    with pytest.raises(SetupError, match="UTG decides nothing"):
        three.hands("UTG")


def test_a_prize_for_the_winner_alone_is_as_good_as_chips(three: AllInTable) -> None:
    same = solve_all_in([10, 10, 10], payouts=[30], deals=6_000, iterations=40)
    # Prizes are shares of the chips: the game is the same but for rounding, which decides between
    # hands that are worth the same. Nobody could win more than 0.005 either way, and what one of
    # three does otherwise costs the two others no more than that each.
    assert max(*same.gains, *three.gains) < 0.005
    assert [value - 10 for value in same.values] == pytest.approx(three.values, abs=0.01)


def test_prizes_for_the_second_make_calls_dearer(three: AllInTable) -> None:
    bubble = solve_all_in([10, 10, 10], payouts=[15, 15], deals=6_000, iterations=40)
    assert sum(bubble.values) == pytest.approx(30, abs=0.2)
    assert max(bubble.gains) < 0.03
    for decision in (("BB", "SB"), ("SB", "BTN"), ("BB", "BTN")):
        calls, dear = (sum(table.hands(*decision).values()) for table in (three, bubble))
        assert dear < 0.8 * calls, decision


@pytest.mark.slow
@pytest.mark.parametrize("count", range(4, 10))
def test_up_to_nine_players(count: int) -> None:
    stacks = [6 + seat for seat in range(count)]
    # The best answer is found on the deals that it is measured on: the more decisions, the more
    # of it is luck. The last of nine players has 255 of them, for 169 hands each.
    deals = 6_000 if count < 9 else 15_000
    table = solve_all_in(stacks, ante=0.1, deals=deals, iterations=40)
    assert sum(table.values) == pytest.approx(0, abs=0.3)
    assert max(table.gains) < 0.05


def test_the_same_seed_deals_the_same() -> None:
    one, two = (solve_all_in([5, 6, 7], deals=500, iterations=5, seed=3) for _ in range(2))
    assert one == two
    assert one != solve_all_in([5, 6, 7], deals=500, iterations=5, seed=4)


@pytest.mark.parametrize(
    ("stacks", "options", "text"),
    [
        ([10], {}, "two to nine"),
        ([10] * 10, {}, "two to nine"),
        ([10, 1, 10], {}, "larger than the blinds"),
        ([10, float("nan"), 10], {}, "not negative"),
        ([10, 10], {"payouts": [1, 2, 3]}, "more prizes"),
        ([10, 10], {"payouts": [-1]}, "not negative"),
        ([10, 10], {"big_blind": 0}, "not negative"),
    ],
)
def test_tables_must_make_sense(stacks: list[float], options: dict[str, Any], text: str) -> None:
    with pytest.raises(SetupError, match=text):
        solve_all_in(stacks, **options)
