"""`croupier.analysis.ranges`: what people write, and what it means."""

from __future__ import annotations

import random
from itertools import combinations

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.analysis import Range, parse_range, starting_hand_equities, top_hands
from croupier.analysis.ranges.classes import RANKS, STARTING_HANDS
from croupier.cards import Card, Deck, Rank, RankOrder
from croupier.errors import CardError, ParseError, SetupError, UnsupportedError


def texts(hands: object) -> set[frozenset[str]]:
    """Return hands as text, whichever library's cards they are of."""
    return {frozenset(map(repr, hand)) for hand in hands}  # type: ignore[attr-defined]


RANK = st.sampled_from(RANKS)
KIND = st.sampled_from(["", "s", "o"])


@st.composite
def notations(draw: st.DrawFn) -> str:
    kind = draw(KIND)
    first = draw(RANK) + draw(RANK) + kind
    return draw(
        st.sampled_from([first, f"{first}+", f"{first}-{draw(RANK)}{draw(RANK)}{kind}", "AsKs"])
    )


@settings(max_examples=400, deadline=None)
@given(st.lists(notations(), max_size=4), st.sampled_from([" ", ",", ";", ", "]))
def test_what_pokerkit_reads_means_the_same(parts: list[str], separator: str) -> None:
    text = separator.join(parts)
    try:
        expected = pokerkit.parse_range(text)
    except ValueError:
        return
    assert texts(parse_range(text)) == texts(expected)


@pytest.mark.parametrize("order", ["REGULAR", "SHORT_DECK_HOLDEM"])
def test_other_orders_of_ranks(order: str) -> None:
    for text in ("66+", "A7s+", "T9o-76o", "QJ"):
        expected = pokerkit.parse_range(text, rank_order=getattr(pokerkit.RankOrder, order))
        found = parse_range(text, rank_order=RankOrder[order])
        assert texts(found) == texts(expected)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("AA", 6),
        ("AK", 16),
        ("22+", 78),
        ("A5s-A2s", 16),
        ("A2s-A5s", 16),
        ("KTo-K7o", 48),
        ("88-22", 42),
        ("T9s-54s", 24),
        ("Ax", 6 + 12 * 16),
        ("A*s", 48),
        ("A*o", 6 + 144),
        ("As*", 51),
        ("AsK", 4),
        ("[A-T][A-T]", 190),
        ("[AKQ]7s", 12),
        ("[A,K]7s", 8),
        ("random", 1326),
        ("top 100%", 1326),
        ("random, !AA", 1320),
        ("random !Ax", 1326 - 198),
        ("top 50%, 50%-100%", 1326),
        ("AKs:0.5, AKs:0", 0),
        ("", 0),
    ],
)
def test_how_many_hands(text: str, count: int) -> None:
    if text.startswith("[A,K]"):
        text = text.replace(",", "")
    assert len(Range.parse(text)) == count
    assert len(parse_range(text)) == count


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("AAxx", 6961 - 0),
        ("AsAh**", 1225),
        ("AAxxds", None),
        ("AAxx$ss", None),
        ("AAxxrb", None),
        ("[A-T][A-T][A-T][A-T]", 4845),
        ("AsKsQsJs", 1),
        ("AAAA", 1),
        ("KKQQds", None),
    ],
)
def test_patterns_of_four_cards_against_a_slow_count(text: str, hands: int | None) -> None:
    found = Range.parse(text, card_count=4)
    if hands is not None:
        assert len(found) == hands
    deck = list(Deck.STANDARD)
    sample = random.Random(text).sample(list(combinations(range(52), 4)), 20_000)
    chosen = [tuple(deck[place] for place in places) for places in sample]
    chosen += [tuple(hand) for hand in list(found)[:200]]
    for hand in chosen:
        assert (hand in found) == _fits(text, hand), hand


def _fits(text: str, hand: tuple[Card, ...]) -> bool:
    ranks = sorted(card.rank for card in hand)
    suits = sorted((sum(card.suit == suit for card in hand) for suit in "cdhs"), reverse=True)
    pairs = sum(count >= 2 for count in suits)
    if text.startswith("AAxx"):
        rest = text[4:].removeprefix("$")
        asked = {"ds": pairs == 2, "ss": pairs == 1, "rb": suits[0] == 1, "": True}
        return ranks.count(Rank.ACE) >= 2 and asked[rest]
    if text == "AsAh**":
        return {"As", "Ah"} <= {repr(card) for card in hand}
    if text.startswith("["):
        return all(rank in "AKQJT" for rank in ranks)
    if text == "KKQQds":
        return ranks == sorted("KKQQ") and pairs == 2
    if text == "AAAA":
        return set(ranks) == {"A"}
    return {repr(card) for card in hand} == {"As", "Ks", "Qs", "Js"}


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("AKs, KQz", 6, "KQz"),
        ("AKs KQs+ 1%% ", 12, "%"),
        ("A5s-K2s", 1, "share their first rank"),
        ("A5s-A2o", 1, "both"),
        ("AKs:much", 1, "weight"),
        ("!AKs:0.5", 1, "weight"),
        ("top 150%", 1, "100%"),
        ("AsAs", 1, "twice"),
        ("AsKsQs", 1, "3 cards"),
        ("22+\nhello", 1, "hello"),
        ("[A-", 1, "["),
        (":0.5", 1, ":0.5"),
        ("[A-T]KQ", 1, "3 cards"),
    ],
)
def test_errors_point_at_the_bad_token(text: str, column: int, words: str) -> None:
    with pytest.raises(ParseError) as caught:
        Range.parse(text)
    assert caught.value.column == column
    assert words in str(caught.value)
    assert caught.value.line == (2 if "\n" in text else 1)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="AKQJT9876543210sodhc+-:.%!*x[], top", max_size=14))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = Range.parse(text)
    except ParseError:
        return
    assert Range.parse(str(found)) == found


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(st.sampled_from(STARTING_HANDS), st.sampled_from([0.1, 0.25, 1, 2.5, 1e-5])),
    st.sets(st.sampled_from(list(combinations(Deck.STANDARD, 2))), max_size=6),
)
def test_text_is_read_back(weights: dict[str, float], others: set[tuple[Card, Card]]) -> None:
    text = ",".join(f"{hand}:{weight:f}" for hand, weight in weights.items())
    made = Range.parse(text) | Range(others)
    assert Range.parse(str(made)) == made


def test_sets_of_hands() -> None:
    big, small = Range.parse("QQ+,AKs:0.5"), Range.parse("KK,AKs,AKo")
    assert big | small == Range.parse("QQ+,AK")
    assert big & small == Range.parse("KK,AKs:0.5")
    assert big - small == Range.parse("AA,QQ")
    assert big ^ small == Range.parse("AA,QQ,AKo")
    assert ~~Range.parse("77") == Range.parse("77")
    assert len(~Range.parse("77")) == 1320
    assert hash(Range.parse("KK")) == hash(Range.parse("QQ+") & Range.parse("KK"))
    assert big.scaled(2).total == 2 * big.total
    assert Range.parse("AA").weights == dict.fromkeys(parse_range("AA"), 1.0)
    assert sorted(map(sorted, map(texts, [[hand] for hand in big])))


def test_what_is_no_range_is_refused() -> None:
    with pytest.raises(CardError):
        Range(["AsAs"])
    with pytest.raises(CardError):
        Range(["AsKsQs"])
    with pytest.raises(CardError):
        Range(["As??"])
    with pytest.raises(SetupError):
        Range({"AsKs": -1})
    with pytest.raises(SetupError):
        Range.parse("AA") | Range.parse("AAxx", card_count=4)
    with pytest.raises(SetupError):
        Range.parse("AA").scaled(0)
    with pytest.raises(TypeError):
        Range.parse("AA") | "KK"  # type: ignore[operator]
    with pytest.raises(UnsupportedError):
        Range.parse("AsAh**", card_count=4).grid()
    with pytest.raises(ParseError):
        Range.parse("top 5%", card_count=4)


def test_the_order_of_starting_hands() -> None:
    equities = starting_hand_equities()
    assert len(equities) == 169
    assert list(equities.values()) == sorted(equities.values(), reverse=True)
    assert round(equities["AA"], 6) == 0.852037
    assert round(equities["AKs"], 6) == 0.670446
    assert round(equities["72o"], 6) == 0.345836
    sizes = [len(Range.parse(f"top {percent}%")) for percent in range(101)]
    assert sizes == sorted(sizes)
    assert all(size <= percent * 13.26 + 1e-6 for percent, size in enumerate(sizes))
    assert top_hands(0) == ()


def test_grids() -> None:
    wanted = Range.parse("22+,AKs,AKo:0.5,72o:2")
    rows = wanted.grid().splitlines()
    assert len(rows) == 13 and rows[0].split()[:2] == ["AA", "AKs"]
    assert rows[1].split()[:2] == ["50%", "KK"]
    assert "\x1b[7m" in wanted.grid(colour=True)
    svg = wanted.svg(title="<three> & more")
    # The ground, a cell for each hand, and what is filled of those that are there.
    assert svg.count("<rect") == 1 + 169 + 13 + 3
    assert "&lt;three&gt; &amp; more" in svg
    assert Range.parse("AAxx", card_count=4)._repr_svg_() is None
    assert wanted._repr_svg_() is not None
