"""TOML in: text to tables, with numbers as they are written."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from math import inf
from typing import Any, BinaryIO, Final, TextIO

from croupier._native import HandReader
from croupier.errors import ParseError
from croupier.histories.limits import verify_depth, verify_document, verify_size
from croupier.limits import read_limited
from croupier.numbers import read_decimal
from croupier.utilities import parse_value as default_parse_value

__all__ = [
    "FORMAT",
    "decode",
    "open_document",
    "read_document",
    "read_number",
    "read_text",
    "split_hands",
]

FORMAT: Final = "phh"
_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")
_MARK = "\ufeff"
# Python refuses to read more digits than this by default.
_DIGITS = re.compile(r"[0-9_]{4300,}")


def decode(data: bytes | str) -> str:
    r"""Return the text of a file without a byte order mark.

    >>> decode(b"\xef\xbb\xbfhand = 1")
    'hand = 1'

    Args:
        data: The content of a file.

    Returns:
        The text.

    Raises:
        ParseError: It is no UTF-8.
    """
    if isinstance(data, str):
        return data.removeprefix(_MARK)
    try:
        return data.decode("utf-8").removeprefix(_MARK)
    except UnicodeDecodeError as error:
        before = data[: error.start]
        raise ParseError(
            f"the byte {data[error.start]:#04x} is no UTF-8",
            format=FORMAT,
            line=before.count(b"\n") + 1,
            column=error.start - (before.rfind(b"\n") + 1) + 1,
        ) from None


def read_text(file: BinaryIO | TextIO) -> str:
    """Return the text of an open file, of bytes or of text."""
    return decode(read_limited(file))


def read_number(text: str) -> Any:
    """Return a TOML float with all of its digits; unknown amounts are `math.inf`.

    >>> read_number("2.50"), read_number("inf")
    (Decimal('2.50'), inf)

    Raises:
        ParseError: The number is out of bounds.
    """
    if text.endswith("nan"):
        return Decimal("nan")
    number = read_decimal(text)
    if number.is_infinite():
        return inf if number > 0 else -inf
    return number


def read_document(
    text: str, parse_value: Callable[[str], Any] = default_parse_value
) -> dict[str, Any]:
    """Return what a TOML document says.

    Args:
        text: The document.
        parse_value: What reads floats. The usual function keeps their digits.

    Returns:
        The values by their keys.

    Raises:
        ParseError: It is no TOML, or too large.
    """
    # The core reads what is usual, and few programs need the other way.
    import tomllib

    parse_float = read_number if parse_value is default_parse_value else parse_value
    text = decode(text)
    verify_size(text)
    try:
        document = _load(text, parse_float)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _PLACE.search(message)
        line = column = None
        if place is not None:
            message = message[: place.start()]
            if place[1]:
                line, column = int(place[1]), int(place[2])
            else:
                line = text.count("\n") + 1
                column = len(text) - (text.rfind("\n") + 1) + 1
        raise ParseError(
            f"this is no TOML: {message}", format=FORMAT, line=line, column=column
        ) from None
    verify_document(document, len(text))
    return document


def _load(text: str, parse_float: Callable[[str], Any]) -> dict[str, Any]:
    """Read TOML, after a look at whether that can be done in a reasonable time."""
    import tomllib

    verify_depth(text)
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except (tomllib.TOMLDecodeError, ParseError):
        raise
    except RecursionError:
        raise ParseError("this is no hand: it is nested too deeply", format=FORMAT) from None
    except (ValueError, ArithmeticError) as error:
        digits = _DIGITS.search(text)
        if digits is None:
            # What the function says that reads floats; of an exponent it says nothing.
            said = str(error) if isinstance(error, ValueError) else "it is too large"
            raise ParseError(f"a number cannot be read: {said}", format=FORMAT) from error
        # Python refuses to read integers of thousands of digits.
        raise ParseError(
            f"a whole number has {len(digits[0]):,} digits, more than can be read",
            format=FORMAT,
            line=text.count("\n", 0, digits.start()) + 1,
            column=digits.start() - (text.rfind("\n", 0, digits.start()) + 1) + 1,
        ) from error


def open_document(
    text: str,
    parse_value: Callable[[str], Any],
    names: tuple[str, ...],
    kind: type[Any] | None = None,
    attributes: dict[str, Any] | None = None,
) -> HandReader | None:
    r"""Return a reader that takes the hands of a document one after the other.

    It gives what `read_document` and `split_hands` give, but sooner.

    >>> reader = open_document(
    ...     "[1]\nvariant = 'NT'\n[2]\nhand = 2.50", default_parse_value, ("hand",)
    ... )
    >>> list(reader)
    [('1', {'variant': 'NT'}), ('2', {'hand': Decimal('2.50')})]

    Args:
        text: The document.
        parse_value: What reads floats.
        names: The names of the fields of the standard.
        kind: A class of histories, for objects of it instead of keys and fields, where hands have
            all fields that every hand has, and no other ones than those of the standard and those
            that begin with an underscore.
        attributes: What an object of this class has without any field.

    Returns:
        The reader, or `None` if the document must be read in the other way.
    """
    if parse_value is not default_parse_value or type(text) is not str:
        return None
    return HandReader.open(decode(text), _read_fields, names, kind, attributes)


def _read_fields(text: str) -> dict[str, Any]:
    fields = _load(text, read_number)
    verify_document({"": fields}, len(text))
    return fields


def split_hands(document: dict[str, Any]) -> list[tuple[str | None, dict[str, Any]]]:
    """Return the hands of a document with their keys.

    A document with many hands has a table for each. A document with one hand has its fields at the
    top; its key is `None`.

    >>> split_hands({"1": {"variant": "NT"}, "2": {"variant": "FT"}})
    [('1', {'variant': 'NT'}), ('2', {'variant': 'FT'})]
    >>> split_hands({"variant": "NT"})
    [(None, {'variant': 'NT'})]

    Args:
        document: The document.

    Returns:
        The keys and the fields of each hand.

    Raises:
        ParseError: There is something beside the tables.
    """
    if not document:
        return []
    if "variant" in document or not any(isinstance(value, dict) for value in document.values()):
        return [(None, document)]
    hands: list[tuple[str | None, dict[str, Any]]] = []
    for key, value in document.items():
        if not isinstance(value, dict):
            raise ParseError(f"the field {key!r} stands outside of the hands", format=FORMAT)
        hands.append((key, value))
    return hands
