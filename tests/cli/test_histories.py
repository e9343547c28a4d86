"""`croupier validate` and `croupier replay`."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.cli import run

HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsAh', 'd dh p2 KsKh', {actions}]
players = ['Ann', 'Bob']
finishing_stacks = [102, 98]
"""
CLEAN = HAND.format(actions="'p2 cbr 6 # brave', 'p1 cc', 'd db 2c3c4c', 'p1 cbr 8', 'p2 f'")
WRONG = HAND.format(actions="'p1 f'")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "clean.phh").write_text(CLEAN.replace("[102, 98]", "[106, 94]"), encoding="utf-8")
    (tmp_path / "many.phhs").write_text(f"[1]\n{CLEAN}\n[2]\n{WRONG}", encoding="utf-8")
    return tmp_path


def test_a_clean_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", str(folder / "clean.phh")]) == 0
    shown = capsys.readouterr().out
    rows = [line.split("│")[1:3] for line in shown.splitlines() if "│" in line]
    counts = {name.strip(): count.strip() for name, count in rows}
    assert counts["recorded stacks equal to the replay"] == "1"
    assert counts["problems"] == "0"


def test_a_folder_with_a_wrong_hand(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", str(folder)]) == 1
    shown = " ".join(capsys.readouterr().out.split())
    assert "many.phhs, hand 2, line 17, action 3: player 2 is to act now, not player 1" in shown


def test_problems_that_are_not_shown_are_counted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["validate", str(folder), "--show", "0"]) == 1
    assert "… and 1 more." in capsys.readouterr().out


def test_no_such_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", str(folder / "none.phh")]) == 2
    assert run(["replay", str(folder / "none.phh")]) == 2
    assert capsys.readouterr().err.count("There is no file") == 2


def test_a_hand_in_words(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(folder / "many.phhs"), "--hand", "1"]) == 0
    shown = capsys.readouterr().out
    for text in (
        "NoLimitTexasHoldem",
        "Ann is dealt A♠ A♥",
        "Bob bets or raises to 6  # brave",
        "The board is dealt 2♣ 3♣ 4♣",
        "Bob folds",
        "+6",
    ):
        assert text in shown


def test_a_hand_that_is_not_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(folder / "many.phhs"), "--hand", "9"]) == 2
    assert "there are 2" in capsys.readouterr().err


def test_forward_and_back(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["", "n", "b", "5", "q"])
    monkeypatch.setattr("builtins.input", lambda *_: next(answers))
    assert run(["replay", str(folder / "clean.phh"), "--step"]) == 0
    shown = capsys.readouterr().out
    assert [f"{place} of" in shown for place in (1, 2, 3, 5)] == [True] * 4
