"""The desk: how long until it can be asked, and until a large file is listed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import harness, peers
from benchmarks.harness import Case, Clock, Contender, Effort, Target, Unit
from croupier.games import NoLimitTexasHoldem
from croupier.tables import HistoryRecorder, Table

__all__ = ["make_cases", "run"]

_SECTION = "The desk"
_HANDS = 100_000
_QUICK_HANDS = 200
# What hands are repeated.
_PLAYED = 500
_MOST_SECONDS = 2.0
_MOST_SECONDS_TO_ROWS = 3.0
_MOST_BYTES = 500_000_000
# Ends when the desk can be asked.
_READY = """
import os
from croupier.web.server import serve
serve(ready=lambda address: os._exit(0))
"""
# Reads a file into a shelf, up to the first hands or to its end, and says how much memory it took.
_READING = """
import os, resource, sys
from pathlib import Path
from tempfile import TemporaryDirectory
from croupier.web.reading import read_files
from croupier.web.shelves import Shelf
with TemporaryDirectory() as folder:
    shelf = Shelf.make(Path(folder))
    shelf.add_file("hands.phhs", Path(sys.argv[1]))
    if sys.argv[2] == "first":
        add = Shelf.add_hands
        def add_and_end(*arguments):
            add(*arguments)
            os._exit(0)
        Shelf.add_hands = add_and_end
    read_files(shelf)
    [file] = shelf.list_files()
    assert file.state == "read", file
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""
_folder = TemporaryDirectory()


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run reads fewer hands.

    Yields:
        The cases.
    """
    if peers.load("starlette") is None or peers.load("uvicorn") is None:
        return
    hands = _QUICK_HANDS if effort.quick else _HANDS
    path = _write_hands(hands)
    yield Case(
        section=_SECTION,
        name="`croupier serve` up to its address",
        what="CPU time of a fresh process, less that of one which imports nothing",
        ours=_make_contender(1, "-c", _READY),
        targets=[Target.time(_MOST_SECONDS)],
        baseline=_make_contender(1, "-c", "pass"),
    )
    yield Case(
        section=_SECTION,
        name=f"First rows of {_HANDS:,} hands",
        what="CPU time of the process that reads a file of PHH of 70 MB, imports included, until"
        " the list has hands",
        ours=_make_contender(1, "-c", _READING, str(path), "first"),
        targets=[Target.time(_MOST_SECONDS_TO_ROWS)],
    )
    yield Case(
        section=_SECTION,
        name=f"All of {_HANDS:,} hands",
        what="hands a second of CPU time until all are listed, in less than 500 MB of memory",
        ours=_make_contender(hands, "-c", _READING, str(path), "all"),
        unit=Unit.RATE,
        check=partial(_check_memory, path),
    )


run = harness.make_runner(
    make_cases, full=Effort(sample=0.0, budget=8.0, least_rounds=1, most_rounds=5)
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


def _check_memory(path: Path) -> None:
    done = _run("-c", _READING, str(path), "all")
    assert int(done) < _MOST_BYTES, f"{int(done):,} bytes"


def _make_contender(operations: int, *arguments: str) -> Contender:
    return Contender("Croupier", partial(_run, *arguments), operations, Clock.CHILDREN)


def _run(*arguments: str) -> str:
    command = [sys.executable, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
