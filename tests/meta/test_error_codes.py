"""Errors are read by their codes: the page of codes is true, and nobody reads the texts."""

from __future__ import annotations

import ast
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import errors

from .project import ROOT

PACKAGE = ROOT / "python" / "croupier"
# Methods by which a text is searched, and not merely shown.
SEARCHING = {
    *("startswith", "endswith", "partition", "rpartition", "find", "rfind", "index", "count"),
    *("search", "match", "fullmatch", "finditer", "findall", "sub"),
    *("removeprefix", "removesuffix", "replace", "split", "rsplit"),
}
# Errors of others, which have nothing but a text.
FOREIGN: dict[str, str] = {}


def test_the_page_of_codes_is_true() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "site" / "error_codes.py"))
    assert made["PAGE"].read_text(encoding="utf-8") == made["render"]()


@pytest.mark.parametrize("folder", sorted(path.name for path in PACKAGE.iterdir()))
def test_every_error_has_a_code(folder: str) -> None:
    paths = (PACKAGE / folder).rglob("*.py") if "." not in folder else [PACKAGE / folder]
    for path in (path for path in paths if path.suffix == ".py"):
        found = list(find_errors_without_code(ast.parse(path.read_text(encoding="utf-8"))))
        assert not found, f"{path.relative_to(PACKAGE)}: lines {found}"


def find_errors_without_code(tree: ast.AST) -> Iterator[int]:
    """Yield the lines in which an error of ours is raised without a word of its own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            kind = getattr(errors, _called(node.exc) or "", None)
            given = {keyword.arg for keyword in node.exc.keywords}
            # A configuration has a code for each of its problems; `**place` may hold one.
            ours = isinstance(kind, type) and kind is not errors.ConfigurationError
            if ours and not given & {"code", "problems", None}:
                yield node.lineno


def sources() -> list[Path]:
    folders = (PACKAGE, *(ROOT / name for name in ("benchmarks", "examples", "tools")))
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_of_an_error_is_searched(path: Path) -> None:
    found = list(find_searches(ast.parse(path.read_text(encoding="utf-8"))))
    name = str(path.relative_to(ROOT))
    assert bool(found) == (name in FOREIGN), f"{name}: lines {found}"


@pytest.mark.parametrize(
    "code",
    [
        "try:\n    f()\nexcept ValueError as e:\n    if 'below' in str(e):\n        raise\n",
        "try:\n    f()\nexcept ValueError as e:\n    if str(e).startswith('x'):\n        raise\n",
        "try:\n    f()\nexcept ValueError as e:\n    t = str(e)\n    P.search(t)\n",
        "try:\n    f()\nexcept ValueError as e:\n    if e.args[0] == 'x':\n        raise\n",
        "try:\n    f()\nexcept ValueError as e:\n    t = f'{e}'\n    'x' in t\n",
        "try:\n    f()\nexcept ValueError as e:\n    t = str(e).removeprefix('it is ')\n",
        "try:\n    f()\nexcept ValueError as e:\n    print(str(e).split(':')[0])\n",
        "warnings.filterwarnings('ignore', 'There is', UserWarning)\n",
        "warnings.filterwarnings('ignore', message='There is')\n",
    ],
)
def test_searches_are_found(code: str) -> None:
    assert list(find_searches(ast.parse(code)))


def test_showing_is_no_search() -> None:
    code = "try:\n    f()\nexcept ValueError as e:\n    print(str(e).rstrip('.'), f'{e}')\n"
    assert not list(find_searches(ast.parse(code)))


def find_searches(tree: ast.AST) -> Iterator[int]:
    """Yield the lines in which the text of an error or warning is looked at."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.name is not None:
            yield from _search_handler(node, node.name)
        elif isinstance(node, ast.Call) and _called(node) == "filterwarnings":
            by_name = any(keyword.arg == "message" for keyword in node.keywords)
            if by_name or len(node.args) > 1:
                yield node.lineno


def _search_handler(handler: ast.ExceptHandler, error: str) -> Iterator[int]:
    texts: set[str] = set()

    def is_text(node: ast.AST) -> bool:
        return any(
            (isinstance(part, ast.Name) and part.id in texts)
            or (_called(part) == "str" and _names(part, error))
            or (isinstance(part, ast.Attribute) and part.attr == "args" and _names(part, error))
            or (isinstance(part, ast.FormattedValue) and _names(part, error))
            for part in ast.walk(node)
        )

    for node in (inner for statement in handler.body for inner in ast.walk(statement)):
        if isinstance(node, ast.Assign) and is_text(node.value):
            texts |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.Compare):
            if any(is_text(part) for part in (node.left, *node.comparators)):
                yield node.lineno
        elif isinstance(node, ast.Call) and _called(node) in SEARCHING:
            owner = node.func.value if isinstance(node.func, ast.Attribute) else node
            if any(is_text(part) for part in (owner, *node.args)):
                yield node.lineno


def _called(node: ast.AST) -> str | None:
    if not isinstance(node, ast.Call):
        return None
    return getattr(node.func, "attr", None) or getattr(node.func, "id", None)


def _names(node: ast.AST, error: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == error for part in ast.walk(node))
