"""The desk: how long until it can be asked, until a large file is listed, and how it answers then.

A session is what a person does: the server is started, a file of 100,000 hands is dropped on it,
and the list is looked at as often as the page looks at it, until everything is read.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from benchmarks.measuring import harness, peers
from benchmarks.measuring.harness import (
    Case,
    Clock,
    Contender,
    Effort,
    Figure,
    Result,
    Target,
    Unit,
)
from croupier.games import NoLimitTexasHoldem
from croupier.tables import HistoryRecorder, Table

__all__ = ["make_cases", "run"]

_SECTION = "The desk"
_HANDS = 100_000
_QUICK_HANDS = 200
# How many hands are repeated, and for how long at most.
_PLAYED = 500
_MAX_SECONDS = 2.0
_MAX_SECONDS_TO_ROWS = 3.0
_MAX_SECONDS_TO_ANSWER = 1.0
_MAX_BYTES = 500_000_000
# How often the page looks while a file is read, in seconds.
_WAIT = 0.4
# Ends when the desk can be asked.
_READY = """
import os
from croupier.web.server import serve
serve(ready=lambda address: os._exit(0))
"""
_folder = TemporaryDirectory()


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases that are timed by themselves.

    Args:
        effort: How long to measure.

    Yields:
        The cases.
    """
    yield Case(
        section=_SECTION,
        name="`croupier serve` up to its address",
        what="CPU time of a fresh process, less that of one which imports nothing",
        ours=_make_contender("-c", _READY),
        targets=[Target.time(_MAX_SECONDS)],
        baseline=_make_contender("-c", "pass"),
    )


_run_cases = harness.make_runner(
    make_cases, full=Effort(sample=0.0, budget=4.0, least_rounds=3, most_rounds=10)
)


def run(effort: Effort) -> list[Result]:
    """Measure all of it.

    Args:
        effort: How long to measure; a quick run reads fewer hands.

    Returns:
        The figures.
    """
    if peers.load("starlette") is None or peers.load("uvicorn") is None:
        return []
    hands = _QUICK_HANDS if effort.quick else _HANDS
    path = _write_hands(hands)
    session = _drop(path, hands)
    size = f"{path.stat().st_size / 1e6:.0f} MB"
    if session.memory > _MAX_BYTES:
        raise ValueError(f"The desk takes {session.memory:,} bytes of memory.")
    make = partial(_make_result, rounds=1)
    return [
        *_run_cases(effort),
        make(
            "`croupier serve` until it answers",
            "wall time from the start of the command to its first answer",
            session.start,
            Target.time(_MAX_SECONDS),
        ),
        make(
            f"First rows of {_HANDS:,} hands",
            f"wall time from dropping {size} of PHH to the first hands of the list, the way there"
            " included",
            session.first,
            Target.time(_MAX_SECONDS_TO_ROWS),
        ),
        make(
            "The list while it grows, slowest answer",
            "wall time of the longest of all questions that the page asks while the file is read",
            session.slowest,
            Target.time(_MAX_SECONDS_TO_ANSWER),
        ),
        make(
            f"The list of {_HANDS:,} hands, by player and pot",
            "wall time of a question with both filters when everything is read",
            session.filtered,
            Target.time(_MAX_SECONDS_TO_ANSWER),
        ),
        make(
            f"All of {_HANDS:,} hands",
            "hands a second until all are listed, while the list is looked at; the server and its"
            " processes together take less than 500 MB of memory",
            session.whole / hands,
            unit=Unit.RATE,
        ),
    ]


def _make_result(
    name: str, what: str, seconds: float, *targets: Target, rounds: int, unit: Unit = Unit.TIME
) -> Result:
    return Result(
        section=_SECTION,
        name=name,
        what=what,
        unit=unit,
        ours=Figure("Croupier", seconds, rounds),
        peers=(),
        targets=targets,
    )


@cache
def _write_hands(count: int) -> Path:
    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    recorder = HistoryRecorder()
    table = Table(game, ["random"] * 6, stack=200, seed=1, recorders=[recorder], reset_stacks=True)
    table.play(min(count, _PLAYED))
    texts = [history.dumps() for history in recorder.histories]
    path = Path(_folder.name, f"hands-{count}.phhs")
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            file.write(f"[{number + 1}]\n{texts[number % len(texts)]}\n")
    return path


@dataclass
class _Session:
    """The times that a visitor noticed, in seconds, and the most memory of all processes."""

    start: float = 0.0
    first: float = 0.0
    slowest: float = 0.0
    filtered: float = 0.0
    whole: float = 0.0
    memory: int = 0


def _drop(path: Path, hands: int) -> _Session:
    """Start a server, drop a file on it and look at the list until it is read."""
    session, now = _Session(), time.perf_counter
    begun = now()
    command = [sys.executable, "-m", "croupier", "serve", "--no-open", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        host = urlsplit(server.stdout.readline().split()[-1]).netloc
        _ask(host, "/desk/about", {})
        session.start = now() - begun
        shelf = _ask(host, "/shelf", None)["shelf"]
        begun = now()
        with path.open("rb") as file:
            _ask(host, f"/shelf/{shelf}/file?name=hands.phhs", file)
        while True:
            asked = now()
            page = _ask(host, "/desk/list_hands", {"shelf": shelf})
            session.slowest = max(session.slowest, now() - asked)
            session.memory = max(session.memory, _measure(server.pid))
            if page["rows"] and not session.first:
                session.first = now() - begun
            if not page["reading"]:
                break
            time.sleep(_WAIT if page["rows"] else 0.05)
        session.whole = now() - begun
        if page["total"] != hands:
            raise ValueError(f"{page['total']:,} of {hands:,} hands are listed.")
        asked = now()
        question = {"shelf": shelf, "player": page["players"][0], "result": "won", "order": "pot"}
        _ask(host, "/desk/list_hands", {**question, "least_pot": "20"})
        session.filtered = now() - asked
    finally:
        server.terminate()
        server.communicate()
    return session


def _ask(host: str, path: str, body: Any) -> Any:
    """Ask as the page does."""
    connection = HTTPConnection(host, timeout=600)
    headers = {"Origin": f"http://{host}"}
    if isinstance(body, dict):
        headers["Content-Type"] = "application/json"
        body = json.dumps(body)
    connection.request("POST", path, body, headers)
    answer = connection.getresponse()
    data = json.loads(answer.read())
    connection.close()
    if answer.status != 200:
        raise ValueError(f"{path}: {data['message']}")
    return data


def _measure(process: int) -> int:
    """Return the memory of a process and of its children; 0 where the system does not tell."""
    status = Path(f"/proc/{process}/status")
    try:
        lines = status.read_text(encoding="ascii").splitlines()
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    except OSError:
        return 0
    own = next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS")), 0)
    return own + sum(_measure(int(child)) for child in children.split())


def _make_contender(*arguments: str) -> Contender:
    command = [sys.executable, *arguments]
    work = partial(subprocess.run, command, check=True, capture_output=True)
    return Contender("Croupier", work, 1, Clock.CHILDREN)
