"""Importing the package is quick and brings nothing along."""

from __future__ import annotations

import json
import pickle
import pkgutil
import runpy
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version

import pytest

import croupier
from croupier._names import MODULES, SUBMODULES

from .project import ROOT

# Standard modules that everybody imports without thinking twice. The package may do half of what
# they do together. Calls are counted and not seconds, which depend on what else a machine does.
YARDSTICK = "import asyncio, dataclasses, decimal, json"
PACKAGE = "import croupier, croupier.rankings"
HEAVY = {"argparse", "asyncio", "ctypes", "dataclasses", "decimal", "inspect", "numpy"}
COUNTING = """
import sys
calls = 0
def count(*_):
    global calls
    calls += 1
code = compile(sys.argv[1], "given", "exec")
sys.setprofile(count)
exec(code, {})
sys.setprofile(None)
print(calls)
"""

# Environments tell Gymnasium their names when they are imported, so it is imported with them.
PUBLIC = sorted(f"croupier.{name}" for name in SUBMODULES if name != "envs")
# What no module needs before something is done that few programs do.
RARE = HEAVY - {"dataclasses", "decimal", "inspect"} | {
    "concurrent",
    "difflib",
    "email",
    "gzip",
    "hashlib",
    "html",
    "logging",
    "multiprocessing",
    "queue",
    "shutil",
    "socket",
    "statistics",
    "subprocess",
    "tempfile",
    "threading",
    "tomllib",
    "zipfile",
    "zoneinfo",
}
RARE_PARTS = (
    "croupier.agents.external.processes",
    "croupier.analysis.statistics",
    "croupier.games.configuration.schema.model",
    "croupier.games.mixed",
    "croupier.histories.formats",
    "croupier.histories.phh.validation",
    "croupier.notation.rooms",
    "croupier.tables.batch",
    "croupier.compat.pypoks",
)


def find_packages() -> list[str]:
    """Return the packages with names that are imported when they are asked for."""
    walked = pkgutil.walk_packages(croupier.__path__, "croupier.")
    packages = (module.name for module in walked if module.ispkg)
    return [name for name in packages if hasattr(import_module(name), "_LATER")]


PACKAGES = find_packages()
# Gymnasium is told the names of environments as soon as they can be imported.
EAGER = {"croupier.envs.registration"}


def modules_of(code: str) -> set[str]:
    """Return the modules that are loaded after running the code."""
    program = f"{code}\nimport sys, json; print(json.dumps(sorted(sys.modules)))"
    output = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout
    return set(json.loads(output))


def loaded_by(code: str) -> set[str]:
    """Return the top-level modules that are loaded after running the code."""
    return {name.partition(".")[0] for name in modules_of(code)}


def calls_of(code: str) -> int:
    """Return how many calls and returns there are while the code runs."""
    command = [sys.executable, "-c", COUNTING, code]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def test_the_package_needs_nothing_but_the_standard_library() -> None:
    brought = loaded_by(PACKAGE) - loaded_by("")
    assert brought - sys.stdlib_module_names == {"croupier"}


def test_the_package_imports_nothing_heavy() -> None:
    assert not (loaded_by(PACKAGE) - loaded_by("")) & HEAVY


def test_the_package_is_quick_to_import() -> None:
    assert 1000 < calls_of(PACKAGE) < calls_of(YARDSTICK) / 2
    empty = modules_of("")
    assert len(modules_of(PACKAGE) - empty) < len(modules_of(YARDSTICK) - empty) / 2


def test_the_package_alone_is_a_list_of_names() -> None:
    alone = {"__future__", "croupier", "croupier._names"}
    assert modules_of("import croupier") - modules_of("") <= alone


def test_all_public_modules_leave_out_what_is_rarely_needed() -> None:
    loaded = modules_of(f"import {', '.join(PUBLIC)}")
    assert not {name.partition(".")[0] for name in loaded - modules_of("")} & RARE
    assert not [name for name in loaded if name.startswith(RARE_PARTS)]


@pytest.mark.parametrize(
    ("module", "parts"),
    [
        # Until an agent decides, it weighs no hands, and until a hand has ended, nobody writes it.
        ("croupier.agents", ("croupier.analysis", "croupier.histories", "dataclasses")),
        ("croupier.tables", ("croupier.analysis", "croupier.histories", "dataclasses")),
        # To know which games there are takes none of them.
        ("croupier.games.finding", ("croupier.state", "croupier.hands", "croupier.games.poker")),
        # Listing games and finding them by name reads none.
        (
            "croupier.games.configuration.library",
            ("croupier.games.configuration.schema.model", "dataclasses"),
        ),
        # The model of games is large, and as dataclasses it would take three times as long.
        ("croupier.games.configuration.custom_game", ("dataclasses", "difflib")),
        ("croupier.analysis", ("croupier.histories", "croupier.games.configuration")),
    ],
)
def test_what_a_module_does_without(module: str, parts: tuple[str, ...]) -> None:
    assert not [name for name in modules_of(f"import {module}") if name.startswith(parts)]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_nothing_that_is_for_later(package: str) -> None:
    later = set(import_module(package)._LATER.values()) - EAGER
    assert later and not later & modules_of(f"import {package}")


@pytest.mark.parametrize("package", PACKAGES)
def test_names_that_are_imported_later(package: str) -> None:
    module = import_module(package)
    assert set(module._LATER) <= set(dir(module))
    for name in (*module.__all__, *module._LATER):
        assert getattr(module, name) is not None
    for name, source in module._LATER.items():
        assert getattr(module, name) is getattr(import_module(source), name)
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'Nothing'"):
        _ = module.Nothing


def test_all_names_are_there() -> None:
    names: dict[str, object] = {}
    exec("from croupier import *", names)
    assert set(croupier.__all__) <= names.keys()
    assert set(croupier.__all__) <= set(dir(croupier))
    assert len(croupier.__all__) == len(set(croupier.__all__)) == sum(map(len, MODULES.values()))


def test_the_package_says_its_version() -> None:
    assert croupier.__version__ == version("croupier")
    assert "__version__" in dir(croupier)


def test_the_front_door_is_made_from_its_list() -> None:
    made = runpy.run_path(str(ROOT / "tools" / "front_door.py"))
    assert made["NAMES"].read_text(encoding="utf-8") == made["write_names"]()
    assert made["STUB"].read_text(encoding="utf-8") == made["write_stub"]()
    assert made["GAMES_STUB"].read_text(encoding="utf-8") == made["write_games_stub"]()


def test_the_front_door_has_all_games() -> None:
    assert set(croupier.games.__all__) <= set(croupier.__all__)
    assert {"Agent", "Table", "load", "make_game", "read"} <= set(croupier.__all__)


def test_modules_are_there_without_being_imported() -> None:
    found = {module.name for module in pkgutil.iter_modules(croupier.__path__)}
    public = {name for name in found if not name.startswith("_")} - {"cli"}
    assert public == set(SUBMODULES) <= set(dir(croupier))
    code = (
        "import croupier; print(croupier.rankings.get('high').name, croupier.cards.Card('A', 's'))"
    )
    output = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert output.stdout.decode().split()[0] == "high"


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = croupier.Nothing  # type: ignore[attr-defined]


def test_what_is_pickled_is_found_again() -> None:
    hand = croupier.StandardHighHand.from_game("AsKs", "AdKh7c7dQs")
    code = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read()))"
    output = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(hand), check=True, capture_output=True
    )
    assert output.stdout.decode().strip() == str(hand)
