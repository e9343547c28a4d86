"""Few modules touch the native core.

The other rules on imports are contracts of import-linter, which does not see compiled modules.
"""

from __future__ import annotations

import ast

from .project import texts

# Packages and modules that may import `croupier._native`.
ALLOWED = {
    "agents",
    "analysis",
    "cards",
    "compat",
    "frames",
    "hands",
    "histories",
    "lookups",
    "rankings",
    "simulation",
    "solving",
    "state",
    "store",
    "tables",
}


def imported_names(source: str) -> set[str]:
    """Return everything that a module imports, by its full name."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def package() -> dict[str, set[str]]:
    """Return what every part of the package, a module or a folder of them, imports."""
    found: dict[str, set[str]] = {}
    for path, text in texts().items():
        if path.parts[:2] == ("python", "croupier") and path.suffix == ".py":
            found.setdefault(path.parts[2].removesuffix(".py"), set()).update(imported_names(text))
    return found


def test_few_modules_touch_the_native_core() -> None:
    touching = {
        part
        for part, names in package().items()
        if any(name.startswith("croupier._native") for name in names)
    }
    assert touching <= ALLOWED


def test_nothing_is_taken_from_the_top_of_the_package() -> None:
    parts = package()
    allowed = {"croupier._native", *(f"croupier.{part}" for part in parts)}
    taken = {
        part: wrong
        for part, names in parts.items()
        if (
            wrong := {
                name for name in names if name.count(".") == 1 and name.startswith("croupier.")
            }
            - allowed
        )
    }
    assert not taken
