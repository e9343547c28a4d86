"""Tables in processes of their own, whose players ask deciders in other processes."""

from __future__ import annotations

import selectors
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from croupier.cards.notation import Dialect
from croupier.cards.seeding import SeedStream, check_seed
from croupier.compat.pypoks.config import GameConfig
from croupier.compat.pypoks.hand import Event
from croupier.compat.pypoks.processes.messages import Channel, LineClosedError, QMessage
from croupier.compat.pypoks.tables.player import Decision, PPlayer, mask_probs
from croupier.compat.pypoks.tables.table import HandSteps, PTable
from croupier.errors import AgentError, PokerError, SetupError

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess
else:
    SpawnProcess = get_context("spawn").Process

__all__ = ["ON_REQUEST", "DeciderLine", "QPPlayer", "QPTable", "TableGroup"]

ON_REQUEST = "it was told to"
"""Why a table stops that was told to."""


class DeciderLine(Protocol):
    """A line for messages to a decider and back; see `Channel`."""

    def post(self, message: QMessage) -> None:
        """Leave a message, to be sent with the next one."""

    def send(self, message: QMessage) -> None:
        """Send a message."""

    def receive(self) -> list[QMessage]:
        """Wait for messages."""


class QPPlayer(PPlayer):
    """A player at a table who asks a decider for every move.

    The decider is sent what happened, as the player sees it, before each decision and after the
    hand.

    Attributes:
        line: The line to the decider.
    """

    listens = True

    def __init__(self, id: str, line: DeciderLine) -> None:
        """Make a player.

        Args:
            id: The name.
            line: The line to the decider.
        """
        super().__init__(id)
        self.line = line

    def take_hh(self, events: list[Event]) -> None:
        """Pass on what happened; it is sent with the next question.

        Args:
            events: The new events, as the player sees them.
        """
        data = {"id": self.id, "state_changes": events}
        self.line.post(QMessage("state_changes", data))

    def ask(self, decision: Decision) -> QMessage:
        """Return the question of a decision.

        Args:
            decision: What is to be decided.

        Returns:
            The message to the decider.
        """
        data = {
            "id": self.id,
            "allowed_moves": decision.allowed_moves,
            "moves_cash": decision.moves_cash,
        }
        return QMessage("make_decision", data)

    def read(self, answer: QMessage, decision: Decision) -> tuple[int, Sequence[float]]:
        """Read an answer.

        Args:
            answer: The message of the decider.
            decision: What was to be decided.

        Returns:
            The number of the move, and how likely each move was.

        Raises:
            AgentError: The answer is something else than a move.
        """
        try:
            move, probs = int(answer.data["selected_move"]), answer.data["probs"]
        except (KeyError, TypeError, ValueError):
            raise AgentError(
                f"{self.id} was answered {answer!r}: a move is expected.", code="answer-syntax"
            ) from None
        return move, mask_probs(probs, decision.allowed_moves, self.id)

    def select_move(self, decision: Decision, random: Random) -> tuple[int, Sequence[float]]:
        """Ask the decider, and wait for the answer.

        Args:
            decision: What is to be decided.
            random: Where chance comes from; the decider has its own.

        Returns:
            The number of the move, and how likely each move was.

        Raises:
            AgentError: The decider is gone, or answers something else than a move.
        """
        self.line.send(self.ask(decision))
        return self.read(self.line.receive()[0], decision)


class QPTable(SpawnProcess):
    """A process that plays at one table or several, and sends each hand to the manager.

    Several tables ask their deciders together, which is quicker. They play until the manager says
    `stop_table`, or a decider or the manager is gone. A table that goes step by step plays a hand
    whenever it is told `run_hand`, with HHtexts or without.
    """

    def __init__(
        self,
        tables: Mapping[str, Sequence[tuple[str, str]]],
        config: GameConfig,
        deciders: Mapping[str, Any],
        manager: Any,
        *,
        seed: int | bytes | None = None,
        dialect: Dialect = Dialect.D,
        step: bool = False,
    ) -> None:
        """Make tables; `start` starts their process.

        Args:
            tables: The names of the tables; for each, the names of the players and of their
                deciders in the order of the seats.
            config: The game.
            deciders: The connections to the deciders, by their names.
            manager: The connection to the manager.
            seed: Makes the cards the same every time.
            dialect: How cards are written.
            step: Whether the table, the only one, goes step by step.

        Raises:
            SetupError: There is no table, or there are several that go step by step.
        """
        if not tables:
            raise SetupError("a process needs a table, not 0 of them", code="table-count")
        if step and len(tables) > 1:
            raise SetupError(
                f"there can be one table that goes step by step, not {len(tables)}",
                code="table-count",
            )
        first, *_, last = [*tables] * 2
        super().__init__(name=first if first == last else f"{first}-{last}", daemon=True)
        self._seats = {name: tuple(seats) for name, seats in tables.items()}
        self._config = config
        self._deciders = dict(deciders)
        self._manager = manager
        self._seed = None if seed is None else check_seed(seed)
        self._dialect = dialect
        self._step = step

    def run(self) -> None:
        """Play; this is what the process does."""
        # An interruption reaches the manager, which stops the tables.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        manager = Channel(self._manager, "the manager")
        lines = {
            name: Channel(connection, f"the decider {name}")
            for name, connection in self._deciders.items()
        }
        seeds = None if self._seed is None else SeedStream(self._seed)
        tables = []
        for name, seats in self._seats.items():
            players = [QPPlayer(player, lines[decider]) for player, decider in seats]
            seed = None if seeds is None else seeds.draw()
            tables.append(PTable(name, self._config, players, seed=seed, dialect=self._dialect))
        # Without a manager there is nobody to play for.
        with suppress(LineClosedError):
            for table in tables:
                manager.post(QMessage("table_started", {"table": table.name}))
            manager.flush()
            if self._step:
                _play_step_by_step(tables[0], manager, [*lines.values()])
            else:
                TableGroup(tables, manager, [*lines.values()]).play()


def report_stopped(manager: Channel, table: PTable, reason: str = ON_REQUEST) -> None:
    """Tell the manager that a table has stopped.

    Args:
        manager: The line to the manager.
        table: The table.
        reason: Why.
    """
    data = {"table": table.name, "hands": table.hand_id, "reason": reason}
    manager.send(QMessage("table_stopped", data))


def _play_step_by_step(table: PTable, manager: Channel, lines: list[Channel]) -> None:
    reason = None
    while reason is None:
        for message in manager.receive():
            if message.type == "stop_table":
                reason = ON_REQUEST
                break
            try:
                manager.send(QMessage("hh_out", table.run_hand(message.data)))
                for line in lines:
                    line.flush()
            except PokerError as error:
                reason = str(error)
                break
    report_stopped(manager, table, reason)


class TableGroup:
    """A group of tables played at once: all their questions are sent together."""

    def __init__(self, tables: list[PTable], manager: Channel, lines: list[Channel]) -> None:
        """Make a group.

        Args:
            tables: The tables, whose players are all `QPPlayer`.
            manager: The line to the manager.
            lines: The lines to the deciders.
        """
        self._manager = manager
        self._lines = lines
        self._tables = {table.name: table for table in tables}
        self._steps: dict[str, HandSteps] = {}
        # Decisions without an answer yet: the player, the decision and the table.
        self._waiting: dict[str, tuple[QPPlayer, Decision, str]] = {}
        self._stopping = False
        self._selector = selectors.DefaultSelector()

    def play(self) -> None:
        """Play until all tables have stopped.

        Raises:
            LineClosedError: The manager is gone.
        """
        with self._selector:
            for line in (self._manager, *self._lines):
                self._selector.register(line, selectors.EVENT_READ)
            for name in [*self._tables]:
                self._advance(name, None)
            while self._tables:
                self._manager.flush()
                self._flush()
                for key, _ in self._selector.select():
                    assert isinstance(key.fileobj, Channel)
                    self._hear(key.fileobj)
        self._manager.flush()

    def _flush(self) -> None:
        for line in [*self._lines]:
            try:
                line.flush()
            except LineClosedError as error:
                self._lose(line, str(error))

    def _hear(self, line: Channel) -> None:
        if line is self._manager:
            self._stopping |= any(message.type == "stop_table" for message in line.receive())
            return
        try:
            messages = line.receive()
        except LineClosedError as error:
            self._lose(line, str(error))
            return
        for message in messages:
            waiting = self._waiting.pop(message.data["id"], None)
            if waiting is not None:
                player, decision, name = waiting
                try:
                    answer = player.read(message, decision)
                except PokerError as error:
                    self._stop(name, str(error))
                else:
                    self._advance(name, answer)

    def _advance(self, name: str, answer: tuple[int, Sequence[float]] | None) -> None:
        """Go on with a hand, or with the next one, until somebody is asked."""
        table = self._tables[name]
        while True:
            try:
                if answer is None:
                    steps = self._steps[name] = table.run_steps()
                    player, decision = next(steps)
                else:
                    player, decision = self._steps[name].send(answer)
            except StopIteration as end:
                self._manager.post(QMessage("hh_out", end.value))
                answer = None
                if self._stopping:
                    self._stop(name)
                    return
            except PokerError as error:
                self._stop(name, str(error))
                return
            else:
                assert isinstance(player, QPPlayer)
                player.line.post(player.ask(decision))
                self._waiting[player.id] = player, decision, name
                return

    def _lose(self, line: Channel, reason: str) -> None:
        """Stop the tables that cannot play without a decider."""
        if line in self._lines:
            self._lines.remove(line)
            self._selector.unregister(line)
            for name, table in [*self._tables.items()]:
                if any(player.line is line for player in _players(table)):
                    self._stop(name, reason)

    def _stop(self, name: str, reason: str = ON_REQUEST) -> None:
        table = self._tables.pop(name)
        for player in _players(table):
            self._waiting.pop(player.id, None)
        # Messages that are left of the last hand.
        for line in self._lines:
            with suppress(LineClosedError):
                line.flush()
        report_stopped(self._manager, table, reason)


def _players(table: PTable) -> list[QPPlayer]:
    return [player for player in table.players if isinstance(player, QPPlayer)]
