"""Write what `import croupier` offers: `python tools/front_door.py`.

`MODULES` below is the one list of it. The table of names that the package looks up when a name is
asked for (`_names.py`) and the stub by which editors and checkers of types know them
(`__init__.pyi`) are made from it. The stub of `croupier.games` is made from the list of games that
are classes, `croupier/games/listing.py`.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from croupier.games import listing

PACKAGE = Path(__file__).resolve().parent.parent / "python" / "croupier"
NAMES = PACKAGE / "_names.py"
STUB = PACKAGE / "__init__.pyi"
GAMES_STUB = PACKAGE / "games" / "__init__.pyi"

# All that a module lists in its `__all__`.
EVERYTHING = ()
# Croupier's own names first, then those that PokerKit has at its top.
MODULES: dict[str, tuple[str, ...]] = {
    "croupier.agents": ("Agent", "make_agent"),
    "croupier.analysis": (
        "Range",
        "Statistics",
        "calculate_equities",
        "calculate_hand_strength",
        "calculate_icm",
        "equity",
        "parse_range",
    ),
    "croupier.cards": ("seed",),
    "croupier.errors": (
        "AgentError",
        "CardError",
        "ConfigurationError",
        "ParseError",
        "PokerError",
        "ReplayError",
        "RuleError",
        "SetupError",
        "UnsupportedError",
    ),
    "croupier.games": EVERYTHING,
    "croupier.games.configuration.library": ("load",),
    "croupier.games.making": ("make_game",),
    "croupier.hands": EVERYTHING,
    "croupier.histories": ("HandHistory", "detect", "parse_action", "read"),
    "croupier.lookups": EVERYTHING,
    "croupier.notation": EVERYTHING,
    "croupier.simulation": ("CALL", "MIXED", "Policy", "Simulation", "simulate"),
    "croupier.solving": ("Solution", "Spot", "solve"),
    "croupier.state": EVERYTHING,
    "croupier.tables": ("Table", "TableBatch", "play_duplicate"),
    "croupier.utilities": EVERYTHING,
}


def find_names() -> dict[str, list[str]]:
    """Return the public names of each module; a name of two modules is that of the first."""
    found: dict[str, list[str]] = {}
    taken: set[str] = set()
    for module, names in MODULES.items():
        listed = set(names or import_module(module).__all__) - taken
        found[module] = sorted((name for name in listed if name[0] != "_"), key=_order_imports)
        taken |= listed
    return found


def find_modules() -> list[str]:
    """Return the public modules of the package; the command line is a program."""
    names = [module.name for module in iter_modules([str(PACKAGE)])]
    return sorted(name for name in names if name[0] != "_" and name != "cli")


def write_names() -> str:
    """Return the module that says where each name is."""
    lines = ["# Where each name of the package is: made by tools/front_door.py.", "MODULES = {"]
    for module, names in find_names().items():
        if len(names) == 1:
            lines.append(f'    "{module}": ("{names[0]}",),')
        else:
            lines += [f'    "{module}": (', *(f'        "{name}",' for name in names), "    ),"]
    lines += ["}", "# The names that can be listed without an import.", "SUBMODULES = ("]
    lines += [*(f'    "{module}",' for module in find_modules()), ")", ""]
    return "\n".join(['"""The names at the top of the package."""', "", *lines])


def write_stub() -> str:
    """Return the stub of the package."""
    names = find_names()
    lines = ["# Made by tools/front_door.py.", ""]
    lines += [f"from croupier import {module} as {module}" for module in find_modules()]
    for module in sorted(names):
        lines += _write_import(module, names[module])
    public = sorted((name for listed in names.values() for name in listed), key=_order)
    lines += [
        "",
        "__all__ = [",
        *(f'    "{name}",' for name in public),
        "]",
        "",
        "__version__: str",
    ]
    return "\n".join([*lines, ""])


def _write_import(module: str, names: list[str]) -> list[str]:
    if len(names) == 1:
        return [f"from {module} import {names[0]}"]
    return [f"from {module} import (", *(f"    {one}," for one in names), ")"]


def write_games_stub() -> str:
    """Return the stub of the package of games."""
    tables = (listing.MODULES, listing.BORROWED, listing.LATER)
    found = {module: names for table in tables for module, names in table.items()}
    lines = ["# Made by tools/front_door.py.", ""]
    for module in sorted(found):
        names = sorted(found[module], key=_order_imports)
        if module in listing.MODULES:
            lines += _write_import(module, names)
        else:
            # Names that are not listed below are offered by being named twice.
            lines += [f"from {module} import {name} as {name}" for name in names]
    lines += ["", "__all__ = ["]
    lines += [f'    "{name}",' for name in sorted(import_module("croupier.games").__all__)]
    return "\n".join([*lines, "]", ""])


def _order(name: str) -> tuple[int, list[str | int]]:
    """Return how names are sorted: constants, classes, functions; numbers by their size."""
    kind = 0 if name.isupper() else 1 if name[0].isupper() else 2
    parts = re.split(r"(\d+)", name)
    return kind, [int(part) if part.isdigit() else part for part in parts]


def _order_imports(name: str) -> tuple[int, list[str | int]]:
    """Return how names that are imported are sorted, where capitals do not count."""
    return _order(name)[0], _order(name.lower())[1]


if __name__ == "__main__":
    NAMES.write_text(write_names(), encoding="utf-8")
    STUB.write_text(write_stub(), encoding="utf-8")
    GAMES_STUB.write_text(write_games_stub(), encoding="utf-8")
