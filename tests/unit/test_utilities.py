"""The helpers under PokerKit's names, against PokerKit."""

from __future__ import annotations

import datetime
import subprocess
import sys
from collections import deque
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import utilities as theirs

from croupier import utilities as ours

amounts = st.integers(min_value=0, max_value=10**9)
fractions_of_one = st.floats(min_value=0, max_value=1)


def test_every_public_name_is_there() -> None:
    public = {
        name
        for name, value in vars(theirs).items()
        if getattr(value, "__module__", None) == theirs.__name__ and not name.startswith("_")
    }
    public |= {"CardsLike", "UNMATCHABLE_PATTERN", "ValuesLike"}
    assert public <= set(ours.__all__)
    assert all(hasattr(ours, name) for name in ours.__all__)


def test_heavy_modules_are_imported_only_when_needed() -> None:
    code = (
        "import sys, croupier.utilities;"
        "print(*{'dataclasses', 'datetime', 'decimal', 'random'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


@given(st.text())
def test_nothing_matches_the_unmatchable_pattern(text: str) -> None:
    assert ours.UNMATCHABLE_PATTERN.search(text) is None


# None


@given(st.lists(st.none() | st.integers()))
def test_none_is_left_out(values: list[int | None]) -> None:
    assert list(ours.filter_none(values)) == list(theirs.filter_none(values))
    assert ours.min_or_none(values) == theirs.min_or_none(values)
    assert ours.max_or_none(values) == theirs.max_or_none(values)
    assert ours.min_or_none(values, key=abs) == theirs.min_or_none(values, key=abs)
    assert ours.max_or_none(iter(values), abs) == theirs.max_or_none(iter(values), abs)


@pytest.mark.parametrize("function", [ours.min_or_none, ours.max_or_none])
def test_errors_of_the_key_are_not_swallowed(function: Any) -> None:
    def key(value: int) -> int:
        raise ValueError("from the key")

    with pytest.raises(ValueError, match="from the key"):
        function([1, 2], key=key)
    assert function([None], key=key) is None


# Values


@given(
    st.lists(amounts)
    | amounts
    | st.dictionaries(st.integers(min_value=-6, max_value=5), amounts)
    | st.floats(allow_nan=False),
    st.just(6),
)
def test_values_are_cleaned_as_by_pokerkit(values: Any, count: int) -> None:
    assert ours.clean_values(values, count) == theirs.clean_values(values, count)


@pytest.mark.parametrize(
    "value", [Decimal("0.5"), Fraction(1, 3), inf, np.int64(3), np.float64(0.5)]
)
def test_every_kind_of_number_is_repeated(value: Any) -> None:
    assert ours.clean_values(value, 3) == (value,) * 3


def test_iterators_are_cut_and_filled() -> None:
    assert ours.clean_values(iter([1, 2, 3]), 2) == (1, 2)
    assert ours.clean_values(iter([1, 2, 3]), 4) == (1, 2, 3, 0)
    assert ours.clean_values([1, 2], 0) == ()


@pytest.mark.parametrize("values", [None, "ab", b"ab", object])
def test_what_is_no_values(values: Any) -> None:
    with pytest.raises(ValueError) as caught:
        ours.clean_values(values, 2)
    assert str(caught.value) == f"The values {values!r} are invalid."


@pytest.mark.parametrize("place", [2, -3])
def test_an_index_out_of_range_is_named(place: int) -> None:
    with pytest.raises(ValueError, match=f"no index {place} among 2"):
        ours.clean_values({place: 1}, 2)


# Order


@given(st.lists(st.integers()), st.integers(min_value=-20, max_value=20))
def test_rotation(values: list[int], count: int) -> None:
    before = list(values)
    assert ours.rotated(values, count) == theirs.rotated(values, count)
    assert type(ours.rotated(values, count)) is deque
    assert values == before


def test_shuffled_is_that_of_the_cards() -> None:
    assert ours.shuffled(range(9), seed=3) == ours.shuffled(range(9), seed=3)
    assert sorted(ours.shuffled(range(9))) == list(range(9))


# Division and rake


@given(
    amounts
    | st.floats(min_value=0, max_value=1e9)
    | st.decimals(min_value=0, max_value=10**6, places=2)
    | st.fractions(min_value=0, max_value=10**6),
    st.integers(min_value=1, max_value=10),
)
def test_division(dividend: Any, divisor: int) -> None:
    result = ours.divmod(dividend, divisor)
    assert result == theirs.divmod(dividend, divisor)
    assert list(map(type, result)) == list(map(type, theirs.divmod(dividend, divisor)))


@given(
    amounts | st.floats(min_value=0, max_value=1e9) | st.fractions(min_value=0, max_value=10**6),
    fractions_of_one,
    st.just(inf) | amounts,
)
def test_rake_is_that_of_pokerkit(amount: Any, percentage: float, cap: float) -> None:
    result = ours.rake(amount, percentage=percentage, cap=cap)
    assert result == theirs.rake(amount, percentage=percentage, cap=cap)
    assert ours.rake(amount) == theirs.rake(amount)


@given(st.decimals(min_value=0, max_value=10**6, places=2), fractions_of_one)
def test_decimal_amounts_with_decimal_percentages(amount: Decimal, percentage: float) -> None:
    exact: Any = Decimal(str(percentage))
    pot: Any = amount
    assert ours.rake(pot, percentage=exact) == theirs.rake(pot, percentage=exact)
    assert ours.rake(pot, percentage=percentage) == ours.rake(pot, percentage=exact)


@pytest.mark.parametrize(("cap", "taken"), [(30.0, 30), (2.5, 2), (0.0, 0)])
def test_a_cap_in_floats_takes_whole_chips(cap: float, taken: int) -> None:
    found = ours.rake(1000, percentage=0.05, cap=cap)
    assert found == (taken, 1000 - taken) and all(isinstance(part, int) for part in found)


def test_decimal_and_float_go_together() -> None:
    pot: Any = Decimal("10.00")
    raked: Any = ours.rake(pot, percentage=0.05)
    assert raked == (Decimal("0.50"), Decimal("9.50"))
    capped: Any = ours.rake(pot, percentage=0.05, cap=0.1)
    assert capped == (Decimal("0.1"), Decimal("9.9"))
    tenth: Any = Decimal("0.1")
    assert ours.rake(20.0, percentage=tenth) == (2.0, 18.0)
    assert ours.rake(20, percentage=tenth) == (2, 18)


@pytest.mark.parametrize("percentage", [-0.1, 1.5, nan, inf])
def test_a_wrong_percentage_is_named(percentage: float) -> None:
    with pytest.raises(ValueError) as caught:
        ours.rake(100, percentage=percentage)
    assert str(caught.value) == (f"The rake percentage ({percentage}) should be between 0 and 1.")


def test_no_flop_no_drop() -> None:
    empty, dealt = SimpleNamespace(board_cards=[]), SimpleNamespace(board_cards=[["As"]])
    assert ours.rake(100, empty, percentage=0.1, no_flop_no_drop=True) == (0, 100)
    assert ours.rake(100, dealt, percentage=0.1, no_flop_no_drop=True) == (10, 90)
    assert ours.rake(100, empty, percentage=0.1) == (10, 90)
    with pytest.raises(ValueError, match="the state must be checked"):
        ours.rake(100, percentage=0.1, no_flop_no_drop=True)


# Reading


@pytest.mark.parametrize("text", ["3", "-3", "3.0", "3.5", "9,999.99", "1,000,000", "1e3", ".5"])
def test_amounts_are_read_as_by_pokerkit(text: str) -> None:
    value = ours.parse_value(text)
    assert value == theirs.parse_value(text)
    assert type(value) is type(theirs.parse_value(text))


@pytest.mark.parametrize("text", ["", "x", "1.2.3", "$5"])
def test_what_is_no_amount_is_named(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        ours.parse_value(text)
    assert str(caught.value) == f"{text!r} is not a number"


def test_times() -> None:
    assert ours.parse_time("1:02:03") == datetime.time(1, 2, 3) == theirs.parse_time("1:02:03")
    with pytest.raises(ValueError, match="25:00:00"):
        ours.parse_time("25:00:00")


@pytest.mark.parametrize("month", range(1, 13))
def test_months(month: int) -> None:
    name = datetime.date(2000, month, 1).strftime("%B")
    for text in (name, name.lower(), name.upper()):
        assert ours.parse_month(text) == theirs.parse_month(text) == month


@pytest.mark.parametrize("text", ["", "Jul", "Juli", "7", "July "])
def test_what_is_no_month_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=f"^'{text}' is not the English name of a month"):
        ours.parse_month(text)


@given(st.integers() | st.floats(allow_nan=False))
def test_sign(value: Any) -> None:
    assert ours.sign(value) == theirs.sign(value)


def test_sign_of_numpy_numbers() -> None:
    values: Any = (np.float64(-0.5), np.int64(0), np.float64(2))
    assert [ours.sign(value) for value in values] == [-1, 0, 1]
