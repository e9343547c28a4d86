"""Push or fold before the flop, for two players of hold'em."""

from __future__ import annotations

from typing import NamedTuple

from croupier import _native
from croupier.analysis.ranges.classes import STARTING_HANDS
from croupier.errors import SetupError
from croupier.limits import verify_count

__all__ = ["PushFold", "solve_push_fold"]

_MOST_ITERATIONS = 1_000_000


class PushFold(NamedTuple):
    """Say which hands are all-in, and which call.

    Attributes:
        pushes: How often each starting hand is all-in for the player in the small blind.
        calls: How often each starting hand calls for the other player.
        push_margins: What all-in is worth more than folding, in chips.
        call_margins: What a call is worth more than folding, in chips.
        values: What each player wins.
        gains: What each player could win more against the other's strategy: the proof.
        iterations: How many iterations were done.
    """

    pushes: dict[str, float]
    calls: dict[str, float]
    push_margins: dict[str, float]
    call_margins: dict[str, float]
    values: tuple[float, float]
    gains: tuple[float, float]
    iterations: int


def solve_push_fold(
    stack: float,
    *,
    small_blind: float = 0.5,
    big_blind: float = 1.0,
    ante: float = 0.0,
    target: float = 0.0005,
    iterations: int = 20_000,
) -> PushFold:
    """Solve all-in or fold for two players of hold'em before the flop.

    >>> found = solve_push_fold(10)
    >>> round(found.pushes["A2o"]), round(found.pushes["32o"]), max(found.gains) <= 0.0005
    (1, 0, True)

    Args:
        stack: The smaller stack, before blinds and antes.
        small_blind: The blind of the player who is all-in or out.
        big_blind: The blind of the player who calls or folds.
        ante: What each pays before.
        target: What nobody may be able to win more, in chips.
        iterations: The most iterations to do.

    Returns:
        The strategies.

    Raises:
        SetupError: The stakes make no sense.
    """
    if not 0 <= target < float("inf"):
        raise SetupError(f"a target must not be negative, unlike {target!r}", code="target")
    verify_count("iteration", iterations, _MOST_ITERATIONS)
    stakes = float(stack), float(small_blind), float(big_blind), float(ante)
    parts, margins, values, gains, done = _native.push_fold(stakes, target, iterations)
    named = [dict(zip(STARTING_HANDS, each, strict=True)) for each in (*parts, *margins)]
    return PushFold(named[0], named[1], named[2], named[3], values, gains, done)
