"""Deadlines and bounds of connections, so that idle or greedy clients never stop the server.

uvicorn waits for a request for as long as its client likes. Here, a request has to arrive within
a time limit, an answer has to be read, and each network has a bounded number of connections.
WebSockets are left to uvicorn's pings after the upgrade: a client that does not answer within
40 seconds is disconnected.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from ipaddress import ip_address, ip_network
from typing import Any, Literal

import h11
import uvicorn
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from croupier.web.networks import find_network

__all__ = [
    "BoundedListener",
    "BoundedServer",
    "ConnectionLimits",
    "Connections",
    "HttpProtocol",
    "raise_file_limit",
]

_LOG = logging.getLogger("croupier.web")
_SECONDS_BETWEEN_LINES = 60.0
# Files that a server opens besides its connections: logs, uploads, pipes of its workers.
_OTHER_FILES = 128
_Debt = Literal["head", "body", "reading"]
# Connections that were closed to make room count until the event loop has closed their sockets.
_CLOSING_AT_ONCE = 64
# Then the event loop gives the accepted ones their protocols, and closes others.
_ACCEPTED_AT_ONCE = 32
_NO_MORE_FILES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_TRY_LATER = 1013


@dataclass(frozen=True)
class ConnectionLimits:
    """Limits of connections.

    Attributes:
        head_seconds: For the head of a request, a TLS handshake included.
        body_seconds: For the body of a request, if it is small.
        body_rate: Bytes of a body that add a second to `body_seconds`.
        idle_seconds: Between two requests of a connection.
        unread_seconds: For a client that does not read its answer.
        connections: Connections of all clients together.
        connections_per_network: Connections, and requests at a time, of an IPv4 address or an
            IPv6 /64. Loopback addresses and trusted proxies have no bound but `connections`.
    """

    head_seconds: float = 10.0
    body_seconds: float = 60.0
    body_rate: int = 32_768
    idle_seconds: int = 5
    unread_seconds: float = 60.0
    connections: int = 4_000
    connections_per_network: int = 200


def raise_file_limit(limits: ConnectionLimits) -> ConnectionLimits:
    """Raise the limit of open files of this process as far as the connections need.

    Args:
        limits: The limits of connections.

    Returns:
        The limits, with fewer connections if the system allows fewer files.
    """
    try:
        import resource
    except ImportError:
        # Windows has no such limit.
        return limits
    needed = limits.connections + _OTHER_FILES
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed != resource.RLIM_INFINITY and allowed < needed:
        wanted = needed if most == resource.RLIM_INFINITY else min(needed, most)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if allowed == resource.RLIM_INFINITY or allowed >= needed:
        return limits
    connections = max(allowed - _OTHER_FILES, allowed // 2, 1)
    return replace(
        limits,
        connections=connections,
        connections_per_network=min(limits.connections_per_network, max(connections // 2, 1)),
    )


class _Log:
    """A log with one line a minute for each kind of trouble."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last: dict[str, float] = {}
        self._unwritten: Counter[str] = Counter()

    def warn(self, kind: str, detail: str = "") -> None:
        now = self._clock()
        if now - self._last.get(kind, -_SECONDS_BETWEEN_LINES) < _SECONDS_BETWEEN_LINES:
            self._unwritten[kind] += 1
            return
        self._last[kind] = now
        more = self._unwritten.pop(kind, 0)
        line = kind + (f": {detail}" if detail else "") + (f" ({more} more since)" if more else "")
        _LOG.warning("%s", line.replace("\n", " "))


class Connections:
    """All connections of a server: their numbers, and how long they may take.

    Attributes:
        limits: The limits.
        clock: Seconds, as `time.monotonic` counts them.
    """

    def __init__(
        self,
        limits: ConnectionLimits | None = None,
        *,
        proxies: Sequence[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Count no connections yet.

        Args:
            limits: The limits; those of `ConnectionLimits` when omitted.
            proxies: Addresses and networks of proxies, which have many clients each, as this
                machine has.
            clock: What tells the time.
        """
        self.limits = limits or ConnectionLimits()
        self.clock = clock
        self._proxies = [ip_network(proxy) for proxy in proxies]
        self._log = _Log(clock)
        # Sockets by network; those of loopback and of proxies under "".
        self._sockets: Counter[str] = Counter()
        self._requests: Counter[str] = Counter()
        # Sockets without a protocol yet, as during a TLS handshake, by file descriptor.
        self._beginning: dict[int, tuple[_ClientSocket, float]] = {}
        # What clients owe, with the time since when, those that owe it longest first.
        self._owed: dict[_Debt, dict[HttpProtocol, float]] = {"head": {}, "body": {}, "reading": {}}
        self._closing: dict[Any, float] = {}

    def __len__(self) -> int:
        return self._sockets.total()

    def find_peer(self, address: object) -> str:
        """Return the network that a socket counts for; empty for loopback and for proxies."""
        host = str(address[0]) if isinstance(address, tuple) and address else ""
        try:
            parsed = ip_address(host.partition("%")[0])
        except ValueError:
            return ""
        if any(parsed in network for network in self._proxies):
            return ""
        return find_network(host)

    def admit(self, network: str) -> bool:
        """Return whether another socket of a network may be opened, making room if there is none.

        Args:
            network: The network, from `find_peer`.
        """
        most = self.limits.connections_per_network
        if network and self._sockets[network] >= most:
            self._log.warn(f"refusing connections: {network} has {most}")
            return False
        over = len(self) - self.limits.connections
        if over >= 0 and (over >= _CLOSING_AT_ONCE or not self._make_room()):
            self._log.warn(f"refusing connections: {self.limits.connections} are open")
            return False
        return True

    def _make_room(self) -> bool:
        """Close the connection whose client has kept the server waiting longest."""
        for connections in (*self._owed.values(), self._closing):
            if connections:
                oldest = next(iter(connections))
                for debts in (*self._owed.values(), self._closing):
                    debts.pop(oldest, None)
                oldest.transport.abort()
                self._log.warn(f"closing idle connections: {self.limits.connections} are open")
                return True
        return False

    def refuse_for_files(self) -> None:
        """Log that a connection was closed because the process has no file left."""
        self._log.warn("refusing connections: too many open files")

    def open(self, client: _ClientSocket) -> None:
        """Count a socket."""
        self._sockets[client.network] += 1
        self._beginning[client.fileno()] = client, self.clock()

    def close(self, client: _ClientSocket) -> None:
        """Count a socket no more, just before it is closed."""
        self._sockets[client.network] -= 1
        if not self._sockets[client.network]:
            del self._sockets[client.network]
        if self._beginning.get(client.fileno(), (None,))[0] is client:
            del self._beginning[client.fileno()]

    def begin(self, transport: Any) -> None:
        """Note that a socket has its protocol: a TLS handshake is done."""
        found = transport.get_extra_info("socket")
        if found is not None:
            self._beginning.pop(found.fileno(), None)

    def owe(self, debt: _Debt, connection: HttpProtocol) -> None:
        """Note that a client has to do something, from now on if it has not had to before."""
        self._owed[debt].setdefault(connection, self.clock())

    def is_owed(self, debt: _Debt, connection: HttpProtocol) -> bool:
        """Return whether a client has to do something."""
        return connection in self._owed[debt]

    def settle(self, debt: _Debt, connection: HttpProtocol) -> None:
        """Note that a client has done what it had to."""
        self._owed[debt].pop(connection, None)

    def forget(self, connection: HttpProtocol) -> None:
        """Forget a connection, which is closed or has another protocol."""
        for connections in self._owed.values():
            connections.pop(connection, None)

    def sweep(self, connections: Iterable[Any]) -> None:
        """Close connections that have taken too long.

        Args:
            connections: uvicorn's protocols, for HTTP and for WebSockets.
        """
        now, limits = self.clock(), self.limits
        for client, since in [*self._beginning.values()]:
            if now - since >= limits.head_seconds:
                with suppress(OSError):
                    client.shutdown(socket.SHUT_RDWR)
        for debt, owing in self._owed.items():
            for connection, since in [*owing.items()]:
                if now - since >= self._find_seconds(debt, connection):
                    connection.transport.abort()
        closing: dict[Any, float] = {}
        for protocol in [*connections]:
            if protocol.transport.is_closing():
                closing[protocol] = since = self._closing.get(protocol, now)
                # The rest of the answer is not read.
                if now - since >= limits.unread_seconds:
                    protocol.transport.abort()
        self._closing = closing

    def _find_seconds(self, debt: _Debt, connection: HttpProtocol) -> float:
        if debt == "head":
            return self.limits.head_seconds
        if debt == "reading":
            return self.limits.unread_seconds
        return self.limits.body_seconds + connection.received / self.limits.body_rate

    def bound(self, app: ASGIApp) -> ASGIApp:
        """Bound the requests that a network has at a time, by the address that a proxy forwards.

        Args:
            app: The application.

        Returns:
            The application, which answers 429 beyond the bound.
        """
        most = self.limits.connections_per_network

        async def bounded(scope: Scope, receive: Receive, send: Send) -> None:
            network = find_network((scope.get("client") or ("",))[0])
            if not network:
                await app(scope, receive, send)
            elif self._requests[network] >= most:
                self._log.warn(f"refusing requests: {network} has {most}")
                if scope["type"] == "websocket":
                    await send({"type": "websocket.close", "code": _TRY_LATER})
                else:
                    await PlainTextResponse("Too many requests at a time.", 429)(
                        scope, receive, send
                    )
            else:
                self._requests[network] += 1
                try:
                    await app(scope, receive, send)
                finally:
                    self._requests[network] -= 1
                    if not self._requests[network]:
                        del self._requests[network]

        return bounded

    def log_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log what went wrong in the event loop in one line, as its exception handler."""
        error = context.get("exception")
        self._log.warn(
            str(context.get("message", "event loop")),
            f"{type(error).__name__}: {error}" if error is not None else "",
        )

    def make_protocol(self, **options: Any) -> HttpProtocol:
        """Make the protocol of a connection, as uvicorn asks for it."""
        return HttpProtocol(self, **options)


class _ClientSocket(socket.socket):
    """The socket of a client, counted until it is closed."""

    connections: Connections | None = None
    network = ""

    def close(self) -> None:
        if self.connections is not None:
            self.connections.close(self)
            self.connections = None
        super().close()


class BoundedListener(socket.socket):
    """A listening socket that closes connections beyond the bounds as soon as it accepts them.

    asyncio accepts on Linux and macOS by calling `accept`; on Windows the system does it, and
    connections have deadlines alone.
    """

    connections: Connections | None = None
    # A file that is free when no other is.
    _spare: socket.socket | None = None
    _accepted = 0

    def watch(self, connections: Connections) -> None:
        """Count the connections that are accepted from now on."""
        self.connections = connections
        self._spare = socket.socket()

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection within the bounds.

        Raises:
            OSError: No connection is waiting.
        """
        if self.connections is None:
            return super().accept()
        while True:
            self._accepted = (self._accepted + 1) % (_ACCEPTED_AT_ONCE + 1)
            if not self._accepted:
                raise BlockingIOError
            try:
                accepted, address = super().accept()
            except OSError as error:
                self._accepted = 0
                if error.errno not in _NO_MORE_FILES or self._spare is None:
                    raise
                self._refuse(self.connections)
                continue
            network = self.connections.find_peer(address)
            if not self.connections.admit(network):
                accepted.close()
                continue
            client = _ClientSocket(
                accepted.family, accepted.type, accepted.proto, fileno=accepted.detach()
            )
            client.network = network
            client.connections = self.connections
            self.connections.open(client)
            return client, address

    def _refuse(self, connections: Connections) -> None:
        """Close a connection with the spare file, as it would wait in vain."""
        self._give_up_spare()
        try:
            refused, _ = super().accept()
            refused.close()
            connections.refuse_for_files()
        finally:
            with suppress(OSError):
                self._spare = socket.socket()

    def _give_up_spare(self) -> None:
        if self._spare is not None:
            self._spare.close()
            self._spare = None

    def close(self) -> None:
        """Close the socket."""
        self._give_up_spare()
        super().close()


class HttpProtocol(H11Protocol):
    """A connection whose client has to ask and to read in time.

    Attributes:
        received: The bytes that have arrived since the head of the request.
    """

    def __init__(self, counted: Connections, **options: Any) -> None:
        """Serve a connection.

        Args:
            counted: Where it counts.
            options: What uvicorn gives.
        """
        super().__init__(**options)
        self._counted = counted
        self.received = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the head of the first request."""
        super().connection_made(transport)
        self._counted.begin(transport)
        self._counted.owe("head", self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._counted.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count bytes of bodies."""
        self.received += len(data)
        super().data_received(data)

    def handle_events(self) -> None:
        """Handle what has arrived, and note what is still missing."""
        super().handle_events()
        self._note_progress()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._note_progress()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to the protocol of WebSockets."""
        super().handle_websocket_upgrade(event)
        self._counted.forget(self)

    def pause_writing(self) -> None:
        """Note that the client does not read."""
        super().pause_writing()
        self._counted.owe("reading", self)

    def resume_writing(self) -> None:
        """Note that the client reads."""
        super().resume_writing()
        self._counted.settle("reading", self)

    def _note_progress(self) -> None:
        if self.transport.get_protocol() is not self:
            # It is a WebSocket by now.
            return
        state = self.conn.their_state
        if state is not h11.IDLE:
            self._counted.settle("head", self)
        elif not self.transport.is_closing():
            self._counted.owe("head", self)
        if state is not h11.SEND_BODY:
            self._counted.settle("body", self)
        elif not self._counted.is_owed("body", self):
            self._counted.owe("body", self)
            self.received = 0


class BoundedServer(uvicorn.Server):
    """A server that closes connections which take too long."""

    def __init__(self, config: uvicorn.Config, connections: Connections) -> None:
        """Make a server.

        Args:
            config: What uvicorn needs; `connections.make_protocol` is its `http`.
            connections: The connections.
        """
        super().__init__(config)
        self._counted = connections

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, with one line in the log for what fails in the event loop."""
        asyncio.get_running_loop().set_exception_handler(self._counted.log_exception)
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Look at all connections once a second."""
        if counter % 10 == 0:
            self._counted.sweep(self.server_state.connections)
        return await super().on_tick(counter)
