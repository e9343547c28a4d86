"""TOML for every text, and the same history back."""

from __future__ import annotations

import datetime
import tomllib
from decimal import Decimal
from io import BytesIO
from math import inf, isnan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import ParseError, UnsupportedError
from croupier.histories import HandHistory
from croupier.histories.phh.documents import open_document
from croupier.histories.phh.writing import write_document, write_value
from histories.hands import DEAL, make

HOSTILE = [
    "",
    "'",
    "''",
    "'''",
    '"',
    '"""',
    "Amy's",
    "'tis",
    "boys'",
    "a'''b",
    "back\\slash",
    "new\nline",
    "\r\n",
    "\ttab",
    "nul\0",
    "\x7f",
    "# no comment",
    "♠♥ 🂡 é \u00a0 \u2028 \u0085",
    "[1]",
    "key = 'value'",
]
# TOML is text; halves of characters are not.
texts = st.sampled_from(HOSTILE) | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
decimals = st.decimals(
    allow_nan=False, allow_infinity=False, places=3, min_value=-(10**9), max_value=10**9
)
times = st.times()
scalars = (
    texts
    | st.integers(-(2**63), 2**63 - 1)
    | decimals
    | st.booleans()
    | times
    | st.dates()
    | st.datetimes()
    | st.datetimes(timezones=st.just(datetime.UTC))
)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(texts, anything, max_size=4))
def test_documents_come_back(values: dict[str, Any]) -> None:
    text = write_document(values.items())
    assert next(open_document(text, part="")) == (None, values)
    assert set(tomllib.loads(text)) == set(values)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_come_back_everywhere(text: str) -> None:
    history = make(
        *DEAL,
        f"p2 cc # {text}",
        event=text,
        players=[text, "x"],
        hand=text,
        user_defined_fields={text: text},
    )
    if not text.startswith("_"):
        with pytest.warns(UserWarning, match="underscore"):
            again = HandHistory.loads(history.dumps())
    assert again == history
    assert again.actions == history.actions


@given(
    names=st.lists(texts, min_size=2, max_size=2),
    stacks=st.lists(
        st.integers(1, 10**12) | st.just(inf) | decimals.map(abs).filter(bool),
        min_size=2,
        max_size=2,
    ),
    optional=st.fixed_dictionaries(
        {},
        optional={
            **dict.fromkeys(["author", "event", "url", "venue", "address", "city", "table"], texts),
            **dict.fromkeys(["region", "country", "currency", "time_zone_abbreviation"], texts),
            **dict.fromkeys(["day", "month", "year", "hand", "level", "seat_count"], st.integers()),
            "time": times,
            "time_limit": st.integers(0, 99) | st.just(inf) | decimals,
        },
    ),
    mine=st.dictionaries(texts.map("_{}".format), anything, max_size=3),
    remark=texts,
)
@settings(deadline=None)
def test_histories_come_back(
    names: list[str],
    stacks: list[Any],
    optional: dict[str, Any],
    mine: dict[str, Any],
    remark: str,
) -> None:
    history = make(
        *DEAL,
        f"# {remark}",
        starting_stacks=stacks,
        players=names,
        user_defined_fields=mine,
        **optional,
    )
    again = HandHistory.loads(history.dumps())
    assert again == history
    assert again.dumps() == history.dumps()
    assert list(HandHistory.loads_all(HandHistory.dumps_all([history, again]))) == [again, history]


@pytest.mark.parametrize("text", ["2.50", "0.10", "1.0", "1e3", "1E+3", "-0.0", "1_000.5", "inf"])
def test_numbers_keep_their_digits(text: str) -> None:
    _, values = next(open_document(f"x = {text}"))
    written = write_value(values["x"])
    assert tomllib.loads(f"x = {written}") == tomllib.loads(f"x = {text}")
    if text not in {"1e3", "1_000.5"}:
        assert written == text


def test_other_numbers_are_valid() -> None:
    assert write_value(-inf) == write_value(Decimal("-Infinity")) == "-inf"
    assert isnan(tomllib.loads(f"x = {write_value(Decimal('nan'))}")["x"])
    assert tomllib.loads(f"x = {write_value(1e30)}")["x"] == 1e30


@pytest.mark.parametrize(
    "value",
    [object(), None, [None], b"bytes", "\ud800", datetime.time(1, tzinfo=datetime.UTC), {1, 2}, 1j],
)
def test_what_toml_has_no_room_for_is_refused(value: Any) -> None:
    with pytest.raises(UnsupportedError):
        write_value(value)


def nest(depth: int) -> list[Any]:
    return [nest(depth - 1)] if depth else []


def test_nothing_is_written_that_is_nested_too_deep_to_be_read() -> None:
    deep = nest(31)
    assert next(open_document(f"x = {write_value(deep)}", part="")) == (None, {"x": deep})
    endless: list[Any] = []
    endless.append({"a": endless})
    for value in (nest(32), endless):
        with pytest.raises(UnsupportedError, match="nested too deep"):
            write_value(value)


@pytest.mark.parametrize(
    ("most", "more"),
    [
        (10**40 - 1, 10**40),
        (-(10**40) + 1, -(10**41)),
        (1e40, 1e300),
        (Decimal("1e-40"), Decimal("1e-41")),
        (Decimal("0." + "3" * 39), Decimal("0." + "3" * 40)),
    ],
)
def test_no_number_is_written_that_is_too_large_to_be_read(most: Any, more: Any) -> None:
    text = write_value([most])
    assert next(open_document(f"x = {text}", part=""))[1]["x"] == [Decimal(str(most))]
    with pytest.raises(UnsupportedError, match="more digits") as caught:
        write_value([more])
    assert caught.value.code == "toml-number"


def test_a_history_with_a_number_that_is_too_large_is_checked() -> None:
    history = make("p1 f", level=10**5000)
    [violation] = history.check()
    assert (violation.code, violation.field) == ("type", "level")
    with pytest.raises(UnsupportedError, match="more digits"):
        history.dumps()


def test_style() -> None:
    history = make("p1 f", event="Amy's", time=datetime.time(9, 5), winnings=[Decimal("2.50"), inf])
    history.user_defined_fields["_a b"] = {"x": [1, True]}
    assert history.dumps().splitlines()[6:] == [
        "actions = ['p1 f']",
        "event = '''Amy's'''",
        "time = 09:05:00",
        "winnings = [2.50, inf]",
        "'_a b' = {x = [1, true]}",
    ]


def test_files_and_keys() -> None:
    text = HandHistory.dumps_all([make(), make()])
    first, second = HandHistory.loads_all(text)
    assert (first.key, second.key) == ("1", "2")
    second.key = "odd key"
    assert "['odd key']" in HandHistory.dumps_all([first, second])
    second.key = "1"
    assert HandHistory.dumps_all([first, second]) == text
    second.key = None
    assert HandHistory.dumps_all([first, second]) == text
    file = BytesIO()
    HandHistory.dump_all([first, second], file)
    assert file.getvalue().decode() == text
    file = BytesIO()
    first.dump(file)
    file.seek(0)
    assert HandHistory.load(file) == first
    assert list(HandHistory.loads_all(first.dumps())) == [first]
    with pytest.raises(ParseError, match="loads_all reads them"):
        HandHistory.loads(text)
    assert not list(HandHistory.loads_all(""))
    assert HandHistory.dumps_all([]) == ""


def test_nothing_is_lost_that_the_game_does_not_need() -> None:
    history = make(small_bet=2, bring_in=1)
    assert HandHistory.loads(history.dumps()) == history
