"""The stacks at the end of a hand by its record, compared with those of its replay."""

from __future__ import annotations

from decimal import Decimal
from math import inf
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from croupier._native import compare_record
from croupier.histories.replaying.amounts import to_exact
from croupier.numbers import Chips
from croupier.state import State

if TYPE_CHECKING:
    from croupier.histories.history import HandHistory

__all__ = [
    "COMPARISONS",
    "DIFFERENT",
    "EQUAL",
    "LESS",
    "OTHER_WINNERS",
    "Ratios",
    "Settlement",
    "find_ratios",
    "recorded_amounts",
    "settle",
    "to_ratios",
]

Ratios: TypeAlias = list[tuple[int, int] | None]
"""Amounts as fractions, `None` for each that is not known."""

# The core counts in 64-bit integers.
_LARGEST = 1 << 62

EQUAL = "equal"
LESS = "less"
DIFFERENT = "different"
OTHER_WINNERS = "other winners"
COMPARISONS: Final[dict[int, str | None]] = {
    -1: None,
    0: EQUAL,
    1: LESS,
    2: DIFFERENT,
    3: OTHER_WINNERS,
}
"""How a record compares with the replay, by the number in a column."""


class Settlement(NamedTuple):
    """A comparison of a record's end with the replay.

    Attributes:
        finishing: How the recorded stacks compare: "equal", "less" (some have less and nobody more,
            as with a rake) or "different"; `None` where none are recorded.
        winnings: How the recorded winnings compare, in the same words or "other winners", where
            less is by no more than a fifth of the pot; `None` where none are recorded.
        rake: How much less players got by the record than by the replay, or `None` where that
            cannot be known.
    """

    finishing: str | None
    winnings: str | None
    rake: Chips


def settle(history: HandHistory, state: State) -> Settlement:
    """Compare what is recorded with the replay.

    >>> from croupier.histories import HandHistory
    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[10, 20],
    ...     min_bet=20,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 cc", "p1 cbr 90", "p2 f"],
    ...     winnings=[38, 0],
    ... )
    >>> settle(history, history.replay().state)
    Settlement(finishing=None, winnings='less', rake=2)

    Args:
        history: The history.
        state: The end of its replay.

    Returns:
        The comparison.
    """
    stacks = recorded_amounts(history.finishing_stacks, state.player_count)
    won = recorded_amounts(history.winnings, state.player_count)
    finishing, winnings, rake = compare_record(state, to_ratios(stacks), to_ratios(won))
    amount = None
    if rake is not None and not state.status:
        amount = _write_exactly(rake, [*(stacks or won or ()), *state.stacks])
    return Settlement(COMPARISONS[finishing], COMPARISONS[winnings], amount)


def recorded_amounts(values: Any, count: int) -> list[Any] | None:
    """Return amounts exactly; `None` where a field is absent, or no list of an amount for each.

    Args:
        values: The value of the field.
        count: How many players there are.

    Returns:
        The amounts.
    """
    if not isinstance(values, list) or len(values) != count:
        return None
    if not all(
        isinstance(one, int | float | Decimal) and one == one and one >= 0 for one in values
    ):
        return None
    return [to_exact(one) for one in values]


def to_ratios(amounts: list[Any] | None) -> Ratios | None:
    """Return amounts as fractions, `None` for each that is not known."""
    if amounts is None:
        return None
    return [None if amount == inf else amount.as_integer_ratio() for amount in amounts]


def find_ratios(values: Any, count: int) -> Ratios | None:
    """Return recorded amounts as fractions that the core has room for.

    Args:
        values: The value of the field.
        count: How many players there are.

    Returns:
        The fractions, `None` for stacks that are not known; `None` without a usable record.
    """
    ratios = to_ratios(recorded_amounts(values, count))
    if ratios is None:
        return None
    sizes = (size for ratio in ratios if ratio is not None for size in ratio)
    return None if max(sizes, default=0) > _LARGEST else ratios


def _write_exactly(ratio: tuple[int, int], others: list[Any]) -> Any:
    """Return a fraction as a number with as many places as others have, or as it needs."""
    if ratio[0] % ratio[1] == 0 and not any(isinstance(one, Decimal) for one in others):
        return ratio[0] // ratio[1]
    amount = Decimal(ratio[0]) / Decimal(ratio[1])
    exponents = [one.as_tuple().exponent for one in others if isinstance(one, Decimal)]
    places = max((-one for one in exponents if isinstance(one, int)), default=0)
    short = round(amount, places)
    return short if short == amount else amount
