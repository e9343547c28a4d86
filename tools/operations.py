"""Write what Python must have in writing about operations: types in the stub, lists of names.

Everything comes from the table of the core. Run it after the table has changed and the core was
built: `make operations`. A test sees to it that nothing is missing.
"""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from croupier.state.operation_table import OperationInfo

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "python/croupier"
# By its path: the package may use a record that is not in the lists yet.
OPERATIONS: Final[dict[str, OperationInfo]] = runpy.run_path(
    str(PACKAGE / "state/operation_table.py")
)["OPERATIONS"]
_STUB = PACKAGE / "_native.pyi"
_RECORDS = PACKAGE / "state/operations.py"
# Lists of the records: how they begin, and how a line of them looks.
_LISTS = [
    (_STUB, "__all__ = [\n", '    "{}",'),
    (_RECORDS, "from croupier._native import (\n", "    {},"),
    (_RECORDS, "__all__ = [\n", '    "{}",'),
]
_BEGIN, _END = "# Made by `make operations`:", "# That was made by `make operations`."

_CARDS = "tuple[Card, ...]"
_FIELDS = {
    "amounts": "tuple[Chips, ...]",
    "amount": "Chips",
    "board": "int | None",
    "card": "Card",
    "cards": _CARDS,
    "choice": "str | None",
    "contest": "int | None",
    "declarations": "tuple[str | None, ...]",
    "dice": "tuple[int, ...]",
    "faces": "tuple[bool, ...]",
    "player": "int",
    "pot": "int",
    "runouts": "int | None",
    "status": "bool",
}
_ARGUMENTS = {
    "amount": "ChipsLike | None",
    "board": "_Cards | int | None",
    "card": "_Cards | None",
    "cards": "_Cards | None",
    "choice": "int | str",
    "deal": "_Cards | int | None",
    "declarations": "str | Sequence[str]",
    "dice": "Sequence[int] | None",
    "order": "_Cards | None",
    "player": "int | None",
    "runouts": "int | None",
    "showing": "bool | _Cards | None",
    "status": "bool",
}
_RESULTS = {
    "amount": "Chips",
    "card": "Card",
    "cards": _CARDS,
    "chooser": "int",
    "chosen": _CARDS,
    "dealt": f"tuple[{_CARDS}, int]",
    "nothing": "None",
    "number": "int",
    "player": "int",
    "price": "tuple[int, Chips]",
    "shown": f"tuple[bool, {_CARDS}, {_CARDS}, tuple[bool, ...], int]",
    "subsets": "list[str]",
}
_DEFAULTS = {"None": "None", "true": "True"}


def write_records() -> str:
    """Return the classes of the records, as stubs have them."""
    return "\n".join(line for row in OPERATIONS.values() for line in _write_record(row))


def _write_record(row: OperationInfo) -> Iterator[str]:
    fields = [(name, _FIELDS[kind]) for name, kind in row.fields]
    taken = "".join(f"{name}: {kind.replace('Chips', 'ChipsLike')}, " for name, kind in fields)
    yield "@final"
    yield f"class {row.record}(Operation):"
    yield "    __match_args__: Final[tuple[str, ...]]"
    yield f"    def __new__(cls, {taken}*, commentary: str | None = None) -> {row.record}: ..."
    for name, kind in [*fields, *([(row.sum[0], "Chips")] if row.sum else [])]:
        yield f"    @property\n    def {name}(self) -> {kind}: ..."


def write_methods() -> str:
    """Return the three methods of every operation, as stubs have them."""
    return "\n".join(line for row in OPERATIONS.values() for line in _write_methods(row))


def _write_methods(row: OperationInfo) -> Iterator[str]:
    taken = "".join(
        f", {name}: {_ARGUMENTS[kind]}" + (f" = {_DEFAULTS[default]}" if default else "")
        for name, kind, default in row.arguments
    )
    remark = "*, commentary: str | None = None"
    yield f"    def {row.verify}(self{taken}) -> {_RESULTS[row.result]}: ..."
    yield f"    def {row.can}(self{taken}) -> bool: ..."
    yield f"    def {row.method}(self{taken}, {remark}) -> {row.record}: ..."


def _list_names() -> list[str]:
    return sorted(["Operation", *(row.record for row in OPERATIONS.values())])


def _replace(text: str, sections: list[str]) -> str:
    """Put sections between the marks of a text, in their order."""
    found = re.split(rf"( *{re.escape(_BEGIN)}\n).*?( *{re.escape(_END)}\n)", text, flags=re.DOTALL)
    assert len(found) == 3 * len(sections) + 1, "the marks are gone"
    for place, section in enumerate(sections):
        found[3 * place + 1] += f"{section}\n"
    return "".join(found)


def _add_names(text: str, opening: str, line: str) -> str:
    """Add the names that a list does not have yet; a linter puts them in order."""
    start = text.index(opening) + len(opening)
    end = re.compile(r"^ *[\])]", re.MULTILINE).search(text, start)
    assert end is not None
    known = set(re.findall(r"\w+", text[start : end.start()]))
    missing = "".join(f"{line.format(name)}\n" for name in _list_names() if name not in known)
    return text[: end.start()] + missing + text[end.start() :]


def make() -> dict[Path, str]:
    """Return the files as they must be."""
    stub = _replace(_STUB.read_text(encoding="utf-8"), [write_records(), write_methods()])
    texts = {path: path.read_text(encoding="utf-8") for path, *_ in _LISTS} | {_STUB: stub}
    for path, opening, line in _LISTS:
        texts[path] = _add_names(texts[path], opening, line)
    return {path: _tidy(path, text) for path, text in texts.items()}


def _tidy(path: Path, text: str) -> str:
    for command in (["check", "--fix", "--quiet", "--select", "I,RUF022"], ["format", "--quiet"]):
        ruff = [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(path), "-"]
        text = subprocess.run(
            ruff, input=text, capture_output=True, text=True, check=True, cwd=ROOT
        ).stdout
    return text


if __name__ == "__main__":
    for path, text in make().items():
        path.write_text(text, encoding="utf-8")
