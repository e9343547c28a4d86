"""Cards: identity, text, and whatever is no card."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from itertools import product
from typing import Any

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import CARDS_BY_CODE, Card, Deck, Rank, Suit
from croupier.errors import CardError

RANK_CHARACTERS = "A23456789TJQK?*"
SUIT_CHARACTERS = "cdhs?"
NO_JOKERS = [card for card in CARDS_BY_CODE if not card.joker_status]

cards_of_any_kind = st.sampled_from(CARDS_BY_CODE)
lists_of_cards = st.lists(cards_of_any_kind, max_size=12)
separators = st.sampled_from(["", " ", ",", ", ", "\t", "\n  ", " ,"])


class MarkedCard(Card):
    """A subclass, which has cards of its own."""


# One object for each card


def test_there_is_one_object_for_each_card() -> None:
    assert Card(Rank.ACE, Suit.SPADE) is Card(Rank.ACE, Suit.SPADE)
    assert Card("A", "s") is Card(Rank.ACE, Suit.SPADE)
    assert type(Card("A", "s").rank) is Rank
    assert type(Card("A", "s").suit) is Suit
    assert Card(rank="A", suit="s") is Card("A", "s")


def test_different_cards_differ() -> None:
    assert len(set(CARDS_BY_CODE)) == len(CARDS_BY_CODE) == 74
    assert Card("A", "s") != Card("A", "h")
    text: object = "As"
    assert Card("A", "s") != text


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_give_the_same_object(protocol: int) -> None:
    for card in CARDS_BY_CODE:
        assert pickle.loads(pickle.dumps(card, protocol)) is card


def test_copies_are_the_same_object() -> None:
    for card in CARDS_BY_CODE:
        assert copy.copy(card) is card
        assert copy.deepcopy([card])[0] is card


def test_subclasses_have_their_own_cards() -> None:
    marked = MarkedCard("A", "s")
    assert marked is MarkedCard(Rank.ACE, Suit.SPADE)
    assert type(marked) is MarkedCard
    assert marked != Card("A", "s")
    assert pickle.loads(pickle.dumps(marked)) is marked
    assert MarkedCard.clean("As") == (marked,)
    assert list(MarkedCard.parse("As")) == [marked]
    assert MarkedCard.from_code(51) is marked
    assert MarkedCard.UNKNOWN is MarkedCard("?", "?")
    assert Card.clean([marked]) == (marked,)


# Immutability


@pytest.mark.parametrize("name", ["rank", "suit", "code", "colour"])
def test_cards_cannot_be_changed(name: str) -> None:
    card = Card("A", "s")
    with pytest.raises(FrozenInstanceError, match=f"^cannot assign to field '{name}'$"):
        setattr(card, name, Rank.KING)
    with pytest.raises(FrozenInstanceError, match=f"^cannot delete field '{name}'$"):
        delattr(card, name)
    assert (card.rank, card.suit, card.code) == (Rank.ACE, Suit.SPADE, 51)


def test_cards_have_no_dictionary_and_no_order() -> None:
    assert not hasattr(Card("A", "s"), "__dict__")
    with pytest.raises(TypeError):
        Card("A", "s") < Card("K", "s")  # type: ignore[operator]  # noqa: B015


def test_positional_patterns() -> None:
    match Card("A", "s"):
        case Card(Rank.ACE, suit):
            assert suit is Suit.SPADE
        case _:
            pytest.fail("the pattern did not match")


# Codes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2c", 0),
        ("2d", 1),
        ("3c", 4),
        ("As", 51),
        ("*c", 52),
        ("*s", 55),
        ("?c", 56),
        ("?s", 59),
        ("2?", 60),
        ("A?", 72),
        ("??", 73),
    ],
)
def test_codes_are_those_of_the_native_core(text: str, code: int) -> None:
    card = Card.from_code(code)
    assert repr(card) == text
    assert card.code == code
    assert CARDS_BY_CODE[code] is card


def test_codes_number_all_cards() -> None:
    assert [card.code for card in CARDS_BY_CODE] == list(range(74))
    assert list(CARDS_BY_CODE[:52]) == list(Deck.STANDARD)


@pytest.mark.parametrize("code", [-1, 74, 255])
def test_other_numbers_are_no_codes(code: int) -> None:
    with pytest.raises(CardError, match=f"^{code} is not the code of a card") as caught:
        Card.from_code(code)
    assert caught.value.value == code


# Against PokerKit


def theirs(card: Card) -> pokerkit.Card:
    return pokerkit.Card(pokerkit.Rank(card.rank.value), pokerkit.Suit(card.suit.value))


def test_public_names_are_there() -> None:
    assert {name for name in vars(pokerkit.Card) if not name.startswith("_")} <= set(dir(Card))


@pytest.mark.parametrize("card", NO_JOKERS, ids=repr)
def test_cards_look_like_those_of_pokerkit(card: Card) -> None:
    other = theirs(card)
    assert repr(card) == repr(other)
    assert str(card) == str(other)
    assert f"{card}" == f"{other}"
    assert bool(card) == bool(other)
    assert card.unknown_status == other.unknown_status
    assert card.joker_status is False


@given(st.lists(st.sampled_from(NO_JOKERS), max_size=8))
def test_questions_are_answered_as_by_pokerkit(cards: list[Card]) -> None:
    others = [theirs(card) for card in cards]
    assert Card.are_paired(cards) == pokerkit.Card.are_paired(others)
    assert Card.are_suited(cards) == pokerkit.Card.are_suited(others)
    assert Card.are_rainbow(cards) == pokerkit.Card.are_rainbow(others)
    assert list(map(str, Card.get_ranks(cards))) == list(pokerkit.Card.get_ranks(others))
    assert list(map(str, Card.get_suits(cards))) == list(pokerkit.Card.get_suits(others))


# The star is a joker's rank here, and nothing to PokerKit.
@given(
    st.text(alphabet="AKT2?cdhs10, x1", max_size=12)
    | st.text(st.characters(exclude_characters="*"), max_size=8)
)
def test_texts_are_read_and_refused_as_by_pokerkit(text: str) -> None:
    assert outcome(Card, text) == outcome(pokerkit.Card, text)


def outcome(kind: Any, text: str) -> tuple[list[str], str]:
    """Return the cards read before the end or the first fault, and the fault."""
    read: list[str] = []
    try:
        for card in kind.parse(text):
            read.append(repr(card))
    except ValueError as error:
        assert type(error) is ValueError
        return read, str(error)
    return read, ""


# Jokers and unknown cards


@pytest.mark.parametrize("suit", ["c", "d", "h", "s"])
def test_jokers(suit: str) -> None:
    joker = Card("*", suit)
    assert joker
    assert joker.joker_status
    assert not joker.unknown_status
    assert joker.rank is Rank.JOKER
    assert repr(joker) == f"*{suit}"
    assert str(joker) == f"JOKER OF {joker.suit.name}S (*{suit})"
    assert Card.clean(f"As*{suit}") == (Card("A", "s"), joker)


def test_a_joker_without_a_suit_is_no_card() -> None:
    with pytest.raises(CardError, match=r"^'\*\?' is not a card") as caught:
        Card(Rank.JOKER, Suit.UNKNOWN)
    assert caught.value.value == "*?"
    with pytest.raises(CardError, match=r"'\*\?'"):
        Card.clean("As*?")


def test_the_unknown_card() -> None:
    assert Card.UNKNOWN is Card("?", "?")
    assert not Card.UNKNOWN
    assert not Card("A", "?")
    assert not Card("?", "s")
    assert not Card.UNKNOWN.joker_status


# Construction from wrong parts


@pytest.mark.parametrize(
    ("rank", "suit", "message"),
    [
        ("1", "s", "'1' is not a valid Rank"),
        ("A", "x", "'x' is not a valid Suit"),
        ("1", "x", "'1' is not a valid Rank"),
        ("As", "", "'As' is not a valid Rank"),
        ("", "As", "'' is not a valid Rank"),
        ("*", "x", "'x' is not a valid Suit"),
        (None, "s", "None is not a valid Rank"),
        ([], "s", r"\[\] is not a valid Rank"),
    ],
)
def test_wrong_parts_are_named(rank: Any, suit: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        Card(rank, suit)


def test_every_pair_of_characters_is_a_card_but_one() -> None:
    for rank, suit in product(RANK_CHARACTERS, SUIT_CHARACTERS):
        if rank + suit != "*?":
            assert repr(Card(rank, suit)) == rank + suit


# Reading


@given(lists_of_cards)
def test_what_cards_print_reads_back(cards: list[Card]) -> None:
    text = "".join(map(repr, cards))
    assert Card.clean(text) == tuple(cards)
    assert list(Card.parse(text)) == cards


@given(st.lists(st.tuples(cards_of_any_kind, separators), max_size=12))
def test_separators_change_nothing(cards: list[tuple[Card, str]]) -> None:
    text = "".join(f"{card!r}{separator}" for card, separator in cards)
    assert Card.clean(text) == tuple(card for card, _ in cards)
    assert Card.clean(text.replace("T", "10")) == tuple(card for card, _ in cards)


@given(st.lists(lists_of_cards, max_size=4))
def test_several_texts_are_read_one_after_another(hands: list[list[Card]]) -> None:
    texts = ["".join(map(repr, cards)) for cards in hands]
    assert list(Card.parse(*texts)) == [card for cards in hands for card in cards]


@given(
    lists_of_cards,
    st.characters(blacklist_categories=["Cs"]).filter(
        lambda character: character not in RANK_CHARACTERS + "1," and not character.isspace()
    ),
    st.sampled_from("cdhs"),
)
def test_a_wrong_rank_is_named(cards: list[Card], rank: str, suit: str) -> None:
    text = "".join(map(repr, cards)) + rank + suit
    with pytest.raises(ValueError) as caught:
        Card.clean(text)
    assert str(caught.value) == f"{rank!r} is not a valid Rank"


@given(
    lists_of_cards,
    st.sampled_from("A23456789TJQK?"),
    st.characters(blacklist_categories=["Cs"]).filter(
        lambda character: character not in SUIT_CHARACTERS + "," and not character.isspace()
    ),
)
def test_a_wrong_suit_is_named(cards: list[Card], rank: str, suit: str) -> None:
    text = "".join(map(repr, cards)) + rank + suit
    with pytest.raises(ValueError) as caught:
        Card.clean(text)
    assert str(caught.value) == f"{suit!r} is not a valid Suit"


@given(lists_of_cards, st.sampled_from(RANK_CHARACTERS))
def test_half_a_card_is_named(cards: list[Card], half: str) -> None:
    word = "".join(map(repr, cards)) + half
    with pytest.raises(ValueError) as caught:
        Card.clean(f"AsKs {word}")
    assert str(caught.value) == (
        "The sum of the lengths of valid card representations must be a multiple of 2, unlike"
        f" {word!r}"
    )


def test_reading_is_lazy() -> None:
    cards = Card.parse("Ac1d")
    assert isinstance(cards, Iterator)
    assert next(cards) is Card("A", "c")
    with pytest.raises(ValueError, match=r"^'1' is not a valid Rank$"):
        next(cards)
    assert repr(Card.parse("x")).startswith("<generator object Card.parse at 0x")
    assert repr(Card.get_ranks("x")).startswith("<generator object Card.get_ranks at 0x")
    assert repr(Card.get_suits("x")).startswith("<generator object Card.get_suits at 0x")


# Cleaning


@given(lists_of_cards)
def test_every_iterable_of_cards_is_accepted(cards: list[Card]) -> None:
    expected = tuple(cards)
    assert Card.clean(cards) == expected
    assert Card.clean(expected) == expected
    assert Card.clean(iter(cards)) == expected
    assert Card.clean(dict.fromkeys(cards)) == tuple(dict.fromkeys(cards))


def test_clean_returns_a_tuple() -> None:
    assert type(Card.clean(Deck.STANDARD)) is tuple
    assert Card.clean(Card("A", "s")) == (Card("A", "s"),)
    assert Card.clean("") == ()


@pytest.mark.parametrize("value", [None, 5, 2.5, object])
def test_what_is_no_cards_at_all(value: Any) -> None:
    with pytest.raises(ValueError) as caught:
        Card.clean(value)
    assert type(caught.value) is ValueError
    assert str(caught.value) == f"The card values {value!r} are invalid."


@pytest.mark.parametrize("element", ["As", None, 51, ("A", "s")])
def test_an_element_that_is_no_card_is_named(element: Any) -> None:
    with pytest.raises(CardError) as caught:
        Card.clean([Card("A", "s"), element])
    assert f"{element!r} is not a Card" in str(caught.value)
    assert caught.value.value == element
    assert isinstance(caught.value, ValueError)
