"""Promises name the tests that hold them, and these tests are there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from .project import ROOT

PAGES = (ROOT / "SECURITY.md", ROOT / "docs" / "limits.md")
# A file of tests, or the name of one of its tests.
_NAMED = re.compile(r"\]\((?P<path>[^)]*tests/[^)]*\.py)\)|`(?P<test>test_\w+)`")


@cache
def list_tests(path: Path) -> frozenset[str]:
    """Return the names of the tests of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
    )


@cache
def list_all_tests() -> frozenset[str]:
    """Return the names of all tests."""
    return frozenset().union(*map(list_tests, (ROOT / "tests").rglob("test_*.py")))


def find_missing(page: Path, text: str) -> list[str]:
    """Return files and tests that a page names and that are not there."""
    missing = []
    for line in text.splitlines():
        file: Path | None = None
        for found in _NAMED.finditer(line):
            if found["path"] is not None:
                file = (page.parent / found["path"]).resolve()
                if not file.is_file():
                    missing.append(found["path"])
                    file = None
            # A line without a file goes on with that of another line, or names any test.
            elif found["test"] not in (list_all_tests() if file is None else list_tests(file)):
                missing.append(found["test"])
    return missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_tests_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(_NAMED.findall(text)) > 15
    assert find_missing(page, text) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_row_of_promises_names_a_test(page: Path) -> None:
    text = page.read_text(encoding="utf-8").partition("## Tests of these")[2].partition("\n## ")[0]
    rows = [line for line in text.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 8
    assert [row for row in rows if "`test_" not in row] == []


def test_names_that_are_wrong_are_found() -> None:
    page = PAGES[0]
    link = "[x](tests/meta/test_promises.py)"
    assert find_missing(page, f"{link}: `test_named_tests_exist`") == []
    assert find_missing(page, f"{link}: `test_shuffles`, `test_nothing`") == [
        "test_shuffles",
        "test_nothing",
    ]
    assert find_missing(page, "`test_nothing` [y](tests/gone.py)") == [
        "test_nothing",
        "tests/gone.py",
    ]


def test_attacks_are_marked_and_have_a_share() -> None:
    """Attacks run by `make attack` alone."""
    files = sorted((ROOT / "tests" / "attack").glob("test_*.py"))
    assert len(files) >= 8
    for file in files:
        assert "pytest.mark.attack" in file.read_text(encoding="utf-8"), file.name
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^attack: .*\n\t.*pytest .*-m attack tests/attack", makefile, re.MULTILINE)
    nightly = (ROOT / ".github" / "workflows" / "nightly.yml").read_text(encoding="utf-8")
    assert "make attack" in nightly
