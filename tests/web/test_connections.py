"""Clients that are slow, silent or many: they are disconnected, and others are served meanwhile."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.sync.client import connect

from croupier.web.connections import (
    BoundedListener,
    BoundedServer,
    ConnectionLimits,
    Connections,
    raise_file_limit,
)
from croupier.web.networks import find_network

from .serving import COMMAND

# For what never ends if something is wrong.
PATIENCE = 30
LARGE = 64 << 20
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
LIMITS = ConnectionLimits()


class Watched(Connections):
    """Connections with a clock that the test sets."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.now = 1000.0
        super().__init__(limits, clock=lambda: self.now)


async def answer(request: Request) -> Response:
    return PlainTextResponse("served")


async def take(request: Request) -> Response:
    try:
        return PlainTextResponse(str(len(await request.body())))
    except ClientDisconnect:
        return PlainTextResponse("gone")


async def give(request: Request) -> Response:
    return StreamingResponse(bytes(1 << 16) for _ in range(LARGE >> 16))


async def echo(client: WebSocket) -> None:
    await client.accept()
    async for text in client.iter_text():
        await client.send_text(text)


class Server(BoundedServer):
    """A server whose loop can be given work."""

    loop: asyncio.AbstractEventLoop

    def __init__(self, config: uvicorn.Config, connections: Connections) -> None:
        super().__init__(config, connections)
        self.ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.loop = asyncio.get_running_loop()
        self.ready.set()


class Running:
    def __init__(self, connections: Watched, server: Server, port: int) -> None:
        self.connections = connections
        self.port = port
        self._server = server

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and have the server look at its connections."""
        self.connections.now += seconds
        self._turn(self.connections.sweep, self._server.server_state.connections)

    def settle(self, number: int) -> None:
        """Wait until so many connections are open, and what they have sent was looked at."""
        self.wait_for(number)
        for _ in range(5):
            self._turn(lambda: None)

    def _turn(self, work: Callable[..., object], *arguments: Any) -> None:
        """Do something in the loop of the server."""
        done = threading.Event()
        self._server.loop.call_soon_threadsafe(work, *arguments)
        self._server.loop.call_soon_threadsafe(done.set)
        assert done.wait(PATIENCE)

    def open(self, sent: bytes = b"") -> socket.socket:
        client = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        client.sendall(sent)
        return client

    def ask(self, **headers: str) -> int:
        """Ask as an ordinary client does."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/", headers=headers)
            return connection.getresponse().status
        finally:
            connection.close()

    def wait_until(self, holds: Callable[[Any], bool]) -> None:
        """Wait until something holds for a connection."""
        end = time.monotonic() + PATIENCE
        while not any(map(holds, [*self._server.server_state.connections])):
            assert time.monotonic() < end
            time.sleep(0.01)

    def wait_for(self, number: int) -> None:
        """Wait until so many connections are open."""
        end = time.monotonic() + PATIENCE
        while len(self.connections) != number:
            assert time.monotonic() < end, len(self.connections)
            time.sleep(0.01)


@contextmanager
def run(
    limits: ConnectionLimits = LIMITS, *, tls: Mapping[str, str] | None = None
) -> Iterator[Running]:
    connections = Watched(limits)
    routes = [
        Route("/", answer),
        Route("/body", take, methods=["POST"]),
        Route("/large", give),
        WebSocketRoute("/ws", echo),
    ]
    listener = BoundedListener(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind(("127.0.0.1", 0))
    listener.watch(connections)
    config = uvicorn.Config(
        connections.bound(Starlette(routes=routes)),
        http=connections.make_protocol,  # type: ignore[arg-type]
        loop="asyncio",
        log_level="critical",
        ws="websockets-sansio",
        timeout_keep_alive=3600,
        timeout_graceful_shutdown=1,
        forwarded_allow_ips=["127.0.0.1"],
        **(tls or {}),  # type: ignore[arg-type]
    )
    server = Server(config, connections)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        assert server.ready.wait(PATIENCE)
        yield Running(connections, server, listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listener.close()
        assert not thread.is_alive() and not len(connections)


def is_open(client: socket.socket) -> bool:
    """Return whether the server has neither answered nor closed a connection."""
    client.setblocking(False)
    try:
        client.recv(1)
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
    finally:
        client.settimeout(PATIENCE)
    return False


def wait_for_end(client: socket.socket) -> None:
    """Read until the server closes the connection."""
    try:
        while client.recv(1 << 16):
            pass
    except ConnectionError:
        pass


@pytest.mark.parametrize(
    ("sent", "seconds"),
    [
        (b"", LIMITS.head_seconds),
        (HEAD, LIMITS.head_seconds),
        (HEAD + b"\r\n" + HEAD, LIMITS.head_seconds),
        (POST, LIMITS.body_seconds),
        (POST + b"x", LIMITS.body_seconds),
    ],
    ids=["silent", "part of a head", "part of a second head", "no body", "part of a body"],
)
def test_requests_have_to_arrive_in_time(sent: bytes, seconds: float) -> None:
    with run() as server, server.open(sent) as client:
        if sent.startswith(HEAD + b"\r\n"):
            received = b""
            while not received.endswith(b"served"):
                received += client.recv(1 << 16)
        server.settle(1)
        server.pass_time(seconds - 1)
        assert is_open(client)
        assert server.ask() == 200
        server.pass_time(1)
        wait_for_end(client)
        assert server.ask() == 200
        server.wait_for(0)


def test_the_server_looks_at_its_connections_by_itself() -> None:
    with run() as server, server.open() as silent:
        server.settle(1)
        server.connections.now += LIMITS.head_seconds
        wait_for_end(silent)


def test_bytes_one_by_one_buy_no_time() -> None:
    with run() as server, server.open(HEAD) as head, server.open(POST) as body:
        server.settle(2)
        for _ in range(9):
            head.sendall(b"x")
            server.pass_time(1)
        assert is_open(head)
        server.pass_time(1)
        wait_for_end(head)
        for _ in range(10):
            assert is_open(body)
            body.sendall(b"x")
            server.pass_time(5)
        server.pass_time(1)
        wait_for_end(body)
        assert server.ask() == 200


def test_large_bodies_have_more_time() -> None:
    size = 100 * LIMITS.body_rate
    with run() as server:
        head = POST.replace(b"1000", str(size + 1).encode())
        with server.open(head + bytes(size)) as client:
            server.wait_until(lambda one: one.received >= size - (1 << 18))
            server.pass_time(LIMITS.body_seconds + 90)
            client.sendall(b"x")
            assert b"200 OK" in client.recv(1000)


def test_clients_that_do_not_read_are_disconnected() -> None:
    with run() as server:
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", server.port))
        with deaf:
            deaf.sendall(HEAD.replace(b"GET /", b"GET /large") + b"\r\n")
            # There is more to read than fits between it and the server.
            server.wait_until(lambda one: server.connections.is_owed("reading", one))
            server.pass_time(LIMITS.unread_seconds - 1)
            assert len(server.connections) == 1
            server.pass_time(1)
            server.wait_for(0)
            assert server.ask() == 200


def test_reading_goes_on_as_long_as_it_takes() -> None:
    with run() as server, server.open(HEAD.replace(b"/ ", b"/large ") + b"\r\n") as client:
        received = 0
        for _ in range(20):
            received += len(client.recv(1 << 20, socket.MSG_WAITALL))
            server.pass_time(LIMITS.unread_seconds / 2)
        while received < LARGE and (data := client.recv(1 << 20)):
            received += len(data)
        assert received >= LARGE


def test_websockets_have_no_deadline() -> None:
    with run() as server, connect(f"ws://127.0.0.1:{server.port}/ws") as client:
        server.pass_time(100 * LIMITS.body_seconds)
        client.send("still here")
        assert client.recv(PATIENCE) == "still here"
        # One that was opened and has gone without a word is uvicorn's to find, by its pings.
        assert (
            uvicorn.Config(answer).ws_ping_interval == uvicorn.Config(answer).ws_ping_timeout == 20
        )


def test_tls_handshakes_have_to_arrive_in_time(tmp_path: Path) -> None:
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    try:
        subprocess.run(
            ["openssl", *made, "-keyout", key, "-out", certificate], check=True, capture_output=True
        )
    except FileNotFoundError:
        pytest.skip("openssl is not installed")
    tls = {"ssl_certfile": str(certificate), "ssl_keyfile": str(key)}
    with run(tls=tls) as server, server.open() as silent:
        server.settle(1)
        server.pass_time(LIMITS.head_seconds - 1)
        assert is_open(silent)
        trusting = ssl.create_default_context(cafile=str(certificate))
        with trusting.wrap_socket(server.open(), server_hostname="localhost") as client:
            client.sendall(HEAD + b"\r\n")
            assert client.recv(100).startswith(b"HTTP/1.1 200")
            server.pass_time(1)
            wait_for_end(silent)
        server.pass_time(LIMITS.head_seconds)
        server.wait_for(0)


def test_idle_connections_make_room_for_others() -> None:
    with run(replace(LIMITS, connections=20)) as server, ExitStack() as stack:
        silent = [stack.enter_context(server.open()) for _ in range(20)]
        server.settle(20)
        for _ in range(3):
            assert server.ask() == 200
        # Those that came first were closed first, with none of them waiting for a deadline.
        assert not is_open(silent[0]) and is_open(silent[-1])


def test_clients_that_owe_something_make_room_for_others() -> None:
    """First those without a head, then those without a body, longest first."""
    with run(replace(LIMITS, connections=4)) as server, ExitStack() as stack:
        bodies = [stack.enter_context(server.open(POST)) for _ in range(3)]
        server.settle(3)
        silent = stack.enter_context(server.open())
        server.settle(4)
        for closed in (silent, bodies[0], bodies[1]):
            assert is_open(closed)
            one = stack.enter_context(server.open(POST))
            wait_for_end(closed)
            server.settle(4)
            bodies.append(one)
        assert server.ask() == 200


def test_connections_beyond_the_bound_are_closed() -> None:
    with run(replace(LIMITS, connections=5)) as server, ExitStack() as stack:
        busy = [stack.enter_context(connect(f"ws://127.0.0.1:{server.port}/ws")) for _ in range(5)]
        server.settle(5)
        with server.open() as refused:
            wait_for_end(refused)
        busy.pop().close()
        server.wait_for(4)
        assert server.ask() == 200


def test_networks_behind_a_proxy_have_a_bound() -> None:
    ours, neighbour, other = "2001:db8:1:2::7", "2001:db8:1:2::8", "2001:db8:1:3::7"
    with run(replace(LIMITS, connections_per_network=3)) as server, ExitStack() as stack:
        forwarded = POST.replace(b"\r\n\r\n", f"\r\nX-Forwarded-For: {ours}\r\n\r\n".encode())
        for _ in range(3):
            stack.enter_context(server.open(forwarded))
        server.settle(3)
        assert [server.ask(**{"X-Forwarded-For": one}) for one in (ours, neighbour)] == [429, 429]
        assert server.ask(**{"X-Forwarded-For": other}) == server.ask() == 200
        stack.close()
        server.wait_for(0)
        assert server.ask(**{"X-Forwarded-For": neighbour}) == 200


def test_networks_have_a_bound() -> None:
    connections = Connections(replace(LIMITS, connections_per_network=2), proxies=["10.0.0.0/8"])
    network = connections.find_peer(("203.0.113.7", 1))
    for _ in range(2):
        assert connections.admit(network)
        connections._sockets[network] += 1
    assert not connections.admit(network)
    assert connections.admit(connections.find_peer(("203.0.113.8", 1)))
    # A proxy has the clients of many networks, and this machine is its owner's.
    for near in ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "10.1.2.3", "not an address"):
        assert connections.find_peer((near, 1)) == ""


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("unknown", ""),
        ("", ""),
    ],
)
def test_clients_are_counted_by_network(address: str, network: str) -> None:
    assert find_network(address) == network


def limit_files(number: int) -> Callable[[], None]:
    resource = pytest.importorskip("resource")
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (number, number))


def test_the_limit_of_open_files_is_raised() -> None:
    pytest.importorskip("resource")
    text = (
        "import resource as r; from croupier.web.connections import *;"
        "hard = min(r.getrlimit(r.RLIMIT_NOFILE)[1], 500);"
        "r.setrlimit(r.RLIMIT_NOFILE, (64, hard));"
        "print(raise_file_limit(ConnectionLimits()).connections, r.getrlimit(r.RLIMIT_NOFILE)[0])"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["372", "500"]
    assert raise_file_limit(replace(LIMITS, connections=10)).connections == 10


def test_idle_connections_do_not_stop_the_server(tmp_path: Path) -> None:
    """300 silent connections at 256 files: others are served at once, with a line in the log."""
    errors = tmp_path / "errors.txt"
    with errors.open("w") as file:
        process = subprocess.Popen(
            COMMAND, stdout=subprocess.PIPE, stderr=file, text=True, preexec_fn=limit_files(256)
        )
    try:
        assert process.stdout is not None
        lines = [*iter(process.stdout.readline, "}\n"), "}"]
        host = urlsplit(json.loads("".join(lines))["address"])
        with ExitStack() as stack:
            for _ in range(300):
                client = socket.create_connection((host.hostname, host.port or 0), PATIENCE)
                stack.enter_context(client)
            for _ in range(10):
                connection = HTTPConnection(host.netloc, timeout=PATIENCE)
                connection.request("GET", "/play")
                assert connection.getresponse().status in (200, 503)
                connection.close()
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
    said = errors.read_text()
    assert said.count("\n") <= 3 and "Traceback" not in said and "connections" in said


def test_running_out_of_files_costs_a_line(caplog: pytest.LogCaptureFixture) -> None:
    """A connection that there is no file for is closed, and does not keep the server busy."""
    pytest.importorskip("resource")
    text = """
import asyncio, os, resource, socket, sys
from croupier.web.connections import BoundedListener, ConnectionLimits, Connections

async def main():
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    connections = Connections(ConnectionLimits())
    asyncio.get_running_loop().set_exception_handler(connections.log_exception)
    listener = BoundedListener(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind(("127.0.0.1", 0))
    listener.watch(connections)
    served = []
    async def serve(reader, writer):
        served.append(1)
        writer.write(b"served")
        writer.close()
    server = await asyncio.start_server(serve, sock=listener)
    clients = [socket.socket() for _ in range(20)]
    full = []
    while True:
        try:
            full.append(os.dup(0))
        except OSError:
            break
    for client in clients[:19]:
        client.setblocking(False)
        await asyncio.get_running_loop().sock_connect(client, listener.getsockname())
        assert await asyncio.get_running_loop().sock_recv(client, 9) == b""
    for number in full:
        os.close(number)
    client = clients[19]
    client.setblocking(False)
    await asyncio.get_running_loop().sock_connect(client, listener.getsockname())
    assert await asyncio.get_running_loop().sock_recv(client, 9) == b"served"
    assert served == [1]

asyncio.run(main())
"""
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert not done.returncode, done.stderr
    assert done.stderr == "refusing connections: too many open files\n"


def test_failures_of_the_event_loop_are_one_line(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    connections = Connections(clock=lambda: now[0])
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(connections.log_exception)
    context = {"message": "Fatal error", "exception": OSError("line 1\nline 2")}
    for _ in range(5):
        loop.call_exception_handler(context)
    now[0] = 61.0
    loop.call_exception_handler(context)
    loop.close()
    said = [record.getMessage() for record in caplog.records]
    line = "Fatal error: OSError: line 1 line 2"
    assert said == [line, f"{line} (4 more since)"]
    assert not any(record.exc_info for record in caplog.records)
