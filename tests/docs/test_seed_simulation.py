"""The programs of PokerKit's page on simulation run as written, with the import changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2].parent / "shared" / "seeds" / "pokerkit-simulation.rst"


def blocks() -> list[str]:
    """Return the Python programs of the page."""
    if not PAGE.is_file():
        return []
    found = []
    lines = PAGE.read_text().splitlines()
    for number, line in enumerate(lines):
        match = re.fullmatch(r"( *)\.\. code-block:: python", line)
        if match is None:
            continue
        indent = len(match[1]) + 3
        block = []
        for following in lines[number + 1 :]:
            if following.strip() and len(following) - len(following.lstrip()) < indent:
                break
            block.append(following[indent:])
        found.append("\n".join(block))
    return found


def test_every_program_runs() -> None:
    programs = blocks()
    if not programs:
        pytest.skip(f"the page is not there: {PAGE}")
    assert len(programs) >= 8
    # Later programs go on with the names of earlier ones.
    names: dict[str, object] = {}
    sketches = 0
    for program in programs:
        if "..." in program:
            # Three dots stand for what the reader knows: a sketch, not a program.
            sketches += 1
            continue
        exec(program.replace("pokerkit", "croupier"), names)
    assert sketches <= 2
    state = names["state"]
    assert type(state).__module__.startswith("croupier.")
