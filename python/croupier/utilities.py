"""Small helpers under the names of PokerKit's module, and the cards once more.

The cards are at home in `croupier.cards`; they are here too because PokerKit has them here.
"""

from __future__ import annotations

import builtins
import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from math import floor, inf, isfinite
from numbers import Integral, Number
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from croupier.cards import Card, CardsLike, Deck, Rank, RankOrder, Suit, shuffled
from croupier.numbers import Chips, ChipsLike, read_number, show_short

if TYPE_CHECKING:
    from datetime import time

__all__ = [
    "UNMATCHABLE_PATTERN",
    "Card",
    "CardsLike",
    "Deck",
    "Rank",
    "RankOrder",
    "Suit",
    "ValuesLike",
    "clean_values",
    "divmod",
    "filter_none",
    "max_or_none",
    "min_or_none",
    "parse_month",
    "parse_time",
    "parse_value",
    "rake",
    "rotated",
    "shuffled",
    "sign",
]

_Value = TypeVar("_Value")

UNMATCHABLE_PATTERN: re.Pattern[str] = re.compile(r"(?!)")
"""A pattern that no text matches, not even the empty one."""

ValuesLike: TypeAlias = Iterable[ChipsLike] | Mapping[int, ChipsLike] | ChipsLike
"""Whatever `clean_values` accepts: values, a mapping of indices to values, or one value for all."""

_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)


def filter_none(values: Iterable[Any]) -> Any:
    """Return an iterator over the values that are not `None`.

    >>> list(filter_none([0, None, 3]))
    [0, 3]

    Args:
        values: The values.

    Returns:
        The iterator.
    """
    return filter(lambda value: value is not None, values)


def min_or_none(values: Iterable[Any], key: Callable[[Any], Any] | None = None) -> Any:
    """Return the least of the values that are not `None`.

    >>> min_or_none([3, None, -2])
    -2
    >>> min_or_none([None]) is None
    True

    Args:
        values: The values.
        key: What to compare the values by, if not by themselves.

    Returns:
        The least value, or `None` if there is none.
    """
    return min(filter_none(values), key=key, default=None)


def max_or_none(values: Iterable[Any], key: Callable[[Any], Any] | None = None) -> Any:
    """Return the greatest of the values that are not `None`.

    >>> max_or_none([3, None, -2])
    3
    >>> max_or_none([None]) is None
    True

    Args:
        values: The values.
        key: What to compare the values by, if not by themselves.

    Returns:
        The greatest value, or `None` if there is none.
    """
    return max(filter_none(values), key=key, default=None)


def clean_values(values: ValuesLike, count: int) -> tuple[Chips, ...]:
    """Return one value for each player, whichever way the values are given.

    >>> clean_values(5, 3)
    (5, 5, 5)
    >>> clean_values([1, 2], 3)
    (1, 2, 0)
    >>> clean_values({-1: 2}, 3)
    (0, 0, 2)

    Args:
        values: One value for all; or values in order, of which surplus ones are dropped and missing
            ones are 0; or a mapping of indices, negative ones from the end, to values.
        count: How many values to return.

    Returns:
        The values.

    Raises:
        ValueError: These are no values, or a mapping has an index out of range.
    """
    if isinstance(values, Number):
        return (values,) * count
    if isinstance(values, Mapping):
        cleaned: list[Chips] = [0] * count
        for place, value in values.items():
            try:
                cleaned[place] += value
            except IndexError:
                raise ValueError(
                    f"The values are invalid: there is no index {show_short(place)} among {count}."
                ) from None
        return tuple(cleaned)
    # A text is iterable too, but its characters are no values.
    if isinstance(values, Iterable) and not isinstance(values, str | bytes):
        cleaned = list(islice(values, count))
        return (*cleaned, *[0] * (count - len(cleaned)))
    raise ValueError(f"The values {show_short(values)} are invalid.")


def rotated(values: Iterable[_Value], count: int) -> deque[_Value]:
    """Return the values with the last ones moved to the front.

    >>> rotated("abcd", 1)
    deque(['d', 'a', 'b', 'c'])

    Args:
        values: The values, which are left as they are.
        count: How many to move; a negative number moves first ones to the end.

    Returns:
        A new deque.
    """
    turned = deque(values)
    turned.rotate(count)
    return turned


def divmod(dividend: int, divisor: int) -> tuple[int, int]:
    """Share an amount equally.

    Integers leave a remainder; other numbers are divided as finely as they can be.

    >>> divmod(11, 3)
    (3, 2)
    >>> divmod(11.0, 4)
    (2.75, 0.0)

    Args:
        dividend: The amount.
        divisor: How many shares to make.

    Returns:
        One share, and what is left over.
    """
    if isinstance(dividend, Integral):
        return builtins.divmod(dividend, divisor)
    share: Any = dividend / divisor
    return share, dividend - share * divisor


def rake(
    amount: Chips,
    state: Any = None,
    *,
    percentage: float = 0,
    cap: float = inf,
    no_flop_no_drop: bool = False,
) -> tuple[Chips, Chips]:
    """Split a pot into the house's part and the players'.

    Nothing is raked unless a percentage is given: set it with `functools.partial`.

    >>> rake(100)
    (0, 100)
    >>> rake(1000, percentage=0.05, cap=30)
    (30, 970)

    Args:
        amount: The pot.
        state: The state whose pot it is. Only its `board_cards` matter.
        percentage: The house's part, from 0 to 1. An integer amount gives an integer rake, rounded
            to the nearest, halves to the even number.
        cap: The most that the house takes of this pot; states ask for each of their pots. Of an
            integer amount its whole chips are taken.
        no_flop_no_drop: Whether nothing is raked as long as the board is empty.

    Returns:
        The rake, and the rest.

    Raises:
        ValueError: The percentage is not from 0 to 1, or no state is given although the board
            matters.
    """
    if not 0 <= percentage <= 1:
        raise ValueError(f"The rake percentage ({percentage}) should be between 0 and 1.")
    if no_flop_no_drop:
        if state is None:
            raise ValueError(
                "If no-flop-no-drop is enabled, the state must be checked, but it is unavailable."
            )
        if not any(state.board_cards):
            return 0, amount
    part, limit = _in_the_kind_of(amount, percentage), _in_the_kind_of(amount, cap)
    taken = amount * part
    if isinstance(amount, Integral):
        taken = round(taken)
    if taken > limit:
        # A cap may be given as a float, and still whole chips are taken.
        taken = floor(limit) if isinstance(amount, Integral) else limit
    return taken, amount - taken


def _in_the_kind_of(amount: Chips, number: Chips) -> Chips:
    """Return a number that can be calculated with together with the amount.

    Python refuses to mix `Decimal` and `float`, although amounts are often the one and percentages
    the other.
    """
    if isinstance(amount, int):
        return number
    from decimal import Decimal

    if isinstance(amount, Decimal) and isinstance(number, float) and isfinite(number):
        # By way of the text: 0.05 shall be five hundredths, not the nearest binary fraction.
        return Decimal(str(number))
    if isinstance(amount, float) and isinstance(number, Decimal):
        return float(number)
    return number


def parse_value(raw_value: str) -> Chips:
    """Read an amount of money.

    >>> parse_value("9,999"), parse_value("9,999.50")
    (9999, Decimal('9999.50'))

    Args:
        raw_value: The text, in which commas are ignored.

    Returns:
        An `int` for a whole number without a decimal point, a `decimal.Decimal` otherwise.

    Raises:
        ParseError: The text is no number, or one out of bounds; it is a `ValueError`.
    """
    return read_number(raw_value.replace(",", ""))


def parse_time(raw_time: str) -> time:
    """Read a time of day.

    >>> parse_time("12:34:56")
    datetime.time(12, 34, 56)

    Args:
        raw_time: Hours, minutes and seconds, with colons between them.

    Returns:
        The time.

    Raises:
        ValueError: The text is no time.
    """
    from datetime import datetime

    return datetime.strptime(raw_time, "%H:%M:%S").time()


def parse_month(raw_month: str) -> int:
    """Read the English name of a month.

    >>> parse_month("July"), parse_month("december")
    (7, 12)

    Args:
        raw_month: The name in full, in any case.

    Returns:
        1 to 12.

    Raises:
        ValueError: No month has this name.
    """
    # Not `strptime`, which expects the names of the language that the machine is set to.
    try:
        return _MONTHS.index(raw_month.lower()) + 1
    except ValueError:
        raise ValueError(f"{raw_month!r} is not the English name of a month.") from None


def sign(value: int) -> int:
    """Return the sign of a number.

    >>> sign(-5), sign(0), sign(10)
    (-1, 0, 1)

    Args:
        value: The number.

    Returns:
        -1, 0 or 1.
    """
    if value > 0:
        return 1
    return -1 if value < 0 else 0
