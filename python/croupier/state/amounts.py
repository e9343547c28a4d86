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
from croupier.numbers import show_short, verify_number
from croupier.utilities import divmod as share_out

__all__ = [
    "LARGEST_TOTAL",
    "UNKNOWN_STACK",
    "Converter",
    "choose_converter",
    "divide_whole_chips",
    "is_number",
]

UNKNOWN_STACK = 1 << 60
"""What the core has for a stack that is unknown."""

LARGEST_TOTAL = 1 << 54
"""The most units of all chips together."""


class Converter:
    """Turn amounts into units and back.

    >>> from decimal import Decimal
    >>> converter = choose_converter([Decimal("0.05"), 1])
    >>> converter.from_units(converter.to_units(Decimal("0.15")))
    Decimal('0.15')
    """

    __slots__ = ("_kind", "_places", "_scale")

    def __init__(self, kind: str, scale: int, places: int) -> None:
        """Make a converter.

        Args:
            kind: The name of the type of the amounts: `float`, `Decimal` or `Fraction`.
            scale: How many units 1 is.
            places: How many decimal places amounts have.
        """
        self._kind = kind
        self._scale = scale
        self._places = places

    @property
    def scale(self) -> int:
        """How many units 1 is."""
        return self._scale

    @property
    def places(self) -> int:
        """How many decimal places amounts have."""
        return self._places

    def to_units(self, amount: Any) -> int:
        """Return an amount in units.

        Raises:
            RuleError: The amount is no number, out of bounds, or finer than a unit.
        """
        if not is_number(amount):
            raise RuleError(f"{show_short(amount)} is not an amount of chips")
        verify_number(amount, RuleError, infinite=True)
        if amount == inf:
            return UNKNOWN_STACK
        numerator, denominator = _ratio(amount)
        units, rest = divmod(numerator * self._scale, denominator)
        if rest:
            raise RuleError(f"the amount {amount!r} is finer than this game can count")
        if abs(units) > LARGEST_TOTAL:
            raise RuleError(f"the amount {amount!r} is more than this game can count")
        return units

    def from_units(self, units: int) -> Any:
        """Return an amount of the type of this game."""
        if self._kind == "float":
            return units / self._scale
        if self._kind == "Decimal":
            from decimal import Decimal

            value = Decimal(units) / Decimal(self._scale)
            # As many places as the amounts that were given, unless there are more.
            short = round(value, self._places)
            return short if short == value else value
        from fractions import Fraction

        return Fraction(units, self._scale)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Converter):
            return NotImplemented
        return (self._kind, self._scale) == (other._kind, other._scale)

    __hash__ = None  # type: ignore[assignment]


def choose_converter(amounts: Iterable[Any], others: Iterable[Any] = ()) -> Converter | None:
    """Return a converter for these amounts, or `None` where they are integers.

    Args:
        amounts: All amounts that are on the table together.
        others: Amounts that must be counted, too, such as the sizes of bets.

    Returns:
        The converter.

    Raises:
        SetupError: There are amounts of several types, too many chips, or something that is no
            number.
    """
    amounts, others = list(amounts), list(others)
    kinds: set[str] = set()
    for amount in (*amounts, *others):
        if not is_number(amount):
            raise SetupError(f"{show_short(amount)} is not an amount of chips")
        verify_number(amount, SetupError, infinite=True)
        if amount != inf:
            kinds.add(_kind_of(amount))
    kinds.discard("int")
    if not kinds:
        return None
    if len(kinds) > 1:
        raise SetupError(f"amounts must be of one type, not {' and '.join(sorted(kinds))}")
    unit = _native.choose_unit(amounts, others)
    if unit is None:
        raise SetupError("there are too many chips, or too fine ones, to be counted exactly")
    return Converter(kinds.pop(), *unit)


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
    # What is not equal to itself is not a number; there is no less than nothing at all.
    return not (is_nan() if is_nan else amount != amount) and amount != -inf


def _kind_of(amount: Any) -> str:
    if isinstance(amount, int):
        return "int"
    name = type(amount).__name__
    if name in {"Decimal", "Fraction"}:
        return name
    try:
        float(amount)
    except (TypeError, ValueError):
        raise SetupError(f"{amount!r} is not an amount of chips") from None
    return "float"


def _ratio(amount: Any) -> tuple[int, int]:
    """Return an amount exactly, as a fraction in its lowest terms; a float as it is written."""
    if isinstance(amount, int):
        return int(amount), 1
    if type(amount).__name__ in {"Decimal", "Fraction"}:
        ratio: tuple[int, int] = amount.as_integer_ratio()
        return ratio
    from fractions import Fraction

    return Fraction(repr(float(amount))).as_integer_ratio()
