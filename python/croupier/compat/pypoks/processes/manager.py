"""A manager of tables and deciders, each in a process of its own."""

from __future__ import annotations

import selectors
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pickle import PicklingError
from time import monotonic
from types import TracebackType
from typing import Any, Self

from croupier.cards.notation import Dialect
from croupier.cards.seeding import SeedStream, find_seed
from croupier.compat.pypoks.config import GameConfig
from croupier.compat.pypoks.history import HHistory
from croupier.compat.pypoks.processes.decider import DMK, run_dmk
from croupier.compat.pypoks.processes.messages import Channel, LineClosedError, QMessage
from croupier.compat.pypoks.processes.queue_table import ON_REQUEST, QPTable
from croupier.errors import SetupError

__all__ = ["GameManager"]

# How long processes may take to end by themselves.
_GRACE = 20.0
# How often the clock is looked at while processes are waited for.
_SLICE = 0.1
_GONE = "the process is gone"
_LATE = "it did not stop and was ended"


class GameManager:
    """A manager that starts tables and deciders, collects the hands played, and stops everything.

    Players are dealt out to the tables one by one, so that a decider's players sit at as many
    tables as there are. What happens to one process does not stop the others: a table that is
    killed, or whose decider is gone, is in `failures`, and the hands that it played before stay.

    Processes are started anew, not copied, so a program that uses this must be importable: what it
    does belongs under `if __name__ == "__main__":`.

    Attributes:
        config: The game.
        hands: The histories of the hands that were played.
        failures: What went wrong, by the names of tables and deciders.
        reports: The last report of each decider.
    """

    def __init__(
        self,
        game_config: GameConfig | str,
        dmks: Sequence[DMK],
        *,
        seed: int | bytes | None = None,
        dialect: Dialect | str = Dialect.D,
        tables_per_process: int = 1,
        on_hand: Callable[[HHistory], object] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Seat everybody; `start` starts the processes.

        Args:
            game_config: The game, or the name of a known one.
            dmks: The deciders. All their players together must fill the tables.
            seed: Makes the cards the same every time.
            dialect: How cards are written.
            tables_per_process: How many tables share a process; quicker if more, and what kills
                the process kills all of them.
            on_hand: Called with each hand; `hands` stays empty then.
            clock: Tells the time in seconds.

        Raises:
            SetupError: Two deciders have the same name, or there are too few or too many players.
        """
        if isinstance(game_config, str):
            game_config = GameConfig.from_name(game_config)
        self.config = game_config
        self.hands: list[HHistory] = []
        self.failures: dict[str, str] = {}
        self.reports: dict[str, dict[str, Any]] = {}
        self._dmks = list(dmks)
        self._seeds = SeedStream(find_seed(seed))
        self._dialect = Dialect(dialect)
        self._on_hand = on_hand
        self._clock = clock
        self._seatings = _seat(self._dmks, game_config)
        if tables_per_process < 1:
            raise SetupError(
                f"a process has one table at least, not {tables_per_process}", code="table-count"
            )
        self._tables_per_process = tables_per_process
        self._processes: dict[str, BaseProcess] = {}
        self._groups: dict[str, list[str]] = {}
        self._lines: list[Channel] = []
        self._tables: dict[str, Channel] = {}
        self._deciders: dict[str, Channel] = {}
        self._count = 0
        self._selector = selectors.DefaultSelector()

    @property
    def processes(self) -> dict[str, BaseProcess]:
        """The processes by the names of deciders and tables, of the first and last if several."""
        return dict(self._processes)

    @property
    def table_names(self) -> tuple[str, ...]:
        """The names of the tables that still play."""
        return tuple(self._tables)

    def start(self) -> None:
        """Start all processes.

        Raises:
            SetupError: A decider cannot be sent to a process, or everything was started before.
        """
        if self._processes:
            raise SetupError(
                "a manager starts its tables once; make another one", code="started-twice"
            )
        given_away: list[Any] = []
        try:
            self._start(given_away)
        except BaseException:
            self.stop(0)
            raise
        finally:
            # A line ends when its process does, only if nobody else holds that end.
            for connection in given_away:
                connection.close()

    def _start(self, given_away: list[Any]) -> None:
        """Start all processes; their ends of the lines are added to those given away."""
        # A line between each table and each of its deciders; both ends are given away.
        ends: dict[str, list[tuple[str, Any]]] = {dmk.name: [] for dmk in self._dmks}
        names = [*self._seatings]
        for start in range(0, len(names), self._tables_per_process):
            group = names[start : start + self._tables_per_process]
            tables = {name: self._seatings[name] for name in group}
            deciders = {}
            for decider in dict.fromkeys(one for seats in tables.values() for _, one in seats):
                here, there = Pipe()
                deciders[decider] = here
                ends[decider].append((group[0], there))
                given_away += [here, there]
            own, other = Pipe()
            given_away.append(other)
            process = QPTable(
                tables,
                self.config,
                deciders,
                other,
                seed=self._seeds.draw(),
                dialect=self._dialect,
            )
            self._groups[process.name] = group
            line = self._begin(process.name, process, own)
            self._tables |= dict.fromkeys(group, line)
        for dmk in self._dmks:
            own, other = Pipe()
            given_away.append(other)
            decision_process = get_context("spawn").Process(
                target=run_dmk,
                args=(dmk, other, ends[dmk.name], self._seeds.draw()),
                name=dmk.name,
                daemon=True,
            )
            self._deciders[dmk.name] = self._begin(dmk.name, decision_process, own)
            self._send(self._deciders[dmk.name], QMessage("start_dmk_loop"))

    def _begin(self, name: str, process: BaseProcess, connection: Any) -> Channel:
        line = Channel(connection, name)
        try:
            process.start()
        except (AttributeError, TypeError, PicklingError) as error:
            line.close()
            raise SetupError(
                f"{name} cannot be sent to a process: {error}", code="no-pickling"
            ) from error
        self._processes[name] = process
        self._lines.append(line)
        self._selector.register(line, selectors.EVENT_READ)
        return line

    def run(self, n_hands: int, timeout: float | None = None) -> int:
        """Let the tables play until there are so many hands.

        Args:
            n_hands: How many hands to wait for; tables do not stop at once, so there may be more.
            timeout: How many seconds to wait at most.

        Returns:
            How many hands came in; fewer than asked for if the time is over or no table is left.
        """
        if not self._processes:
            self.start()
        end = None if timeout is None else self._clock() + timeout
        first = self._count
        while self._count - first < n_hands and self._tables:
            left = None if end is None else end - self._clock()
            if left is not None and left <= 0:
                break
            self._listen(left)
        return self._count - first

    def ask_reports(self, timeout: float = _GRACE) -> dict[str, dict[str, Any]]:
        """Ask all deciders for their reports.

        Args:
            timeout: How many seconds to wait at most.

        Returns:
            The reports of those that answer: `n_hands`, `won`, `wonH_IV` for what was won in a hand
            in each thousand of hands, `wonH_afterIV` for what was won in a hand until then.
        """
        self.reports = {}
        for line in self._deciders.values():
            self._send(line, QMessage("send_dmk_report", 0))
        end = self._clock() + timeout
        while set(self._deciders) - set(self.reports) and (left := end - self._clock()) > 0:
            self._listen(left)
        return self.reports

    def stop(self, timeout: float = _GRACE) -> None:
        """Stop all processes; hands that are still played are waited for.

        Args:
            timeout: How many seconds to wait before tables are ended by force, and then deciders.
        """
        end = self._clock() + timeout
        for line in dict.fromkeys(self._tables.values()):
            self._send(line, QMessage("stop_table"))
        while self._tables and (left := end - self._clock()) > 0:
            self._listen(left)
        # A table that still waits for a decider is not waited for any longer.
        for name in self._tables:
            self.failures.setdefault(name, _LATE)
        for name, group in self._groups.items():
            if not self._tables.keys().isdisjoint(group) and name in self._processes:
                self._processes[name].kill()
        for line in self._deciders.values():
            self._send(line, QMessage("stop_dmk_process"))
        # Those that stop when they are told have time for it, however long a table took.
        end = self._clock() + timeout
        while (left := end - self._clock()) > 0:
            alive = [one.sentinel for one in self._processes.values() if one.is_alive()]
            if not alive:
                break
            wait(alive, min(left, _SLICE))
        for name, process in self._processes.items():
            if process.is_alive():
                process.kill()
                process.join(_GRACE)
                self.failures.setdefault(name, _LATE)
            elif process.exitcode:
                for one in self._groups.get(name, [name]):
                    self.failures.setdefault(one, _GONE)
        for line in self._lines:
            line.close()
        self._tables, self._deciders = {}, {}
        self._selector.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _send(self, line: Channel, message: QMessage) -> None:
        # That it is gone is found out when it is listened to.
        with suppress(LineClosedError):
            line.send(message)

    def _listen(self, timeout: float | None) -> None:
        for key, _ in self._selector.select(timeout):
            line = key.fileobj
            assert isinstance(line, Channel)
            try:
                messages = line.receive()
            except LineClosedError:
                self._lose(line)
                continue
            for message in messages:
                self._hear(message)

    def _hear(self, message: QMessage) -> None:
        data = message.data
        match message.type:
            case "hh_out":
                self._count += 1
                if self._on_hand is None:
                    self.hands.append(data)
                else:
                    self._on_hand(data)
            case "table_stopped":
                self._tables.pop(data["table"], None)
                if data["reason"] != ON_REQUEST:
                    self.failures[data["table"]] = data["reason"]
            case "dmk_report":
                self.reports[data["dmk_name"]] = data
            case "dmk_error":
                self.failures[data["dmk_name"]] = data["message"]

    def _lose(self, line: Channel) -> None:
        """Forget a process that is gone."""
        self._selector.unregister(line)
        line.close()
        for lines in (self._tables, self._deciders):
            for name in [name for name, one in lines.items() if one is line]:
                del lines[name]
                self.failures.setdefault(name, _GONE)


def _seat(dmks: list[DMK], config: GameConfig) -> dict[str, list[tuple[str, str]]]:
    """Deal out the players of all deciders to tables."""
    names = [dmk.name for dmk in dmks]
    if len({*names}) < len(names):
        raise SetupError(
            f"each decider needs a name of its own, unlike {', '.join(names)}",
            code="duplicate-name",
        )
    players = [(player, dmk.name) for dmk in dmks for player in dmk.player_ids]
    count, rest = divmod(len(players), config.table_size)
    if rest or not count:
        raise SetupError(
            f"{len(players)} players cannot fill tables of {config.table_size}: give the deciders"
            " other numbers of players.",
            code="player-count",
        )
    if len({player for player, _ in players}) < len(players):
        raise SetupError("two deciders have players of the same name", code="duplicate-name")
    return {f"tbl{number}": players[number::count] for number in range(count)}
