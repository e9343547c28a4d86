"""PokerNow's log: its rows in the order in which they happened."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from croupier import _native
from croupier.errors import ParseError
from croupier.numbers import read_integer

__all__ = ["FORMAT", "Row", "is_json", "read_json_rows", "read_rows"]

FORMAT = "pokernow"
# No order has more digits.
_MAX = 10**30


class Row(NamedTuple):
    """A row of the log.

    Attributes:
        order: Its place in time.
        text: What happened.
        at: When, as the log has it.
        line: The line of the file that it begins on, from 1.
    """

    order: int
    text: str
    at: str
    line: int


def is_json(text: str) -> bool:
    """Return whether a text is JSON, and no table."""
    return text.lstrip("\ufeff \t\r\n")[:1] == "{"


def read_rows(text: str) -> tuple[list[Row], list[ParseError]]:
    r"""Read a log, a table of comma-separated values or JSON, in the order of time.

    >>> rows, errors = read_rows("entry,at,order\nlater,b,2\nsooner,a,1\n")
    >>> [(row.text, row.line) for row in rows], errors
    ([('sooner', 3), ('later', 2)], [])

    Args:
        text: The log.

    Returns:
        The rows, and what could not be read.
    """
    if is_json(text):
        rows, errors = read_json_rows(text)
        # The newest row stands first, so among rows of one moment the last one is the oldest.
        rows.reverse()
        rows.sort(key=lambda row: row.order)
        return rows, errors
    found, errors = _native.read_pokernow_rows(text)
    return list(map(Row._make, found)), errors


def read_json_rows(text: str) -> tuple[list[Row], list[ParseError]]:
    """Read the log as the site's own pages get it.

    Args:
        text: The document.

    Returns:
        The rows in the order of the document, and what could not be read.
    """
    try:
        document: Any = json.loads(text.removeprefix("\ufeff"), parse_int=read_integer)
        entries = document["logs"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        problem = ParseError(f"this is no log: {error}", code="json-syntax", format=FORMAT)
        return [], [problem]
    rows: list[Row] = []
    errors: list[ParseError] = []
    for number, entry in enumerate(entries if isinstance(entries, list) else [], start=1):
        try:
            order = int(entry["created_at"])
            if abs(order) > _MAX:
                raise ValueError(order)
            rows.append(Row(order, str(entry["msg"]), str(entry["at"]), number))
        except (KeyError, TypeError, ValueError, OverflowError):
            errors.append(
                ParseError(
                    "an entry is not as it should be: expected at, created_at and msg",
                    code="no-log-entry",
                    format=FORMAT,
                    line=number,
                )
            )
    return rows, errors
