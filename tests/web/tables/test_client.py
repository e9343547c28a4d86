"""The client of the protocol, for programs and in the terminal."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cli.playing.join import _Session
from croupier.errors import ParseError, RefusedError
from croupier.web.tables.client import TableClient, read_link

from .clients import run_server
from .test_killed import Process


async def until(check: object) -> None:
    async def look() -> None:
        while not check():  # type: ignore[operator]
            await asyncio.sleep(0.005)

    await asyncio.wait_for(look(), 30)


def test_programs_play_at_a_table_and_come_back_when_they_are_cut_off(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, _ = await server.open_table(game="badugi")
            link = f"{server.origin}/t/{code}"
            clients = [TableClient(link) for _ in range(2)]
            running = [asyncio.create_task(client.run()) for client in clients]
            for client, name in zip(clients, ("Ann", "Bob"), strict=True):
                await until(lambda c=client: c.news)
                assert (await client.send("sit", name=name))["t"] == "ack"
            table = server.lobby.find(code).table
            moves = 0
            while table.hand < 3:
                await until(lambda: any(one.choices for one in clients) or table.hand > 2)
                actor = next((one for one in clients if one.choices), None)
                if actor is None:
                    break
                asked = actor.news["asked"]
                moves += 1
                if moves % 3 == 0:
                    # The line is cut: what is sent meanwhile arrives later, and once.
                    await actor._socket.close()
                word = "call" if actor.choices[0]["name"] in ("fold", "check_or_call") else "pat"
                answer = await asyncio.wait_for(actor.act(word), 30)
                assert answer["t"] == "ack"
                await until(lambda a=actor, n=asked: a.news.get("asked") != n)
            assert table.count_chips() == 0 and moves > 5
            assert (await clients[0].act("raise 1000000"))["t"] == "nack"
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    asyncio.run(asyncio.wait_for(play(), 120))


def test_private_link_moves_the_seat_to_another_client(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, cookie = await server.open_table()
            secret = cookie.partition("=")[2]
            first = TableClient(f"{server.origin}/t/{code}?seat={secret}")
            running = asyncio.create_task(first.run())
            await until(lambda: first.news)
            assert first.news["you"]["is_host"]
            # A link works once.
            with pytest.raises(RefusedError) as refused:
                await TableClient(f"{server.origin}/t/{code}?seat={secret}").run()
            assert refused.value.code == "unknown-link"
            link = await first.send("link")
            assert link["t"] == "link" and link["person"] == first.news["you"]["person"]
            second = TableClient(f"{server.origin}/t/{code}?seat={link['seat']}")
            other = asyncio.create_task(second.run())
            # The first client is replaced and does not come back to push out the second.
            await asyncio.wait_for(running, 10)
            assert "another browser" in first.is_over
            await until(lambda: second.news)
            assert second.news["you"]["is_host"]
            other.cancel()
            await asyncio.gather(other, return_exceptions=True)

    asyncio.run(asyncio.wait_for(play(), 60))


def test_what_is_no_table_is_said(tmp_path: Path) -> None:
    for link in ("ftp://localhost/t/abc", "http://localhost/y/abc", "abc", "http://localhost/t/"):
        with pytest.raises(ParseError) as caught:
            read_link(link)
        assert caught.value.code == "table-link"

    async def ask() -> None:
        async with run_server(tmp_path / "log") as server:
            with pytest.raises(RefusedError) as refused:
                await TableClient(f"{server.origin}/t/nosuchtable").run()
            assert refused.value.code == "unknown-table"
        with pytest.raises(RefusedError) as refused:
            await TableClient("http://127.0.0.1:1/t/abc").run()
        assert refused.value.code == "no-server"

    asyncio.run(asyncio.wait_for(ask(), 60))


def test_a_person_plays_in_the_terminal() -> None:
    server = Process("nlhe", "--bots", "caller,caller", "--name", "Host")
    try:
        with subprocess.Popen(
            [sys.executable, "-m", "croupier", "play", "--join", server.address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            assert process.stdin is not None and process.stdout is not None
            turns = 0
            for line in process.stdout:
                if line.startswith("Your turn:"):
                    turns += 1
                    first = "raise nonsense\ncall"
                    word = first if turns == 1 else "/quit" if turns > 3 else "call"
                    process.stdin.write(f"{word}\n")
                    process.stdin.flush()
        assert process.returncode == 0
        assert turns > 3
    finally:
        server.kill()


def test_terminal_reports_that_it_has_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    session = _Session("Ann")
    news = {"hand": 1, "you": {"seat": 0}, "lines": [], "fair": {"hand": 1, "asks": "promise"}}
    session.show(news)
    session.show(news)
    assert " ".join(capsys.readouterr().out.split()).count("you have no number") == 1
    session = _Session("Bob")
    session.show({"hand": 1, "you": {"seat": 0}, "lines": []})
    assert "number" not in capsys.readouterr().out
