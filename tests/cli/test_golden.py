"""What commands print is what somebody has looked at: `python tools/golden.py` writes it anew."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.cli.commands import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import golden  # noqa: E402


@pytest.fixture(scope="module", autouse=True)
def folder() -> Iterator[None]:
    with golden.prepared():
        yield


def test_every_command_is_there() -> None:
    assert set(golden.CASES) <= set(golden.NAMES)
    assert {path.stem for path in golden.FOLDER.glob("*.txt")} == set(golden.NAMES)


@pytest.mark.parametrize("name", golden.NAMES)
def test_commands_print_what_they_did(name: str) -> None:
    expected = (golden.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert golden.write(name) == expected, "run `python tools/golden.py`, and read what changed"


@pytest.mark.parametrize("path", sorted(golden.FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_nothing_is_cut(path: Path) -> None:
    # Rich ends what it cuts with an ellipsis; what differs from run to run has one before a blank.
    text = path.read_text(encoding="utf-8")
    for line in text.replace("… s", "").replace("… hands", "").splitlines():
        assert "…" not in line or line.rstrip().endswith(("second …", "all")), line
    # What must be typed stands in one line, whatever the width.
    for example in [one for command in COMMANDS for one in command.examples]:
        if f"croupier {path.stem} " in example:
            helps = text.partition("\n\n$ ")[0] + "\n"
            assert helps.count(f"  {example}\n") == helps.count("---- ")
