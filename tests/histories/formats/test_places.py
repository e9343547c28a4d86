"""Where something is wrong: what cannot be read has a line, a column and a code."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import run
from croupier.histories import read
from histories.formats.pokernow.logs import FOLDED, hand_lines, make_log
from histories.formats.pokernow.test_logs import make_download

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


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize(
    ("old", "new", "code", "part"),
    [
        ("{Ann} folds", "{Ann} bets 9999", "amount-above-maximum", '"Ann @'),
        ("{Cat} collected 10 from pot", "{Cat} shows a 1♥, 2♠.", "card-syntax", "1♥"),
        ("{Cat} posts a big blind of 10", "{Zoe} posts a big blind of 10", "not-seated", '"Zoe'),
        (
            "{Bob} folds",
            "{Bob} calls 1234567890123456",
            "log-amount-too-long",
            '"Bob @ bbbbbbbbbb\\" calls',
        ),
    ],
)
def test_entries_of_pokernow(old: str, new: str, code: str, part: str, indent: int | None) -> None:
    said = [one.replace(old, new).replace("{Zoe}", '"Zoe @ zzzzzzzzzz"') for one in FOLDED]
    rows = [
        {"at": "2026-01-31T20:00:00Z", "created_at": number, "msg": text}
        for number, text in enumerate(hand_lines(*said))
    ]
    log = json.dumps({"logs": rows[::-1]}, indent=indent, ensure_ascii=False)
    (reading,) = read(log, "pokernow")
    problem = reading.problems[0]
    part = part.replace('"Zoe', '\\"Zoe').replace('"Ann @', '\\"Ann @ aaaaaaaaaa\\" bets')
    part = part.replace('"Bob', '\\"Bob')
    at = log.index(part)
    place = log.count("\n", 0, at) + 1, at - log.rfind("\n", 0, at)
    assert (problem.code, problem.line, problem.column) == (code, *place)
    # Where letters are written in other ways, it is the beginning of what was said.
    escaped = json.dumps({"logs": rows[::-1]}, indent=indent)
    if escaped != log:
        problem = next(iter(read(escaped, "pokernow"))).problems[0]
        at = escaped.index('"msg": "\\"Cat @ cccccccccc\\" shows') + len('"msg": "')
        place = escaped.count("\n", 0, at) + 1, at - escaped.rfind("\n", 0, at)
        assert (problem.code, problem.line, problem.column) == (code, *place)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ('{"logs": [\n {"at": "", "msg": ""},\n {]}', "json-syntax", 3, 3),
        ('{"logs": []}\n x', "json-syntax", 2, 2),
        ('{"msg": [], "x": {"logs": 1}}', "no-logs", 1, 1),
        ('{"logs": [\n {"at": "", "created_at": 7.5, "msg": ""}]}', "no-log-entry", 2, 2),
        ('{"logs": [\n {"at": "", "created_at": 7, "msg": 1}]}', "no-log-entry", 2, 2),
        ('{"hands": [\n 1, {}, {}}', "json-syntax", 2, 11),
        ('\n {"hands": {}}', "no-download", 2, 2),
        ('{"hands": [\n 1]}', "no-downloaded-hand", 2, 2),
    ],
)
def test_json_of_pokernow(text: str, code: str, line: int, column: int) -> None:
    problem = next(iter(read(text, "pokernow"))).problems[0]
    assert (problem.code, problem.line, problem.column) == (code, line, column)


@pytest.mark.parametrize(
    ("event", "payload", "code"),
    [
        (2, {"type": 8, "seat": 1, "value": -3}, "no-downloaded-hand"),
        (2, {"type": 8, "seat": 1, "value": 99999}, "amount-above-maximum"),
        (4, {"type": 9, "turn": 1, "run": 1, "cards": ["2c", "3x"]}, "no-downloaded-hand"),
        (3, {"type": 7, "seat": 9, "value": 300}, "no-downloaded-hand"),
    ],
)
def test_events_of_downloads_of_pokernow(event: int, payload: dict[str, Any], code: str) -> None:
    document = make_download()
    document["hands"][0] = copy.deepcopy(document["hands"][0])
    document["hands"][0]["events"][event]["payload"] = payload
    text = json.dumps(document, indent=1)
    first, second = read(text, "pokernow")
    problem = first.problems[0]
    lines = text.split("\n")
    begins = [number for number, line in enumerate(lines, 1) if line == "  {"]
    events = [number for number, line in enumerate(lines, 1) if line == "    {"]
    # Two players come first.
    place = (events[2 + event], 5)
    assert (problem.code, problem.line, problem.column) == (code, *place)
    assert (first.line, second.line) == tuple(begins)


@pytest.mark.parametrize(
    ("old", "new", "code", "part"),
    [
        ("</round>", "</rund>", "not-xml", "rund>"),
        ("</game>", "", "cut-off", "<game "),
        ('type="0"', 'type="77"', "unknown-action", '<action no="4"'),
        ('type="3"', 'type="23"', "amount-below-minimum", '<action no="5"'),
        ('seat="4', 'seat="x4', "seat-number", '<player seat="x4"'),
        ('no="3"', 'no="x"', "action-number", '<action no="x"'),
        ('sum="$0.40"', 'sum="$0.40.1"', "amount-syntax", '<action no="5"'),
        ('player="Bob" type="0"', 'player="Zoe" type="0"', "unknown-player", '<action no="4"'),
        ('name="Cat"', 'name="Ann"', "seated-twice", '<player seat="8"'),
        ("DK S8 H2", "DK S8 H2 H3", "board-count", '<cards type="Flop"'),
        ('win="$1.62"', 'win="$9.62"', "won-too-much", '<player seat="1"'),
        ('chips="$20"', 'chips="$9999999999999"', "amount-too-large", '<player seat="1"'),
    ],
)
@pytest.mark.parametrize("margin", ["", "é "])
def test_hands_of_ipoker(old: str, new: str, code: str, part: str, margin: str) -> None:
    text = texts.ALL["ipoker"]
    assert old in text
    # Columns count characters, and the first line of a hand may begin with something else.
    text = text.replace(old, new, 1).replace("\n<", f"\n{margin}<")
    reading = next(iter(read(text, "ipoker")))
    problem = reading.problems[0]
    before = text[: text.index(part)]
    place = before.count("\n") + 1, len(before) - before.rfind("\n")
    assert (problem.code, problem.line, problem.column) == (code, *place)
    assert reading.line == text[: text.index("<game ")].count("\n") + 1


def test_half_a_character_in_the_stakes_of_ipoker() -> None:
    text = texts.ALL["ipoker"].replace("$0.10/$0.20<", "$0.\udcb10/$0.20<")
    problem = next(iter(read(text, "ipoker"))).problems[0]
    assert (problem.code, problem.line) == ("amount-syntax", 8)


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
