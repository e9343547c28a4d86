"""What each field of a history is, and what is wrong with its value."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from math import inf
from typing import Any, Final, NamedTuple

from croupier.histories.configured import check_configured
from croupier.histories.currencies import CURRENCIES
from croupier.histories.field_problems import ERROR, WARNING, FieldProblem
from croupier.histories.times import is_zone
from croupier.histories.variants import (
    CONFIGURED,
    FORCED_BET_FIELDS,
    GAME_TYPES,
    REQUIRED_FIELDS,
)

__all__ = ["FIELDS", "check_fields", "find_fault"]


class _Field(NamedTuple):
    what: str
    is_right: Callable[[Any], bool]
    is_array: bool = False
    # What a value must be beyond its type, if anything.
    bounds: str = ""
    is_within: Callable[[Any], bool] = lambda value: True


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_name(value: Any) -> bool:
    return _is_text(value) or _is_integer(value)


def _is_finite(value: Any) -> bool:
    return bool(value == value and abs(value) != inf)


_TEXT = _Field("a text", _is_text)
_NAME = _Field("an integer or a text", _is_name)
_BET = _Field(
    "a number", _is_number, False, "above 0", lambda value: _is_finite(value) and value > 0
)
_FROM_ZERO = "0 or more"

FIELDS: Final[dict[str, _Field]] = {
    "variant": _TEXT,
    "ante_trimming_status": _Field("true or false", lambda value: isinstance(value, bool)),
    "antes": _Field(
        "numbers", _is_number, True, _FROM_ZERO, lambda value: _is_finite(value) and value >= 0
    ),
    "blinds_or_straddles": _Field("numbers", _is_number, True, "finite", _is_finite),
    "bring_in": _BET,
    "small_bet": _BET,
    "big_bet": _BET,
    "min_bet": _BET,
    "starting_stacks": _Field("numbers", _is_number, True, "above 0", lambda value: value > 0),
    "actions": _Field("texts", _is_text, True),
    "author": _TEXT,
    "event": _TEXT,
    "url": _TEXT,
    "venue": _TEXT,
    "address": _TEXT,
    "city": _TEXT,
    "region": _TEXT,
    "postal_code": _TEXT,
    "country": _TEXT,
    "time": _Field("a local time", lambda value: isinstance(value, datetime.time)),
    "time_zone": _TEXT,
    "time_zone_abbreviation": _TEXT,
    "day": _Field("an integer", _is_integer, False, "1 to 31", lambda value: 1 <= value <= 31),
    "month": _Field("an integer", _is_integer, False, "1 to 12", lambda value: 1 <= value <= 12),
    "year": _Field("an integer", _is_integer),
    "hand": _NAME,
    "level": _Field("an integer", _is_integer),
    "seats": _Field("integers", _is_integer, True),
    "seat_count": _Field("an integer", _is_integer, False, "2 or more", lambda value: value >= 2),
    "table": _NAME,
    "players": _Field("texts", _is_text, True),
    "finishing_stacks": _Field("numbers", _is_number, True, _FROM_ZERO, lambda value: value >= 0),
    "winnings": _Field("numbers", _is_number, True, _FROM_ZERO, lambda value: value >= 0),
    "currency": _TEXT,
    "currency_symbol": _TEXT,
    "time_limit": _Field("a number", _is_number, False, "above 0", lambda value: value > 0),
    "time_banks": _Field("numbers", _is_number, True, _FROM_ZERO, lambda value: value >= 0),
}
"""All fields of the standard."""


def find_fault(values: Mapping[str, Any]) -> str:
    """Say which field is to blame where a hand cannot be played or written.

    >>> find_fault({"variant": "NT", "antes": [0, -1]})
    'antes value 2 must be 0 or more, unlike -1'

    Args:
        values: The fields.

    Returns:
        The first thing that is wrong with them; nothing if they are as they should be.
    """
    for severity, _, field, index, message in check_fields(values):
        if severity == ERROR:
            return f"{field} {message if index is None else f'value {index + 1} {message}'}"
    return ""


def check_fields(values: Mapping[str, Any]) -> Iterator[FieldProblem]:
    """Yield everything that is wrong with the fields of a hand.

    >>> hand = {"variant": "NT", "antes": [0, 0], "blinds_or_straddles": [1, 2], "min_bet": 2}
    >>> hand |= {"starting_stacks": [9, -8], "actions": []}
    >>> [(problem.field, problem.element, problem.message) for problem in check_fields(hand)]
    [('starting_stacks', 1, 'must be above 0, unlike -8')]

    Args:
        values: The fields by their names.

    Yields:
        The problems.
    """
    right: dict[str, Any] = {}
    for name, value in values.items():
        problems = list(_check_value(name, value))
        yield from problems
        if not problems:
            right[name] = value
    yield from _check_variant(values)
    yield from _check_lengths(right)
    yield from _check_oddities(right)


def _check_value(name: str, value: Any) -> Iterator[FieldProblem]:
    known = FIELDS.get(name)
    if known is None:
        if name == "_board_count" and not (_is_integer(value) and value > 0):
            yield FieldProblem(
                ERROR, "value", name, None, f"must be an integer above 0, unlike {value!r}"
            )
        elif not name.startswith("_"):
            yield FieldProblem(
                WARNING, "unknown", name, None, "is no field of the standard, nor begins with '_'"
            )
        return
    if not known.is_array:
        yield from _check_one(name, None, known, value)
    elif not isinstance(value, list | tuple):
        yield FieldProblem(
            ERROR, "type", name, None, f"must be {known.what} in brackets, not {value!r}"
        )
    else:
        for index, one in enumerate(value):
            yield from _check_one(name, index, known, one)


def _check_one(name: str, index: int | None, known: _Field, value: Any) -> Iterator[FieldProblem]:
    if not known.is_right(value):
        yield FieldProblem(ERROR, "type", name, index, f"must be {known.what}, not {value!r}")
    elif value != value or not known.is_within(value):
        bounds = known.bounds or "a number"
        yield FieldProblem(ERROR, "value", name, index, f"must be {bounds}, unlike {value}")


def _check_variant(values: Mapping[str, Any]) -> Iterator[FieldProblem]:
    variant = values.get("variant")
    needed: tuple[str, ...] = ("variant", "antes", "starting_stacks", "actions")
    if isinstance(variant, str):
        if variant in GAME_TYPES:
            needed = REQUIRED_FIELDS[variant]
            for name in FORCED_BET_FIELDS:
                if name in values and name not in needed:
                    message = f"has no meaning in a hand of {variant!r}"
                    yield FieldProblem(WARNING, "superfluous", name, None, message)
        elif variant == CONFIGURED:
            yield from check_configured(values)
        else:
            codes = ", ".join([*GAME_TYPES, CONFIGURED])
            message = f"must be one of {codes}, unlike {variant!r}"
            yield FieldProblem(ERROR, "variant", "variant", None, message)
    for name in needed:
        if name not in values:
            yield FieldProblem(ERROR, "missing", name, None, "is missing")


_PER_PLAYER = (
    "antes",
    "blinds_or_straddles",
    "seats",
    "players",
    "finishing_stacks",
    "winnings",
    "time_banks",
)


def _check_lengths(values: Mapping[str, Any]) -> Iterator[FieldProblem]:
    if "starting_stacks" not in values:
        return
    count = len(values["starting_stacks"])
    if count < 2:
        message = f"must have at least two players, not {count}"
        yield FieldProblem(ERROR, "length", "starting_stacks", None, message)
    for name in _PER_PLAYER:
        if name in values and len(values[name]) != count:
            message = f"must have {count} values, one for each player, not {len(values[name])}"
            yield FieldProblem(ERROR, "length", name, None, message)


def _check_oddities(values: Mapping[str, Any]) -> Iterator[FieldProblem]:
    antes = values.get("antes", [])
    if values.get("ante_trimming_status") and len(set(antes)) > 1:
        message = "should be false where antes differ"
        yield FieldProblem(WARNING, "antes", "ante_trimming_status", None, message)
    for index, blind in enumerate(values.get("blinds_or_straddles", [])):
        if blind < 0:
            message = f"is negative, which PokerKit takes for a post: {blind}"
            yield FieldProblem(WARNING, "post", "blinds_or_straddles", index, message)
    zone = values.get("time_zone")
    if zone is not None and not is_zone(zone):
        message = f"is no zone of the IANA database: {zone!r}"
        yield FieldProblem(WARNING, "zone", "time_zone", None, message)
    currency = values.get("currency")
    if currency is not None and currency not in CURRENCIES:
        message = f"is no currency of ISO 4217: {currency!r}"
        yield FieldProblem(WARNING, "currency", "currency", None, message)
    symbol = values.get("currency_symbol")
    if symbol is not None and len(symbol) != 1:
        message = f"should be one character, not {symbol!r}"
        yield FieldProblem(WARNING, "symbol", "currency_symbol", None, message)
    url = values.get("url")
    if url is not None and "://" not in url:
        message = f"should begin with a protocol, such as https, unlike {url!r}"
        yield FieldProblem(WARNING, "url", "url", None, message)
    yield from _check_date(values)
    yield from _check_seats(values)


def _check_date(values: Mapping[str, Any]) -> Iterator[FieldProblem]:
    day, month, year = (values.get(name) for name in ("day", "month", "year"))
    if day is None or month is None:
        return
    try:
        # Without a year, a leap year gives every day a chance.
        datetime.date(2000 if year is None else year, month, day)
    except (ValueError, OverflowError):
        message = f"there is no day {day} in month {month}" + (f" of {year}" if year else "")
        yield FieldProblem(ERROR, "date", "day", None, message)


def _check_seats(values: Mapping[str, Any]) -> Iterator[FieldProblem]:
    count = values.get("seat_count")
    seats = values.get("seats", [])
    if count is not None and len(values.get("starting_stacks", [])) > count:
        message = f"is less than the number of players: {count}"
        yield FieldProblem(WARNING, "seats", "seat_count", None, message)
    for name in ("seats", "players"):
        seen = set()
        for index, value in enumerate(values.get(name, [])):
            if value in seen and value != "":
                yield FieldProblem(WARNING, "repeated", name, index, f"is there twice: {value!r}")
            seen.add(value)
    for index, seat in enumerate(seats):
        if count is not None and seat > count:
            message = f"is beyond the {count} seats: {seat}"
            yield FieldProblem(WARNING, "seats", "seats", index, message)
