"""What documents say of the command line is true."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from cli.shell_blocks import ROOT, Shell, find_steps, is_as_said
from croupier.cli import app
from croupier.cli.commands import COMMANDS, Command

DOCUMENTS = [
    ROOT / "README.md",
    *sorted((ROOT / "docs" / "tutorials").glob("*.md")),
    *sorted((ROOT / "docs" / "commands").glob("*.md")),
]
# Where the figures of the README come from: what it calls them, section, work and peer.
FIGURES = [
    (
        "Evaluate seven cards, in arrays",
        "Arrays, AVX-512",
        "7-card high, rows of bytes, 10 M hands",
    ),
    (
        "`StandardHighHand.from_game`",
        "Hands and cards",
        "`StandardHighHand.from_game`, 2 and 5 cards",
    ),
    (
        "Play hold'em from Python, six players",
        "Games, step by step",
        "`NoLimitTexasHoldem`, 6 players",
    ),
    ("Simulate hold'em, six players", "Games, simulated", "`NoLimitTexasHoldem`, 6 players"),
    (
        "Simulate Omaha high-low, six players",
        "Games, simulated",
        "`FixedLimitOmahaHoldemHighLowSplitEightOrBetter`, 6 players",
    ),
    (
        "Decisions of a check-down",
        "Check-down, no-limit hold'em, 6 players",
        "Check-down, decisions",
    ),
    ("Copy a state", "States", "Copies"),
    ("`calculate_equities`", "Equities", "`calculate_equities`, two hands"),
]


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell")
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_print_what_documents_say(path: Path, tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    for step in find_steps(path.read_text(encoding="utf-8")):
        output = shell.run(step.command)
        assert is_as_said(step, output), f"$ {step.command}\n{output}"


def test_commands_of_make_are_there() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    wanted = [
        target
        for path in DOCUMENTS
        for target in re.findall(r"\bmake ([a-z-]+)(?=[ `]|$)", path.read_text(), re.MULTILINE)
    ]
    assert {"demo", "test"} <= set(wanted) <= set(targets)


def make_figures() -> str:
    """Return the table of the README as BENCHMARKS.md has the figures."""
    sections = re.split(r"^## ", (ROOT / "BENCHMARKS.md").read_text(encoding="utf-8"), flags=re.M)
    lines = ["| Work | Croupier | Peer | Ratio |", "|---|---:|---:|---:|"]
    for name, section, work in FIGURES:
        [text] = [text for text in sections if text.startswith(f"{section}\n")]
        [row] = [row for row in text.splitlines() if row.startswith(f"| {work} |")]
        _, _, ours, peers, ratios, *_ = (cell.strip() for cell in row.split("|"))
        lines += [
            f"| {name} | {ours} | {peer} | {ratio} |"
            for peer, ratio in zip(peers.split("<br>"), ratios.split("<br>"), strict=True)
        ]
    return "\n".join(lines)


def test_the_figures_of_the_readme_are_those_of_the_benchmarks() -> None:
    figures = make_figures()
    assert figures in (ROOT / "README.md").read_text(encoding="utf-8"), f"It must be:\n{figures}"


def test_the_game_of_the_tutorial_is_that_of_the_examples() -> None:
    tutorial = (ROOT / "docs" / "tutorials" / "invent-a-game.md").read_text(encoding="utf-8")
    [game] = re.findall(r'LIFEBOAT = """\n(.*?)"""', tutorial, re.DOTALL)
    assert json.loads(game) == json.loads((ROOT / "examples" / "lifeboat.json").read_text())


def test_the_page_lists_all_commands() -> None:
    text = (ROOT / "docs" / "commands" / "index.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[([\w-]+)\]\(#\1\) \| (.+) \|$", text, re.MULTILINE)
    assert listed == [(command.name, command.summary) for command in COMMANDS]
    sections = re.findall(r"^## ([\w-]+)$", text, re.MULTILINE)
    assert [name for name in sections if name in dict(listed)] == [name for name, _ in listed]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_page_has_every_command_and_option(command: Command) -> None:
    page = (ROOT / "docs" / "commands" / "index.md").read_text(encoding="utf-8")
    [section] = re.findall(rf"^## {command.name}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    arguments = app[command.name].assemble_argument_collection(parse_docstring=False)
    for argument in arguments:
        for option in argument.names:
            if option.startswith("-"):
                assert f"`{option}`" in section, option
    for example in command.examples:
        assert example in section
