"""PokerNow's log: its rows in the order in which they happened, and the hands among them."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final, NamedTuple

from croupier.errors import ParseError
from croupier.histories.formats.pokernow.lines import read_start
from croupier.numbers import read_integer

__all__ = ["FORMAT", "Row", "find_headless", "read_rows"]

FORMAT = "pokernow"


class Row(NamedTuple):
    """Keep a row of the log.

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


# A log has thousands of them, and the class takes twice as long to make one.
_row: Final[Callable[[tuple[Any, ...]], Row]] = partial(tuple.__new__, Row)


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
    if text.lstrip("\ufeff \t\r\n")[:1] == "{":
        rows, errors = _read_json(text)
    else:
        rows, errors = _read_table(text)
    # The newest row stands first, so among rows of one moment the last one is the oldest.
    rows.reverse()
    rows.sort(key=itemgetter(0))
    if len(set(map(itemgetter(0), rows))) == len(rows):
        return rows, errors
    # Somebody joined logs of the same game.
    kept = rows[:1]
    for previous, row in pairwise(rows):
        if row.order != previous.order or row.text != previous.text:
            kept.append(row)
    return kept, errors


def find_headless(rows: list[Row]) -> Iterator[tuple[Row, ParseError]]:
    """Find the hands of a log that was cut off before they begin.

    >>> row = Row(1, "-- ending hand #7 --", "", 42)
    >>> [str(error) for _, error in find_headless([row])]
    ['the log has no start of the hand: expected -- starting hand (pokernow, hand 7, line 42)']

    Args:
        rows: The rows in the order of time.

    Yields:
        The rows that end such hands, and what is wrong with them.
    """
    begun = False
    for row in rows:
        text = row[1]
        if not text.startswith("-- "):
            continue
        if text.startswith("-- starting"):
            begun = begun or read_start(text) is not None
        elif text.startswith("-- ending hand"):
            if not begun:
                number = _NUMBER.search(text)
                error = ParseError(
                    "the log has no start of the hand: expected -- starting hand",
                    format=FORMAT,
                    line=row.line,
                    hand=None if number is None else number[1],
                )
                yield row, error
            begun = False


def _read_table(text: str) -> tuple[list[Row], list[ParseError]]:
    errors: list[ParseError] = []
    rows: list[Row] = []
    text = text.removeprefix("\ufeff")
    columns: tuple[int, int, int] | None = None
    usual = _lacks_header(text)
    if usual:
        columns = _COLUMNS
        first, _, rest = text.partition("\n")
        if not _is_row(_read_line(first)):
            message = (
                "the first row is torn: the log was cut off here, and newer rows may be missing"
            )
            errors.append(ParseError(message, format=FORMAT, line=1))
            text = f"\n{rest}"
    reader = csv.reader(io.StringIO(text, newline=""))
    line = last = 1
    while True:
        try:
            # A row may go over several lines, and is known by the first.
            for values in reader:
                if columns is None:
                    if values:
                        columns = _find_columns(values)
                        if columns is None:
                            errors.append(_no_log(values, line))
                            return rows, errors
                        usual = columns == _COLUMNS
                elif values:
                    last = line
                    try:
                        entry, at, order = values if usual else [values[one] for one in columns]
                        rows.append(_row((int(order), entry, at, line)))
                    except (IndexError, ValueError):
                        errors.append(_no_row(values, line))
                line = reader.line_num + 1
        except csv.Error as error:
            errors.append(ParseError(f"a row cannot be read: {error}", format=FORMAT, line=line))
            line = reader.line_num + 1
            continue
        if not text.endswith(("\n", "\r")):
            _look_at_end(rows, errors, last)
        return rows, errors


def _lacks_header(text: str) -> bool:
    """Tell whether a log begins with a row, or in the middle of one with the next one whole."""
    values = [_read_line(line) for line in text.split("\n", 2)[:2]]
    return bool(values[0]) and _find_columns(values[0]) is None and any(map(_is_row, values))


def _read_line(line: str) -> list[str]:
    try:
        return next(csv.reader([line]), [])
    except csv.Error:
        return []


def _look_at_end(rows: list[Row], errors: list[ParseError], last: int) -> None:
    """Say that the last row is torn, if it is: then the log was cut off in it."""
    if rows and rows[-1].line == last:
        usual = len(str(rows[-2].order)) if len(rows) > 1 else 0
        # Orders are moments, which all have as many digits.
        if usual < _MOMENT_DIGITS or len(str(rows[-1].order)) >= usual:
            return
        rows.pop()
    elif errors and errors[-1].line == last:
        errors.pop()
    else:
        return
    message = "the last row is torn: the log was cut off here, and older rows may be missing"
    errors.append(ParseError(message, format=FORMAT, line=last))


def _is_row(values: list[str]) -> bool:
    """Tell whether values are a row of the log, rather than the names of columns."""
    return len(values) == len(_COLUMNS) and bool(_MOMENT.match(values[1])) and values[2].isdecimal()


def _no_log(values: list[str], line: int) -> ParseError:
    return ParseError(
        "this is no log of PokerNow: expected the columns entry, at and order",
        format=FORMAT,
        line=line,
        excerpt=",".join(values)[:60],
    )


def _no_row(values: list[str], line: int) -> ParseError:
    return ParseError(
        "a row is not as it should be: expected what happened, when, and a number",
        format=FORMAT,
        line=line,
        excerpt=",".join(values)[:60],
    )


def _find_columns(header: list[str]) -> tuple[int, int, int] | None:
    names = [name.strip().lower() for name in header]
    try:
        return names.index("entry"), names.index("at"), names.index("order")
    except ValueError:
        return None


def _read_json(text: str) -> tuple[list[Row], list[ParseError]]:
    """Read the log as the site's own pages get it."""
    try:
        document: Any = json.loads(text.removeprefix("\ufeff"), parse_int=read_integer)
        entries = document["logs"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        return [], [ParseError(f"this is no log: {error}", format=FORMAT)]
    rows: list[Row] = []
    errors: list[ParseError] = []
    for number, entry in enumerate(entries if isinstance(entries, list) else [], start=1):
        try:
            rows.append(Row(int(entry["created_at"]), str(entry["msg"]), str(entry["at"]), number))
        except (KeyError, TypeError, ValueError):
            errors.append(
                ParseError(
                    "an entry is not as it should be: expected at, created_at and msg",
                    format=FORMAT,
                    line=number,
                )
            )
    return rows, errors


_COLUMNS = 0, 1, 2
_MOMENT_DIGITS = 13
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT")
_NUMBER = re.compile(r"#(\d+)")
_RENAMED = re.compile(r"changed the ID from ([\w-]+) to ([\w-]+)")
