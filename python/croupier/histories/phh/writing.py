"""TOML out: one field a line, in the style of the public dataset; the core writes the values."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from decimal import Decimal
from math import inf
from typing import Any

from croupier import _native
from croupier.errors import UnsupportedError

__all__ = ["write_document", "write_hands", "write_key", "write_value"]


def write_key(key: str) -> str:
    r"""Return a key as TOML has it.

    >>> write_key("_table"), write_key("a.b"), write_key("it's")
    ('_table', "'a.b'", '"it\'s"')
    """
    return _native.write_toml_key(key, _write_other)


def write_value(value: Any) -> str:
    r"""Return a value as TOML has it, on one line.

    >>> write_value(["AA", True, Decimal("2.50"), inf])
    "['AA', true, 2.50, inf]"
    >>> write_value("Amy's"), write_value("two\nlines")
    ("'''Amy's'''", '"two\\nlines"')

    Args:
        value: A text, number, date, time, truth value, or a sequence or mapping of them.

    Returns:
        The text.

    Raises:
        UnsupportedError: TOML has nothing of this kind.
    """
    return _native.write_toml_value(value, _write_other)


def _write_other(value: Any) -> str:
    """Write what the core leaves over."""
    if isinstance(value, str):
        return _refuse_half_character(value)
    if isinstance(value, float | Decimal):
        if value != value:
            return "nan"
        if value in (inf, -inf):
            return "inf" if value > 0 else "-inf"
        usual = Decimal if isinstance(value, Decimal) else float
        if type(value) is not usual:
            return write_value(usual(value))
    if isinstance(value, int | float | Decimal):
        raise UnsupportedError(
            "a number has more digits, or an exponent further from 0, than can be read again",
            code="toml-number",
        )
    if isinstance(value, datetime.datetime | datetime.time):
        return _write_time(value)
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, Mapping) and not isinstance(value, dict):
        return write_value(dict(value))
    if isinstance(value, list | tuple | dict):
        raise UnsupportedError("values are nested too deep to be read again", code="toml-depth")
    raise UnsupportedError(f"TOML has no room for {value!r}", code="toml-value")


def _write_time(value: datetime.datetime | datetime.time) -> str:
    if isinstance(value, datetime.time) and value.tzinfo is not None:
        raise UnsupportedError(
            f"TOML has no room for the time zone of {value!r}", code="toml-time-zone"
        )
    text = value.isoformat()
    offset = value.utcoffset()
    if offset is not None and offset.total_seconds() % 60:
        raise UnsupportedError(
            f"TOML has no room for the seconds in the offset of {value!r}", code="toml-offset"
        )
    return text


def _refuse_half_character(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise UnsupportedError(
            f"the text {text!r} has half a character: {error.reason}", code="half-character"
        ) from None
    return text


def write_document(fields: Iterable[tuple[str, Any]]) -> str:
    """Return a document of one hand, without a newline at the end.

    >>> print(write_document([("variant", "NT"), ("antes", [0, 0])]))
    variant = 'NT'
    antes = [0, 0]

    Args:
        fields: The names and values; values that are `None` are left out.

    Returns:
        The document.
    """
    return "\n".join(
        f"{write_key(name)} = {write_value(value)}" for name, value in fields if value is not None
    )


def write_hands(hands: Iterable[tuple[str | None, str]]) -> str:
    """Return a document of many hands.

    Keys are kept if every hand has one of its own. Otherwise hands are numbered from 1.

    >>> print(write_hands([("7", "variant = 'NT'"), ("9", "variant = 'FT'")]))
    [7]
    variant = 'NT'
    <BLANKLINE>
    [9]
    variant = 'FT'

    Args:
        hands: The keys and the documents of the hands.

    Returns:
        The document.
    """
    hands = list(hands)
    keys = [key for key, _ in hands if key is not None]
    if len(set(keys)) != len(hands):
        keys = [str(number) for number in range(1, len(hands) + 1)]
    return "\n\n".join(
        f"[{write_key(key)}]\n{text}" for key, (_, text) in zip(keys, hands, strict=True)
    )
