"""`croupier solve` in a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cli.app import run

SPOT = [
    *("--board", "Th8h3c5d", "--pot", "100", "--stack", "250", "--oop", "99+, AJs+", "--ip"),
    *("TT-55, KJs+", "--bet", "60%", "--raise", "a", "--threads", "1", "--target", "2%"),
]


WITHOUT_BOARD = SPOT[2:]


def printed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert run(["solve", *arguments]) == 0
    return capsys.readouterr().out


def test_what_a_spot_comes_to(capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed([*SPOT, "--list-hands"], capsys)
    assert "The first player" in shown and "bet 60" in shown and "A♠ A♥" in shown
    assert "of the pot) more" in shown
    after = printed([*SPOT, "--line", "x b60% c 2s"], capsys)
    assert "x b60 c 2s" in after and "pot 220" in after
    dealt = printed([*SPOT, "--line", "x x"], capsys)
    assert "cards are dealt" in dealt


def test_sizes_and_trees_before_anything_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed([*SPOT, "--tree", "--json"], capsys))
    assert found["size"]["nodes"] == len(found["tree"])
    assert {"line": "x x", "street": "turn"}.items() <= found["tree"][3].items() or any(
        node["line"] == "x x" and node["kind"] == "deal" for node in found["tree"]
    )
    assert "Memory" in printed([*SPOT, "--estimate"], capsys)
    assert "all-in" in printed([*SPOT, "--tree"], capsys)


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, picture = tmp_path / "spot.crs", tmp_path / "grid.svg"
    shown = printed([*SPOT, "--output", str(place), "--picture", str(picture)], capsys)
    assert "solution went to" in shown and picture.read_text().startswith("<svg")
    again = json.loads(printed([str(place), "--line", "x b60 c 2s", "--json"], capsys))
    assert again["node"]["line"] == "x b60 c 2s" and sum(again["node"]["ev"]) == pytest.approx(220)
    assert run(["solve", *SPOT, "--output", str(place)]) == 2
    spot = tmp_path / "spot.json"
    document = {"board": "2c2d2h7s8s", "pot": 10.5, "stacks": 10, "ranges": ["AA,54s", "KK"]}
    spot.write_text(json.dumps(document | {"sizes": "a / a"}))
    assert "bet 10" in printed([str(spot)], capsys)
    boards = tmp_path / "boards.txt"
    boards.write_text("Th8h3c5d  # a turn\n\nTh8h3c6s\n")
    rows = json.loads(printed([*WITHOUT_BOARD, "--boards", str(boards), "--json"], capsys))
    assert [row["board"] for row in rows["boards"]] == ["Th8h3c5d", "Th8h3c6s"]
    assert "2 boards" in printed([*WITHOUT_BOARD, "--boards", str(boards)], capsys)


def test_push_or_fold(capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed(["--push-fold", "--stack", "10"], capsys)
    assert "could win" in " ".join(shown.split())
    found = json.loads(printed(["--push-fold", "--stack", "10", "--json"], capsys))
    assert found["pushes"]["AA"] == pytest.approx(1, abs=0.01)
    assert run(["solve", "--push-fold"]) == 2


def test_push_or_fold_takes_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    push = ["--push-fold", "--stack", "10"]
    shown = printed(push, capsys)
    # Every cell has the name of its hand; only hands that mix in the equilibrium mix.
    assert "* sometimes: 43s" in shown and "* sometimes: Q6s" in shown
    assert shown.count("sometimes") == 2 and shown.count("*") == 4 and "99%" not in shown
    row = next(line for line in shown.splitlines() if line.split()[:2] == ["A5o", "K5o"])
    assert "55" in row
    exact, loose, few = (
        json.loads(printed([*push, *more, "--json"], capsys))
        for more in ([], ["--target", "0.1"], ["--iterations", "20", "--target", "0"])
    )
    assert max(exact["gains"]) <= 1e-6 < max(loose["gains"]) <= 0.1
    assert few["iterations"] == 20
    mixed = [hand for hand, part in exact["pushes"].items() if 0.01 < part < 0.99]
    assert mixed == ["43s"] and exact["pushes"]["Q6o"] < 0.01 and exact["pushes"]["84s"] > 0.99
    listed = printed([*push, "--list-hands"], capsys)
    assert len(listed.splitlines()) > len(shown.splitlines()) + 169
    three = ["--push-fold", "--players", "3", "--stack", "5"]
    two = [json.loads(printed([*three, "--iterations", many, "--json"], capsys)) for many in "25"]
    assert two[0]["gains"] != two[1]["gains"]
    assert len(printed([*three, "--iterations", "2", "--list-hands"], capsys).splitlines()) > 400


@pytest.mark.parametrize(
    ("arguments", "option", "what"),
    [
        (["--push-fold", "--stack", "10", "--line", "x"], "--line", "push or fold"),
        (["--push-fold", "--stack", "10", "--pot", "7"], "--pot", "push or fold"),
        (["--push-fold", "--stack", "5,5,5", "--target", "0.1"], "--target", "push or fold"),
        ([*WITHOUT_BOARD, "--boards", "boards.txt", "--line", "x"], "--line", "a table of boards"),
        ([*SPOT, "--boards", "boards.txt"], "--board", "a table of boards"),
        ([*WITHOUT_BOARD, "--boards", "boards.txt", "--list-hands"], "--list-hands", "boards"),
        ([*SPOT, "--on", "processes"], "--on", "a spot"),
        ([*SPOT, "--street", "turn"], "--street", "a spot"),
        ([*SPOT, "--payouts", "50,50"], "--payouts", "a spot"),
        ([*SPOT, "--players", "3"], "--players", "a spot"),
        ([*SPOT, "--tree", "--line", "x"], "--line", "the size of a spot"),
        (["--games", "--pot", "7"], "--pot", "a list of games"),
        (["kuhn", "--line", "x"], "--line", "a whole game"),
        (["kuhn", "--list-hands"], "--list-hands", "a whole game"),
        (["spot.crs", "--target", "1%"], "--target", "a saved solution"),
        (["--from", "hands.phh", "--pot", "7"], "--pot", "a spot"),
        (["--from", "hands.phh", "--board", "2c2d2h"], "--board", "a spot"),
        (["spot.json", "--pot", "7"], "--pot", "a spot"),
        (["spot.json", "--oop", "AA"], "--oop", "a spot"),
    ],
)
def test_options_without_effect_are_refused(
    arguments: list[str],
    option: str,
    what: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("boards.txt").write_text("Th8h3c5d\n")
    assert run(["solve", *arguments]) == 2
    shown = capsys.readouterr().err
    assert f"{option} has no effect on" in shown and what in shown


def test_small_games(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(["kuhn", "--target", "0.0001", "--json"], capsys))
    assert found["values"][0] == pytest.approx(-1 / 18, abs=1e-3) and len(found["sets"]) == 12
    assert "Player 1" in printed(["leduc", "--iterations", "20"], capsys)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--pot", "100"],
        [*SPOT, "--bet", "much"],
        [*SPOT, "--line", "y"],
        [*SPOT, "--stack", "a,b"],
        [*SPOT, "--target", "all"],
        [*SPOT, "--bet", "1|2|3|4"],
        [*SPOT, "--boards", "nowhere.txt"],
        [*SPOT, "--picture", "grid.gif"],
        ["nowhere.crs"],
        ["nowhere.json"],
        ["unknown-game"],
    ],
)
def test_mistakes_are_told(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["solve", *arguments]) == 2


def test_games_say_from_where_on_they_can_be_solved(capsys: pytest.CaptureFixture[str]) -> None:
    found = {
        each["game"]: each for each in json.loads(printed(["--games", "--json"], capsys))["games"]
    }
    assert len(found) > 200
    solvable = [name for name, each in found.items() if each["boards"]]
    assert len(solvable) > 40
    assert all(each["reason"] for each in found.values() if not each["boards"])
    text = printed(["nlhe", "--games"], capsys)
    assert "from the flop on" in text and "1 of 1 games" in text


@pytest.mark.parametrize("option", ["--output", "--picture"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["kuhn"],
        ["--games"],
        ["--push-fold", "--stack", "10"],
        [*SPOT, "--tree"],
        [*SPOT, "--estimate"],
        [*SPOT, "--boards", "boards.txt"],
    ],
)
def test_files_that_would_be_empty_are_refused(
    option: str, arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", *arguments, option, str(tmp_path / "file.svg")]) == 2
    assert f"{option} is for a spot that is solved" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_pictures_of_saved_solutions_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved, picture = tmp_path / "spot.crs", tmp_path / "grid.svg"
    printed([*SPOT, "--output", str(saved)], capsys)
    shown = printed([str(saved), "--picture", str(picture)], capsys)
    assert "picture went to" in shown and picture.exists()
    assert run(["solve", str(saved), "--output", str(tmp_path / "other.crs")]) == 2
    assert "not for a saved solution" in capsys.readouterr().err


def test_prizes_have_no_sign(capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed(["--push-fold", "--stack", "5,6", "--payouts", "60,40"], capsys)
    assert "of the prizes" in shown and "+" not in shown


@pytest.mark.parametrize("stack", ["8,9,10", "8"])
def test_push_or_fold_of_several(stack: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(
        ["--push-fold", "--players", "3", "--stack", stack, "--payouts", "60,40"], capsys
    )
    assert "BTN: " in text and "BB after SB: " in text and "of the prizes" in text
    assert run(["solve", "--push-fold", "--players", "4", "--stack", "8,9,10"]) == 2
    assert "4 players and 3 stacks" in capsys.readouterr().err
