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
from croupier.histories.currencies import CURRENCIES
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


# What the text of the standard says of each field.

WRONG_TYPES = {
    **dict.fromkeys(("author", "event", "url", "venue", "address", "city", "region"), "5"),
    **dict.fromkeys(("postal_code", "country", "time_zone", "time_zone_abbreviation"), "true"),
    **dict.fromkeys(("currency", "currency_symbol"), "['USD']"),
    **dict.fromkeys(("day", "month", "year", "level", "seat_count"), "1.0"),
    **dict.fromkeys(("hand", "table"), "1.0"),
    "time": "2023-06-22T20:52:30",
    "seats": "[1.0, 2.0]",
    "players": "['Ann', 2]",
    "finishing_stacks": "['201', '199']",
    "winnings": "[true, false]",
    "ante_trimming_status": "0",
    "time_limit": "'30'",
    "time_banks": "30",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_values_of_other_types_are_errors(name: str) -> None:
    violations = check(f"{BASE}\n{name} = {WRONG_TYPES[name]}")
    found = {(one.severity, one.code, one.field, one.line) for one in violations}
    assert found == {("error", "type", name, BASE.count("\n") + 2)}


@pytest.mark.parametrize("name", ["seats", "players", "finishing_stacks", "winnings", "time_banks"])
def test_there_is_a_value_for_each_player(name: str) -> None:
    value = "['a', 'b', 'c']" if name == "players" else "[1, 2, 3]"
    found = [(one.code, one.field) for one in check(f"{BASE}\n{name} = {value}") if one.is_error]
    assert found == [("length", name)]


@pytest.mark.parametrize("name", ["finishing_stacks", "winnings", "time_banks"])
def test_amounts_are_not_negative(name: str) -> None:
    found = [(one.code, one.field) for one in check(f"{BASE}\n{name} = [-1, 0]") if one.is_error]
    assert found == [("value", name)]


@pytest.mark.parametrize(
    ("url", "is_right"),
    [
        ("http://docs.python.org", True),
        ("https://docs.python.org/3/?a=b", True),
        ("docs.python.org", False),
        ("www.python.org", False),
    ],
)
def test_addresses_name_their_protocol(url: str, is_right: bool) -> None:
    assert [one.code for one in check(f"{BASE}\nurl = '{url}'")] == ["url"] * (not is_right)


@pytest.mark.parametrize("name", ["author", "event", "city", "players"])
def test_names_are_any_text(name: str) -> None:
    for text in ("Name", "First Middle Names Last", "Łukasz Île-de-France", "", "O'Neil # 1"):
        quoted = f'"{text}"' if name != "players" else f'["{text}", ""]'
        history = HandHistory.loads(f"{BASE}\n{name} = {quoted}")
        assert not history.check()
        assert HandHistory.loads(history.dumps()) == history


def test_there_may_be_more_seats_than_players_but_not_fewer() -> None:
    assert not check(f"{BASE}\nseat_count = 9\nseats = [2, 9]")
    assert [one.code for one in check(f"{BASE}\nseat_count = 6\nseats = [2, 9]")] == ["seats"]
    three = document(
        antes=[0] * 3, blinds_or_straddles=[1, 2, 0], starting_stacks=[9] * 3, seat_count=2
    )
    assert [one.field for one in check(three)] == ["seat_count"]


def test_stacks_may_be_recorded_before_the_end() -> None:
    # They are those after the last action.
    actions = [*DEAL, "p2 cbr 6", "p1 cc", "d db 2c7d9h", "p1 cbr 10"]
    assert not check(document(*actions, finishing_stacks=[184, 194]))
    (violation,) = check(document(*actions, finishing_stacks=[184, 193]))
    # There is no rake before the end.
    assert (violation.severity, violation.code) == ("warning", "finishing-stacks")


def test_a_limit_of_time_may_be_infinite_or_absent() -> None:
    assert HandHistory.loads(BASE).time_limit is None
    for text, value in (("inf", inf), ("30", 30), ("7.5", Decimal("7.5"))):
        history = HandHistory.loads(f"{BASE}\ntime_limit = {text}")
        assert history.time_limit == value
        assert not history.check()


def test_months_count_from_january() -> None:
    history = HandHistory.loads(f"{BASE}\nday = 31\nmonth = 1\nyear = 2026")
    assert history.date == datetime.date(2026, 1, 31)
    assert not history.check()
    assert [one.code for one in check(f"{BASE}\nday = 31\nmonth = 2")] == ["date"]
    assert [one.code for one in check(f"{BASE}\nmonth = 0")] == ["value"]


def test_antes_that_differ_are_not_trimmed() -> None:
    blind_ante = document(*DEAL, "p2 f", antes=[0, 2], ante_trimming_status=True)
    assert [one.code for one in check(blind_ante)] == ["antes"]
    # The one who pays for all loses it, as it should be.
    history = HandHistory.loads(blind_ante.replace("status = true", "status = false"))
    assert not history.check()
    assert history.replay().state.stacks == [201, 199]


@pytest.mark.parametrize("code", ["USD", "CAD", "JPY", "EUR", "XTS", "ZWG", "XCG", "XAD", "DEM"])
def test_currencies_have_three_letters(code: str) -> None:
    assert not check(f"{BASE}\ncurrency = '{code}'")


@pytest.mark.parametrize("code", ["usd", "US", "$", "dollars", "ABC", "BTC", ""])
def test_what_is_no_currency(code: str) -> None:
    assert [one.code for one in check(f"{BASE}\ncurrency = '{code}'")] == ["currency"]


def test_the_tables_of_currencies() -> None:
    assert all(len(code) == 3 and code.isupper() and code.isascii() for code in CURRENCIES)
    # Codes in use, the one for no currency among them, and withdrawn ones.
    assert len(CURRENCIES) == 178 + 132
