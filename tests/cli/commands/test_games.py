"""`croupier games`, `croupier describe` and `croupier check-game`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from croupier.cli import run
from croupier.cli.commands import games as commands
from croupier.games.configuration import library
from croupier.games.configuration.library import Library

GAME = {
    "game": "Flat Poker",
    "category": "Straight",
    "aliases": ["FP"],
    "players": {"min": 2, "max": 7},
    "deck": {"type": "standard", "cards": 52},
    "bettingStructures": ["Limit"],
    "gamePlay": [
        {"name": "Blinds", "bet": {"type": "blinds"}},
        {
            "name": "Cards",
            "deal": {"location": "player", "cards": [{"number": 5, "state": "face down"}]},
        },
        {"name": "Bets", "bet": {"type": "small"}},
        {"name": "Showdown", "showdown": {"type": "final"}},
    ],
    "showdown": {"bestHand": [{"evaluationType": "high", "anyCards": 5}]},
}
ODD = GAME | {"game": "Odd Poker", "category": "Other", "players": {"min": 2, "max": 12}}


WHOLE_LIBRARY = library.library


@pytest.fixture
def whole_library(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "library", WHOLE_LIBRARY)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, data in {"flat_poker": GAME, "odd_poker": ODD}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(data), "utf-8")
    monkeypatch.setattr(library, "library", lambda: Library(tmp_path))
    return tmp_path


def test_describe(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(folder / "flat_poker.json")
    assert run(["describe", path]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Flat Poker\n\nFor two to seven players")
    assert "2. Each player is dealt five cards face down." in out
    assert run(["describe", path, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["game"] == "Flat Poker" and data["rules"].startswith("Flat Poker\n")
    assert data["players"] == {"min": 2, "max": 7}


def test_describing_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["describe", "no_such_game"]) == 2
    assert "there is no game 'no_such_game'" in capsys.readouterr().err
    assert run(["describe", str(folder / "none.json")]) == 2
    assert "none.json: No such file" in capsys.readouterr().err


def test_brackets_are_part_of_messages(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "wrong.json"
    path.write_text(json.dumps(GAME | {"odd [bold] key": 1}), "utf-8")
    assert run(["describe", str(path)]) == 2
    assert '["odd [bold] key"]: is no key' in capsys.readouterr().err


def test_checking(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check-game", str(folder / "flat_poker.json")]) == 0
    assert capsys.readouterr().out == "1 file: 1 right, 0 with warnings, 0 wrong\n"
    assert run(["check-game", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "warning: line 1, column 85: players.max: 12 players may need more" in out
    assert out.endswith("2 files: 1 right, 1 with warnings, 0 wrong\n")


def test_checking_what_is_wrong(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "broken.json").write_text('{"game": "Broken",\n}', "utf-8")
    (folder / "wrong.json").write_text(json.dumps(GAME | {"deck": 5, "extra": 1}), "utf-8")
    assert run(["check-game", str(folder)]) == 1
    out = capsys.readouterr().out
    assert "error: line 2, column 1: is no JSON" in out
    assert ": deck: must be an object" in out and ": extra: is no key" in out
    assert out.endswith("4 files: 1 right, 1 with warnings, 2 wrong\n")
    assert run(["check-game", str(folder), "--json"]) == 1
    results = {Path(each["file"]).stem: each for each in json.loads(capsys.readouterr().out)}
    assert results["flat_poker"] == {
        "file": str(folder / "flat_poker.json"),
        "game": "Flat Poker",
        "valid": True,
        "problems": [],
    }
    assert [each["path"] for each in results["wrong"]["problems"]] == ["extra", "deck"]
    assert results["broken"]["problems"][0]["line"] == 2


def test_checking_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check-game", "no/such/file.json"]) == 2
    assert "there is no file" in capsys.readouterr().err


def test_listing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    out = capsys.readouterr().out
    assert "flat_poker" in out and "odd_poker" in out
    assert "2 games; L is Limit" in out


def test_a_terminal_is_wide_enough(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def listed(width: int, is_terminal: bool) -> list[str]:
        console = Console(width=width, force_terminal=is_terminal, color_system=None)
        monkeypatch.setattr(commands, "console", console)
        assert run(["games"]) == 0
        return capsys.readouterr().out.splitlines()[:3]

    whole = [
        "Name        Game        Category  Players  Limits  Other names",
        "flat_poker  Flat Poker  Straight  2-7      L       FP",
        "odd_poker   Odd Poker   Other     2-12     L       FP",
    ]
    # Who reads from a pipe gets everything.
    assert listed(80, True) == listed(20, False) == whole
    # The title goes below first, for the name says nearly the same; nothing is ever cut.
    assert listed(50, True) == [
        "Name        Category  Players  Limits  Other names",
        "flat_poker  Straight  2-7      L       FP",
        "odd_poker   Other     2-12     L       FP",
    ]
    assert listed(20, True) == [
        "Name        Players",
        "flat_poker  2-7",
        "    Straight; L; FP",
    ]


def test_choosing_games(capsys: pytest.CaptureFixture[str]) -> None:
    def listed(*options: str) -> list[str]:
        assert run(["games", *options, "--json"]) == 0
        return [game["id"] for game in json.loads(capsys.readouterr().out)]

    assert listed("--seats", "12") == ["odd_poker"]
    assert listed("--seats", "7", "--limit", "LIMIT") == ["flat_poker", "odd_poker"]
    assert listed("--limit", "no-limit") == []
    assert run(["games", "--limit", "no-limit"]) == 0
    assert "There is no such game" in capsys.readouterr().out
    assert run(["games", "--limit", "spread"]) == 2
    assert "limit, no-limit and pot-limit" in capsys.readouterr().err


# Prints which files of the library are opened while a command runs.
WATCH = """
import os, sys
folder = os.path.join("games", "library") + os.sep
opened = []
def watch(event, arguments):
    if event == "open" and folder in str(arguments[0]):
        opened.append(os.path.basename(str(arguments[0])))
sys.addaudithook(watch)
from croupier.cli import run
status = run(sys.argv[1:])
print("OPENED", *opened, file=sys.stderr)
sys.exit(status)
"""


@pytest.mark.parametrize(
    ("arguments", "files"),
    [
        (["games"], []),
        (["games", "omaha", "--json"], []),
        (["games", "nothing like it"], []),
        (["describe", "texas_holdem"], ["texas_holdem.json"]),
        (["describe", "Sviten Special"], ["dramaha.json"]),
        (["play", "caller", "folder", "--hands", "1", "--no-save"], []),
        (
            ["play", "caller", "folder", "--hands", "1", "--no-save", "--game", "dramaha"],
            ["dramaha.json"],
        ),
    ],
)
def test_no_file_is_read_that_is_not_needed(arguments: list[str], files: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WATCH, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stderr.rpartition("OPENED")[2].split() == files


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ([], ["flat_poker", "odd_poker"]),
        (["flat"], ["flat_poker"]),
        (["Odd Poker"], ["odd_poker"]),
        (["fp"], ["flat_poker", "odd_poker"]),
        (["--category", "straight"], ["flat_poker"]),
        (["odd", "--category", "straight"], []),
    ],
)
def test_searching(
    arguments: list[str], names: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["games", *arguments, "--json"]) == 0
    assert [each["id"] for each in json.loads(capsys.readouterr().out)] == names


def test_unknown_categories(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "--category", "bridge"]) == 2
    assert "there is no category 'bridge'; there are: Other, Straight" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("nlhe", "Texas Hold'em"),
        ("27td", "Deuce-to-Seven Lowball Triple Draw"),
        ("5cd", "Five-Card Draw"),
        ("no-limit-texas-holdem", "Texas Hold'em"),
        ("horse", "HORSE"),
    ],
)
@pytest.mark.usefixtures("whole_library")
def test_any_name_can_be_described(
    capsys: pytest.CaptureFixture[str], name: str, title: str
) -> None:
    assert run(["describe", name]) == 0
    text = capsys.readouterr().out
    assert text.splitlines()[0].startswith(title)
    assert run(["describe", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("whole_library")
def test_a_mixed_game_is_described_by_its_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["describe", "horse"]) == 0
    text = capsys.readouterr().out
    for game in ("Texas Hold'em", "Omaha Hold'em", "Razz", "Seven-Card Stud"):
        assert game in text


def test_a_class_without_a_file_cannot_be_described(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["describe", "kuhn"]) == 2
    assert "kuhn-poker is a class of its own" in capsys.readouterr().err
