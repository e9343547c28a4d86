"""PokerKit's own tests pass with Croupier in its place."""

from __future__ import annotations

import subprocess
import sys

import pytest

from . import pokerkit_suite


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("unit", "utilities"),
        ("unit", "games"),
        ("unit", "papers"),
        ("unit", "rules"),
        ("unit", "state"),
        pytest.param("unit", "lookups", marks=pytest.mark.slow),
        *(("doc", name) for name in pokerkit_suite.MODULES),
    ],
)
def test_the_tests_of_pokerkit_pass(kind: str, name: str) -> None:
    done = subprocess.run(
        [sys.executable, pokerkit_suite.__file__, kind, name],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
