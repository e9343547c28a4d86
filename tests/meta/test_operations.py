"""The table of operations: everything that is made from it is there, and is current."""

from __future__ import annotations

import inspect
import re
import runpy
from collections import Counter
from pathlib import Path

import pytest

import croupier
from croupier import Automation, State, _native
from croupier.agents.moves import MAX_ARGUMENTS
from croupier.state.operation_table import DECISIONS, OPERATIONS, OperationInfo

from .project import ROOT

_STUB = runpy.run_path(str(ROOT / "tools/operations.py"))
# What `make names` writes.
_NAMES = ("__init__.pyi", "_names.py")
_TYPES = "python/croupier/_native.pyi"
_ROWS = [pytest.param(row, id=row.method) for row in OPERATIONS.values()]


def test_what_is_made_from_the_table_is_current() -> None:
    made: dict[Path, str] = _STUB["make"]()
    assert len(made) == 2
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run `make operations`"


@pytest.mark.parametrize("row", _ROWS)
def test_operations_have_their_methods_and_records(row: OperationInfo) -> None:
    names = [name for name, _, _ in row.arguments]
    for method, extra in ((row.verify, []), (row.can, []), (row.method, ["commentary"])):
        function = getattr(State, method)
        assert list(inspect.signature(function).parameters) == ["self", *names, *extra]
        assert function.__doc__ and function.__doc__.endswith(".")
    record = getattr(croupier, row.record)
    assert record is getattr(_native, row.record)
    assert record.__match_args__ == tuple(name for name, _ in row.fields)
    assert record.__doc__ and all(getattr(record, name).__doc__ for name, _ in row.fields)


def test_words_and_automations_are_known() -> None:
    words = Counter(row.word for row in OPERATIONS.values() if row.word)
    assert set(words.values()) == {1}
    assert all(row.word for row in DECISIONS.values())
    named = {row.automation for row in OPERATIONS.values() if row.automation}
    automations = {one.name.replace("_", "").lower() for one in Automation}
    assert {name.lower() for name in named} == automations


def test_decisions_of_the_table_are_those_of_agents() -> None:
    assert set(MAX_ARGUMENTS) == set(DECISIONS)
    assert MAX_ARGUMENTS["buy_cards"] == 2 and MAX_ARGUMENTS["show_or_muck_hole_cards"] == 1
    assert "deal_board" in OPERATIONS and "deal_board" not in DECISIONS


# What names each decision of yes or no by hand beside the records and methods that all have: the
# step or the option by which games ask for it.
_ASKED_BY = {
    "protect_card": r"Decision::Protect\b|[\"']protect[\"']",
    "post_straddle": r"\boptional_straddle\b",
}
# Not needed for it: what a decision is used for once it is there. Hosts of tables can turn it on,
# and lines for people say it in words of their own.
_USES = {"python/croupier/hosting/settings.py", "python/croupier/views/words.py"}


@pytest.mark.parametrize("method", _ASKED_BY)
def test_a_decision_is_named_in_few_files(method: str) -> None:
    row = DECISIONS[method]
    # Histories post straddles, too, which are none that somebody was asked for.
    own = rf"\b({row.record}|{row.verify}|{row.can})\b|[\"']{row.method}[\"']"
    named = re.compile(f"{own}|{_ASKED_BY[method]}")
    made = {*_STUB["make"](), *(ROOT / "python/croupier" / name for name in _NAMES)}
    sources = [
        path
        for folder, pattern in (("crates", "*/src/**/*.rs"), ("python", "croupier/**/*.py*"))
        for path in (ROOT / folder).glob(pattern)
        if path.suffix in {".rs", ".py", ".pyi"} and path not in made
    ]
    found = [path for path in sources if named.search(path.read_text(encoding="utf-8"))]
    found = [path for path in found if path.relative_to(ROOT).as_posix() not in _USES]
    # Of the stub, only parts are made: the list of names, and what stands between two remarks.
    begin, end = map(re.escape, (_STUB["_BEGIN"], _STUB["_END"]))
    text = (ROOT / _TYPES).read_text(encoding="utf-8")
    made_part = re.compile(rf'{begin}.*?{end}|^    "\w+",$', re.DOTALL | re.MULTILINE)
    if named.search(made_part.sub("", text)):
        found.append(ROOT / _TYPES)
    assert 2 < len(found) <= 8, found
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = text.partition("## To add a decision\n")[2].partition("\n## ")[0]
    for path in found:
        place = path.relative_to(ROOT).as_posix()
        folder = path.parent.relative_to(ROOT).as_posix()
        assert f"`{place}`" in listed or f"`{folder}`" in listed, place
