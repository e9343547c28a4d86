"""Push or fold, against figures of published charts."""

from __future__ import annotations

import pytest

from croupier.errors import SetupError
from croupier.solving import solve_push_fold


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
