"""Faults of listeners, bots, disks and clocks, which must not stop a table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.agents import AgentBase
from croupier.errors import RefusedError
from croupier.hosting import HostedTable, Lobby, OpenTable, TableLog, TableSettings, intents
from croupier.hosting import entries as log
from croupier.hosting.clocks import SteadyClock
from croupier.hosting.codes import make_secret
from croupier.hosting.entries import Entry
from croupier.hosting.log import Changes
from croupier.state import State

from .people import Session, describe

FAST = TableSettings("nlhe", rest=0, pace=0, seconds=0)
TIMED = TableSettings("nlhe", rest=1_000, pace=0, seconds=20, bank=0)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


async def until(check: Callable[[], bool]) -> None:
    while not check():
        await asyncio.sleep(0)


def sit(opened: OpenTable, *names: str) -> list[str]:
    people = []
    for name in names:
        person = opened.enter(make_secret(), is_host=not opened.table.people)
        opened.submit(person.id, intents.Sit(id="sit", name=name))
        people.append(person.id)
    return people


class Raising:
    """A listener that raises in one of the calls, or in all of them."""

    def __init__(self, *calls: int) -> None:
        self.calls, self.count = calls, 0

    def changed(self, table: OpenTable, entries: tuple[Entry, ...]) -> None:
        self.count += 1
        if not self.calls or self.count in self.calls:
            raise RuntimeError("a fault\nin two lines")


class Counting:
    """A listener that counts what it is told."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def changed(self, table: OpenTable, entries: tuple[Entry, ...]) -> None:
        self.entries.extend(entries)


def has_timer(opened: OpenTable) -> bool:
    """Whether the table goes on by itself, or waits for a bot, where anything is due."""
    decider = opened.table.decider
    is_asked = decider is not None and bool(decider.bot) and opened._bots.asked is not None
    return opened.table.due is None or is_asked or opened._timer is not None


@pytest.mark.parametrize("call", range(1, 13))
def test_listener_error_does_not_stop_the_table(
    tmp_path: Path, call: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        lobby = Lobby(TableLog(tmp_path / "log"))
        opened = lobby.open(TIMED)
        first, second = Counting(), Counting()
        opened.watch(first)
        opened.watch(Raising(call))
        opened.watch(second)
        sit(opened, "Ann", "Bob")
        assert has_timer(opened)
        for _ in range(8):
            decider = opened.table.decider
            if decider is None:
                opened.go_on()
            else:
                act = intents.Act(
                    id=f"{opened.table.version}",
                    hand=opened.table.hand,
                    v=opened.table.version,
                    move="call",
                )
                opened.submit(decider.id, act)
            assert has_timer(opened)
        # Others are told everything, in order.
        assert first.entries == second.entries and len(first.entries) > 8
        lobby.close()

    with caplog.at_level(logging.ERROR, "croupier"):
        run(play)
    assert len(caplog.records) <= 1
    for record in caplog.records:
        assert "a fault" in record.getMessage() and "\n" not in record.getMessage()


def test_listener_errors_do_not_stop_bots(tmp_path: Path) -> None:
    async def play() -> None:
        lobby = Lobby(TableLog(tmp_path / "log"))
        opened = lobby.open(FAST)
        opened.watch(Raising())
        (ann,) = sit(opened, "Ann")
        opened.submit(ann, intents.AddBot(id="bot", bot="caller"))
        opened.submit(ann, intents.SitOut(id="away", away=True))
        opened.submit(ann, intents.SitOut(id="back", away=False))
        table = opened.table
        while table.hand < 3:
            await until(lambda: table.decider is table.people[ann])
            fields = {"hand": table.hand, "v": table.version}
            opened.submit(ann, intents.Act(id=f"{table.version}", move="call", **fields))
        lobby.close()

    run(play)


class Leaving(AgentBase):
    """A bot that ends the program when it is asked."""

    def act(self, view: State) -> str:
        raise SystemExit(3)


class Stopping(AgentBase):
    """A bot that raises what no future can hold."""

    def act(self, view: State) -> str:
        raise StopIteration

    def close(self) -> None:
        raise OSError("closed twice")


@pytest.mark.parametrize("kind", [Leaving, Stopping])
def test_bot_error_of_any_class_leads_to_a_default_decision(tmp_path: Path, kind: type) -> None:
    async def play() -> None:
        lobby = Lobby(TableLog(tmp_path / "log"), bots={"bad": kind})
        opened = lobby.open(FAST)
        (ann,) = sit(opened, "Ann")
        opened.submit(ann, intents.AddBot(id="bot", bot="bad"))
        table = opened.table
        moved: set[str] = set()
        while len(moved) < 2:
            await until(lambda: table.decider is table.people[ann] or not table.is_playing)
            if table.decider is table.people[ann]:
                fields = {"hand": table.hand, "v": table.version}
                opened.submit(ann, intents.Act(id=f"{table.version}", move="call", **fields))
            moved = {
                one.person for one in lobby.log.read(opened.code) if isinstance(one, log.Moved)
            }
        lobby.close()

    run(play)


class FailingLog(TableLog):
    """A log whose disk is full, or that is broken in some other way, for a while."""

    failing: Exception | None = None

    def append(self, code: str, number: int, entries: Sequence[Entry]) -> None:
        if self.failing is not None:
            raise self.failing
        super().append(code, number, entries)


@pytest.mark.parametrize(
    "error", [RefusedError("the disk is full", code="log-write"), OSError("broken")]
)
def test_full_disk_does_not_stop_the_table_for_good(
    tmp_path: Path, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.hosting.lobby._RETRY", 0.001)

    async def play() -> None:
        own = FailingLog(tmp_path / "log")
        lobby = Lobby(own)
        opened = lobby.open(FAST)
        (ann,) = sit(opened, "Ann")
        opened.submit(ann, intents.AddBot(id="bot", bot="caller"))
        table = opened.table
        for number in range(6):
            await until(lambda: table.decider is table.people[ann])
            fields = {"hand": table.hand, "v": table.version}
            opened.submit(ann, intents.Act(id=f"{number}", move="call", **fields))
            own.failing = error
            await asyncio.sleep(0.01)
            opened.go_on()
            assert has_timer(opened)
            own.failing = None
        # The bot, or the next hand, comes by itself.
        await until(lambda: table.decider is table.people[ann])
        assert table.count_chips() == 0
        lobby.close()

    run(play)


def test_failing_log_is_retried_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.hosting.lobby._RETRY", 0.001)

    async def play() -> None:
        lobby = Lobby(TableLog(tmp_path / "log"))
        tables = [lobby.open(TIMED) for _ in range(2)]
        for opened in tables:
            sit(opened, "Ann", "Bob")
        lobby.close()
        own = FailingLog(tmp_path / "log")
        again = Lobby(own)
        own.failing = RefusedError("the disk is full", code="log-write")
        again.start()
        await asyncio.sleep(0.01)
        own.failing = None
        await until(lambda: all(one._timer is not None for one in again.tables.values()))
        again.close()

    run(play)


def test_failing_database_is_asked_again(tmp_path: Path) -> None:
    class Shared(TableLog):
        beat: float | None = 0.001
        count = 0

        def renew(self) -> Changes:
            self.count += 1
            if self.count < 4:
                raise RuntimeError("broken")
            return Changes([], [])

    async def play() -> None:
        own = Shared(tmp_path / "log")
        lobby = Lobby(own)
        lobby.start()
        await until(lambda: own.count > 5)
        lobby.close()

    run(play)


class Clocks:
    """A wall clock that a test sets, and a steady one that it turns."""

    def __init__(self, wall: float = 1_763_600_000.0) -> None:
        self.wall, self.steady = wall, 50.0
        self.clock = SteadyClock(wall=lambda: self.wall, steady=lambda: self.steady)

    def turn(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


@pytest.mark.parametrize("jump", [-3600.0, -86_400.0 * 365, 3600.0, 86_400.0 * 365])
def test_setting_the_clock_changes_no_time_limit(tmp_path: Path, jump: float) -> None:
    async def play() -> None:
        clocks = Clocks()
        lobby = Lobby(TableLog(tmp_path / "log"), clock=clocks.clock)
        opened = lobby.open(TIMED)
        sit(opened, "Ann", "Bob")
        table = opened.table
        clocks.turn(1)
        opened.go_on()
        deadline = table.deadline
        assert deadline is not None and deadline - opened.now() == 19_000
        clocks.turn(5)
        clocks.wall += jump
        assert table.deadline == deadline and deadline - opened.now() == 14_000
        clocks.turn(13)
        opened.go_on()
        assert table.is_playing and table.hand == 1
        clocks.turn(2)
        # The time of this player is over, and so on, hand by hand.
        opened.go_on()
        moved = list(lobby.log.read(opened.code))[-2:]
        assert any(isinstance(one, log.Moved) and one.why == "late" for one in moved)
        for _ in range(20):
            clocks.turn(1)
            opened.go_on()
        assert table.hand >= 2
        # Records have the time of the machine.
        last = list(lobby.log.read(opened.code))[-1]
        assert last.drift == jump * 1000 and last.clock == last.at + jump * 1000
        lobby.close()

    run(play)


@pytest.mark.parametrize("jump", [-3600.0, -86_400.0 * 365, 3600.0, 86_400.0 * 365])
def test_setting_the_clock_between_two_starts_changes_no_level(tmp_path: Path, jump: float) -> None:
    async def play() -> None:
        clocks = Clocks()
        settings = TableSettings(
            "nlhe", rest=0, seconds=20, bank=0, levels=[2, 4, 8, 16, 32], level_minutes=2, seats=2
        )
        lobby = Lobby(TableLog(tmp_path / "log"), clock=clocks.clock)
        opened = lobby.open(settings)
        sit(opened, "Ann", "Bob")
        clocks.turn(15)
        at, level = opened.table.changed_at, opened.table.level
        lobby.close()
        other = Clocks(clocks.wall + jump)
        again = Lobby(TableLog(tmp_path / "log"), clock=other.clock)
        again.start()
        opened = again.tables[opened.code]
        table = opened.table
        # The player has ten seconds at least, and never more than there ever was.
        assert opened.now() >= at and table.deadline is not None
        assert 10_000 <= table.deadline - opened.now() <= 20_000
        assert table.level == level
        other.turn(21)
        opened.go_on()
        other.turn(1)
        opened.go_on()
        kept = list(again.log.read(opened.code))
        assert any(isinstance(one, log.Moved) and one.why == "late" for one in kept)
        # Two minutes of play later it is the next level, whatever the clock says.
        for _ in range(12):
            other.turn(10)
            opened.go_on()
        assert table.level in (level, level + 1)
        kept = list(again.log.read(opened.code))
        assert describe(HostedTable.restore(kept))["people"] == describe(table)["people"]
        assert [one.at for one in kept] == sorted(one.at for one in kept)
        again.close()

    run(play)


@pytest.mark.parametrize("skew", [-7200.0, 7200.0])
def test_servers_with_different_clocks_continue_a_table(tmp_path: Path, skew: float) -> None:
    """Let two servers have a table in turn, whose clocks never agree."""

    async def play() -> None:
        clocks = [Clocks(), Clocks(1_763_600_000.0 + skew)]
        lobby = Lobby(TableLog(tmp_path / "log"), clock=clocks[0].clock)
        code = lobby.open(TIMED).code
        sit(lobby.tables[code], "Ann", "Bob")
        for turn in range(1, 7):
            lobby.close()
            clock = clocks[turn % 2]
            lobby = Lobby(TableLog(tmp_path / "log"), clock=clock.clock)
            lobby.start()
            opened = lobby.tables[code]
            hand = opened.table.hand
            # Nobody waits for longer than the time of a decision, and for the next hand.
            for _ in range(50):
                clock.turn(1)
                opened.go_on()
            assert opened.table.hand > hand or any(
                one.is_away for one in opened.table.seated.values()
            )
            for person in list(opened.table.seated.values()):
                if person.is_away:
                    opened.submit(person.id, intents.SitOut(id=f"back {turn}", away=False))
        lobby.close()

    run(play)


def sum_ledger(entries: Sequence[Entry]) -> tuple[dict[str, int], dict[str, int]]:
    """Return what everybody brought and took away, as the log alone says it."""
    came: dict[str, int] = {}
    left: dict[str, int] = {}
    for one in entries:
        if isinstance(one, log.Seated | log.Bought | log.Granted):
            came[one.person] = came.get(one.person, 0) + one.amount
        elif isinstance(one, log.CashedOut):
            left[one.person] = left.get(one.person, 0) + one.amount
    return came, left


def check_ledger(table: HostedTable, entries: Sequence[Entry]) -> None:
    came, left = sum_ledger(entries)
    for id, person in table.people.items():
        assert came.get(id, 0) - left.get(id, 0) == person.bought - person.taken, id
    stacks = sum(int(player.stack) for player in table._table.players)
    waiting = sum(one.amount + one.buying for one in table.people.values())
    assert sum(came.values()) - sum(left.values()) == stacks + waiting + int(table.house)


def test_cash_outs_are_entries() -> None:
    session = Session(TableSettings("nlhe", rest=0, approves=True))
    ann, bob, cy = session.sit("Ann", "Bob", "Cy")

    def check() -> None:
        check_ledger(session.table, [log.read_entry(line) for line in session.entries])

    for person in (bob, cy):
        session.send(ann, intents.Approve(id=session.id(), person=person))
    # Between hands, a stack that the host sets, up and down.
    for amount in (500, 30):
        session.send(ann, intents.SetStack(id=session.id(), person=bob, amount=amount))
        assert len(session.wait()) == 1
        check()
    session.deal()
    # In the middle of a hand: it counts when the hand is over.
    session.send(cy, intents.Leave(id="leave"))
    while session.table.is_playing:
        session.now += 1
        if not session.wait():
            session.act("call")
    found = session.wait()
    assert [type(one) for one in found] == [log.CashedOut, log.Ended]
    assert isinstance(found[0], log.CashedOut) and found[0].person == cy
    check()
    # While somebody waits for the host.
    (dee,) = session.sit("Dee")
    session.send(dee, intents.Leave(id="leave"))
    session.wait()
    check()
    session.deal()
    closed = session.send(ann, intents.Close(id="close"))
    assert isinstance(closed[0], log.Closed)
    check()
    came, left = sum_ledger([log.read_entry(line) for line in session.entries])
    assert sum(came.values()) == sum(left.values()) + int(session.table.house)
    assert not session.table.transfers and session.table.count_chips() == 0


def test_prizes_are_entries() -> None:
    session = Session(TableSettings("nlhe", rest=0, seats=3, payouts=[70, 30], levels=[50]), 3)
    ann, *_ = session.sit("Ann", "Bob", "Cy")
    session.send(ann, intents.Start(id="go"))
    for _ in range(200):
        if session.table.is_over:
            break
        session.play_hand()
    assert session.table.is_over
    session.wait()
    came, left = sum_ledger([log.read_entry(line) for line in session.entries])
    assert sum(came.values()) == 600 == sum(left.values())
    assert max(left.values()) == 420


def test_cash_outs_are_written_once_after_a_crash() -> None:
    session = Session(TableSettings("nlhe", rest=0))
    _ann, bob, cy = session.sit("Ann", "Bob", "Cy")
    session.deal()
    session.send(cy, intents.Leave(id="leave"))
    while session.table.is_playing:
        session.now += 1
        if not session.wait():
            session.act("call")
    session.wait()
    session.send(bob, intents.Leave(id="leave"))
    session.wait()
    entries = [log.read_entry(line) for line in session.entries]
    random = Random(1)
    for place in [*range(12, len(entries) + 1)]:
        table = HostedTable.restore(entries[:place])
        own = entries[:place]
        now = table.changed_at
        while random.random() < 0.9 and (found := table.advance(now)):
            own += found
            table.apply(*found)
        while table.transfers:
            found = table.advance(now)
            own += found
            table.apply(*found)
        check_ledger(table, own)
