"""A log in PostgreSQL, which several servers share: each table is one server's, until it is gone.

A server is in a list as long as it says often enough that it is there. Whoever finds that one is
late takes it off the list; from then on its tables are nobody's, and the first server that looks
has them. Each time a table goes from one server to another its epoch rises. Every entry carries the
epoch, and the database refuses those of an epoch that is over, so that a server that was asleep
writes nothing when it wakes up. It says nothing either: by its own clock its time was over before
any other server could have its tables.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from importlib.metadata import version
from threading import Lock
from typing import Any, Final

import psycopg

from croupier.errors import RefusedError
from croupier.hosting.entries import Closed, Entry, find_kind, write_entry
from croupier.hosting.log import (
    ENDS,
    SNAPSHOTS,
    Changes,
    LostTableError,
    Sync,
    check_length,
    decode_rows,
    hide_password,
)

__all__ = ["SharedLog"]

_LAYOUT: Final = 2
# Version 1 differs only in the entries that end hands, which can still be read.
_LAYOUTS: Final = (1, _LAYOUT)
# Any number, by which servers that start at once wait for each other.
_LOCK: Final = 0x63726F757069
_STALE: Final = "CR001"
_SCHEMA: Final = f"""
create table if not exists croupier_layout (version integer primary key);
insert into croupier_layout select {_LAYOUT} where not exists (select from croupier_layout);
create table if not exists croupier_servers (
    id text primary key,
    address text not null,
    until timestamptz not null
);
create table if not exists croupier_tables (
    code text primary key,
    opened bigint not null,
    closed bigint,
    owner text,
    epoch bigint not null default 1
);
create index if not exists croupier_open on croupier_tables (owner) where closed is null;
create table if not exists croupier_entries (
    code text not null references croupier_tables,
    number integer not null,
    epoch bigint not null,
    at bigint not null,
    kind text not null,
    program text not null,
    entry text not null,
    primary key (code, number)
);
create or replace function croupier_check_epoch() returns trigger language plpgsql as $$
begin
    -- The row is locked, so that the table cannot go to another server before this is written.
    perform from croupier_tables where code = new.code and epoch = new.epoch for share;
    if not found then
        raise exception 'another server has the table %', new.code using errcode = '{_STALE}';
    end if;
    return new;
end $$;
create or replace trigger croupier_check_epoch before insert or update on croupier_entries
    for each row execute function croupier_check_epoch();
"""
_APPEND: Final = """
insert into croupier_entries
select %(code)s, number, %(epoch)s, at, kind, %(program)s, entry
from unnest(%(numbers)s::integer[], %(times)s::bigint[], %(kinds)s::text[], %(entries)s::text[])
    as rows (number, at, kind, entry)
"""
_ENTRIES: Final = """
select number, entry from croupier_entries where code = %s and number >= %s order by number limit %s
"""
_RECENT: Final = f"""
select number from croupier_entries
where code = %(code)s and kind in {SNAPSHOTS} and number <= 1 + (
    select number from croupier_entries where code = %(code)s and kind in {ENDS}
    order by number desc limit 1 offset 1
) order by number desc limit 1
"""
# A server that is late loses its place in the list, also if it reports in this moment: one
# of both waits for the other.
_EXPIRE: Final = "delete from croupier_servers where until < clock_timestamp()"
_CLAIM: Final = """
with free as (
    select code from croupier_tables t
    where closed is null and (
        owner is null or not exists (select from croupier_servers s where s.id = t.owner)
    )
    order by opened, code limit %s for update skip locked
)
update croupier_tables t set owner = %s, epoch = epoch + 1
from free where t.code = free.code returning t.code, t.epoch, t.opened
"""
_OWNER: Final = """
select s.address from croupier_tables t join croupier_servers s on s.id = t.owner
where t.code = %s and t.closed is null and s.until > clock_timestamp() and s.id <> %s
"""
# No statement takes longer, and nobody who fell asleep in a transaction keeps others waiting.
_MILLISECONDS: Final = 5_000
_MAX_AT_ONCE: Final = 64
_MAX_ROWS: Final = 2_000
_MAX_ADDRESS: Final = 500


def _now() -> float:
    """Return the seconds of a clock that goes on while the machine sleeps, where there is one."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class SharedLog:
    """The entries of all tables, in a database of PostgreSQL that several servers share.

    Attributes:
        beat: After how many seconds it has to be renewed.
    """

    def __init__(
        self,
        place: str,
        *,
        sync: Sync = "normal",
        address: str = "",
        lease: float = 10.0,
        clock: Callable[[], float] = _now,
    ) -> None:
        """Open a log, or begin one, and be a server of it.

        Args:
            place: The address of the database, `postgresql://…`, as libpq reads it.
            sync: Whether everything is on the disk of the database before an entry counts.
            address: How people reach this server, which others send them to.
            lease: After how many seconds without a word this server's tables are anybody's.
            clock: Returns seconds.

        Raises:
            RefusedError: It is no log, or one of a later version, or it does not answer.
        """
        if len(address) > _MAX_ADDRESS:
            raise RefusedError("the address of the server is too long", code="log-address")
        self.beat: float | None = lease / 5
        self._place, self._sync, self._address = place, sync, address
        self._lease, self._clock = lease, clock
        self._program = version("croupier")
        self._epochs: dict[str, int] = {}
        self._dropped: set[str] = set()
        self._until = clock()
        self._is_closed = False
        self._lock = Lock()
        # One to write in the thread of the tables, and one to look after them in another.
        self._writing: Any = None
        self._renewing: Any = None
        with self._translate_errors():
            connection = self._renewal_connection()
            try:
                with connection.transaction():
                    self._prepare(connection)
                self._register()
            except BaseException:
                connection.close()
                raise

    def _connect(self) -> Any:
        options = f"-c statement_timeout={_MILLISECONDS} -c lock_timeout={_MILLISECONDS}"
        options += f" -c idle_in_transaction_session_timeout={_MILLISECONDS}"
        options += f" -c synchronous_commit={'on' if self._sync == 'full' else 'off'}"
        return psycopg.connect(
            self._place,
            autocommit=True,
            connect_timeout=5,
            options=options,
            application_name="croupier",
            tcp_user_timeout=_MILLISECONDS,
        )

    def _write(self) -> Any:
        if self._writing is None or self._writing.closed:
            self._writing = self._connect()
        return self._writing

    def _renewal_connection(self) -> Any:
        if self._renewing is None or self._renewing.closed:
            self._renewing = self._connect()
        return self._renewing

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Raise errors of the database as errors of ours."""
        try:
            yield
        except psycopg.Error as error:
            raise RefusedError(
                f"{hide_password(self._place)} does not answer: {_say(error)}", code="no-log"
            ) from None

    def _prepare(self, connection: Any) -> None:
        connection.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
        (known,) = connection.execute("select to_regclass('croupier_layout')").fetchone()
        if known is not None:
            (found,) = connection.execute("select max(version) from croupier_layout").fetchone()
            if found not in _LAYOUTS:
                raise RefusedError(
                    f"{hide_password(self._place)} has a log of version {found}; this program knows"
                    f" {_LAYOUT}",
                    code="log-version",
                )
            connection.execute("update croupier_layout set version = %s", (_LAYOUT,))
            return
        connection.execute(_SCHEMA)

    def _register(self) -> None:
        """Join the list of servers, without any table."""
        now = self._clock()
        self._id = secrets.token_hex(8)
        self._epochs.clear()
        self._dropped.clear()
        self._renewal_connection().execute(
            "insert into croupier_servers"
            " values (%s, %s, clock_timestamp() + make_interval(secs => %s))",
            (self._id, self._address, self._lease),
        )
        self._until = now + self._lease

    def append(self, code: str, number: int, entries: Sequence[Entry]) -> None:
        """Write entries of a table that this server has, all of them or none.

        Args:
            code: The table.
            number: The number of the first of them, from 1; a new table begins with it.
            entries: The entries.

        Raises:
            LostTableError: Another server has the table, or has written an entry of that number,
                or it is not known whether they were written.
            RefusedError: They cannot be written: the disk is full, or the table has too many.
        """
        if not entries:
            return
        check_length(number, entries)
        epoch = 1 if number == 1 else self._epochs.get(code)
        if epoch is None:
            raise LostTableError("another server has the table", code="table-moved")
        rows = {
            "code": code,
            "epoch": epoch,
            "program": self._program,
            "numbers": [number + place for place in range(len(entries))],
            "times": [one.at for one in entries],
            "kinds": [find_kind(one) for one in entries],
            "entries": [write_entry(one).decode() for one in entries],
        }
        is_closed = any(isinstance(one, Closed) for one in entries)
        try:
            connection = self._write()
            if number > 1 and not is_closed:
                # One statement is a transaction of its own.
                connection.execute(_APPEND, rows, prepare=True)
                return
            with connection.transaction():
                if number == 1:
                    connection.execute(
                        "insert into croupier_tables values (%s, %s, null, %s, 1)",
                        (code, entries[0].at, self._id),
                    )
                connection.execute(_APPEND, rows)
                if is_closed:
                    connection.execute(
                        "update croupier_tables set closed = %s where code = %s",
                        (entries[-1].at, code),
                    )
        except psycopg.Error as error:
            self._refuse(code, error)
        self._epochs[code] = epoch

    def _refuse(self, code: str, error: psycopg.Error) -> None:
        if error.sqlstate in (_STALE, psycopg.errors.UniqueViolation.sqlstate):
            self._epochs.pop(code, None)
            raise LostTableError("another server has the table", code="table-moved") from None
        if self._writing is None or self._writing.closed:
            # The line was cut, and perhaps after it was written: the log is to be read again.
            self.release(code)
            raise LostTableError(
                f"the database does not answer: {_say(error)}", code="table-moved"
            ) from None
        raise RefusedError(f"nothing can be written: {_say(error)}", code="log-write") from None

    def read(self, code: str, *, recent: bool = False) -> Iterator[Entry]:
        """Yield the entries of a table, in order.

        Args:
            code: The table.
            recent: Whether all that is not needed to open the table again is left out: what was
                before the last snapshot that the last hand follows, except for the opening.

        Yields:
            The entries.

        Raises:
            RefusedError: One of them cannot be read, or the database does not answer.
        """
        with self._translate_errors():
            yield from _read(self._write(), code, recent=recent)

    def read_later(self, code: str, *, recent: bool = False) -> Callable[[], Iterator[Entry]]:
        """Return what reads the entries of a table in another thread, while this one writes on.

        Args:
            code: The table.
            recent: As for `read`.

        Returns:
            A function that yields the entries, in order.
        """

        def read() -> Iterator[Entry]:
            with self._translate_errors(), closing(self._connect()) as connection:
                yield from _read(connection, code, recent=recent)

        return read

    def list_open(self) -> list[str]:
        """Return the tables that this server has, after it has taken those that are nobody's.

        Returns:
            Their codes, the oldest first.

        Raises:
            RefusedError: The database does not answer.
        """
        with self._lock, self._translate_errors():
            while self._claim():
                pass
        return list(self._epochs)

    def _claim(self) -> list[str]:
        """Take tables that are nobody's, some at a time."""
        connection = self._renewal_connection()
        connection.execute(_EXPIRE)
        rows = connection.execute(_CLAIM, (_MAX_AT_ONCE, self._id)).fetchall()
        rows.sort(key=lambda row: (row[2], row[0]))
        self._epochs.update((code, epoch) for code, epoch, _ in rows)
        return [code for code, _, _ in rows]

    def is_held(self, code: str) -> bool:
        """Return whether this server has a table now, and may tell people of it.

        Args:
            code: The table.

        Returns:
            Whether it does.
        """
        return code in self._epochs and self._clock() < self._until

    def renew(self) -> Changes:
        """Keep the tables of this server, and take those whose server is gone.

        Returns:
            What has changed.

        Raises:
            RefusedError: The database does not answer.
        """
        with self._lock, self._translate_errors():
            if self._is_closed:
                return Changes([], [])
            now, before = self._clock(), dict(self._epochs)
            connection = self._renewal_connection()
            found = connection.execute(
                "update croupier_servers set until = clock_timestamp() + make_interval(secs => %s)"
                " where id = %s",
                (self._lease, self._id),
            )
            if not found.rowcount:
                # This server was late, and has lost all of its tables.
                self._register()
                return Changes(list(before), self._claim())
            kept = dict(
                connection.execute(
                    "select code, epoch from croupier_tables where owner = %s and code = any(%s)",
                    (self._id, list(before)),
                ).fetchall()
            )
            lost = [code for code, epoch in before.items() if kept.get(code) != epoch]
            for code in lost:
                self._epochs.pop(code, None)
            # From here on people may be told of these tables again.
            self._until = now + self._lease
            dropped = list(self._dropped)
            if dropped:
                connection.execute(
                    "update croupier_tables set owner = null where owner = %s and code = any(%s)",
                    (self._id, dropped),
                )
                self._dropped.difference_update(dropped)
            return Changes(lost, self._claim())

    def release(self, code: str) -> None:
        """Let go of a table: the next server to look has it.

        Args:
            code: The table.
        """
        self._epochs.pop(code, None)
        self._dropped.add(code)

    def find_owner(self, code: str) -> str:
        """Return the address of another server that has a table.

        Args:
            code: The table.

        Returns:
            The address; nothing where no other server has it.

        Raises:
            RefusedError: The database does not answer.
        """
        with self._lock, self._translate_errors():
            if self._is_closed:
                return ""
            row = self._renewal_connection().execute(_OWNER, (code, self._id)).fetchone()
        return "" if row is None else str(row[0])

    def close(self) -> None:
        """Leave the list of servers: the tables are anybody's from now on."""
        with self._lock:
            self._is_closed = True
            self._epochs.clear()
            # Where the message cannot be sent, other servers find out by themselves.
            with suppress(psycopg.Error):
                self._renewal_connection().execute(
                    "delete from croupier_servers where id = %s", (self._id,)
                )
            for connection in (self._writing, self._renewing):
                if connection is not None:
                    connection.close()


def _read(connection: Any, code: str, *, recent: bool) -> Iterator[Entry]:
    yield from decode_rows(code, _list_rows(connection, code, recent=recent))


def _list_rows(connection: Any, code: str, *, recent: bool) -> Iterator[tuple[int, str]]:
    first = 1
    if recent and (row := connection.execute(_RECENT, {"code": code}).fetchone()):
        first = row[0]
    if first > 1:
        yield from connection.execute(_ENTRIES, (code, 1, 1)).fetchall()
    # The caller may take longer over the entries than the database waits.
    while rows := connection.execute(_ENTRIES, (code, first, _MAX_ROWS)).fetchall():
        yield from rows
        first = rows[-1][0] + 1


def _say(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
