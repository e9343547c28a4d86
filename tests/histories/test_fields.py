"""Every optional field of the standard, as its text has it."""

from __future__ import annotations

import datetime
from decimal import Decimal
from math import inf
from typing import Any

import pytest

import croupier
from croupier import notation
from croupier.histories import HandHistory, check
from croupier.histories.fields import FIELDS

from .hands import DEAL, document

# A line for each field, and its value.
EXAMPLES: dict[str, tuple[str, Any]] = {
    "author": ('"Juho Kim"', "Juho Kim"),
    "event": ('"2023 World Series of Poker Event # 43"', "2023 World Series of Poker Event # 43"),
    "url": ('"https://docs.python.org"', "https://docs.python.org"),
    "venue": ('"PokerStars"', "PokerStars"),
    "address": ('"5 Hamilton Pl"', "5 Hamilton Pl"),
    "city": ('"London"', "London"),
    "region": ('"Greater London"', "Greater London"),
    "postal_code": ('"W1J 7ED"', "W1J 7ED"),
    "country": ('"United Kingdom"', "United Kingdom"),
    "time": ("20:52:30", datetime.time(20, 52, 30)),
    "time_zone": ('"America/Toronto"', "America/Toronto"),
    "time_zone_abbreviation": ('"EDT"', "EDT"),
    "day": ("22", 22),
    "month": ("6", 6),
    "year": ("2023", 2023),
    "hand": ("1", 1),
    "level": ("1", 1),
    "seats": ("[1, 6]", [1, 6]),
    "seat_count": ("6", 6),
    "table": ("1", 1),
    "players": ('["First_name Middle Last_name", ""]', ["First_name Middle Last_name", ""]),
    "finishing_stacks": ("[201, 199]", [201, 199]),
    "winnings": ("[3.00, 0]", [Decimal("3.00"), 0]),
    "currency": ('"CAD"', "CAD"),
    "currency_symbol": ('"$"', "$"),
    "ante_trimming_status": ("true", True),
    "time_limit": ("inf", inf),
    "time_banks": ("[30, 15.5]", [30, Decimal("15.5")]),
}
BASE = document(*DEAL, "p2 f").replace("ante_trimming_status = false\n", "")


def test_all_fields_have_an_example() -> None:
    assert set(EXAMPLES) == set(HandHistory.optional_field_names)
    required = {name for names in HandHistory.required_field_names.values() for name in names}
    assert set(FIELDS) == set(EXAMPLES) | required


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_field_is_read_checked_and_written(name: str) -> None:
    raw, value = EXAMPLES[name]
    text = f"{BASE}\n{name} = {raw}"
    history = HandHistory.loads(text)
    assert getattr(history, name) == value
    assert type(getattr(history, name)) is type(value)
    assert not check(text)
    assert HandHistory.loads(history.dumps()) == history
    assert not history.user_defined_fields
    assert name in history.fields


def test_fields_that_are_absent_are_unknown() -> None:
    history = HandHistory.loads(BASE)
    assert history.ante_trimming_status is False
    for name in set(EXAMPLES) - {"ante_trimming_status"}:
        assert getattr(history, name) is None


def test_text_may_name_hands_and_tables() -> None:
    history = HandHistory.loads(f"{BASE}\nhand = 'R5-1-2'\ntable = 'Table  126581'")
    assert (history.hand, history.table) == ("R5-1-2", "Table  126581")
    assert not history.check()


def test_ante_trimming_limits_what_a_short_ante_wins() -> None:
    won = {}
    for trimming in (False, True):
        history = HandHistory(
            variant="NT",
            antes=[5, 5, 5],
            blinds_or_straddles=[1, 2, 0],
            min_bet=2,
            starting_stacks=[3, 100, 100],
            ante_trimming_status=trimming,
            actions=[
                "d dh p1 AsAh",
                "d dh p2 7c2d",
                "d dh p3 KsKh",
                "p3 cbr 10",
                "p2 f",
                "p3 sm KsKh",
                "p1 sm AsAh",
                "d db 3c4d9h",
                "d db Jc",
                "d db Js",
            ],
        )
        won[trimming] = history.replay().state.stacks[0]
    assert won == {False: 13, True: 9}


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
