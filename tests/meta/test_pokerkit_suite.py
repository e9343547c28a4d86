"""PokerKit's own tests pass with Croupier in its place."""

from __future__ import annotations

import subprocess
import sys

import pytest

from . import pokerkit_suite

WITHOUT_EXAMPLES = {"notation"}


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("unit", "utilities"),
        ("unit", "analysis"),
        ("unit", "games"),
        ("unit", "notation"),
        ("unit", "papers"),
        ("unit", "rules"),
        ("unit", "state"),
        ("unit", "wsop/test_2023_43_5"),
        ("unit", "wsop/test_2023_54_4"),
        pytest.param("unit", "lookups", marks=pytest.mark.slow),
        *(("doc", name) for name in pokerkit_suite.MODULES if name not in WITHOUT_EXAMPLES),
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
