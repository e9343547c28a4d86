"""PokerNow's log: its rows in the order in which they happened."""

from __future__ import annotations

from typing import NamedTuple

from croupier import _native
from croupier.errors import ParseError

__all__ = ["FORMAT", "Row", "is_json", "read_rows"]

FORMAT = "pokernow"


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
    found, errors = _native.read_pokernow_rows(text)
    return list(map(Row._make, found)), errors
