"""Servers that share tables in a real PostgreSQL: one has a table, and another when it is gone.

The database is started here, by Debian's `postgresql` or whatever `pg_config` and the path know.
"""

from __future__ import annotations

import asyncio
import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed: make test-heavy")
pytest.importorskip("starlette", reason="the extra web is not installed: make test-heavy")

import websockets  # noqa: E402

from croupier.errors import RefusedError  # noqa: E402
from croupier.hosting import HostedTable, Lobby, TableSettings, intents  # noqa: E402
from croupier.hosting import entries as log  # noqa: E402
from croupier.hosting.log import LostTableError, open_log  # noqa: E402
from croupier.hosting.sharing import SharedLog  # noqa: E402
from croupier.web.tables.sockets import find_cookie, open_table  # noqa: E402

COMMAND = (sys.executable, "-m", "croupier", "serve", "--no-open", "--json")
PATIENCE = 120


def find_programs() -> Path:
    """Return the folder with the programs of PostgreSQL."""
    found = shutil.which("initdb")
    places = [Path(found).parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for place in places:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    pytest.skip("PostgreSQL is not installed: there is neither initdb nor postgres")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Start a database that listens in a folder, and return where."""
    programs = find_programs()
    folder = Path(tempfile.mkdtemp(prefix="croupier-pg-"))
    options: dict[str, Any] = {}
    if os.geteuid() == 0:
        # It does not run as root.
        user = next((one for one in ("postgres", "nobody") if _is_user(one)), "")
        if not user:
            pytest.skip("PostgreSQL does not run as root, and there is no other user")
        options = {"user": user, "cwd": folder}
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    data = folder / "data"
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options}
    make: list[str | Path] = [
        programs / "initdb",
        "-D",
        data,
        "-U",
        "poker",
        "-A",
        "trust",
        "--no-sync",
    ]
    subprocess.run(make, check=True, **quiet)
    start: list[str | Path] = [
        programs / "postgres",
        "-D",
        data,
        "-k",
        folder,
        "-c",
        "listen_addresses=",
    ]
    process = subprocess.Popen(start, **quiet)
    place = f"postgresql:///postgres?host={folder}&user=poker"
    try:
        wait_for(lambda: _answers(place))
        yield place
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


def _is_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def _answers(place: str) -> bool:
    with suppress(psycopg.Error), psycopg.connect(place):
        return True
    return False


def wait_for(check: Callable[[], Any]) -> Any:
    """Return what is found, when it is; the longest that is waited is no measure of anything."""
    end = time.monotonic() + PATIENCE
    while True:
        found = check()
        if found:
            return found
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)


@pytest.fixture
def place(server: str) -> str:
    """Return an empty database."""
    name = f"tables_{os.urandom(4).hex()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"create database {name}")
    return server.replace("/postgres?", f"/{name}?")


def ask(place: str, sql: str, *values: Any) -> list[Any]:
    with psycopg.connect(place, autocommit=True) as connection:
        return list(connection.execute(sql, values or None).fetchall())


PAUSED = [log.Paused(at=7, paused=True)]


def begin(kept: SharedLog, code: str = "abcdefghjk") -> str:
    kept.append(code, 1, [HostedTable.open(TableSettings("nlhe"), now=0).opened])
    kept.append(code, 2, PAUSED)
    return code


def test_the_database_refuses_whoever_had_the_table(place: str) -> None:
    clock = [0.0]
    old = SharedLog(place, address="http://127.0.0.1:1", lease=0.3, clock=lambda: clock[0])
    code = begin(old)
    assert old.is_held(code) and old.renew() == ([], [])
    new = SharedLog(place, address="http://127.0.0.1:2")
    assert new.find_owner(code) == "http://127.0.0.1:1" or not new.is_held(code)
    # The old one says nothing for so long that the other has the table.
    assert wait_for(lambda: new.renew().gained) == [code]
    assert new.is_held(code) and old.find_owner(code) == "http://127.0.0.1:2"
    with pytest.raises(LostTableError) as caught:
        old.append(code, 3, PAUSED)
    assert caught.value.code == "table-moved"
    assert not old.is_held(code)
    new.append(code, 3, PAUSED)
    assert [row[0] for row in ask(place, "select epoch from croupier_entries order by number")] == [
        1,
        1,
        2,
    ]
    # Nothing but the database is needed for that: neither an old epoch nor a number that is there.
    for number, epoch, error in ((4, 1, "CR001"), (4, 3, "CR001"), (3, 2, "23505")):
        with pytest.raises(psycopg.Error) as refused:
            ask(
                place,
                "insert into croupier_entries values (%s, %s, %s, 0, '', '', '') returning 1",
                code,
                number,
                epoch,
            )
        assert refused.value.sqlstate == error
    with pytest.raises(psycopg.Error):
        ask(place, "update croupier_entries set epoch = 1 returning 1")
    # The old one comes back with nothing, and takes the table over when the other goes.
    assert old.renew() == ([], [])
    new.close()
    assert old.renew().gained == [code]
    rows = list(old.read(code))[1:]
    assert [row.paused for row in rows if isinstance(row, log.Paused)] == [True, True]
    assert len(rows) == 2
    assert len(list(old.read_later(code)())) == 3
    old.close()


def test_a_server_knows_by_its_own_clock_that_its_lease_is_over(place: str) -> None:
    clock = [100.0]
    kept = SharedLog(place, lease=10, clock=lambda: clock[0])
    code = begin(kept)
    for now, is_held in ((109.9, True), (110.0, False), (500.0, False)):
        clock[0] = now
        assert kept.is_held(code) is is_held
    assert kept.renew() == ([], []) and kept.is_held(code)
    clock[0] = 509.9
    assert kept.is_held(code)
    kept.close()
    assert not kept.is_held(code)


def test_one_of_many_has_a_table_that_is_nobodys(place: str) -> None:
    first = SharedLog(place)
    codes = [begin(first, code) for code in ("abcdefghj2", "abcdefghj3", "abcdefghj4")]
    many = [SharedLog(place) for _ in range(4)]
    first.close()
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(4) as threads:
        gained = [code for one in threads.map(SharedLog.renew, many) for code in one.gained]
    assert sorted(gained) == codes
    assert [sum(one.is_held(code) for one in many) for code in codes] == [1, 1, 1]
    for one in many:
        one.close()


def test_what_cannot_be_read_is_said(place: str) -> None:
    with pytest.raises(RefusedError) as caught:
        open_log("postgresql://ann:secret@127.0.0.1:1/nothing")
    assert caught.value.code == "no-log" and "secret" not in str(caught.value)
    SharedLog(place).close()
    # A log of version 1 is updated.
    ask(place, "update croupier_layout set version = 1 returning 1")
    SharedLog(place).close()
    assert ask(place, "select version from croupier_layout") == [(2,)]
    ask(place, "update croupier_layout set version = 9 returning 1")
    with pytest.raises(RefusedError, match="version 9"):
        SharedLog(place)


def test_a_line_that_is_cut_costs_nothing(place: str) -> None:
    """Cut all lines to the database in mid-play: the table is read again, and goes on."""

    async def play() -> None:
        lobby = Lobby(SharedLog(place, lease=2))
        opened, _ = open_table(lobby, TableSettings("nlhe", rest=0, pace=0), ["caller"], "Ann")
        lobby.start()
        code, version = opened.code, opened.table.version
        cut = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
        for _ in range(3):
            person = next(one for one in opened.table.people.values() if not one.bot)
            ask(place, cut + " and datname = current_database()")
            with pytest.raises(LostTableError):
                opened.submit(person.id, intents.Say(id=os.urandom(4).hex(), text="Hello"))
            assert not opened.is_held and code not in lobby.tables
            end = time.monotonic() + PATIENCE
            while code not in lobby.tables and time.monotonic() < end:
                await asyncio.sleep(0.05)
            opened = lobby.tables[code]
            person = next(one for one in opened.table.people.values() if not one.bot)
            opened.submit(person.id, intents.Say(id=os.urandom(4).hex(), text="Hello again"))
            assert opened.is_held and opened.table.version > version
            assert opened.table.count_chips() == 0
        lobby.close()

    asyncio.run(play())


class Process:
    """A server in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        lines: list[str] = []
        while not (lines and lines[-1].rstrip() == "}"):
            line = self.process.stdout.readline()
            assert line, self.process.communicate()[1]
            lines.append(line)
        self.address: str = json.loads("".join(lines))["address"]
        self.host = urlsplit(self.address).netloc

    def send(self, number: int) -> None:
        os.kill(self.process.pid, number)

    def end(self) -> None:
        with suppress(ProcessLookupError):
            self.send(signal.SIGCONT)
            self.send(signal.SIGKILL)
        _, self.said = self.process.communicate()

    def get(self, path: str, cookie: str = "") -> tuple[int, str, str]:
        """Return the status of an answer, where it leads, and its text."""
        connection = HTTPConnection(self.host, timeout=PATIENCE)
        connection.request("GET", path, headers={"Cookie": cookie})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, answer.getheader("location", ""), text


class Visitor:
    """Somebody at a table, who keeps everything that is said."""

    def __init__(self, process: Process, code: str, cookie: str) -> None:
        self._process, self._code, self._cookie = process, code, cookie
        self.messages: list[dict[str, Any]] = []
        self.closed = 0

    async def __aenter__(self) -> Visitor:
        self.socket = await websockets.connect(
            f"ws://{self._process.host}/ws/t/{self._code}",
            additional_headers={"Cookie": self._cookie},
            origin=f"http://{self._process.host}",  # type: ignore[arg-type]
            ping_interval=None,
            open_timeout=PATIENCE,
        )
        self._reading = asyncio.create_task(self._read())
        return self

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                self.messages.append(json.loads(text))
        except websockets.ConnectionClosed as error:
            self.closed = error.rcvd.code if error.rcvd is not None else -1

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()
        await self._reading

    @property
    def news(self) -> dict[str, Any]:
        return next((one for one in reversed(self.messages) if one["t"] == "table"), {})

    @property
    def choices(self) -> list[Any]:
        return (self.news.get("table") or {}).get("choices") or []

    async def until(self, check: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE
        while not check():
            assert time.monotonic() < end, self.messages[-1:]
            await asyncio.sleep(0.02)

    async def act(self, move: str, id: str) -> dict[str, Any]:
        await self.say(
            {"t": "act", "hand": self.news["hand"], "v": self.news["v"], "move": move}, id
        )
        found: list[dict[str, Any]] = []

        def is_answered() -> bool:
            found.extend(one for one in self.messages if one.get("id") == id)
            return bool(found)

        await self.until(is_answered)
        return found[0]

    async def say(self, message: dict[str, Any], id: str) -> None:
        await self.socket.send(json.dumps({"id": id, **message}))


def open_at(process: Process) -> tuple[str, str]:
    parts = urlsplit(process.address)
    code = parts.path.rpartition("/")[2]
    return code, f"{find_cookie(code)}={parse_qs(parts.query)['seat'][0]}"


@pytest.fixture
def processes(place: str) -> Iterator[Callable[..., Process]]:
    """Start servers of one database."""
    started: list[Process] = []

    def start(*arguments: str) -> Process:
        started.append(Process(*arguments, "--bots", "caller", "--log", place))
        return started[-1]

    yield start
    for one in started:
        one.end()
        assert "Traceback" not in one.said, one.said


def move_of(visitor: Visitor) -> str:
    return "call" if any(one["name"] == "check_or_call" for one in visitor.choices) else "fold"


def is_ready(visitor: Visitor) -> bool:
    """Return whether a visitor is asked for a move, or the hand is over."""
    return bool(visitor.choices or not visitor.news.get("hand"))


def sends_elsewhere(process: Process, code: str, cookie: str) -> bool:
    """Return whether a server sends those who ask for a table to another one."""
    return bool(process.get(f"/t/{code}", cookie)[0] == 307)


def has_table(process: Process, code: str, cookie: str) -> bool:
    """Return whether a server has a table: it answers for it, and sends nobody elsewhere."""
    return process.get(f"/t/{code}/deals.json", cookie)[0] == 200


def test_a_server_that_was_asleep_says_and_writes_nothing(
    place: str, processes: Callable[..., Process]
) -> None:
    """Stop the owner, let another go on, and wake it up, with all that waits for it."""
    old, new = processes("nlhe", "--name", "Ann"), processes()
    code, cookie = open_at(old)

    async def play() -> None:
        async with Visitor(old, code, cookie) as ann:
            await ann.until(lambda: ann.choices)
            status, leads, _ = new.get(f"/t/{code}", cookie)
            secret = cookie.partition("=")[2]
            assert (status, leads) == (307, f"http://{old.host}/t/{code}?seat={secret}&moved=1")
            known = json.loads(new.get("/lobby", cookie)[2])["tables"]
            assert [one["code"] for one in known] == [code]
            old.send(signal.SIGSTOP)
            heard = len(ann.messages)
            # What is asked of it while it sleeps waits at its socket.
            await ann.socket.send(json.dumps({"t": "ping", "ms": 1}))
            stale = {"t": "act", "hand": ann.news["hand"], "v": ann.news["v"], "move": move_of(ann)}
            await ann.say(stale, "stale")
            await ann.say({"t": "say", "text": "Is anybody there?"}, "stale-say")
            wait_for(lambda: has_table(new, code, cookie))
            rows = ask(place, "select count(*), max(number) from croupier_entries where epoch = 1")
            async with Visitor(new, code, cookie) as again:
                await again.until(lambda: again.choices)
                assert again.news["hand"] == ann.news["hand"]
                assert again.news["table"] == ann.news["table"] | {
                    key: again.news["table"][key] for key in ("clock",) if key in ann.news["table"]
                }
                assert (await again.act(move_of(again), "fresh"))["t"] == "ack"
                old.send(signal.SIGCONT)
                await ann.until(lambda: ann.closed)
                assert (ann.messages[heard:], ann.closed) == ([], 4002)
                # It sends whoever comes now to where the table is.
                wait_for(lambda: old.get(f"/t/{code}", cookie)[0] == 307)
                async with Visitor(old, code, cookie) as late:
                    await late.until(lambda: late.closed)
                    assert (late.messages, late.closed) == ([], 4002)
                await again.until(lambda: again.choices)
                assert (await again.act(move_of(again), "fresh-2"))["t"] == "ack"
            assert (
                ask(place, "select count(*), max(number) from croupier_entries where epoch = 1")
                == rows
            )
            told = ask(place, "select entry from croupier_entries where entry like '%%stale%%'")
            assert told == []

    asyncio.run(play())
    check_log(place, code)


def check_log(place: str, code: str) -> None:
    """See to it that the log has each number once, in the order of epochs, and is a table."""
    rows = ask(
        place, "select number, epoch from croupier_entries where code = %s order by number", code
    )
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
    assert [epoch for _, epoch in rows] == sorted(epoch for _, epoch in rows)
    kept = SharedLog(place)
    table = HostedTable.restore(kept.read_later(code)())
    assert table.count_chips() == 0 and table.version == len(rows)
    kept.close()


def test_another_goes_on_when_the_owner_is_killed(
    place: str, processes: Callable[..., Process]
) -> None:
    first = processes("badugi", "--name", "Ann")
    servers = [first, processes(), processes()]
    code, cookie = open_at(first)

    async def play() -> None:
        async with Visitor(first, code, cookie) as ann:
            await ann.until(lambda: ann.choices)
            before = ann.news
            first.send(signal.SIGKILL)
            await ann.until(lambda: ann.closed)
        left = servers[1:]
        (owner,) = wait_for(lambda: [one for one in left if has_table(one, code, cookie)])
        (other,) = [one for one in left if one is not owner]
        # The other one knows where it is.
        assert other.get(f"/t/{code}", cookie)[1].startswith(f"http://{owner.host}/t/{code}?seat=")
        async with Visitor(owner, code, cookie) as ann:
            await ann.until(lambda: ann.choices)
            assert ann.news["hand"] == before["hand"]
            assert ann.news["table"]["choices"] == before["table"]["choices"]
            assert [one.get("stack") for one in ann.news["places"]] == [
                one.get("stack") for one in before["places"]
            ]
            moves = {one["name"] for one in ann.choices}
            move = "call" if "check_or_call" in moves else "pat"
            assert (await ann.act(move, "on"))["t"] == "ack"

    asyncio.run(play())
    check_log(place, code)


def test_owners_that_fall_asleep_again_and_again(
    place: str, processes: Callable[..., Process]
) -> None:
    """Play on while whoever has the table is stopped and woken up, some times over."""
    first = processes("nlhe", "--name", "Ann")
    servers = [first, processes()]
    code, cookie = open_at(first)

    async def play() -> None:
        owner, asleep = first, None
        for number in range(4):
            async with Visitor(owner, code, cookie) as ann:
                await ann.until(partial(is_ready, ann))
                if ann.choices:
                    await ann.act(move_of(ann), f"move-{number}")
                if asleep is not None:
                    asleep.send(signal.SIGCONT)
                    wait_for(partial(sends_elsewhere, asleep, code, cookie))
                owner.send(signal.SIGSTOP)
                asleep = owner
                (owner,) = [one for one in servers if one is not asleep]
                wait_for(partial(has_table, owner, code, cookie))
        if asleep is not None:
            asleep.send(signal.SIGCONT)

    asyncio.run(play())
    check_log(place, code)
    assert ask(place, "select epoch from croupier_tables")[0][0] == 5
