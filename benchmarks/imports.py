"""Imports, each in a fresh process."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial

import croupier
from benchmarks import harness, peers
from benchmarks.harness import Case, Clock, Contender, Effort, Target

__all__ = ["make_cases", "run"]

_SECTION = "Imports"
_MOST_SECONDS = 0.060
_PEERS = ("pokerkit", "eval7", "phevaluator", "treys")
# What only the command line needs.
_LEFT_OUT = ("cli",)
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
        targets=[Target.time(_MOST_SECONDS)],
        baseline=_make_contender("nothing", "pass"),
    )
    yield Case(
        section=_SECTION,
        name="All public modules of `croupier`",
        what=f"the same for `import {', '.join(modules)}`",
        ours=_make_contender("Croupier", f"import {', '.join(modules)}"),
        peers=others,
        targets=[Target.time(_MOST_SECONDS)],
        baseline=_make_contender("nothing", "pass"),
    )


run = harness.make_runner(
    make_cases, full=Effort(sample=0.0, budget=8.0, least_rounds=6, most_rounds=25)
)


def _make_contender(name: str, code: str) -> Contender:
    command = [sys.executable, "-c", code]
    # Whatever is said here, modules are compiled once and not for every process.
    surroundings = {name: value for name, value in os.environ.items() if name != _UNCOMPILED}
    work = partial(subprocess.run, command, check=True, env=surroundings)
    return Contender(name, work, 1, Clock.CHILDREN)
