"""A server whose table goes to another one: nothing more is said of it, and people are sent on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from croupier.hosting import Lobby, TableLog, TableSettings
from croupier.hosting import entries as log
from croupier.hosting.codes import make_secret
from croupier.hosting.entries import Entry
from croupier.hosting.log import Changes, LostTableError
from croupier.web.guards import Guard
from croupier.web.tables.client import TableClient

from .clients import Client, RunningServer, run_server


async def server_location(server: RunningServer, path: str, cookie: str) -> str:
    """Return where a server redirects to."""

    def ask() -> str:
        connection = HTTPConnection(server.address, timeout=20)
        connection.request("GET", path, headers={"Cookie": cookie})
        found = connection.getresponse().headers["location"]
        connection.close()
        return found

    return await asyncio.to_thread(ask)


class TakenLog(TableLog):
    """A log whose tables can be taken away."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.beat = 3600.0
        self.is_late = False
        self.taken: dict[str, str] = {}
        self.changes = Changes([], [])

    def append(self, code: str, number: int, entries: Any) -> None:
        if code in self.taken:
            raise LostTableError("another server has the table", code="table-moved")
        super().append(code, number, entries)

    def is_held(self, code: str) -> bool:
        return not self.is_late and code not in self.taken

    def find_owner(self, code: str) -> str:
        return self.taken.get(code, "")

    def renew(self) -> Changes:
        found, self.changes = self.changes, Changes([], [])
        return found


@pytest.fixture
def logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers have logs whose tables can be taken away."""
    monkeypatch.setattr(f"{run_server.__module__}.TableLog", TakenLog)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


async def wait_closed(client: Client) -> int:
    await client._reading
    code = client.socket.close_code
    assert code is not None
    return code


@pytest.mark.usefixtures("logs")
def test_who_is_late_says_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, cookie = await server.open_table()
            ann = Client(server, code, cookie)
            await ann.connect()
            heard = len(ann.texts)
            server.lobby.log.is_late = True  # type: ignore[attr-defined]
            for message in ({"t": "ping", "ms": 1}, {"t": "say", "id": "x", "text": "Hello"}):
                await ann.socket.send(json.dumps(message))
            assert await wait_closed(ann) == 4002
            assert len(ann.texts) == heard
            for path in (f"/t/{code}/deals.json", f"/t/{code}/evening"):
                # It is not to be reached just now.
                assert (await server.ask(path, cookie=cookie))[0] == 503
            # When it is not late any more, all is there again.
            server.lobby.log.is_late = False  # type: ignore[attr-defined]
            await ann.connect()
            assert (await ann.send("sit", name="Ann"))["t"] == "ack"
            await ann.disconnect()

    run(play)


@pytest.mark.usefixtures("logs")
def test_people_are_sent_to_where_the_table_is(tmp_path: Path) -> None:
    async def play() -> None:
        second = run_server(tmp_path / "log")
        async with run_server(tmp_path / "other") as here, second as other:
            code, cookie = await here.open_table()
            ann = Client(here, code, cookie)
            await ann.connect()
            heard = len(ann.texts)
            # The other server has it from now on.
            for number, entry in enumerate(here.lobby.log.read(code), 1):
                other.lobby.log.append(code, number, [entry])
            here.lobby.log.taken[code] = other.origin  # type: ignore[attr-defined]
            other.lobby._reopen(code)
            other.lobby._resume(code)
            await ann.socket.send(json.dumps({"t": "sit", "id": "x", "name": "Ann"}))
            assert await wait_closed(ann) == 4002
            assert len(ann.texts) == heard and code not in here.lobby.tables
            # A spectator is led on as well, and is a spectator there.
            name = cookie.partition("=")[0]
            watching = await server_location(here, f"/t/{code}", f"{name}=spectator")
            assert watching == f"{other.origin}/t/{code}?seat=spectator&moved=1"
            there = watching.removeprefix(other.origin)
            assert await server_location(other, there, "") == f"/t/{code}"
            # The page asks again, and is led on; so is a program that only has the old link.
            _, text, _ = await here.ask("/lobby", cookie=cookie)
            assert [one["code"] for one in json.loads(text)["tables"]] == [code]
            secret = cookie.partition("=")[2]
            client = TableClient(f"{here.origin}/t/{code}?seat={secret}")
            task = asyncio.create_task(client.run())
            assert (await client.send("sit", name="Ann"))["t"] == "ack"
            assert other.lobby.tables[code].table.people["p1"].name == "Ann"
            task.cancel()
            with pytest.raises(HTTPError):
                await here.ask("/t/abcdefghjk")

    run(play)


def test_a_lobby_loses_and_gains_tables(tmp_path: Path) -> None:
    async def play() -> None:
        kept = TakenLog(tmp_path / "log")
        kept.beat = 0.01
        lobby = Lobby(kept)
        opened = lobby.open(TableSettings("nlhe"))
        told: list[tuple[Entry, ...]] = []
        opened.watch(type("Told", (), {"changed": lambda _, __, entries: told.append(entries)})())
        opened.enter(make_secret(), is_host=True)
        lobby.start()
        kept.changes = Changes([opened.code], [])
        while opened.code in lobby.tables:
            await asyncio.sleep(0.01)
        assert not opened.is_held and told[-1] == ()
        version = opened.table.version
        with pytest.raises(LostTableError):
            opened.enter(make_secret())
        opened.go_on()
        assert opened.table.version == version
        kept.changes = Changes([], [opened.code])
        while opened.code not in lobby.tables:
            await asyncio.sleep(0.01)
        again = lobby.tables[opened.code]
        assert again is not opened and again.table.version == version + 1
        assert isinstance(list(kept.read(opened.code))[-1], log.Resumed)
        lobby.close()

    run(play)


@pytest.mark.parametrize(
    ("path", "mode", "site", "status"),
    [
        ("/t/abc", "navigate", "cross-site", 200),
        ("/t/abc", "cors", "cross-site", 403),
        ("/lobby", "navigate", "cross-site", 403),
        ("/desk/about", "navigate", "cross-site", 403),
        ("/t/abc", "cors", "same-origin", 200),
    ],
)
def test_links_may_lead_to_tables_and_nowhere_else(
    path: str, mode: str, site: str, status: int
) -> None:
    found: list[int] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            found.append(message["status"])

    headers = {
        "host": "a.example",
        "sec-fetch-site": site,
        "sec-fetch-mode": mode,
        "sec-fetch-dest": "document" if mode == "navigate" else "empty",
    }
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "client": ("127.0.0.1", 1),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    guard = Guard(app, frozenset({"a.example"}))
    asyncio.run(guard(scope, None, send))  # type: ignore[arg-type]
    assert found == [status]
