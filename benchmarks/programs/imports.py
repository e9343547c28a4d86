"""Imports, and commands up to their first line, each in a fresh process."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial

import croupier
from benchmarks.measuring import harness, peers
from benchmarks.measuring.harness import Case, Clock, Contender, Effort, Target
from croupier.cli.commands import COMMANDS

__all__ = ["make_cases", "run"]

_SECTION = "Imports"
_COMMANDS = "Commands"
_MAX_SECONDS = 0.060
_MAX_SECONDS_OF_ALL = 0.080
_PEERS = ("pokerkit", "eval7", "phevaluator", "treys")
# Packages that come with extras.
_LEFT_OUT = ("cli", "envs", "store", "web")
# Imports of every command before those of Croupier.
_PARSER = "import cyclopts, rich"
# The process ends with the first thing that is printed.
_FIRST_LINE = """
import os, sys
class Output:
    encoding, errors = "utf-8", "strict"
    def write(self, text):
        if text:
            os._exit(0)
        return 0
    def flush(self):
        pass
    def isatty(self):
        return False
    def fileno(self):
        return 1
sys.argv = ["croupier", *sys.argv[1:]]
sys.stdout = Output()
from croupier.__main__ import main
main()
"""
_COMMAND_LINES = (
    "--help",
    *(f"{command.name} --help" for command in COMMANDS),
    "games",
    "describe texas_holdem",
    "play --seed 1 --no-save",
    "evaluate AsKs --board QsJsTs",
    "equity AsKs QdQh --board 2c7d9h",
)
_UNCOMPILED = "PYTHONDONTWRITEBYTECODE"


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run leaves the peers out.

    Yields:
        The cases.
    """
    names = [] if effort.quick else [name for name in _PEERS if peers.load(name) is not None]
    others = [_make_contender(name, f"import {name}") for name in names]
    modules = [
        f"croupier.{module.name}"
        for module in pkgutil.iter_modules(croupier.__path__)
        if not module.name.startswith("_") and module.name not in _LEFT_OUT
    ]
    yield Case(
        section=_SECTION,
        name="`import croupier`",
        what="CPU time of a fresh process, less that of one which imports nothing",
        ours=_make_contender("Croupier", "import croupier"),
        peers=others,
        targets=[Target.time(_MAX_SECONDS)],
        baseline=_make_contender("nothing", "pass"),
    )
    yield Case(
        section=_SECTION,
        name="All public modules of `croupier`",
        what=f"the same for `import {', '.join(modules)}`",
        ours=_make_contender("Croupier", f"import {', '.join(modules)}"),
        peers=others,
        targets=[Target.time(_MAX_SECONDS_OF_ALL)],
        baseline=_make_contender("nothing", "pass"),
    )
    yield Case(
        section=_COMMANDS,
        name="`croupier --version`",
        what="CPU time of a fresh process, less that of one which imports nothing",
        ours=_make_contender("Croupier", _FIRST_LINE, "--version"),
        baseline=_make_contender("nothing", "pass"),
    )
    if peers.load("cyclopts") is None:
        return
    for line in _COMMAND_LINES:
        yield Case(
            section=_COMMANDS,
            name=f"`croupier {line}`",
            what=f"CPU time of a fresh process up to its first line, less that of `{_PARSER}`",
            ours=_make_contender("Croupier", _FIRST_LINE, *line.split()),
            targets=[Target.time(_MAX_SECONDS)],
            baseline=_make_contender("the parser", _PARSER),
        )


run = harness.make_runner(
    make_cases, full=Effort(sample=0.0, budget=8.0, least_rounds=6, most_rounds=25)
)


def _make_contender(name: str, code: str, *arguments: str) -> Contender:
    command = [sys.executable, "-c", code, *arguments]
    # Bytecode is written even if the environment forbids it: modules are compiled once.
    surroundings = {name: value for name, value in os.environ.items() if name != _UNCOMPILED}
    work = partial(subprocess.run, command, check=True, env=surroundings)
    return Contender(name, work, 1, Clock.CHILDREN)
