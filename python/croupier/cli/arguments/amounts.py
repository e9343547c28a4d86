"""Amounts that people type: several with commas."""

from __future__ import annotations

from math import isfinite

from croupier.errors import ParseError, SetupError
from croupier.numbers import Chips, show_short

__all__ = ["read_amounts", "show_amount"]


def read_amounts(name: str, text: str) -> tuple[Chips, ...]:
    """Read amounts with commas between them.

    >>> read_amounts("stacks", "5000, 2.50")
    (5000, Decimal('2.50'))

    Args:
        name: The name of the option.
        text: What was typed.

    Returns:
        The amounts.

    Raises:
        SetupError: A part of it is no amount, or one out of bounds.
    """
    from croupier.utilities import parse_value

    try:
        amounts = tuple(parse_value(part.strip()) for part in text.split(","))
    except ParseError as error:
        raise SetupError(
            f"--{name} takes an amount, or several with commas, unlike {show_short(text)}: {error}",
            code="option-value",
        ) from None
    if not all(map(isfinite, amounts)):
        raise SetupError(
            f"--{name} takes amounts that can be counted, unlike {show_short(text)}",
            code="option-value",
        )
    return amounts


def show_amount(amount: Chips, *, sign: bool = False) -> str:
    """Return an amount as people read it.

    >>> show_amount(1234567), show_amount(2.5, sign=True)
    ('1,234,567', '+2.50')

    Args:
        amount: The amount.
        sign: Whether a plus stands before it.

    Returns:
        The text: whole amounts as they are, others with two decimal places.
    """
    whole = amount == int(amount) and not isinstance(amount, float)
    number = int(amount) if whole else float(amount)
    plus = "+" if sign else ""
    return f"{number:{plus},}" if whole else f"{number:{plus},.2f}"
