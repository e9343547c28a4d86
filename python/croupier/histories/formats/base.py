"""The base of formats, the result of reading a hand, and the way from bytes to lines."""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from io import BufferedIOBase, RawIOBase
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TextIO

from croupier import _native
from croupier.errors import ParseError, UnsupportedError, guard
from croupier.histories.formats.blaming import blame
from croupier.histories.formats.files import is_wide, open_bytes, refuse_binary, unpack
from croupier.histories.history import HandHistory
from croupier.limits import (
    LINE_BYTES_VARIABLE,
    find_most_line_bytes,
    read_limited,
    too_large,
)

__all__ = [
    "Chunk",
    "Format",
    "Note",
    "PlayedResult",
    "ReadResult",
    "Source",
    "decode",
    "open_lines",
    "read_start",
    "read_whole",
]

Source = str | bytes | os.PathLike[str] | BinaryIO | TextIO | Iterable[str]
"""Where hands come from: a text, bytes, a path, an open file, or lines."""

# How much of a file tells its format.
_START = 1 << 16
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Note(NamedTuple):
    """A note on what was odd in a hand, or could not be carried over.

    Attributes:
        kind: What kind of oddity it is, a word or two with hyphens.
        message: What is odd and what was made of it.
        line: The number of the line, from 1, where one is to blame.
    """

    kind: str
    message: str
    line: int | None = None

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}: "
        return f"{place}{self.message}"


class Chunk(NamedTuple):
    """The lines of one hand.

    Attributes:
        line: The number of the first line, from 1.
        lines: The lines, without what ends them.
    """

    line: int
    lines: list[str]


Notes = Callable[[], tuple[Note, ...]] | None


@dataclass(frozen=True, slots=True)
class ReadResult:
    """The result of reading one hand.

    Attributes:
        history: The hand, which the engine has played to its end; `None` if there is a problem.
        problems: What is wrong with it, each with the line and what was expected.
        notes: What was odd, or could not be carried over.
        hand: The number or name of the hand as the source has it; empty if unknown.
        line: The number of the hand's first line, from 1.
        outside: Whether what is wrong lies outside of all hands, such as a torn line.
        places: Where the hand's actions and its end are told; nothing where nobody knows.
    """

    history: HandHistory | None
    problems: tuple[ParseError, ...] = ()
    notes: tuple[Note, ...] = ()
    hand: str = ""
    line: int = 1
    outside: bool = False
    places: _native.HandPlaces | None = None

    @property
    def ok(self) -> bool:
        """Whether the hand was read and its money is right."""
        return self.history is not None

    def unwrap(self) -> HandHistory:
        """Return the hand.

        Raises:
            ParseError: There is a problem: the first one.
        """
        if self.history is None:
            raise self.problems[0]
        return self.history


class PlayedResult(ReadResult):
    """A result that the core has read and played: the history is made when somebody asks."""

    __slots__ = ("_history", "_notes", "played")
    played: _native.PlayedHand
    _history: HandHistory | None
    _notes: tuple[Note, ...] | None

    def __init__(self, played: _native.PlayedHand, hand: str, line: int) -> None:
        """Keep the hand.

        Args:
            played: The hand.
            hand: Its number or name.
            line: Its first line, from 1.
        """
        keep = object.__setattr__
        keep(self, "played", played)
        keep(self, "_history", None)
        keep(self, "_notes", None)
        keep(self, "problems", ())
        keep(self, "hand", hand)
        keep(self, "line", line)
        keep(self, "outside", False)

    @property
    def ok(self) -> bool:
        """Whether the hand was read and its money is right, which it is."""
        return True

    @property
    def history(self) -> HandHistory:
        """The hand."""
        if self._history is None:
            object.__setattr__(self, "_history", self.played.history())
        assert self._history is not None
        return self._history

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes on what was odd, or could not be carried over."""
        if self._notes is None:
            object.__setattr__(self, "_notes", self.played.notes())
        assert self._notes is not None
        return self._notes

    @property
    def places(self) -> _native.HandPlaces:
        """Where the hand's actions and its end are told."""
        return self.played.places


class Format(ABC):
    """A format of hand histories, which is read, and perhaps written.

    A format of texts has `split`, which cuts lines into hands, and `read_hand`. Others have their
    own `read_source`, and read each hand by `attempt`. One that is written has `write_hand`.
    Whatever these raise, nothing but errors of ours comes out of `read` and `write`.

    Attributes:
        name: The name by which the format is asked for.
        title: What people call it.
        writes: Whether it writes hands, too.
        suffixes: How names of its files end.
        venues: The public places whose hands it has, as histories name them: they stay where
            players get other names.
        longest_line: The most characters of a line, for formats whose lines are told apart by
            patterns: the time that these take grows faster than a line.
        is_utf_8: Whether bytes must be UTF-8, or UTF-16: a hand with others is refused. Rooms write
            Windows-1252 as well.
    """

    name: str
    title: str
    writes: bool = False
    suffixes: tuple[str, ...] = (".txt",)
    venues: tuple[str, ...] = ()
    longest_line: int | None = None
    is_utf_8: bool = False

    @abstractmethod
    def recognize(self, text: str) -> bool:
        """Return whether a text, or the beginning of one, is in this format."""

    def split(self, lines: Iterable[str]) -> Iterator[Chunk]:
        """Cut lines into hands.

        Args:
            lines: The lines.

        Yields:
            The hands, as lines.
        """
        raise NotImplementedError

    def name_hand(self, chunk: Chunk) -> str:
        """Return the number or name of a hand, where it is known before the hand is read.

        Args:
            chunk: Its lines.

        Returns:
            The name; nothing where only reading tells it.
        """
        return ""

    def read_hand(self, chunk: Chunk) -> ReadResult:
        """Read one hand; what is raised is made a problem of.

        Args:
            chunk: Its lines.

        Returns:
            What came of it.
        """
        raise NotImplementedError

    def read_source(self, source: Source) -> Iterator[ReadResult]:
        """Do what `read` does.

        Args:
            source: A text, bytes, a path, an open file, or lines.

        Yields:
            What came of each hand.
        """
        for chunk in self.split(open_lines(source, escapes=self.is_utf_8)):
            read = partial(self._read_chunk, chunk)
            yield self.attempt(read, line=chunk.line, hand=self.name_hand(chunk))

    def _read_chunk(self, chunk: Chunk) -> ReadResult:
        if self.is_utf_8:
            verify_bytes(chunk, self.name)
        most = self.longest_line
        if most is not None and any(len(line) > most for line in chunk.lines):
            place, line = next((n, one) for n, one in enumerate(chunk.lines) if len(one) > most)
            raise ParseError(
                f"a line has {len(line):,} characters, but no more than {most:,} are read",
                line=chunk.line + place,
                column=most + 1,
                code="line-too-long",
            )
        return self.read_hand(chunk)

    def attempt(
        self, read: Callable[[], ReadResult], *, line: int, hand: str = "", notes: Notes = None
    ) -> ReadResult:
        """Read a hand in such a way that nothing is raised: what is wrong becomes a problem.

        Args:
            read: What reads the hand.
            line: The hand's first line, from 1.
            hand: The number or name of the hand, if it is known.
            notes: What tells what else is to be said of a hand that cannot be read.

        Returns:
            What came of it.
        """
        try:
            by = f"the reader of {self.title}"
            with guard("read", by, format=self.name, hand=hand or None, line=line):
                return read()
        except ParseError as problem:
            name = hand or ("" if problem.hand is None else str(problem.hand))
            return ReadResult(None, (problem,), () if notes is None else notes(), name, line)

    def read(self, source: Source) -> Iterator[ReadResult]:
        """Read hands, one after the other; no more than one is kept in memory.

        A hand that cannot be read does not stop the next ones.

        Args:
            source: A text, bytes, a path, an open file, or lines.

        Yields:
            What came of each hand.

        Raises:
            ParseError: The source as a whole cannot be read, or not to its end.
            OSError: It cannot be opened.
        """
        readings = self.read_source(source)
        by = f"the reader of {self.title}"
        line = None
        while True:
            # Not even what finds the hands of a file may raise errors of others.
            with guard("read to the end", by, passing=(OSError,), format=self.name, line=line):
                reading = next(readings, None)
            if reading is None:
                return
            yield reading
            line = reading.line

    def write_hand(self, history: HandHistory, **options: Any) -> str:
        """Do what `write` does.

        Args:
            history: The hand.
            options: What the format lets the caller decide.

        Returns:
            The text, with a newline at the end.

        Raises:
            UnsupportedError: The format is not written, or has no room for the hand.
        """
        raise UnsupportedError(f"{self.title} is read, but not written.", code="format-not-written")

    def write(self, history: HandHistory, **options: Any) -> str:
        """Write a hand.

        Args:
            history: The hand.
            options: What the format lets the caller decide.

        Returns:
            The text, with a newline at the end.

        Raises:
            UnsupportedError: The format is not written, or has no room for the hand.
            ParseError: The hand cannot be played.
        """
        try:
            with guard("written", f"the writer of {self.title}", UnsupportedError):
                return self.write_hand(history, **options)
        except UnsupportedError as error:
            raise blame(error, history, partial(self.write_hand, **options)) from error.__cause__

    def __repr__(self) -> str:
        return f"<format {self.name}>"


def decode(data: bytes, *, escapes: bool = False) -> str:
    r"""Return bytes as text: UTF-16 or UTF-8, with or without a mark; Windows-1252 where it is not.

    Lines of both kinds may be in one file. No byte is an error.

    >>> decode(b"\xef\xbb\xbf1\xe2\x82\xac"), decode(b"1\x80"), decode("1€".encode("utf-16"))
    ('1€', '1€', '1€')

    Args:
        data: The bytes.
        escapes: Whether bytes that are no UTF-8 are escaped, as half characters, instead.

    Returns:
        The text.
    """
    if data[:2] in _UTF_16:
        return data.decode("utf-16", "replace")
    if is_wide(data):
        # Letters of Latin have a byte of zeros each, before or behind.
        little = data[1:200:2].count(0) >= data[:200:2].count(0)
        return data.decode("utf-16-le" if little else "utf-16-be", "replace")
    try:
        return data.decode("utf-8-sig", "surrogateescape" if escapes else "strict")
    except UnicodeDecodeError:
        return "".join(map(_decode_line, data.splitlines(keepends=True))).removeprefix("\ufeff")


def verify_bytes(chunk: Chunk, format: str) -> None:
    """Refuse a hand with bytes that are no UTF-8.

    Args:
        chunk: Its lines, with such bytes escaped.
        format: The name of its format.

    Raises:
        ParseError: There is one.
    """
    for number, line in enumerate(chunk.lines, chunk.line):
        found = None if line.isascii() else _ESCAPED.search(line)
        if found is not None:
            raise ParseError(
                f"the byte {ord(found[0]) - 0xDC00:#04x} is no UTF-8",
                code="phh-no-utf8",
                format=format,
                line=number,
                column=found.start() + 1,
            )


def _decode_line(line: bytes, escapes: bool = False) -> str:
    try:
        return line.decode("utf-8", "surrogateescape" if escapes else "strict")
    except UnicodeDecodeError:
        # Bytes that are no character there are kept as what they are.
        return "".join(_WINDOWS[byte] for byte in line)


def _windows_character(byte: int) -> str:
    try:
        return bytes([byte]).decode("cp1252")
    except UnicodeDecodeError:
        return chr(byte)


_ESCAPED = re.compile("[\udc80-\udcff]")
_WINDOWS = tuple(map(_windows_character, range(256)))


def open_lines(source: Source, *, escapes: bool = False) -> Iterator[str]:
    r"""Yield the lines of a source, without what ends them, as they are asked for.

    >>> list(open_lines(b"one\r\ntwo\n"))
    ['one', 'two']

    Args:
        source: A text, bytes, a path, an open file, or lines.
        escapes: Whether bytes that are no UTF-8 are escaped, as half characters, instead of being
            taken for Windows-1252.

    Yields:
        The lines.
    """
    if isinstance(source, bytes | bytearray):
        source = decode(bytes(source), escapes=escapes)
    if isinstance(source, str):
        # Not `splitlines`: names may have characters that it takes for the end of a line.
        lines = source.removeprefix("\ufeff").split("\n")
        if not lines[-1]:
            lines.pop()
        yield from (line.removesuffix("\r") for line in lines)
    elif isinstance(source, os.PathLike):
        with open_bytes(source) as file:
            yield from _decoded_lines(file, escapes)
    elif isinstance(source, RawIOBase | BufferedIOBase) or "b" in getattr(source, "mode", ""):
        yield from _decoded_lines(source, escapes)
    else:
        given: Iterable[Any] = source
        for number, line in enumerate(given):
            text = _decode_line(line, escapes) if isinstance(line, bytes) else str(line)
            yield (text if number else text.removeprefix("\ufeff")).rstrip("\r\n")


def _decoded_lines(file: Any, escapes: bool) -> Iterator[str]:
    most = find_most_line_bytes()
    start = _read_line(file, most)
    if start[:2] in _UTF_16 or is_wide(start):
        # Its lines cannot be told before it is decoded.
        yield from open_lines(decode(start + read_limited(file)))
        return
    line = start.removeprefix(b"\xef\xbb\xbf")
    while line:
        yield _decode_line(line, escapes).rstrip("\r\n")
        line = _read_line(file, most)


def _read_line(file: Any, most: int) -> bytes:
    line: bytes = file.readline(most + 1)
    if len(line) > most:
        raise too_large("a line", most, LINE_BYTES_VARIABLE)
    return line


def read_whole(source: Source) -> str:
    r"""Return all of a source as one text, for formats that cannot be read line by line.

    >>> read_whole(b"one\r\ntwo")
    'one\r\ntwo'

    Args:
        source: A text, bytes, a path, an open file, or lines.

    Returns:
        The text.
    """
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    if isinstance(source, bytes | bytearray):
        return decode(bytes(source))
    if isinstance(source, os.PathLike):
        with open_bytes(source) as file:
            return decode(read_limited(file, os.fspath(source)))
    return "\n".join(open_lines(source))


def read_start(source: str | bytes | os.PathLike[str]) -> str:
    """Return enough of a source to tell its format.

    Args:
        source: A text, bytes, or a path; a text of one line that is the path of a file is that.

    Returns:
        The beginning of the text.

    Raises:
        ParseError: It is no text, or cannot be unpacked.
    """
    if isinstance(source, bytes):
        start = unpack(source)[:_START]
        refuse_binary(start)
        return decode(start)
    if isinstance(source, str):
        if "\n" in source or not _is_file(source):
            return source[:_START].removeprefix("\ufeff")
        source = Path(source)
    with open_bytes(source) as file:
        return decode(file.read(_START))


def _is_file(text: str) -> bool:
    try:
        return 0 < len(text) < 4096 and os.path.isfile(text)
    except ValueError:
        return False
