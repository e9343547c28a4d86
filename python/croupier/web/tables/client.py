"""A client of hosted tables: the documented protocol, for programs and for the terminal."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import ssl
from collections.abc import Callable
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import msgspec
import websockets

from croupier.errors import ParseError, RefusedError
from croupier.web.tables.cookies import find_cookie

__all__ = ["TableClient", "read_link"]

_SECONDS = 20
_RESEND = 2.5
_SHORTEST, _LONGEST = 0.3, 5.0
_MAX_BYTES = 1 << 20
_GONE, _MOVED = 4001, 4002


def read_link(link: str) -> tuple[str, str, str]:
    """Return what a link of a table says.

    >>> read_link("http://127.0.0.1:8000/t/abcdefghjk?seat=x")
    ('http://127.0.0.1:8000', 'abcdefghjk', 'x')

    Args:
        link: The link.

    Returns:
        The server, the code of the table, and the secret of a seat, if there is one.

    Raises:
        ParseError: It is no link of a table.
    """
    parts = urlsplit(link)
    place, _, code = parts.path.rstrip("/").rpartition("/")
    if parts.scheme not in {"http", "https"} or not parts.netloc or place != "/t" or not code:
        raise ParseError(
            f"{link!r:.100} is no link of a table, which ends with /t/ and a code",
            code="table-link",
        )
    seat = parse_qs(parts.query).get("seat", [""])[0]
    return f"{parts.scheme}://{parts.netloc}", code, seat


class TableClient:
    """A person at a hosted table, by its link.

    Attributes:
        news: The table as this one sees it, whole: the last message; empty before the first.
        is_over: Whether nothing more comes, and why.
    """

    def __init__(
        self, link: str, *, changed: Callable[[dict[str, Any]], None] | None = None
    ) -> None:
        """Make the client, which is not connected yet.

        Args:
            link: Its link.
            changed: Called with each message that tells of the table.

        Raises:
            ParseError: It is no link of a table.
        """
        self._server, self.code, self._secret = read_link(link)
        self._changed = changed
        self.news: dict[str, Any] = {}
        self.is_over = ""
        self._waiting: dict[str, tuple[bytes, asyncio.Future[dict[str, Any]]]] = {}
        self._socket: Any = None
        self._encoder = msgspec.json.Encoder()
        self._cookie = ""
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar))

    async def run(self) -> None:
        """Stay connected until the table says goodbye, and connect again when the line is cut.

        Raises:
            RefusedError: There is no such table.
        """
        await asyncio.to_thread(self._fetch_cookie)
        wait = _SHORTEST
        resending = asyncio.create_task(self._resend())
        try:
            while not self.is_over:
                try:
                    async with websockets.connect(
                        f"ws{self._server[4:]}/ws/t/{self.code}",
                        additional_headers={"Cookie": self._cookie},
                        origin=self._server,  # type: ignore[arg-type]
                        compression=None,
                        max_size=_MAX_BYTES,
                    ) as socket:
                        self._socket, wait = socket, _SHORTEST
                        for text, _ in self._waiting.values():
                            await socket.send(text.decode())
                        async for message in socket:
                            self._take(message)
                except (OSError, websockets.ConnectionClosed, TimeoutError) as error:
                    code = getattr(getattr(error, "rcvd", None), "code", 0)
                    if code == _GONE:
                        break
                    if code == _MOVED:
                        await asyncio.to_thread(self._follow)
                except websockets.InvalidStatus:
                    raise RefusedError(
                        "there is no such table, or none any more", code="unknown-table"
                    ) from None
                finally:
                    self._socket = None
                if not self.is_over:
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, _LONGEST)
        finally:
            resending.cancel()

    async def send(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send an intent, and wait for the answer; it is done once, however often it is sent.

        Args:
            kind: What, such as `act`.
            **fields: The fields of the intent.

        Returns:
            The answer: an `ack`, a `nack`, or the `link` that was asked for.
        """
        id = secrets.token_hex(12)
        text = self._encoder.encode({"t": kind, "id": id, **fields})
        future = asyncio.get_running_loop().create_future()
        self._waiting[id] = text, future
        if self._socket is not None:
            # Intents that were lost are sent again after the next connection.
            with contextlib.suppress(websockets.ConnectionClosed):
                await self._socket.send(text.decode())
        answer: dict[str, Any] = await future
        return answer

    async def act(self, move: str) -> dict[str, Any]:
        """Send a decision, based on the last news.

        Args:
            move: What, as a person says it.

        Returns:
            The answer.
        """
        return await self.send("act", hand=self.news["hand"], v=self.news["v"], move=move)

    @property
    def choices(self) -> list[dict[str, Any]]:
        """The moves that are possible now; nothing when it is not one's turn."""
        return (self.news.get("table") or {}).get("choices") or []

    def _fetch_cookie(self) -> None:
        """Ask for the page, which sets the cookie: that of the private link, if this is one."""
        query = f"?{urlencode({'seat': self._secret})}" if self._secret else ""
        try:
            found = self._visit(f"{self._server}/t/{self.code}{query}")
        except HTTPError:
            raise RefusedError(
                "there is no such table, or none any more", code="unknown-table"
            ) from None
        except (URLError, OSError, ssl.SSLError) as error:
            raise RefusedError(
                f"{self._server} does not answer: {error}", code="no-server"
            ) from None
        if urlsplit(found).fragment:
            raise RefusedError(
                "this private link was used already or is not valid: ask for a new one",
                code="unknown-link",
            )

    def _follow(self) -> None:
        """Follow a redirect to the server that has the table now."""
        with contextlib.suppress(OSError):
            self._visit(f"{self._server}/t/{self.code}")

    def _visit(self, address: str) -> str:
        """Ask for a page, keep the cookie, and return where redirects led."""
        try:
            with self._opener.open(Request(address), timeout=_SECONDS) as answer:
                found = str(answer.url)
        except HTTPError as error:
            # The page need not be built where the table is.
            if error.code != 503:
                raise
            found = str(error.url)
        parts = urlsplit(found)
        self._server = f"{parts.scheme}://{parts.netloc}"
        name = find_cookie(self.code)
        # Where servers have names of their own, the cookie of the last one counts.
        request = Request(found)
        self._jar.add_cookie_header(request)
        for pair in (request.get_header("Cookie") or "").split("; "):
            if pair.partition("=")[0] == name:
                self._cookie = pair
        return found

    def _take(self, text: str | bytes) -> None:
        message: dict[str, Any] = msgspec.json.decode(text)
        kind = message.get("t")
        if kind == "table":
            self.news = message
            if self._changed is not None:
                self._changed(message)
        elif kind in {"ack", "nack", "link"}:
            waiting = self._waiting.pop(message.get("id", ""), None)
            if waiting is not None and not waiting[1].done():
                waiting[1].set_result(message)
        elif kind == "bye":
            self.is_over = str(message.get("text", "")) or "The table has said goodbye."
            if self._changed is not None:
                self._changed(self.news)

    async def _resend(self) -> None:
        while True:
            await asyncio.sleep(_RESEND)
            for text, _ in list(self._waiting.values()):
                if self._socket is not None:
                    try:
                        await self._socket.send(text.decode())
                    except websockets.ConnectionClosed:
                        break
