"""The optional fields of the PHH standard, in the order of its text."""

from __future__ import annotations

import datetime
from decimal import Decimal
from math import inf
from typing import Any

import pytest

from croupier.histories import HandHistory, check
from croupier.histories.phh.currencies import CURRENCIES
from histories.hands import CHECK_DOWN, DEAL, document, make

from .documents import read_document, rst_sections, rst_tables, sections_of

DOCUMENT = "phh-optional-fields.rst"
BASE = document(*DEAL, "p2 f").replace("ante_trimming_status = false\n", "")
LAST_LINE = BASE.count("\n") + 2

TEXT, LOCAL_TIME, INTEGER = "String", "Local time", "Integer"
INTEGERS, TEXTS = "Array of integers", "Array of strings"
NUMBERS, NUMBER, BOOLEAN = "Array of integers or floats", "Integer or float", "Boolean"

# The table of the document: each field with its type; and examples with their values.
FIELDS: dict[str, tuple[str, dict[str, Any]]] = {
    "author": (TEXT, {'"Juho Kim"': "Juho Kim"}),
    "event": (TEXT, {'"World Series of Poker Event # 43"': "World Series of Poker Event # 43"}),
    "url": (TEXT, {'"https://docs.python.org"': "https://docs.python.org"}),
    "address": (TEXT, {'"5 Hamilton Pl"': "5 Hamilton Pl"}),
    "city": (TEXT, {'"London"': "London"}),
    "region": (TEXT, {'"Greater London"': "Greater London"}),
    "postal_code": (TEXT, {'"W1J 7ED"': "W1J 7ED"}),
    "country": (TEXT, {'"United Kingdom"': "United Kingdom"}),
    "time": (LOCAL_TIME, {"20:52:30": datetime.time(20, 52, 30)}),
    "time_zone": (TEXT, {'"America/Toronto"': "America/Toronto"}),
    "day": (INTEGER, {"22": 22}),
    "month": (INTEGER, {"6": 6}),
    "year": (INTEGER, {"2023": 2023}),
    "hand": (INTEGER, {"1": 1}),
    "level": (INTEGER, {"1": 1}),
    "seats": (INTEGERS, {"[1, 6]": [1, 6]}),
    "seat_count": (INTEGER, {"6": 6}),
    "table": (INTEGER, {"1": 1}),
    "players": (
        TEXTS,
        {'["First_name Middle Last_name", ""]': ["First_name Middle Last_name", ""]},
    ),
    "finishing_stacks": (
        NUMBERS,
        {"[201, 199]": [201, 199], "[201.00, 199.00]": [Decimal("201.00"), Decimal("199.00")]},
    ),
    "currency": (TEXT, {'"CAD"': "CAD"}),
    "ante_trimming_status": (BOOLEAN, {"true": True, "false": False}),
    "time_limit": (NUMBER, {"30": 30, "7.5": Decimal("7.5"), "inf": inf}),
    "time_banks": (NUMBERS, {"[30, 15]": [30, 15], "[30, 15.5]": [30, Decimal("15.5")]}),
}
# Values of the types of TOML, and the types of the table that they are of.
OF_TYPES = {
    "'x'": {TEXT},
    "5": {INTEGER, NUMBER},
    "1.5": {NUMBER},
    "true": {BOOLEAN},
    "20:52:30": {LOCAL_TIME},
    "2023-06-22": set(),
    "2023-06-22T20:52:30": set(),
    "['a', 'b']": {TEXTS},
    "[1, 2]": {INTEGERS, NUMBERS},
    "[1.5, 2.5]": {NUMBERS},
    "[true, false]": set(),
    "{ a = 1 }": set(),
}
# Rooms number hands with letters, and tables have names: docs/histories.md.
ALSO_TEXT = {"hand", "table"}


def codes(*lines: str) -> list[str]:
    return [one.code for one in check("\n".join([BASE, *lines]))]


def read(*lines: str) -> HandHistory:
    return HandHistory.loads("\n".join([BASE, *lines]))


def test_the_sections_are_those_of_the_document() -> None:
    assert sections_of(__file__) == rst_sections(read_document(DOCUMENT))


# Section: Optional Fields


def test_the_table_is_that_of_the_document() -> None:
    (table,) = rst_tables(read_document(DOCUMENT))
    assert [(row[1].strip("`"), row[2]) for row in table] == [
        (name, kind) for name, (kind, _) in FIELDS.items()
    ]


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_may_be_left_unspecified(name: str) -> None:
    assert name in HandHistory.optional_field_names
    history = read()
    assert getattr(history, name) is (False if name == "ante_trimming_status" else None)
    assert not history.check()


@pytest.mark.parametrize(
    ("name", "raw"), [(name, raw) for name, (_, examples) in FIELDS.items() for raw in examples]
)
def test_a_field_is_read_checked_and_written(name: str, raw: str) -> None:
    value = FIELDS[name][1][raw]
    history = read(f"{name} = {raw}")
    assert getattr(history, name) == value
    assert type(getattr(history, name)) is type(value)
    assert name in history.fields and not history.user_defined_fields
    assert "type" not in codes(f"{name} = {raw}")
    assert HandHistory.loads(history.dumps()) == history


@pytest.mark.parametrize("raw", OF_TYPES)
@pytest.mark.parametrize("name", FIELDS)
def test_a_field_has_its_type_and_no_other(name: str, raw: str) -> None:
    is_right = FIELDS[name][0] in OF_TYPES[raw] or (name in ALSO_TEXT and raw == "'x'")
    wrong = [one for one in check(f"{BASE}\n{name} = {raw}") if one.code == "type"]
    assert {(one.severity, one.field, one.line) for one in wrong} == (
        set() if is_right else {("error", name, LAST_LINE)}
    )


# Section: Author


@pytest.mark.parametrize("name", ["Juho Kim", "First Middle Names Last", "Plato", "Łukasz Wójcik"])
def test_an_author_is_a_full_name_or_a_mononym(name: str) -> None:
    assert read(f'author = "{name}"').author == name
    assert codes(f'author = "{name}"') == []


# Section: Venue-Related Fields
# Section: Event


@pytest.mark.parametrize(
    "name", ["2023 WSOP Event # 43: $50,000 Players Championship", "Île d'été"]
)
def test_an_event_is_any_text(name: str) -> None:
    # It should be English, which nobody can check.
    assert read(f'event = "{name}"').event == name
    assert codes(f'event = "{name}"') == []


# Section: URL


@pytest.mark.parametrize(
    ("url", "is_right"),
    [
        ("http://docs.python.org", True),
        ("https://docs.python.org/3/?a=b", True),
        ("docs.python.org", False),
        ("www.python.org", False),
    ],
)
def test_a_link_should_begin_with_its_protocol(url: str, is_right: bool) -> None:
    assert codes(f"url = '{url}'") == ["url"] * (not is_right)


# Section: Address
# Section: City
# Section: Region
# Section: Postal Code
# Section: Country


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("address", "3730 S Las Vegas Blvd, Room 5"),
        ("address", ""),
        ("city", "Las Vegas"),
        ("region", "Nevada"),
        ("postal_code", "89158"),
        ("postal_code", "W1J 7ED"),
        ("country", "United States of America"),
        ("country", "Côte d'Ivoire"),
    ],
)
def test_places_are_texts(name: str, text: str) -> None:
    history = read(f'{name} = "{text}"')
    assert getattr(history, name) == text and not history.check()
    assert HandHistory.loads(history.dumps()) == history


# Section: Time

VEGAS = {"city": "Las Vegas", "region": "Nevada", "country": "United States of America"}


def at_half_past_eight(**fields: Any) -> HandHistory:
    when = {"time": datetime.time(20, 30), "day": 22, "month": 6, "year": 2023}
    return make(**when | fields)


def test_a_time_has_no_zone() -> None:
    assert read("time = 20:30:00").time == datetime.time(20, 30)
    # TOML has no times with an offset but those of a day.
    assert codes("time = 2023-06-22T20:30:00Z") == ["type"]


@pytest.mark.parametrize(
    ("fields", "hours"),
    [
        pytest.param({"time_zone": "America/Toronto"}, -4, id="the zone"),
        pytest.param({"time_zone": "America/Toronto", "month": 1}, -5, id="the zone in winter"),
        pytest.param(VEGAS | {"time_zone": "Asia/Tokyo"}, 9, id="the zone before the place"),
        pytest.param(VEGAS, -7, id="else the place"),
        pytest.param(
            {"city": "London", "region": "Greater London", "country": "United Kingdom"},
            1,
            id="London",
        ),
        pytest.param(
            {"city": "Toronto", "region": "Ontario", "country": "Canada"}, -4, id="Toronto"
        ),
        pytest.param(
            {"city": "Paris", "region": "Île-de-France", "country": "France"}, 2, id="Paris"
        ),
        pytest.param({}, 0, id="else UTC"),
        *(
            pytest.param(
                {name: VEGAS[name] for name in VEGAS if name != missing}, 0, id=f"no {missing}: UTC"
            )
            for missing in VEGAS
        ),
    ],
)
def test_the_zone_of_a_time(fields: dict[str, Any], hours: int) -> None:
    moment = at_half_past_eight(**fields).moment
    assert moment is not None
    assert moment.utcoffset() == datetime.timedelta(hours=hours)
    assert moment.replace(tzinfo=None).time() == datetime.time(20, 30)


@pytest.mark.parametrize(
    "place",
    [
        {"city": "Springfield", "region": "Kansas", "country": "United States of America"},
        {"city": "Atlantis", "region": "Atlantis", "country": "Atlantis"},
    ],
)
def test_the_zone_of_a_place_that_is_not_known_is_not_guessed(place: dict[str, str]) -> None:
    # The standard does not say where to look it up: docs/histories.md has what is known.
    history = at_half_past_eight(**place)
    assert history.zone is None and history.moment is None


# Section: Time Zone


@pytest.mark.parametrize(
    "zone", ["America/Toronto", "Asia/Tokyo", "Europe/Kyiv", "UTC", "Etc/GMT+5"]
)
def test_a_zone_is_one_of_the_iana_database(zone: str) -> None:
    assert codes(f"time_zone = '{zone}'") == []


@pytest.mark.parametrize("zone", ["Mars/Olympus", "america", "../../etc/passwd", "EDT+1", ""])
def test_what_is_no_zone_is_reported(zone: str) -> None:
    assert codes(f"time_zone = '{zone}'") == ["zone"]
    assert at_half_past_eight(time_zone=zone).moment is None


# Section: Day
# Section: Month
# Section: Year


def test_months_count_from_january() -> None:
    history = read("day = 31", "month = 1", "year = 2026")
    assert history.date == datetime.date(2026, 1, 31) and not history.check()
    assert read("day = 28", "month = 2", "year = 2026").date == datetime.date(2026, 2, 28)
    assert read("day = 1", "month = 12", "year = 1999").date == datetime.date(1999, 12, 1)


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["day = 0"], "value"),
        (["day = 32"], "value"),
        (["month = 0"], "value"),
        (["month = 13"], "value"),
        (["day = 31", "month = 2"], "date"),
        (["day = 29", "month = 2", "year = 2023"], "date"),
    ],
)
def test_days_that_are_none(lines: list[str], code: str) -> None:
    assert codes(*lines) == [code]


# Section: Counter-Related Fields
# Section: Hand
# Section: Level


@pytest.mark.parametrize("name", ["hand", "level"])
@pytest.mark.parametrize("number", [0, 1, 9_999_999_999_999])
def test_hands_and_levels_are_integers(name: str, number: int) -> None:
    # They typically count from 1, and need not.
    assert getattr(read(f"{name} = {number}"), name) == number
    assert codes(f"{name} = {number}") == []


# Section: Seating-Related Fields
# Section: Seats


def test_there_is_a_seat_for_each_player() -> None:
    assert codes("seats = [1, 6]") == []
    assert codes("seats = [1]") == codes("seats = [1, 2, 3]") == ["length"]
    assert codes("seats = [3, 3]") == ["repeated"]


# Section: Number of Seats


def test_there_may_be_more_seats_than_players_but_not_fewer() -> None:
    assert codes("seat_count = 9", "seats = [2, 9]") == []
    assert codes("seat_count = 6", "seats = [2, 9]") == ["seats"]
    three = document(
        antes=[0] * 3, blinds_or_straddles=[1, 2, 0], starting_stacks=[9] * 3, seat_count=2
    )
    assert [one.field for one in check(three)] == ["seat_count"]


# Section: Table


def test_a_table_has_a_number_or_a_name() -> None:
    assert read("table = 1").table == 1
    # The same goes for hands.
    history = read("hand = 'R5-1-2'", "table = 'Table  126581'")
    assert (history.hand, history.table) == ("R5-1-2", "Table  126581")
    assert not history.check()


# Section: Miscellaneous Fields
# Section: Players


@pytest.mark.parametrize(
    "name", ["First_name Middle_name Last_name", "Name", "", "O'Neil # 1", "Ł"]
)
def test_players_have_names_or_empty_texts(name: str) -> None:
    history = read(f'players = ["{name}", ""]')
    assert history.players == [name, ""] and not history.check()
    assert HandHistory.loads(history.dumps()) == history


def test_there_is_a_name_for_each_player() -> None:
    assert codes("players = ['a']") == codes("players = ['a', 'b', 'c']") == ["length"]


# Section: Finishing Stacks


def test_stacks_are_not_negative() -> None:
    assert codes("finishing_stacks = [-1, 401]") == ["value"]
    assert codes("finishing_stacks = [400]") == ["length"]


def test_stacks_may_be_recorded_before_the_end() -> None:
    # They are those after the last action.
    actions = [*DEAL, "p2 cbr 6", "p1 cc", "d db 2c7d9h", "p1 cbr 10"]
    assert not check(document(*actions, finishing_stacks=[184, 194]))
    (violation,) = check(document(*actions, finishing_stacks=[184, 193]))
    # There is no rake before the end.
    assert (violation.severity, violation.code) == ("warning", "finishing-stacks")


def test_a_rake_is_seen_in_the_stacks() -> None:
    # The standard has no field for it, so the check says what is missing.
    shown = [*CHECK_DOWN, "p1 sm AsAh", "p2 sm KsKh"]
    assert not check(document(*shown, finishing_stacks=[202, 198]))
    (violation,) = check(document(*shown, finishing_stacks=[201, 198]))
    assert (violation.severity, violation.code) == ("warning", "rake")


SPLIT = [
    "d dh p1 2c7d",
    "d dh p2 2d7c",
    "d dh p3 3c8d",
    "p3 cc",
    "p1 f",
    "p2 cc",
    "d db AsKsQs",
    "p2 cc",
    "p3 cc",
    "d db Js",
    "p2 cc",
    "p3 cc",
    "d db Ts",
    "p2 cc",
    "p3 cc",
    "p2 sm 2d7c",
    "p3 sm 3c8d",
]


def test_an_odd_chip_goes_to_the_player_out_of_position() -> None:
    # Yen are whole, so who sits first after the button has the odd one.
    fields = {"antes": [0] * 3, "blinds_or_straddles": [1, 2, 0], "starting_stacks": [200] * 3}
    history = make(*SPLIT, **fields, currency="JPY")
    assert history.replay().state.stacks == [199, 201, 200]
    assert not make(*SPLIT, **fields, finishing_stacks=[199, 201, 200]).check()


def test_dollars_are_broken_down_to_cents() -> None:
    blinds = [Decimal("0.50"), Decimal("1.00"), 0]
    fields = {"antes": [0] * 3, "blinds_or_straddles": blinds, "min_bet": 1}
    history = make(*SPLIT, **fields, starting_stacks=[200] * 3, currency="USD")
    assert history.replay().state.stacks == [
        Decimal("199.50"),
        Decimal("200.25"),
        Decimal("200.25"),
    ]


# Section: Currency


@pytest.mark.parametrize("code", ["USD", "CAD", "JPY", "EUR", "XTS", "ZWG", "XCG", "XAD", "DEM"])
def test_currencies_have_three_letters(code: str) -> None:
    assert codes(f"currency = '{code}'") == []


@pytest.mark.parametrize("code", ["usd", "US", "$", "dollars", "ABC", "BTC", ""])
def test_what_is_no_currency(code: str) -> None:
    assert codes(f"currency = '{code}'") == ["currency"]


def test_the_currencies_are_those_of_iso_4217() -> None:
    # The text of the standard says 4127, which has no currencies; its link leads to 4217.
    assert all(len(code) == 3 and code.isupper() and code.isascii() for code in CURRENCIES)
    # Codes in use, the one for no currency among them, and withdrawn ones.
    assert len(CURRENCIES) == 178 + 132


# Section: Ante Trimming Status


def test_antes_are_not_trimmed_unless_it_is_said() -> None:
    assert read().ante_trimming_status is False


@pytest.mark.parametrize(("trimming", "stack"), [(False, 13), (True, 9)])
def test_trimming_limits_what_a_short_ante_wins(trimming: bool, stack: int) -> None:
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
    # All antes, 3 + 5 + 5, or 3 of each.
    assert history.replay().state.stacks[0] == stack


def test_antes_that_differ_are_not_trimmed() -> None:
    blind_ante = document(*DEAL, "p2 f", antes=[0, 2], ante_trimming_status=True)
    assert [one.code for one in check(blind_ante)] == ["antes"]
    # The one who pays for all loses it, as it should be.
    history = HandHistory.loads(blind_ante.replace("status = true", "status = false"))
    assert not history.check()
    assert history.replay().state.stacks == [201, 199]


# Section: Time-Control Fields
# Section: Time Limit


def test_a_limit_of_time_may_be_infinite_or_absent() -> None:
    assert read().time_limit is None
    for text, value in (("inf", inf), ("30", 30), ("7.5", Decimal("7.5"))):
        assert read(f"time_limit = {text}").time_limit == value
        assert codes(f"time_limit = {text}") == []
    assert codes("time_limit = 0") == codes("time_limit = -5") == ["value"]


# Section: Time Banks


def test_there_is_a_time_bank_for_each_player() -> None:
    assert codes("time_banks = [30, 0]") == codes("time_banks = [30.5, 15]") == []
    assert codes("time_banks = [30]") == codes("time_banks = [1, 2, 3]") == ["length"]
    assert codes("time_banks = [-1, 0]") == ["value"]
