"""Shells complete commands, options and values: games, formats, agents, rankings, files."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from croupier import rankings
from croupier.agents import AGENTS
from croupier.cli import app, run
from croupier.cli.commands import COMMANDS, Command
from croupier.cli.commands.completion import complete
from croupier.games.configuration.library import library
from croupier.games.finding import ALIASES
from croupier.histories.formats import NAMES
from croupier.histories.pipeline.converting import TARGETS


def words(*typed: str) -> set[str]:
    return {line.partition("\t")[0] for line in complete(typed)}


def test_commands() -> None:
    assert words("") == {*(command.name for command in COMMANDS), "--help", "--version"}
    assert words("ev") == {"evaluate"}
    assert not words("nothing", "")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_option_is_completed(command: Command) -> None:
    arguments = app[command.name].assemble_argument_collection(parse_docstring=False)
    known = {
        name
        for one in arguments
        for name in one.names
        if name.startswith("--") and not one.field_info.is_positional
    }
    assert words(command.name, "--") == known | {"--help"}


def test_values() -> None:
    games = {*ALIASES, *library().files, "horse", "@files"}
    assert games <= words("describe", "")
    assert games <= words("play", "tight", "--game", "") and games <= words("simulate", "-g", "")
    assert words("describe", "pass_") == {"pass_the_pineapple", "@files"}
    assert words("new-game", "--base", "irish_") == {"irish_hi_lo_8"} | {"@files"}
    assert words("convert", "x.csv", "--to", "") == set(TARGETS)
    assert words("convert", "--from", "") == set(NAMES)
    assert words("evaluate", "AsKs", "--type", "") == set(rankings.names())
    agents = {*AGENTS, "subprocess:", "acpc:", "solved:", "torch:", "@files"}
    assert agents == words("play", "") == words("match", "tight", "")
    assert words("games", "--category", "St") == {"Straight", "Stud"}
    assert words("games", "--limit", "") == {"limit", "no-limit", "pot-limit"}
    assert words("simulate", "--policy", "") == {"mixed", "call"}
    assert words("simulate", "--policy=m") == {"--policy=mixed"}
    assert words("completion", "z") == {"zsh"}
    assert words("stats", "--by", "") == {"position", "stakes"}
    for command in ("stats", "validate", "report", "replay", "convert", "check-game"):
        assert words(command, "han") == {"@files"}
    assert words("play", "--picture", "") == {"@files"}
    # Numbers and cards are for people to know.
    assert words("play", "--hands", "") == words("equity", "") == set()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_scripts(shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "croupier" in script
    if shell != "powershell" and shutil.which(shell) is not None:
        path = tmp_path / "croupier.sh"
        path.write_text(script, encoding="utf-8")
        subprocess.run([shell, "-n", str(path)], check=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        (("ev",), {"evaluate"}),
        (("stats", "--by", ""), {"position", "stakes"}),
        (("replay", "han"), {"hands.phhs"}),
        (("describe", "badugi_"), {"badugi_buy", "badugi_single_draw"}),
        (("play", "tight", "eq"), {"equity"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bash_completes(
    typed: tuple[str, ...],
    completed: set[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "hands.phhs").touch()
    assert run(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    # What bash does when somebody presses Tab.
    script = f"""
croupier() {{ {shlex.quote(sys.executable)} -m croupier "$@"; }}
{script}
COMP_WORDS=(croupier {shlex.join(typed)}); COMP_CWORD={len(typed)}
_croupier croupier "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD-1]}}"
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) == completed
