"""Nights: the ledger of a log, what is wrong with it, and the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cli import run
from croupier.errors import SetupError
from croupier.reports import read_ledger, read_night
from histories.formats.pokernow.logs import FOLDED, hand_lines, make_log, who
from shared import data_path

EVIL = "<script>alert(1)</script>"


def joined(name: str, stack: str) -> str:
    return f"The player {who(name)} joined the game with a stack of {stack}."


def left(name: str, stack: str) -> str:
    return f"The player {who(name)} quits the game with a stack of {stack}."


def night_lines(*last: str) -> list[str]:
    """Return a log in which Cat wins 5 from Bob."""
    return [
        *(joined(name, "500") for name in ("Ann", "Bob", "Cat")),
        *hand_lines(*FOLDED),
        *last,
    ]


ALL_LEFT = (left("Ann", "500"), left("Bob", "495"), left("Cat", "505"))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.csv"
    path.write_text(make_log(night_lines(*ALL_LEFT)))
    return path


def test_a_ledger_that_adds_up(log: Path) -> None:
    night = read_night(log)
    assert night.ledger is not None and night.ledger.missing == 0
    payments, remarks = night.settle()
    assert [str(payment) for payment in payments] == ["Bob pays Cat 5"] and not remarks
    assert night.hands == 1 and not night.problems
    assert [line[-1] for line in night.chips.values()] == [-5, 5, 0]
    assert sorted(line[-1] for line in night.big_blinds.values()) == [-0.5, 0.0, 0.5]
    # What came back to who bet it was not played for.
    assert night.pots[0].amount == 10 and night.pots[0].winners == (("Cat", 5),)


def test_who_has_not_left_is_counted_and_named(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(make_log(night_lines(*ALL_LEFT[:2])))
    payments, remarks = read_night(path).settle()
    assert [str(payment) for payment in payments] == ["Bob pays Cat 5"]
    assert remarks == ["Cat has not left, and is counted with the last known stack of 505."]


def test_a_ledger_that_does_not_add_up_settles_nothing(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(make_log(night_lines(*ALL_LEFT)[1:]))
    night = read_night(path)
    payments, remarks = night.settle()
    assert payments == []
    assert remarks == [
        "The ledger does not add up: 500 more was taken off the table than was bought.",
        "Ann left the table without having joined in this log.",
        "Ann won 0 in hands, and 500 by the ledger.",
    ]
    assert night.ledger is not None
    with pytest.raises(SetupError, match="500 more") as caught:
        night.ledger.settle()
    assert caught.value.code == "unbalanced-ledger"
    assert "500 more" in night.to_page() and "pays" not in night.to_page().split("<h2>")[1][20:]


def test_rebuys_and_changes_of_stacks() -> None:
    ledger = read_ledger(
        [
            joined("Ann", "100"),
            joined("Bob", "100"),
            left("Ann", "0"),
            joined("Ann", "50.5"),
            f"The admin updated the player {who('Bob')} stack from 200 to 260.",
            f"The admin {who('Cat')} updated the player {who('Bob')} stack from 260 to 250.",
            f"The player {who('Bob')} stand up with the stack of 250.",
            left("Ann", "50.5"),
        ]
    )
    assert ledger is not None
    rows = {row["player"]: row for row in ledger.to_rows()}
    assert (rows["Ann"]["buy_ins"], float(rows["Ann"]["bought"])) == (2, 150.5)
    assert (rows["Bob"]["bought"], rows["Bob"]["cashed"]) == (160, 10)
    assert rows["Bob"]["on_the_table"] == 250 and rows["Ann"]["on_the_table"] is None
    assert ledger.missing == 0


def test_who_joins_again_takes_the_chips_along() -> None:
    ledger = read_ledger([joined("Ann", "100"), joined("Ann", "100"), left("Ann", "100")])
    assert ledger is not None and ledger.accounts[0].net == 0


def test_two_people_of_one_name_are_two() -> None:
    ledger = read_ledger([joined("Eve", "5"), joined("Eve", "5").replace("zzz", "yyy", 1)])
    assert ledger is not None
    assert [one.name for one in ledger.accounts] == ["Eve @zzzzzzzzzz", "Eve @yyyzzzzzzz"]


def test_chips_of_tournaments_are_no_money() -> None:
    line = f"The player {who('Ann')} is in the tournament with a stack of 100."
    ledger = read_ledger([line, joined("Ann", "100"), left("Ann", "100")])
    assert ledger is not None and "no money" in ledger.problems[0]
    assert read_ledger(["-- ending hand #3 --", "nonsense", "The player"]) is None


def test_files_without_a_ledger_are_settled_by_hands(tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    path.write_text(
        "[1]\nvariant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
        "starting_stacks = [200, 200]\nactions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p2 f']\n"
        f"players = ['Ann', '{EVIL}']\n"
    )
    night = read_night(path)
    payments, remarks = night.settle()
    assert [str(payment) for payment in payments] == [f"{EVIL} pays Ann 1"]
    assert "No ledger" in remarks[0]
    assert EVIL not in night.to_page() and "&lt;script&gt;" in night.to_page()


def test_the_page_asks_nobody_for_anything(log: Path, tmp_path: Path) -> None:
    out = tmp_path / "night.html"
    assert run(["report", str(log), "--output", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert "default-src 'none'" in text and "<script" not in text and "src=" not in text
    assert text.replace("http://www.w3.org/2000/svg", "").count("http://") == 0
    for words in ("Who pays whom", "Bob pays Cat 5", "Big blinds", "Biggest pots", "<details>"):
        assert words in text
    # It is not replaced unless somebody says so.
    assert run(["report", str(log), "--output", str(out)]) != 0
    assert run(["report", str(log), "--output", str(out), "--force", "--pots", "0"]) == 0
    assert "<details>" not in out.read_text(encoding="utf-8")


def test_the_command(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", str(log)]) == 0
    assert "Bob pays Cat 5" in capsys.readouterr().out
    assert run(["report", str(log), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["payments"] == [{"payer": "Bob", "receiver": "Cat", "amount": 5}]
    assert found["missing"] == 0 and len(found["players"]) == 3
    cut = tmp_path / "cut.csv"
    cut.write_text(make_log(night_lines(*ALL_LEFT)[1:]))
    assert run(["report", str(cut)]) == 1
    assert "does not add up" in capsys.readouterr().out
    for wrong in (["--output", "night.pdf"], ["--pots", "11"]):
        assert run(["report", str(log), *wrong]) == 2
    assert run(["report"]) == 2
    assert run(["report", str(tmp_path / "nothing.csv")]) == 2


@pytest.mark.parametrize(
    "path", sorted(data_path("pokernow").glob("*/*.csv")), ids=lambda p: p.stem
)
def test_real_logs(path: Path) -> None:
    """Where the ledger adds up, it says of everybody what the hands say."""
    night = read_night(path)
    assert night.hands and not night.problems
    assert sum(line[-1] for line in night.chips.values()) == 0
    ledger = night.ledger
    assert ledger is not None
    if not ledger.missing:
        for account in ledger.accounts:
            assert account.net == night.chips.get(account.key, [0])[-1]
    payments, remarks = night.settle()
    assert bool(payments) != bool(ledger.problems)
    assert payments or remarks
