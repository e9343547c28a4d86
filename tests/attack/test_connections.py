"""Clients that are silent, slow, deaf or rude, at few files: others are served all the time."""

from __future__ import annotations

import json
import socket
import struct
import subprocess
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest

from attack.budget import Attack
from web.serving import COMMAND
from web.test_connections import limit_files

pytestmark = pytest.mark.attack

PATIENCE = 60
FILES = 256
MAX_OPEN = 400
SENT = {
    "silent": b"",
    "part of a head": b"GET /play HTTP/1.1\r\nHost: loc",
    "no body": b"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n",
    "part of a body": b"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
    "deaf": b"GET /play HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50,
    "noise": bytes(range(256)),
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "reset": b"GET /play HTTP/1.1\r\n",
}


def behave_badly(random: Random, kind: str, place: tuple[str, int]) -> socket.socket:
    """Open a connection, and do what others are not to suffer from."""
    client = socket.socket()
    client.settimeout(PATIENCE)
    if kind == "deaf":
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(place)
    # The server may have closed it before.
    with suppress(OSError):
        client.sendall(SENT[kind])
        if kind == "reset":
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif random.random() < 0.1:
            client.shutdown(socket.SHUT_WR)
    return client


def test_others_are_served(attack: Attack, tmp_path: Path) -> None:
    errors = tmp_path / "errors.txt"
    with errors.open("w") as file:
        process = subprocess.Popen(
            COMMAND, stdout=subprocess.PIPE, stderr=file, text=True, preexec_fn=limit_files(FILES)
        )
    opened: list[socket.socket] = []
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        while lines[-1].rstrip() != "}":
            assert lines[-1], errors.read_text()
            lines.append(process.stdout.readline())
        address = urlsplit(json.loads("".join(lines))["address"])
        place = str(address.hostname), address.port or 0
        for _ in attack.rounds(20):
            for _ in range(attack.random.randint(1, 40)):
                kind = attack.random.choice([*SENT])
                opened.append(behave_badly(attack.random, kind, place))
                attack.try_case(kind)
            while len(opened) > MAX_OPEN:
                opened.pop(attack.random.randrange(len(opened))).close()
            try:
                connection = HTTPConnection(*place, timeout=PATIENCE)
                connection.request("GET", "/play")
                status = connection.getresponse().status
                connection.close()
            except OSError as error:
                attack.find(f"somebody is not served: {error!r}")
                continue
            attack.try_case("served")
            if status not in (200, 503):
                attack.find(f"somebody is served {status}")
        assert process.poll() is None
    finally:
        for client in opened:
            client.close()
        process.terminate()
        process.communicate(timeout=PATIENCE)
    said = errors.read_text()
    if "Traceback" in said or said.count("\n") > 3 + attack.used / 10:
        attack.find(f"the log has {said.count(chr(10))} lines: {said[:1000]}")
