"""Ranges of any size are read or refused, before room is made for their hands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.analysis.ranges import Range, parse_range, parsing
from croupier.errors import ParseError, PokerError, SetupError
from croupier.limits import MAX_HOLE_CARDS, MAX_RANGE_HANDS

SLOT = st.sampled_from(["A", "K", "7", "x", "*", "[A-T]", "[AKQ]", "As", "7d", "[9-2]h"])
PATTERN = st.lists(SLOT, min_size=1, max_size=7).map("".join)
WORD = st.sampled_from(
    ["AA", "22+", "ATs+", "T9s-54s", "top 15%", "5%-15%", "100%", "random", "AsKs", "72o", "", "z"]
)
SUFFIX = st.sampled_from(
    ["", "", "", "ds", "rb", ":0.5", ":0", ":1e9", ":", "$s", ":99999999999999"]
)
TOKEN = st.tuples(st.sampled_from(["", "", "!"]), st.one_of(WORD, PATTERN), SUFFIX).map("".join)
TEXT = st.lists(TOKEN, max_size=6).map(", ".join)


@settings(max_examples=60, deadline=None)
@given(text=TEXT, card_count=st.sampled_from([2, 2, 3, 1, 0, MAX_HOLE_CARDS, 24, -1, 10**20]))
def test_any_range_is_read_or_refused(text: str, card_count: int) -> None:
    try:
        found = Range.parse(text, card_count=card_count)
    except PokerError:
        return
    assert len(found) <= MAX_RANGE_HANDS
    assert all(weight >= 0 for weight in found.weights.values())


@pytest.mark.parametrize(
    ("text", "card_count"),
    [("random", 6), ("xxxxxx", 6), ("[A-2]" * 7, 7), ("random", 13), ("x" * 23, 23)],
)
def test_ranges_of_too_many_hands_are_refused_before_they_are_made(
    text: str, card_count: int
) -> None:
    with pytest.raises(ParseError, match=f"more than {MAX_RANGE_HANDS} hands"):
        Range.parse(text, card_count=card_count)


def test_parts_of_a_range_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "MAX_RANGE_HANDS", 20_000)
    with pytest.raises(ParseError, match="more than 20000 hands"):
        Range.parse("AAxx, KKxx, QQxx", card_count=4)
    with pytest.raises(ParseError, match="more than 20000 hands"):
        parse_range(" ".join(["random"] * 20))
    assert len(Range.parse(", ".join(["random"] * 10))) == 1326


@pytest.mark.parametrize("card_count", [-1, 24, 10**30])
def test_numbers_of_hole_cards_are_bounded(card_count: int) -> None:
    with pytest.raises(SetupError, match="hole card"):
        Range.parse("AA", card_count=card_count)
