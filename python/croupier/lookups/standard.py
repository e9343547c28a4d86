"""Lookups of five cards in which straights and flushes count."""

from __future__ import annotations

from croupier.cards import RankOrder
from croupier.lookups.entry import Label
from croupier.lookups.lookup import Lookup

__all__ = ["ShortDeckHoldemLookup", "Standard2Lookup", "StandardLookup"]


class StandardLookup(Lookup):
    """A lookup of the usual high hands.

    >>> lookup = StandardLookup()
    >>> lookup.get_entry("5s4d3h2cAs").label
    <Label.STRAIGHT: 'Straight'>
    >>> lookup.get_entry("AsKsQsJsTs").index
    7461
    """

    rank_order = RankOrder.STANDARD
    _ranking = "high"

    def _add_entries(self) -> None:
        self._add_multisets({1: 5}, (False,), Label.HIGH_CARD)
        self._add_multisets({2: 1, 1: 3}, (False,), Label.ONE_PAIR)
        self._add_multisets({2: 2, 1: 1}, (False,), Label.TWO_PAIR)
        self._add_multisets({3: 1, 1: 2}, (False,), Label.THREE_OF_A_KIND)
        self._add_straights(5, (False,), Label.STRAIGHT)
        self._add_multisets({1: 5}, (True,), Label.FLUSH)
        self._add_multisets({3: 1, 2: 1}, (False,), Label.FULL_HOUSE)
        self._add_multisets({4: 1, 1: 1}, (False,), Label.FOUR_OF_A_KIND)
        self._add_straights(5, (True,), Label.STRAIGHT_FLUSH)


class Standard2Lookup(Lookup):
    """A lookup of the hands of deuce-to-seven low, in which an ace is always high.

    >>> Standard2Lookup().get_entry("5s4d3h2cAs").label
    <Label.HIGH_CARD: 'High card'>
    """

    rank_order = RankOrder.STANDARD
    _ranking = "27_low"

    def _add_entries(self) -> None:
        self._add_multisets({1: 5}, (False,), Label.HIGH_CARD)
        self._add_multisets({2: 1, 1: 3}, (False,), Label.ONE_PAIR)
        self._add_multisets({2: 2, 1: 1}, (False,), Label.TWO_PAIR)
        self._add_multisets({3: 1, 1: 2}, (False,), Label.THREE_OF_A_KIND)
        self._add_straights(5, (False,), Label.STRAIGHT, wrap=False)
        self._add_multisets({1: 5}, (True,), Label.FLUSH)
        self._add_multisets({3: 1, 2: 1}, (False,), Label.FULL_HOUSE)
        self._add_multisets({4: 1, 1: 1}, (False,), Label.FOUR_OF_A_KIND)
        self._add_straights(5, (True,), Label.STRAIGHT_FLUSH, wrap=False)


class ShortDeckHoldemLookup(Lookup):
    """A lookup of hands of the 36 cards from six to ace, where a flush beats a full house.

    >>> lookup = ShortDeckHoldemLookup()
    >>> lookup.get_entry("As9d8h7c6s").label
    <Label.STRAIGHT: 'Straight'>
    >>> lookup.get_entry("AsAdAhKcKs") < lookup.get_entry("JsTs8s7s6s")
    True
    """

    rank_order = RankOrder.SHORT_DECK_HOLDEM
    _ranking = "36card_ffh_high"

    def _add_entries(self) -> None:
        self._add_multisets({1: 5}, (False,), Label.HIGH_CARD)
        self._add_multisets({2: 1, 1: 3}, (False,), Label.ONE_PAIR)
        self._add_multisets({2: 2, 1: 1}, (False,), Label.TWO_PAIR)
        self._add_multisets({3: 1, 1: 2}, (False,), Label.THREE_OF_A_KIND)
        self._add_straights(5, (False,), Label.STRAIGHT)
        self._add_multisets({3: 1, 2: 1}, (False,), Label.FULL_HOUSE)
        self._add_multisets({1: 5}, (True,), Label.FLUSH)
        self._add_multisets({4: 1, 1: 1}, (False,), Label.FOUR_OF_A_KIND)
        self._add_straights(5, (True,), Label.STRAIGHT_FLUSH)
