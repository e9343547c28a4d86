"""Strict checks of many files: what is said is what a slow look at every hand says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.histories import Violation, check_all, check_file, find_files
from croupier.histories.phh.validation import CODES
from histories.hands import CHECK_DOWN, DEAL, document
from shared import data_path


def survey(path: Path) -> list[Violation]:
    return [one for found in check_all(path) for one in found.violations]


def slow(path: Path) -> list[Violation]:
    return [one for file in find_files([path]) for one in check_file(file)]


GOOD = document(*CHECK_DOWN, "p1 sm AsAh", "p2 sm")
FIELDS = {
    "author": ["'Ann'", "5"],
    "event": ["'X'", "''", "true"],
    "url": ["'https://docs.python.org'", "'example.com'"],
    "time": ["12:00:00", "12:00:00.5", "'12:00:00'", "2026-01-01T12:00:00"],
    "time_zone": ["'America/Toronto'", "'Mars'"],
    "day": ["29", "99", "1.5", "31"],
    "month": ["2", "13", "6"],
    "year": ["2023", "2024", "'2023'"],
    "hand": ["1", "'A'", "1.5", "[1]"],
    "level": ["1", "'one'"],
    "seats": ["[1, 2]", "[1, 1]", "[1, 9]", "[1]", "['1', '2']", "[]"],
    "seat_count": ["2", "6", "1", "'6'"],
    "table": ["1", "'Table  1'", "false"],
    "players": ["['a', 'b']", "['a', 'a']", "['', '']", "['a']", "[1, 2]", "['''b's''', 'c']"],
    "finishing_stacks": ["[202, 198]", "[201, 198]", "[198, 202]", "[-1, 401]", "[202]"],
    "winnings": ["[4, 0]", "[0, 4]", "[3.50, 0]", "[5, 0]", "[0, 0]", "[nan, 0]"],
    "currency": ["'EUR'", "'eur'", "1"],
    "currency_symbol": ["'€'", "'US$'", "''"],
    "ante_trimming_status": ["true", "false", "'true'"],
    "time_limit": ["inf", "30", "0", "'x'"],
    "time_banks": ["[30, 15.5]", "[30]", "[-1, 0]"],
    "min_bet": ["2", "0", "-2", "inf", "'2'", "1e0"],
    "small_bet": ["2"],
    "antes": ["[0, 0]", "[0, 3]", "[1, 1]", "[0, -1]", "[0, inf]", "0", "[0]"],
    "blinds_or_straddles": ["[1, 2]", "[1, -2]", "[0, 0]", "[2, 1]"],
    "starting_stacks": ["[200, 200]", "[0, 200]", "[inf, inf]", "[3, 200]", "[200]"],
    "variant": ["'NT'", "'FT'", "'XX'", "7"],
    "_mine": ["1", "{ a = [1] }", "[[1], [2]]"],
    "_board_count": ["1", "2", "0"],
    "mine": ["1"],
}
LAST = [
    *["p1 sm AsAh", "p2 sm", "p2 sm KsKh", "p2 sm ????", "p1 sm AsAd", "p1 sm 2c2d", "p1 sm -"],
    *["p1 f", "p1 cc", "p9 f", "d db 4d", "p1 cbr +5", "# words", "# croupier: p1 rc 2", ""],
]


def with_field(text: str, name: str, value: str) -> str:
    line = f"{name} = {value}"
    if re.search(f"^{name} = ", text, re.MULTILINE):
        return re.sub(f"^{name} = .*$", lambda _: line, text, flags=re.MULTILINE)
    return f"{text}\n{line}"


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_is_looked_at(tmp_path: Path, name: str) -> None:
    for number, value in enumerate(FIELDS[name]):
        (tmp_path / f"{number}.phh").write_text(with_field(GOOD, name, value), encoding="utf-8")
    assert survey(tmp_path) == slow(tmp_path)


@given(data=st.data())
@settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_nothing_is_missed(tmp_path: Path, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(CHECK_DOWN)), label="actions")
    last = data.draw(st.lists(st.sampled_from(LAST), max_size=3), label="last actions")
    text = document(*CHECK_DOWN[:count], *last)
    for name in data.draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=3), label="fields"):
        text = with_field(text, name, data.draw(st.sampled_from(FIELDS[name]), label=name))
    text = f"[1]\n{GOOD}\n\n[2]\n{text}\n\n[3]\n{GOOD}"
    if data.draw(st.booleans(), label="another style"):
        text = text.replace(" = ", "=")
    path = tmp_path / "hands.phhs"
    path.write_text(text, encoding="utf-8")
    assert survey(path) == check_file(path)


@pytest.mark.parametrize(
    "actions",
    [
        ["d dh p1 AsAs", "d dh p2 KsKh"],
        ["d dh p1 AsAh", "d dh p2 AsKh", "p2 f"],
        [*DEAL, "p2 cc", "p1 f"],
        [*CHECK_DOWN[:4], "d db As7d9h"],
        ["d dh p1 ????", *CHECK_DOWN[1:], "p1 sm KsQh"],
        ["d dh p1 ????", *CHECK_DOWN[1:], "p1 sm 2c3c"],
        [*CHECK_DOWN, "p1 sm QsQh"],
        [*CHECK_DOWN, "p1 sm", "p2 sm"],
    ],
)
def test_the_core_finds_the_same_problems_of_cards_and_actions(
    tmp_path: Path, actions: list[str]
) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(document(*actions), encoding="utf-8")
    assert survey(path) == check_file(path)


def test_short_decks_have_no_twos(tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(document("d dh p1 2cAs", "d dh p2 KsKh", variant="NS"), encoding="utf-8")
    assert [one.code for one in survey(path)] == ["rules"]


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"\xef\xbb\xbf" + GOOD.encode(), b"variant = ", b"x = 1"],
)
def test_files_that_are_no_hands(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "hand.phh"
    path.write_bytes(content)
    assert survey(path) == check_file(path)


def test_a_broken_hand_is_one_among_others(tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    path.write_text(f"[1]\n{GOOD}\n\n[2]\nvariant = 'NT\n\n[3]\nvariant = 5\n", encoding="utf-8")
    found = survey(path)
    assert {one.hand for one in found} == {"2", "3"}
    assert (found[0].code, found[0].line, found[0].column) == ("toml", 11, 14)
    # Without a look at each hand, nothing of the file can be read.
    assert [one.code for one in check_file(path)] == ["toml"]


def test_keys_that_are_there_twice(tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    path.write_text(f"[1]\n{GOOD}\n\n[1]\n{GOOD}\n", encoding="utf-8")
    (violation,) = survey(path)
    assert (violation.code, violation.hand, violation.line) == ("toml", "1", 11)
    assert [one.code for one in check_file(path)] == ["toml"]


def test_every_code_is_explained(tmp_path: Path) -> None:
    said = set()
    for name, values in FIELDS.items():
        for value in values:
            path = tmp_path / "hand.phh"
            path.write_text(with_field(GOOD, name, value), encoding="utf-8")
            said |= {one.code for one in survey(path)}
    assert said <= set(CODES)
    assert len(said) > 15


def test_every_code_of_the_package_is_one_of_the_core() -> None:
    """What the package can say of a hand, by its sources; the core has them in an enum."""
    package = Path(__file__).parents[3] / "python/croupier/histories"
    said = set()
    for path in package.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        said |= set(re.findall(r'\bViolation\([^()]*?code="([a-z-]+)"', source))
        said |= set(re.findall(r'FieldProblem\(\s*\w+,\s*"([a-z-]+)"', source))
    assert {"size", "read", "note", "setup", "mark"} <= said
    assert said <= set(CODES)
    assert "configured" not in CODES


def test_violations_of_real_hands() -> None:
    root = data_path("phh")
    found: list[Any] = [one for found in check_all(root) for one in found.violations]
    counts = {code: sum(one.code == code for one in found) for code in {one.code for one in found}}
    assert counts == {
        "rules": 2,
        "rake": 775,
        "finishing-stacks": 6,
        "winnings": 30,
        "post": 146,
        "odd": 14,
        "repeated": 1,
    }
    assert all(one.line and one.column and one.file for one in found)


@pytest.mark.slow
def test_real_hands_are_looked_at_as_by_a_slow_look() -> None:
    root = data_path("phh")
    assert survey(root) == slow(root)
