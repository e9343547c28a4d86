"""Texts of rooms, which the core reads: cut into hands, built, played and proved there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from functools import cache
from io import BufferedIOBase, RawIOBase
from threading import local
from typing import Any

from croupier import _native
from croupier.errors import guard
from croupier.histories.bulk.reading import list_games
from croupier.histories.formats.base import (
    Chunk,
    Format,
    Note,
    ReadResult,
    Source,
    decode,
    open_lines,
)
from croupier.histories.formats.files import is_wide, open_bytes
from croupier.histories.history import BLANK, HandHistory
from croupier.limits import LINE_BYTES_VARIABLE, find_most_line_bytes, read_limited, too_large

__all__ = ["CoreFormat", "PokerStarsFormat", "RoomFormat", "list_core_games"]

# How much is read at once: some dozens of hands, so that few are kept in memory.
_BLOCK = 1 << 16
_WIDE = (b"\xff\xfe", b"\xfe\xff")


_readers = local()


@cache
def list_core_games() -> list[tuple[str, _native.Setup, list[str]]]:
    """Return the games that the core plays hands of, as it takes them."""
    return list_games()


class CoreFormat(Format):
    """A format that the core knows how to read.

    Attributes:
        longest: How many characters a hand has at most: what is longer is read as one, and refused.
    """

    longest: int = 1 << 24

    def open_core(self) -> _native.RoomReader:
        """Return what reads the hands of a source, text by text."""
        raise NotImplementedError

    def read_source(self, source: Source) -> Iterator[ReadResult]:
        """Read hands, some at a time, without the interpreter's lock."""
        reader = self.open_core()
        yield from _read_blocks(source, reader, reader.read, self.longest)

    def read_documents(
        self, source: Source, line: int = 1
    ) -> Iterator[tuple[ReadResult, str | None]]:
        """Read hands as documents of PHH, all of it without the interpreter's lock.

        Args:
            source: As for `read`.
            line: The number of its first line.

        Yields:
            A reading without a history for each hand, and the document; nothing for a hand that is
            refused.
        """
        with self._guard():
            reader = self.open_core()
            read = reader.read_documents
            yield from _read_blocks(source, reader, read, self.longest, line)

    def read(self, source: Source) -> Iterator[ReadResult]:
        """Read hands, one after the other; no more than some dozens are kept in memory.

        Args:
            source: A text, bytes, a path, an open file, or lines.

        Yields:
            What came of each hand.
        """
        with self._guard():
            yield from self.read_source(source)

    def _guard(self) -> AbstractContextManager[None]:
        what = f"the reader of {self.title}"
        return guard("read to the end", what, passing=(OSError,), format=self.name)


class RoomFormat(CoreFormat):
    """The text of a room, of which the core has the words.

    >>> RoomFormat("ggpoker", "GGPoker text").recognize("Poker Hand #HD1: Hold'em")
    True
    """

    def __init__(self, name: str = "", title: str = "") -> None:
        """Take the name that the room has in the core, and what people call its texts."""
        self.name = name or self.name
        self.title = title or self.title
        self.venues = tuple(_native.list_room_venues(self.name))

    def open_core(self) -> _native.RoomReader:
        """Return what reads the hands of the room: one for each thread, since it keeps games."""
        readers = vars(_readers)
        if self.name not in readers:
            classes = (HandHistory, BLANK, ReadResult, Note)
            readers[self.name] = _native.RoomReader(self.name, list_core_games(), *classes)
        reader: _native.RoomReader = readers[self.name]
        return reader

    def recognize(self, text: str) -> bool:
        """Return whether a hand begins somewhere."""
        return _native.recognize_room(self.name, text)

    def read_hand(self, chunk: Chunk) -> ReadResult:
        """Read one hand."""
        readings: list[ReadResult]
        readings, _, _ = self.open_core().read("\n".join(chunk.lines), chunk.line, True)
        reading: ReadResult = readings[0]
        return reading


def _read_blocks(
    source: Source,
    reader: _native.RoomReader,
    read: Callable[[str, int, bool], tuple[list[Any], str, int]],
    longest: int,
    line: int = 1,
) -> Iterator[Any]:
    """Yield what is read of a source, some hands at a time."""
    # The beginning of a hand is looked at again when there is twice as much of it.
    kept: list[str] = []
    size = least = 0
    for block in _blocks(source, reader):
        kept.append(block)
        size += len(block)
        if size < least:
            continue
        found, rest, line = read("".join(kept), line, size > longest)
        yield from found
        kept, size = [rest] if rest else [], len(rest)
        least = 2 * size if size > _BLOCK else 0
    if kept:
        yield from read("".join(kept), line, True)[0]


def _blocks(source: Source, reader: _native.RoomReader) -> Iterator[str]:
    """Yield a source in parts that end where lines do."""
    if isinstance(source, bytes | bytearray):
        source = decode(bytes(source))
    if isinstance(source, str):
        yield from _cut(source.removeprefix("\ufeff"))
    elif isinstance(source, os.PathLike):
        with open_bytes(source) as file:
            yield from _decoded_blocks(file)
    elif isinstance(source, RawIOBase | BufferedIOBase) or "b" in getattr(source, "mode", ""):
        yield from _decoded_blocks(source)
    else:
        yield from _hands(open_lines(source), reader)


def _cut(text: str) -> Iterator[str]:
    place = 0
    while place < len(text):
        end = text.find("\n", place + _BLOCK) + 1 or len(text)
        yield text[place:end]
        place = end


def _decoded_blocks(file: Any) -> Iterator[str]:
    most = find_most_line_bytes()
    first = True
    while data := file.read(_BLOCK):
        if not data.endswith(b"\n"):
            end = file.readline(most + 1)
            if len(end) > most:
                raise too_large("a line", most, LINE_BYTES_VARIABLE)
            data += end
        if first and (data[:2] in _WIDE or is_wide(data)):
            # Its lines cannot be told before it is decoded.
            yield from _cut(decode(data + read_limited(file)))
            return
        yield decode(data) if first else _decode(data)
        first = False


def _decode(data: bytes) -> str:
    """Return bytes as text that are not the first of a file, and so have no mark."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return decode(b"\n" + data)[1:]


def _hands(lines: Iterable[str], reader: _native.RoomReader) -> Iterator[str]:
    """Yield lines hand by hand: who gives them one by one may have no more of them for now."""
    kept: list[str] = []
    for line in lines:
        if kept and reader.begins(line):
            # The core reads a hand when it sees the next one begin.
            kept.append(line)
            yield "\n".join(kept) + "\n"
            kept = []
        else:
            kept.append(line)
    if kept:
        yield "\n".join(kept) + "\n"


class PokerStarsFormat(RoomFormat):
    """The text of PokerStars, which is read and written."""

    name = "pokerstars"
    title = "PokerStars text"
    writes = True

    def write_hand(self, history: HandHistory, **options: Any) -> str:
        """Write a hand; the options are those of `write_pokerstars`."""
        from croupier.histories.formats.sites.pokerstars_writer import write_pokerstars

        return write_pokerstars(history, **options)
