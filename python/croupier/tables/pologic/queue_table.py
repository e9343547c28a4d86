"""Tables in processes of their own, whose players ask deciders in other processes."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from croupier.cards.notation import Dialect
from croupier.errors import AgentError, PokerError
from croupier.tables.pologic.config import GameConfig
from croupier.tables.pologic.hand import Event
from croupier.tables.pologic.messages import Line, LineClosedError, QMessage
from croupier.tables.pologic.player import Decision, PPlayer, mask_probs
from croupier.tables.pologic.table import PTable

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess
else:
    SpawnProcess = get_context("spawn").Process

__all__ = ["DeciderLine", "QPPlayer", "QPTable"]


class DeciderLine(Protocol):
    """Carry messages to a decider and back; see `Line`."""

    def post(self, message: QMessage) -> None:
        """Leave a message, to be sent with the next one."""

    def send(self, message: QMessage) -> None:
        """Send a message."""

    def receive(self) -> list[QMessage]:
        """Wait for messages."""


class QPPlayer(PPlayer):
    """Sit at a table and ask a decider for every move.

    The decider is sent what happened, as the player sees it, before each decision and after the
    hand.
    """

    listens = True

    def __init__(self, id: str, line: DeciderLine) -> None:
        """Make a player.

        Args:
            id: The name.
            line: The line to the decider.
        """
        super().__init__(id)
        self._line = line

    def take_hh(self, events: list[Event]) -> None:
        """Pass on what happened; it is sent with the next question.

        Args:
            events: The new events, as the player sees them.
        """
        data = {"id": self.id, "state_changes": events}
        self._line.post(QMessage("state_changes", data))

    def select_move(self, decision: Decision, random: Random) -> tuple[int, Sequence[float]]:
        """Ask the decider.

        Args:
            decision: What is to be decided.
            random: Where chance comes from; the decider has its own.

        Returns:
            The number of the move, and how likely each move was.

        Raises:
            AgentError: The decider is gone, or answers something else than a move.
        """
        allowed = decision.allowed_moves
        data = {"id": self.id, "allowed_moves": allowed, "moves_cash": decision.moves_cash}
        self._line.send(QMessage("make_decision", data))
        answers = self._line.receive()
        try:
            (answer,) = answers
            move, probs = answer.data["selected_move"], answer.data["probs"]
        except (AttributeError, KeyError, TypeError, ValueError):
            raise AgentError(f"{self.id} was answered {answers!r}: a move is expected.") from None
        return int(move), mask_probs(probs, allowed, self.id)


class QPTable(SpawnProcess):
    """Play hands in a process of its own, each of which is sent to the manager.

    The table plays until the manager says `stop_table`, or a decider or the manager is gone. One
    that goes step by step plays a hand whenever it is told `run_hand`, with HHtexts or without.
    """

    def __init__(
        self,
        name: str,
        config: GameConfig,
        seats: Sequence[tuple[str, str]],
        deciders: dict[str, Any],
        manager: Any,
        *,
        seed: int | None = None,
        dialect: Dialect = Dialect.D,
        step: bool = False,
    ) -> None:
        """Make a table; `start` starts its process.

        Args:
            name: What it is called.
            config: The game.
            seats: The names of the players and of their deciders, in the order of the seats.
            deciders: The connections to the deciders, by their names.
            manager: The connection to the manager.
            seed: Makes the cards the same every time.
            dialect: How cards are written.
            step: Whether it goes step by step.
        """
        super().__init__(name=name, daemon=True)
        self._config = config
        self._seats = tuple(seats)
        self._deciders = deciders
        self._manager = manager
        self._options: dict[str, Any] = {"seed": seed, "dialect": dialect}
        self._step = step

    def run(self) -> None:
        """Play; this is what the process does."""
        # Who interrupts the program interrupts the manager, which stops the tables.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        manager = Line(self._manager, "the manager")
        lines = {
            name: Line(connection, f"the decider {name}")
            for name, connection in self._deciders.items()
        }
        players = [QPPlayer(player, lines[decider]) for player, decider in self._seats]
        table = PTable(self.name, self._config, players, **self._options)
        reason = "it was told to"
        try:
            manager.send(QMessage("table_started", {"table": self.name}))
            self._play(table, manager, lines)
        except PokerError as error:
            reason = str(error)
        data = {"table": self.name, "hands": table.hand_id, "reason": reason}
        for line in lines.values():
            with suppress(LineClosedError):
                line.flush()
        with suppress(LineClosedError):
            manager.send(QMessage("table_stopped", data))

    def _play(self, table: PTable, manager: Line, lines: dict[str, Line]) -> None:
        while True:
            given = None
            if self._step or manager.waits():
                for message in manager.receive():
                    if message.type == "stop_table":
                        return
                    given = message.data
            manager.send(QMessage("hh_out", table.run_hand(given)))
            if self._step:
                for line in lines.values():
                    line.flush()
