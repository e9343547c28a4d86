"""How a server is reached: keys, proxies, and the links that it prints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.types import Scope

from croupier.errors import SetupError
from croupier.web.addresses import make_reach
from croupier.web.guards import COOKIE, is_from_here

from .serving import LOG, ROOT, Asker, Said, run_server

JSON = {"Content-Type": "application/json"}
PUBLIC = "example.com"
LIFEBOAT = ROOT / "examples" / "lifeboat.json"


def find_status(near: Asker, path: str, **headers: str) -> int:
    """Ask as a proxy on this machine does that sends requests on as they came."""
    sent = {"Host": PUBLIC, "Origin": f"https://{PUBLIC}", **JSON}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    is_question = path.startswith("/desk/") or path in ("/tables", "/shelf")
    method, body = ("POST", b"{}") if is_question else ("GET", None)
    return near.request(method, path, body, sent).status


def test_public_address_always_needs_the_key() -> None:
    with run_server("--address", f"https://{PUBLIC}", files=[LOG]) as server:
        near = Asker(server.links["desk"])
        key = parse_qs(urlsplit(server.links["desk"]).query)["key"][0]
        assert server.links["lobby"] == f"https://{PUBLIC}/play?key={key}"
        desk = ["/", "/desk/about", "/desk/list_hands", "/shelf"]
        lobby = ["/play", "/lobby", "/tables", "/lobby/rules/razz"]
        for forwarded in ({}, {"X_Forwarded_For": "203.0.113.7"}):
            for path in [*desk, *lobby]:
                assert find_status(near, path, **forwarded) == 403, path
            # A visitor may ask for any host, and for the loopback one as well.
            for path in [*desk, *lobby]:
                origin = near.origin
                found = find_status(near, path, Host=near.host, Origin=origin, **forwarded)
                assert found == 403, path
            kept = {"Cookie": f"{COOKIE}={key}", **forwarded}
            assert {find_status(near, path, **kept) for path in desk} == {403}
            assert 403 not in {find_status(near, path, **kept) for path in lobby}
        # This machine asks the desk with the key, and not through a proxy.
        mine = {"Host": near.host, "Origin": near.origin, "Cookie": f"{COOKIE}={key}"}
        assert find_status(near, "/desk/about", **mine) == 200
        assert find_status(near, "/desk/about", **mine, X_Forwarded_For="127.0.0.1") == 403


def test_loopback_server_behind_a_tunnel_answers_no_visitor() -> None:
    """Tunnels may ask for the loopback host, and say for whom."""
    with run_server(files=[LOG]) as near:
        for path in ("/", "/desk/about", "/play", "/lobby", "/tables"):
            own = {"Host": near.host, "Origin": near.origin}
            assert find_status(near, path, **own) != 403
            for name in ("X_Forwarded_For", "Forwarded", "X_Real_IP"):
                assert find_status(near, path, **own, **{name: "203.0.113.7"}) == 403


@pytest.mark.parametrize(
    ("client", "host", "expected"),
    [
        ("127.0.0.1", "localhost:8000", True),
        ("::1", "[::1]:8000", True),
        ("::ffff:127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", PUBLIC, False),
        ("127.0.0.1", "localhost.example.com", False),
        ("127.0.0.1", "", False),
        ("203.0.113.7", "localhost", False),
        ("", "localhost", False),
    ],
)
def test_from_here_means_loopback_address_and_name(client: str, host: str, expected: bool) -> None:
    scope: Scope = {"type": "http", "client": (client, 1), "headers": [(b"host", host.encode())]}
    assert is_from_here(scope) is expected
    assert not is_from_here({**scope, "client": None})


def test_cookies_are_for_tls_where_the_address_is() -> None:
    arguments = ("--address", f"https://{PUBLIC}", "--proxy", "127.0.0.1")
    with run_server("nlhe", *arguments) as server:
        invitation = urlsplit(server.links["invitation"])
        assert invitation.netloc == PUBLIC and not invitation.query
        assert server.links["address"] == server.links["seat"]
        near = Asker(server.links["desk"])
        seat = urlsplit(server.links["seat"])
        sent = {"Host": PUBLIC, "Origin": None}
        given = near.request("GET", f"{seat.path}?{seat.query}", headers=sent)
        assert given.status == 303 and given.headers["location"] == invitation.path
        cookie = given.headers["set-cookie"].lower()
        assert "secure" in cookie and "httponly" in cookie and "samesite=lax" in cookie
        guest = near.request("GET", invitation.path, headers=sent).headers["set-cookie"]
        assert "secure" in guest.lower()
        lobby = urlsplit(server.links["lobby"])
        key = near.request("GET", f"{lobby.path}?{lobby.query}", headers=sent)
        assert "secure" in key.headers["set-cookie"].lower()
        # Here it comes without TLS.
        plain = near.request("GET", invitation.path, headers={"Origin": None})
        assert "secure" not in plain.headers["set-cookie"].lower()


def open_tables(near: Asker, key: str, forwarded: str, count: int) -> list[int]:
    sent = {
        "Host": PUBLIC,
        "Origin": f"https://{PUBLIC}",
        "Cookie": f"{COOKIE}={key}",
        "X-Forwarded-For": forwarded,
        **JSON,
    }
    return [near.request("POST", "/tables", b"{}", sent).status for _ in range(count)]


@pytest.mark.parametrize("is_trusted", [True, False])
def test_only_configured_proxies_say_who_asks(is_trusted: bool) -> None:
    arguments = ["--address", f"https://{PUBLIC}"]
    arguments += ["--proxy", "127.0.0.1,10.0.0.0/8" if is_trusted else "10.0.0.1"]
    with run_server(*arguments) as server:
        near = Asker(server.links["desk"])
        key = parse_qs(urlsplit(server.links["desk"]).query)["key"][0]
        assert open_tables(near, key, "203.0.113.7", 21) == [200] * 20 + [429]
        # What a visitor claims comes before what the proxy adds.
        claimed = open_tables(near, key, "198.51.100.1, 203.0.113.7", 1)
        assert claimed == [429]
        assert open_tables(near, key, "203.0.113.8", 1) == [200 if is_trusted else 429]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--proxy", "127.0.0.1"], "--proxy needs --address"),
        (["--proxy", "nginx", "--address", f"https://{PUBLIC}"], "'nginx' for --proxy"),
        (["--proxy", "*", "--address", f"https://{PUBLIC}"], "'*' for --proxy"),
        (["--proxy", "0.0.0.0/0", "--address", f"https://{PUBLIC}"], "for --proxy"),
        (["--address", f"https://{PUBLIC}/poker"], "is no address of a server"),
        (["--address", f"{PUBLIC}:8001"], "is no address of a server"),
        (["--address", f"https://{PUBLIC}[::1"], "is no address of a server"),
        (["--address", f"https://{PUBLIC}:x"], "is no address of a server"),
        (
            ["--address", f"http://{PUBLIC}", "--certificate", str(LOG), "--key", str(LOG)],
            "is not TLS",
        ),
    ],
)
def test_contradicting_options_are_refused(options: list[str], words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "serve", "--no-open", *options],
        capture_output=True,
        text=True,
        timeout=120,
    )
    said = " ".join(done.stderr.split())
    assert done.returncode not in (0, -15) and words in said and "Traceback" not in said


def test_proxy_without_name_is_mentioned() -> None:
    options = {"has_certificate": False, "proxies": ()}
    reach = make_reach("127.0.0.1", 8000, address=f"https://{PUBLIC}", **options)  # type: ignore[arg-type]
    assert reach.key and "--proxy" in reach.warning
    alone = make_reach("127.0.0.1", 8000, address="http://localhost:8000", **options)  # type: ignore[arg-type]
    assert not alone.key and not alone.warning
    network = make_reach("0.0.0.0", 8000, address="", **options)  # type: ignore[arg-type]
    assert network.key and network.near == "http://127.0.0.1:8000"
    far = make_reach("192.0.2.2", 8000, address="", **options)  # type: ignore[arg-type]
    # Nothing reaches the desk there, and no link leads to it.
    assert far.key and not far.near and not far.make_links().desk
    with pytest.raises(SetupError):
        make_reach("127.0.0.1", 1, address="", has_certificate=False, proxies=["127.0.0.1"])


def read_lines(*arguments: str) -> list[str]:
    """Return what `croupier serve` prints before it is ended."""
    process = subprocess.Popen(
        [sys.executable, "-m", "croupier", "serve", "--no-open", *arguments],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        return [process.stdout.readline().rstrip() for _ in range(2)]
    finally:
        process.terminate()
        process.communicate()


def test_printed_invitation_is_not_the_seat_of_the_host() -> None:
    invitation, seat = read_lines("nlhe", "--name", "Dan")
    assert invitation.startswith("Invite your friends: http://") and "seat=" not in invitation
    link = invitation.partition(": ")[2]
    assert seat.startswith(f"Your own seat (keep private): {link}?seat=")


def ask_page(near: Asker, path: str, cookie: str = "") -> Said:
    headers = {"Cookie": cookie} if cookie else {}
    return near.request("GET", path, headers={"Origin": None, **headers})


def test_friend_who_has_the_invitation_is_not_the_host() -> None:
    with run_server("nlhe", "--name", "Dan") as near:
        path = urlsplit(near.links["invitation"]).path
        seat = urlsplit(near.links["seat"])
        own = ask_page(near, f"{path}?{seat.query}").headers["set-cookie"].partition(";")[0]
        friend = ask_page(near, path).headers["set-cookie"].partition(";")[0]
        assert own != friend
        # Even the private link makes nobody else the host, once it was used.
        late = ask_page(near, f"{path}?{seat.query}")
        assert late.status == 303 and "set-cookie" not in late.headers


# Games of files.


def test_game_of_a_file_is_hosted_and_there_again_after_a_restart(tmp_path: Path) -> None:
    log = str(tmp_path / "tables")
    game = tmp_path / "lifeboat.json"
    game.write_bytes(LIFEBOAT.read_bytes())
    with run_server(str(game), "--bots", "tight,loose", "--log", log) as near:
        facts = json.loads(near.request("GET", "/lobby").body)
        own = facts["games"][0]
        assert (own["name"], own["title"]) == ("lifeboat", "Lifeboat")
        assert own["family"] == "This server's games"
        rules = near.request("GET", "/lobby/rules/lifeboat").body.decode()
        assert rules.startswith("Lifeboat")
        path = urlsplit(near.links["invitation"]).path
        assert ask_page(near, f"{path}/rules").body.decode() == rules
        # Guests open tables for it by its name alone.
        question = json.dumps({"settings": {"game": "lifeboat", "limit": "Pot Limit"}}).encode()
        opened = near.request("POST", "/tables", question, JSON)
        assert opened.status == 200
        for brought in (
            {"game": "lifeboat", "definition": LIFEBOAT.read_text()},
            {"game": f"./{game.name}"},
        ):
            question = json.dumps({"settings": brought}).encode()
            refused = near.request("POST", "/tables", question, JSON)
            assert (refused.status, refused.data["code"]) == (400, "game-file")
    # The log has the definition: the file and its name are not needed again.
    game.unlink()
    with run_server("--log", log) as near:
        assert ask_page(near, f"{path}/rules").body.decode() == rules
        assert ask_page(near, f"/t/{opened.data['code']}/rules").body.decode() == rules


def test_game_of_a_file_that_is_wrong_is_refused(tmp_path: Path) -> None:
    for text in ('{"game": "Broken", "gamePlay": 7}', '{"rotation": [{"variant": "x"}]}'):
        path = tmp_path / "broken.json"
        path.write_text(text)
        done = subprocess.run(
            [sys.executable, "-m", "croupier", "serve", "--no-open", str(path)],
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode not in (0, -15) and done.stderr
        assert "Traceback" not in done.stderr
