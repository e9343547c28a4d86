"""Open tables: their logs, clocks and bots, in one process that may die at any moment."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import stat
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.agents import AgentBase
from croupier.errors import PokerError, RefusedError
from croupier.hosting import Lobby, OpenTable, TableLog, TableSettings, intents
from croupier.hosting import entries as log
from croupier.hosting.codes import hash_secret, make_secret
from croupier.hosting.entries import Entry, read_entry
from croupier.state import State
from croupier.web.tables.audience import Audience, TableViews

from .people import describe

FAST = TableSettings("nlhe", rest=0, pace=0, seconds=0)


class Watcher:
    """A watcher, who keeps what one is told."""

    def __init__(self) -> None:
        self.versions: list[int] = []
        self.entries: list[Entry] = []

    def changed(self, table: OpenTable, entries: tuple[Entry, ...]) -> None:
        self.versions.append(table.table.version)
        self.entries.extend(entries)


class Broken(AgentBase):
    """An agent that never decides."""

    def act(self, view: State) -> str:
        raise RuntimeError("broken")


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


async def until(check: Callable[[], bool]) -> None:
    while not check():
        await asyncio.sleep(0)


def sit(table: OpenTable, name: str, *, bots: tuple[str, ...] = ()) -> str:
    secret = make_secret()
    person = table.enter(secret, is_host=not table.table.people)
    for number, bot in enumerate(bots):
        table.submit(person.id, intents.AddBot(id=f"bot {number}", bot=bot))
    table.submit(person.id, intents.Sit(id="sit", name=name))
    return person.id


def test_a_person_plays_with_bots(tmp_path: Path) -> None:
    async def play() -> None:
        lobby = Lobby(TableLog(tmp_path / "log"))
        opened = lobby.open(FAST)
        watcher = Watcher()
        opened.watch(watcher)
        table = opened.table
        ann = sit(opened, "Ann", bots=("caller", "random", "tight"))
        number = 0
        while table.hand < 6 and table.people[ann].seat is not None:
            await until(lambda: table.decider is table.people[ann] or not table.is_playing)
            if table.decider is table.people[ann]:
                number += 1
                fields = {"hand": table.hand, "v": table.version}
                opened.submit(ann, intents.Act(id=f"act {number}", move="call", **fields))
            else:
                player = table.find_player(table.people[ann])
                if player is not None and not player.stack:
                    opened.submit(ann, intents.Buy(id=f"buy {number}"))
                await asyncio.sleep(0)
        assert table.count_chips() == 0
        assert watcher.versions == sorted(watcher.versions)
        lobby.close()

    run(play)


def test_bots_that_fail_do_not_stop_the_hand(tmp_path: Path) -> None:
    async def play() -> None:
        lobby = Lobby(TableLog(tmp_path / "log"), bots={"broken": Broken})
        opened = lobby.open(FAST)
        ann = sit(opened, "Ann", bots=("broken",))
        table = opened.table
        await until(lambda: table.decider is table.people[ann] or table.hand > 3)
        assert table.hand > 1 or table.decider is table.people[ann]
        lobby.close()

    run(play)


def test_only_bots_of_the_owner_can_be_seated(tmp_path: Path) -> None:
    async def play() -> None:
        lobby = Lobby(TableLog(tmp_path / "log"), bots=["tight"])
        opened = lobby.open(FAST)
        host = opened.enter(make_secret(), is_host=True)
        for label in ("loose", "subprocess:./bot", "os:system", "bot.py"):
            with pytest.raises(RefusedError) as caught:
                opened.submit(host.id, intents.AddBot(id="x", bot=label))
            assert caught.value.code == "unknown-bot"
        lobby.close()

    run(play)


@pytest.mark.parametrize("game", ["nlhe", "deuce_to_seven_triple_draw"])
def test_a_server_that_dies_loses_nothing(tmp_path: Path, game: str) -> None:
    """Open the log again after every entry, as after a kill, without anything being closed."""
    path = tmp_path / "log"
    settings = TableSettings(game, rest=0, pace=0, seconds=20)

    async def play() -> None:
        lobby = Lobby(TableLog(path))
        opened = lobby.open(settings)
        people = [sit(opened, name) for name in ("Ann", "Bob", "Cy")]
        table = opened.table
        while table.hand < 3:
            again = Lobby(TableLog(path))
            known, other = describe(table), describe(again.tables[opened.code].table)
            assert other == known
            again.close()
            decider = table.decider
            if decider is None:
                opened.go_on()
                continue
            assert decider.id in people
            fields = {"hand": table.hand, "v": table.version}
            for move in ("call", "pat"):
                try:
                    act = intents.Act(id=f"{table.version}", move=move, **fields)
                    opened.submit(decider.id, act)
                    break
                except PokerError:
                    continue
        lobby.close()

    run(play)


def test_a_hand_of_other_rules_is_cancelled_when_the_server_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "log"

    async def play() -> None:
        lobby = Lobby(TableLog(path))
        opened = lobby.open(FAST)
        sit(opened, "Ann"), sit(opened, "Bob")
        table = opened.table
        decider = table.decider
        assert decider is not None
        opened.submit(decider.id, intents.Act(id="1", hand=1, v=table.version, move="raise 6"))
        stacks = [200, 200]
        lobby.close()
        with sqlite3.connect(path) as file:
            (text,) = file.execute("select entry from entries where kind = 'dealt'").fetchone()
            changed = text.replace(read_entry(text).seed, "cd" * 32)  # type: ignore[union-attr]
            file.execute("update entries set entry = ? where kind = 'dealt'", (changed,))
        again = Lobby(TableLog(path))
        found = again.tables[opened.code].table
        assert not found.is_playing and found.count_chips() == 0
        assert [player.stack for player in found._table.players] == stacks
        assert isinstance(list(again.log.read(opened.code))[-1], log.Cancelled)
        again.start()
        assert found.is_playing
        # Everybody is told, until another hand was played.
        for cookie in (None, found.people["p1"]):
            opened_again = again.tables[opened.code]
            news = Audience(opened_again, TableViews(opened_again), cookie).make_news((), ())
            assert news.notice.startswith(
                "Hand 1 was cancelled, and all chips went back: the rules"
            )
        # Whoever opens the log now plays the hand that was dealt since.
        other = Lobby(TableLog(path))
        table = other.tables[opened.code].table
        assert table.is_playing and describe(table)["views"] == describe(found)["views"]
        other.close()
        while found.hand == 1 and (decider := found.decider) is not None:
            act = intents.Act(id=f"{found.version}", hand=1, v=found.version, move="fold")
            opened_again.submit(decider.id, act)
        assert not found.notice
        again.close()
        # The log with the cancelled hand is one that can be opened again.
        third = Lobby(TableLog(path))
        assert third.tables[opened.code].table.count_chips() == 0
        third.close()

    run(play)


def test_people_are_known_by_their_secrets(tmp_path: Path) -> None:
    async def play() -> None:
        lobby = Lobby(TableLog(tmp_path / "log"))
        opened = lobby.open(FAST)
        secret = make_secret()
        person = opened.enter(secret)
        assert opened.enter(secret) is person
        assert opened.enter(make_secret()) is not person
        text = (tmp_path / "log").read_bytes() + (tmp_path / "log-wal").read_bytes()
        assert secret.encode() not in text
        assert hash_secret(secret).encode() in text
        lobby.close()

    run(play)


def test_only_the_owner_reads_the_log(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"")
    path.chmod(0o644)
    TableLog(path).close()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


def test_what_is_no_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"no database, whatever else it is" * 100)
    with pytest.raises(RefusedError) as caught:
        TableLog(path)
    assert caught.value.code == "no-log"
    later = tmp_path / "later"
    TableLog(later).close()
    with sqlite3.connect(later) as file:
        file.execute("pragma user_version = 99")
    with pytest.raises(RefusedError) as caught:
        TableLog(later)
    assert caught.value.code == "log-version"


def test_nothing_happens_that_cannot_be_written(tmp_path: Path) -> None:
    async def play() -> None:
        own = TableLog(tmp_path / "log")
        lobby = Lobby(own)
        opened = lobby.open(FAST)
        host = opened.enter(make_secret(), is_host=True)
        watcher = Watcher()
        opened.watch(watcher)
        version = opened.table.version
        own._connection.execute("pragma query_only = on")
        with pytest.raises(RefusedError) as caught:
            opened.submit(host.id, intents.Sit(id="sit", name="Ann"))
        assert caught.value.code == "log-write"
        assert opened.table.version == version and not watcher.entries
        own._connection.execute("pragma query_only = off")
        opened.submit(host.id, intents.Sit(id="sit", name="Ann"))
        assert opened.table.version == version + 2
        lobby.close()

    run(play)


def test_a_table_that_cannot_be_opened_again_keeps_no_other_from_it(tmp_path: Path) -> None:
    path = tmp_path / "log"

    async def play() -> None:
        lobby = Lobby(TableLog(path))
        first, second, third = lobby.open(FAST), lobby.open(FAST), lobby.open(FAST)
        sit(third, "Ann")
        lobby.close()
        with sqlite3.connect(path) as file:
            file.execute("update entries set entry = '{}' where code = ?", (first.code,))
            # Somebody sits down who never came.
            file.execute(
                "update entries set entry = replace(entry, '\"p1\"', '\"p7\"')"
                " where code = ? and kind = 'seated'",
                (third.code,),
            )
        again = Lobby(TableLog(path))
        assert list(again.tables) == [second.code]
        assert list(again.unreadable) == [first.code, third.code]
        with pytest.raises(RefusedError) as caught:
            again.find(first.code)
        assert caught.value.code == "unknown-table"
        again.close()

    run(play)


def test_tables_that_are_over_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.hosting.lobby.MAX_TABLES", 3)

    async def play() -> None:
        now = 1_000_000
        lobby = Lobby(TableLog(tmp_path / "log"), clock=lambda: now)
        first, second, third = (lobby.open(FAST) for _ in range(3))
        with pytest.raises(RefusedError) as caught:
            lobby.open(FAST)
        assert caught.value.code == "too-many-tables"
        person = second.enter(make_secret(), is_host=True)
        second.submit(person.id, intents.Close(id="c"))
        fourth = lobby.open(FAST)
        assert list(lobby.tables) == [first.code, third.code, fourth.code]
        # Where nothing has happened for a day, nobody is missed.
        now += 23 * 3_600
        sit(third, "Ann")
        now += 2 * 3_600
        fifth = lobby.open(FAST)
        assert list(lobby.tables) == [third.code, fifth.code]
        lobby.close()
        assert list(Lobby(TableLog(tmp_path / "log")).tables) == [third.code, fifth.code]

    run(play)


def test_ten_thousand_clicks_are_as_many_operations_as_there_were_decisions(tmp_path: Path) -> None:
    """Send every decision many times: again, under other names, late, forged, for others."""

    async def play() -> None:
        random = Random(7)
        lobby = Lobby(TableLog(tmp_path / "log"))
        opened = lobby.open(FAST)
        people = [sit(opened, name) for name in ("Ann", "Bob", "Cy")]
        watcher = Watcher()
        opened.watch(watcher)
        table = opened.table
        sent = decisions = 0
        old: list[intents.Act] = []
        while sent < 10_000:
            for person in people:
                player = table.find_player(table.people[person])
                if player is not None and not player.stack and not table.is_playing:
                    opened.submit(person, intents.Buy(id=f"buy {sent}"))
            decider = table.decider
            if decider is None:
                opened.go_on()
                continue
            good = intents.Act(id=f"act {decisions}", hand=table.hand, v=table.version, move="call")
            decisions += 1
            forged = [
                (random.choice(people), replace(good, id=f"forged {sent} {number}"))
                for number in range(2)
            ]
            wrong = [
                (random.choice(people), random.choice(old)) if old else (people[0], good),
                (decider.id, replace(good, id=f"late {sent}", v=max(table.version - 40, 0))),
                (decider.id, replace(good, id=f"early {sent}", v=table.version + 5)),
                (decider.id, replace(good, id=f"hand {sent}", hand=table.hand + 1)),
                (decider.id, replace(good, id=f"what {sent}", move="raise 999999999")),
                ("p99", good),
            ]
            # Who is forged may be the one whose turn it is: that is another decision, and counts.
            forged = [(one, act) for one, act in forged if one != decider.id]
            tries = [*wrong, *forged, *[(decider.id, good)] * 5]
            random.shuffle(tries)
            for person, act in tries:
                sent += 1
                with contextlib.suppress(PokerError):
                    opened.submit(person, act)
            old = [*old, good][-30:]
        moved = [one for one in watcher.entries if isinstance(one, log.Moved)]
        assert len(moved) == decisions and len({one.id for one in moved}) == decisions
        assert table.count_chips() == 0
        lobby.close()

    run(play)
