"""Amounts as texts have them, as whole units and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from croupier import _native
from croupier.errors import ParseError
from croupier.numbers import ChipsLike

__all__ = ["CENTS", "CURRENCIES", "SYMBOLS", "WHOLE", "ChipNotation", "choose_chips"]

CURRENCIES: Final = dict(_native.list_currencies())
"""Signs of currencies, and the codes that they stand for where nothing else is said."""

SYMBOLS: Final = {code: sign for sign, code in CURRENCIES.items()}
"""Codes of currencies, and their signs."""


class ChipNotation(NamedTuple):
    """A notation of amounts as whole units: cents where there are decimals, chips otherwise.

    >>> cents = ChipNotation(2)
    >>> cents.read("$1,234.50"), cents.scale
    (123450, 100)

    Attributes:
        digits: How many digits follow the point.
    """

    digits: int

    @property
    def scale(self) -> int:
        """How many units a chip is."""
        scale: int = 10**self.digits
        return scale

    def read(self, text: str) -> int:
        """Return an amount in units.

        Args:
            text: The amount, perhaps with a sign of a currency and commas between thousands.

        Returns:
            The units.

        Raises:
            ParseError: It is no amount, finer than a unit, or too large.
        """
        return _native.read_units(text, self.digits)


WHOLE: Final = ChipNotation(0)
"""Chips that cannot be divided."""

CENTS: Final = ChipNotation(2)
"""Money with cents."""


def choose_chips(amounts: Iterable[ChipsLike]) -> ChipNotation:
    """Return units in which all amounts are whole: chips, cents or finer ones.

    >>> from decimal import Decimal
    >>> choose_chips([20, Decimal("2.5")]).digits, choose_chips([20, Decimal(3)]).digits
    (2, 0)

    Args:
        amounts: The amounts.

    Returns:
        The units.

    Raises:
        ParseError: An amount is finer than can be counted.
    """
    digits = _native.choose_places(list(amounts))
    if digits is None:
        raise ParseError(
            "amounts have more digits behind the point than can be counted", code="amount-too-fine"
        )
    return ChipNotation(digits)
