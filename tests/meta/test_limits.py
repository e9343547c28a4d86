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
        if name.startswith("MOST_")
    }
    assert told == known


def test_the_table_has_all_variables() -> None:
    told = set(re.findall(r"^\| `(CROUPIER_\w+)` \|", PAGE.read_text(), re.MULTILINE))
    known = {getattr(limits, name) for name in limits.__all__ if name.endswith("_VARIABLE")}
    assert told == known


def test_the_core_draws_the_same_lines() -> None:
    source = (ROOT / "crates" / "histories" / "src" / "limits.rs").read_text()
    found = dict(re.findall(r"pub const (\w+): \w+ = ([\d_ <]+);", source))
    for name in ("MOST_FILE_BYTES", "MOST_PLAYERS", "MOST_DEPTH"):
        assert eval(found[name]) == getattr(limits, name)
    seats = (ROOT / "crates" / "engine" / "src" / "seats.rs").read_text()
    assert f"MAXIMUM_PLAYERS: usize = {limits.MOST_PLAYERS};" in seats
    piles = (ROOT / "crates" / "engine" / "src" / "piles.rs").read_text()
    assert f"MAXIMUM_HOLE_CARDS: usize = {limits.MOST_HOLE_CARDS};" in piles
    setup = (ROOT / "crates" / "engine" / "src" / "setup.rs").read_text()
    assert f"MAXIMUM_BOARDS: usize = {limits.MOST_BOARDS};" in setup
    assert f"MAXIMUM_BOARD_CARDS: usize = {limits.MOST_BOARD_CARDS};" in setup
