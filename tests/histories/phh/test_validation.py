"""Strict checks: what is wrong, and where."""

from __future__ import annotations

import datetime
from decimal import Decimal
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import ParseError
from croupier.histories import HandHistory, Violation, check, check_file
from histories.hands import CHECK_DOWN, DEAL, document, make


def found(text: str | bytes) -> list[tuple[Any, ...]]:
    return [(one.severity, one.code, one.field, one.line, one.column) for one in check(text)]


def codes(**fields: Any) -> list[tuple[str, str | None]]:
    return [(one.code, one.field) for one in make(*DEAL, "p2 f", **fields).check()]


def test_good_hands_have_nothing_wrong() -> None:
    assert not check(document(*CHECK_DOWN, "p1 sm AsAh", "p2 sm"))
    assert not check("")


# Documents that are no hands.


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("variant = ", 1, 11),
        ("a = 1\na = 2", 2, 6),
        ("a = 1\nb = [1,\n", 3, 1),
        ("actions = ['p1 f\n']", 1, 17),
    ],
)
def test_what_is_no_toml_is_placed(text: str, line: int, column: int) -> None:
    (violation,) = check(text, file="x.phh")
    assert (violation.code, violation.line, violation.column) == ("toml", line, column)
    assert str(violation).startswith(f"x.phh, line {line}, column {column}: error: this is no TOML")
    with pytest.raises(ParseError) as caught:
        HandHistory.loads(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_what_is_no_text_is_placed(tmp_path: Path) -> None:
    path = tmp_path / "x.phh"
    path.write_bytes(b"a = 1\nb = '\xff'")
    (violation,) = check_file(path)
    assert (violation.line, violation.column) == (2, 6)
    assert "0xff" in violation.message
    with path.open("rb") as file, pytest.raises(ParseError, match="line 2, column 6"):
        HandHistory.load(file)


def test_byte_order_marks_are_passed_over_but_reported(tmp_path: Path) -> None:
    text = document(*DEAL, "p2 f")
    path = tmp_path / "x.phh"
    path.write_text(text, encoding="utf-8-sig", newline="\r\n")
    with path.open("rb") as file:
        assert HandHistory.load(file) == HandHistory.loads(text)
    assert [one.code for one in check_file(path)] == ["mark"]
    assert [one.code for one in check(f"\ufeff{text}")] == ["mark"]


def test_hands_without_the_necessary_are_named() -> None:
    text = f"[a]\n{document()}\n\n['b c']\nvariant = 'NT'"
    assert [(one.hand, one.field) for one in check(text)] == [
        ("b c", "antes"),
        ("b c", "blinds_or_straddles"),
        ("b c", "min_bet"),
        ("b c", "starting_stacks"),
        ("b c", "actions"),
    ]
    histories = HandHistory.loads_all(text)
    assert next(histories).key == "a"
    with pytest.raises(ParseError, match=r"no antes, starting_stacks, actions .*hand b c"):
        next(histories)
    with pytest.raises(ParseError, match="no variant"):
        HandHistory.loads("antes = []\nstarting_stacks = []\nactions = []")
    (stray,) = check(f"x = 1\n[a]\n{document()}")
    assert "the field 'x' stands outside of the hands" in stray.message


# Fields.


def test_fields_are_placed_wherever_they_are() -> None:
    text = (
        "# a comment with [ brackets ]\n"
        'variant = """NT"""\n'
        "antes = [0, # one\n"
        "  -1,\n"
        "]\n"
        "\"min_bet\" = 'two'\n"
        "_mine = { a = [1, 2], 'b' = \"]\" }\n"
        "blinds_or_straddles = [ 1, 2, 3 ]\n"
        "starting_stacks = [200, nan]\n"
        "actions = [\n"
        "  'd dh p1 AsKs', # [\n"
        '  "p2 fold",\n'
        "]\n"
    )
    assert found(text) == [
        ("error", "value", "antes", 4, 3),
        ("error", "type", "min_bet", 6, 13),
        ("error", "value", "starting_stacks", 9, 25),
        ("error", "notation", "actions", 12, 3),
    ]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"variant": "XX"}, "variant"),
        ({"variant": "nt"}, "variant"),
        ({"variant": 7}, "type"),
        ({"antes": [0]}, "length"),
        ({"antes": [0, 0, 0]}, "length"),
        ({"antes": [0, inf]}, "value"),
        ({"antes": [0, -1]}, "value"),
        ({"antes": ["0", 0]}, "type"),
        ({"antes": [True, 0]}, "type"),
        ({"antes": 0}, "type"),
        ({"blinds_or_straddles": [1, inf]}, "value"),
        ({"min_bet": 0}, "value"),
        ({"min_bet": "2"}, "type"),
        ({"min_bet": None}, "missing"),
        ({"starting_stacks": [0, 1]}, "value"),
        ({"starting_stacks": [Decimal("nan"), 1]}, "value"),
        ({"actions": ["p1 f", 5]}, "type"),
        ({"ante_trimming_status": "true"}, "type"),
        ({"author": 5}, "type"),
        ({"time": "12:00:00"}, "type"),
        ({"time": datetime.datetime(2023, 1, 1)}, "type"),
        ({"day": 99}, "value"),
        ({"day": 31, "month": 6}, "date"),
        ({"day": 29, "month": 2, "year": 2023}, "date"),
        ({"month": 13}, "value"),
        ({"year": "2023"}, "type"),
        ({"hand": 1.5}, "type"),
        ({"level": "one"}, "type"),
        ({"seats": [1]}, "length"),
        ({"seats": ["1", "2"]}, "type"),
        ({"seat_count": 0}, "value"),
        ({"table": [1]}, "type"),
        ({"players": ["Ann"]}, "length"),
        ({"finishing_stacks": [-1, 401]}, "value"),
        ({"winnings": [nan, 0]}, "value"),
        ({"time_limit": 0}, "value"),
        ({"time_banks": [1]}, "length"),
        ({"user_defined_fields": {"_board_count": 0}}, "value"),
    ],
)
def test_errors_in_fields(fields: dict[str, Any], expected: str) -> None:
    history = make(*DEAL, "p2 f", **fields)
    errors = [one for one in history.check() if one.is_error]
    assert [one.code for one in errors][:1] == [expected]
    with pytest.raises(ParseError):
        HandHistory.loads(history.dumps(), strict=True)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"small_bet": 2}, ("superfluous", "small_bet")),
        ({"bring_in": 1}, ("superfluous", "bring_in")),
        ({"user_defined_fields": {"mine": 1}}, ("unknown", "mine")),
        ({"antes": [0, 3], "ante_trimming_status": True}, ("antes", "ante_trimming_status")),
        ({"blinds_or_straddles": [1, -2]}, ("post", "blinds_or_straddles")),
        ({"time_zone": "America/Las_Vegas"}, ("zone", "time_zone")),
        ({"currency": "usd"}, ("currency", "currency")),
        ({"currency_symbol": "US$"}, ("symbol", "currency_symbol")),
        ({"url": "example.com"}, ("url", "url")),
        ({"seats": [1, 1]}, ("repeated", "seats")),
        ({"seats": [1, 7], "seat_count": 6}, ("seats", "seats")),
        ({"players": ["Ann", "Ann"]}, ("repeated", "players")),
        ({"finishing_stacks": [201, 198]}, ("rake", "finishing_stacks")),
        ({"finishing_stacks": [199, 201]}, ("finishing-stacks", "finishing_stacks")),
        ({"winnings": [0, 3]}, ("winnings", "winnings")),
    ],
)
def test_warnings_in_fields(fields: dict[str, Any], expected: tuple[str, str]) -> None:
    history = make(*DEAL, "p2 f", **fields)
    violations = history.check()
    assert not any(one.is_error for one in violations if expected[0] != "post")
    assert expected in [(one.code, one.field) for one in violations]


def test_what_is_right_is_not_reported() -> None:
    assert not codes(
        finishing_stacks=[201, 199],
        winnings=[3, 0],
        players=["", ""],
        seats=[2, 9],
        seat_count=9,
        time_zone="America/Toronto",
        currency="USD",
        currency_symbol="€",
        url="https://docs.python.org",
        hand="# 1",
        table="Table  126581",
        time_limit=inf,
        time_banks=[30, Decimal("15.5")],
        user_defined_fields={"_mine": {"a": 1}},
    )
    assert not codes(winnings=[0, 0])
    assert not codes(starting_stacks=[inf, 200], finishing_stacks=[inf, 199])


# Actions.


def test_all_violations_of_actions_are_listed() -> None:
    text = document("d dh p1 AsAh", "d dh p2 KsKs", "p2 call", "p2 cbr x")
    violations = check(text, file="x.phh")
    assert [(one.action, one.code) for one in violations] == [
        (3, "notation"),
        (4, "notation"),
        (2, "rules"),
    ]
    assert str(violations[-1]) == (
        "x.phh, line 7, column 28: error: action 2, 'd dh p2 KsKs', is refused: Ks is there twice;"
        " legal would be d dh p2 with 1 to 2 cards"
    )


def test_a_hand_is_played_on_where_that_is_possible() -> None:
    actions = [*DEAL, "p2 cbr 3", "p1 cc"]
    violations = make(*actions).check()
    assert [(one.code, one.action) for one in violations] == [("rules", 3)]
    assert "below the minimum of 4" in violations[0].message
    odd = make(*DEAL, "p2 cc", "p1 f").check()
    assert [(one.severity, one.code, one.action) for one in odd] == [("warning", "odd", 4)]
    twice = make("d dh p1 AsAh", "d dh p2 AsKs", "p1 f", "p2 f").check()
    assert [(one.code, one.action) for one in twice] == [("rules", 2), ("rules", 3), ("stopped", 3)]


def test_actions_after_the_end() -> None:
    violations = make(*DEAL, "p2 f", "p1 cc").check()
    assert [(one.code, one.action) for one in violations] == [("rules", 4)]
    assert "legal would be nothing" in violations[0].message


def test_strict_reading_names_everything() -> None:
    text = HandHistory.dumps_all([make(), make("x"), make(day=99)])
    with pytest.raises(ParseError) as caught:
        list(HandHistory.loads_all(text, strict=True))
    message = str(caught.value)
    assert "hand 2" in message
    assert "hand 3, line" in message
    assert caught.value.hand == "2"
    assert len(list(HandHistory.loads_all(text))) == 3
    with pytest.raises(ParseError, match="there is no hand"):
        HandHistory.loads("", strict=True)


def test_games_that_cannot_be_played_are_reported() -> None:
    (violation,) = make(blinds_or_straddles=[0, 0]).check()
    assert (violation.severity, violation.code) == ("error", "setup")


def test_violations_can_be_compared() -> None:
    assert Violation(severity="error", code="x", message="y") == Violation(
        severity="error", code="x", message="y"
    )


@given(st.text(max_size=60) | st.binary(max_size=60))
@settings(deadline=None)
def test_any_text_can_be_checked(text: str | bytes) -> None:
    assert isinstance(check(text), list)


@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_damaged_documents_can_be_checked(data: st.DataObject) -> None:
    text = document(*CHECK_DOWN, "p1 sm AsAh", "p2 sm", players=["a", "b"])
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 12)))
    damaged = text[:start] + data.draw(st.text("'[]=,#1p \n", max_size=4)) + text[end:]
    for violation in check(damaged):
        assert violation.message
        assert str(violation)
