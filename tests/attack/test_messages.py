"""Bad requests and bad messages: each is refused, and the server goes on for everybody else."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from attack.budget import Attack
from attack.structures import change
from histories.mutation.damage import mutate
from web.serving import LOG, Asker, run_server

pytestmark = pytest.mark.attack

# For what never ends if something is wrong.
PATIENCE = 120
QUESTIONS: dict[str, dict[str, Any]] = {
    "list_hands": {"shelf": "SHELF", "player": "Ann", "offset": 0, "limit": 5, "order": "pot"},
    "replay": {"shelf": "SHELF", "hand": 1, "viewer": 0, "unit": "bb"},
    "find_equities": {"shelf": "SHELF", "hand": 1},
    "export": {"shelf": "SHELF", "hand": 1, "kind": "phh", "step": 2},
    "convert": {"shelf": "SHELF", "target": "phh", "files": [1]},
    "sum_up": {"shelf": "SHELF"},
    "read_range": {"text": "AA,KK:0.5"},
    "equity": {"players": ["AA", "KsKd"], "board": "2c3d4h", "samples": 100, "seed": 1},
    "odds": {"hand": "AhKh", "board": "QhJh2c"},
    "icm": {"stacks": "5000 3000 2000", "payouts": "50 30 20"},
    "evaluate": {"hands": ["AsKs", "QhQd"], "board": "QsJsTs"},
    "solve": {"shelf": "SHELF", "hand": 1, "street": "river", "first": "AA", "second": "KK"},
    "look_at": {"shelf": "SHELF", "file": 1, "line": ""},
    "report_store": {"store": "1", "report": "leaks"},
    "nothing": {},
}
INTENTS: list[dict[str, Any]] = [
    {"t": "hello"},
    {"t": "ping", "ms": 1},
    {"t": "sit", "id": "a", "name": "Zed", "seat": 1, "amount": 100},
    {"t": "leave", "id": "b"},
    {"t": "sitout", "id": "c", "away": True},
    {"t": "buy", "id": "d", "amount": 50},
    {"t": "act", "id": "e", "hand": 1, "v": 3, "move": "call"},
    {"t": "plan", "id": "f", "hand": 1, "plan": "check-fold"},
    {"t": "say", "id": "g", "text": "hello"},
    {"t": "pause", "id": "h", "paused": True},
    {"t": "kick", "id": "i", "person": "p1"},
    {"t": "setstack", "id": "j", "person": "p1", "amount": 5},
    {"t": "changegame", "id": "k", "game": "razz"},
    {"t": "addbot", "id": "l", "bot": "caller"},
    {"t": "pledge", "id": "m", "hand": 1, "promise": "0" * 64},
    {"t": "reveal", "id": "n", "hand": 1, "number": "0" * 64},
]
HEADS = (
    "GET / HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET /play HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n",
    "POST /desk/about HTTP/1.1\r\nHost: HOST\r\nOrigin: PAGE\r\nContent-Length: 2\r\n\r\n{}",
    "POST /desk/about HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n"
    "2\r\n{}\r\n0\r\n\r\n",
    "GET /ws/t/x HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    "GET /t/../../etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n",
)


@pytest.fixture(scope="module")
def asker() -> Iterator[Asker]:
    with run_server(files=[LOG]) as found:
        found.list_all(found.ask("about")["shelf"])
        yield found


def is_served(asker: Asker) -> bool:
    """Return whether an ordinary question is answered as ever."""
    return asker.try_to("evaluate", hands=["AsKs"], board="QsJsTs").status == 200


def test_requests(attack: Attack, asker: Asker) -> None:
    """Bytes that are no request, or nearly one."""
    host = urlsplit(asker.address)
    for number in attack.rounds(60):
        seed = attack.random.getrandbits(32)
        random = Random(seed)
        text = random.choice(HEADS).replace("HOST", host.netloc).replace("PAGE", asker.origin)
        data = mutate(random, text).replace("\n", "\r\n").encode("utf-8", "replace")
        attack.try_case("requests")
        with socket.create_connection((host.hostname, host.port or 0), PATIENCE) as client:
            try:
                client.sendall(data)
                client.shutdown(socket.SHUT_WR)
                answer = b"".join(iter(lambda: client.recv(1 << 16), b""))
            except ConnectionError:
                continue
        if answer.startswith((b"HTTP/1.1 500", b"HTTP/1.1 502")):
            attack.find(f"requests, seed {seed}: {answer[:300]!r}")
        if number % 50 == 0 and not is_served(asker):
            attack.find(f"requests, seed {seed}: others are not served any more")


def test_questions(attack: Attack, asker: Asker) -> None:
    """Questions to the desk with fields that are missing, doubled or of other types."""
    shelf = asker.ask("about")["shelf"]
    names = [*QUESTIONS]
    for number in attack.rounds(5 * len(names)):
        name = names[number % len(names)]
        seed = attack.random.getrandbits(32)
        question = change(Random(seed), QUESTIONS[name])
        if isinstance(question, dict) and isinstance(question.get("samples"), int):
            # How long it takes to sample is no finding.
            question["samples"] = min(question["samples"], 1000)
        body = json.dumps(question).replace("SHELF", shelf).encode()
        attack.try_case(name)
        said = asker.request("POST", f"/desk/{name}", body, {"Content-Type": "application/json"})
        if said.status >= 500 or b'"fault"' in said.body:
            attack.find(f"{name}, seed {seed}: {body[:300]!r}: {said.status} {said.body[:300]!r}")
        elif said.status != 200 and set(said.data) != {"code", "message"}:
            attack.find(f"{name}, seed {seed}: {said.body[:300]!r}")
    assert is_served(asker)


def open_table(asker: Asker) -> tuple[str, str]:
    """Open a table; return its code and the cookie of its host."""
    body = json.dumps({"settings": {"game": "nlhe", "rest": 0, "pace": 0}, "bots": ["caller"]})
    request = Request(f"http://{asker.host}/tables", body.encode(), {"Origin": asker.origin})
    with urlopen(request, timeout=PATIENCE) as answer:
        cookie = answer.headers["set-cookie"].partition(";")[0]
        return json.loads(answer.read())["code"], cookie


def enter(asker: Asker, code: str, cookie: str) -> ClientConnection:
    return connect(
        f"ws://{asker.host}/ws/t/{code}",
        additional_headers={"Cookie": cookie},
        origin=Origin(asker.origin),
        compression=None,
    )


def test_intents(attack: Attack, asker: Asker) -> None:
    """Messages of a table's socket: of other structure, of other bytes, and in any order."""
    code, cookie = open_table(asker)
    for number in attack.rounds(8):
        seed = attack.random.getrandbits(32)
        random = Random(seed)
        try:
            # The host, and people who have only just come.
            with enter(asker, code, cookie if number % 2 else "") as client:
                for _ in range(30):
                    text = json.dumps(change(random, random.choice(INTENTS)))
                    if random.random() < 0.2:
                        text = mutate(random, text)
                    attack.try_case("intents")
                    data = text.encode("utf-8", "replace")
                    client.send(data if random.random() < 0.2 else data.decode())
                # Whoever is still there is told the time.
                client.send('{"t": "ping", "ms": 77}')
                while json.loads(client.recv(PATIENCE)).get("ms") != 77:
                    pass
        except (ConnectionClosed, InvalidStatus):
            # Who sends nonsense may be asked to leave; the table stays.
            pass
        if number % 8 == 0 and not is_table(asker, code, cookie):
            attack.find(f"intents, seed {seed}: the table is not there any more")
            code, cookie = open_table(asker)


def is_table(asker: Asker, code: str, cookie: str) -> bool:
    """Return whether the host sees the table."""
    try:
        with enter(asker, code, cookie) as client:
            return bool(json.loads(client.recv(PATIENCE))["t"] == "table")
    except (ConnectionClosed, InvalidStatus, HTTPError):
        return False
