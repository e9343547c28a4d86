"""Amounts of chips that are not integers: exact inside, given back in the type that they came in.

The core counts integer units. Amounts of other types are multiples of a unit that is chosen when
the state is made: the finest decimal place or fraction that any amount has, divided by 2520 * 4,
so that pots split evenly between up to ten players, two boards and two hand types.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from math import inf, lcm
from typing import Any

from croupier.errors import SetupError

__all__ = ["UNKNOWN_STACK", "Converter", "choose_converter"]

UNKNOWN_STACK = 1 << 60
"""What the core has for a stack that is unknown."""

# Up to ten players, and two times two shares.
_SPLITS = 2520 * 4


class Converter:
    """Turn amounts into units and back.

    >>> converter = choose_converter([Decimal("0.05"), 1])
    >>> converter.from_units(converter.to_units(Decimal("0.15")))
    Decimal('0.15')
    """

    __slots__ = ("_kind", "_places", "_scale")

    def __init__(self, kind: type, scale: int, places: int) -> None:
        """Make a converter.

        Args:
            kind: The type of the amounts.
            scale: How many units 1 is.
            places: How many decimal places amounts have.
        """
        self._kind = kind
        self._scale = scale
        self._places = places

    def to_units(self, amount: Any) -> int:
        """Return an amount in units.

        Raises:
            ValueError: The amount is finer than a unit.
        """
        if amount == inf:
            return UNKNOWN_STACK
        units = _exact(amount) * self._scale
        if units.denominator != 1:
            raise ValueError(f"The amount {amount!r} is finer than this game can count.")
        return units.numerator

    def from_units(self, units: int) -> Any:
        """Return an amount of the type of this game."""
        amount = Fraction(units, self._scale)
        if self._kind is float:
            return amount.numerator / amount.denominator
        if self._kind is Decimal:
            value = Decimal(amount.numerator) / Decimal(amount.denominator)
            # As many places as the amounts that were given, unless there are more.
            short = round(value, self._places)
            return short if short == value else value
        return amount

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Converter):
            return NotImplemented
        return (self._kind, self._scale) == (other._kind, other._scale)

    __hash__ = None  # type: ignore[assignment]


def choose_converter(amounts: Iterable[Any]) -> Converter | None:
    """Return a converter for these amounts, or `None` where they are integers.

    Args:
        amounts: All amounts that a state is made with.

    Returns:
        The converter.

    Raises:
        SetupError: There are floats beside decimals or fractions, or something that is no number.
    """
    kinds: set[type] = set()
    exact: list[Fraction] = []
    for amount in amounts:
        if amount == inf:
            continue
        if not isinstance(amount, int):
            kinds.add(_kind_of(amount))
        exact.append(_exact(amount))
    if not kinds:
        return None
    if len(kinds) > 1:
        names = " and ".join(sorted(kind.__name__ for kind in kinds))
        raise SetupError(f"Amounts must be of one type, not {names}.")
    (kind,) = kinds
    denominator = lcm(*(amount.denominator for amount in exact))
    places = 0
    if kind is not Fraction:
        while 10**places % denominator and places < 12:
            places += 1
        denominator = lcm(denominator, 10 ** max(places, 2))
    return Converter(kind, denominator * _SPLITS, places)


def _kind_of(amount: Any) -> type:
    for kind in (float, Decimal, Fraction):
        if isinstance(amount, kind):
            return kind
    try:
        float(amount)
    except (TypeError, ValueError):
        raise SetupError(f"{amount!r} is not an amount of chips.") from None
    return float


def _exact(amount: Any) -> Fraction:
    """Return an amount exactly; a float as it is written."""
    if isinstance(amount, int | Fraction):
        return Fraction(amount)
    if isinstance(amount, Decimal):
        return Fraction(amount)
    return Fraction(repr(float(amount)))
