"""The log of hosted tables: what is written there before anybody is told of it cannot be lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from importlib.metadata import version
from os import PathLike
from typing import Literal, TypeAlias

import msgspec

from croupier.errors import RefusedError
from croupier.files import make_private
from croupier.hosting.entries import Closed, Ended, Entry, find_kind, read_entry, write_entry

__all__ = ["Sync", "TableLog"]

Sync: TypeAlias = Literal["normal", "full"]
"""What a power cut may lose: the last moments, or nothing, which takes longer for every entry."""

MOST_ENTRIES = 2_000_000
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
_ENTRIES = """
select number, entry from entries where code = ? and (number = 1 or number >= ?) order by number
"""
_LAYOUT = 1


class TableLog:
    """A file of SQLite with all entries of all tables.

    Only who runs the server may read it: it has the seeds of hands that are played.

    >>> from croupier.hosting.entries import Paused
    >>> log = TableLog(":memory:")
    >>> log.append("abc", 1, [Paused(at=7, paused=True)])
    >>> [entry.paused for entry in log.read("abc")], log.list_open()
    ([True], ['abc'])
    """

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
        if self._path != ":memory:":
            # Nobody else reads it from the moment it is there.
            make_private(self._path)
        self._program = version("croupier")
        self._connection = sqlite3.connect(self._path, isolation_level=None)
        try:
            self._connection.execute("pragma journal_mode=wal")
            self._connection.execute(f"pragma synchronous={sync}")
            (found,) = self._connection.execute("pragma user_version").fetchone()
            if found not in {0, _LAYOUT}:
                raise RefusedError(
                    f"{self._path} is a log of version {found}; this program knows {_LAYOUT}",
                    code="log-version",
                )
            self._connection.executescript(_SCHEMA)
            self._connection.execute(f"pragma user_version={_LAYOUT}")
        except sqlite3.DatabaseError as error:
            self._connection.close()
            raise RefusedError(
                f"{self._path} is no log of tables: {error}", code="no-log"
            ) from None

    def append(self, code: str, number: int, entries: Iterable[Entry]) -> None:
        """Write entries of a table, all of them or none.

        Args:
            code: The table.
            number: The number of the first of them, from 1.
            entries: The entries.

        Raises:
            RefusedError: They cannot be written: the disk is full, or the table has too many.
        """
        rows = [
            (code, number + place, one.at, find_kind(one), self._program, write_entry(one).decode())
            for place, one in enumerate(entries)
        ]
        if not rows:
            return
        if number + len(rows) > MOST_ENTRIES:
            raise RefusedError("the table was played at for too long", code="log-full")
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
                before the last hand but one, except for the opening.

        Yields:
            The entries.

        Raises:
            RefusedError: One of them cannot be read.
        """
        first = 1
        if recent:
            rows = self._connection.execute(
                "select number from entries where code = ? and kind = ?"
                " order by number desc limit 2",
                (code, find_kind(Ended)),
            ).fetchall()
            first = rows[1][0] if len(rows) == 2 else 1
        yield from _decode(code, self._connection.execute(_ENTRIES, (code, first)))

    def read_later(self, code: str) -> Callable[[], Iterator[Entry]]:
        """Return what reads the entries of a table in another thread, while this one writes on.

        Args:
            code: The table.

        Returns:
            A function that yields the entries, in order.
        """
        if self._path == ":memory:":
            # What is only in memory has one connection.
            rows = self._connection.execute(_ENTRIES, (code, 1)).fetchall()
            return lambda: _decode(code, rows)

        def read() -> Iterator[Entry]:
            with closing(sqlite3.connect(self._path)) as connection:
                yield from _decode(code, connection.execute(_ENTRIES, (code, 1)))

        return read

    def list_open(self) -> list[str]:
        """Return the tables that were not closed, the oldest first.

        Returns:
            Their codes.
        """
        rows = self._connection.execute(
            "select code from tables where closed is null order by opened, code"
        )
        return [code for (code,) in rows]

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def _decode(code: str, rows: Iterable[tuple[int, str]]) -> Iterator[Entry]:
    for number, text in rows:
        try:
            yield read_entry(text)
        except msgspec.DecodeError as error:
            raise RefusedError(
                f"entry {number} of the table {code} cannot be read: {error}", code="log-entry"
            ) from None
