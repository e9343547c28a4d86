"""The server of the desk: pages, questions, files that are dropped and files to take along."""

from __future__ import annotations

import asyncio
import gc
import json
import shutil
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from croupier.agents import AgentLike
from croupier.errors import PokerError, SetupError
from croupier.hosting import Lobby, TableSettings
from croupier.hosting.log import Sync, open_log
from croupier.hosting.settings import check_settings, fill_definition
from croupier.web.addresses import Links, make_reach
from croupier.web.connections import (
    BoundedListener,
    BoundedServer,
    ConnectionLimits,
    Connections,
    raise_file_limit,
)
from croupier.web.desk import list_methods
from croupier.web.guards import Guard
from croupier.web.local import MAX_PACKED, find_shelf
from croupier.web.shelves import MAX_KEPT, Room, Shelf, show_size
from croupier.web.tables.sockets import MAX_MESSAGE_BYTES, TableServer, open_table
from croupier.web.worker import READ_FILES
from croupier.web.workers import Workers

__all__ = ["STATIC", "collecting_seldom", "make_app", "serve"]

STATIC = Path(__file__).parent / "static"
"""Where the page is that was built of `web`."""

_MAX_QUESTION = 1 << 20
_BOTS = ("tight", "loose", "caller", "random")
_MAX_SHELVES = 50
# How many young collections there are for a full one; Python's own number is 10.
_COLLECTIONS = 1_000
_NO_PAGE = (
    "The page is not built. In a clone, `make serve` builds it; wheels have it. The desk can be"
    " asked all the same."
)
_TYPES = {".html": "text/html", ".json": "application/json", ".svg": "image/svg+xml"}


def make_app(
    root: Path,
    *,
    hosts: frozenset[str] = frozenset({"127.0.0.1", "localhost", "[::1]"}),
    secure_hosts: frozenset[str] = frozenset(),
    key: str = "",
    files: Sequence[Path] = (),
    static: Path = STATIC,
    most_packed: int = MAX_PACKED,
    seconds: float | None = None,
    tables: TableServer | None = None,
    stores: Sequence[Path] = (),
) -> Starlette:
    """Make the application.

    Args:
        root: Where shelves lie: a folder that nobody else reads.
        hosts: The names by which the server is called.
        secure_hosts: Those of the names that are reached by TLS, which a proxy ends.
        key: The key of the lobby and the desk; empty where only this machine can ask.
        files: Files that are on a shelf from the start. They stay where they are.
        static: Where the page is.
        most_packed: The most bytes of a file that is dropped.
        seconds: How long any question may take; as usual when omitted.
        tables: Tables that people sit at, behind the same guard.
        stores: The folders of stores that may be asked.

    Returns:
        The application.
    """
    shelf = ""
    if files:
        made = Shelf.make(root)
        for path in files:
            number, _ = made.add_file(path.name, path.resolve())
            made.update_file(number, size=path.stat().st_size)
        shelf = made.name
    server = _Server(root, shelf, most_packed, seconds, tables, stores)
    routes = [] if tables is None else tables.routes
    pages: list[Any] = [Route("/", _answer_no_page)]
    if (static / "index.html").is_file():
        pages = [Mount("/", StaticFiles(directory=static, html=True))]
    return Starlette(
        routes=[
            Route("/desk/{method}", server.ask, methods=["POST"]),
            Route("/shelf", server.make_shelf, methods=["POST"]),
            Route("/shelf/{shelf}/file", server.take_file, methods=["POST"]),
            Route("/shelf/{shelf}/made/{place}", server.give_file, methods=["GET"]),
            *routes,
            *pages,
        ],
        middleware=[Middleware(Guard, hosts=hosts, key=key, secure_hosts=secure_hosts)],
        lifespan=server.live,
    )


async def _answer_no_page(request: Request) -> Response:
    return PlainTextResponse(_NO_PAGE, 503)


def _refuse(code: str, message: str, status: int = 400) -> Response:
    data = {"code": code, "message": message}
    return Response(json.dumps(data), status, media_type="application/json")


class _Server:
    """A server that passes questions on to processes, and keeps files."""

    def __init__(
        self,
        root: Path,
        shelf: str,
        most_packed: int,
        seconds: float | None,
        tables: TableServer | None,
        stores: Sequence[Path],
    ) -> None:
        self._tables = tables
        self._stores = [path.resolve() for path in stores]
        self._root = root
        self._shelf = shelf
        self._most_packed = most_packed
        self._seconds = seconds
        self._tasks: set[asyncio.Task[None]] = set()
        self._reading: set[str] = set()
        self._room = Room(root)

    @asynccontextmanager
    async def live(self, app: Starlette) -> AsyncIterator[None]:
        """Keep the worker processes while the server runs."""
        self._workers = Workers(self._root, self._shelf, self._seconds, self._stores)
        self._start(self._workers.warm_up())
        if self._shelf:
            self._read(self._shelf)
        if self._tables is not None:
            self._tables.lobby.start()
        try:
            yield
        finally:
            if self._tables is not None:
                self._tables.lobby.close()
            for task in [*self._tasks]:
                task.cancel()
            await self._workers.close()

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _read(self, shelf: str) -> None:
        """Read all files of a shelf, in one process at a time."""
        if shelf not in self._reading:
            self._reading.add(shelf)
            self._start(self._read_all(shelf))

    async def _read_all(self, name: str) -> None:
        shelf = find_shelf(self._root, name)
        try:
            while any(file.state == "waiting" for file in shelf.list_files()):
                reply = await self._workers.ask(READ_FILES, json.dumps(name).encode())
                problem = ""
                if reply.refused:
                    problem = json.loads(bytes(reply.answer))["message"]
                for file in shelf.list_files():
                    # The process has ended in the middle of it.
                    if file.state == "reading":
                        shelf.update_file(
                            file.number, state="failed", problem=problem or "it was not read"
                        )
        finally:
            self._reading.discard(name)

    async def ask(self, request: Request) -> Response:
        """Answer a question."""
        name = request.path_params["method"]
        if name not in list_methods():
            return _refuse("unknown-method", "the desk cannot be asked this", 404)
        if request.headers.get("content-type", "").partition(";")[0] != "application/json":
            return _refuse("json-syntax", "questions are JSON", 415)
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > _MAX_QUESTION:
                return _refuse("too-large", "the question is too long", 413)
        if not _is_json(body):
            return _refuse("json-syntax", "the question is no JSON")
        reply = await self._workers.ask(name, body)
        return Response(
            bytes(reply.answer), 400 if reply.refused else 200, media_type="application/json"
        )

    async def make_shelf(self, request: Request) -> Response:
        """Make a shelf for files that somebody drops."""
        self._make_room()
        return Response(
            json.dumps({"shelf": Shelf.make(self._root).name}), media_type="application/json"
        )

    def _make_room(self) -> None:
        """Remove the oldest shelves, where there are many or there is much on them."""
        shelves = sorted(
            (path for path in self._root.iterdir() if path.name != self._shelf),
            key=lambda path: path.stat().st_mtime,
        )
        left = len(shelves)
        for old in shelves:
            if left < _MAX_SHELVES and self._room.measure() <= MAX_KEPT // 2:
                return
            if old.name not in self._reading:
                shutil.rmtree(old, ignore_errors=True)
                left -= 1

    async def take_file(self, request: Request) -> Response:
        """Take a file that is dropped, piece by piece, and have it read."""
        try:
            shelf = find_shelf(self._root, request.path_params["shelf"])
        except PokerError as error:
            return _refuse(error.code, str(error), 404)
        most = self._most_packed
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > most:
            return _refuse("too-large", _describe_limit(most), 413)
        try:
            name = request.query_params.get("name", "")
            number, path = shelf.add_file(name, state="arriving")
        except PokerError as error:
            return _refuse(error.code, str(error), 413)
        size = 0
        try:
            with path.open("xb") as file:
                async for chunk in request.stream():
                    size += len(chunk)
                    if size > most:
                        raise SetupError(_describe_limit(most), code="too-large")
                    self._room.take(len(chunk))
                    file.write(chunk)
        except (PokerError, OSError, ClientDisconnect) as error:
            path.unlink(missing_ok=True)
            shelf.remove_file(number)
            if isinstance(error, PokerError):
                return _refuse(error.code, str(error), 413)
            return _refuse("no-room", "there is no room for the file", 507)
        shelf.update_file(number, size=size, state="waiting")
        self._read(shelf.name)
        return Response(json.dumps({"file": number}), media_type="application/json")

    async def give_file(self, request: Request) -> Response:
        """Give a file that was made: one of those that the desk makes, and no other."""
        try:
            shelf = find_shelf(self._root, request.path_params["shelf"])
        except PokerError as error:
            return _refuse(error.code, str(error), 404)
        made = {
            path.name: path
            for path in shelf.folder.iterdir()
            if path.name.startswith("converted-") or path.name == "night.html"
        }
        path = made.get(request.path_params["place"])
        if path is None or path.suffix == ".part":
            raise HTTPException(404)
        name = "".join(
            letter if letter.isalnum() or letter in "-._ " else "-"
            for letter in request.query_params.get("name", path.name)
        )
        return FileResponse(
            path,
            media_type=_TYPES.get(path.suffix, "text/plain; charset=utf-8"),
            filename=name[:100] or path.name,
            headers={
                # Downloaded, and not shown: no script in it may run on our pages.
                "content-security-policy": "sandbox; default-src 'none'",
                "cache-control": "no-store",
            },
        )


def _describe_limit(most: int) -> str:
    return f"a file may have {show_size(most)}"


def _is_json(body: bytes) -> bool:
    try:
        msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    files: Sequence[Path] = (),
    stores: Sequence[Path] = (),
    game: str = "",
    name: str = "Host",
    bots: Mapping[str, AgentLike] | None = None,
    log: str | Path | None = None,
    sync: Sync = "normal",
    address: str = "",
    proxies: Sequence[str] = (),
    certificate: tuple[Path, Path] | None = None,
    own_games: Mapping[str, str] | None = None,
    ready: Callable[[Links], object] | None = None,
    warn: Callable[[Mapping[str, str]], object] | None = None,
) -> None:
    """Serve the desk and tables until somebody stops it.

    Args:
        host: The address to listen at. Where others reach it, the lobby and the desk need a key.
        port: The port; any that is free when it is 0.
        files: Files that are on a shelf from the start.
        stores: The folders of stores, whose reports the desk shows.
        game: A game that a table is opened for at once, with all bots; the address is that of the
            table then.
        name: What you are called at this table.
        bots: The agents that may be seated, by their labels; those of the library that need no
            program when omitted.
        log: Where tables are kept, so that they are there again after a restart: a file, or the
            address of a database of PostgreSQL that several servers share; they are gone with the
            server when omitted.
        sync: What a power cut may take of the log.
        address: How people reach this server, such as `https://example.com:8001`, where that is not
            what it knows by itself; servers that share tables send people to each other by it.
            Unless it is this machine's own, the lobby and the desk need a key.
        proxies: The addresses and networks of proxies in front of the server, whose
            `X-Forwarded-For` and `X-Forwarded-Proto` are believed. Those of others are ignored.
        certificate: Files of a certificate and of its key, for TLS.
        own_games: The definitions of games of files, by their names, which the lobby offers.
        ready: Called with the links, when the desk can be asked.
        warn: Called before that with the tables of the log that cannot be opened: for each code
            the reason.

    Raises:
        SetupError: Nobody can listen there, or the options contradict each other.
    """
    listener = _listen(host, port)
    try:
        reach = make_reach(
            host,
            listener.getsockname()[1],
            address=address,
            has_certificate=certificate is not None,
            proxies=proxies,
        )
    except SetupError:
        listener.close()
        raise
    connections = Connections(raise_file_limit(ConnectionLimits()), proxies=proxies)
    root = Path(mkdtemp(prefix="croupier-desk-"))
    try:
        lobby = Lobby(
            open_log(":memory:" if log is None else log, sync=sync, address=reach.base),
            bots=_BOTS if bots is None else bots,
            games=own_games,
        )
        if lobby.unreadable and warn is not None:
            warn(lobby.unreadable)
        tables = TableServer(lobby, page=STATIC / "table.html")
        app = make_app(
            root,
            hosts=reach.hosts,
            secure_hosts=reach.secure_hosts,
            key=reach.key,
            files=files,
            tables=tables,
            stores=stores,
        )

        def tell() -> None:
            if ready is None:
                return
            if not game:
                ready(reach.make_links())
                return
            opened, secret = open_table(lobby, settings, list(bots or ()), name)
            ready(reach.make_links(opened.code, secret))

        settings = TableSettings(game or "nlhe")
        if game:
            if own_games is not None and game in own_games:
                settings = fill_definition(settings, own_games)
            # Games that cannot be played are refused before anything is served.
            check_settings(settings)
        listener.watch(connections)
        config = uvicorn.Config(
            connections.bound(app),
            http=connections.make_protocol,  # type: ignore[arg-type]
            loop="asyncio",
            log_level="critical",
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=1,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
            timeout_keep_alive=connections.limits.idle_seconds,
            ws="websockets-sansio",
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_max_queue=8,
            ws_per_message_deflate=False,
            ssl_certfile=None if certificate is None else certificate[0],
            ssl_keyfile=None if certificate is None else certificate[1],
        )
        server = _Announcing(config, connections, tell)
        with collecting_seldom():
            server.run(sockets=[listener])
    finally:
        listener.close()
        shutil.rmtree(root, ignore_errors=True)


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Make full garbage collections a hundred times rarer.

    With 3,000 sockets one such look takes nearly half a second, in which nobody is answered, and
    finds nothing: young garbage is found by the short looks, and old objects are in no cycles here.

    Yields:
        Nothing; afterwards it is as it was before.
    """
    before = gc.get_threshold()
    gc.set_threshold(*before[:2], _COLLECTIONS)
    try:
        yield
    finally:
        gc.set_threshold(*before)


class _Announcing(BoundedServer):
    """A server that prints its address when it is ready."""

    def __init__(
        self, config: uvicorn.Config, connections: Connections, ready: Callable[[], object]
    ) -> None:
        super().__init__(config, connections)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _listen(host: str, port: int) -> BoundedListener:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # With the protocol named, what is sent goes out at once (TCP_NODELAY).
        listener = BoundedListener(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise SetupError(f"nobody can listen at {host}:{port}: {said}", code="address") from None
    listener.set_inheritable(True)
    return listener
