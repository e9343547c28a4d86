"""Deciders: one policy that serves many players, with many decisions at once."""

from __future__ import annotations

import selectors
import signal
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from croupier.cards.seeding import find_seed
from croupier.compat.pypoks.hand import Event
from croupier.compat.pypoks.processes.messages import Channel, LineClosedError, QMessage
from croupier.compat.pypoks.tables.player import Answer, as_move, read_answer
from croupier.errors import PokerError, SetupError

__all__ = ["DMK", "DMKServer", "RandomDMK", "Request"]

WON_INTERVAL = 1000
"""After how many hands what was won is summed up."""


class Request(NamedTuple):
    """A request for a decision.

    Attributes:
        player: Who has to decide.
        allowed_moves: Whether each move of the menu may be made.
        moves_cash: How many chips each of them adds.

    >>> Request("dmk_0", (False, True, True), (0, 0, 5)).player
    'dmk_0'
    """

    player: str
    allowed_moves: tuple[bool, ...]
    moves_cash: tuple[int, ...]


class DMK:
    """A decider for many players, at many tables.

    A decider is sent to a process of its own, so it must be possible to pickle it; what is large or
    cannot be pickled is made in `start`.

    Attributes:
        name: What it is called.
        n_players: For how many players it decides.

    >>> RandomDMK("dmk", 2).player_ids, RandomDMK("solo").player_ids
    (('dmk_0', 'dmk_1'), ('solo',))
    """

    def __init__(self, name: str, n_players: int = 1) -> None:
        """Make a decider.

        Args:
            name: What it is called.
            n_players: For how many players it decides.

        Raises:
            SetupError: There are no players, or the name has blanks.
        """
        if name.split() != [name]:
            raise SetupError(
                f"a name must be text without blanks, unlike {name!r}", code="name-syntax"
            )
        if n_players < 1:
            raise SetupError(
                f"{name} must decide for one player at least, not {n_players}.", code="player-count"
            )
        self.name = name
        self.n_players = n_players

    @property
    def player_ids(self) -> tuple[str, ...]:
        """The names of the players."""
        if self.n_players == 1:
            return (self.name,)
        return tuple(f"{self.name}_{number}" for number in range(self.n_players))

    def start(self) -> None:
        """Get ready, in the process that decides."""

    def take_states(self, player: str, events: Sequence[Event]) -> None:
        """Hear what happened in the hand of a player.

        Args:
            player: The player.
            events: The new events, as the player sees them.
        """

    def make_decisions(self, requests: Sequence[Request]) -> Sequence[Answer]:
        """Decide everything that is asked for now.

        Args:
            requests: The questions.

        Returns:
            For each of them, the number of a move or how likely each move is.
        """
        raise NotImplementedError

    def save(self) -> None:
        """Save what was learnt; there is nothing to save here."""


class RandomDMK(DMK):
    """A decider that makes any move, all equally likely."""

    def make_decisions(self, requests: Sequence[Request]) -> Sequence[Answer]:
        """Decide.

        >>> RandomDMK("dmk").make_decisions([Request("dmk", (True, False), (0, 0))])
        [(0.5, 0.5)]

        Args:
            requests: The questions.

        Returns:
            Equal probabilities for each.
        """
        return [
            (1 / len(request.allowed_moves),) * len(request.allowed_moves) for request in requests
        ]


class DMKServer:
    """A server that gives tables the decisions of a decider, until the manager ends it.

    All questions that wait are answered at once. A table that is gone is forgotten.
    """

    def __init__(
        self, dmk: DMK, manager: Channel, tables: Sequence[Channel], seed: int | bytes | None = None
    ) -> None:
        """Make a server.

        Args:
            dmk: The decider.
            manager: The line to the manager.
            tables: The lines to the tables.
            seed: Makes the moves that are drawn the same every time.
        """
        self._dmk = dmk
        self._manager = manager
        self._tables = list(tables)
        self._random = Random(find_seed(seed))
        self._running = False
        self._ended = False
        self._hands = 0
        self._won = 0.0
        self._interval_won = 0.0
        self._by_interval: list[float] = []
        self._after_interval: list[float] = []
        self._selector = selectors.DefaultSelector()

    def run(self) -> None:
        """Serve until the manager says that it is enough, or is gone."""
        self._dmk.start()
        self._selector.register(self._manager, selectors.EVENT_READ)
        # Without a manager there is nobody to serve.
        with suppress(LineClosedError), self._selector:
            while not self._ended:
                self._serve()

    def _serve(self) -> None:
        asked: list[tuple[Channel, Request]] = []
        for key, _ in self._selector.select():
            line = key.fileobj
            assert isinstance(line, Channel)
            if line is self._manager:
                for message in line.receive():
                    self._obey(message)
            else:
                try:
                    messages = line.receive()
                except LineClosedError:
                    self._forget(line)
                    continue
                for message in messages:
                    self._hear(line, message, asked)
        if asked:
            self._answer(asked)

    def _forget(self, line: Channel) -> None:
        if self._running:
            self._selector.unregister(line)
        self._tables.remove(line)
        line.close()

    def _hear(self, line: Channel, message: QMessage, asked: list[tuple[Channel, Request]]) -> None:
        data = message.data
        if message.type == "state_changes":
            changes = data["state_changes"]
            if changes and changes[-1][0] == "HFN":
                self._count(changes)
            self._dmk.take_states(data["id"], changes)
        elif message.type == "make_decision":
            asked.append((line, Request(data["id"], data["allowed_moves"], data["moves_cash"])))

    def _answer(self, asked: list[tuple[Channel, Request]]) -> None:
        requests = [request for _, request in asked]
        answers = self._dmk.make_decisions(requests)
        if len(answers) != len(requests):
            raise PokerError(
                f"{self._dmk.name} gave {len(answers)} answers to {len(requests)} questions.",
                code="answer-count",
            )
        for (line, request), answer in zip(asked, answers, strict=True):
            move, probs = read_answer(answer, request.allowed_moves, self._random, request.player)
            if as_move(answer) is None:
                # The table is told everything that is likely; it knows what is allowed.
                probs = [float(prob) for prob in answer]  # type: ignore[union-attr]
            data = {"id": request.player, "selected_move": move, "probs": tuple(probs)}
            line.post(QMessage("move", data))
        for line in dict.fromkeys(line for line, _ in asked):
            try:
                line.flush()
            except LineClosedError:
                self._forget(line)

    def _count(self, changes: Sequence[Event]) -> None:
        for name, values in changes:
            if name == "PRS" and values[0] == 0:
                self._hands += 1
                self._won += values[1]
                self._interval_won += values[1]
                if self._hands % WON_INTERVAL == 0:
                    self._by_interval.append(self._interval_won / WON_INTERVAL)
                    self._after_interval.append(self._won / self._hands)
                    self._interval_won = 0.0

    def _obey(self, message: QMessage) -> None:
        match message.type:
            case "start_dmk_loop" | "stop_dmk_loop":
                self._turn(message.type == "start_dmk_loop")
                self._report("dmk_status", status="running" if self._running else "stopped")
            case "send_dmk_report":
                first = int(message.data or 0)
                self._report(
                    "dmk_report",
                    n_hands=self._hands,
                    won=self._won,
                    wonH_IV=self._by_interval[first:],
                    wonH_afterIV=self._after_interval[first:],
                )
            case "save_dmk":
                self._dmk.save()
                self._report("dmk_saved")
            case "stop_dmk_process":
                self._ended = True
            case _:
                self._report("dmk_error", message=f"there is no message {message.type!r}")

    def _turn(self, on: bool) -> None:
        if on == self._running:
            return
        self._running = on
        for line in self._tables:
            if on:
                self._selector.register(line, selectors.EVENT_READ)
            else:
                self._selector.unregister(line)

    def _report(self, type: str, **data: Any) -> None:
        self._manager.send(QMessage(type, {"dmk_name": self._dmk.name, **data}))


def run_dmk(
    dmk: DMK, manager: Any, tables: Sequence[tuple[str, Any]], seed: int | bytes | None
) -> None:
    """Serve tables; this is what the process of a decider does.

    Args:
        dmk: The decider.
        manager: The connection to the manager.
        tables: The names of the tables and the connections to them.
        seed: Makes the moves that are drawn the same every time.
    """
    # An interruption reaches the manager, which stops the deciders.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    line = Channel(manager, "the manager")
    lines = [Channel(connection, f"the table {name}") for name, connection in tables]
    try:
        DMKServer(dmk, line, lines, seed).run()
    except Exception as error:
        # Whatever the decider of a user raises is told to the manager.
        data = {"dmk_name": dmk.name, "message": f"{type(error).__name__}: {error}"}
        with suppress(LineClosedError):
            line.send(QMessage("dmk_error", data))
