"""Lookups of users: the same class over Croupier and over PokerKit answers alike."""

from __future__ import annotations

import pickle
import random
import threading
from collections import Counter
from types import ModuleType
from typing import Any

import pokerkit
import pytest

import croupier.cards
from croupier import lookups
from croupier.lookups import Label, Lookup, StandardLookup


class Croupier:
    """The names that the definitions below need, from Croupier."""

    Lookup = lookups.Lookup
    StandardLookup = lookups.StandardLookup
    RegularLookup = lookups.RegularLookup
    BadugiLookup = lookups.BadugiLookup
    RhodeIslandHoldemLookup = lookups.RhodeIslandHoldemLookup
    Label = lookups.Label
    RankOrder = croupier.cards.RankOrder
    Rank = croupier.cards.Rank
    Card = croupier.cards.Card


def without_flushes(kit: Any) -> Any:
    class Own(kit.Lookup):
        rank_order = kit.RankOrder.STANDARD

        def _add_entries(self) -> None:
            both = (False, True)
            self._add_multisets(Counter({1: 5}), both, kit.Label.HIGH_CARD)
            self._add_multisets(Counter({2: 1, 1: 3}), both, kit.Label.ONE_PAIR)
            self._add_multisets(Counter({2: 2, 1: 1}), both, kit.Label.TWO_PAIR)
            self._add_multisets(Counter({3: 1, 1: 2}), both, kit.Label.THREE_OF_A_KIND)
            self._add_straights(5, both, kit.Label.STRAIGHT)
            self._add_multisets(Counter({3: 1, 2: 1}), both, kit.Label.FULL_HOUSE)
            self._add_multisets(Counter({4: 1, 1: 1}), both, kit.Label.FOUR_OF_A_KIND)

    return Own()


def own_order(kit: Any) -> Any:
    class Own(kit.StandardLookup):
        rank_order = tuple(map(kit.Rank, "7A2K35Q8"))

    return Own()


def straights_first(kit: Any) -> Any:
    class Own(kit.Lookup):
        rank_order = kit.RankOrder.STANDARD

        def _add_entries(self) -> None:
            self._add_straights(4, (True,), kit.Label.STRAIGHT_FLUSH)
            self._add_straights(4, (False,), kit.Label.STRAIGHT, False)
            self._add_multisets(Counter({1: 4}), (False,), kit.Label.HIGH_CARD)
            self._add_multisets(Counter({2: 1, 1: 2}), (False, True), kit.Label.ONE_PAIR)
            self._add_multisets(Counter({2: 2}), (False,), kit.Label.TWO_PAIR)
            self._add_multisets(Counter({2: 2}), (True,), kit.Label.FLUSH)

    return Own()


def straights_twice(kit: Any) -> Any:
    class Own(kit.Lookup):
        rank_order = kit.RankOrder.SHORT_DECK_HOLDEM

        def _add_entries(self) -> None:
            self._add_multisets(Counter({1: 3}), (False, True), kit.Label.HIGH_CARD)
            self._add_straights(3, (False, True), kit.Label.STRAIGHT)
            self._add_straights(3, (True,), kit.Label.STRAIGHT_FLUSH, False)
            self._add_multisets(Counter({2: 1, 1: 1}), (False, True), kit.Label.ONE_PAIR)
            self._add_multisets(Counter({2: 1, 1: 1}), (True,), kit.Label.FLUSH)
            self._add_multisets(Counter({3: 1}), (), kit.Label.THREE_OF_A_KIND)

    return Own()


def several_sizes(kit: Any) -> Any:
    class Own(kit.Lookup):
        rank_order = kit.RankOrder.REGULAR

        def _add_entries(self) -> None:
            for count in range(1, 5):
                self._add_multisets(Counter({1: count}), (False, True), kit.Label.HIGH_CARD)
            self._add_multisets(Counter({2: 1}), (False,), kit.Label.ONE_PAIR)
            self._add_multisets(Counter({2: 1, 1: 1}), (False,), kit.Label.ONE_PAIR)
            self._add_multisets(Counter({3: 1}), (False,), kit.Label.THREE_OF_A_KIND)
            self._add_multisets(Counter({5: 1}), (False,), kit.Label.FOUR_OF_A_KIND)

    return Own()


def more_kinds(kit: Any) -> Any:
    class Own(kit.StandardLookup):
        def _add_entries(self) -> None:
            super()._add_entries()
            self._add_multisets(Counter({5: 1}), (False, True), kit.Label.FOUR_OF_A_KIND)
            self._add_straights(4, (True,), kit.Label.STRAIGHT)

    return Own()


def royal_order(kit: Any) -> Any:
    class Own(kit.RegularLookup):
        rank_order = kit.RankOrder.ROYAL_HOLDEM

        def _add_entries(self) -> None:
            super()._add_entries()
            self._add_straights(5, (False, True), kit.Label.STRAIGHT)

    return Own()


def mixed_in_order(kit: Any) -> Any:
    class Order:
        rank_order = kit.RankOrder.KUHN_POKER

    class Own(Order, kit.RhodeIslandHoldemLookup):
        pass

    return Own()


def key_without_suits(kit: Any) -> Any:
    class Own(kit.StandardLookup):
        def _get_key(self, cards: Any) -> Any:
            return super()._get_key(cards)[0], False

    return Own()


def key_of_other_cards(kit: Any) -> Any:
    class Own(kit.StandardLookup):
        def _get_key(self, cards: Any) -> Any:
            aces = {kit.Rank.DEUCE: kit.Rank.ACE}
            cards = kit.Card.clean(cards)
            cards = [kit.Card(aces.get(card.rank, card.rank), card.suit) for card in cards]
            return super()._get_key(cards)

    return Own()


def red_badugi(kit: Any) -> Any:
    class Own(kit.BadugiLookup):
        def _get_key(self, cards: Any) -> Any:
            if any(card.suit in "cs" for card in kit.Card.clean(cards)):
                raise ValueError("black")
            return super()._get_key(cards)

    return Own()


MAKERS = [
    without_flushes,
    own_order,
    straights_first,
    straights_twice,
    several_sizes,
    more_kinds,
    royal_order,
    mixed_in_order,
    key_without_suits,
    key_of_other_cards,
    red_badugi,
]


def answer(lookup: Any, kit: ModuleType | type[Croupier], hand: str) -> str:
    try:
        return repr(lookup.get_entry(tuple(kit.Card.parse(hand))))
    except ValueError:
        return "no hand"


@pytest.mark.parametrize("make", MAKERS)
def test_own_lookups_are_those_of_pokerkit(make: Any) -> None:
    ours, theirs = make(Croupier), make(pokerkit)
    assert ours.ranking_name is None
    source = random.Random(0)
    known = 0
    for _ in range(6000):
        deck = source.choice(["23456789TJQKA", "".join(ours.rank_order)])
        ranks = source.sample(deck, source.randint(1, len(deck)))
        count = source.randint(0, 6)
        suits = source.choice(["cdhs", "s", "dh", "cdhs?"])
        if count <= len(suits) and source.random() < 0.3:
            chosen = "".join(source.sample(suits, count))
        else:
            chosen = "".join(source.choices(suits, k=count))
        hand = "".join(source.choice(ranks) + suit for suit in chosen)
        expected = answer(theirs, pokerkit, hand)
        assert answer(ours, Croupier, hand) == expected, hand
        assert ours.has_entry(hand) is (expected != "no hand")
        known += expected != "no hand"
    assert known > 100


def test_a_key_that_is_refused_makes_the_hand_invalid() -> None:
    lookup = red_badugi(Croupier)
    assert lookup.has_entry("2d3h")
    assert not lookup.has_entry("2d3s")
    assert lookup.get_entry_or_none("2d3s") is None
    with pytest.raises(ValueError, match="black"):
        lookup.get_entry("2d3s")


class TriplesLookup(Lookup):
    rank_order = croupier.cards.RankOrder.STANDARD
    built = 0

    def __init__(self, label: Label = Label.THREE_OF_A_KIND) -> None:
        self.label = label

    def _add_entries(self) -> None:
        type(self).built += 1
        self._add_multisets({3: 1}, (False,), self.label)


def test_own_attributes_survive_pickles() -> None:
    lookup = TriplesLookup(Label.FULL_HOUSE)
    assert lookup.get_entry("2s2d2h").label is Label.FULL_HOUSE
    read = pickle.loads(pickle.dumps(lookup))
    assert read.get_entry("2s2d2h").label is Label.FULL_HOUSE
    assert read == lookup
    assert lookup != TriplesLookup()


def test_hooks_run_once_and_late() -> None:
    before = TriplesLookup.built
    lookup = TriplesLookup()
    assert TriplesLookup.built == before
    assert lookup.has_entry("2s2d2h")
    assert lookup.has_entry("3s3d3h")
    assert TriplesLookup.built == before + 1


def test_threads_do_not_disturb_each_other() -> None:
    for _ in range(50):
        lookup = StandardLookup()
        found: list[Any] = []
        start = threading.Barrier(4)

        def ask(lookup: Lookup = lookup, found: list[Any] = found, start: Any = start) -> None:
            start.wait()
            found.append(lookup.get_entry("AsKsQsJsTs").index)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [7461] * 4


def test_hands_are_added_in_the_hook_only() -> None:
    lookup = TriplesLookup()
    with pytest.raises(RuntimeError, match="_add_entries"):
        lookup._add_multisets({2: 1}, (False,), Label.ONE_PAIR)
    with pytest.raises(RuntimeError, match="_add_entries"):
        lookup._add_straights(3, (False,), Label.STRAIGHT)


def test_hands_of_many_cards_are_refused_loudly() -> None:
    class Own(Lookup):
        rank_order = croupier.cards.RankOrder.STANDARD

        def _add_entries(self) -> None:
            self._add_straights(8, (False,), Label.STRAIGHT)

    with pytest.raises(NotImplementedError, match="at most 7 cards, not 8"):
        Own().has_entry("2s")


def test_own_lookups_may_be_dataclasses() -> None:
    from dataclasses import dataclass

    @dataclass
    class Own(StandardLookup):
        pass

    assert Own().get_entry("AsKsQsJsTs").index == 7461
    assert Own() == Own()
    assert repr(Own()).endswith("Own()")
    assert Own().ranking_name == "high"
