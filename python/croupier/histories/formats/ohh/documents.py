"""JSON documents that hold many hands in any of the shapes in which they are found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from croupier.errors import ParseError
from croupier.numbers import read_decimal, read_integer

__all__ = ["FORMAT", "KEPT", "Piece", "dump_json", "split_documents", "split_records"]

FORMAT = "ohh"
KEPT = "_ohh"
"""The field with what a history has no other place for, as JSON."""
_LONGEST = 1 << 26


class Piece(NamedTuple):
    """A value of a document, or the reason why there is none.

    Attributes:
        line: The line that it begins on, from 1.
        value: The value; numbers with a point are decimals.
        error: What is wrong instead.
    """

    line: int
    value: Any
    error: ParseError | None = None


def split_documents(text: str) -> Iterator[Piece]:
    r"""Find the JSON values of a text, whatever stands between them.

    An array is split into its values. After something that is no JSON, reading goes on at the next
    line that begins an object with the same indentation.

    >>> [piece.value for piece in split_documents('{"a": 1.50}\n\n[{"b": 2},\n{"c": 3}]')]
    [{'a': Decimal('1.50')}, {'b': 2}, {'c': 3}]

    Args:
        text: The text.

    Yields:
        The values.
    """
    position = 1 if text.startswith("\ufeff") else 0
    line = 1
    counted = 0
    while True:
        position = _end_of(_BETWEEN, text, position)
        line += text.count("\n", counted, position)
        counted = position
        if position >= len(text):
            return
        try:
            if text[position] == "[":
                # The values are read one by one, so that one that is broken costs no other.
                position += 1
                continue
            if text[position] == "]":
                position += 1
                continue
            value, position = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError) as error:
            yield Piece(line, None, _no_json(text, line, position, error))
            margin = text[text.rfind("\n", 0, position) + 1 : position]
            beginning = "\n" + (margin if margin.isspace() else "") + "{"
            position = text.find(beginning, position + 1)
            if position < 0:
                return
            continue
        yield Piece(line, value)


def split_records(lines: Iterator[str]) -> Iterator[Piece]:
    """Find the JSON values of a file without reading all of it at once.

    >>> list(split_records(iter(['{"a":', "1}", "", "{"])))[0]
    Piece(line=1, value={'a': 1}, error=None)

    Args:
        lines: The lines of the file.

    Yields:
        The values.
    """
    kept: list[str] = []
    size = tried = 0
    first = 1
    for number, line in enumerate(lines, start=1):
        # A record that is not complete is tried again when there is twice as much of it.
        if kept and line[:1] in ("{", "[") and size >= 2 * tried:
            pieces = list(_split_text(kept, first))
            tried = size
            if size > _LONGEST or not _is_cut_off(pieces):
                yield from pieces
                kept, size, tried, first = [], 0, 0, number
        if not kept and not line.strip():
            first = number + 1
            continue
        kept.append(line)
        size += len(line)
    if kept:
        yield from _split_text(kept, first)


def dump_json(value: Any, indent: int | None = None) -> str:
    """Write JSON; decimals are written as they are.

    >>> dump_json({"amount": Decimal("0.50"), "cards": ["As"], "none": None})
    '{"amount":0.50,"cards":["As"],"none":null}'

    Args:
        value: The value.
        indent: How many blanks a level is indented by; everything is on one line if omitted.

    Returns:
        The text.

    Raises:
        TypeError: There is no JSON for something in it.
    """
    if indent is None:
        try:
            text = _ENCODER.encode(value)
        except TypeError:
            # There are decimals.
            pass
        else:
            return text if _is_unicode(text) else json.dumps(value, separators=(",", ":"))
    parts: list[str] = []
    _dump(value, indent, "\n", parts)
    return "".join(parts)


def _dump(value: Any, indent: int | None, margin: str, parts: list[str]) -> None:
    if isinstance(value, dict) and value:
        inner = margin + " " * (indent or 0)
        opening = "{" if indent is None else "{" + inner
        colon, comma = (":", ",") if indent is None else (": ", "," + inner)
        for number, (name, item) in enumerate(value.items()):
            parts.append(comma if number else opening)
            parts.append(_quote(str(name)) + colon)
            _dump(item, indent, inner, parts)
        parts.append("}" if indent is None else margin + "}")
    elif isinstance(value, list | tuple) and value:
        inner = margin + " " * (indent or 0)
        # A row of cards or flags is easier to read on one line.
        flat = indent is None or not any(isinstance(item, dict | list | tuple) for item in value)
        comma = ("," if indent is None else ", ") if flat else "," + inner
        parts.append("[" if flat else "[" + inner)
        for number, item in enumerate(value):
            if number:
                parts.append(comma)
            _dump(item, indent, inner, parts)
        parts.append("]" if flat else margin + "]")
    elif isinstance(value, str):
        parts.append(_quote(value))
    elif type(value) is int:
        parts.append(str(value))
    elif isinstance(value, Decimal) and value.is_finite():
        parts.append(format(value, "f"))
    else:
        parts.append(json.dumps(value, allow_nan=False))


@lru_cache(maxsize=4096)
def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=not _is_unicode(text))


def _is_unicode(text: str) -> bool:
    """Return whether a text has no halves of characters, which UTF-8 has no bytes for."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_cut_off(pieces: list[Piece]) -> bool:
    """Return whether a record needs more lines: what is wrong with it is at the very end."""
    error = next((piece.error for piece in pieces if piece.error is not None), None)
    return error is not None and not (error.excerpt or "").strip()


def _split_text(lines: list[str], first: int) -> Iterator[Piece]:
    for piece in split_documents("\n".join(lines)):
        if piece.error is not None and piece.error.line is not None:
            piece.error.line += first - 1
        yield piece._replace(line=piece.line + first - 1)


def _end_of(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return position if match is None else match.end()


def _no_json(text: str, line: int, start: int, error: Exception) -> ParseError:
    at, reason = start, str(error)
    if isinstance(error, json.JSONDecodeError):
        at, reason = error.pos, error.msg
    elif isinstance(error, RecursionError):
        reason = "it is nested too deeply"
    return ParseError(
        f"this is no JSON: {reason[:1].lower()}{reason[1:]}",
        format=FORMAT,
        line=line + text.count("\n", start, at),
        column=at - text.rfind("\n", 0, at),
        excerpt=text[at : at + 60],
        code="json-syntax",
    )


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _read_decimal(text: str) -> Decimal:
    """Read a number; one out of bounds is none, which is said of its field and costs no other."""
    try:
        return read_decimal(text)
    except ParseError:
        return Decimal("nan")


def _read_integer(text: str) -> int | Decimal:
    try:
        return read_integer(text)
    except ParseError:
        return Decimal("nan")


_DECODER = json.JSONDecoder(
    parse_float=_read_decimal, parse_int=_read_integer, parse_constant=_refuse
)
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_BETWEEN = re.compile(r"[\s,]*")
