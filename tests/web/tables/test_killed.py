"""A server that is killed at every step of a hand, and comes back with everything."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import ssl
import subprocess
import sys
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPSHandler, build_opener

import pytest

from croupier.web.tables.sockets import find_cookie

from .clients import Client, RunningServer

COMMAND = (sys.executable, "-m", "croupier", "serve", "--no-open", "--json")


class Process:
    """A server in a process of its own, which is not asked before it is ended."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        lines: list[str] = []
        while not (lines and lines[-1].rstrip() == "}"):
            line = self.process.stdout.readline()
            assert line, "the server has ended"
            lines.append(line)
        self.address: str = json.loads("".join(lines))["address"]

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def find_facts(news: dict[str, Any]) -> dict[str, Any]:
    """Return what must be the same after a restart."""
    return {
        "hand": news["hand"],
        "you": news["you"],
        "table": news.get("table"),
        "chips": [(one["seat"], one.get("stack")) for one in news["places"]],
    }


def check_clock(before: dict[str, Any] | None, after: dict[str, Any] | None) -> None:
    """Check that the same person has the same time left, less what has gone by since."""
    if before is None or after is None:
        assert before is after
        return
    assert (before["seat"], before["whole"]) == (after["seat"], after["whole"])
    # After a restart there are ten seconds at least.
    assert after["left"] <= max(before["left"], 10_000) and after["bank"] <= before["bank"]


@pytest.mark.parametrize("game", ["badugi"])
def test_a_hand_goes_on_after_every_kill(game: str, tmp_path: Path) -> None:
    log = str(tmp_path / "tables")
    first = Process(game, "--bots", "caller", "--name", "Ann", "--log", log)
    parts = urlsplit(first.address)
    code = parts.path.rpartition("/")[2]
    secret = parse_qs(parts.query)["seat"][0]
    cookie = f"{find_cookie(code)}={secret}"
    try:
        first = asyncio.run(asyncio.wait_for(_play(first, log, code, cookie), 150))
    finally:
        first.kill()


async def _play(process: Process, log: str, code: str, cookie: str) -> Process:
    server = RunningServer(None, urlsplit(process.address).netloc)  # type: ignore[arg-type]
    client = Client(server, code, cookie)
    steps = 0
    hand = 0
    while hand < 2 and steps < 8:
        await client.connect()
        await client.until(lambda: bool(client.choices) or client.news["hand"] > 1)
        hand = client.news["hand"]
        steps += 1
        before, clock = find_facts(client.news), client.news.get("clock")
        process.kill()
        await client._reading
        process = Process("--bots", "caller", "--log", log)
        server.address = urlsplit(process.address).netloc
        await client.connect()
        assert find_facts(client.news) == before
        check_clock(clock, client.news.get("clock"))
        if client.choices:
            names = {one["name"] for one in client.choices}
            move = "call" if "check_or_call" in names else "pat"
            assert (await client.act(move))["t"] == "ack"
        await client.disconnect()
    assert steps > 2
    return process


def test_tables_are_served_by_tls(tmp_path: Path) -> None:
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl to make a certificate with")
    certificate, key = str(tmp_path / "certificate.pem"), str(tmp_path / "key.pem")
    wanted = [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=localhost",
    ]
    alternative = ["-addext", "subjectAltName=IP:127.0.0.1"]
    made = [*wanted, *alternative, "-keyout", key, "-out", certificate]
    subprocess.run([openssl, *made], check=True, capture_output=True)
    process = Process("nlhe", "--bots", "caller", "--certificate", certificate, "--key", key)
    try:
        assert process.address.startswith("https://")
        known = ssl.create_default_context(cafile=certificate)
        jar = CookieJar()
        opener = build_opener(HTTPSHandler(context=known), HTTPCookieProcessor(jar))
        with opener.open(process.address, timeout=60) as answer:
            assert answer.status == 200 and answer.url.startswith("https://")
        # The cookie of the seat is for TLS alone.
        assert [cookie.secure for cookie in jar] == [True]
    finally:
        process.kill()
