"""Sockets of hosted tables: one for each page that is open."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from croupier.errors import PokerError, RefusedError
from croupier.hosting import HostedTable, Lobby, OpenTable, TableSettings
from croupier.hosting.checking import explain_json
from croupier.hosting.codes import hash_secret, is_code, make_secret
from croupier.hosting.entries import Entry, Forgotten, Keyed
from croupier.hosting.hands import write_hands
from croupier.hosting.intents import AddBot, Hello, Link, Ping, Say, Sit, read_intent
from croupier.hosting.people import Person
from croupier.hosting.settings import MAX_SEATS, check_settings, fill_definition
from croupier.texts import show_line
from croupier.web.guards import is_from_here
from croupier.web.networks import find_network, is_loopback
from croupier.web.tables.audience import Audience, TableViews
from croupier.web.tables.cookies import (
    MAX_SECRET,
    PREFIX,
    find_cookie,
    find_person,
    follow_link,
    give_cookie,
)
from croupier.web.tables.crowd import Crowd
from croupier.web.tables.evening import count_hands, describe_evening
from croupier.web.tables.games import (
    describe_played_rules,
    describe_rules,
    list_games,
    list_own_games,
    show_title,
)
from croupier.web.tables.limits import RateLimit
from croupier.web.tables.messages import (
    Ack,
    Bye,
    LobbyFacts,
    LobbyTable,
    Nack,
    Pong,
    PrivateLink,
    TableNews,
)

__all__ = ["NewTable", "TableServer", "find_cookie", "open_table"]

MAX_MESSAGE_BYTES = 16_384
"""The most bytes of a message that somebody sends."""

_MAX_SOCKETS = 10
_MAX_ANSWERS = 64
_SECONDS_TO_SEND = 5.0
_MAX_SETTINGS = 4_096
# Somebody from elsewhere opens so many tables in so many milliseconds.
_MAX_OPENED, _OPENED_MILLISECONDS = 20, 3_600_000
_NOT_KEPT = {"cache-control": "no-store"}
_POLICY_VIOLATION, _TRY_LATER, _REPLACED, _MOVED = 1008, 1013, 4001, 4002
# So many tables of other servers are looked up for the lobby of one person.
_MAX_KNOWN = 20


_Label = Annotated[str, msgspec.Meta(max_length=60)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that somebody wants to open.

    Attributes:
        settings: How it is played.
        bots: The bots that sit there from the start, by their labels.
    """

    settings: TableSettings = TableSettings()
    bots: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=60)]], msgspec.Meta(max_length=MAX_SEATS - 1)
    ] = []


def open_table(
    lobby: Lobby, settings: TableSettings, bots: Sequence[str] = (), name: str = ""
) -> tuple[OpenTable, str]:
    """Open a table, and seat bots at it.

    Args:
        lobby: Where.
        settings: How it is played.
        bots: The bots, by their labels.
        name: The name of the host, who is seated then, too.

    Returns:
        The table, and the secret by which its host is known.

    Raises:
        PokerError: The settings do not fit, or there is no such bot.
    """
    for bot in bots:
        lobby.find_bot(bot)
    if not settings.seats and len(bots) >= check_settings(settings).seats:
        # Where the number of seats is left to us, there is one for everybody.
        settings = replace(settings, seats=min(len(bots) + 1, MAX_SEATS))
    if len(bots) + bool(name) > check_settings(settings).seats:
        # A table is opened exactly as it was asked for, or not at all.
        raise RefusedError("there are more bots than seats", code="no-free-seat")
    opened = lobby.open(settings)
    secret = make_secret()
    host = opened.enter(secret, is_host=True)
    for number, bot in enumerate(bots):
        opened.submit(host.id, AddBot(id=f"bot-{number}", bot=bot))
    if name:
        opened.submit(host.id, Sit(id="sit", name=name))
    return opened, secret


class TableServer:
    """Tables of a lobby for those who come by HTTP.

    Attributes:
        lobby: The tables.
        routes: What is served.
    """

    def __init__(self, lobby: Lobby, *, page: Path | None = None) -> None:
        """Serve a lobby.

        Args:
            lobby: The tables.
            page: The page of a table; a plain word when it is not there.
        """
        self.lobby = lobby
        self._page = page
        self._gatherings: dict[str, _Gathering] = {}
        self._openings = RateLimit(_MAX_OPENED, _OPENED_MILLISECONDS)
        # To play all hands of a log again takes a while: one request waits for another.
        self._reading = asyncio.Semaphore()
        self.routes: list[Any] = [
            Route("/play", self.show_lobby, methods=["GET"]),
            Route("/lobby", self.describe_lobby, methods=["GET"]),
            Route("/lobby/rules/{game}", self.describe_rules, methods=["GET"]),
            Route("/tables", self.open_table, methods=["POST"]),
            Route("/t/{code}", self.show_page, methods=["GET"]),
            Route("/t/{code}/rules", self.describe_table_rules, methods=["GET"]),
            Route("/t/{code}/hands.phhs", self.give_hands, methods=["GET"]),
            Route("/t/{code}/deals.json", self.give_proofs, methods=["GET"]),
            Route("/t/{code}/evening", self.answer_evening, methods=["GET"]),
            WebSocketRoute("/ws/t/{code}", self.connect),
        ]

    async def show_lobby(self, request: Request) -> Response:
        """Show the page on which tables are opened."""
        return self._show_page()

    def _show_page(self) -> Response:
        if self._page is None or not self._page.is_file():
            return PlainTextResponse("The page of tables is not built: `make page` builds it.", 503)
        return FileResponse(self._page, media_type="text/html", headers=_NOT_KEPT)

    async def describe_lobby(self, request: Request) -> Response:
        """Say what can be opened, and which tables of those that are open somebody knows."""
        games = await asyncio.to_thread(list_games)
        codes = [name[len(PREFIX) :] for name in request.cookies if name.startswith(PREFIX)]
        known = [
            _describe(code, opened.table)
            for code, opened in self.lobby.tables.items()
            if code in codes and not opened.table.is_closed
        ]
        if self.lobby.log.beat is not None:
            others = [code for code in codes if code not in self.lobby.tables][:_MAX_KNOWN]
            known += await asyncio.to_thread(self._describe_others, others)
        own = self.lobby.games
        unreadable = self.lobby.unreadable if is_from_here(request.scope) else {}
        facts = LobbyFacts(
            games=[*list_own_games(own), *(game for game in games if game.name not in own)],
            bots=self.lobby.bots,
            tables=known,
            unreadable=[
                LobbyTable(code=show_line(code), title="", words=show_line(why))
                for code, why in unreadable.items()
            ],
        )
        return Response(
            msgspec.json.encode(facts), media_type="application/json", headers=_NOT_KEPT
        )

    def _describe_others(self, codes: Sequence[str]) -> list[LobbyTable]:
        """Describe tables that other servers have."""
        found = []
        for code in codes:
            with contextlib.suppress(PokerError):
                table = self.lobby.peek(code)
                if table is not None and not table.is_closed:
                    found.append(_describe(code, table))
        return found

    async def describe_rules(self, request: Request) -> Response:
        """Tell the rules of a game that the lobby offers."""
        return await _answer_text(
            partial(describe_rules, request.path_params["game"], self.lobby.games)
        )

    async def describe_table_rules(self, request: Request) -> Response:
        """Tell the rules of what is played at a table now."""
        opened, _ = await self._find(request)
        settings, title = opened.table.settings, opened.table.title
        return await _answer_text(
            partial(describe_played_rules, settings.game, title, settings.definition)
        )

    async def open_table(self, request: Request) -> Response:
        """Open a table for the person who asks, who is its host."""
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > _MAX_SETTINGS:
                return _refuse("too-large", "these are too many settings", 413)
        if not self._may_open(request):
            return _refuse(
                "too-many-tables", f"{_MAX_OPENED} tables in an hour are enough for you", 429
            )
        try:
            wanted = msgspec.json.decode(body or b"{}", type=NewTable)
            settings = fill_definition(wanted.settings, self.lobby.games)
            opened, secret = open_table(self.lobby, settings, wanted.bots)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            error = explain_json(body, NewTable, "the settings of a table")
            return _refuse(error.code, str(error))
        except PokerError as error:
            return _refuse(error.code, str(error))
        answer = Response(json.dumps({"code": opened.code}), media_type="application/json")
        give_cookie(answer, request, opened.code, secret)
        return answer

    def _may_open(self, request: Request) -> bool:
        """Return whether somebody may open a table: strangers may not use up all tables."""
        if is_from_here(request.scope):
            return True
        client = request.client.host if request.client else ""
        return self._openings.take(find_network(client) or client, self.lobby.now())

    async def _find(self, request: Request) -> tuple[OpenTable, Person | None]:
        """Return the table that is asked for, and who asks, if that is known."""
        code = request.path_params["code"]
        opened = self.lobby.tables.get(code)
        if opened is None:
            await self._redirect(request, code)
            raise HTTPException(404, "There is no such table, or none any more.")
        if not opened.is_held:
            raise HTTPException(503, "The table is not to be reached just now.")
        return opened, find_person(opened, request.cookies)

    async def _redirect(self, request: Request, code: str) -> None:
        """Redirect a person to the server that has a table, with their secret."""
        try:
            address = await asyncio.to_thread(self.lobby.find_owner, code)
        except PokerError:
            raise HTTPException(503, "The table is not to be reached just now.") from None
        if address:
            given = request.query_params.get("seat", "")[:MAX_SECRET]
            own = request.cookies.get(find_cookie(code), "")[:MAX_SECRET]
            # The cookie is no link that somebody opened, and may be that of a spectator.
            query = {"seat": given} if given else {"seat": own, "moved": "1"} if own else {}
            seat = f"?{urlencode(query)}" if query else ""
            raise HTTPException(307, headers={"location": f"{address}/t/{code}{seat}"} | _NOT_KEPT)

    async def show_page(self, request: Request) -> Response:
        """Show the page of a table, and know who comes again."""
        try:
            opened, _ = await self._find(request)
        except HTTPException as error:
            if error.status_code != 404 or "text/html" not in request.headers.get("accept", ""):
                raise
            # The page says that a link is old, and leads on to the lobby.
            answer = self._show_page()
            answer.status_code = 404
            return answer
        code = opened.code
        given = request.query_params.get("seat", "")
        if given:
            try:
                return follow_link(opened, request, given)
            except RefusedError:
                raise HTTPException(503, "This table is temporarily unavailable.") from None
        answer = self._show_page()
        if find_cookie(code) not in request.cookies:
            give_cookie(answer, request, code, make_secret())
        return answer

    async def give_hands(self, request: Request) -> Response:
        """Give the last hands as histories, with what the one who asks has seen of them."""
        opened, person = await self._find(request)
        read = self.lobby.log.read_later(opened.code)
        known = _identify(person)
        try:
            async with self._reading:
                text = await asyncio.to_thread(lambda: write_hands(read(), *known))
        except PokerError as error:
            return _refuse(error.code, str(error), 500)
        return Response(
            text,
            media_type="text/plain; charset=utf-8",
            headers={
                "content-disposition": 'attachment; filename="hands.phhs"',
                "cache-control": "no-store",
            },
        )

    async def give_proofs(self, request: Request) -> Response:
        """Give the proofs of the last hands, of the cards that the one who asks has seen."""
        opened, person = await self._find(request)
        known, hidden = _identify(person)
        fairness = opened.table.fairness
        proofs = fairness.list_proofs(known)
        if hidden:
            watched = fairness.list_proofs(None)
            proofs = [
                own if own.deck.hand > hidden else other
                for own, other in zip(proofs, watched, strict=True)
            ]
        return Response(
            msgspec.json.encode(proofs),
            media_type="application/json",
            headers={
                "content-disposition": 'attachment; filename="deals.json"',
                "cache-control": "no-store",
            },
        )

    async def answer_evening(self, request: Request) -> Response:
        """Say what came of the evening so far, to somebody who sat at the table."""
        opened, person = await self._find(request)
        known = _identify(person)
        # Long work is done beside the loop; the state of the table after it is read at once.
        read = self.lobby.log.read_later(opened.code)
        try:
            async with self._reading:
                rows = await asyncio.to_thread(lambda: count_hands(read(), *known))
        except PokerError as error:
            return _refuse(error.code, str(error), 500)
        found = describe_evening(opened.table, rows)
        return Response(
            msgspec.json.encode(found), media_type="application/json", headers=_NOT_KEPT
        )

    async def connect(self, socket: WebSocket) -> None:
        """Serve one socket until it is closed."""
        code = socket.path_params["code"]
        opened = self.lobby.tables.get(code)
        if opened is None or not opened.is_held:
            await self._turn_away(socket, code)
            return
        gathering = self._gatherings.get(code)
        if gathering is None or gathering.opened is not opened:
            for gone in self._gatherings.keys() - self.lobby.tables.keys():
                del self._gatherings[gone]
            gathering = self._gatherings[code] = _Gathering(opened, self.lobby)
        client = socket.client.host if socket.client is not None else ""
        source = find_network(client) or client
        if gathering.count(source) >= _MAX_SOCKETS:
            await socket.close(_TRY_LATER)
            return
        await socket.accept()
        visit = _Visit(gathering, socket, source)
        await visit.serve()

    async def _turn_away(self, socket: WebSocket, code: str) -> None:
        """Close a socket; a page whose table is elsewhere asks for it again, and is sent there."""
        if self.lobby.log.beat is not None and is_code(code):
            await socket.accept()
            await socket.close(_MOVED)
        else:
            await socket.close(_POLICY_VIOLATION)


def _identify(person: Person | None) -> tuple[str | None, int]:
    """Return the ID of a person, and the last hand that they are shown as a spectator is."""
    return (None, 0) if person is None else (person.id, person.hidden_hands)


def _describe(code: str, table: HostedTable) -> LobbyTable:
    return LobbyTable(
        code=code,
        title=table.settings.title or show_title(table.game_title),
        words=f"{len(table.seated)} of {table.settings.seats} seats taken",
    )


class _Gathering:
    """The pages that look at a table now."""

    def __init__(self, opened: OpenTable, lobby: Lobby) -> None:
        self.opened = opened
        self.lobby = lobby
        self.views = TableViews(opened)
        self.visits: set[_Visit] = set()
        self.crowd = Crowd(opened.table)
        self._here: frozenset[str] | None = None
        opened.watch(self)

    def changed(self, table: OpenTable, entries: tuple[Entry, ...]) -> None:
        """Wake all pages of the table."""
        self.crowd.follow(entries)
        keyed = {one.person for one in entries if isinstance(one, Keyed)}
        forgotten = {id for one in entries if isinstance(one, Forgotten) for id in one.people}
        for visit in tuple(self.visits) if keyed or forgotten else ():
            person = visit.audience.person
            if person is not None and person.id in keyed:
                visit.leave("replaced", "Your seat has been moved to another browser by its link.")
            elif person is not None and person.id in forgotten:
                visit.audience.person, self._here = None, None
        for visit in self.visits:
            visit.wake()

    def count(self, source: str) -> int:
        """Return how many sockets come from a network."""
        return sum(visit.source == source for visit in self.visits)

    @property
    def here(self) -> frozenset[str]:
        """The people whose pages are open."""
        if self._here is None:
            people = (visit.audience.person for visit in self.visits)
            self._here = frozenset(person.id for person in people if person is not None)
        return self._here

    def enter(self, visit: _Visit) -> None:
        """Add a page; an older one of the same person is closed."""
        person = visit.audience.person
        if person is not None:
            self.crowd.networks[person.id] = visit.network
        for other in tuple(self.visits):
            if person is not None and other.audience.person is person and other is not visit:
                other.leave("replaced", "This table is open in another window.")
        self.visits.add(visit)
        self._here = None
        self.wake_others(visit)

    def leave(self, visit: _Visit) -> None:
        """Remove a page."""
        self.visits.discard(visit)
        self._here = None
        self.wake_others(visit)

    def wake_others(self, visit: _Visit) -> None:
        """Wake the other pages, as people came or went."""
        for other in self.visits:
            if other is not visit:
                other.wake()


class _Visit:
    """A page that is open, with its socket.

    The table is sent whole, as it is at that moment: who reads slowly misses what was in between,
    and costs others nothing.
    """

    def __init__(self, gathering: _Gathering, socket: WebSocket, source: str) -> None:
        self.source = source
        # Limits of networks are not for this machine, nor for proxies that do not name clients.
        self.network = "" if is_loopback(source) else source
        self._gathering = gathering
        self._socket = socket
        opened = gathering.opened
        self._secret = socket.cookies.get(find_cookie(opened.code), "") or make_secret()
        person = opened.table.find_by_key(hash_secret(self._secret))
        self.audience = Audience(opened, gathering.views, person)
        self._answers: deque[Any] = deque()
        self._has_news = True
        self._fresh = True
        self._bye: Bye | None = None
        self._wakes = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._sending_since: float | None = None
        self._encoder = msgspec.json.Encoder()

    def wake(self) -> None:
        """Tell the page's task that there is something to send."""
        self._has_news = True
        self._wakes.set()

    def leave(self, code: str, text: str) -> None:
        """Send the last message, and close the socket."""
        self._bye = Bye(code, text)
        self._wakes.set()

    async def serve(self) -> None:
        """Read and write until either ends."""
        self._gathering.enter(self)
        self._wakes.set()
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        self._end_if_stuck(writing)
        try:
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._watch.cancel()
            self._gathering.leave(self)
            for task in (reading, writing):
                task.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)
            if self._socket.application_state is WebSocketState.CONNECTED:
                code = 1000 if self._gathering.opened.is_held else _MOVED
                with contextlib.suppress(RuntimeError, TimeoutError, WebSocketDisconnect):
                    await asyncio.wait_for(self._socket.close(code), 1)

    async def _read(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text") or message.get("bytes") or b""
            if len(text) > MAX_MESSAGE_BYTES or not self._gathering.crowd.may_speak(
                self._speaker, self.network, self._loop.time()
            ):
                self.leave("flood", "These are too many messages.")
                return
            if len(self._answers) < _MAX_ANSWERS:
                self._take(text)
                self._wakes.set()

    @property
    def _speaker(self) -> str:
        """What messages are counted by: the person, or the cookie of a spectator."""
        person = self.audience.person
        return self._secret if person is None else person.id

    def _take(self, text: str | bytes) -> None:
        try:
            intent = read_intent(text)
        except PokerError as error:
            self._answers.append(Nack("", "no-intent", str(error)))
            return
        if isinstance(intent, Ping):
            self._answers.append(Pong(intent.ms, self._gathering.lobby.now()))
            return
        if isinstance(intent, Hello):
            self._has_news = self._fresh = True
            return
        if isinstance(intent, Say) and not self._gathering.crowd.may_talk(
            self._speaker, self.network, self._loop.time()
        ):
            self._answers.append(Nack(intent.id, "too-fast", "not so fast: others want to read it"))
            return
        try:
            if isinstance(intent, Link):
                self._answers.append(self._make_link(intent))
            else:
                self._answers.append(Ack(intent.id, self._submit(intent)))
        except PokerError as error:
            self._answers.append(Nack(intent.id, error.code, str(error)))

    def _submit(self, intent: Any) -> int:
        opened = self._gathering.opened
        person = self.audience.person
        if not isinstance(intent, Sit):
            return opened.submit("" if person is None else person.id, intent)
        must_ask = self._gathering.crowd.check_seat(person, self.network, opened.now())
        if person is not None:
            return opened.submit(person.id, intent, must_ask=must_ask)
        self.audience.person = opened.sit_down(self._secret, intent, must_ask=must_ask)
        self._fresh = True
        self._gathering.enter(self)
        return opened.table.version

    def _make_link(self, intent: Link) -> PrivateLink:
        person = self.audience.person
        own = "" if person is None else person.id
        secret = self._gathering.opened.make_link(own, intent.person)
        return PrivateLink(intent.id, intent.person or own, secret)

    async def _write(self) -> None:
        opened = self._gathering.opened
        while True:
            await self._wakes.wait()
            self._wakes.clear()
            while self._answers and opened.is_held:
                await self._send(self._answers.popleft())
            if not opened.is_held:
                # Another server may have the table: nothing that is known here is true any more.
                return
            if self._has_news and self._bye is None:
                self._has_news, fresh, self._fresh = False, self._fresh, False
                await self._send(self._make_news(fresh))
            if self._bye is not None:
                await self._send(self._bye)
                await self._socket.close(_REPLACED if self._bye.code == "replaced" else 1008)
                return

    def _make_news(self, fresh: bool) -> TableNews:
        gathering = self._gathering
        return self.audience.make_news(gathering.here, gathering.lobby.bots, fresh=fresh)

    async def _send(self, message: Any) -> None:
        text = self._encoder.encode(message).decode()
        self._sending_since = self._loop.time()
        await self._socket.send({"type": "websocket.send", "text": text})
        self._sending_since = None

    def _end_if_stuck(self, writing: asyncio.Task[None]) -> None:
        """Close a page that has not read anything for too long."""
        since, now = self._sending_since, self._loop.time()
        if since is not None and now - since > _SECONDS_TO_SEND:
            writing.cancel()
        else:
            self._watch = self._loop.call_later(_SECONDS_TO_SEND / 2, self._end_if_stuck, writing)


async def _answer_text(find: Callable[[], str]) -> Response:
    """Answer with a text that is made in a thread."""
    try:
        return PlainTextResponse(await asyncio.to_thread(find), headers=_NOT_KEPT)
    except PokerError as error:
        return _refuse(error.code, str(error), 404)
    except OSError:
        return _refuse("no-rules", "the file of the game is not there any more", 404)


def _refuse(code: str, message: str, status: int = 400) -> Response:
    data = {"code": code, "message": message}
    return Response(json.dumps(data), status, media_type="application/json")
