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
from typing import Any

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
        # Connections that wait for the head of a request, those that wait longest first.
        self._waiting: dict[HttpProtocol, float] = {}
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
        """Close the connection that has waited longest without asking for anything."""
        if not self._waiting:
            return False
        oldest = next(iter(self._waiting))
        del self._waiting[oldest]
        oldest.transport.abort()
        self._log.warn(f"closing idle connections: {self.limits.connections} are open")
        return True

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

    def wait(self, connection: HttpProtocol) -> None:
        """Note that a connection waits for the head of a request, from now on."""
        self._waiting[connection] = self.clock()

    def end_wait(self, connection: HttpProtocol) -> None:
        """Note that a connection does not wait for the head of a request."""
        self._waiting.pop(connection, None)

    def is_waiting(self, connection: HttpProtocol) -> bool:
        """Return whether a connection waits for the head of a request."""
        return connection in self._waiting

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
        for connection, since in [*self._waiting.items()]:
            if now - since < limits.head_seconds:
                break
            connection.transport.abort()
        closing: dict[Any, float] = {}
        for connection in [*connections]:
            if connection.transport.is_closing():
                closing[connection] = since = self._closing.get(connection, now)
                # The rest of the answer is not read.
                if now - since >= limits.unread_seconds:
                    connection.transport.abort()
            elif isinstance(connection, HttpProtocol) and connection.is_overdue(now):
                connection.transport.abort()
        self._closing = closing

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
    """A connection that has to ask and to read in time."""

    def __init__(self, counted: Connections, **options: Any) -> None:
        """Serve a connection.

        Args:
            counted: Where it counts.
            options: What uvicorn gives.
        """
        super().__init__(**options)
        self._counted = counted
        self._received = 0
        self._body_since: float | None = None
        self._unread_since: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the head of the first request."""
        super().connection_made(transport)
        self._counted.begin(transport)
        self._counted.wait(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._counted.end_wait(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count bytes of bodies."""
        self._received += len(data)
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
        self._counted.end_wait(self)

    def pause_writing(self) -> None:
        """Note that the client does not read."""
        super().pause_writing()
        self._unread_since = self._counted.clock()

    def resume_writing(self) -> None:
        """Note that the client reads."""
        super().resume_writing()
        self._unread_since = None

    def _note_progress(self) -> None:
        state = self.conn.their_state
        if state is h11.IDLE:
            if not self._counted.is_waiting(self) and not self.transport.is_closing():
                self._counted.wait(self)
        else:
            self._counted.end_wait(self)
        if state is not h11.SEND_BODY:
            self._body_since = None
        elif self._body_since is None:
            self._body_since = self._counted.clock()
            self._received = 0

    def is_overdue(self, now: float) -> bool:
        """Return whether the body of a request, or the reading of an answer, takes too long."""
        limits = self._counted.limits
        if self._unread_since is not None and now - self._unread_since >= limits.unread_seconds:
            return True
        allowed = limits.body_seconds + self._received / limits.body_rate
        return self._body_since is not None and now - self._body_since >= allowed


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
