"""The fields of histories beyond the list of the standard, and how documents have them.

The optional fields that the standard lists are in tests/specifications.
"""

from __future__ import annotations

import datetime
from decimal import Decimal
from math import inf
from typing import Any

import pytest

import croupier
from croupier import notation
from croupier.histories import HandHistory, check
from croupier.histories.model import FIELD_NAMES
from histories.hands import DEAL, document

# A line for each field, its value, and a line that is wrong.
EXAMPLES: dict[str, tuple[str, Any, str]] = {
    "venue": ('"PokerStars"', "PokerStars", "5"),
    "time_zone_abbreviation": ('"EDT"', "EDT", "true"),
    "winnings": ("[3.00, 0]", [Decimal("3.00"), 0], "[true, false]"),
    "currency_symbol": ('"$"', "$", "['USD']"),
}
BASE = document(*DEAL, "p2 f").replace("ante_trimming_status = false\n", "")


def test_fields_of_histories_are_optional_or_required() -> None:
    required = {name for names in HandHistory.required_field_names.values() for name in names}
    assert set(FIELD_NAMES) == set(HandHistory.optional_field_names) | required
    assert set(EXAMPLES) < set(HandHistory.optional_field_names)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_field_is_read_checked_and_written(name: str) -> None:
    raw, value, wrong = EXAMPLES[name]
    text = f"{BASE}\n{name} = {raw}"
    history = HandHistory.loads(text)
    assert getattr(history, name) == value
    assert type(getattr(history, name)) is type(value)
    assert not check(text)
    assert HandHistory.loads(history.dumps()) == history
    assert not history.user_defined_fields
    assert name in history.fields
    assert getattr(HandHistory.loads(BASE), name) is None
    violations = check(f"{BASE}\n{name} = {wrong}")
    found = {(one.severity, one.code, one.field, one.line) for one in violations}
    assert found == {("error", "type", name, BASE.count("\n") + 2)}


@pytest.mark.parametrize(("value", "code"), [("[1, 2, 3]", "length"), ("[-1, 0]", "value")])
def test_winnings_of_each_player_are_not_negative(value: str, code: str) -> None:
    found = [(one.code, one.field) for one in check(f"{BASE}\nwinnings = {value}") if one.is_error]
    assert found == [(code, "winnings")]


def test_user_defined_and_unknown_fields_are_kept() -> None:
    text = f"{BASE}\n_a = 1\n__b = [1, 'x']\n[_c]\nd.e = 1979-05-27"
    history = HandHistory.loads(text)
    assert history.user_defined_fields == {
        "_a": 1,
        "__b": [1, "x"],
        "_c": {"d": {"e": datetime.date(1979, 5, 27)}},
    }
    assert HandHistory.loads(history.dumps()) == history
    with pytest.warns(UserWarning, match="'rake_paid' is unexpected"):
        history = HandHistory.loads(f"{BASE}\nrake_paid = 1")
    assert history.user_defined_fields == {"rake_paid": 1}


@pytest.mark.parametrize("name", ["user_defined_fields", "key", "rake", "divmod", "parse_value"])
def test_options_of_the_class_are_no_fields_of_files(name: str) -> None:
    with pytest.warns(UserWarning, match=f"'{name}' is unexpected"):
        history = HandHistory.loads(f"{BASE}\n{name} = 5")
    assert history.user_defined_fields == {name: 5}
    assert history.key is None
    assert [(one.code, one.field) for one in history.check()] == [("unknown", name)]


def test_fields_may_be_given_when_reading() -> None:
    history = HandHistory.loads(BASE, author="Me", _mine=1)
    assert (history.author, history.user_defined_fields) == ("Me", {"_mine": 1})
    history = HandHistory.loads(BASE, user_defined_fields={"_a": 1}, _b=2)
    assert history.user_defined_fields == {"_a": 1, "_b": 2}


def test_any_style_of_toml_is_read() -> None:
    text = (
        "'actions' = [\r\n  'd dh p1 AsAh', # first\r\n  \"d dh p2 KsK\\u0068\",\r\n]\r\n"
        "min_bet = 0x2\r\nantes = [0, 0,]\r\nblinds_or_straddles = [1_0, +20]\r\n"
        'starting_stacks = [1_000.50, inf]\r\nvariant = """\r\nNT"""\r\n'
    )
    history = HandHistory.loads(text)
    assert history.actions[1] == "d dh p2 KsKh"
    assert history.blinds_or_straddles == [10, 20]
    assert history.starting_stacks == [Decimal("1000.50"), inf]
    assert history.variant == "NT"


def test_the_class_is_where_pokerkit_has_it() -> None:
    assert croupier.HandHistory is notation.HandHistory is HandHistory


def test_tuples_are_lists() -> None:
    history = HandHistory(variant="NT", antes=(0, 0), starting_stacks=(1, 2), actions=())  # type: ignore[arg-type]
    assert (history.antes, history.actions) == ([0, 0], [])
    assert HandHistory.loads(history.dumps()) == history
