"""`croupier new-game`: a file that plays, with comments, from options or answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.cli import run
from croupier.cli.commands import new_game
from croupier.cli.output.console import console
from croupier.games.configuration.library import library

FAMILIES = [
    (family, wins)
    for family, games in new_game._FAMILIES.items()
    for wins, name in games.items()
    if name
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def plays(file: str, capsys: pytest.CaptureFixture[str]) -> bool:
    assert run(["check-game", file]) == 0
    assert "0 wrong" in capsys.readouterr().out
    return run(["simulate", file, "--hands", "50", "--players", "2"]) == 0


@pytest.mark.parametrize(("family", "wins"), FAMILIES)
def test_families(family: str, wins: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new-game", "mine.json", "--family", family, "--wins", wins]) == 0
    out = capsys.readouterr().out
    assert "croupier play --human --game mine.json" in out
    data = json.loads(Path("mine.json").read_text(encoding="utf-8"))
    assert data["game"] == "Mine"
    assert sum("comment" in step for step in data["gamePlay"]) >= len(data["gamePlay"]) - 1
    assert plays("mine.json", capsys)


@pytest.mark.parametrize("name", sorted(library().files)[::7])
def test_games_of_the_library(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new-game", "--base", name, "--title", "Ours, Too"]) == 0
    capsys.readouterr()
    # It says the same as the game that it began from.
    assert run(["describe", "ours_too.json", "--json"]) == 0
    ours = json.loads(capsys.readouterr().out)
    assert run(["describe", name, "--json"]) == 0
    theirs = json.loads(capsys.readouterr().out)
    assert ours["game"] == "Ours, Too"
    assert ours["rules"].partition("The play:")[2] == theirs["rules"].partition("The play:")[2]


def test_hole_cards(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--family", "omaha", "--wins", "high-low", "--hole-cards", "6"]
    assert run(["new-game", "mine.json", *options]) == 0
    text = Path("mine.json").read_text(encoding="utf-8")
    assert "Each player is dealt six cards face down." in text
    assert '"qualifier": "8 or better"' in text
    # No more players than there are cards for.
    assert json.loads(text)["players"]["max"] == 6
    assert plays("mine.json", capsys)


def test_what_cannot_be_played_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new-game", "mine.json", "--base", "texas_holdem", "--hole-cards", "60"]) == 1
    assert "mine.json: error: line " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "say what to begin from: --family holdem, omaha, stud or draw, or --base GAME"),
        (["--base", "irishh"], 'did you mean "irish"?'),
        (["--base", "irish", "--family", "stud"], "give one or the other"),
        (["--family", "omaha", "--wins", "low"], "begin from another with --base"),
        (["--family", "clay"], "--family takes holdem, omaha, stud or draw, unlike 'clay'"),
    ],
)
def test_wrong_options(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    assert run(["new-game", "mine.json", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not [*folder.iterdir()]


def test_nothing_is_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.json").write_text("{}", encoding="utf-8")
    assert run(["new-game", "mine.json", "--family", "stud"]) == 2
    assert "--force" in capsys.readouterr().err
    assert run(["new-game", "mine.json", "--family", "stud", "--force"]) == 0


def test_people_are_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers: Iterator[str] = iter(["Moonlight", "clay", "holdem", "high-low", "3"])
    asked: list[str] = []

    def answer(question: str, **_: object) -> str:
        asked.append(question)
        return next(answers)

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(console, "input", answer)
    assert run(["new-game"]) == 0
    assert len(asked) == 5
    assert "there is no game 'clay'" in capsys.readouterr().err
    data = json.loads(Path("moonlight.json").read_text(encoding="utf-8"))
    assert data["game"] == "Moonlight"
    assert data["gamePlay"][1]["deal"]["cards"][0]["number"] == 3
