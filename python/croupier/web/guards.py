"""Guards of requests: this machine's browser may ask, on a page of ours, and nobody else.

Pages of others can send requests to this machine, by their own scripts or by a name that leads
here. So the name of the host must be ours, and where a request says which page it comes from, that
must be ours, too. Other machines are shown tables and the lobby alone: a table needs its link, the
lobby the key. Everything else, the desk with its files and calculators, answers this machine, and
where there is a key it needs the key, too.

A request comes from this machine if its connection comes from a loopback address, it asks for a
loopback name, and no proxy says that it forwards it: behind a proxy on the same machine, everybody
has a loopback address.
"""

from __future__ import annotations

import hmac
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.web.networks import is_loopback

__all__ = ["COOKIE", "POLICY", "Guard", "is_from_here"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
    " img-src 'self' data: blob:; font-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
"""The sources that a page may load from: nothing but this server."""

COOKIE = "croupier-key"
"""The cookie that has the key."""

_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_KEPT = 30 * 24 * 3600
# The link of a table is its own key; what the pages are made of is no secret.
_TABLES = ("/t/", "/ws/t/", "/assets/")
_PARTS = frozenset({"/icon.svg"})
# The paths that other machines may ask for, with the key.
_LOBBY = frozenset({"/play", "/lobby", "/tables"})
_RULES = "/lobby/rules/"
# What proxies add to requests.
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
# Where a link with the key leads.
_ENTRANCES = frozenset({"/", "/play"})


class Guard:
    """A guard, who lets those pass who may ask, and tells browsers what pages may do."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: frozenset[str],
        key: str = "",
        secure_hosts: frozenset[str] = frozenset(),
    ) -> None:
        """Wrap an application.

        Args:
            app: The application.
            hosts: The names and addresses by which the server is called, without ports.
            key: The key of the lobby and the desk; empty where only this machine can ask.
            secure_hosts: Those of the names that are reached by TLS, which a proxy ends.
        """
        self._app = app
        self._hosts = hosts
        self._key = key
        self._secure_hosts = secure_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if _strip_port(headers.get("host", "")) in self._secure_hosts:
            # Cookies are for TLS alone then.
            scheme = "https" if scope["type"] == "http" else "wss"
            scope = {**scope, "scheme": scheme}
        refusal = self._find_fault(scope, headers)
        if refusal is not None:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            else:
                await refusal(scope, receive, self._mark(send))
            return
        await self._app(scope, receive, self._mark(send))

    def _find_fault(self, scope: Scope, headers: Headers) -> ASGIApp | None:
        host = headers.get("host", "")
        if _strip_port(host) not in self._hosts:
            return PlainTextResponse("This is not the host that you asked for.", 400)
        origin = headers.get("origin")
        asks_more = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if origin is not None and urlsplit(origin).netloc != host:
            return PlainTextResponse("Pages of others may not ask.", 403)
        if origin is None and asks_more:
            return PlainTextResponse("Say which page asks.", 403)
        path = scope["path"]
        is_near = headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if not is_near and not (path.startswith("/t/") and _is_visit(scope, headers)):
            return PlainTextResponse("Pages of others may not ask.", 403)
        if ".." in path.split("/"):
            # The beginning of a path decides where it leads.
            return PlainTextResponse("There is no such place.", 404)
        if path.startswith(_TABLES) or path in _PARTS:
            return None
        is_lobby = path in _LOBBY or path.startswith(_RULES)
        if not is_from_here(scope) and not (is_lobby and self._key):
            return PlainTextResponse("This answers only the machine that it runs on.", 403)
        if self._key:
            return self._ask_for_key(scope, headers)
        return None

    def _ask_for_key(self, scope: Scope, headers: Headers) -> ASGIApp | None:
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("key", [""])[0]
        path = scope["path"]
        if scope["type"] == "http" and path in _ENTRANCES and self._is_key(given):
            # The key does not stay where others see it.
            answer = RedirectResponse(path, 303)
            answer.set_cookie(
                COOKIE,
                self._key,
                _KEPT,
                httponly=True,
                samesite="strict",
                secure=scope.get("scheme") == "https",
            )
            answer.headers["cache-control"] = "no-store"
            return answer
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            cookies = SimpleCookie()
        if COOKIE in cookies and self._is_key(cookies[COOKIE].value):
            return None
        return PlainTextResponse("Open the link with the key that `croupier serve` prints.", 403)

    def _is_key(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self._key.encode())

    def _mark(self, send: Send) -> Send:
        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        return marked


def _is_visit(scope: Scope, headers: Headers) -> bool:
    """Return whether a browser opens a page: a link in a message, or another server, led there."""
    return (
        scope["type"] == "http"
        and scope["method"] == "GET"
        and headers.get("sec-fetch-mode") == "navigate"
        and headers.get("sec-fetch-dest") == "document"
    )


def is_from_here(scope: Scope) -> bool:
    """Return whether a request comes from this machine, and not through a proxy on it.

    Args:
        scope: The request, as ASGI describes it.

    Returns:
        Whether it does.
    """
    client = scope.get("client")
    if client is None or not is_loopback(client[0]):
        return False
    headers = Headers(scope=scope)
    if any(name in headers for name in _FORWARDED):
        return False
    host = _strip_port(headers.get("host", ""))
    return host == "localhost" or is_loopback(host.strip("[]"))


def _strip_port(host: str) -> str:
    """Return a host without its port."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].lower()
