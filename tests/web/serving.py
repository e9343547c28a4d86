"""A server of the desk as a process of its own, and somebody who asks it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "croupier", "serve", "--no-open", "--json")
LOG = ROOT / "examples" / "home-game.csv"


class Said(NamedTuple):
    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def data(self) -> Any:
        return json.loads(self.body)


class Asker:
    """Somebody who asks a server as its own page does, unless told otherwise."""

    def __init__(self, address: str, links: Mapping[str, str] | None = None) -> None:
        self.address = address
        self.links = links or {}
        self.host = urlsplit(address).netloc
        self.origin = f"http://{self.host}"

    def request(
        self,
        method: str,
        path: str,
        body: bytes | Iterator[bytes] | None = None,
        headers: Mapping[str, str | None] | None = None,
    ) -> Said:
        sent = {"Host": self.host, "Origin": self.origin, **(headers or {})}
        connection = HTTPConnection(self.host, timeout=120)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            given = isinstance(body, bytes | None.__class__)
            if isinstance(body, bytes) and "Content-Length" not in sent:
                sent["Content-Length"] = str(len(body))
            if not given:
                sent["Transfer-Encoding"] = "chunked"
            for name, value in sent.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(body, encode_chunked=not given)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return Said(answer.status, answer.read(), found)
        finally:
            connection.close()

    def try_to(self, method: str, **question: Any) -> Said:
        body = json.dumps(question).encode()
        return self.request("POST", f"/desk/{method}", body, {"Content-Type": "application/json"})

    def ask(self, method: str, **question: Any) -> Any:
        said = self.try_to(method, **question)
        assert said.status == 200, said.body.decode()
        return said.data

    def make_shelf(self) -> str:
        return str(self.request("POST", "/shelf", b"").data["shelf"])

    def drop(self, shelf: str, name: str, data: bytes) -> Said:
        return self.request("POST", f"/shelf/{shelf}/file?name={quote(name)}", data)

    def list_all(self, shelf: str, seconds: float = 120, **filters: Any) -> Any:
        """Return the list of hands when everything is read."""
        end = time.monotonic() + seconds
        while True:
            page = self.ask("list_hands", shelf=shelf, **filters)
            if not page["reading"]:
                return page
            assert time.monotonic() < end, page["files"]
            time.sleep(0.05)


@contextmanager
def run_server(*arguments: str, files: Sequence[Path] = ()) -> Iterator[Asker]:
    """Start `croupier serve`, and end it."""
    process = subprocess.Popen(
        [*COMMAND, *map(str, files), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        lines: list[str] = []
        while not (lines and lines[-1].rstrip() == "}"):
            line = process.stdout.readline()
            if not line:
                assert process.stderr is not None
                raise AssertionError(process.stderr.read())
            lines.append(line)
        links = json.loads("".join(lines))
        yield Asker(links["address"], links)
    finally:
        process.terminate()
        try:
            process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
