"""The server of the desk: who may ask, how much, and what comes back."""

from __future__ import annotations

import asyncio
import gc
import gzip
import json
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route

from croupier.hosting import Lobby, TableLog
from croupier.web import server
from croupier.web.desk import list_methods
from croupier.web.guards import COOKIE, POLICY
from croupier.web.local import MAX_PACKED
from croupier.web.messages import HandsQuestion
from croupier.web.server import collecting_seldom, make_app
from croupier.web.shelves import Room, Shelf
from croupier.web.shelves import shelf as shelf_module
from croupier.web.tables.sockets import TableServer

from .serving import COMMAND, LOG, Asker, run_server

JSON = {"Content-Type": "application/json"}


def test_it_says_where_it_is_and_ends_when_told() -> None:
    process = subprocess.Popen(
        [arg for arg in COMMAND if arg != "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("The desk is at http://127.0.0.1:")
    asker = Asker(line.split()[-1])
    assert asker.ask("about")["version"]
    process.terminate()
    out, errors = process.communicate(timeout=20)
    assert (out, "Traceback" in errors) == ("", False)


def test_all_objects_are_seldom_looked_through() -> None:
    before = gc.get_threshold()
    with collecting_seldom():
        young, middle, old = gc.get_threshold()
        assert (young, middle) == before[:2] and old >= 100 * before[2]
    assert gc.get_threshold() == before


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with run_server(files=[LOG]) as asker:
        asker.list_all(asker.ask("about")["shelf"])
        assert list(tmp_path.iterdir())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "70000"], "a port is from 0 to 65535"),
        (["--host", "203.0.113.1"], "nobody can listen at"),
        (["missing.csv"], "missing.csv is neither a file nor a store nor a game"),
    ],
)
def test_what_cannot_be_is_said(arguments: list[str], said: str) -> None:
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr


def test_small_messages_are_sent_at_once() -> None:
    # A system that may wait for more to send holds the news back that follow an answer.
    async def ask() -> int:
        listener = server._listen("127.0.0.1", 0)
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def meet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            found.set_result(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(meet, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            nodelay = await found
            writer.close()
            await writer.wait_closed()
        return nodelay

    assert asyncio.run(ask()) != 0


# Who may ask.


@pytest.mark.parametrize(
    "host", ["example.com", "127.0.0.1.example.com", "localhost.example.com:80", "", "0.0.0.0"]
)
def test_other_names_of_the_host_are_refused(asker: Asker, host: str) -> None:
    # A name of somebody else's that leads to this machine would make a page of theirs ours.
    assert asker.request("GET", "/", headers={"Host": host}).status == 400
    headers = {"Host": host, "Origin": f"http://{host}", **JSON}
    assert asker.request("POST", "/desk/about", b"{}", headers).status == 400


@pytest.mark.parametrize("origin", ["http://example.com", "null", "https://127.0.0.1", "", None])
def test_pages_of_others_may_not_ask(asker: Asker, origin: str | None) -> None:
    headers = {"Origin": origin, **JSON}
    assert asker.request("POST", "/desk/about", b"{}", headers).status == 403
    assert asker.request("POST", "/shelf", b"", {"Origin": origin}).status == 403


def test_browsers_say_who_asks(asker: Asker) -> None:
    headers = {"Origin": None, "Sec-Fetch-Site": "cross-site"}
    assert asker.request("GET", "/", headers=headers).status == 403


def test_all_answers_say_what_pages_may_do(asker: Asker) -> None:
    for method, path in [("GET", "/"), ("GET", "/nowhere"), ("POST", "/desk/nothing")]:
        said = asker.request(method, path, b"{}" if method == "POST" else None, JSON)
        assert said.headers["content-security-policy"] == POLICY
        assert said.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in said.headers
    assert "unsafe" not in POLICY and "default-src 'none'" in POLICY


def test_guests_are_shown_tables_and_the_lobby_alone(tmp_path: Path) -> None:
    with run_server("--host", "0.0.0.0", files=[LOG]) as asker:
        key = asker.address.partition("key=")[2]
        assert len(key) >= 20
        guest = Asker(asker.address)
        lobby = Lobby(TableLog(":memory:"))
        tables = TableServer(lobby)
        # Every route there is, asked without the key, and with it.
        paths = {
            route.path.format(
                method="about", shelf="a" * 22, place="night.html", code="x" * 10, game="razz"
            )
            for route in make_app(tmp_path, tables=tables).routes
            if isinstance(route, Route)
        } | {"/", "/index.html", f"/?key={key[:-1]}x", "/?key=", "/anything"}
        # What begins like a table is none.
        paths |= {"/t/../index.html", "/assets/../index.html", "/t/..", "/t/%2e%2e/desk/about"}
        lobby.close()
        kept = {"Cookie": f"{COOKIE}={key}", **JSON}
        for path in paths:
            for method in ("GET", "POST"):
                body = b"{}" if method == "POST" else None
                without = guest.request(method, path, body, JSON).status
                known = guest.request(method, path, body, kept).status
                if ".." in path or "%2e" in path:
                    assert without == known == 404, (method, path)
                elif path.startswith("/t/"):
                    # Who has the link of a table needs nothing else; there is none of this name.
                    assert without == known == (404 if method == "GET" else 405), path
                elif path in {"/play", "/lobby", "/tables"} or path.startswith("/lobby/rules/"):
                    assert without == 403 and known != 403, (method, path)
                else:
                    assert without == known == 403, (method, path)
        with_key = guest.request("GET", f"/play?key={key}", headers={"Origin": None})
        assert with_key.status == 303 and with_key.headers["location"] == "/play"
        cookie = with_key.headers["set-cookie"]
        assert "httponly" in cookie.lower() and "samesite=strict" in cookie.lower()
        other = {"Origin": "http://example.com", **kept}
        assert guest.request("GET", "/lobby", None, other).status == 403


def test_this_machine_asks_the_desk_with_the_key() -> None:
    with run_server("--host", "0.0.0.0", files=[LOG]) as asker:
        address = asker.address.replace(asker.host.partition(":")[0], "127.0.0.1")
        near = Asker(address)
        key = address.partition("key=")[2]
        assert near.request("POST", "/desk/about", b"{}", JSON).status == 403
        kept = {"Cookie": f"{COOKIE}={key}", **JSON}
        assert near.request("POST", "/desk/about", b"{}", kept).status == 200


# What is asked.


@pytest.mark.parametrize("method", [*list_methods(), "read_files", "nothing", "__init__"])
@pytest.mark.parametrize("body", [b"", b"[", b"[1]", b'{"shelf": 1}', b'"x"', b"{}", b"[" * 99999])
def test_wrong_questions_are_refused(asker: Asker, method: str, body: bytes) -> None:
    if method == "about" or (method, body) == ("read_range", b"{}"):
        # These need no question.
        return
    said = asker.request("POST", f"/desk/{method}", body, JSON)
    assert 400 <= said.status < 500
    assert set(said.data) == {"code", "message"}


@pytest.mark.parametrize("number", [1 << 53, 1 << 63, -(1 << 63), 1 << 64, 10**30])
def test_integers_of_questions_are_bounded(asker: Asker, number: int) -> None:
    shelf = asker.make_shelf()
    for method, question in (
        ("list_hands", {"shelf": shelf, "offset": number}),
        ("list_hands", {"shelf": shelf, "limit": number}),
        ("list_hands", {"shelf": shelf, "file": number}),
        ("replay", {"shelf": shelf, "hand": number}),
        ("equity", {"players": ["AA", "KK"], "samples": number}),
        ("equity", {"players": ["AA", "KK"], "seed": number}),
    ):
        said = asker.try_to(method, **question)
        assert said.status == 400 and said.data["code"] == "wrong-question", said.data


def test_questions_are_json(asker: Asker) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", None):
        said = asker.request("POST", "/desk/about", b"{}", {"Content-Type": kind})
        assert said.status == 415
    assert asker.request("POST", "/desk/about", b" " * (2 << 20), JSON).status == 413


@pytest.mark.parametrize("name", ["../../etc", "a" * 22, "..", "%2e%2e%2f" * 4, "x\0y", ""])
def test_names_of_shelves_are_no_paths(asker: Asker, name: str) -> None:
    said = asker.try_to("list_hands", shelf=name)
    assert (said.status, said.data["code"]) == (400, "unknown-shelf")


def test_only_what_was_made_is_given(asker: Asker, shelf: str) -> None:
    for place in ("hands.db", "file-1", "..%2f..%2fetc%2fpasswd", "converted-phh.phhs.part", "x"):
        assert asker.request("GET", f"/shelf/{shelf}/made/{place}").status == 404
    for other in ("a" * 22, "..", "%2e%2e"):
        assert asker.request("GET", f"/shelf/{other}/made/night.html").status == 404


# What is dropped.


def test_files_that_are_too_large_are_refused_before_they_are_read(asker: Asker) -> None:
    shelf = asker.make_shelf()
    path = f"/shelf/{shelf}/file?name=x"
    said = asker.request("POST", path, b"", {"Content-Length": str(MAX_PACKED + 1)})
    assert (said.status, said.data["code"]) == (413, "too-large")
    assert asker.ask("list_hands", shelf=shelf)["files"] == []


def test_files_without_a_length_are_counted(tmp_path: Path) -> None:
    import asyncio

    async def drop() -> tuple[int, list[str]]:
        app = make_app(tmp_path, most_packed=1000)
        sent: list[Any] = []
        async with app.router.lifespan_context(app):
            made: list[Any] = []
            await app(_scope("/shelf"), _once(b""), _keep(made))
            shelf = made[1]["body"].decode().split('"')[3]
            chunks = iter([b"x" * 400] * 3)

            async def receive() -> dict[str, Any]:
                return {"type": "http.request", "body": next(chunks), "more_body": True}

            await app(_scope(f"/shelf/{shelf}/file"), receive, _keep(sent))
            left = [path.name for path in (tmp_path / shelf).iterdir()]
        return sent[0]["status"], left

    status, left = asyncio.run(drop())
    assert status == 413 and not [name for name in left if name.startswith("file")]


def _scope(path: str) -> dict[str, Any]:
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    return {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"name=x",
        "headers": headers,
        "http_version": "1.1",
        "scheme": "http",
        "root_path": "",
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 1),
    }


def _once(body: bytes) -> Any:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


def _keep(sent: list[Any]) -> Any:
    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    return send


def test_a_file_is_read_when_all_of_it_is_there(tmp_path: Path) -> None:
    import asyncio

    data = LOG.read_bytes()

    async def drop() -> dict[int, int]:
        app = make_app(tmp_path)
        async with app.router.lifespan_context(app):
            made: list[Any] = []
            await app(_scope("/shelf"), _once(b""), _keep(made))
            shelf = Shelf(tmp_path / json.loads(made[1]["body"])["shelf"])
            path = f"/shelf/{shelf.name}/file"
            last = data[len(data) // 2 :]
            halves = iter([data[: len(data) // 2], last])
            begun, other_is_read = asyncio.Event(), asyncio.Event()

            async def receive() -> dict[str, Any]:
                half = next(halves)
                if begun.is_set():
                    await other_is_read.wait()
                begun.set()
                return {"type": "http.request", "body": half, "more_body": half is not last}

            slow = asyncio.create_task(app(_scope(path), receive, _keep([])))
            await begun.wait()
            # Another file comes whole, and is read meanwhile.
            await app(_scope(path), _once(data), _keep([]))
            await _until(lambda: shelf.list_files()[1].state == "read")
            assert shelf.list_files()[0].state == "arriving"
            assert shelf.list_hands(HandsQuestion(shelf=shelf.name)).reading
            other_is_read.set()
            await slow
            await _until(lambda: shelf.list_files()[0].state == "read")
            return {file.number: file.hands for file in shelf.list_files()}

    assert asyncio.run(drop()) == {1: 3, 2: 3}


async def _until_read(shelf: Shelf) -> None:
    question = HandsQuestion(shelf=shelf.name)
    await _until(lambda: not shelf.list_hands(question).reading)


async def _until(holds: Callable[[], bool]) -> None:
    import asyncio

    for _ in range(6000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it does not come true")


def test_all_shelves_have_room_for_so_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    monkeypatch.setattr(shelf_module, "MAX_KEPT", 4_000_000)
    monkeypatch.setattr(server, "MAX_KEPT", 4_000_000)

    async def drop() -> None:
        app = make_app(tmp_path)
        async with app.router.lifespan_context(app):

            async def post(path: str, body: bytes) -> tuple[int, Any]:
                sent: list[Any] = []
                await app(_scope(path), _once(body), _keep(sent))
                return sent[0]["status"], json.loads(sent[1]["body"])

            first = (await post("/shelf", b""))[1]["shelf"]
            statuses = []
            # Whichever shelf it is for, and however small the pieces are.
            for _ in range(12):
                shelf = (await post("/shelf", b""))[1]["shelf"]
                statuses.append(await post(f"/shelf/{shelf}/file", b"x" * 500_000))
                assert Room(tmp_path).measure() < 5_000_000
                await _until_read(Shelf(tmp_path / shelf))
            full = [said for status, said in statuses if status == 413]
            assert {said["code"] for said in full} <= {"desk-full"}
            # The oldest shelves have made room, so that there is no end to it.
            assert statuses[-1][0] == 200 and not (tmp_path / first).exists()
            # A single shelf is full at some time, says so, and keeps what is there.
            shelf = (await post("/shelf", b""))[1]["shelf"]
            said = [await post(f"/shelf/{shelf}/file", b"x" * 500_000) for _ in range(12)]
            assert said[0][0] == 200 and said[-1][1]["code"] == "desk-full"
            assert Room(tmp_path).measure() < 5_000_000

    asyncio.run(drop())


def test_what_unpacks_to_too_much_is_refused(asker: Asker) -> None:
    # A megabyte that becomes more than a gigabyte.
    piece = gzip.compress(b"PokerStars Hand #1: \n" + b"x" * (1 << 20), 9)
    shelf = asker.make_shelf()
    assert asker.drop(shelf, "bomb.gz", piece * 1000).status == 200
    [file] = asker.list_all(shelf)["files"]
    assert file["state"] == "failed" and file["problem"]
    # The server lives.
    assert asker.ask("about")["version"]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("nothing.txt", b""),
        ("noise.bin", bytes(range(256)) * 50),
        ("zip.zip", b"PK\x03\x04" + b"x" * 100),
        ("deep.json", b'{"ohh":' * 20000),
        ("spot.crs", b'{"format": "croupier solution"'),
        ("words.txt", b"Bring chips.\n" * 50),
    ],
)
def test_what_is_no_hand_is_said_to_be_none(asker: Asker, name: str, data: bytes) -> None:
    shelf = asker.make_shelf()
    assert asker.drop(shelf, name, data).status == 200
    [file] = asker.list_all(shelf)["files"]
    assert file["name"] == name
    if name.endswith(".crs"):
        said = asker.try_to("look_at", shelf=shelf, file=file["number"])
        assert said.status == 400 and said.data["message"]
    else:
        assert not file.get("hands") and (file.get("problem") or file["skipped"])


def test_names_of_files_are_shown_and_nothing_else(asker: Asker) -> None:
    shelf = asker.make_shelf()
    for name in ("../../x.csv", "<img src=x onerror=alert(1)>.csv", "a\x1b[2J\nb", "x" * 5000):
        assert asker.drop(shelf, name, LOG.read_bytes()).status == 200
    files = asker.list_all(shelf)["files"]
    assert [file["state"] for file in files] == ["read"] * 4
    assert files[0]["name"] == "../../x.csv" and "\x1b" not in files[2]["name"]
    assert len(files[3]["name"]) < 200


def test_what_takes_too_long_is_ended(tmp_path: Path) -> None:
    import asyncio

    from croupier.web.workers import Workers

    async def ask() -> tuple[bytes, bytes]:
        workers = Workers(tmp_path, seconds=0.01)
        late = await workers.ask("about", b"{}")
        await workers.close()
        patient = Workers(tmp_path, seconds=60)
        fine = await patient.ask("about", b"{}")
        await patient.close()
        return bytes(late.answer), bytes(fine.answer)

    late, fine = asyncio.run(ask())
    assert b'"late"' in late and b'"version"' in fine


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_a_process_takes_no_more_memory_than_it_may() -> None:
    program = (
        "from croupier.web.worker import MAX_MEMORY, limit_memory\n"
        "limit_memory(MAX_MEMORY)\n"
        "try:\n    x = bytearray(MAX_MEMORY)\nexcept MemoryError:\n    print('refused')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "refused\n"


def test_the_server_answers_while_somebody_waits(asker: Asker) -> None:
    from threading import Thread

    # Several people ask at once; nobody gets somebody else's answer.
    found: dict[int, str] = {}

    def ask(place: int) -> None:
        first = "23456789"[place]
        said = asker.ask("evaluate", hands=[f"{first}sAh"], board="KcQdTc")
        found[place] = said["blocks"][0]["rows"][0][0]

    threads = [Thread(target=ask, args=(place,)) for place in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {place: f"{'23456789'[place]}♠ A♥" for place in range(6)}
