"""Large files, cut where hands begin, so that several processes convert one of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from mmap import ACCESS_READ, mmap
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from croupier.errors import PokerError
from croupier.histories.formats import detect, get
from croupier.histories.formats.base import Format
from croupier.histories.formats.files import is_packed, is_wide
from croupier.histories.formats.sites.rooms import RoomFormat
from croupier.histories.pipeline.converting import Conversion, Result

__all__ = ["FilePart", "cut_file", "join_results", "split_file"]

# As much of a file is converted at once: little enough for memory, and much more than a hand.
_PART = 1 << 23
# Where no hand begins in so many bytes, the file is not what it seems.
_LONGEST = 1 << 20
_START = 1 << 12
# The first line of a table, and that of a field after it: no list or table has both in it.
_TABLE = re.compile(rb"\[[A-Za-z0-9_-]+\][ \t]*\r?\n[A-Za-z_]+[ \t]*=")
# Texts of many lines may hold anything.
_LONG_TEXTS = (b"'''", b'"""')
_NO_HERO = "no-hero"


class FilePart(NamedTuple):
    """A part of a file.

    Attributes:
        format: The name of the file's format.
        start: Where it begins, in bytes.
        end: Where it ends.
        line: The number of its first line, from 1.
    """

    format: str
    start: int
    end: int
    line: int


def split_file(
    path: str | PathLike[str], conversion: Conversion, *, size: int = _PART
) -> list[FilePart]:
    r"""Cut a file where hands begin, if what comes of the parts is what comes of the whole.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "hands.phhs")
    ...     _ = file.write_text("[1]\nvariant = 'NT'\n[2]\nvariant = 'NT'\n")
    ...     parts = split_file(file, Conversion(target="ohh"), size=10)
    >>> [(part.start, part.end, part.line) for part in parts]
    [(0, 19, 1), (19, 38, 3)]

    Args:
        path: The file.
        conversion: What is done with each hand.
        size: About how many bytes a part has.

    Returns:
        The parts in order; nothing where the file is small, or must be read as a whole.

    Raises:
        OSError: It cannot be read.
    """
    # Levels are counted, and other names are made, from the first hand of a file to the last.
    whole = conversion.target == "gtowizard" or conversion.compatible is not None
    if whole or conversion.anonymous or Path(path).stat().st_size < 2 * size:
        return []
    try:
        format = get(conversion.source) if conversion.source else detect(path)
    except PokerError:
        # The conversion reports why it cannot be read.
        return []
    return cut_file(path, format, size=size)


def cut_file(path: str | PathLike[str], format: Format, *, size: int = _PART) -> list[FilePart]:
    """Cut a file where hands begin.

    Args:
        path: The file.
        format: Its format.
        size: About how many bytes a part has.

    Returns:
        The parts in order; nothing where the file is small, or no line tells where a hand begins.

    Raises:
        OSError: It cannot be read.
    """
    if Path(path).stat().st_size < 2 * size or is_packed(path):
        return []
    with open(path, "rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
        begins = _find_beginning(format, data)
        if begins is None or is_wide(data[:_START]):
            return []
        parts = []
        start, line = 0, 1
        while start < len(data):
            end = _find_next(data, start + size, begins)
            parts.append(FilePart(format.name, start, end, line))
            line += _count_lines(data, start, end)
            start = end
    return parts if len(parts) > 1 else []


def _find_beginning(format: Format, data: mmap) -> Callable[[int, int], bool] | None:
    """Return what tells whether a hand begins with a line; nothing where no line tells it."""
    if isinstance(format, RoomFormat):
        return lambda start, end: format.recognize(data[start:end].decode("utf-8", "replace"))
    if format.name == "phh" and not any(data.find(mark) >= 0 for mark in _LONG_TEXTS):
        return lambda start, end: _TABLE.match(data, start) is not None
    return None


def _find_next(data: mmap, place: int, begins: Callable[[int, int], bool]) -> int:
    """Return where the first hand begins after a place; the end where none does."""
    last = min(len(data), place + _LONGEST)
    start = data.find(b"\n", place) + 1
    while 0 < start < last:
        end = data.find(b"\n", start) + 1 or len(data)
        if begins(start, end):
            return start
        start = end
    return len(data)


def _count_lines(data: mmap, start: int, end: int) -> int:
    places = range(start, end, _LONGEST)
    return sum(data[place : min(place + _LONGEST, end)].count(b"\n") for place in places)


def join_results(results: Iterable[tuple[FilePart, Result]], limit: int | None) -> Result:
    """Put what came of the parts of a file together.

    Args:
        results: The parts in order, each with what came of it.
        limit: How many entries of a kind are kept; all if nothing is said.

    Returns:
        The result for the file.
    """
    found = list(results)
    whole = Result(found[0][1].path, found[0][1].format)
    has_hero = any(result.of_hero for _, result in found)
    kept: Counter[str] = Counter()
    for part, result in found:
        for name in ("read", "converted", "skipped", "filtered", "of_hero"):
            setattr(whole, name, getattr(whole, name) + getattr(result, name))
        whole.failure = whole.failure or result.failure
        whole.lost += result.lost
        whole.kinds += result.kinds
        whole.meet(result.people.items())
        for entry in result.entries:
            # The hero may be elsewhere in the file, and is missed once.
            if entry.kind == _NO_HERO and (has_hero or kept[_NO_HERO]):
                continue
            if limit is None or kept[entry.kind] < limit:
                line = entry.line + part.line - 1 if entry.line else 0
                whole.entries.append(entry._replace(line=line))
            kept[entry.kind] += 1
    if _NO_HERO in whole.kinds:
        whole.kinds[_NO_HERO] = 0 if has_hero else 1
    whole.kinds = +whole.kinds
    return whole
