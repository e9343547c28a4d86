"""Options that would have no effect, and empty arguments, are refused by every command."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.cli import run

PHH = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 f"]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("one.phh").write_text(PHH)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("convert one.phh --to pokerstars --cash", "--cash"),
        ("convert one.phh --to phh --cash", "--cash"),
        ("convert one.phh --to phh --key secret", "--key"),
        ("equity AA KK --exact --samples 1000", "--samples"),
        ("equity AA KK --exact --precision 0.01", "--precision"),
        ("icm --stacks 5,3 --payouts 2,1 --progressive 0.5", "--progressive"),
        ("icm --stacks 5,3 --payouts 2,1 --method exact --samples 10", "--samples"),
        ("icm --stacks 5,3 --payouts 2,1 --method exact --seed 10", "--seed"),
        ("match caller tight --hands 2 --threads 2 --on processes", "--threads"),
        ("match caller tight --hands 2 --threads 2 --debug", "--threads"),
        ("simulate nlhe --hands 10 --threads 2 --on processes", "--threads"),
        ("validate one.phh --threads 2 --on processes", "--threads"),
        ("play caller caller --hands 1 --name Ann", "--name"),
        ("play caller caller --hands 1 --quiet --delay 3", "--delay"),
        ("play caller caller --hands 1 --reset --rebuys 3", "--rebuys"),
        ("play --join http://127.0.0.1:1/t/x --hands 5", "--hands"),
        ("play --join http://127.0.0.1:1/t/x --game plo", "--game"),
        ("play --join http://127.0.0.1:1/t/x --seed 5", "--seed"),
        ("play --join http://127.0.0.1:1/t/x --json", "--json"),
    ],
)
def test_options_without_effect_are_refused(
    command: str, option: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command.split()) == 2
    assert f"{option} has no effect" in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == ["one.phh"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["convert", "", "--to", "phh"],
        ["convert", "one.phh", "--to", "phh", "--output", ""],
        ["convert", "one.phh", "--to", "phh", "--report", ""],
        ["validate", ""],
        ["review", "", "--hero", "Ann"],
        ["stats", ""],
        ["report", ""],
        ["replay", ""],
        ["solve", ""],
        ["solve", "--from", "", "--bet", "50%"],
        ["solve", "--boards", ""],
        ["range", ""],
        ["equity", "", "AA"],
        ["odds", ""],
        ["play", ""],
        ["play", "caller", "caller", "--output", ""],
        ["match", "", "tight"],
        ["verify-deal", ""],
        ["new-game", ""],
        ["simulate", ""],
    ],
)
def test_empty_arguments_are_refused(
    arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A variable of the shell that is not set reads no folder and writes to none."""
    assert run(arguments) == 2
    assert "got an empty text" in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == ["one.phh"]


def test_texts_may_be_empty(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "AhKh", "--board", "", "--dead", ""]) == 0
    assert run(["equity", "AA", "KK", "--board", ""]) == 0
    capsys.readouterr()


def test_play_writes_only_what_was_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = ["play", "caller", "caller", "--hands", "1", "--quiet"]
    for more in ([], ["--no-save"], ["--json"]):
        assert run([*play, *more]) == 0
        assert [path.name for path in folder.iterdir()] == ["one.phh"]
    assert run([*play, "--save"]) == 0
    assert any(path.suffix == ".phhs" for path in (folder / "out").iterdir())
    assert run([*play, "--output", "hands"]) == 0
    assert any(path.suffix == ".phhs" for path in (folder / "hands").iterdir())
    assert run([*play, "--output", "hands", "--no-save"]) == 2
    assert "give one of them" in capsys.readouterr().err
