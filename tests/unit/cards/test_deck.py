"""Decks, jokers and shuffles of decks."""

from __future__ import annotations

import copy
import pickle

import pokerkit
import pytest

from croupier.cards import Card, Deck, RankOrder
from croupier.errors import CardError


def test_decks_are_those_of_pokerkit() -> None:
    for theirs in pokerkit.Deck:
        ours = Deck[theirs.name]
        assert isinstance(ours, tuple)
        assert list(map(repr, ours)) == list(map(repr, theirs))
        assert repr(ours) == repr(theirs)
        assert str(ours) == str(theirs)


@pytest.mark.parametrize("deck", Deck)
def test_no_card_occurs_twice(deck: Deck) -> None:
    assert len(set(deck)) == len(deck)
    assert all(deck)


@pytest.mark.parametrize("deck", Deck)
def test_decks_survive_copies_and_pickles(deck: Deck) -> None:
    assert pickle.loads(pickle.dumps(deck)) is deck
    assert copy.copy(deck) is deck
    assert copy.deepcopy(deck) is deck


def test_stripped_deck() -> None:
    assert len(Deck.STRIPPED) == 40
    assert tuple(dict.fromkeys(Card.get_ranks(Deck.STRIPPED))) == RankOrder.STRIPPED


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("RHODE_ISLAND", "STANDARD"),
        ("RHODE_ISLAND_HOLDEM", "STANDARD"),
        ("SHORT", "SHORT_DECK_HOLDEM"),
        ("KUHN", "KUHN_POKER"),
        ("LEDUC", "LEDUC_HOLDEM"),
        ("NUMERAL211", "NUMERAL211_HOLDEM"),
        ("ROYAL", "ROYAL_HOLDEM"),
        ("ROYAL_POKER", "ROYAL_HOLDEM"),
    ],
)
def test_second_names(alias: str, name: str) -> None:
    assert Deck[alias] is Deck[name]
    assert Deck[alias].name == name


def test_rhode_island_is_dealt_from_the_same_deck_as_in_pokerkit() -> None:
    deck = pokerkit.RhodeIslandHoldem.deck
    assert list(map(repr, deck)) == list(map(repr, Deck.RHODE_ISLAND_HOLDEM))


@pytest.mark.parametrize(
    ("count", "jokers"), [(1, "*s"), (2, "*s*h"), (3, "*s*h*d"), (4, "*s*h*d*c")]
)
def test_jokers_follow_the_cards(count: int, jokers: str) -> None:
    assert Deck.STANDARD.with_jokers(count) == (*Deck.STANDARD, *Card.parse(jokers))
    assert type(Deck.STANDARD.with_jokers(count)) is tuple


def test_one_joker_is_the_default() -> None:
    assert Deck.SHORT.with_jokers() == (*Deck.SHORT, Card("*", "s"))


@pytest.mark.parametrize("count", [-1, 0, 5])
def test_other_numbers_of_jokers_are_refused(count: int) -> None:
    with pytest.raises(CardError, match=f"not {count}") as caught:
        Deck.STANDARD.with_jokers(count)
    assert caught.value.value == count


def test_shuffles_of_decks() -> None:
    cards = Deck.STANDARD.shuffled(seed=1)
    assert type(cards) is list
    assert cards == Deck.STANDARD.shuffled(1)
    assert cards != Deck.STANDARD.shuffled(2)
    assert sorted(cards, key=Deck.STANDARD.index) == list(Deck.STANDARD)
    assert Deck.STANDARD.shuffled() != Deck.STANDARD.shuffled()
