"""Listing and compacting of logs while no server is running."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from os import PathLike
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from croupier.errors import PokerError, RefusedError
from croupier.hosting import entries as log
from croupier.hosting.entries import Entry, find_kind, write_entry
from croupier.hosting.log import ENDS, check_layout, decode_rows, read_file, translating
from croupier.hosting.logged_table import DifferentRulesError
from croupier.hosting.records import SNAPSHOT_EVERY, TableRecord, find_changes
from croupier.hosting.settings import check_settings
from croupier.hosting.table import HostedTable

__all__ = ["KeptTable", "compact_log", "list_tables"]

# Entries of hands change nothing between hands.
_OF_HANDS: Final = tuple(
    find_kind(kind)
    for kind in (
        log.Dealt,
        log.Moved,
        log.Planned,
        log.Promised,
        log.Committed,
        log.Replaced,
        log.Revealed,
        log.Chosen,
    )
)
_BETWEEN_HANDS: Final = f"""
select number, entry from entries where code = ? and kind not in {_OF_HANDS} order by number
"""
_SIZES: Final = """
select t.code, t.closed, count(e.number), coalesce(sum(length(e.entry)), 0)
from tables t left join entries e on e.code = t.code group by t.code order by t.opened, t.code
"""


class KeptTable(NamedTuple):
    """A table of a log.

    Attributes:
        code: The code of its link.
        title: Its title, or its game.
        hands: How many hands were played.
        people: How many people are there.
        is_closed: Whether it was closed.
        entries: The number of entries.
        size: The bytes of all entries.
        problem: Why it cannot be opened; empty if it can.
    """

    code: str
    title: str
    hands: int
    people: int
    is_closed: bool
    entries: int
    size: int
    problem: str


def list_tables(path: str | PathLike[str]) -> list[KeptTable]:
    """List the tables of a log, including damaged ones, without changing it.

    Args:
        path: The file.

    Returns:
        The tables, the oldest first.

    Raises:
        RefusedError: It is not a log of tables.
    """
    with _open(path, "ro") as connection, translating(str(path)):
        check_layout(connection, str(path))
        rows = connection.execute(_SIZES).fetchall()
        return [_look(connection, str(path), *row) for row in rows]


def _look(
    connection: sqlite3.Connection, path: str, code: str, closed: object, count: int, size: int
) -> KeptTable:
    title, hands, people, problem = "", 0, 0, ""
    try:
        with translating(path, code):
            kept = list(read_file(connection, code, recent=True))
        try:
            table = HostedTable.restore(kept)
        except DifferentRulesError:
            # A server cancels the hand.
            table = HostedTable.restore(kept, with_hand=False)
        title = table.settings.title or table.game_title
        hands, people = table.hand, len(table.people)
    except PokerError as error:
        problem = str(error)
    return KeptTable(str(code), title, hands, people, closed is not None, count, size, problem)


def compact_log(
    path: str | PathLike[str], step: Callable[[str], object] = lambda code: None
) -> tuple[int, int]:
    """Compact a log that an earlier version wrote, without losing a hand, chip or person.

    Full records at the end of hands become differences. It is one transaction, so that killing the
    program leaves the log as it was. Damaged tables stay as they are.

    Args:
        path: The file.
        step: Called with the code of each finished table, and with an empty string before the file
            shrinks.

    Returns:
        The bytes of the file before and after.

    Raises:
        RefusedError: It is not a log of tables, or a server has it open.
    """
    before = Path(path).stat().st_size if Path(path).is_file() else 0
    with _open(path, "rw") as connection, translating(str(path)):
        layout = check_layout(connection, str(path))
        _take_alone(connection, str(path))
        codes = [code for (code,) in connection.execute("select code from tables")]
        for code in codes:
            try:
                rows = _compact_table(connection, str(path), code)
            except PokerError:
                rows = []
            connection.executemany(
                "update entries set kind = ?, entry = ? where code = ? and number = ?", rows
            )
            step(str(code))
        connection.execute(f"pragma user_version={layout}")
        connection.execute("commit")
        step("")
        connection.execute("vacuum")
    return before, Path(path).stat().st_size


@contextmanager
def _open(path: str | PathLike[str], mode: str) -> Iterator[sqlite3.Connection]:
    if not Path(path).is_file():
        raise RefusedError(f"{path} does not exist", code="no-log")
    with translating(str(path)):
        address = f"{Path(path).absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=1)
    with closing(connection):
        yield connection


def _take_alone(connection: sqlite3.Connection, path: str) -> None:
    """Begin a transaction, or refuse a log that a server has open."""
    try:
        # SQLite keeps the write-ahead log while another connection is open, even an idle one.
        (mode,) = connection.execute("pragma journal_mode=delete").fetchone()
        connection.execute("begin exclusive")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise
        mode = "wal"
    if mode != "delete":
        raise RefusedError(
            f"{path} is open in a running server: stop the server first",
            code="log-in-use",
        )


def _compact_table(
    connection: sqlite3.Connection, path: str, code: str
) -> list[tuple[str, str, str, int]]:
    """Return the rows of a table that change: kind, entry, code and number."""
    with translating(path, code):
        ends = [
            number
            for (number,) in connection.execute(
                f"select number from entries where code = ? and kind in {ENDS}"
                " order by number desc limit 2",
                (code,),
            )
        ]
        rows = connection.execute(_BETWEEN_HANDS, (code,)).fetchall()
    entries = [(number, _read(code, number, text)) for number, text in rows]
    if not entries or not isinstance(entries[0][1], log.Opened):
        return []
    opened = entries[0][1]
    record = TableRecord(opened, check_settings(opened.settings))
    changed = []
    for number, entry in entries[1:]:
        if not isinstance(entry, log.OldEnded):
            record.take(entry)
            continue
        after, expected = record.copy(), record.copy()
        after.take(entry)
        ended = _make_ended(record, entry, after)
        expected.take(ended)
        # From the last two hands on, the table is opened again: these stay.
        is_needed = number in ends or record.since + 1 >= SNAPSHOT_EVERY
        if is_needed or not expected.is_like(after):
            record = after
            if number not in ends:
                people = [replace(one, done={}) for one in entry.people]
                short = replace(entry, people=people)
                changed.append((find_kind(short), write_entry(short).decode(), code, number))
        else:
            record = expected
            changed.append((find_kind(ended), write_entry(ended).decode(), code, number))
    return changed


def _read(code: str, number: int, text: str) -> Entry:
    # Without those of hands, numbers have gaps: each is read alone.
    (entry,) = decode_rows(code, [(number, text)], number)
    return entry


def _make_ended(record: TableRecord, entry: log.OldEnded, after: TableRecord) -> log.Ended:
    """Return what a hand of version 1 has changed."""
    results = {}
    for id, one in after.people.items():
        known = record.people.get(id)
        if known is not None and known.stack is not None and one.hands == known.hands + 1:
            results[id] = one.won - known.won
    expected = record.add_results(results)
    changes, gone = find_changes(expected, after.people)
    return log.Ended(
        at=entry.at,
        hand=entry.hand,
        version=entry.version,
        results=results,
        house=entry.house,
        places=entry.places,
        lineup=entry.lineup,
        changes=changes,
        gone=gone,
        tournament=None if after.tournament == record.tournament else after.tournament,
        settings=None if after.settings == record.next_settings else after.settings,
        joined=None if after.joined == record.joined else after.joined,
        forgotten=None if after.forgotten == record.forgotten else after.forgotten,
    )
