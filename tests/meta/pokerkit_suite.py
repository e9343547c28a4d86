"""Run a part of PokerKit's own tests with Croupier in PokerKit's place.

The tests and the docstrings are those of the installed package; nothing else of it is run.
Use it as a program: `python pokerkit_suite.py unit lookups`, `python pokerkit_suite.py doc hands`.
"""

from __future__ import annotations

import ast
import doctest
import importlib
import importlib.util
import sys
import types
import unittest
from pathlib import Path

MODULES = ("utilities", "lookups", "hands")
"""What Croupier has of PokerKit's modules, lower ones first."""


def locate() -> Path:
    """Return the folder of the installed PokerKit, without importing it."""
    spec = importlib.util.find_spec("pokerkit")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("PokerKit is not installed")
    return Path(spec.origin).parent


def stand_in() -> dict[str, object]:
    """Put Croupier's modules in PokerKit's place, and return the names that they have together."""
    package = types.ModuleType("pokerkit")
    sys.modules["pokerkit"] = package
    names: dict[str, object] = {}
    for name in MODULES:
        module = importlib.import_module(f"croupier.{name}")
        sys.modules[f"pokerkit.{name}"] = module
        setattr(package, name, module)
        names |= vars(module)
    vars(package).update(names)
    return names


def run_units(name: str) -> bool:
    """Run PokerKit's unit tests of a module, and tell whether all passed."""
    path = locate() / "tests" / f"test_{name}.py"
    stand_in()
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path.name} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tests = unittest.defaultTestLoader.loadTestsFromModule(module)
    return tests.countTestCases() > 0 and unittest.TextTestRunner().run(tests).wasSuccessful()


def run_docs(name: str) -> bool:
    """Run the examples in the docstrings of a module of PokerKit, and tell whether all passed."""
    path = locate() / f"{name}.py"
    names = stand_in()
    runner = doctest.DocTestRunner()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            continue
        docstring = ast.get_docstring(node)
        if docstring:
            where = getattr(node, "name", name)
            test = doctest.DocTestParser().get_doctest(docstring, dict(names), where, path.name, 0)
            runner.run(test)
    print(f"{runner.tries} examples, {runner.failures} failed")
    return runner.tries > 0 and not runner.failures


if __name__ == "__main__":
    kind, module_name = sys.argv[1:]
    sys.exit(not {"unit": run_units, "doc": run_docs}[kind](module_name))
