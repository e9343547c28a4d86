"""Amounts as texts have them, as whole units and back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from croupier import _native
from croupier.errors import ParseError
from croupier.numbers import ChipsLike, read_integer

__all__ = ["CURRENCIES", "SYMBOLS", "ChipNotation", "choose_chips"]

CURRENCIES: Final = {
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "CNY",
    "₹": "INR",
    "₽": "RUB",
    "₩": "KRW",
    "₴": "UAH",
}
"""Signs of currencies, and the codes that they stand for where nothing else is said."""

SYMBOLS: Final = {code: sign for sign, code in CURRENCIES.items()}
"""Codes of currencies, and their signs."""

_AMOUNT = re.compile(r"(-?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?")
# Signs of currencies and blanks of all kinds, before or behind.
_SIGNS = "".join(CURRENCIES) + " \t\xa0\u202f"
# Hands of one table have the same amounts again and again.
_MAX = 1 << 16


class ChipNotation:
    """A notation of amounts as whole units: cents where there are decimals, chips otherwise.

    >>> cents = ChipNotation(2)
    >>> cents.read("$1,234.50"), cents.write(123450), ChipNotation(0).write(20)
    (123450, Decimal('1234.50'), 20)

    Attributes:
        digits: How many digits follow the point.
        scale: How many units a chip is.
    """

    def __init__(self, digits: int) -> None:
        """Prepare for amounts with so many digits after the point."""
        self.digits = digits
        self.scale = 10**digits
        self._known: dict[str, int] = {}

    def read(self, text: str) -> int:
        """Return an amount in units.

        Args:
            text: The amount, perhaps with a sign of a currency and commas between thousands.

        Returns:
            The units.

        Raises:
            ParseError: It is no amount, or finer than a unit.
        """
        known = self._known.get(text)
        if known is None:
            known = self._read(text)
            if len(self._known) < _MAX:
                self._known[text] = known
        return known

    def _read(self, text: str) -> int:
        found = _AMOUNT.fullmatch(text.strip(_SIGNS))
        if found is None:
            raise ParseError(f"{text!r} is no amount such as 20 or $2.50", code="amount-syntax")
        sign, whole, part = found.groups()
        part = (part or "").rstrip("0")
        if len(part) > self.digits:
            raise ParseError(
                f"{text!r} is finer than {self.digits} digits after the point",
                code="amount-too-fine",
            )
        units = read_integer(whole.replace(",", "") + part.ljust(self.digits, "0"))
        return -units if sign else units

    def write(self, units: int) -> int | Decimal:
        """Return units as chips: an integer, or a decimal with all digits.

        Args:
            units: The units.

        Returns:
            The amount.
        """
        return units if not self.digits else Decimal(units).scaleb(-self.digits)

    def text(self, units: int) -> str:
        """Return units as text: with all digits, or with none after the point if all are zeros.

        >>> ChipNotation(2).text(-50), ChipNotation(2).text(500), ChipNotation(0).text(7)
        ('-0.50', '5', '7')

        Args:
            units: The units.

        Returns:
            The text.
        """
        if not self.digits:
            return str(units)
        whole, part = divmod(abs(units), self.scale)
        sign = "-" if units < 0 else ""
        return f"{sign}{whole}.{part:0{self.digits}}" if part else f"{sign}{whole}"


WHOLE: Final = ChipNotation(0)
"""Chips that cannot be divided."""

CENTS: Final = ChipNotation(2)
"""Money with cents."""
__all__ += ["CENTS", "WHOLE"]


def choose_chips(amounts: Iterable[ChipsLike]) -> ChipNotation:
    """Return units in which all amounts are whole: chips, cents or finer ones.

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
    return WHOLE if not digits else CENTS if digits == CENTS.digits else ChipNotation(digits)
