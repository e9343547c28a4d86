"""The time that attacks have, what they tried, and what they found."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import monotonic

__all__ = ["SECONDS", "SEED", "SHARES", "Attack"]

SECONDS = float(os.environ.get("CROUPIER_ATTACK_SECONDS", "1500"))
"""Seconds for all attacks together; each goes through all of its kinds once in any case."""
SEED = int(os.environ.get("CROUPIER_ATTACK_SEED", "1"))
"""What all attacks follow from."""
SHARES = {
    "secrets": 5,
    "states": 4,
    "settlement": 3,
    "formats": 7,
    "documents": 4,
    "messages": 3,
    "connections": 2,
    "kills": 4,
    "programs": 4,
}
"""The parts of the time that attacks have, by the names of their modules."""

_EXAMPLES = 5


class Attack:
    """An attack that is going on.

    Attributes:
        name: Its name.
        random: What it follows from.
        tried: How many cases of each kind were tried.
        findings: What should not have happened.
    """

    def __init__(self, name: str, module: str, tests: int) -> None:
        """Begin.

        Args:
            name: Its name.
            module: The name of its module, whose tests share their time.
            tests: How many tests of the module are run.
        """
        self.name = name
        self.random = Random(f"{name} {SEED}")
        self.tried: Counter[str] = Counter()
        self.findings: list[str] = []
        self.seconds = SECONDS * SHARES.get(module, 1) / sum(SHARES.values()) / max(tests, 1)
        self._began = monotonic()

    @property
    def used(self) -> float:
        """How many seconds it has taken."""
        return monotonic() - self._began

    def rounds(self, least: int = 1) -> Iterator[int]:
        """Count rounds while there is time, and so many in any case."""
        number = 0
        while number < least or self.used < self.seconds:
            yield number
            number += 1

    def try_case(self, kind: str, count: int = 1) -> None:
        """Count cases that are tried."""
        self.tried[kind] += count

    def find(self, what: str) -> None:
        """Note something that should not have happened."""
        self.findings.append(what)

    def check(self) -> None:
        """Fail if anything was found, or nothing tried."""
        shown = "\n".join(found[:2000] for found in self.findings[:_EXAMPLES])
        assert not self.findings, f"{len(self.findings)} findings with seed {SEED}:\n{shown}"
        assert self.tried.total(), "nothing was tried"
