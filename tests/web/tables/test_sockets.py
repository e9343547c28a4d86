"""Tables by their sockets: who sees what, what is done once, and who comes back."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
from collections import defaultdict
from collections.abc import Callable, Coroutine
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

import pytest
import websockets
from starlette.requests import Request

from croupier import HandHistory
from croupier.agents.legal_moves import choose_randomly
from croupier.hosting import Lobby, OpenTable, TableLog, intents
from croupier.hosting.entries import Entry, Moved
from croupier.state import State
from croupier.web.tables.sockets import TableServer
from kinds import KINDS

from .clients import Client, RunningServer, run_server

_SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 120))


def find_cards(text: str) -> set[str]:
    """Return all cards that are named in a message."""
    codes = set(re.findall(r"\b([2-9TJQKA][cdhs])\b", text))
    drawn = {rank + _SUITS[suit] for rank, suit in re.findall("([2-9TJQKA])([♣♦♥♠])", text)}
    return codes | drawn


class Truth:
    """The record of what each seat of each hand may ever have seen, by the rules alone."""

    def __init__(self) -> None:
        self.seen: defaultdict[tuple[int, int | None], set[str]] = defaultdict(set)
        self.moves: list[Moved] = []

    def changed(self, table: OpenTable, entries: tuple[Entry, ...]) -> None:
        self.moves += [one for one in entries if isinstance(one, Moved)]
        state = table.table.state
        if state is None:
            return
        hand = table.table.hand
        for index in (None, *state.player_indices):
            self.seen[hand, index] |= _list_cards(state.observe(index))


def _list_cards(view: State) -> set[str]:
    return find_cards(repr(view.operations) + repr(view.hole_cards) + repr(view.board_cards))


@pytest.mark.parametrize("game", KINDS)
def test_nobody_is_sent_a_card_that_he_may_not_see(game: str, tmp_path: Path) -> None:
    async def play() -> None:
        random = Random(5)
        async with run_server(tmp_path / "log") as server:
            code, cookie = await server.open_table(game=game, show_or_muck=True, seats=4)
            opened = server.lobby.find(code)
            truth = Truth()
            opened.watch(truth)
            table = opened.table
            async with (
                Client(server, code, cookie) as ann,
                Client(server, code) as bob,
                Client(server, code) as cy,
                Client(server, code) as watcher,
            ):
                clients = (ann, bob, cy)
                for client, name in zip(clients, ("Ann", "Bob", "Cy"), strict=True):
                    assert (await client.send("sit", name=name))["t"] == "ack"
                    # The answer may be there before the news.
                    await client.until(lambda c=client: "person" in c.news["you"])
                by_person = {client.news["you"]["person"]: client for client in clients}
                while table.hand < 3 and (table.is_playing or table.due is not None):
                    decision, person = table.decision, table.decider
                    if decision is None or person is None:
                        await asyncio.sleep(0.001)
                        continue
                    client = by_person[person.id]
                    await client.until(lambda c=client: c.news["v"] >= table.version)
                    move = choose_randomly(decision.observe(), random)
                    if decision.operation is not None and move.name != decision.operation:
                        continue
                    # Every move that there is has a control on the page.
                    assert move.name in {one["name"] for one in client.choices}
                    said = move.to_action(decision.player_index)
                    assert (await client.act(said))["t"] == "ack"
                indices = {
                    name: {hand: _find_index(opened, hand, name) for hand in (1, 2)}
                    for name in ("Ann", "Bob", "Cy")
                }
            for client, name in ((ann, "Ann"), (bob, "Bob"), (cy, "Cy"), (watcher, "")):
                for text in client.texts:
                    message = json.loads(text)
                    hand = message.get("hand")
                    if hand not in (1, 2):
                        continue
                    index = indices[name][hand] if name else None
                    assert find_cards(text) <= truth.seen[hand, index]
                    table_seen = message.get("table")
                    if name == "" and table_seen is not None:
                        assert not table_seen.get("choices")

    run(play)


def _find_index(opened: OpenTable, hand: int, name: str) -> int | None:
    for event, _ in opened.table.ended:
        if event.number == hand - 1 and name in event.names:
            return event.names.index(name)
    return None


async def sit_two(server: RunningServer, **settings: Any) -> tuple[Client, Client, OpenTable]:
    code, cookie = await server.open_table(**settings)
    ann = await Client(server, code, cookie).__aenter__()
    bob = await Client(server, code).__aenter__()
    await ann.send("sit", name="Ann")
    await bob.send("sit", name="Bob")
    opened = server.lobby.find(code)
    for client in (ann, bob):
        await client.until(lambda c=client: c.news["v"] >= opened.table.version)
    return ann, bob, opened


def find_actor(opened: OpenTable, *clients: Client) -> tuple[Client, Client]:
    person = opened.table.decider
    assert person is not None
    actor = next(one for one in clients if one.news["you"].get("person") == person.id)
    return actor, next(one for one in clients if one is not actor)


def test_a_click_is_one_move_however_often_it_is_sent(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            ann, bob, opened = await sit_two(server)
            truth = Truth()
            opened.watch(truth)
            actor, other = find_actor(opened, ann, bob)
            fields = {"hand": actor.news["hand"], "v": actor.news["v"], "move": "call"}
            message = json.dumps({"t": "act", "id": "click", **fields})
            for _ in range(15):
                await actor.socket.send(message)
            forged = await other.send("act", **fields)
            assert forged["t"] == "nack" and forged["code"] == "stale-move"
            await actor.until(lambda: "click" in actor.answers)
            assert (await actor.send("act", id="click", **fields))["t"] == "ack"
            stale = await actor.send("act", **fields)
            assert stale["code"] == "stale-move"
            assert len(truth.moves) == 1
            await ann.disconnect()
            await bob.disconnect()

    run(play)


def test_who_comes_back_sees_the_same(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            ann, bob, opened = await sit_two(server, game="badugi", seconds=60)
            actor, _ = find_actor(opened, ann, bob)
            await actor.act("call")
            await actor.until(lambda: actor.news["v"] >= opened.table.version)
            before = dict(actor.news)
            # The line is cut, and the page comes back.
            actor.socket.transport.abort()
            await actor._reading
            await actor.connect()
            assert actor.news["table"] == before["table"]
            assert actor.news["you"] == before["you"]
            # Everything of the hand is told again.
            assert actor.news["fresh"]
            # A second window: the first one says so, and is closed.
            async with Client(server, actor.code, actor.cookie) as second:
                await actor._reading
                assert actor.answers["bye"]["code"] == "replaced"
                assert second.news["table"] == before["table"]
                # The one that was replaced does not come back by itself and push out the other.
                assert second.socket.close_code is None
            await bob.disconnect()

    run(play)


def test_a_server_that_was_killed_goes_on_with_everybody(tmp_path: Path) -> None:
    async def play() -> None:
        path = tmp_path / "log"
        async with run_server(path) as server:
            ann, bob, opened = await sit_two(server, game="deuce_to_seven_triple_draw", seconds=60)
            actor, _ = find_actor(opened, ann, bob)
            await actor.act("call")
            await actor.until(lambda: actor.news["v"] >= opened.table.version)
            before = {client: client.news for client in (ann, bob)}
            # What follows comes from the log alone, as if the first server had never closed it.
            copy = tmp_path / "copy"
            for suffix in ("", "-wal"):
                (tmp_path / f"copy{suffix}").write_bytes((tmp_path / f"log{suffix}").read_bytes())
            await ann.disconnect()
            await bob.disconnect()
        async with run_server(copy) as server:
            for client in (ann, bob):
                client.server = server
                await client.connect()
                assert client.news["table"] == before[client]["table"]
                assert client.news["you"] == before[client]["you"]
                assert [one["stack"] for one in client.news["places"] if "stack" in one] == [
                    one["stack"] for one in before[client]["places"] if "stack" in one
                ]
            again = server.lobby.find(ann.code)
            actor, _ = find_actor(again, ann, bob)
            assert (await actor.act("call"))["t"] == "ack"
            await ann.disconnect()
            await bob.disconnect()

    run(play)


def test_who_only_watches_can_do_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            ann, bob, opened = await sit_two(server)
            version = opened.table.version
            async with Client(server, ann.code) as watcher:
                assert "person" not in watcher.news["you"]
                moves: dict[str, dict[str, Any]] = {
                    "act": {"hand": 1, "v": version, "move": "call"},
                    "sitout": {"away": True},
                    "leave": {},
                    "buy": {},
                    "pause": {"paused": True},
                    "kick": {"person": "p1"},
                    "setstack": {"person": "p1", "amount": 5},
                    "addbot": {"bot": "tight"},
                    "say": {"text": "hello"},
                    "close": {},
                }
                for kind, fields in moves.items():
                    assert (await watcher.send(kind, **fields))["code"] == "unknown-person"
                # Nor can they by the cookie of another table, or by one that they made up.
                watcher.cookie = f"{watcher.cookie.partition('=')[0]}=abc"
            assert opened.table.version == version
            # Who sits does no host's work.
            moves = {
                "pause": {"paused": True},
                "kick": {"person": "p1"},
                "close": {},
            }
            for kind, fields in moves.items():
                assert (await bob.send(kind, **fields))["code"] == "not-the-host"
            await ann.disconnect()
            await bob.disconnect()

    run(play)


@pytest.mark.parametrize(
    "message",
    ["", "{", "null", "[]", '{"t":"act"}', '{"t":"?","id":"x"}', '{"t":"say","id":"x","text":1}'],
)
def test_nonsense_is_refused_in_words(message: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, cookie = await server.open_table()
            async with Client(server, code, cookie) as client:
                await client.socket.send(message)
                await client.until(lambda: "" in client.answers)
                assert client.answers[""]["code"] == "no-intent"

    run(play)


def test_a_flood_is_stopped_and_others_play_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            ann, bob, opened = await sit_two(server)
            flooder = await Client(server, ann.code).__aenter__()
            with contextlib.suppress(websockets.ConnectionClosed):
                for _ in range(2_000):
                    await flooder.socket.send('{"t":"ping"}')
            await flooder._reading
            assert flooder.socket.close_code == 1008
            large = await Client(server, ann.code).__aenter__()
            with contextlib.suppress(websockets.ConnectionClosed):
                await large.socket.send("x" * 20_000)
            await large._reading
            assert large.socket.close_code in {1008, 1009}
            actor, _ = find_actor(opened, ann, bob)
            assert (await actor.act("call"))["t"] == "ack"
            await ann.disconnect()
            await bob.disconnect()

    run(play)


def test_one_address_cannot_take_all_sockets(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, _ = await server.open_table()
            clients = [await Client(server, code).__aenter__() for _ in range(10)]
            with pytest.raises(
                (websockets.InvalidStatus, websockets.ConnectionClosed, TimeoutError)
            ):
                await asyncio.wait_for(Client(server, code).__aenter__(), 5)
            for client in clients:
                await client.disconnect()

    run(play)


def test_pages_of_others_may_not_ask(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, cookie = await server.open_table()
            url = f"ws://{server.address}/ws/t/{code}"
            for origin in ("http://localhost:1", None):
                with pytest.raises(websockets.InvalidStatus):
                    await websockets.connect(
                        url,
                        additional_headers={"Cookie": cookie},
                        origin=origin,  # type: ignore[arg-type]
                    )
            with pytest.raises(websockets.InvalidStatus):
                await websockets.connect(
                    f"ws://{server.address}/ws/t/nosuchtable",
                    origin=server.origin,  # type: ignore[arg-type]
                )

    run(play)


def test_settings_that_cannot_be_are_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            for settings in (
                {"game": "no such game"},
                {"seats": 99},
                {"stakes": {"big_blind": -1}},
                {"seconds": 10**9},
                {"what": 1},
                {"title": "x" * 5_000},
            ):
                with pytest.raises(HTTPError) as caught:
                    await server.ask("/tables", {"settings": settings})
                assert caught.value.code in {400, 413}
                assert json.loads(caught.value.read())["code"]
            assert not server.lobby.tables

    run(play)


FILES = ("/etc/passwd", "/dev/zero", "game.json", "../game.json", "/no/such/file", "a/b")


def test_guests_have_no_files_opened(tmp_path: Path) -> None:
    """Whoever may open a table or change its game may not have the server read its files."""

    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            ann, bob, opened = await sit_two(server)
            version, open_tables = opened.table.version, len(server.lobby.tables)
            for game in FILES:
                with pytest.raises(HTTPError) as caught:
                    await server.ask("/tables", {"settings": {"game": game}})
                assert json.loads(caught.value.read())["code"] == "game-file"
                said = await ann.send("changegame", game=game)
                assert said["code"] == "game-file"
                with pytest.raises(HTTPError) as caught:
                    await server.ask(f"/lobby/rules/{quote(game, safe='')}")
                assert caught.value.code == 404 and caught.value.read()
            assert opened.table.version == version and len(server.lobby.tables) == open_tables
            await ann.disconnect()
            await bob.disconnect()

    run(play)


def test_talk_is_not_too_fast(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            ann, bob, opened = await sit_two(server)
            said = [await ann.send("say", text=f"remark {number}") for number in range(9)]
            assert [one["t"] for one in said] == ["ack"] * 5 + ["nack"] * 4
            assert said[-1]["code"] == "too-fast"
            assert len(opened.table.said) == 5
            # Others are not meant by it.
            assert (await bob.send("say", text="hello"))["t"] == "ack"
            await ann.disconnect()
            await bob.disconnect()

    run(play)


def test_secrets_of_seats_are_kept(tmp_path: Path) -> None:
    """A secret is 128 random bits in a cookie that scripts cannot read; the log has its hash."""

    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, cookie = await server.open_table()
            secret = cookie.partition("=")[2]
            assert len(secret) >= 22 and len(code) >= 10
            headers = await asyncio.to_thread(_read_headers, server, f"/t/{code}")
            (given,) = headers.get_all("set-cookie")
            assert "httponly" in given.lower() and "samesite=lax" in given.lower()
            async with Client(server, code, cookie) as ann:
                await ann.send("sit", name="Ann")
                assert not [text for text in ann.texts if secret in text]
            kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
            assert secret.encode() not in kept and b"Ann" in kept
            # Somebody else's secret, or a wrong one, is somebody who watches.
            name = cookie.partition("=")[0]
            async with Client(server, code, f"{name}={secret[:-1]}") as eve:
                assert "person" not in eve.news["you"]
                assert (await eve.send("sitout", away=True))["code"] == "unknown-person"

    run(play)


def _read_headers(server: RunningServer, path: str) -> Any:
    try:
        with urlopen(f"http://{server.address}{path}") as answer:
            return answer.headers
    except HTTPError as error:
        # The page need not be built.
        return error.headers


def test_nothing_is_compressed(tmp_path: Path) -> None:
    """What is secret would be packed together with what others have said."""

    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, cookie = await server.open_table()
            async with websockets.connect(
                f"ws://{server.address}/ws/t/{code}",
                additional_headers={"Cookie": cookie},
                origin=server.origin,  # type: ignore[arg-type]
                compression="deflate",
            ) as found:
                assert found.response is not None
                assert "sec-websocket-extensions" not in found.response.headers

    run(play)


def test_histories_have_only_what_was_seen(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            ann, bob, opened = await sit_two(server)
            while opened.table.hand < 4:
                if opened.table.decider is None:
                    await asyncio.sleep(0.001)
                    continue
                actor, _ = find_actor(opened, ann, bob)
                await actor.until(lambda a=actor: a.news["v"] >= opened.table.version)
                await actor.act("fold" if opened.table.hand % 2 else "call")
            ended = {event.number: event for event, _ in opened.table.ended}
            for client, name in ((ann, "Ann"), (bob, "Bob"), (None, "")):
                cookie = client.cookie if client is not None else ""
                _, text, _ = await server.ask(f"/t/{ann.code}/hands.phhs", cookie=cookie)
                hands = list(HandHistory.loads_all(text))
                assert len(hands) == 3
                for number, hand in enumerate(hands):
                    event = ended[number]
                    index = event.names.index(name) if name else None
                    seen = _list_cards(event.state.observe(index))
                    assert _split(hand.actions) <= seen
            await ann.disconnect()
            await bob.disconnect()

    run(play)


def _split(actions: list[str]) -> set[str]:
    """Return the cards of actions, which stand there without spaces."""
    found = set()
    for action in actions:
        for word in action.split():
            if len(word) % 2 == 0 and re.fullmatch(r"(?:[2-9TJQKA][cdhs]|\?\?)+", word):
                found |= {word[place : place + 2] for place in range(0, len(word), 2)} - {"??"}
    return found


def test_who_does_not_read_costs_others_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.web.tables.sockets._SECONDS_TO_SEND", 0.4)

    async def play() -> None:
        # A little of what is sent waits in the machine: how much by itself differs by machine.
        async with run_server(tmp_path / "log", send_buffer=4096) as server:
            code, cookie = await server.open_table()
            opened = server.lobby.find(code)
            host = next(iter(opened.table.people))
            opened.submit(host, intents.Sit(id="sit", name="Ann"))
            for number in range(50):
                opened.submit(host, intents.Say(id=f"say {number}", text="x" * 200))
            async with Client(server, code, cookie) as ann:
                with socket.socket() as stalled:
                    stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                    stalled.connect(("127.0.0.1", int(server.address.split(":")[1])))
                    stalled.sendall(
                        f"GET /ws/t/{code} HTTP/1.1\r\nHost: {server.address}\r\n"
                        f"Origin: {server.origin}\r\n"
                        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
                    )
                    (gathering,) = opened._watchers
                    visits = gathering.visits  # type: ignore[attr-defined]
                    while len(visits) < 2:
                        await asyncio.sleep(0.01)
                    told_meanwhile = 0
                    for number in count():
                        if len(visits) < 2:
                            break
                        waits = any(one._sending_since is not None for one in visits)
                        opened.submit(host, intents.Pause(id=f"p {number}", paused=not number % 2))
                        version = opened.table.version
                        await ann.until(lambda v=version: ann.news["v"] >= v)
                        told_meanwhile += waits and len(visits) == 2
                    # Whoever reads is told everything while the other is still waited for.
                    assert told_meanwhile > 0
                    assert visits == {one for one in visits if one.audience.person is not None}

    run(play)


def test_nobody_from_elsewhere_opens_all_tables(tmp_path: Path) -> None:
    now = 1_000_000

    async def play() -> None:
        nonlocal now
        lobby = Lobby(TableLog(tmp_path / "log"), clock=lambda: now)
        server = TableServer(lobby)

        async def open_from(address: str) -> int:
            async def receive() -> dict[str, Any]:
                return {"type": "http.request", "body": b"{}", "more_body": False}

            scope = {
                "type": "http",
                "method": "POST",
                "path": "/tables",
                "headers": [(b"host", b"localhost:8000")],
            }
            request = Request({**scope, "client": (address, 1)}, receive)
            return (await server.open_table(request)).status_code

        found = [await open_from("192.0.2.7") for _ in range(22)]
        assert found == [200] * 20 + [429] * 2
        # Others may, and who has the machine, and the same one later.
        assert await open_from("192.0.2.8") == 200
        assert [await open_from("127.0.0.1") for _ in range(30)] == [200] * 30
        # The addresses of an IPv6 /64 are one network.
        found = [await open_from(f"2001:db8:1:2::{number:x}") for number in range(1, 61)]
        assert found == [200] * 20 + [429] * 40
        assert await open_from("2001:db8:1:3::1") == 200
        now += 3_600
        assert await open_from("192.0.2.7") == 200
        lobby.close()

    asyncio.run(play())


@pytest.mark.parametrize("seat", ["%E2%82%AC", "%0d%0aSet-Cookie:a=b", "%00", "a;b", "x" * 3_000])
def test_secrets_that_nobody_gave_are_left_out(seat: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, _ = await server.open_table()
            host, _, port = server.address.partition(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(
                f"GET /t/{code}?seat={seat} HTTP/1.1\r\nHost: {server.address}\r\n"
                "Connection: close\r\n\r\n".encode()
            )
            head = (await reader.read()).decode().lower()
            writer.close()
            assert head.startswith("http/1.1 303") and "set-cookie" not in head

    run(play)


def test_a_table_that_cannot_be_as_it_was_wanted_is_not_opened(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            body = {"settings": {"seats": 2}, "bots": ["caller"] * 3}
            with pytest.raises(HTTPError) as caught:
                await server.ask("/tables", body)
            caught.value.close()
            assert caught.value.code == 400 and not server.lobby.tables
            body = {"settings": {"seats": 2}, "bots": ["caller"] * 2}
            await server.ask("/tables", body)
            assert len(server.lobby.tables) == 1

    run(play)
