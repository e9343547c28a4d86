"""Tables that are open: entries are logged before they count, clocks run, and bots decide."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import time
from typing import Any, Protocol

from croupier.agents import Agent, AgentLike, MatchInfo, Move, find_agent, parse_move
from croupier.errors import PokerError, RefusedError
from croupier.hosting import entries as log
from croupier.hosting.entries import Entry
from croupier.hosting.intents import AddBot, Intent, Sit
from croupier.hosting.log import Log, LostTableError
from croupier.hosting.logged_table import DifferentRulesError
from croupier.hosting.people import Person
from croupier.hosting.settings import TableSettings
from croupier.hosting.table import HostedTable, draw_seed
from croupier.state import State

__all__ = ["Lobby", "OpenTable", "Watcher", "hash_secret", "make_secret"]

MAX_TABLES = 1_000
"""The most tables that are open at once."""

# Without letters and figures that look alike.
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_CODE_LETTERS = 10
_MAX_STEPS = 500
_THREADS = 4
_AGENT_SEED_BITS = 64
# A table at which nothing happens for so long makes room for others where there is none.
_MAX_IDLE = 24 * 3600 * 1000


def is_code(text: str) -> bool:
    """Return whether something can be the code of a table.

    >>> is_code("abcdefghjk"), is_code("../../etc"), is_code("")
    (True, False, False)

    Args:
        text: What it is.

    Returns:
        Whether it can.
    """
    return len(text) == _CODE_LETTERS and set(text) <= set(_LETTERS)


def make_secret() -> str:
    """Return a secret of 128 bits by which somebody is known."""
    return secrets.token_urlsafe(16)


def hash_secret(secret: str) -> str:
    """Return what is kept of a secret.

    >>> len(hash_secret("abc"))
    64

    Args:
        secret: The secret.

    Returns:
        Its hash: nobody learns the secret from it.
    """
    return hashlib.sha256(secret.encode()).hexdigest()


class Watcher(Protocol):
    """A listener that is called when something happened at a table."""

    def changed(self, table: OpenTable, entries: tuple[Entry, ...]) -> None:
        """Note that the table has changed; it must not block.

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
        table.fairness.code = code
        self._lobby = lobby
        self._watchers: set[Watcher] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._asking: Any = None
        self._agents: dict[str, Agent] = {}
        self._is_lost = False

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
            joined = self.table.join(key=key, now=self._lobby.now(), is_host=is_host)
            self.commit(joined)
            person = self.table.people[joined.person]
        return person

    def sit_down(self, secret: str, intent: Sit) -> Person:
        """Let somebody sit down who may not have been here before.

        Args:
            secret: What proves who they are.
            intent: Where they want to sit.

        Returns:
            The person.

        Raises:
            PokerError: They cannot sit there; nobody has come then.
        """
        key = hash_secret(secret)
        person = self.table.find_by_key(key)
        if person is not None:
            self.submit(person.id, intent)
            return person
        self.commit(*self.table.handle_newcomer(key, intent, self.now()))
        self.go_on()
        found = self.table.find_by_key(key)
        assert found is not None
        return found

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return self._lobby.now()

    def submit(self, person_id: str, intent: Intent) -> int:
        """Apply a person's intent, once however often it is sent.

        Args:
            person_id: Who.
            intent: What.

        Returns:
            The version of the table after it, also when it was done before.

        Raises:
            PokerError: They cannot have it.
        """
        if isinstance(intent, AddBot):
            self._lobby.find_bot(intent.bot)
        entries = self.table.handle(person_id, intent, self._lobby.now())
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
            RefusedError: They cannot be written; nothing has happened then.
        """
        if not entries:
            return
        if self._is_lost:
            raise LostTableError("another server has the table", code="table-moved")
        try:
            self._lobby.log.append(self.code, self.table.version + 1, entries)
        except LostTableError:
            self._lobby.lose(self.code)
            raise
        self.table.apply(*entries)
        for watcher in tuple(self._watchers):
            watcher.changed(self, entries)

    def go_on(self) -> None:
        """Apply what is due now, and set the timer for what is due next."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for _ in range(_MAX_STEPS):
            if self._is_lost:
                return
            entries = self.table.advance(self._lobby.now(), self._lobby.draw)
            if not entries:
                break
            try:
                self.commit(*entries)
            except LostTableError:
                # Another server goes on with it.
                return
        self._ask_bot()
        due = self.table.due
        if due is not None:
            wait = max(0.0, (due - self._lobby.now()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(wait, self.go_on)

    def stop(self) -> None:
        """Stop the clock, as the server stops."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._asking = None
        for agent in self._agents.values():
            close = getattr(agent, "close", None)
            if close is not None:
                close()
        self._agents.clear()

    def lose(self) -> None:
        """Give the table up, which another server has now; its pages are sent there."""
        self._is_lost = True
        self.stop()
        for watcher in tuple(self._watchers):
            watcher.changed(self, ())

    def _ask_bot(self) -> None:
        decision, person = self.table.decision, self.table.decider
        if decision is None or person is None or not person.bot or self.table.is_paused:
            return
        if self._asking is decision:
            return
        self._asking = decision
        self._lobby.think(self._decide(person, decision))

    async def _decide(self, person: Person, decision: Any) -> None:
        """Let a bot decide, not faster than people can follow."""
        begun = self._lobby.now()
        view = decision.observe()
        answer: Any = None
        try:
            agent = self._find_agent(person)
            answer = await self._lobby.call(agent.act, view)
            if isinstance(answer, str):
                answer = parse_move(answer, decision.observe())
        except Exception:
            # Decisions that a bot cannot make are made for it.
            answer = None
        left = (begun + self.table.settings.pace - self._lobby.now()) / 1000
        if left > 0:
            await asyncio.sleep(left)
        while self.table.is_paused and self._asking is decision:
            await asyncio.sleep(0.2)
        if self._asking is not decision or self.table.decision is not decision:
            return
        self._asking = None
        move = answer if isinstance(answer, Move) else Move("")
        try:
            self.commit(self.table.move(person, move, now=self._lobby.now()))
        except LostTableError:
            return
        self.go_on()

    def _find_agent(self, person: Person) -> Agent:
        agent = self._agents.get(person.id)
        if agent is None:
            agent = self._agents[person.id] = self._lobby.make_bot(person.bot)
            start = getattr(agent, "start_match", None)
            if start is not None:
                seed = secrets.randbits(_AGENT_SEED_BITS)
                start(MatchInfo(person.name, person.seat or 0, self.table.game_title, seed))
        return agent


class Lobby:
    """All open tables of a server.

    Attributes:
        log: Where entries are written before they count.
        tables: The tables, by their codes.
        unreadable: Tables of the log that cannot be opened again, and why.
        draw: Returns a seed for a hand.
    """

    def __init__(
        self,
        log: Log,
        *,
        bots: Mapping[str, AgentLike] | Iterable[str] = ("tight", "loose", "caller", "random"),
        clock: Callable[[], float] = time,
        draw: Callable[[], str] = draw_seed,
    ) -> None:
        """Open a lobby, with all tables of its log.

        Args:
            log: The log.
            bots: The agents that may be seated, by their labels: names that `make_agent` knows, or
                whatever the owner of the server names.
            clock: Returns the time in seconds since 1970.
            draw: Returns a seed for a hand.
        """
        self.log = log
        self.draw = draw
        self._clock = clock
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
        code = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LETTERS))
        self.log.append(code, 1, [table.opened])
        found = self.tables[code] = OpenTable(self, code, table)
        return found

    def _make_room(self) -> None:
        """Drop tables that are closed, and close those that are abandoned."""
        now = self.now()
        for code, opened in tuple(self.tables.items()):
            if not opened.table.is_closed and now - opened.table.changed_at > _MAX_IDLE:
                opened.commit(log.Closed(at=now))
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
        table = self.tables[code]
        with contextlib.suppress(LostTableError):
            table.commit(log.Resumed(at=self.now()))
            table.go_on()

    async def _keep_tables(self, beat: float) -> None:
        """Renew this server's hold on its tables, and take over those of servers that are gone."""
        while True:
            try:
                changes = await asyncio.to_thread(self.log.renew)
            except RefusedError:
                # Tables are silent when this lasts, and are there again afterwards.
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
                except RefusedError:
                    # It could not be read or written just now: the next server to look has it.
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
        task.add_done_callback(self._tasks.discard)

    async def call(self, function: Callable[[State], Any], view: State) -> Any:
        """Call an agent in a thread of its own.

        Args:
            function: What is called.
            view: What the agent sees.

        Returns:
            What it answers.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(function, view))

    def close(self) -> None:
        """Let all tables go; they are there again when the log is opened."""
        for table in self.tables.values():
            table.stop()
        for task in tuple(self._tasks):
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.log.close()

    def _reopen(self, code: str) -> None:
        """Open a table of the log again; a hand that would go another way now is cancelled."""
        try:
            kept = list(self.log.read(code, recent=True))
            try:
                table = HostedTable.restore(kept)
                cancelled = None
            except DifferentRulesError as error:
                table = HostedTable.restore(kept, with_hand=False)
                why = f"the rules of the program have changed: {error}"
                cancelled = log.Cancelled(at=self.now(), hand=table.hand + 1, why=why)
        except PokerError as error:
            if error.code == "no-log":
                raise
            # Perhaps a game that is not there any more; its log is kept for who wants to look.
            self.unreadable[code] = str(error)
            return
        except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
            # A log that cannot be read closes one table, and not the server.
            self.unreadable[code] = f"its log cannot be played again: {error!r:.200}"
            return
        if table.is_closed:
            return
        opened = self.tables[code] = OpenTable(self, code, table)
        if cancelled is not None:
            opened.commit(cancelled)
