"""`croupier validate` and `croupier replay`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import Card
from croupier.cli import run
from croupier.games import make_game
from croupier.histories.pipeline.checking import check_histories
from croupier.state import (
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    BoardDealing,
    BoardReplacing,
    BringInPosting,
    CardBuying,
    CardExposing,
    CardPassing,
    CardProtecting,
    CardSeparation,
    CheckingOrCalling,
    Choosing,
    CompletionBettingOrRaisingTo,
    Declaration,
    DiceRolling,
    HoleCardsShowingOrMucking,
    RunoutCountSelection,
    StandingPatOrDiscarding,
)
from croupier.views import PlayByPlay
from histories.formats.pokernow.logs import FOLDED, hand_lines, make_log

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


def counts_in(shown: str) -> dict[str, str]:
    """Return the rows of the last table."""
    rows = [line.split("│")[1:-1] for line in shown.splitlines() if line.count("│") == 3]
    return {name.strip(): count.strip() for name, count in rows}


def test_a_clean_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", str(folder / "clean.phh")]) == 0
    counts = counts_in(capsys.readouterr().out)
    assert counts["recorded end is that of the replay"] == "1"
    assert counts["errors"] == counts["warnings"] == "0"


def test_a_folder_with_a_wrong_hand(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", str(folder)]) == 1
    out = capsys.readouterr().out
    shown = " ".join(out.split())
    assert (
        "hand 2, line 17, column 44: error: action 3, 'p1 f', is refused: p1 is not to act: p2 is;"
        " legal would be p2 f, p2 cc, p2 cbr 4 to 100 (rules)"
    ) in shown
    assert "hand 1, line 9, column 20: warning: finishing_stacks are not those" in shown
    assert counts_in(out)["hands that cannot be played"] == "1"
    assert (counts_in(out)["errors"], counts_in(out)["warnings"]) == ("1", "1")


def test_warnings_can_be_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "many.phhs").write_text(f"[1]\n{CLEAN}", encoding="utf-8")
    assert run(["validate", str(folder)]) == 1
    assert run(["validate", str(folder), "--errors-only"]) == 0
    assert counts_in(capsys.readouterr().out)["warnings"] == "0"


def test_what_is_not_shown_is_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", str(folder), "--show", "0"]) == 1
    shown = capsys.readouterr().out
    assert "… and 1 more errors; --show -1 lists all." in shown
    assert "many.phhs" not in shown


def test_a_report_for_programs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", str(folder), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["files"], report["hands"]) == (2, 3)
    assert report["classes"]["impossible"] == report["classes"]["equal"] == 1
    assert {"severity": "error", "code": "rules", "count": 1} in report["counts"]
    error = next(one for one in report["violations"] if one["severity"] == "error")
    assert (error["hand"], error["line"], error["action"]) == ("2", 17, 3)
    assert error["file"].endswith("many.phhs")
    assert run(["validate", str(folder / "clean.phh"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["violations"] == []


def test_no_such_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", str(folder / "none.phh")]) == 2
    assert run(["replay", str(folder / "none.phh")]) == 2
    assert capsys.readouterr().err.lower().count("there is no file") == 2


def test_a_hand_in_words(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(folder / "clean.phh"), "--hand", "1"]) == 0
    shown = capsys.readouterr().out
    for text in (
        "no-limit-texas-holdem",
        "Ann is dealt A♠ A♥",
        "Bob raises to 6  # brave",
        "Board  2♣ 3♣ 4♣   pot 12",
        "Bob folds",
        "Ann takes back 8",
        "Ann wins 12",
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


CONFIGURED = """variant = 'X:G'
antes = [1, 1]
starting_stacks = [40, 40]
actions = ['d dh p1 AhAcAdKsQdTsTd', 'd dh p2 Kh5h2h2cJh2d3c', 'p1 cc', 'p2 cc', {actions}]
players = ['Ann', 'Bob']
_game = 'anaconda'
_stakes = {{small_bet = 2, ante = 1}}
"""


def test_a_game_of_a_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(CONFIGURED.format(actions="'p1 ps AhAcAd', 'p2 ps Kh5h2h'"), encoding="utf-8")
    assert run(["validate", str(path)]) == 0
    assert run(["replay", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "Anaconda, Limit" in shown
    assert "Ann passes A♥ A♣ A♦" in shown
    assert "Bob passes K♥ 5♥ 2♥" in shown
    path.write_text(CONFIGURED.format(actions="'p1 ex Ah'"), encoding="utf-8")
    assert run(["validate", str(path)]) == 1
    assert "legal would be p1 ps with 3 cards" in " ".join(capsys.readouterr().out.split())


CARDS = Card.clean("AsKs")


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        (CardExposing(0, CARDS), "Ann turns up A♠ K♠"),
        (CardExposing(0, ()), "Ann turns up nothing"),
        (CardPassing(0, ()), "Ann passes nothing"),
        (CardSeparation(0, CARDS), "Ann separates A♠ K♠"),
        (Declaration(1, ("high_low", "low")), "Bob declares high and low, low"),
        (Choosing(0, "Omaha Hi-Lo"), "Ann chooses Omaha Hi-Lo"),
        (CardBuying(0, 4, (), True), "Ann buys a card for 4"),
        (CardBuying(0, 0, (), False), "Ann buys nothing"),
        (CardProtecting(0, 2, True), "Ann pays 2 for the card to lie face up"),
        (CardProtecting(0, 0, False), "Ann pays nothing"),
        (BoardReplacing(0, CARDS), "Ann replaces A♠ K♠"),
        (BoardReplacing(0, ()), "Ann leaves the board"),
        (DiceRolling((3, 5)), "The dice show 3, 5"),
        (HoleCardsShowingOrMucking(0, ()), "Ann mucks"),
        (HoleCardsShowingOrMucking(0, CARDS), "Ann shows A♠ K♠"),
        (StandingPatOrDiscarding(0, ()), "Ann stands pat"),
        (StandingPatOrDiscarding(0, CARDS), "Ann discards A♠ K♠"),
        (BringInPosting(0, 1), "Ann brings in for 1"),
        (BlindOrStraddlePosting(0, 1), "Ann posts 1"),
        (AntePosting(0, 1), "Ann antes 1"),
        (CheckingOrCalling(0, 6, commentary="brave"), "Ann calls 6  # brave"),
        (CheckingOrCalling(0, 0), "Ann checks"),
        (CompletionBettingOrRaisingTo(0, 6), "Ann bets 6"),
        (RunoutCountSelection(0, 2), "Ann wants to run it twice"),
    ],
)
def test_operations_are_told_in_words(operation: Any, words: str) -> None:
    state = make_game("nlhe")(200, 2)
    (line,) = PlayByPlay(["Ann", "Bob"]).describe(operation, state)
    assert str(line) == words


def test_bets_are_told_by_what_was_bet_before() -> None:
    state = make_game("nlhe")(200, 2)
    teller = PlayByPlay(["Ann", "Bob"])
    bet = CompletionBettingOrRaisingTo(0, 6)
    told = [
        str(line)
        for one in (
            BringInPosting(1, 1),
            bet,
            bet,
            BetCollection((6, 6)),
            bet,
            bet,
            BoardDealing(CARDS),
        )
        for line in teller.describe(one, state)
    ]
    assert told == [
        "Bob brings in for 1",
        "Ann completes to 6",
        "Ann raises to 6",
        "Ann takes back 5",
        "Ann bets 6",
        "Ann raises to 6",
        "Board  A♠ K♠   pot 12",
    ]


def test_replay_reads_as_play_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for game in ("nlhe", "stud8", "27td", "dramaha"):
        arguments = ["--game", game, "--hands", "1", "--seed", "4", "--stack", "30", "-o", game]
        assert run(["play", "random", "caller", "random", *arguments]) == 0
        played = capsys.readouterr().out.splitlines()
        [path] = Path(game).glob("play-*.phhs")
        assert run(["replay", str(path)]) == 0
        shown = capsys.readouterr().out.splitlines()
        told = played[1 : played.index("")]
        # The title may take two lines.
        start = shown.index(told[0])
        assert told == shown[start : start + len(told)], game
        assert any(" wins " in line for line in told)


SHOWN = """variant = '{variant}'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
{bets}
starting_stacks = [10, 20, 20]
actions = [{actions}]
players = ['Ann', 'Bob', 'Cyd']
"""


def test_winners_are_told_with_their_hands_and_pots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    actions = (
        "'d dh p1 AsAh', 'd dh p2 KsKh', 'd dh p3 QsQh', 'p3 cbr 20', 'p1 cc', 'p2 cc',"
        " 'p1 sm AsAh', 'p2 sm KsKh', 'p3 sm QsQh', 'd db 2c3c4d', 'd db 8s', 'd db 9s'"
    )
    path = tmp_path / "hand.phh"
    path.write_text(SHOWN.format(variant="NT", bets="min_bet = 2", actions=actions))
    assert run(["replay", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "Ann wins 30 of the main pot with one pair, Aces, 9-8-4 kickers" in shown
    assert "Bob wins 20 of side pot 1 with one pair, Kings, 9-8-4 kickers" in shown


def test_a_split_pot_is_shown_with_its_halves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    actions = (
        "'d dh p1 AsAh2h3h', 'd dh p2 KsKh9d9h', 'd dh p3 QsQhJdJh', 'p3 f', 'p1 cc', 'p2 cc',"
        " 'd db 5c6c9c', 'p1 cc', 'p2 cc', 'd db Td', 'p1 cc', 'p2 cc', 'd db 8s', 'p1 cc',"
        " 'p2 cc', 'p1 sm AsAh2h3h', 'p2 sm KsKh9d9h'"
    )
    path = tmp_path / "hand.phh"
    path.write_text(
        SHOWN.format(variant="FO/8", bets="small_bet = 2\nbig_bet = 4", actions=actions)
    )
    assert run(["replay", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "Bob wins 2 for the high hand with three of a kind, Nines" in shown
    assert "Ann wins 2 for the eight-or-better low with 8-6-5-2-A low" in shown


def write_log(path: Path) -> Path:
    """Write a log of three hands, of which the chips of the second do not add up."""
    lines = [
        *hand_lines(*FOLDED, number=1),
        *hand_lines(*FOLDED[:-1], "{Cat} collected 99 from pot", number=2),
        *hand_lines(*FOLDED, number=3),
    ]
    path.write_text(make_log(lines), encoding="utf-8")
    return path


def test_a_log_is_validated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write_log(tmp_path / "log.csv")
    (tmp_path / "clean.phh").write_text(CLEAN.replace("[102, 98]", "[106, 94]"), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("Bring chips.", encoding="utf-8")
    assert run(["validate", str(tmp_path)]) == 1
    shown = capsys.readouterr()
    counts = counts_in(shown.out)
    assert (counts["files"], counts["hands"], counts["errors"]) == ("2", "4", "1")
    assert counts["hands that cannot be played"] == "1"
    assert counts["recorded end is that of the replay"] == "3"
    (said,) = [line for line in shown.out.splitlines() if "error:" in line]
    assert "hand hand2" in said and "(read, pot-not-shared)" in said
    assert f"Passed over {tmp_path / 'notes.txt'}" in shown.err
    assert run(["validate", str(log), "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    (error,) = [one for one in document["violations"] if one["severity"] == "error"]
    assert (error["hand"], error["file"]) == ("hand2", str(log))
    rows = log.read_text(encoding="utf-8").splitlines()
    (line,) = (number for number, row in enumerate(rows, 1) if "collected 99" in row)
    assert (error["line"], error["code"], error["reason"]) == (line, "read", "pot-not-shared")


def test_a_log_that_is_right_has_status_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.csv"
    log.write_text(make_log(hand_lines(*FOLDED)), encoding="utf-8")
    assert run(["validate", str(log)]) == 0
    assert counts_in(capsys.readouterr().out)["recorded end is that of the replay"] == "1"


def test_what_a_hand_of_a_log_is_told_is_at_its_line(tmp_path: Path) -> None:
    # Folding where checking costs nothing.
    lines = [*FOLDED[:3], "{Bob} calls 10", "{Cat} folds", "{Bob} collected 20 from pot"]
    log = tmp_path / "log.csv"
    log.write_text(make_log(hand_lines(*lines)), encoding="utf-8")
    (checked,) = check_histories(log)
    (odd,) = [one for one in checked.violations if one.code == "odd"]
    # Its own row, and not that of the start.
    assert (odd.file, odd.hand, odd.line, odd.column) == (str(log), "hand1", 4, 2)
    assert checked.batch is not None and checked.batch[0].path == log


@pytest.mark.parametrize(
    "options",
    [
        ["validate"],
        ["validate", "--json"],
        ["stats"],
        ["stats", "--json"],
        ["report"],
        ["review", "--hero", "Ann"],
        ["convert", "--to", "ohh", "-o", "out.ohh"],
    ],
)
def test_no_hands_have_status_1_everywhere(
    tmp_path: Path,
    options: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hands").mkdir()

    def complaints() -> str:
        said = capsys.readouterr()
        if "--json" in options:
            json.loads(said.out)
        return said.err

    what = "files" if options[0] == "convert" else "hand histories"
    assert run([*options, "hands"]) == 1
    assert f"There are no {what} in hands." in complaints()
    Path("hands", "empty.csv").write_bytes(b"")
    for given in ("hands", "hands/empty.csv"):
        assert run([*options, given]) == 1
        assert "this is empty" in complaints()
    Path("hands", "notes.txt").write_text("Bring chips.")
    assert run([*options, "hands/notes.txt"]) == 1
    capsys.readouterr()
    if options[0] != "review":
        Path("hands", "log.csv").write_text("entry,at,order\n")
        assert run([*options, "hands/log.csv"]) == 1
    assert not Path("out.ohh").exists()
    # What is not there at all is a mistake of whoever typed it.
    assert run([*options, "nowhere"]) == 2


def test_a_hand_of_a_log_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write_log(tmp_path / "log.csv")
    assert run(["replay", str(log), "--hand", "3", "--json"]) == 0
    players = json.loads(capsys.readouterr().out)["players"]
    assert [(one["name"], one["won"]) for one in players] == [("Bob", -5), ("Cat", 5), ("Ann", 0)]
    assert run(["replay", str(log), "--hand", "2"]) == 2
    assert "hand2" in capsys.readouterr().err
    assert run(["replay", str(log), "--hand", "4"]) == 2
    assert "there is no hand 4" in capsys.readouterr().err
    (tmp_path / "notes.txt").write_text("Bring chips.", encoding="utf-8")
    assert run(["replay", str(tmp_path / "notes.txt")]) == 2
    assert "notes.txt: the format is none of" in capsys.readouterr().err


def test_a_hand_goes_to_a_page(tmp_path: Path) -> None:
    source = tmp_path / "hand.phh"
    source.write_text(
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
        "starting_stacks = [200, 200]\n"
        "actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p2 cbr 6', 'p1 f']\n"
        "players = ['Ann', 'Bob']\n"
    )
    page, picture = tmp_path / "hand.html", tmp_path / "hand.svg"
    assert run(["replay", str(source), "--output", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>") and "A♠ A♥" in text and "K♠ K♥" in text
    assert run(["replay", str(source), "--output", str(page)]) != 0
    seen = ["--viewer", "Bob", "--force"]
    assert run(["replay", str(source), "--output", str(page), *seen]) == 0
    text = page.read_text(encoding="utf-8")
    assert "A♠" not in text and "K♠ K♥" in text
    assert run(["replay", str(source), "--output", str(picture)]) == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    for wrong in (["--output", "hand.png"], ["--viewer", "Bob"]):
        assert run(["replay", str(source), *wrong]) == 2
    assert run(["replay", str(source), "--output", "x.html", "--viewer", "Eve"]) == 2
    assert not Path("x.html").exists()
