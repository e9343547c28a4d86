"""Where something is wrong: what cannot be read has a line, a column and a code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cli import run
from croupier.histories import read
from histories.formats.pokernow.logs import FOLDED, hand_lines, make_log

from . import texts

HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p2 f']
players = ['Ann', 'Bob']
"""
LINE = "STATE:7:r200fffff:AsKs|2c2d|3c3d|4c4d|5c5d|6c6d:-50|-100|150|0|0|0:A|B|C|D|E|F"


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "column"),
    [
        ("'NT'", "'NT", "phh-syntax", 1, 14),
        ("[0, 0]", "[0, ", "phh-syntax", 3, 1),
        ("min_bet = 2\n", "", "phh-variant-field", 0, 1),
        ("min_bet = 2", "min_bet = nan", "smallest-bet", 4, 11),
        ("'p2 f'", "'p1 f'", "out-of-turn", 6, 44),
        ("'p2 f'", "'p2 zz'", "no-player-action", 6, 44),
        ("'p2 f'", "7", "cannot-begin", 6, 44),
        ("[100, 100]", "[100, -5]", "empty-stack", 5, 25),
        ("'NT'", "'QQ'", "phh-unknown-variant", 1, 11),
    ],
)
def test_hands_of_phh(old: str, new: str, code: str, line: int, column: int) -> None:
    wrong = HAND.replace(old, new)
    (alone,) = read(wrong, "phh")
    _, second = read(f"[1]\n{HAND}\n[2]\n{wrong}", "phh")
    for reading, before in ((alone, 0), (second, 10)):
        problem = reading.problems[0]
        expected = max(before + line, 1)
        assert (problem.code, problem.line, problem.column) == (code, expected, column)


@pytest.mark.parametrize(
    ("old", "new", "code", "column"),
    [
        ("r200", "r2", "amount-below-minimum", 9),
        ("fffff", "ffff", "hand-unfinished", 9),
        ("AsKs", "AsXs", "protocol-no-cards", 19),
        ("AsKs|", "", "protocol-hand-count", 19),
    ],
)
def test_lines_of_programs(old: str, new: str, code: str, column: int) -> None:
    _, reading = read(f"{LINE}\n{LINE.replace(old, new)}\n", "pluribus")
    problem = reading.problems[0]
    assert (problem.code, problem.line, problem.column) == (code, 2, column)


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "part"),
    [
        # The row is quoted: what it says begins behind the quotation mark.
        ("{Ann} folds", "{Ann} bets 9999", "", 6, '"Ann @'),
        ("{Cat} collected 10 from pot", "{Cat} shows a 1♥, 2♠.", "card-syntax", 3, "1♥"),
        ("{Cat} collected 10 from pot", "{Cat} shows a 2♠, X♥.", "card-syntax", 3, "X♥"),
        ("{Cat} posts a big blind of 10", "{Zoe} posts a big blind of 10", "not-seated", 7, '"Zoe'),
        ("{Bob} folds", "{Bob} calls 1234567890123456", "log-amount-too-long", 5, '"Bob'),
    ],
)
def test_rows_of_pokernow(old: str, new: str, code: str, line: int, part: str) -> None:
    lines = [one.replace(old, new) for one in FOLDED]
    said = hand_lines(*(one.replace("{Zoe}", '"Zoe @ zzzzzzzzzz"') for one in lines))
    log = make_log(said)
    (reading,) = read(log, "pokernow")
    problem = reading.problems[0]
    row = log.split("\n")[line - 1]
    # Inside of a field, each quotation mark stands there twice.
    assert (problem.line, problem.column) == (line, row.index(part.replace('"', '""')) + 1)
    assert problem.code == (code or problem.code) != "parse"


def test_ends_and_seats_of_pokernow() -> None:
    lines = hand_lines(*FOLDED)
    (reading,) = read(make_log(lines[:-1]), "pokernow")
    (problem,) = reading.problems
    assert (problem.code, problem.line, problem.column) == ("no-hand-end", 9, 2)
    lines[1] = lines[1].replace("(500) | #", "(many) | #")
    log = make_log(lines)
    (reading,) = read(log, "pokernow")
    (problem,) = reading.problems
    row = log.split("\n")[8]
    assert (problem.code, problem.line) == ("no-log-seat", 9)
    assert problem.column == row.index("#") + 1


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("</round>", "</rund>", "not-xml"),
        ("</game>", "", "cut-off"),
        ('type="0"', 'type="77"', "unknown-action"),
        ('type="3"', 'type="23"', ""),
        ('seat="', 'seat="x', "seat-number"),
    ],
)
def test_hands_of_ipoker(old: str, new: str, code: str) -> None:
    text = texts.ALL["ipoker"]
    assert old in text
    lines = text.replace(old, new).split("\n")
    first = next(number for number, line in enumerate(lines, 1) if "<game " in line)
    reading = next(iter(read("\n".join(lines), "ipoker")))
    problem = reading.problems[0]
    assert problem.code == code or not code
    assert problem.code != "parse"
    assert reading.line == first
    assert (problem.line or 0) >= first
    assert problem.column == lines[first - 1].index("<game ") + 1 or code == "not-xml"


def test_the_report_of_a_conversion(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, report = tmp_path / "hands.phhs", tmp_path / "report.json"
    path.write_text(f"[1]\n{HAND}\n[2]\n{HAND.replace('p2 f', 'p1 f')}", encoding="utf-8")
    out = tmp_path / "out.ohh"
    options = ["--to", "ohh", "-o", str(out), "--report", str(report)]
    assert run(["convert", str(path), *options]) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert f"{path}, line 16, column 44, hand 2: skipped: action 3 is refused" in said
    assert "(out-of-turn)" in said
    entries = json.loads(report.read_text(encoding="utf-8"))["files"][0]["entries"]
    (entry,) = (one for one in entries if one["kind"] == "skipped")
    assert (entry["line"], entry["column"], entry["code"]) == (16, 44, "out-of-turn")
