"""Text as exact numbers, and numbers of any type, within bounds.

Twelve characters, `1e1000000000`, are a number that no memory holds. So whatever text becomes a
number is read here, and whatever number comes from elsewhere is looked at here before anybody
calculates with it. Chips are 64-bit integers inside: nothing that can be played is out of bounds.
"""

from __future__ import annotations

from math import isfinite
from numbers import Number
from typing import TYPE_CHECKING, Any, TypeAlias

from croupier.errors import ParseError, PokerError

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction

__all__ = [
    "MAX_DIGITS",
    "MAX_EXPONENT",
    "Chips",
    "ChipsLike",
    "read_decimal",
    "read_integer",
    "read_number",
    "show_short",
    "to_amount",
    "verify_number",
]

if TYPE_CHECKING:
    ChipsLike: TypeAlias = int | float | Decimal | Fraction
else:
    # Neither decimals nor fractions are imported before somebody has some.
    ChipsLike = Number
"""Whatever may be given as an amount of chips."""

Chips: TypeAlias = Any
"""An amount of chips that is given back, in the type in which chips were given.

Which one that is, type checkers cannot know, and a union of all of them could not even be added up:
so it is whatever the one who asks takes it for.
"""

MAX_DIGITS = 40
"""The most digits of a number, those after the point included."""

MAX_EXPONENT = 40
"""The largest exponent of the first digit of a number, and the smallest one with a minus."""

_LARGEST = 10**MAX_DIGITS
_BITS = _LARGEST.bit_length()
_SHOWN = 40


def read_number(text: str) -> int | Decimal:
    """Read a number exactly.

    >>> read_number("20"), read_number("2.50"), read_number("1e3")
    (20, Decimal('2.50'), Decimal('1E+3'))
    >>> read_number("1e1000000000")
    Traceback (most recent call last):
        ...
    croupier.errors.ParseError: '1e1000000000' is too large or too fine: numbers have at most ...

    Args:
        text: The number.

    Returns:
        An `int` for a whole number without a decimal point, a `decimal.Decimal` otherwise, which
        may be infinite where the text says so.

    Raises:
        ParseError: The text is no number, or one out of bounds.
    """
    if len(text) > MAX_DIGITS and sum(map(str.isdecimal, text)) > MAX_DIGITS:
        raise _refuse(text, ParseError)
    try:
        return int(text)
    except ValueError:
        return _read_decimal(text)


def read_decimal(text: str) -> Decimal:
    """Read a number exactly, as a decimal whether there is a point in it or not.

    >>> read_decimal("20")
    Decimal('20')

    Args:
        text: The number.

    Returns:
        The number, which may be infinite where the text says so.

    Raises:
        ParseError: The text is no number, or one out of bounds.
    """
    if len(text) > MAX_DIGITS and sum(map(str.isdecimal, text)) > MAX_DIGITS:
        raise _refuse(text, ParseError)
    return _read_decimal(text)


def read_integer(text: str) -> int:
    """Read a whole number without a point.

    >>> read_integer("-12")
    -12

    Args:
        text: The number.

    Returns:
        The number.

    Raises:
        ParseError: The text is no whole number, or one out of bounds.
    """
    number = read_number(text)
    if not isinstance(number, int):
        raise ParseError(f"{show_short(text)} is no whole number", code="number-syntax")
    return number


def _read_decimal(text: str) -> Decimal:
    from decimal import Decimal, InvalidOperation

    try:
        number = Decimal(text)
    except InvalidOperation:
        # `InvalidOperation` is no `ValueError`, and does not say what is wrong.
        number = Decimal("nan")
    if number.is_nan():
        raise ParseError(f"{show_short(text)} is not a number", code="number-syntax")
    if not -MAX_EXPONENT <= number.adjusted() <= MAX_EXPONENT:
        raise _refuse(text, ParseError)
    return number


# The bounds of the first digit, for floats.
_SMALLEST, _LARGEST = 10.0**-MAX_EXPONENT, 10.0 ** (MAX_EXPONENT + 1)


def verify_number(
    number: Any, error: type[PokerError] = ParseError, *, infinite: bool = False
) -> None:
    """Refuse a number that is out of bounds, or none, before anybody calculates with it.

    >>> from decimal import Decimal
    >>> verify_number(Decimal("2.50"))
    >>> verify_number(Decimal("1e999999"))
    Traceback (most recent call last):
        ...
    croupier.errors.ParseError: Decimal('1E+999999') is too large or too fine: numbers have at ...

    Args:
        number: An `int`, a `decimal.Decimal`, a `fractions.Fraction`, a `float`, or something else,
            with which nothing is wrong here.
        error: The class of the error.
        infinite: Whether there may be infinitely much.

    Raises:
        PokerError: The number is out of bounds; it is an error of the class that was given.
    """
    if isinstance(number, int):
        if number.bit_length() > _BITS:
            raise _refuse(number, error)
        return
    kind = type(number).__name__
    if kind == "Decimal":
        exponent = number.as_tuple().exponent
        if exponent == "F" and infinite and number > 0:
            return
        if not isinstance(exponent, int):
            raise error(f"{number!r} is no amount that can be counted")
        finest = -MAX_EXPONENT - MAX_DIGITS
        if exponent < finest or not -MAX_EXPONENT <= number.adjusted() <= MAX_EXPONENT:
            raise _refuse(number, error)
    elif kind == "Fraction":
        if max(map(int.bit_length, number.as_integer_ratio())) > _BITS:
            raise _refuse(number, error)
    elif isinstance(number, float):
        if not isfinite(number):
            if infinite and number > 0:
                return
            raise error(f"{number!r} is no amount that can be counted")
        if number and not _SMALLEST <= abs(number) < _LARGEST:
            raise _refuse(number, error)


def show_short(number: Any) -> str:
    """Return what was given, a number or a text, for a message: the beginning where it is long.

    >>> show_short("1" * 5000), show_short(10**5000), show_short(2)
    ("'1111111111111111111111111111111111111111…'", 'a number of 16610 bits', '2')

    Args:
        number: The number or the text.

    Returns:
        The text.
    """
    if isinstance(number, str):
        return repr(number if len(number) <= _SHOWN else f"{number[:_SHOWN]}…")
    if type(number).__name__ == "Fraction":
        return "/".join(map(show_short, number.as_integer_ratio()))
    if isinstance(number, int) and number.bit_length() > 2 * _BITS:
        # Python refuses to write down integers of thousands of digits.
        return f"a number of {number.bit_length()} bits"
    shown = repr(number)
    return shown if len(shown) <= 2 * _SHOWN else f"{shown[:_SHOWN]}…"


def _refuse(number: Any, error: type[PokerError]) -> PokerError:
    return error(
        f"{show_short(number)} is too large or too fine: numbers have at most {MAX_DIGITS} digits"
        f" and an exponent from -{MAX_EXPONENT} to {MAX_EXPONENT}",
        code="number-out-of-bounds",
    )


_BASES = 2, 5


def to_amount(value: Fraction) -> Any:
    """Return an amount as an integer or a decimal; thirds and the like stay fractions.

    >>> from fractions import Fraction
    >>> to_amount(Fraction(3)), to_amount(Fraction(-5, 4))
    (3, Decimal('-1.25'))

    Args:
        value: The amount.

    Returns:
        The same amount.
    """
    denominator = value.denominator
    if denominator == 1:
        return value.numerator
    for base in _BASES:
        while denominator % base == 0:
            denominator //= base
    if denominator != 1:
        return value
    from decimal import Decimal

    return Decimal(value.numerator) / value.denominator
