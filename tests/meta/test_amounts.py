"""Amounts of chips have a type of their own: `Chips` and `ChipsLike`, and not `Any`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from .project import ROOT

AMOUNTS = {
    "amount",
    "amounts",
    "ante",
    "antes",
    "bet",
    "bets",
    "blinds",
    "bring_in",
    "chips",
    "cost",
    "payoff",
    "payoffs",
    "pot",
    "pots",
    "price",
    "stack",
    "stacks",
    "starting_stacks",
    "winnings",
    "won",
}
# Arrays of NumPy, which is not imported for their types.
ARRAYS = {"agents/nets.py", "evaluation/matches.py", "tables/batch.py"}
# Objects that are called so, and are no amounts: an operation, the method of an agent.
OBJECTS = {"views/bets.py", "views/table.py", "tables/dealing.py"}
# What is not known to be an amount before it is looked at.
UNKNOWN = {("state/amounts.py", "amount"), ("histories/replaying/settlement.py", "amounts")}
UNKNOWN |= {
    ("histories/replaying/amounts.py", "stacks"),
    ("analysis/statistics/player.py", "stacks"),
}


def find_untyped(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield the names of amounts that may be anything, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name, annotation=ast.expr() as kind):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind):
                pass
            case ast.AnnAssign(target=ast.Attribute(attr=name), annotation=kind):
                pass
            case _:
                continue
        words = {each.id for each in ast.walk(kind) if isinstance(each, ast.Name)}
        if name in AMOUNTS and "Any" in words and "Callable" not in words:
            yield name, node.lineno


def read(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_amounts_are_not_just_anything() -> None:
    package = ROOT / "python" / "croupier"
    found = {}
    for path in sorted(package.rglob("*.py")):
        place = path.relative_to(package).as_posix()
        if place in ARRAYS | OBJECTS:
            continue
        for name, line in find_untyped(read(path)):
            if (place, name) not in UNKNOWN:
                found[f"{place}:{line}"] = name
    assert found == {}


def test_amounts_that_may_be_anything_are_found() -> None:
    code = "def f(stack: Any, name: Any, bets: list[Any], pot: Chips) -> Any: ...\nante: Any = 0"
    assert [name for name, _ in find_untyped(ast.parse(code))] == ["ante", "stack", "bets"]
