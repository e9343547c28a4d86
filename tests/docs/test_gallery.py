"""The gallery shows what the code draws today."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
MADE = runpy.run_path(str(DOCS / "site" / "gallery.py"))
PICTURES = MADE["make_pictures"]()


def test_the_page_is_current() -> None:
    assert (DOCS / "gallery.md").read_text(encoding="utf-8") == MADE["make_page"]()


def test_all_pictures_are_there_and_no_others() -> None:
    assert {path.name for path in (DOCS / "gallery").iterdir()} == set(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_current(name: str) -> None:
    """Run `python docs/site/gallery.py` where it is not."""
    assert (DOCS / "gallery" / name).read_text(encoding="utf-8") == PICTURES[name]
