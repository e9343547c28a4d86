"""Errors are read by their codes: the page of codes is true, and nobody reads the texts."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from croupier import errors

from .project import ROOT

PACKAGE = ROOT / "python" / "croupier"
# Methods by which a text is searched, and not merely shown.
SEARCHING = {
    *("startswith", "endswith", "partition", "rpartition", "find", "rfind", "index", "count"),
    *("search", "match", "fullmatch", "finditer", "findall", "sub"),
    *("removeprefix", "removesuffix", "replace", "split", "rsplit", "get"),
}
# What a parameter is whose text is that of an error.
ERROR = re.compile(r"\b\w*(Error|Exception|Warning)\b")
# How Rust and TypeScript look at texts of errors.
RUST_SEARCH = re.compile(
    r"\b(?:err|error|refusal|problem|warning|wrong)\w*(?:\.get\(\))?\s*\.(?:to_string\(\)|message)\s*(?:\.as_str\(\)\s*)?"
    r"(?:==|!=|\.(?:contains|starts_with|ends_with|find|split\w*|strip_prefix|strip_suffix)\()"
)
PAGE_SEARCH = re.compile(
    r"\b(?:\w*[eE]rror|refusal|problem|reason)\??\.message\s*(?:[!=]==|\??\.(?:includes|startsWith|endsWith|match|search"
    r"|split|indexOf|replace)\b)"
)


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
    """Yield the lines in which an error of ours is made without a word of its own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            kind = getattr(errors, node.func.id, None)
            given = {keyword.arg for keyword in node.keywords}
            # A configuration has a code for each of its problems; `**place` may hold one.
            is_error = isinstance(kind, type) and issubclass(kind, errors.PokerError)
            ours = is_error and kind is not errors.ConfigurationError
            if ours and not given & {"code", "problems", None}:
                yield node.lineno


def sources() -> list[Path]:
    folders = (PACKAGE, *(ROOT / name for name in ("benchmarks", "examples", "tools")))
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_of_an_error_is_searched(path: Path) -> None:
    found = list(find_searches(ast.parse(path.read_text(encoding="utf-8"))))
    assert not found, f"{path.relative_to(ROOT)}: lines {found}"


@pytest.mark.parametrize(
    ("folder", "endings", "pattern"),
    [("crates", {".rs"}, RUST_SEARCH), ("web/src", {".ts", ".tsx"}, PAGE_SEARCH)],
)
def test_no_text_of_an_error_is_searched_elsewhere(
    folder: str, endings: set[str], pattern: re.Pattern[str]
) -> None:
    paths = [path for path in (ROOT / folder).rglob("*") if path.suffix in endings]
    for path in (path for path in paths if not {"tests", "target"} & set(path.parts)):
        # Tests of a file stand at its end, and may compare words.
        code = path.read_text(encoding="utf-8").partition("#[cfg(test)]")[0]
        found = pattern.search(code)
        assert found is None, f"{path.relative_to(ROOT)}: {found[0]}"


@pytest.mark.parametrize(
    ("pattern", "code"),
    [
        (RUST_SEARCH, 'if error.to_string().contains("below") {}'),
        (RUST_SEARCH, 'if problem.message == "it is below" {}'),
        (RUST_SEARCH, 'error\n    .to_string()\n    .starts_with("it")'),
        (PAGE_SEARCH, 'if (error.message.includes("below")) return;'),
        (PAGE_SEARCH, 'refusal.message === "below"'),
    ],
)
def test_searches_elsewhere_are_found(pattern: re.Pattern[str], code: str) -> None:
    assert pattern.search(code)


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
        "try:\n    f()\nexcept ValueError as e:\n    match str(e):\n        case 'x': raise\n",
        "try:\n    f()\nexcept ValueError as e:\n    print(CODES[str(e)])\n",
        "try:\n    f()\nexcept ValueError as e:\n    print(CODES.get(str(e)))\n",
        "try:\n    f()\nexcept ValueError as e:\n    print((t := str(e)) and 'x' in t)\n",
        "def f(e: ValueError | None) -> bool:\n    return 'below' in str(e)\n",
        "def f(e: ValueError) -> bool:\n    return str(e).endswith('.')\n",
        "found = [one for one in error.problems if one.message.startswith('it')]\n",
        "found = [one for one in warned if 'below' in str(one.message)]\n",
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
    yield from _search([tree], None)
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.name is not None:
            yield from _search(node.body, node.name)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for given in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                if given.annotation is not None and ERROR.search(ast.unparse(given.annotation)):
                    yield from _search(node.body, given.arg)
        elif isinstance(node, ast.Call) and _called(node) == "filterwarnings":
            by_name = any(keyword.arg == "message" for keyword in node.keywords)
            if by_name or len(node.args) > 1:
                yield node.lineno


def _search(body: Iterable[ast.AST], error: str | None) -> Iterator[int]:
    """Yield the lines in which the text of an error of a name, or else any message is looked at."""
    texts: set[str] = set()

    def is_text(node: ast.AST) -> bool:
        if error is None:
            return any(
                isinstance(part, ast.Attribute) and part.attr == "message"
                for part in ast.walk(node)
            )
        return any(
            (isinstance(part, ast.Name) and part.id in texts)
            or (_called(part) == "str" and _names(part, error))
            or (isinstance(part, ast.Attribute) and part.attr == "args" and _names(part, error))
            or (isinstance(part, ast.FormattedValue) and _names(part, error))
            for part in ast.walk(node)
        )

    for node in (inner for statement in body for inner in ast.walk(statement)):
        looked: list[ast.AST] = []
        if isinstance(node, ast.Assign) and is_text(node.value):
            texts |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.NamedExpr) and is_text(node.value):
            texts.add(node.target.id)
        elif isinstance(node, ast.Compare):
            looked = [node.left, *node.comparators]
        elif isinstance(node, ast.Match):
            looked = [node.subject]
        elif isinstance(node, ast.Subscript) and error is not None:
            looked = [node.slice]
        elif isinstance(node, ast.Call) and _called(node) in SEARCHING:
            if _called(node) == "split" and not node.args:
                # White space is no word.
                continue
            owner = node.func.value if isinstance(node.func, ast.Attribute) else node
            # What `get` returns instead is merely shown.
            looked = [owner, *node.args[: 1 if _called(node) == "get" else None]]
        if isinstance(node, ast.stmt | ast.expr) and any(map(is_text, looked)):
            yield node.lineno


def _called(node: ast.AST) -> str | None:
    if not isinstance(node, ast.Call):
        return None
    return getattr(node.func, "attr", None) or getattr(node.func, "id", None)


def _names(node: ast.AST, error: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == error for part in ast.walk(node))
