"""Hosted tables under load: what an action costs, how long people wait, and a restart.

A server of 500 tables with 3,000 sockets is a process of its own, and so is one of the same stack
that sends messages of that size and knows no game. `python -m benchmarks.programs.hosted`
prints what people notice of both, without the rest.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measuring import harness, peers
from benchmarks.measuring.harness import (
    Case,
    Clock,
    Contender,
    Effort,
    Figure,
    Result,
    Target,
    Unit,
)

__all__ = ["make_cases", "run"]

_SECTION = "Hosted tables"
_SEATS = 6
_TABLES = 500
_MAX_VIEWS = 100e-6
_MAX_RESTART = 2.0
_MAX_WAIT = 0.1
_MAX_BYTES = 300e6
_SECONDS = 10
_FILES_BESIDE = 100


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run has fewer tables.

    Yields:
        The cases.
    """
    if peers.load("starlette") is None or peers.load("uvicorn") is None:
        return
    steps = _play_steps()
    yield Case(
        section=_SECTION,
        name="All views of an action",
        what="six seats and those who watch, described, censored and encoded: the mean of a hand"
        " that is called down",
        ours=Contender("Croupier", partial(_view_all, steps), len(steps), Clock.THREAD),
        targets=[Target.time(_MAX_VIEWS)],
    )
    tables = _QUICK_TABLES if effort.quick else _TABLES
    log = Path(_folder.name, f"log-{tables}")
    _fill_log(log, tables)
    yield Case(
        section=_SECTION,
        name=f"A restart with {_TABLES} tables in mid-hand",
        what="CPU time of a fresh process until all tables are there, imports included",
        ours=Contender("Croupier", partial(_restart, log), 1, Clock.CHILDREN),
        targets=[Target.time(_MAX_RESTART)],
    )


_QUICK_TABLES = 5
_folder = TemporaryDirectory()
_run_cases = harness.make_runner(
    make_cases, full=Effort(sample=0.0, budget=10.0, least_rounds=1, most_rounds=4)
)
_ECHO = "the same stack without tables"


def run(effort: Effort) -> list[Result]:
    """Measure all of it.

    Args:
        effort: How long to measure; a quick run has fewer tables.

    Returns:
        The figures; those of the load only where the system tells what a process takes.
    """
    found = _run_cases(effort)
    if not found or not Path("/proc/self/status").is_file():
        return found
    tables, seconds = (_QUICK_TABLES, 1) if effort.quick else (_TABLES, _SECONDS)
    _allow_files(tables * _SEATS + _FILES_BESIDE)
    # One after the other, so that both have the machine as it is.
    echo, ours = (_measure(kind, tables, seconds) for kind in ("echo", "tables"))
    if ours["answered"] < ours["actions"] or not ours["actions"]:
        raise ValueError(f"{ours['answered']:.0f} of {ours['actions']:.0f} actions were answered.")
    load = f"{_TABLES} tables that act once a second, {_TABLES * _SEATS:,} sockets"
    what = "the other sends as many messages of that size to the same sockets, and knows no game"
    rows: list[tuple[str, str, str, float, Unit, list[Target]]] = [
        ("CPU time of an action", "of the server, its log included", "cpu_us", 1e-6, Unit.TIME, []),
        (
            "until 99 of 100 actions are seen by all",
            "wall time from sending an action until the last of six pages has its news",
            "p99_ms",
            1e-3,
            Unit.TIME,
            [Target.time(_MAX_WAIT)],
        ),
        (
            "memory",
            "what the process holds of it",
            "memory_mb",
            1024.0**2,
            Unit.MEMORY,
            [Target.memory(_MAX_BYTES)],
        ),
    ]
    return found + [
        Result(
            section=_SECTION,
            name=f"{load}: {name}",
            what=f"{words}; {what}",
            unit=unit,
            # Clocks of processes tick slowly, and nothing takes no time.
            ours=Figure("Croupier", max(factor * ours[key], 1e-9), 1),
            peers=(Figure(_ECHO, max(factor * echo[key], 1e-9), 1),),
            targets=tuple(targets),
        )
        for name, words, key, factor, unit, targets in rows
    ]


def _open_tables(lobby: Any, count: int) -> dict[str, list[str]]:
    """Open tables with six people each, and return their secrets."""
    from croupier.hosting import TableSettings
    from croupier.hosting.codes import make_secret
    from croupier.hosting.intents import Sit

    found = {}
    for _ in range(count):
        settings = TableSettings("nlhe", seats=_SEATS, seconds=0, rest=500, buy_in=10_000)
        opened = lobby.open(settings)
        found[opened.code] = secrets = [make_secret() for _ in range(_SEATS)]
        for seat, secret in enumerate(secrets):
            person = opened.enter(secret, is_host=not seat)
            # All but the last sit down before a hand is dealt.
            entries = opened.table.handle(
                person.id, Sit(id="sit", name=f"P{seat}", seat=seat), lobby.now()
            )
            opened.commit(*entries)
    return found


def _play_steps() -> list[Any]:
    """Return a hand before each decision of players who call."""
    from copy import deepcopy

    from croupier.hosting import HostedTable, TableSettings, intents

    table = HostedTable.open(TableSettings("nlhe", rest=0), now=0, draw=lambda: "5" * 64)
    for number in range(_SEATS):
        joined = table.join(f"P{number}", key=str(number), now=0)
        table.apply(joined)
        table.apply(*table.handle(joined.person, intents.Sit(id="1", name=f"P{number}"), now=0))
    table.apply(*table.advance(now=1, draw=lambda: "7" * 64))
    steps = []
    while table.decider is not None:
        steps.append((deepcopy(table.state), table.names))
        act = intents.Act(id=f"{table.version}", hand=1, v=table.version, move="call")
        table.apply(*table.handle(table.decider.id, act, now=1))
    return steps


def _view_all(steps: list[Any]) -> None:
    from croupier.views.following import HandViews
    from croupier.web.encoding import TableEncoder

    views = HandViews(steps[0][1])
    encoder = TableEncoder(views)
    for state, _ in steps:
        views.follow(state)
        for viewer in (None, *range(_SEATS)):
            encoder.encode(viewer)


def _fill_log(path: Path, count: int) -> None:
    from croupier.hosting import Lobby, TableLog

    async def fill() -> None:
        lobby = Lobby(TableLog(path))
        for code in _open_tables(lobby, count):
            opened = lobby.find(code)
            opened.commit(*opened.table.advance(lobby.now()))
            for _ in range(9):
                _call(opened)
        lobby.close()

    if not path.exists():
        asyncio.run(fill())


def _call(opened: Any) -> None:
    from croupier.hosting.intents import Act

    table = opened.table
    if table.decider is not None:
        act = Act(id=f"{table.version}", hand=table.hand, v=table.version, move="call")
        opened.commit(*table.handle(table.decider.id, act, opened.now()))


_RESTART = """
import sys
from croupier.hosting import Lobby, TableLog
lobby = Lobby(TableLog(sys.argv[1]))
assert all(one.table.is_playing for one in lobby.tables.values())
print(len(lobby.tables))
"""


def _restart(path: Path) -> None:
    subprocess.run([sys.executable, "-c", _RESTART, str(path)], check=True, capture_output=True)


def _measure(kind: str, tables: int, seconds: int) -> dict[str, float]:
    """Let all tables act once a second; return what was noticed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.programs.hosted", kind, str(tables)],
        stdout=subprocess.PIPE,
        stdin=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stdin is not None
    facts = json.loads(process.stdout.readline())
    try:
        return asyncio.run(_load(facts, process, seconds))
    finally:
        process.stdin.close()
        process.wait()


class _Socket(asyncio.Protocol):
    """One page, as cheap as possible: it finds out whether it must decide, and nothing else."""

    def __init__(self, load: _Load, table: _Playing, request: bytes) -> None:
        self._load = load
        self._table = table
        self._request = request
        self._buffer = b""
        self._is_open = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head, head
            self._is_open, self._buffer = True, rest
            self._load.opened += 1
        while True:
            size, start = _read_length(self._buffer)
            if start == 0 or len(self._buffer) < start + size:
                return
            frame, self._buffer = self._buffer[start : start + size], self._buffer[start + size :]
            self._table.hear(self, frame)

    def send(self, text: bytes) -> None:
        size = len(text)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        # A mask of zeros changes nothing.
        self.transport.write(b"\x81" + length + b"\0\0\0\0" + text)


def _read_length(buffer: bytes) -> tuple[int, int]:
    if len(buffer) < 4:
        return 0, 0
    size = buffer[1] & 0x7F
    if size < 126:
        return size, 2
    if size == 126:
        return int.from_bytes(buffer[2:4], "big"), 4
    return int.from_bytes(buffer[2:10], "big"), 10


class _Playing:
    """A table that acts once a second."""

    def __init__(self, load: _Load) -> None:
        self._load = load
        self.turn: tuple[_Socket, bytes] | None = None
        self._sent = 0.0
        self._left = 0

    def hear(self, socket: _Socket, frame: bytes) -> None:
        self._load.bytes += len(frame)
        self._load.messages += 1
        if frame.startswith((b'{"t":"table"', b"echo")):
            if self._left:
                self._left -= 1
                if not self._left:
                    self._load.waits.append(time.perf_counter() - self._sent)
            if frame.startswith(b"echo"):
                self.turn = self.turn or (socket, b"x" * 90)
            elif b'"choices":[{' in frame:
                news = json.loads(frame)
                move = {"t": "act", "id": f"{news['v']}", "hand": news["hand"], "v": news["v"]}
                self.turn = socket, json.dumps({**move, "move": "call"}).encode()

    def act(self) -> None:
        if self.turn is not None:
            (socket, text), self.turn = self.turn, None
            self._sent, self._left = time.perf_counter(), _SEATS
            self._load.actions += 1
            socket.send(text)


class _Load:
    def __init__(self) -> None:
        self.opened = self.actions = self.messages = self.bytes = 0
        self.waits: list[float] = []


async def _load(facts: dict[str, Any], process: Any, seconds: int) -> dict[str, float]:
    loop = asyncio.get_running_loop()
    load = _Load()
    tables = []
    for code, secrets in facts["tables"].items():
        table = _Playing(load)
        tables.append(table)
        for secret in secrets:
            request = (
                f"GET /ws/t/{code} HTTP/1.1\r\nHost: 127.0.0.1:{facts['port']}\r\n"
                f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
                f"Cookie: croupier-seat-{code}={secret}\r\n\r\n"
            ).encode()
            await loop.create_connection(
                partial(_Socket, load, table, request), "127.0.0.1", facts["port"]
            )
    wanted = _SEATS * len(tables)
    while load.opened < wanted:
        await asyncio.sleep(0.05)
    process.stdin.write("start\n")
    process.stdin.flush()
    begun = time.perf_counter()
    while not all(table.turn for table in tables) and time.perf_counter() - begun < 60:
        await asyncio.sleep(0.05)
    load.waits.clear()
    load.actions = 0
    cpu = _read_cpu(process.pid)
    begun = time.perf_counter()
    for second in range(seconds):
        for number, table in enumerate(tables):
            wait = begun + second + number / len(tables) - time.perf_counter()
            if wait > 0.002:
                await asyncio.sleep(wait)
            table.act()
    await asyncio.sleep(0.5)
    cpu = _read_cpu(process.pid) - cpu
    waits = sorted(load.waits) or [0.0]
    return {
        "sockets": float(load.opened),
        "actions": float(load.actions),
        "answered": float(len(load.waits)),
        "cpu_us": 1e6 * cpu / max(load.actions, 1),
        "p50_ms": 1000 * waits[len(waits) // 2],
        "p99_ms": 1000 * waits[len(waits) * 99 // 100],
        "memory_mb": _read_memory(process.pid),
        "seconds": time.perf_counter() - begun,
    }


def _read_cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _read_memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    (line,) = [one for one in lines if one.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


def _serve(kind: str, count: int) -> None:
    """Serve tables, or messages of their size, until nobody listens any more."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute

    from croupier.hosting import Lobby, TableLog
    from croupier.web.server import collecting_seldom
    from croupier.web.tables.sockets import TableServer

    _allow_files(count * _SEATS + _FILES_BESIDE)
    echo = _Echo()

    async def main() -> None:
        with TemporaryDirectory() as folder:
            lobby = Lobby(TableLog(Path(folder, "log")))
            tables = _open_tables(lobby, count)
            routes = (
                TableServer(lobby).routes
                if kind == "tables"
                else [WebSocketRoute("/ws/t/{code}", echo.connect)]
            )
            config = uvicorn.Config(
                Starlette(routes=routes),
                port=0,
                log_level="critical",
                ws="websockets-sansio",
                ws_max_size=16_384,
                ws_per_message_deflate=False,
                backlog=4_096,
            )
            server = uvicorn.Server(config)
            task = asyncio.create_task(server.serve())
            while not server.started:
                await asyncio.sleep(0.01)
            port = server.servers[0].sockets[0].getsockname()[1]
            print(json.dumps({"port": port, "tables": tables}), flush=True)
            await asyncio.to_thread(sys.stdin.readline)
            if kind == "tables":
                lobby.start()
            else:
                await echo.start()
            await asyncio.to_thread(sys.stdin.readline)
            os._exit(0)
            await task

    with collecting_seldom():
        asyncio.run(main())


class _Echo:
    """A server that sends each message to all sockets, in as many bytes as a table takes."""

    def __init__(self) -> None:
        self._rooms: dict[str, list[Any]] = {}

    async def connect(self, socket: Any) -> None:
        await socket.accept()
        room = self._rooms.setdefault(socket.path_params["code"], [])
        room.append(socket)
        while True:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            await self._tell(room)

    async def start(self) -> None:
        for room in self._rooms.values():
            await self._tell(room)

    async def _tell(self, room: list[Any]) -> None:
        for other in room:
            await other.send_text("echo" + "x" * 3_000)


def _allow_files(wanted: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))


def _show(tables: int, seconds: int) -> None:
    _allow_files(tables * _SEATS + _FILES_BESIDE)
    for kind in ("echo", "tables"):
        found = _measure(kind, tables, seconds)
        print(kind, {name: round(value, 1) for name, value in found.items()}, flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] in (["tables"], ["echo"]):
        _serve(sys.argv[1], int(sys.argv[2]))
    else:
        _show(int(sys.argv[1]) if len(sys.argv) > 1 else _TABLES, _SECONDS)
