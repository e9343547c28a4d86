"""PokerKit's own tests pass with Croupier in its place."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from . import pokerkit_suite

WITHOUT_EXAMPLES = {"notation"}
DIFFERENCES = Path(__file__).parents[2] / "docs" / "pokerkit.md"


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


def test_what_fails_is_listed_among_the_differences() -> None:
    text = DIFFERENCES.read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", text))
    assert named == pokerkit_suite.LEFT_OUT_UNITS.keys() | pokerkit_suite.POKERKIT_RULES.keys()
    listed = {
        name
        for table in (pokerkit_suite.FAILING_EXAMPLES, pokerkit_suite.CARD_ROOM_EXAMPLES)
        for names in table.values()
        for name in names
    }
    assert all(f"`{name}`" in text for name in listed)
    assert "two more in\n`can_complete_bet_or_raise_to`" in text
