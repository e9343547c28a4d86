"""Write the page of all errors and their codes: `python docs/site/error_codes.py`.

The codes come from the classes of `croupier.errors`, from the enums of the core and from the places
in Python that raise errors, so that the page cannot say anything else than the programs.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

from croupier import _native, errors
from croupier.games.configuration import problems
from croupier.histories.phh import validation

PAGE = Path(__file__).resolve().parent.parent / "errors.md"
_PACKAGE = Path(errors.__file__).parent
# Where an error is, which is no detail of it.
_PLACE = {"action", "column", "excerpt", "format", "hand", "line", "problems", "template"}
# Names that say nothing of what is written.
_WRITERS = {"len", "repr", "self", "show_short", "str"}

_OPENING = """# Errors and their codes

Every error that Croupier raises on purpose is a `PokerError` of `croupier.errors`. People read its
text; programs read its `code`, which stays the same when a text is worded better, and its
`details`: the values that the text speaks of, by name. Errors that say that a value is wrong are a
`ValueError`, too.

```python
>>> from croupier import Automation, NoLimitTexasHoldem, RuleError
>>> state = NoLimitTexasHoldem.create_state(
...     tuple(Automation), True, 0, (1, 2), 2, 200, 3, seed=7
... )
>>> try:
...     state.complete_bet_or_raise_to(3)
... except RuleError as error:
...     print(error)
...     print(error.code, error.operation, error.player_index, error.amount, error.minimum)
the amount 3 is below the minimum of 4
amount-below-minimum complete_bet_or_raise_to 2 3 4

```

A `RuleError` has the `operation` that was refused, and the `player_index` of whom it speaks or
whose turn it is. A `SetupError` has all `problems` at once, each with its code, and with its place
(`path`, `line`, `column`) where there is a text. A `ParseError` has `problems`, too, and its place
(`format`, `line`, `column`, `hand`, `excerpt`); a `ReplayError` has the code of the rule that the
hand breaks, and the number of the `action`.

This page is made from the program by `docs/site/error_codes.py`.

## Classes

The code of a class is that of all its errors for which there is no word of their own below.

"""


def render() -> str:
    """Return the page."""
    parts = [_OPENING, _table(("class", "code", "what it is"), _list_classes(Exception))]
    parts += [
        "\n## Warnings\n\nAll warnings are a `PokerWarning`, which is a `UserWarning`. Python's\n"
        "`warnings` can silence each class by itself.\n\n",
        _table(("class", "code", "what it is"), _list_classes(Warning)),
    ]
    kinds = _native.list_error_kinds()
    written = _list_written()
    for name in sorted({kind for kind, *_ in kinds} | set(written)):
        rows = {
            (f"`{code}`", _clean(text, values), ", ".join(f"`{value}`" for value in values))
            for kind, code, text, values in kinds
            if kind == name
        }
        known = {row[0] for row in rows}
        for code, (text, details) in written.get(name, {}).items():
            if f"`{code}`" not in known:
                rows.add((f"`{code}`", text, ", ".join(f"`{value}`" for value in details)))
        parts.append(f"\n## Codes of {name}\n\n")
        parts.append(_table(("code", "text", "details"), sorted(rows)))
    for title, codes in (
        ("problems of game configurations", problems.CODES),
        ("violations of hand histories", validation.CODES),
    ):
        listed = sorted((f"`{code}`", meaning) for code, meaning in codes.items())
        parts.append(f"\n## Codes of {title}\n\n")
        parts.append(_table(("code", "what it is"), [*listed]))
    return "".join(parts)


def _list_written() -> dict[str, dict[str, tuple[str, list[str]]]]:
    """Return the codes that Python's own sources give, with a text of each, by class."""
    found: dict[str, dict[str, tuple[str, list[str]]]] = {}
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in _PACKAGE.rglob("*.py")}
    bases = {
        node.name: node.bases[0].id
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.bases and isinstance(node.bases[0], ast.Name)
    }
    # The first text of a code is shown: Croupier's own before those of programs that it repeats.
    for path in sorted(trees, key=lambda path: ("compat" in path.parts, path)):
        for node in ast.walk(trees[path]):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            name = node.func.id
            while name in bases and not hasattr(errors, name):
                # Classes that only one module speaks of.
                name = bases[name]
            given = {keyword.arg or "": keyword.value for keyword in node.keywords}
            code = given.get("code")
            if isinstance(getattr(errors, name, None), type) and isinstance(code, ast.Constant):
                details = sorted(set(given) - _PLACE - {"code", ""})
                text = _write_text(node.args[0]) if node.args else ""
                found.setdefault(name, {}).setdefault(str(code.value), (text, details))
    return found


def _write_text(node: ast.expr) -> str:
    """Return a text as a source has it; what is not known before stands in braces."""
    if isinstance(node, ast.Constant):
        text = str(node.value)
    elif isinstance(node, ast.JoinedStr):
        text = "".join(
            str(part.value) if isinstance(part, ast.Constant) else _name_gap(part)
            for part in node.values
        )
    else:
        text = "…"
    return " ".join(text.split()).replace("|", "\\|").rstrip(".")


def _name_gap(part: ast.expr) -> str:
    names = [inner.attr for inner in ast.walk(part) if isinstance(inner, ast.Attribute)]
    names += [inner.id for inner in ast.walk(part) if isinstance(inner, ast.Name)]
    named = [name for name in names if name not in _WRITERS and not name.startswith("_")]
    return "{" + (named[0] if len(named) == 1 else "…") + "}"


def _list_classes(base: type) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name in errors.__all__:
        kind: Any = getattr(errors, name)
        if not isinstance(kind, type):
            continue
        is_warning = issubclass(kind, Warning)
        if issubclass(kind, Exception) and is_warning == (base is Warning):
            code = getattr(kind, "code" if is_warning else "default_code")
            about = (kind.__doc__ or "").partition("\n")[0].rstrip(".")
            rows.append((f"`{name}`", f"`{code}`", about))
    return rows


def _clean(text: str, values: list[str]) -> str:
    """Return a text with the names of what stands in it."""
    text = re.sub(r"\{seat\}", "{player_index}", " ".join(text.split()))
    gaps = iter(values)
    text = re.sub(r"\{\d?(?::\?)?\}", lambda _: f"{{{next(gaps, '…')}}}", text)
    return text.replace("|", "\\|").rstrip(".")


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
