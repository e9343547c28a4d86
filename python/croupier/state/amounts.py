"""Amounts of chips that are not integers: exact inside, given back in the type that they came in.

The core counts integer units. Amounts of other types are multiples of a unit that the core chooses
when the state is made: the finest decimal place or fraction that any amount has, cents at least,
divided by 2520 * 4, so that pots split evenly between up to ten players, two boards and two hand
types (by less where there are very many chips), and then by as many tens as there is room for, up
to a million million.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

from croupier import _native
from croupier.errors import RuleError, SetupError
from croupier.numbers import Chips, ChipsLike, show_short, verify_number
from croupier.utilities import divmod as share_out

__all__ = [
    "LARGEST_TOTAL",
    "UNKNOWN_STACK",
    "Converter",
    "choose_converter",
    "count_rake",
    "count_units",
    "divide_whole_chips",
    "find_kind",
    "is_number",
]

UNKNOWN_STACK = 1 << 60
"""The core's number for a stack that is unknown."""

LARGEST_TOTAL = 1 << 54
"""The most units of all chips together."""


Converter = _native.Converter
choose_converter = _native.choose_converter


def count_units(amount: ChipsLike, scale: int) -> int:
    """Return an amount in units.

    >>> from decimal import Decimal
    >>> count_units(Decimal("0.15"), 100)
    15

    Args:
        amount: The amount, of any type of numbers.
        scale: How many units 1 is.

    Returns:
        The units, or what the core has for an unknown stack.

    Raises:
        RuleError: The amount is no number, out of bounds, or finer than a unit.
    """
    if not is_number(amount):
        raise RuleError(
            f"{show_short(amount)} is not an amount of chips", code="no-amount", amount=amount
        )
    verify_number(amount, RuleError, infinite=True)
    if amount == inf:
        return UNKNOWN_STACK
    numerator, denominator = _ratio(amount)
    units, rest = divmod(numerator * scale, denominator)
    if rest:
        raise RuleError(
            f"the amount {amount!r} is finer than this game can count",
            code="amount-too-fine",
            amount=amount,
        )
    if abs(units) > LARGEST_TOTAL:
        raise RuleError(
            f"the amount {amount!r} is more than this game can count",
            code="amount-too-large",
            amount=amount,
        )
    return units


def find_kind(amounts: Iterable[ChipsLike], others: Iterable[ChipsLike] = ()) -> str | None:
    """Return the one type of amounts that are no integers, or `None` where all are.

    >>> find_kind([2.5, 1]), find_kind([1, inf])
    ('float', None)

    Args:
        amounts: All amounts that are on the table together.
        others: Amounts that must be counted, too, such as the sizes of bets.

    Returns:
        The name of the type.

    Raises:
        SetupError: There are amounts of several types, or something that is no number.
    """
    kinds: set[str] = set()
    for amount in (*amounts, *others):
        if not is_number(amount):
            raise SetupError(
                f"{show_short(amount)} is not an amount of chips", code="no-amount", amount=amount
            )
        verify_number(amount, SetupError, infinite=True)
        if amount != inf and not isinstance(amount, int):
            kinds.add(_kind_of(amount))
    if len(kinds) > 1:
        raise SetupError(
            f"amounts must be of one type, not {' and '.join(sorted(kinds))}", code="mixed-amounts"
        )
    return kinds.pop() if kinds else None


def divide_whole_chips(dividend: Any, divisor: int) -> tuple[Any, Any]:
    """Divide a whole number of chips into whole numbers, although they are decimals.

    The core knows this function, and divides the units of amounts that are not whole.

    >>> from decimal import Decimal
    >>> divide_whole_chips(Decimal("15.00"), 2)
    (Decimal('7'), Decimal('1'))

    Args:
        dividend: The amount.
        divisor: How many shares to make.

    Returns:
        One share, and what is left over.
    """
    if dividend != int(dividend):
        return share_out(dividend, divisor)
    kind = type(dividend)
    share, rest = divmod(int(dividend), divisor)
    return kind(share), kind(rest)


def count_rake(parts: tuple[Any, Any], amount: Any, unit: Any) -> int:
    """Return how many whole chips the house takes of a pot.

    >>> from decimal import Decimal
    >>> count_rake((Decimal("0.475"), Decimal("9.025")), Decimal("9.50"), Decimal("0.01"))
    47

    Args:
        parts: What a `rake` divided the pot into: the rake, and the rest.
        amount: The pot.
        unit: The smallest chip.

    Returns:
        The chips.

    Raises:
        RuleError: The parts are no amounts of this pot.
    """
    # Few games have both a rake and a unit.
    from fractions import Fraction

    raked, unraked = parts
    for part in parts:
        if not is_number(part) or part == inf:
            raise RuleError(f"{show_short(part)} is not an amount of chips", code="no-amount")
        verify_number(part, RuleError)
    taken, rest, whole, chip = (Fraction(str(one)) for one in (raked, unraked, amount, unit))
    # Parts of floats add up to nearly the whole.
    if not 0 <= taken <= whole or abs(taken + rest - whole) * 2 >= chip:
        raise RuleError(
            f"invalid rake: expected two parts of {amount}, got {raked} and {unraked}",
            code="hook",
        )
    return taken // chip


def is_number(amount: Any) -> bool:
    """Return whether an amount is something that can be counted, or unknown.

    >>> is_number(2.5), is_number(inf), is_number(float("nan"))
    (True, True, False)

    Args:
        amount: The amount, of any type of numbers.

    Returns:
        Whether it is a number, and not less than all of them.
    """
    if isinstance(amount, int):
        return True
    is_nan = getattr(amount, "is_nan", None)
    # A value not equal to itself is not a number; minus infinity is less than no chips at all.
    return not (is_nan() if is_nan else amount != amount) and amount != -inf


def _kind_of(amount: Any) -> str:
    name = type(amount).__name__
    if name in {"Decimal", "Fraction"}:
        return name
    try:
        # Texts can be made floats, but nobody bets them.
        amount.__float__()
    except (AttributeError, TypeError, ValueError):
        raise SetupError(
            f"{show_short(amount)} is not an amount of chips", code="no-amount", amount=amount
        ) from None
    return "float"


def _ratio(amount: Chips) -> tuple[int, int]:
    """Return an amount exactly, as a fraction in its lowest terms; a float as it is written."""
    if isinstance(amount, int) or type(amount).__name__ in {"Decimal", "Fraction"}:
        ratio: tuple[int, int] = amount.as_integer_ratio()
        return ratio
    from fractions import Fraction

    return Fraction(repr(float(amount))).as_integer_ratio()
