"""One module writes files, so that all of them are whole and none is replaced by accident."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from .project import ROOT, texts

PACKAGE = Path("python/croupier")
WRITER = PACKAGE / "files.py"
# What makes or changes files under whatever name it is called by.
MAKERS = {
    "FileIO",
    "NamedTemporaryFile",
    "TemporaryFile",
    "copyfile",
    "hardlink_to",
    "makedirs",
    "mkdir",
    "mkdtemp",
    "mkstemp",
    "symlink_to",
    "touch",
    "truncate",
    "write_bytes",
    "write_text",
}
# What is called the same and writes nothing: a grid as text, and the device that forgets.
HARMLESS = {"grid.write_text", "os.open(os.devnull, os.O_WRONLY)"}


# Folders of programs that play, hands that nobody may see yet, shelves of the desk, and what
# answers of a store spill: none of them is left.
OTHERS = {
    PACKAGE / "agents" / "external" / "launcher.py",
    PACKAGE / "agents" / "external" / "programs.py",
    PACKAGE / "store" / "questions.py",
    PACKAGE / "tables" / "secrets.py",
    PACKAGE / "web" / "server.py",
    PACKAGE / "web" / "shelves" / "shelf.py",
}


def find_writing(code: str) -> list[str]:
    """Return the calls in a program that open files to write to them."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        name = called.rpartition(".")[2]
        if called in HARMLESS or ast.unparse(node) in HARMLESS:
            continue
        given = [*node.args, *(word.value for word in node.keywords if word.arg == "mode")]
        modes = [one.value for one in given if isinstance(one, ast.Constant)]
        writes = any(
            isinstance(mode, str) and set(mode) <= set("rwaxbt+") and set(mode) & set("wax+")
            for mode in modes
        )
        if name in MAKERS or called == "os.open" or (name in ("open", "fdopen") and writes):
            found.append(ast.unparse(node))
    return found


def test_only_one_module_writes_files() -> None:
    found = {
        str(path): calls
        for path, text in texts().items()
        if path.is_relative_to(PACKAGE) and path.suffix == ".py" and path not in {WRITER, *OTHERS}
        if (calls := find_writing(text))
    }
    assert not found
    assert find_writing((ROOT / WRITER).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "code",
    [
        "open(path, 'w')",
        "open(path, mode='ab')",
        "Path(path).open('x', encoding='utf-8')",
        "path.open('r+b')",
        "path.write_text('text')",
        "os.open(path, os.O_WRONLY)",
        "folder.mkdir(parents=True)",
        "tempfile.mkstemp()",
    ],
)
def test_what_writes_is_found(code: str) -> None:
    assert find_writing(code) == [code]
    assert not find_writing("open(path); path.open('rb'); grid.write_text(weights); say('wax')")
