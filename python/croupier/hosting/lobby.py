"""Tables that are open: entries are logged before they count, clocks run, and bots decide."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol

from msgspec.structs import replace

from croupier.agents import Agent, AgentLike, find_agent
from croupier.errors import PokerError, RefusedError
from croupier.hosting import entries as log
from croupier.hosting.bots import SeatedBots, ask
from croupier.hosting.clocks import SteadyClock
from croupier.hosting.codes import hash_secret, is_code, make_code, make_secret
from croupier.hosting.entries import Entry, write_entry
from croupier.hosting.entry_checks import check_entries
from croupier.hosting.faults import report
from croupier.hosting.intents import AddBot, Intent, Sit
from croupier.hosting.log import Log, LostTableError
from croupier.hosting.logged_table import DifferentRulesError
from croupier.hosting.people import Person
from croupier.hosting.settings import TableSettings
from croupier.hosting.table import HostedTable, draw_seed
from croupier.state import State

__all__ = ["Lobby", "OpenTable", "Watcher"]

MAX_TABLES = 1_000
"""The most tables that are open at once."""

_MAX_STEPS = 500
_THREADS = 4
# A table at which nothing happens for so long makes room for others where there is none.
_MAX_IDLE = 24 * 3600 * 1000
# Seconds after which a table tries again, for instance when the disk is full.
_RETRY = 1.0
# Smaller differences between clocks, in milliseconds, are ignored.
_SAME_TIME = 1_000


class Watcher(Protocol):
    """A listener that is called when something happened at a table."""

    def changed(self, table: OpenTable, entries: tuple[Entry, ...]) -> None:
        """Note that the table has changed; it must not block.

        Exceptions are logged and do not stop the table.

        Args:
            table: Where; it may be another server's now, and then nothing is said of it.
            entries: What happened; they say more than anybody may know.
        """


class OpenTable:
    """A table that is open: the only place where anything of it is changed.

    Attributes:
        code: What it is called in links: 50 bits that nobody guesses.
        table: The table.
    """

    def __init__(self, lobby: Lobby, code: str, table: HostedTable) -> None:
        self.code = code
        self.table = table
        table.own_games = lobby.games
        table.fairness.code = code
        self._lobby = lobby
        self._watchers: set[Watcher] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._bots = SeatedBots(self, lobby)
        self._is_lost = False
        # Milliseconds by which the time of the table is ahead of the clock of the server.
        self._ahead = 0

    @property
    def is_held(self) -> bool:
        """Whether this server has the table: nobody may be told anything of it otherwise."""
        return not self._is_lost and self._lobby.log.is_held(self.code)

    def watch(self, watcher: Watcher) -> None:
        """Add a listener.

        Args:
            watcher: Who.
        """
        self._watchers.add(watcher)

    def forget(self, watcher: Watcher) -> None:
        """Remove a listener.

        Args:
            watcher: Who.
        """
        self._watchers.discard(watcher)

    @property
    def watcher_count(self) -> int:
        """The number of listeners."""
        return len(self._watchers)

    def enter(self, secret: str, *, is_host: bool = False) -> Person:
        """Admit a person; one who was here before is known again.

        Args:
            secret: What proves who they are.
            is_host: Whether the table is theirs.

        Returns:
            The person.

        Raises:
            RefusedError: There are too many people, or the table is closed.
        """
        key = hash_secret(secret)
        person = self.table.find_by_key(key)
        if person is None:
            joined = self.table.join(key=key, now=self.now(), is_host=is_host)
            self.commit(joined)
            person = self.table.people[joined.person]
        return person

    def sit_down(self, secret: str, intent: Sit, *, must_ask: bool = False) -> Person:
        """Let somebody sit down who may not have been here before.

        Args:
            secret: What proves who they are.
            intent: Where they want to sit.
            must_ask: Whether the host has to approve before they sit down.

        Returns:
            The person.

        Raises:
            PokerError: They cannot sit there; nobody has come then.
        """
        key = hash_secret(secret)
        person = self.table.find_by_key(key)
        if person is not None:
            self.submit(person.id, intent, must_ask=must_ask)
            return person
        self.commit(*self.table.handle_newcomer(key, intent, self.now(), must_ask=must_ask))
        self.go_on()
        found = self.table.find_by_key(key)
        assert found is not None
        return found

    def now(self) -> int:
        """Return the time of the table in milliseconds since 1970.

        It never goes back: if the clock of the server is behind the last entry, which another
        server may have written, time continues from that entry.
        """
        now = self._lobby.now() + self._ahead
        behind = self.table.changed_at - now
        if behind > 0:
            self._ahead += behind
            now += behind
        return now

    def make_link(self, person_id: str, wanted: str = "") -> str:
        """Make a private link, which moves a seat to another browser; an unused one is void then.

        Args:
            person_id: The ID of the person who asks.
            wanted: The ID of the person whom the host makes the link for; the same when omitted.

        Returns:
            The secret in the link.

        Raises:
            RefusedError: They cannot have it.
        """
        asker = self.table.people.get(person_id)
        if asker is None:
            raise RefusedError("no such person at this table", code="unknown-person")
        secret = make_secret()
        self.commit(
            self.table.make_link(asker, wanted or person_id, hash_secret(secret), self.now())
        )
        return secret

    def use_link(self, link: str, secret: str) -> bool:
        """Use a private link: its person is known by a new secret, and the old one is void.

        Args:
            link: The secret in the link.
            secret: The new secret.

        Returns:
            Whether there is such a link.
        """
        used = self.table.use_link(hash_secret(link), hash_secret(secret), self.now())
        if used is not None:
            self.commit(used)
        return used is not None

    def submit(self, person_id: str, intent: Intent, *, must_ask: bool = False) -> int:
        """Apply a person's intent, once however often it is sent.

        Args:
            person_id: Who.
            intent: What.
            must_ask: Whether the host has to approve before the person sits down.

        Returns:
            The version of the table after it, also when it was done before.

        Raises:
            PokerError: They cannot have it.
        """
        if isinstance(intent, AddBot):
            self._lobby.find_bot(intent.bot)
        entries = self.table.handle(person_id, intent, self.now(), must_ask=must_ask)
        self.commit(*entries)
        person = self.table.people[person_id]
        done = person.find_version(getattr(intent, "id", ""))
        self.go_on()
        return self.table.version if done is None else done

    def commit(self, *entries: Entry) -> None:
        """Write entries to the log, apply them, and notify everybody.

        Args:
            *entries: The entries.

        Raises:
            RefusedError: They are not valid, or cannot be written; nothing has happened then.
        """
        if not entries:
            return
        if self._is_lost:
            raise LostTableError("another server has the table", code="table-moved")
        for entry in entries:
            # Every log can store and read back what can be written here.
            write_entry(entry)
        check_entries(self.table, entries)
        drift = self._lobby.wall() - entries[-1].at
        if abs(drift) >= _SAME_TIME:
            entries = tuple(replace(entry, drift=drift) for entry in entries)
        try:
            self._lobby.log.append(self.code, self.table.version + 1, entries)
        except LostTableError:
            self._lobby.lose(self.code)
            raise
        self.table.apply(*entries)
        self._notify(entries)

    def _notify(self, entries: tuple[Entry, ...]) -> None:
        """Call all listeners; an exception in one does not affect the others."""
        for watcher in tuple(self._watchers):
            try:
                watcher.changed(self, entries)
            except Exception as error:
                self._report(f"a listener of {type(watcher).__name__}", error)

    def _report(self, place: str, error: BaseException) -> None:
        report(f"table {self.code}: {place}", error)

    def retry(self) -> None:
        """Try again after a second."""
        self._set_timer(_RETRY)

    def go_on(self) -> None:
        """Apply what is due now, and set the timer for what is due next.

        Exceptions are logged, and the timer tries again after a second.
        """
        self._cancel_timer()
        delay = _RETRY
        try:
            self._advance()
            self._bots.ask()
            delay = 0.0
        except LostTableError:
            # Another server goes on with it.
            pass
        except Exception as error:
            self._report("going on", error)
        finally:
            self._set_timer(delay)

    def _advance(self) -> None:
        for _ in range(_MAX_STEPS):
            if self._is_lost:
                return
            entries = self.table.advance(self.now(), self._lobby.draw)
            if not entries:
                return
            self.commit(*entries)

    def _set_timer(self, delay: float) -> None:
        """Set the timer for what is due next, or for a delay in seconds if there is one."""
        self._cancel_timer()
        if self._is_lost:
            return
        due = None
        try:
            due = self.table.due
        except Exception as error:
            self._report("the clock", error)
            delay = _RETRY
        if due is None and not delay:
            return
        wait = 0.0 if due is None else (due - self.now()) / 1000
        self._timer = asyncio.get_running_loop().call_later(max(delay, wait), self.go_on)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def stop(self) -> None:
        """Stop the clock, as the server stops."""
        self._cancel_timer()
        self._bots.close()

    def lose(self) -> None:
        """Give the table up, which another server has now; its pages are sent there."""
        self._is_lost = True
        self.stop()
        self._notify(())


class Lobby:
    """All open tables of a server.

    Attributes:
        log: Where entries are written before they count.
        tables: The tables, by their codes.
        unreadable: Tables of the log that cannot be opened again, and why.
        draw: Returns a seed for a hand.
        games: The definitions of games of files, by their names.
    """

    def __init__(
        self,
        log: Log,
        *,
        bots: Mapping[str, AgentLike] | Iterable[str] = ("tight", "loose", "caller", "random"),
        clock: Callable[[], float] | None = None,
        draw: Callable[[], str] = draw_seed,
        games: Mapping[str, str] | None = None,
    ) -> None:
        """Open a lobby, with all tables of its log.

        Args:
            log: The log.
            bots: The agents that may be seated, by their labels: names that `make_agent` knows, or
                whatever the owner of the server names.
            clock: Returns the time in seconds since 1970; a `SteadyClock` when omitted.
            draw: Returns a seed for a hand.
            games: The definitions of games of files, by their names, as `read_games` reads them.
        """
        self.log = log
        self.games = dict(games or {})
        self.draw = draw
        self._clock = SteadyClock() if clock is None else clock
        self._bots = dict(bots) if isinstance(bots, Mapping) else {one: one for one in bots}
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="bots")
        self._tasks: set[asyncio.Task[None]] = set()
        self.tables: dict[str, OpenTable] = {}
        self.unreadable: dict[str, str] = {}
        for code in log.list_open():
            self._reopen(code)

    @property
    def bots(self) -> list[str]:
        """The labels of the bots that may be seated."""
        return list(self._bots)

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return round(self._clock() * 1000)

    def wall(self) -> int:
        """Return the system time in milliseconds since 1970, for records."""
        return round(getattr(self._clock, "wall", self._clock)() * 1000)

    def find_bot(self, label: str) -> AgentLike:
        """Return the agent of a bot.

        Args:
            label: Its label.

        Returns:
            The agent, its class or its name.

        Raises:
            RefusedError: There is none that may be seated.
        """
        if label not in self._bots:
            known = ", ".join(self._bots) or "none"
            raise RefusedError(f"there is no bot {label!r}: there are {known}", code="unknown-bot")
        return self._bots[label]

    def make_bot(self, label: str) -> Agent:
        """Return an agent for a bot that is seated.

        Args:
            label: Its label.

        Returns:
            The agent.
        """
        return find_agent(self.find_bot(label))

    def open(self, settings: TableSettings) -> OpenTable:
        """Open a new table.

        Args:
            settings: How it is played.

        Returns:
            The table.

        Raises:
            PokerError: The settings do not fit, or there are too many tables.
        """
        if len(self.tables) >= MAX_TABLES:
            self._make_room()
        if len(self.tables) >= MAX_TABLES:
            raise RefusedError(f"there are {MAX_TABLES} tables already", code="too-many-tables")
        table = HostedTable.open(settings, now=self.now(), draw=self.draw)
        code = make_code()
        self.log.append(code, 1, [table.opened])
        found = self.tables[code] = OpenTable(self, code, table)
        return found

    def _make_room(self) -> None:
        """Drop tables that are closed, and close those that are abandoned."""
        now = self.now()
        for code, opened in tuple(self.tables.items()):
            if not opened.table.is_closed and now - opened.table.changed_at > _MAX_IDLE:
                opened.commit(*opened.table.close(now))
            if opened.table.is_closed:
                self.lose(code)

    def find(self, code: str) -> OpenTable:
        """Return a table.

        Args:
            code: Its code.

        Returns:
            The table.

        Raises:
            RefusedError: There is none, or none any more.
        """
        found = self.tables.get(code)
        if found is None:
            raise RefusedError("there is no such table", code="unknown-table")
        return found

    def peek(self, code: str) -> HostedTable | None:
        """Look at a table that another server has, as it is in the log.

        It may be called in another thread.

        Args:
            code: Its code.

        Returns:
            The table, of which nothing is to be told but what everybody may know; nothing where
            no other server has it.

        Raises:
            PokerError: The log does not answer, or the table cannot be opened.
        """
        if not is_code(code) or not self.log.find_owner(code):
            return None
        return HostedTable.restore(self.log.read_later(code, recent=True)(), with_hand=False)

    def find_owner(self, code: str) -> str:
        """Return the address of another server that has a table; it may be asked in any thread.

        Args:
            code: The code of the table.

        Returns:
            The address; nothing where there is none.

        Raises:
            RefusedError: The log does not answer.
        """
        return self.log.find_owner(code) if is_code(code) else ""

    def start(self) -> None:
        """Let the clocks of all tables run; a server calls it when it is ready."""
        for code in list(self.tables):
            self._resume(code)
        if self.log.beat is not None:
            self.think(self._keep_tables(self.log.beat))

    def _resume(self, code: str) -> None:
        opened = self.tables.get(code)
        if opened is None:
            return
        now = opened.now()
        try:
            opened.commit(log.Resumed(at=now, stopped=now - opened.table.changed_at))
        except LostTableError:
            return
        except PokerError as error:
            report(f"opening table {code} again", error)
            asyncio.get_running_loop().call_later(_RETRY, self._resume, code)
            return
        opened.go_on()

    async def _keep_tables(self, beat: float) -> None:
        """Renew this server's hold on its tables, and take over those of servers that are gone."""
        while True:
            try:
                changes = await asyncio.to_thread(self.log.renew)
            except Exception as error:
                # Tables are silent when this lasts, and are there again afterwards.
                if not isinstance(error, RefusedError):
                    report("keeping tables", error)
                await asyncio.sleep(beat)
                continue
            for code in changes.lost:
                self.lose(code)
            for code in changes.gained:
                # The table may have been this server's before.
                self.lose(code)
                try:
                    self._reopen(code)
                    if code in self.tables:
                        self._resume(code)
                except Exception as error:
                    # It could not be read or written just now: the next server to look has it.
                    if not isinstance(error, RefusedError):
                        report(f"taking table {code}", error)
                    self.lose(code)
                    self.log.release(code)
                await asyncio.sleep(0)
            if not changes.gained:
                await asyncio.sleep(beat)

    def lose(self, code: str) -> None:
        """Let go of a table that another server has.

        Args:
            code: Its code.
        """
        found = self.tables.pop(code, None)
        if found is not None:
            found.lose()

    def think(self, work: Any) -> None:
        """Let a bot decide while everything else goes on.

        Args:
            work: What it does.
        """
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end_task)

    def _end_task(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            report("a task", error)

    async def call(self, function: Callable[[State], Any], view: State) -> Any:
        """Call an agent in a thread of its own.

        Args:
            function: What is called.
            view: What the agent sees.

        Returns:
            What it answers.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(ask, function, view))

    def close(self) -> None:
        """Let all tables go; they are there again when the log is opened."""
        for table in self.tables.values():
            table.stop()
        for task in tuple(self._tasks):
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.log.close()

    def _reopen(self, code: str) -> None:
        """Open a table of the log again, or note why it cannot be opened."""
        try:
            self._open_again(code)
        except LostTableError:
            raise
        except PokerError as error:
            if error.code == "no-log":
                raise
            # Perhaps a game that is not there any more; its log is kept for who wants to look.
            self.unreadable[code] = str(error)
            report(f"opening table {code}", error)

    def _open_again(self, code: str) -> None:
        """Open a table of the log; a hand that would go another way now is cancelled."""
        kept = list(self.log.read(code, recent=True))
        cancelled = None
        try:
            table = HostedTable.restore(kept)
        except DifferentRulesError as error:
            table = HostedTable.restore(kept, with_hand=False)
            why = f"the rules of the program have changed: {error}"
            cancelled = log.Cancelled(at=self.now(), hand=table.hand + 1, why=why)
        self.unreadable.pop(code, None)
        if table.is_closed:
            return
        opened = OpenTable(self, code, table)
        if cancelled is not None:
            opened.commit(replace(cancelled, at=opened.now()))
        self.tables[code] = opened
