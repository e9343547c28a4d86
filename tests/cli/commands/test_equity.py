"""`croupier equity`, `croupier range` and `croupier odds`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cli import run
from croupier.cli.output.console import console


def lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that succeeds and return what it prints."""
    assert run(arguments) == 0
    return capsys.readouterr().out


def test_two_ranges(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "equity", "AA", "KK,AKs", "--board", "Qs7h2c")
    assert "Texas hold'em" in out and "every deal counted" in out
    assert "92.40%" in out and "Q♠ 7♥ 2♣" in out
    assert "error" not in out


def test_samples(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("equity", "AhAs2h3s", "KdKcQdQc", "random", "-g", "omaha8", "--seed", "1")
    out = lines(capsys, *arguments, "--samples", "20000")
    assert "20,000 deals at random" in out and "± 95 %" in out
    assert out == lines(capsys, *arguments, "--samples", "20000", "--threads", "1")
    precise = lines(capsys, "equity", "random", "random", "random", "--precision", "0.01")
    assert "deals at random" in precise and "1,000,000" not in precise
    forced = lines(capsys, "equity", "AA", "KK", "--sampled", "--seed", "2", "--samples", "1000")
    assert "1,000 deals at random" in forced


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(lines(capsys, "equity", "AhAs", "KdKc", "--json", "--list-hands"))
    assert found["exact"] is True and found["game"] == "holdem"
    first, second = found["players"]
    assert first["equity"] == pytest.approx(0.812555, abs=1e-6)
    assert first["equity"] + second["equity"] == pytest.approx(1)
    assert list(first["hands"]) == ["AsAh"]


def test_hands(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "equity", "QQ", "AhKh", "--board", "Qs7h2h", "--list-hands")
    assert "Q♥ Q♦" in out and "A♥ K♥" in out


def test_games_of_files(capsys: pytest.CaptureFixture[str]) -> None:
    boards = "Qs7s2c5d/Ah3d9h8c"
    out = lines(capsys, "equity", "AdKs", "QhQd", "-g", "double_board_holdem", "-b", boards)
    assert "Double-Board Hold'em" in out and "|" in out
    parts = lines(
        capsys,
        "equity",
        "AsKsQhJh/2c2d",
        "random",
        "-g",
        "sohe",
        "--samples",
        "2000",
        "--seed",
        "3",
    )
    assert "AsKsQhJh/2c2d" in parts


def test_a_heat_map(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "heat.png"
    arguments = (
        "equity",
        "AhKh",
        "QsQd",
        "--board",
        "Th9h2c",
        "--heatmap",
        "--picture",
        str(picture),
    )
    out = lines(capsys, *arguments)
    assert "after the next card" in out and "♠" in out
    assert picture.read_bytes().startswith(b"\x89PNG")
    found = json.loads(lines(capsys, *arguments, "--force", "--json"))
    assert len(found["next_card"]) == 45


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("equity", "AA"), "at least two"),
        (("equity", "AA", "KKz"), "KKz"),
        (("equity", "AhAs", "AhKs"), "Ah is there twice, player 2 has it and so has player 1"),
        (
            ("equity", "AhAs", "KdKc", "-b", "Kd2c3c"),
            "Kd is there twice, player 2 has it and it is",
        ),
        (("equity", "AhAs", "random", "--dead", "As"), "As is there twice, player 1 has it"),
        (("equity", "AA", "AA", "AA"), "cannot all have hands at once"),
        (("equity", "AA", "KK", "-g", "nothing"), "nothing"),
        (("equity", "AA", "KK", "--picture", "x.png"), "board already"),
        (("range", "AAz"), "AAz"),
        (("range", "AAxx", "--cards", "4", "--picture", "x.png"), "two cards"),
        (("odds", "AhKz"), "AhKz"),
        (("odds", "AhKh", "-b", "Ah2c3c"), "twice"),
    ],
)
def test_wrong_arguments(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    assert run(arguments) == 2
    assert words in capsys.readouterr().err.replace("\n", " ")


def test_a_range(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture, drawing = tmp_path / "range.png", tmp_path / "range.svg"
    text = ("range", "22+,AJs+", "KQo:0.5")
    out = lines(capsys, *text, "--picture", str(picture))
    lines(capsys, *text, "--picture", str(drawing))
    assert "22+,AJs+,KQo:0.5" in out and "102" in out and "7.24%" in out and "50%" in out
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert drawing.read_text(encoding="utf-8").startswith("<svg")
    found = json.loads(lines(capsys, "range", "AKs", "--dead", "As", "--json"))
    assert found["hands"] == 3 and found["weights"]["KhAh"[2:] + "Kh"] == 1
    omaha = lines(capsys, "range", "AAxxds", "--cards", "4")
    assert "864" in omaha and "more" in omaha


def test_odds(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "odds", "AhKh", "--board", "QhJh2c")
    assert "18 outs of 47 cards, 38.30%" in out and "Royal flush" in out and "82.52%" in out
    found = json.loads(lines(capsys, "odds", "AhKh", "--board", "QhJh2c", "--json"))
    assert found["outs"]["Royal flush"] == ["Th"]
    before = lines(capsys, "odds", "AsAhKsKh", "-g", "omaha")
    assert "of all starting hands" in before
    kinds = lines(capsys, "odds", "QQ+,AKs", "-b", "Ks7h2c")
    assert "Three of a kind" in kinds
    kinds_data = json.loads(lines(capsys, "odds", "QQ+", "-b", "Ks7h2c", "--json"))
    assert list(kinds_data) == ["flop", "turn", "river"]


@pytest.mark.parametrize(
    ("columns", "arguments", "bar"),
    [(100, (), 18), (80, (), 18), (72, (), 10), (60, (), 0), (80, ("--sampled",), 8)],
)
def test_the_bar_of_equities_fits(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    columns: int,
    arguments: tuple[str, ...],
    bar: int,
) -> None:
    monkeypatch.setattr(console, "_width", columns)
    out = lines(capsys, "equity", "AsAh", "KcKh", "--samples", "1000", "--seed", "1", *arguments)
    (row,) = [line for line in out.splitlines() if line.startswith("│ AsAh")]
    cells = row.split("│")[1:-1]
    assert len(row) <= columns
    assert len(cells) == 5 + bool(bar) + bool(arguments)
    if bar:
        assert len(cells[2]) == bar + 2 and "█" in cells[2]


def test_cards_that_are_not_named_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    def said(*arguments: str) -> str:
        assert run([*arguments]) == 0
        return capsys.readouterr().out.splitlines()[-1]

    told = said("equity", "AsAh", "KdKcQdQc", "--game", "plo", "--samples", "100", "--seed", "1")
    assert told == "Not named, so any card may be there: 2 of 4 hole cards of AsAh"
    told = said("equity", "AsAh", "KdKc", "--board", "2c3d")
    assert told == "Not named, so any card may be there: 1 of the 3 cards of the flop"
    assert said("odds", "Ah").endswith("1 of 2 hole cards of Ah")
    # What is to come is no such thing, and neither is a range.
    for board in ("", "2c3d4h", "2c3d4h5s"):
        assert "Not named" not in said("equity", "AsAh", "KK", "--board", board, "--samples", "100")


def test_cards_that_are_not_named_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["equity", "As", "KdKc", "--samples", "100", "--sampled", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["not_named"] == ["1 of 2 hole cards of As"]


def test_a_range_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["range"]) == 2
    assert "TEXT is missing" in capsys.readouterr().err


def test_loss_is_never_below_zero(capsys: pytest.CaptureFixture[str]) -> None:
    """Wins and ties that add up to all deals leave no rounding error behind."""
    shown = lines(capsys, "equity", "2c3d4h5s7c", "2d3s", "--game", "27")
    assert "0.00%" in shown and "-0" not in shown
