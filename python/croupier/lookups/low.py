"""Lookups of five cards in which straights and flushes do not count."""

from __future__ import annotations

from croupier.cards import RankOrder
from croupier.lookups.entry import Label
from croupier.lookups.lookup import Lookup

__all__ = ["EightOrBetterLookup", "RegularLookup"]


class EightOrBetterLookup(Lookup):
    """A lookup of hands of five different ranks, none of them above the eight; aces are low.

    >>> lookup = EightOrBetterLookup()
    >>> lookup.get_entry("5s4s3s2sAs").index, lookup.get_entry("8s7d6h5c4s").index
    (0, 55)
    >>> lookup.has_entry("9s4d3h2cAs")
    False
    """

    rank_order = RankOrder.EIGHT_OR_BETTER_LOW
    _ranking = "eight_or_better_low"

    def _add_entries(self) -> None:
        self._add_multisets({1: 5}, (False, True), Label.HIGH_CARD)


class RegularLookup(Lookup):
    """A lookup of the hands of ace-to-five low, by their pairs alone; aces are low.

    >>> RegularLookup().get_entry("5s4s3s2sAs")
    Entry(index=0, label=<Label.HIGH_CARD: 'High card'>)
    """

    rank_order = RankOrder.REGULAR
    _ranking = "a5_low"

    def _add_entries(self) -> None:
        self._add_multisets({1: 5}, (False, True), Label.HIGH_CARD)
        self._add_multisets({2: 1, 1: 3}, (False,), Label.ONE_PAIR)
        self._add_multisets({2: 2, 1: 1}, (False,), Label.TWO_PAIR)
        self._add_multisets({3: 1, 1: 2}, (False,), Label.THREE_OF_A_KIND)
        self._add_multisets({3: 1, 2: 1}, (False,), Label.FULL_HOUSE)
        self._add_multisets({4: 1, 1: 1}, (False,), Label.FOUR_OF_A_KIND)
