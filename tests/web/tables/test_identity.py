"""Who is who at a table: cookies, private links, people who left, and limits of networks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import RefusedError
from croupier.hosting import Lobby, TableLog, TableSettings
from croupier.hosting.intents import Sit
from croupier.web.tables.cookies import find_cookie
from croupier.web.tables.crowd import Crowd

from .clients import Client, RunningServer, run_server


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 120))


class Answer:
    """An answer as it came: no redirect is followed."""

    def __init__(
        self, server: RunningServer, path: str, cookie: str, method: str, headers: dict[str, str]
    ) -> None:
        connection = HTTPConnection(server.address, timeout=20)
        try:
            connection.request(method, path, headers={**headers, "Cookie": cookie})
            answer = connection.getresponse()
            self.status = answer.status
            self.headers = {name.lower(): value for name, value in answer.getheaders()}
            answer.read()
        finally:
            connection.close()

    @property
    def cookie(self) -> str:
        return self.headers.get("set-cookie", "").partition(";")[0]


async def visit(
    server: RunningServer, path: str, cookie: str = "", method: str = "GET", **headers: str
) -> Answer:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return await asyncio.to_thread(Answer, server, path, cookie, method, given)


def test_link_with_a_chosen_secret_does_not_show_the_cards_of_the_victim(tmp_path: Path) -> None:
    """An attacker invites with a secret of their own choice, and then uses it themselves."""

    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, host_cookie = await server.open_table()
            chosen = "attackerchosen"
            entered = await visit(server, f"/t/{code}?seat={chosen}")
            assert entered.status == 303 and chosen not in str(entered.headers)
            victim_cookie = (await visit(server, f"/t/{code}", entered.cookie)).cookie
            async with (
                Client(server, code, host_cookie) as host,
                Client(server, code, victim_cookie) as victim,
                Client(server, code, f"{find_cookie(code)}={chosen}") as attacker,
            ):
                await host.send("sit", name="Host")
                await victim.send("sit", name="Victim")
                await victim.until(lambda: victim.news.get("table"))
                own = json.dumps(victim.news["table"])
                await attacker.until(lambda: attacker.news.get("table"))
                assert "person" not in attacker.news["you"]
                assert json.dumps(attacker.news["table"]) != own
                refused = await attacker.act("fold")
                assert refused["code"] == "unknown-person"
                assert victim.socket.close_code is None

    run(play)


def test_link_never_replaces_a_known_cookie(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, host_cookie = await server.open_table()
            async with (
                Client(server, code, host_cookie) as host,
                Client(server, code) as attacker,
            ):
                await host.send("sit", name="Host")
                await attacker.send("sit", name="Attacker")
                seat = (await attacker.send("link"))["seat"]
                for secret in (seat, "unknown", attacker.cookie.partition("=")[2]):
                    answer = await visit(server, f"/t/{code}?seat={secret}", host_cookie)
                    assert answer.status == 303 and not answer.cookie
                    assert answer.headers["location"] == f"/t/{code}"
                assert host.socket.close_code is None
                # The link was not used up.
                moved = await visit(server, f"/t/{code}?seat={seat}")
                assert moved.cookie

    run(play)


def test_private_link_is_exchanged_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, cookie = await server.open_table()
            async with Client(server, code, cookie) as old:
                await old.send("sit", name="Ann")
                seat = (await old.send("link"))["seat"]
                path = f"/t/{code}?seat={seat}"
                # Neither a look at the head nor a page that is loaded in advance uses it up.
                for method, headers in (("HEAD", {}), ("GET", {"Sec_Purpose": "prefetch"})):
                    assert not (await visit(server, path, method=method, **headers)).cookie
                answer = await visit(server, path)
                assert answer.status == 303 and answer.headers["location"] == f"/t/{code}"
                assert answer.headers["cache-control"] == "no-store"
                assert answer.headers["referrer-policy"] == "no-referrer"
                given = SimpleCookie(answer.headers["set-cookie"])[find_cookie(code)]
                assert given.value != seat
                assert given["httponly"] and given["samesite"].lower() == "lax"
                assert not given["secure"]
                # The old browser is out at once.
                await old._reading
                assert old.answers["bye"]["code"] == "replaced"
                async with Client(server, code, cookie) as stale:
                    assert "person" not in stale.news["you"]
                again = await visit(server, path)
                assert not again.cookie and again.headers["location"].endswith("#unknown-link")
                async with Client(server, code, answer.cookie) as new:
                    assert new.news["you"]["name"] == "Ann" and new.news["you"]["is_host"]
                kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
                assert seat.encode() not in kept and given.value.encode() not in kept

    run(play)


def test_unused_private_link_works_after_a_restart(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, cookie = await server.open_table()
            async with Client(server, code, cookie) as ann:
                await ann.send("sit", name="Ann")
                seat = (await ann.send("link"))["seat"]
        async with run_server(tmp_path / "log") as server:
            answer = await visit(server, f"/t/{code}?seat={seat}")
            async with Client(server, code, answer.cookie) as ann:
                assert ann.news["you"]["name"] == "Ann"
        async with run_server(tmp_path / "log") as server:
            async with Client(server, code, cookie) as stale:
                assert "person" not in stale.news["you"]
            async with Client(server, code, answer.cookie) as ann:
                assert ann.news["you"]["name"] == "Ann"

    run(play)


def test_visitors_who_sit_and_leave_do_not_lock_a_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, cookie = await server.open_table(seats=6)
            for number in range(70):
                async with Client(server, code) as visitor:
                    said = await visitor.send("sit", name=f"Visitor {number % 9}")
                    assert said["t"] == "ack", said
                    assert (await visitor.send("leave"))["t"] == "ack"
            table = server.lobby.find(code).table
            assert len(table.people) < 5
            async with Client(server, code, cookie) as host, Client(server, code) as friend:
                assert (await host.send("sit", name="Host"))["t"] == "ack"
                assert (await friend.send("sit", name="Visitor 1"))["t"] == "ack"
                await friend.until(lambda: friend.news.get("table"))

    run(play)


def test_one_network_cannot_take_all_seats(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, cookie = await server.open_table(seats=8)
            opened = server.lobby.find(code)
            codes: list[str] = []
            async with Client(server, code, cookie) as host:
                await host.send("sit", name="Host")
                for number in range(58):
                    address = f"2001:db8:1:2::{number + 1:x}"
                    async with Client(server, code, address=address) as visitor:
                        said = await visitor.send("sit", name=f"Visitor {number}")
                        codes.append(said.get("code", "ack"))
                # Half of the seats, and one more player who has to ask the host.
                assert codes.count("ack") == 5
                assert set(codes) == {"ack", "network-seats", "too-many-newcomers"}
                asking = [one for one in opened.table.seated.values() if one.is_asking]
                assert len(asking) == 1
                async with Client(server, code, address="198.51.100.7") as friend:
                    assert (await friend.send("sit", name="Friend"))["t"] == "ack"
                # The players at home are not limited.
                async with Client(server, code) as near:
                    assert (await near.send("sit", name="Near"))["t"] == "ack"

    run(play)


def test_the_network_of_the_host_has_all_seats(tmp_path: Path) -> None:
    lobby = Lobby(TableLog(tmp_path / "log"))
    opened = lobby.open(TableSettings("nlhe", seats=4))
    host = opened.enter("the secret of the host", is_host=True)
    crowd = Crowd(opened.table)
    crowd.networks[host.id] = "198.51.100.7"
    crowd.networks |= {f"p{number}": "198.51.100.7" for number in range(2, 9)}

    async def sit() -> None:
        for number in range(2, 5):
            assert not crowd.check_seat(None, "198.51.100.7", 0)
            opened.sit_down(f"secret {number}", Sit(id="1", name=f"Player {number}"))

    run(sit)
    for _ in range(17):
        crowd.check_seat(None, "198.51.100.7", 0)
    with pytest.raises(RefusedError) as caught:
        crowd.check_seat(None, "198.51.100.7", 0)
    assert caught.value.code == "too-many-newcomers"
    lobby.close()


def test_removed_player_cannot_sit_down_again_at_once(tmp_path: Path) -> None:
    now = 1_000_000.0

    async def play() -> None:
        nonlocal now
        async with run_server(tmp_path / "log", clock=lambda: now) as server:
            code, cookie = await server.open_table(seats=8)
            opened = server.lobby.find(code)
            address = "203.0.113.7"
            async with (
                Client(server, code, cookie) as host,
                Client(server, code, address=address) as troll,
            ):
                await troll.send("sit", name="Troll")
                (person,) = [one for one in opened.table.people.values() if one.name]
                assert (await host.send("kick", person=person.id))["t"] == "ack"
                assert (await troll.send("sit", name="Troll"))["code"] == "removed"
                assert (await troll.send("say", text="Hello"))["code"] == "removed"
                # With a new cookie the host is asked, and so is everybody else of that network.
                async with Client(server, code, address=address) as fresh:
                    assert (await fresh.send("sit", name="Nobody"))["t"] == "ack"
                    (other,) = opened.table.seated.values()
                    assert other.is_asking
                    await fresh.send("leave")
                now += 11 * 60
                assert (await troll.send("sit", name="Troll"))["t"] == "ack"
                assert person.is_asking
                assert (await host.send("kick", person=person.id, ban=True))["t"] == "ack"
                now += 24 * 3600
                assert (await troll.send("sit", name="Troll"))["code"] == "banned"
                await host.until(lambda: host.news["you"].get("departed"))
                (departed,) = host.news["you"]["departed"]
                assert departed == {"person": person.id, "name": "Troll", "banned": True}
                # Guests are not told.
                assert "departed" not in troll.news["you"]
                assert (await host.send("allow", person=person.id))["t"] == "ack"
                assert (await troll.send("sit", name="Troll"))["t"] == "ack"
                assert not person.is_asking

    run(play)


async def play_hands(server: RunningServer, code: str, count: int, *clients: Client) -> None:
    table = server.lobby.find(code).table
    while table.hand < count or table.is_playing:
        person = table.decider
        if person is None:
            await asyncio.sleep(0.001)
            continue
        client = next(one for one in clients if one.news["you"].get("person") == person.id)
        await client.until(lambda c=client: c.news["v"] >= table.version)
        if table.decider is person:
            await client.act("fold" if table.hand % 2 else "call")


def test_name_and_ledger_belong_to_a_person_who_left(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, cookie = await server.open_table(rest=50)
            table = server.lobby.find(code).table
            async with (
                Client(server, code, cookie) as host,
                Client(server, code) as ann,
                Client(server, code) as cy,
            ):
                for client, name in ((host, "Host"), (cy, "Cy"), (ann, "Ann")):
                    await client.send("sit", name=name)
                    await client.until(lambda c=client: "person" in c.news["you"])
                await play_hands(server, code, 3, host, ann, cy)
                assert (await ann.send("leave"))["t"] == "ack"
                own = ann.news["you"]["person"]
                while table.people[own].seat is not None:
                    await play_hands(server, code, table.hand, host, ann, cy)
                    await asyncio.sleep(0.001)
                row = table.people[own]
                account = row.bought, row.taken
                # Another person cannot take the name, nor the row.
                async with Client(server, code) as other:
                    assert (await other.send("sit", name="ann"))["code"] == "duplicate-name"
                assert (await cy.send("link", person=own))["code"] == "not-the-host"
                # The host gives it to a browser without the cookie.
                seat = (await host.send("link", person=own))["seat"]
                answer = await visit(server, f"/t/{code}?seat={seat}")
                await ann._reading
                async with Client(server, code, answer.cookie) as again:
                    assert again.news["you"]["person"] == own
                    # The cards of hands before that stay hidden: the host could look at them.
                    shown = (await server.ask(f"/t/{code}/hands.phhs", cookie=answer.cookie))[1]
                    watched = (await server.ask(f"/t/{code}/hands.phhs"))[1]
                    assert shown == watched and "[1]" in shown
                    assert (await again.send("sit", name="Ann"))["t"] == "ack"
                    assert (row.bought, row.taken) == (account[0] + 200, account[1])
                    assert table.count_chips() == 0
                    # The host has no link for a player, whose cards it would show.
                    assert (await host.send("link", person=own))["code"] == "seated-already"

    run(play)


def test_host_clears_the_list_of_people_who_left(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, cookie = await server.open_table(rest=50)
            opened = server.lobby.find(code)
            table = opened.table
            async with (
                Client(server, code, cookie) as host,
                Client(server, code) as ann,
            ):
                for client, name in ((host, "Host"), (ann, "Ann")):
                    await client.send("sit", name=name)
                    await client.until(lambda c=client: "person" in c.news["you"])
                await play_hands(server, code, 3, host, ann)
                await ann.send("leave")
                while table.find_by_key(table.people["p2"].key) and table.people["p2"].seat:
                    await play_hands(server, code, table.hand, host, ann)
                    await asyncio.sleep(0.001)
                before = table.people["p2"]
                assert (await ann.send("clear"))["code"] == "not-the-host"
                assert (await host.send("clear"))["t"] == "ack"
                assert "p2" not in table.people and table.count_chips() == 0
                assert table.forgotten == (before.bought, before.taken)
                # The page of who is forgotten is that of a spectator, and the name is free.
                await ann.until(lambda: "person" not in ann.news["you"])
                evening = json.loads((await server.ask(f"/t/{code}/evening", cookie=cookie))[1])
                if before.bought != before.taken:
                    assert "(people who left)" in str(evening)
                assert (await ann.send("sit", name="Ann"))["t"] == "ack"
                # Its ID is a new one: the hands of the old one are still in the log.
                assert "p3" in table.people

    run(play)


def test_messages_are_counted_by_person_and_not_by_socket(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path / "log") as server:
            code, cookie = await server.open_table()
            said = []
            for _ in range(4):
                # Every socket of a person replaces the one before.
                async with Client(server, code, cookie) as host:
                    await host.send("sit", name="Host")
                    said += [await host.send("say", text="Hello") for _ in range(2)]
            assert [one["t"] for one in said] == ["ack"] * 5 + ["nack"] * 3
            assert said[-1]["code"] == "too-fast"

    run(play)


def test_people_of_a_network_share_its_limits(tmp_path: Path) -> None:
    lobby = Lobby(TableLog(tmp_path / "log"))
    crowd = Crowd(lobby.open(TableSettings("nlhe")).table)
    remarks = [crowd.may_talk(f"p{number}", "198.51.100.7", 0) for number in range(60)]
    assert 5 < sum(remarks) < 60 and not remarks[-1]
    assert crowd.may_talk("p1", "198.51.100.8", 0)
    assert crowd.may_talk("p61", "", 0)
    messages = [crowd.may_speak(f"p{number % 50}", "198.51.100.7", 0) for number in range(1_000)]
    assert 40 < sum(messages) < 1_000 and not messages[-1]
    assert crowd.may_speak("p1", "198.51.100.8", 5)
    lobby.close()
