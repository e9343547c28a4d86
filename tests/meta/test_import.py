"""Importing the package is quick and brings nothing along."""

from __future__ import annotations

import json
import subprocess
import sys
from time import perf_counter

# Standard modules that everybody imports without thinking twice. The package may take half as long
# again as they do together, whatever the machine.
YARDSTICK = "import asyncio, dataclasses, decimal, json"
PACKAGE = "import croupier, croupier.rankings"
HEAVY = {"argparse", "asyncio", "ctypes", "dataclasses", "decimal", "inspect", "numpy"}
ALLOWANCE = 1.5
RUNS = 7


def loaded_by(code: str) -> set[str]:
    """Return the top-level modules that are loaded after running the code."""
    program = f"{code}\nimport sys, json; print(json.dumps(sorted(sys.modules)))"
    output = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout
    return {name.partition(".")[0] for name in json.loads(output)}


def seconds_of(code: str) -> float:
    """Return the shortest time that an interpreter took to run the code and end."""
    times = []
    for _ in range(RUNS):
        start = perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(perf_counter() - start)
    return min(times)


def test_the_package_needs_nothing_but_the_standard_library() -> None:
    brought = loaded_by(PACKAGE) - loaded_by("")
    assert brought - sys.stdlib_module_names == {"croupier"}


def test_the_package_imports_nothing_heavy() -> None:
    assert not (loaded_by(PACKAGE) - loaded_by("")) & HEAVY


def test_the_package_is_quick_to_import() -> None:
    # The time of an empty program is part of both, and taken off from both.
    empty = seconds_of("pass")
    assert seconds_of(PACKAGE) - empty < ALLOWANCE * (seconds_of(YARDSTICK) - empty)
