"""Help for those who write agents: lines, tracebacks, and all that a program is told."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from croupier.cli import run

AGENTS = """
class Broken:
    def act(self, view):
        return self.helper()
    def helper(self):
        return {}["nothing"]

class Confused:
    def act(self, view):
        return "dance"
"""
PROGRAM = (
    "import sys\nfor line in sys.stdin:\n    if '\"act\"' in line: print('call', flush=True)\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "agents.py").write_text(AGENTS, encoding="utf-8")
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", ["play -q --no-save", "match"])
def test_a_traceback_is_shown_once(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [*command.split(), "agents.py:Broken", "caller", "--hands", "4", "--seed", "1"]
    assert run(arguments) == 1
    said = capsys.readouterr()
    assert "KeyError: 'nothing' (agents.py, line 6)" in said.out
    assert "--debug shows more" in said.out
    assert "Traceback" not in said.err
    assert run([*arguments, "--debug"]) == 1
    said = capsys.readouterr()
    assert said.err.count("Traceback") == 1
    # It begins with the agent's own code.
    first, second, *_ = [line for line in said.err.splitlines() if 'File "' in line]
    assert "line 4, in act" in first and "line 6, in helper" in second
    assert "--debug shows" not in said.out


def test_nonsense_is_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["agents.py:Confused", "caller", "--hands", "2", "--seed", "1", "--debug"]
    assert run(["play", "-q", "--no-save", *arguments]) == 1
    said = capsys.readouterr().err
    assert "Confused failed in hand 1" in said and "dance" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("command", ["play -q --no-save", "match"])
def test_the_wire_is_shown(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = "subprocess:" + shlex.join([sys.executable, "program.py"])
    arguments = [*command.split(), f"Echo={program}", "caller", "--hands", "2", "--json"]
    assert run(arguments) == 0
    said = capsys.readouterr()
    assert not said.err and json.loads(said.out)["blind"]
    assert run([*arguments, "--debug"]) == 0
    said = capsys.readouterr()
    lines = said.err.splitlines()
    assert all(line.startswith(("Echo > ", "Echo < ")) for line in lines)
    told = [json.loads(line.removeprefix("Echo > ")) for line in lines if line[5] == ">"]
    assert {"match", "hand", "act", "end", "close"} == {one["type"] for one in told}
    assert "Echo < call" in lines
    # Others may read what was printed.
    assert json.loads(said.out)["blind"] is False
    assert run(["play", "-q", "--no-save", *arguments[-5:-1], "--debug"]) == 0
    assert "Not blind: what each program was told was printed" in capsys.readouterr().out


def test_hands_are_kept_while_faults_are_watched(folder: Path) -> None:
    arguments = ["agents.py:Broken", "caller", "--hands", "2", "--seed", "1", "--debug"]
    assert run(["match", *arguments, "-o", "hands.phhs"]) == 1
    assert (folder / "hands.phhs").read_text(encoding="utf-8").count("variant") == 2
