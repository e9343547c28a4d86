"""The table of limits is true and complete."""

from __future__ import annotations

import re

from croupier import limits, numbers

from .project import ROOT

PAGE = ROOT / "docs" / "limits.md"


def test_the_table_has_all_limits() -> None:
    rows = re.findall(r"^\| [^|]+ \| ([\d,]+) \| `(\w+)` \|$", PAGE.read_text(), re.MULTILINE)
    told = {name: int(number.replace(",", "")) for number, name in rows}
    known = {
        name: getattr(module, name)
        for module in (limits, numbers)
        for name in module.__all__
        if name.startswith("MAX_")
    }
    assert told == known


def test_the_table_has_all_variables() -> None:
    told = set(re.findall(r"^\| `(CROUPIER_\w+)` \|", PAGE.read_text(), re.MULTILINE))
    known = {getattr(limits, name) for name in limits.__all__ if name.endswith("_VARIABLE")}
    assert told == known


def test_the_core_draws_the_same_lines() -> None:
    source = (ROOT / "crates" / "histories" / "src" / "limits.rs").read_text()
    found = dict(re.findall(r"pub const (\w+): \w+ = ([\d_ <]+);", source))
    for name in ("MAX_FILE_BYTES", "MAX_PLAYERS", "MAX_DEPTH"):
        assert eval(found[name]) == getattr(limits, name)
    seats = (ROOT / "crates" / "engine" / "src" / "seats.rs").read_text()
    assert f"MAX_PLAYERS: usize = {limits.MAX_PLAYERS};" in seats
    piles = (ROOT / "crates" / "engine" / "src" / "cards" / "piles.rs").read_text()
    assert f"MAX_HOLE_CARDS: usize = {limits.MAX_HOLE_CARDS};" in piles
    setup = (ROOT / "crates" / "engine" / "src" / "setup.rs").read_text()
    assert f"MAX_BOARDS: usize = {limits.MAX_BOARDS};" in setup
    assert f"MAX_BOARD_CARDS: usize = {limits.MAX_BOARD_CARDS};" in setup
    tree = (ROOT / "crates" / "solver" / "src" / "spot" / "tree.rs").read_text()
    assert f"MAX_LINE_ACTIONS: usize = {limits.MAX_LINE_ACTIONS};" in tree
