"""A server of tables, and clients that speak to it as pages do."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import uvicorn
import websockets
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from croupier.hosting import Lobby, TableLog
from croupier.web.guards import Guard
from croupier.web.server import STATIC
from croupier.web.tables.sockets import TableServer, find_cookie

T = TypeVar("T")
HOSTS = frozenset({"127.0.0.1", "localhost"})


class RunningServer:
    """A server that listens."""

    def __init__(self, lobby: Lobby, address: str) -> None:
        self.lobby = lobby
        self.address = address
        self._loop = asyncio.get_running_loop() if lobby is not None else None

    def look(self, ask: Callable[[], T]) -> T:
        """Ask the tables something from another thread, between two things that they do."""
        assert self._loop is not None
        done: Future[T] = Future()

        def answer() -> None:
            try:
                done.set_result(ask())
            except BaseException as error:
                done.set_exception(error)

        self._loop.call_soon_threadsafe(answer)
        return done.result(20)

    async def ask(self, path: str, body: Any = None, cookie: str = "") -> tuple[int, str, str]:
        """Return the status, the text and the cookie of an answer."""
        return await asyncio.to_thread(self._ask, path, body, cookie)

    def _ask(self, path: str, body: Any, cookie: str) -> tuple[int, str, str]:
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"http://{self.address}{path}", data, {"Origin": self.origin})
        if cookie:
            request.add_header("Cookie", cookie)
        try:
            answer = urlopen(request, timeout=20)
        except HTTPError as error:
            if error.code != 503:
                raise
            # The page need not be built.
            answer = error
        with answer:
            given = answer.headers.get("set-cookie", "").partition(";")[0]
            return answer.status, answer.read().decode(), given

    @property
    def origin(self) -> str:
        return f"http://{self.address}"

    async def open_table(self, **settings: Any) -> tuple[str, str]:
        """Open a table, and return its code and the cookie of its host."""
        quick = {"rest": 0, "pace": 0, "seconds": 0}
        _, text, cookie = await self.ask("/tables", {"settings": quick | settings})
        return json.loads(text)["code"], cookie


@asynccontextmanager
async def run_server(
    path: Path, *, send_buffer: int | None = None, **options: Any
) -> AsyncIterator[RunningServer]:
    """Run a server in this process, with as large a buffer for each line as is said."""
    lobby = Lobby(TableLog(path), **options)
    routes = TableServer(lobby, page=STATIC / "table.html").routes
    if STATIC.is_dir():
        routes = [*routes, Mount("/", StaticFiles(directory=STATIC))]
    app = Starlette(routes=routes, middleware=[Middleware(Guard, hosts=HOSTS)])
    config = uvicorn.Config(
        app,
        port=0,
        log_level="critical",
        ws="websockets-sansio",
        ws_max_size=16_384,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    lobby.start()
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    listening = server.servers[0].sockets[0]
    if send_buffer is not None:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    port = listening.getsockname()[1]
    try:
        yield RunningServer(lobby, f"127.0.0.1:{port}")
    finally:
        server.should_exit = True
        await task
        lobby.close()


class Client:
    """Somebody at a table.

    Attributes:
        news: What the table looks like.
        texts: Everything that came, as it came.
    """

    def __init__(
        self, server: RunningServer, code: str, cookie: str = "", address: str = ""
    ) -> None:
        """Make the client, which a proxy says comes from another address if one is given."""
        self.forwarded = {"X-Forwarded-For": address} if address else {}
        self.server = server
        self.code = code
        self.cookie = cookie
        self.news: dict[str, Any] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.texts: list[str] = []
        self._ids = count(1)
        self._changed = asyncio.Event()

    async def __aenter__(self) -> Client:
        if not self.cookie:
            _, _, self.cookie = await self.server.ask(f"/t/{self.code}")
            assert self.cookie.startswith(find_cookie(self.code))
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.disconnect()

    async def connect(self) -> None:
        self.socket = await websockets.connect(
            f"ws://{self.server.address}/ws/t/{self.code}",
            additional_headers={"Cookie": self.cookie, **self.forwarded},
            origin=self.server.origin,  # type: ignore[arg-type]
            compression=None,
        )
        self._reading = asyncio.create_task(self._read())
        self.news = {}
        await self.until(lambda: bool(self.news))

    async def disconnect(self) -> None:
        await self.socket.close()
        await self._reading

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                self.texts.append(text)
                message = json.loads(text)
                if message["t"] == "table":
                    # A view is never older than the one before.
                    assert message["v"] >= self.news.get("v", 0)
                    self.news = message
                else:
                    self.answers[message.get("id", message["t"])] = message
                self._changed.set()
        except websockets.ConnectionClosed:
            pass
        self._changed.set()

    async def until(self, check: Any) -> None:
        while not check():
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), 20)

    async def send(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send an intent, and return the answer to it."""
        id = fields.pop("id", None) or f"{id_of(self)}-{next(self._ids)}"
        self.answers.pop(id, None)
        await self.socket.send(json.dumps({"t": kind, "id": id, **fields}))
        await self.until(lambda: id in self.answers)
        return self.answers[id]

    @property
    def choices(self) -> list[dict[str, Any]]:
        return (self.news.get("table") or {}).get("choices") or []

    async def act(self, move: str, **changed: Any) -> dict[str, Any]:
        fields = {"hand": self.news["hand"], "v": self.news["v"], "move": move}
        return await self.send("act", **(fields | changed))


def id_of(client: Client) -> str:
    return f"c{id(client) % 10_000}"
