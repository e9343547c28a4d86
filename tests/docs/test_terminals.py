"""Pictures of terminals show what commands print today."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
MADE = runpy.run_path(str(DOCS / "site" / "terminals.py"))
PICTURES = MADE["make_pictures"]()


def test_all_pictures_are_there_and_no_others() -> None:
    assert {path.name for path in (DOCS / "terminals").iterdir()} == set(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_current(name: str) -> None:
    """Run `python docs/site/terminals.py` where it is not."""
    assert (DOCS / "terminals" / name).read_text(encoding="utf-8") == PICTURES[name]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_asks_nobody_for_anything(name: str) -> None:
    addresses = re.findall(r"[a-z]+://[^\"')\s]+", PICTURES[name])
    assert set(addresses) == {"http://www.w3.org/2000/svg"}


def test_the_readme_shows_pictures_that_are_there() -> None:
    text = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text)
    assert len(shown) >= 4
    assert all((DOCS.parent / place).is_file() for place in shown)
