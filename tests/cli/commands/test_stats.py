"""`croupier stats`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from croupier.cli import run
from croupier.cli.commands import stats
from histories.formats.pokernow.logs import FOLDED, hand_lines, make_log

HAND = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'd dh p3 QsQh', {actions}]
players = ['Ann', 'Bob', 'Cid']
currency = 'EUR'
"""
STOLEN = HAND.format(actions="'p3 cbr 6', 'p1 f', 'p2 f'")
SHOVED = HAND.format(
    actions="'p3 cbr 200', 'p1 cc', 'p2 f', 'p1 sm AsAh', 'p3 sm QsQh',"
    " 'd db 2c3d4h', 'd db 8s', 'd db 9d'"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hands.phhs").write_text(f"[1]\n{STOLEN}\n[2]\n{SHOVED}")
    return tmp_path


def output(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run(["stats", *map(str, arguments)]) == 0
    captured = capsys.readouterr()
    assert not captured.err
    return captured.out


def rows(text: str) -> dict[str, list[str]]:
    """Return the words of each line by the first one."""
    return {words[0]: words[1:] for line in text.splitlines() if (words := line.split())}


def test_a_table_of_players(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    found = rows(output(capsys, folder))
    assert found["Player"][:3] == ["Hands", "VPIP", "PFR"]
    assert found["Ann"][:3] == ["2", "50.0", "0.0"]
    assert found["Ann"][-2:] == ["+201", "EUR"]
    assert found["Cid"][1:3] == ["100.0", "100.0"]
    assert found["2"] == ["hands", "of", "3", "players"]
    assert "Bob" not in output(capsys, folder, "--top", "1")


def test_one_player(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    text = output(capsys, folder, "--player", "Ann")
    assert "Fold to steal" in text
    assert "1 all-in hands with all cards known" in text
    assert "NLHE 2 EUR: +201, +129.56 expected" in text
    assert output(capsys, folder, "--player", "An") == text


def test_hands_are_taken_apart(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    found = rows(output(capsys, folder, "--by", "position"))
    assert (found["BTN"][0], found["SB"][0], found["BB"][0]) == ("2", "2", "2")
    assert rows(output(capsys, folder, "--player", "Cid", "--by", "stakes"))["NLHE"][2] == "2"


def test_json_has_chances(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    said = json.loads(output(capsys, folder, "--json"))
    assert said["hands"] == 2
    assert said["players"]["Cid"]["steal"] == [2, 2]
    assert said["players"]["Cid"]["net"] == {"NT 2 EUR": "-197"}
    said = json.loads(output(capsys, folder, "--json", "--by", "position", "--no-expected"))
    assert said["position"]["BTN"]["vpip"] == [2, 2]
    assert said["position"]["BTN"]["all_ins"] == 0


def test_a_picture(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    pytest.importorskip("matplotlib")
    path = folder / "won.svg"
    output(capsys, folder, "--player", "An", "--picture", path)
    text = path.read_text()
    for words in ("Ann, 2 hands", "all-in adjusted", "at showdowns"):
        assert words in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "at least one file"),
        (("nowhere",), "there is no file nowhere"),
        (("{folder}", "--player", "Amn"), "did you mean Ann?"),
        (("{folder}", "--picture", "a.png"), "name the player with --player"),
        (("{folder}", "--top", "0"), "--top is 1 or more"),
    ],
)
def test_what_is_wrong_is_said(
    capsys: pytest.CaptureFixture[str], folder: Path, arguments: tuple[str, ...], words: str
) -> None:
    assert run(["stats", *(one.format(folder=folder) for one in arguments)]) == 2
    captured = capsys.readouterr()
    assert words in " ".join(captured.err.split())


def test_hands_that_cannot_be_played_are_said(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "wrong.phh").write_text(HAND.format(actions="'p1 f'"))
    assert run(["stats", str(folder)]) == 1
    captured = capsys.readouterr()
    assert "1 that cannot be played" in captured.out
    assert "wrong.phh" in captured.err


def test_a_log_is_read_and_who_changes_the_name_stays_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = hand_lines(*FOLDED, number=1) + [
        line.replace("Cat @", "Kitty @") for line in hand_lines(*FOLDED, number=2)
    ]
    log = tmp_path / "log.csv"
    log.write_text(make_log(lines))
    text = output(capsys, log)
    table, said = text.split("2 hands of 3 players\n")
    assert rows(table)["Kitty"][0] == "2" and rows(table)["Kitty"][-1] == "+10"
    assert said == "Kitty also played as Cat.\n"
    assert output(capsys, log, "--player", "Ca").startswith("Kitty\n")
    found = rows(output(capsys, log, "--no-ids"))
    assert found["Kitty"][0] == found["Cat"][0] == "1"
    said = json.loads(output(capsys, log, "--json"))["players"]["Kitty"]
    assert (said["key"], said["names"]) == ("@cccccccccc", ["Kitty", "Cat"])


def test_players_of_one_name_have_their_ids(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    first = hand_lines(*FOLDED, number=1)
    second = [line.replace("Cat @ cccc", "Ann @ cccc") for line in hand_lines(*FOLDED, number=2)]
    log = tmp_path / "log.csv"
    log.write_text(make_log(first + second))
    players = json.loads(output(capsys, log, "--json"))["players"]
    assert sorted(players) == ["Ann @aaaaaaaaaa", "Ann @cccccccccc", "Bob"]
    assert run(["stats", str(log), "--player", "Ann"]) == 2
    said = "2 players may be 'Ann'; did you mean Ann @aaaaaaaaaa, Ann @cccccccccc?"
    assert said in capsys.readouterr().err


def test_files_without_hands(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    notes = folder / "notes.txt"
    notes.write_text("Bring chips.")
    assert run(["stats", str(folder)]) == 0
    assert f"Passed over {notes}: the format is none of" in capsys.readouterr().err
    assert run(["stats", str(folder / "hands.phhs"), str(notes)]) == 1
    capsys.readouterr()
    assert run(["stats", str(notes)]) == 1
    assert f"There are no hand histories in {notes}" in capsys.readouterr().err
    empty = folder / "empty"
    empty.mkdir()
    assert run(["stats", str(empty)]) == 1
    assert f"There are no hand histories in {empty}" in capsys.readouterr().err


def test_no_hand_is_no_success(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text("entry,at,order\n")
    (tmp_path / "wrong.phh").write_text(HAND.format(actions="'p1 f'"))
    assert run(["stats", str(tmp_path), "--player", "Ann"]) == 1
    assert "There is no hand to count, 1 that cannot be played" in capsys.readouterr().out
    assert run(["stats", str(tmp_path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["hands"] == 0


def test_names_are_whole_in_narrow_terminals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = "players = ['Ann of the first table', 'Bob of the second one', 'Cid']"
    hand = STOLEN.replace("players = ['Ann', 'Bob', 'Cid']", names)
    (tmp_path / "hands.phhs").write_text(f"[1]\n{hand}")
    for terminal, width in ((True, 80), (True, 40), (False, 80)):
        stream = io.StringIO()
        console = Console(file=stream, width=width, force_terminal=terminal, color_system=None)
        monkeypatch.setattr(stats, "console", console)
        assert run(["stats", str(tmp_path)]) == 0
        shown = stream.getvalue()
        # What is no terminal has room for everything; in narrow ones names take several lines.
        assert "…" not in shown
        assert ("Ann of the first table" in shown) == (width == 80)
        assert all(word in shown for word in ("Ann of", "first", "table", "second", "one"))
        assert ("W$SD" in shown) == (not terminal)
        assert "bb/100" in shown and "± 95 %" in shown and "VPIP" in shown


@pytest.mark.parametrize("width", range(64, 100))
def test_tables_of_short_names_fit_into_terminals(
    folder: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=width, force_terminal=True, color_system=None)
    monkeypatch.setattr(stats, "console", console)
    assert run(["stats", str(folder)]) == 0
    assert max(map(len, stream.getvalue().splitlines())) <= width


def test_players_that_are_not_shown_are_counted(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    said = output(capsys, folder, "--top", "2").splitlines()[-1]
    assert said == ("2 hands of 3 players; the 2 with the most hands are shown, --top 3 shows all")
    assert "are shown" not in output(capsys, folder)
    assert "are shown" not in output(capsys, folder, "--player", "Ann")


# Ann wins a big blind of 2 chips, and loses half of one of 20.
CHEAP, DEAR = "blinds_or_straddles = [1, 2, 0]", "blinds_or_straddles = [10, 20, 0]"


def test_who_wins_big_blinds_may_lose_chips(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    won = HAND.format(actions="'p3 f', 'p1 cbr 6', 'p2 f'")
    lost = HAND.format(actions="'p3 f', 'p1 f'")
    assert CHEAP in won
    lost = lost.replace(CHEAP, DEAR).replace("min_bet = 2", "min_bet = 20")
    (tmp_path / "hands.phhs").write_text(f"[1]\n{won}\n[2]\n{lost}")
    stream = io.StringIO()
    console = Console(file=stream, width=120, force_terminal=True, color_system="standard")
    monkeypatch.setattr(stats, "console", console)
    assert run(["stats", str(tmp_path)]) == 0
    [line] = [line for line in stream.getvalue().splitlines() if "Ann" in line]
    rate, net = line.split("+")[1], line.rsplit("\x1b[", 2)[1]
    assert rate and "32m" in line and net.startswith("31m") and "-8 EUR" in net
    for options, label in (([], "big blinds"), (["--chips"], "EUR")):
        picture = tmp_path / f"{len(options)}.svg"
        command = ["stats", tmp_path, "--player", "Ann", "--picture", picture, *options]
        assert run(list(map(str, command))) == 0
        assert f"<!-- {label} -->" in picture.read_text()
