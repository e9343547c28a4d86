"""`croupier evaluate` and `croupier rankings`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from croupier import rankings
from croupier.cli import run


def lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that succeeds and return what it prints."""
    assert run(arguments) == 0
    return capsys.readouterr().out


def test_one_hand(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "evaluate", "AsKs", "--board", "QsJsTs2c3d")
    assert "royal flush" in out
    assert "A♠ K♠ Q♠ J♠ T♠" in out
    assert "┃ Kind ┃ Place ┃" in out and "│    1 │     1 │" in out


def test_the_best_hand_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "evaluate", "AsKs", "-b", "QsJs9h2c3d", "--vs", "QdQc", "--vs", "Ts8s")
    hands = ["straight, Queen high", "three of a kind, Queens", "high card, A-K-Q-J-9"]
    places = [out.index(hand) for hand in hands]
    assert places == sorted(places)
    assert out.count("wins") == 1


def test_ties(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "evaluate", "AsKs", "--board", "2c2d3h4h9s", "--vs", "AhKh")
    assert out.count("ties") == 2


def test_several_rankings_and_a_selection(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(
        capsys,
        *("evaluate", "AsKsQd2d", "-b", "3c4d5hKhKd", "--use", "2+3"),
        *("--type", "high", "--type", "eight_or_better_low", "--vs", "9s9dTsTd"),
    )
    assert "straight, Five high" in out
    assert "5-4-3-2-A low" in out
    assert "no hand" in out


def test_all_hole_cards(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "evaluate", "Ac9c", "-b", "AhKhQhJhTh", "--use", "all+3")
    assert "one pair, Aces, K-Q-9 kickers" in out


def test_wild_ranks_and_bugs(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("evaluate", "AsAdKsKd2c", "--type", "high_wild")
    assert "full house, Aces over Kings" in lines(capsys, *command, "--wild", "2")
    assert "full house, Aces over Kings" in lines(capsys, *command, "--bug", "2c")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["AsKx"], "'x' is not a valid Suit"),
        (["AsKs"], "no high hand can be formed"),
        (["AsKs", "--vs", "AsQd", "--board", "2c3c4c"], "As was given twice"),
        (["AsKs", "--type", "hi"], "did you mean"),
        (["AsKs", "--use", "2x3"], "pairs such as 2+3"),
        (["As??", "--board", "2c3c4c"], "?? is unknown"),
    ],
)
def test_errors(capsys: pytest.CaptureFixture[str], arguments: list[str], problem: str) -> None:
    assert run(["evaluate", *arguments]) == 2
    captured = capsys.readouterr()
    assert problem in captured.err
    assert "Traceback" not in captured.err


def test_rankings_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "rankings")
    for name in ("high", "27_low", "hidugi", "21_6"):
        assert name in out
    assert len(out.splitlines()) >= len(rankings.names())


def test_as_a_module() -> None:
    command = [sys.executable, "-m", "croupier", "evaluate", "AsKsQsJsTs"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "royal flush" in done.stdout
