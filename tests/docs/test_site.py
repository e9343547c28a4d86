"""The site: code is shown whole, the reference lists everything, and pages have pictures."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

import croupier
from croupier._names import MODULES, SUBMODULES

SITE = Path(__file__).resolve().parents[2] / "docs" / "site"
DOCS = SITE.parent
# What is typed fits into a block of code where the window has room for it.
TYPED = (">>> ", "... ", "$ ")
MAX_COLUMNS = 130


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages as they are given to Sphinx, which would take long to run."""
    pytest.importorskip("sphinx")
    folder = tmp_path_factory.mktemp("site") / "pages"
    path, argv = list(sys.path), list(sys.argv)
    try:
        build = runpy.run_path(str(SITE / "build.py"))
        build["_lay_out"](folder)
        build["_write_reference"](folder / "reference")
    finally:
        sys.path[:], sys.argv[:] = path, argv
    return folder


def test_code_is_whole(pages: Path) -> None:
    style = (SITE / "static" / "site.css").read_text(encoding="utf-8")
    block = re.search(r"\.highlight pre \{([^}]*)\}", style)
    # What is wider than the window is moved sideways by itself, and nothing is hidden or broken.
    assert block is not None and "overflow-x: auto" in block[1] and "white-space: pre;" in block[1]
    for path in sorted(pages.rglob("*.md")):
        inside = False
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.lstrip().startswith("```"):
                inside = not inside
            if inside and line.startswith(TYPED):
                assert len(line) <= MAX_COLUMNS, f"{path.name}:{number}"


def test_the_reference_lists_everything(pages: Path) -> None:
    index = (pages / "reference" / "index.md").read_text(encoding="utf-8")
    for names in MODULES.values():
        assert not [name for name in names if f"`{name}`" not in index]
    # `notation` is where PokerKit has what is said to be elsewhere.
    for module in set(SUBMODULES) - {"notation"}:
        page = pages / "reference" / f"croupier.{module}.rst"
        assert page.is_file(), module
        text = page.read_text(encoding="utf-8")
        for name in getattr(croupier, module).__all__:
            assert re.search(rf"^\.\. auto\w+:: croupier\.[\w.]*\b{name}$", text, re.MULTILINE)


def test_pages_have_pictures(pages: Path) -> None:
    shown = re.findall(r"!\[[^\]]+\]\(([^)]+\.svg)\)", (pages / "index.md").read_text())
    assert len(shown) >= 4 and all((pages / place).is_file() for place in shown)
    gallery = re.findall(r"!\[[^\]]+\]\(([^)]+\.svg)\)", (pages / "gallery.md").read_text())
    assert len(gallery) >= 8 and all((pages / place).is_file() for place in gallery)
