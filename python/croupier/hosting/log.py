"""The log of hosted tables: what is written there before anybody is told of it cannot be lost.

It is one small interface, `Log`. A `TableLog` is a file of one server; `croupier.hosting.sharing`
has a log that several servers share.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from importlib.metadata import version
from os import PathLike
from typing import Literal, NamedTuple, Protocol, TypeAlias
from urllib.parse import urlsplit, urlunsplit

import msgspec

from croupier.errors import RefusedError, need_extra
from croupier.files import make_private
from croupier.hosting.entries import (
    Closed,
    Ended,
    Entry,
    OldEnded,
    Snapshot,
    find_kind,
    read_entry,
    write_entry,
)

__all__ = ["Changes", "Log", "LostTableError", "Sync", "TableLog", "open_log"]

Sync: TypeAlias = Literal["normal", "full"]
"""The entries that a power cut may lose: the last moments, or none, which makes each slower."""

MAX_ENTRIES = 2_000_000
"""The most entries that a table may have: a year of hands, and a bound for the disk."""

_SCHEMA = """
create table if not exists tables (
    code text primary key,
    opened integer not null,
    closed integer
) without rowid;
create table if not exists entries (
    code text not null,
    number integer not null,
    at integer not null,
    kind text not null,
    program text not null,
    entry text not null,
    primary key (code, number)
) without rowid;
"""
_COLUMNS = (
    "select code, opened, closed from tables limit 0",
    "select code, number, at, kind, program, entry from entries limit 0",
)
_ENTRIES = """
select number, entry from entries where code = ? and (number = 1 or number >= ?) order by number
"""
ENDS = (find_kind(Ended), find_kind(OldEnded))
"""The kinds of entries that end a hand."""
SNAPSHOTS = (find_kind(Snapshot), find_kind(OldEnded))
"""The kinds of entries that have everything that is not part of a hand."""

# The last snapshot before the last hand: it may be the entry after the end of the hand before.
_RECENT = f"""
select number from entries where code = :code and kind in {SNAPSHOTS} and number <= 1 + (
    select number from entries where code = :code and kind in {ENDS}
    order by number desc limit 1 offset 1
) order by number desc limit 1
"""
_WITH_VERSIONS = Ended, Snapshot
_LAYOUT = 2
# Version 1 differs only in the entries that end hands, which can still be read.
_LAYOUTS = {0, 1, _LAYOUT}


class LostTableError(RefusedError):
    """Another server has the table, or it is not known whether entries were written.

    What this server knows of the table counts no longer, and nobody may be told of it.
    """


class Changes(NamedTuple):
    """The changes since a server last looked at a log.

    Attributes:
        lost: The codes of tables that it no longer has.
        gained: The codes of tables that it has from now on; their entries are in the log.
    """

    lost: list[str]
    gained: list[str]


class Log(Protocol):
    """A store for the entries of tables.

    Attributes:
        beat: After how many seconds a server must look at it again to keep its tables; nothing
            where nobody else can have them.
    """

    beat: float | None

    def append(self, code: str, number: int, entries: Sequence[Entry]) -> None:
        """Write entries of a table that this server has, all of them or none.

        Args:
            code: The table.
            number: The number of the first of them, from 1; a new table begins with it.
            entries: The entries.

        Raises:
            LostTableError: Another server has the table, or has written an entry of that number.
            RefusedError: They cannot be written: the disk is full, or the table has too many.
        """

    def read(self, code: str, *, recent: bool = False) -> Iterator[Entry]:
        """Yield the entries of a table, in order.

        Args:
            code: The table.
            recent: Whether all that is not needed to open the table again is left out: what was
                before the last snapshot that the last hand follows, except for the opening.

        Yields:
            The entries.

        Raises:
            RefusedError: One of them cannot be read.
        """

    def read_later(self, code: str, *, recent: bool = False) -> Callable[[], Iterator[Entry]]:
        """Return what reads the entries of a table in another thread, while this one writes on.

        Args:
            code: The table.
            recent: As for `read`.

        Returns:
            A function that yields the entries, in order.
        """

    def list_open(self) -> list[str]:
        """Return the tables of this server that were not closed, the oldest first.

        Returns:
            Their codes.
        """

    def is_held(self, code: str) -> bool:
        """Return whether this server has a table now, and may tell people of it.

        Args:
            code: The table.

        Returns:
            Whether it does.
        """

    def renew(self) -> Changes:
        """Keep the tables of this server, and take those whose server is gone.

        It may be called in another thread.

        Returns:
            What has changed.

        Raises:
            RefusedError: The log does not answer.
        """

    def release(self, code: str) -> None:
        """Let go of a table: the next server to look has it.

        Args:
            code: The table.
        """

    def find_owner(self, code: str) -> str:
        """Return the address of another server that has a table.

        It may be called in another thread.

        Args:
            code: The table.

        Returns:
            The address; nothing where no other server has it.

        Raises:
            RefusedError: The log does not answer.
        """

    def close(self) -> None:
        """Close it; others may have the tables from now on."""


def open_log(place: str | PathLike[str], *, sync: Sync = "normal", address: str = "") -> Log:
    """Open a log, or begin one.

    Args:
        place: A file; or the address of a database, `postgresql://…`, that several servers share.
        sync: Whether everything is on the disk before an entry counts.
        address: How people reach this server, which others send them to.

    Returns:
        The log.

    Raises:
        RefusedError: It is no log, or one of a later version, or it does not answer.
        UnsupportedError: psycopg is not installed.
    """
    if is_shared(place):
        with need_extra("postgresql"):
            from croupier.hosting.sharing import SharedLog
        return SharedLog(str(place), sync=sync, address=address)
    return TableLog(place, sync=sync)


def is_shared(place: str | PathLike[str]) -> bool:
    """Return whether a log is a database that several servers share.

    >>> is_shared("postgresql://db.example.com/poker"), is_shared("tables.db")
    (True, False)

    Args:
        place: Where it is.

    Returns:
        Whether it is one.
    """
    return str(place).startswith(("postgresql://", "postgres://"))


def hide_password(place: str) -> str:
    """Return the address of a database without the password.

    >>> hide_password("postgresql://ann:secret@db.example.com/poker?password=secret")
    'postgresql://ann@db.example.com/poker'

    Args:
        place: The address.

    Returns:
        What may be shown of it.
    """
    parts = urlsplit(place)
    user, at, host = parts.netloc.rpartition("@")
    return urlunsplit((parts.scheme, user.partition(":")[0] + at + host, parts.path, "", ""))


class TableLog:
    """A file of SQLite with all entries of all tables, for one server.

    Only who runs the server may read it: it has the seeds of hands that are played.

    >>> from croupier.hosting.entries import Paused
    >>> log = TableLog(":memory:")
    >>> log.append("abc", 1, [Paused(at=7, paused=True)])
    >>> [entry.paused for entry in log.read("abc")], log.list_open()
    ([True], ['abc'])
    """

    beat: float | None = None

    def __init__(self, path: str | PathLike[str], *, sync: Sync = "normal") -> None:
        """Open a log, or begin one.

        Args:
            path: The file.
            sync: Whether everything is on the disk before an entry counts. A crash of the program
                loses nothing either way.

        Raises:
            RefusedError: It is no log, or one of a later version.
        """
        self._path = str(path)
        try:
            if self._path != ":memory:":
                # The file is private from the start.
                make_private(self._path)
            self._connection = sqlite3.connect(self._path, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise RefusedError(f"{self._path} cannot be opened: {error}", code="no-log") from None
        self._program = version("croupier")
        try:
            with translating(self._path):
                self._prepare(sync)
        except RefusedError:
            self._connection.close()
            raise

    def _prepare(self, sync: Sync) -> None:
        execute = self._connection.execute
        execute("pragma journal_mode=wal")
        execute(f"pragma synchronous={sync}")
        check_version(self._connection, self._path)
        self._connection.executescript(_SCHEMA)
        layout = check_layout(self._connection, self._path)
        execute(f"pragma user_version={layout}")

    def append(self, code: str, number: int, entries: Sequence[Entry]) -> None:
        """Write entries of a table, all of them or none.

        Args:
            code: The table.
            number: The number of the first of them, from 1.
            entries: The entries.

        Raises:
            RefusedError: They cannot be written: the disk is full, or the table has too many.
        """
        check_length(number, entries)
        rows = [
            (code, number + place, one.at, find_kind(one), self._program, write_entry(one).decode())
            for place, one in enumerate(entries)
        ]
        if not rows:
            return
        try:
            with self._connection:
                self._connection.execute("begin immediate")
                if number == 1:
                    self._connection.execute(
                        "insert into tables values (?, ?, null)", (code, rows[0][2])
                    )
                self._connection.executemany("insert into entries values (?, ?, ?, ?, ?, ?)", rows)
                if any(isinstance(one, Closed) for one in entries):
                    self._connection.execute(
                        "update tables set closed = ? where code = ?", (rows[-1][2], code)
                    )
        except sqlite3.Error as error:
            raise RefusedError(f"nothing can be written: {error}", code="log-write") from None

    def read(self, code: str, *, recent: bool = False) -> Iterator[Entry]:
        """Yield the entries of a table, in order.

        Args:
            code: The table.
            recent: Whether all that is not needed to open the table again is left out: what was
                before the last snapshot that the last hand follows, except for the opening.

        Yields:
            The entries.

        Raises:
            RefusedError: One of them cannot be read.
        """
        with translating(self._path, code):
            yield from read_file(self._connection, code, recent=recent)

    def read_later(self, code: str, *, recent: bool = False) -> Callable[[], Iterator[Entry]]:
        """Return what reads the entries of a table in another thread, while this one writes on.

        Args:
            code: The table.
            recent: As for `read`.

        Returns:
            A function that yields the entries, in order.
        """
        if self._path == ":memory:":
            # A log in memory has one connection.
            entries = list(self.read(code, recent=recent))
            return lambda: iter(entries)

        def read() -> Iterator[Entry]:
            with (
                translating(self._path, code),
                closing(sqlite3.connect(self._path)) as connection,
            ):
                yield from read_file(connection, code, recent=recent)

        return read

    def list_open(self) -> list[str]:
        """Return the tables that were not closed, the oldest first.

        Returns:
            Their codes.

        Raises:
            RefusedError: The file is damaged.
        """
        with translating(self._path):
            rows = self._connection.execute(
                "select code from tables where closed is null order by opened, code"
            ).fetchall()
        return [code if isinstance(code, str) else ascii(code) for (code,) in rows]

    def is_held(self, code: str) -> bool:
        """Return whether this server has a table, which nobody takes away.

        Args:
            code: The table.

        Returns:
            Yes: who has the file has all tables.
        """
        return True

    def renew(self) -> Changes:
        """Return no changes: a file has one server."""
        return Changes([], [])

    def release(self, code: str) -> None:
        """Keep a table all the same: there is nobody else.

        Args:
            code: The table.
        """

    def find_owner(self, code: str) -> str:
        """Return that no other server has a table.

        Args:
            code: The table.

        Returns:
            Nothing.
        """
        return ""

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def check_layout(connection: sqlite3.Connection, path: str) -> int:
    """Refuse a file that is not a log of tables, or one of a later version.

    Args:
        connection: The file, opened.
        path: Its name.

    Returns:
        The version that a log has which is written to.

    Raises:
        RefusedError: It is not such a log.
    """
    check_version(connection, path)
    with translating(path):
        for statement in _COLUMNS:
            # Another program may have tables of the same names.
            connection.execute(statement)
    return _LAYOUT


def check_version(connection: sqlite3.Connection, path: str) -> None:
    """Refuse a log of a later version.

    Args:
        connection: The file, opened.
        path: Its name.

    Raises:
        RefusedError: It is one, or not a database at all.
    """
    with translating(path):
        (found,) = connection.execute("pragma user_version").fetchone()
    if found not in _LAYOUTS:
        raise RefusedError(
            f"{path} is a log of version {found}; this program knows versions up to {_LAYOUT}",
            code="log-version",
        )


def check_length(number: int, entries: Sequence[Entry]) -> None:
    """Refuse entries of a table that has too many.

    Args:
        number: The number of the first of them.
        entries: The entries.

    Raises:
        RefusedError: There are too many.
    """
    if number + len(entries) > MAX_ENTRIES:
        raise RefusedError("the table was played at for too long", code="log-full")


def read_file(connection: sqlite3.Connection, code: str, *, recent: bool) -> Iterator[Entry]:
    """Yield the entries of a table.

    Args:
        connection: The file, opened.
        code: The table.
        recent: As for `Log.read`.

    Yields:
        The entries, in order.

    Raises:
        RefusedError: One of them cannot be read.
    """
    first = 1
    if recent and (row := connection.execute(_RECENT, {"code": code}).fetchone()):
        first = row[0]
    yield from decode_rows(code, connection.execute(_ENTRIES, (code, first)))


def decode_rows(code: str, rows: Iterable[tuple[int, str]], expected: int = 1) -> Iterator[Entry]:
    """Yield the entries of rows.

    Args:
        code: The table.
        rows: The numbers and texts of entries.
        expected: The number of the first of them.

    Yields:
        The entries.

    Raises:
        RefusedError: One of them cannot be read.
    """
    for number, text in rows:
        # After the opening, entries that are not needed may be left out.
        if not isinstance(number, int) or (number != expected and expected != 2):
            raise RefusedError(f"entry {expected} of the table {code} is missing", code="log-entry")
        try:
            entry = read_entry(text)
        except (msgspec.DecodeError, RecursionError, TypeError, UnicodeDecodeError) as error:
            raise RefusedError(
                f"entry {number} of the table {code} cannot be read: {error}", code="log-entry"
            ) from None
        if isinstance(entry, _WITH_VERSIONS) and entry.version != number:
            raise RefusedError(
                f"entry {number} of the table {code} is number {entry.version}", code="log-entry"
            )
        expected = number + 1
        yield entry


@contextmanager
def translating(place: str, code: str = "") -> Iterator[None]:
    """Raise errors of SQLite as errors of ours.

    Args:
        place: The file.
        code: The table that is read, where only one is.

    Yields:
        Nothing.

    Raises:
        RefusedError: The file is damaged, locked, or not a log of tables.
    """
    try:
        yield
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        # SQLite quotes damaged schemas, which have several lines.
        why = " ".join(str(error).split())
        if code:
            raise RefusedError(
                f"the table {code} cannot be read from {place}: {why}", code="log-damaged"
            ) from None
        raise RefusedError(f"{place} is no log of tables: {why}", code="no-log") from None
