"""Lookups of the small games that researchers use."""

from __future__ import annotations

from croupier.cards import RankOrder
from croupier.lookups.entry import Label
from croupier.lookups.lookup import Lookup

__all__ = [
    "KuhnPokerLookup",
    "LeducHoldemLookup",
    "Numeral211HoldemLookup",
    "RhodeIslandHoldemLookup",
]


class KuhnPokerLookup(Lookup):
    """A lookup of one card: a jack, a queen or a king.

    >>> KuhnPokerLookup().get_entry("K?").index
    2
    """

    rank_order = RankOrder.KUHN_POKER
    _ranking = "kuhn"

    def _add_entries(self) -> None:
        self._add_multisets({1: 1}, (True,), Label.HIGH_CARD)


class LeducHoldemLookup(Lookup):
    """A lookup of two cards out of jacks, queens and kings.

    >>> lookup = LeducHoldemLookup()
    >>> lookup.get_entry("KsQs") < lookup.get_entry("JsJh")
    True
    """

    rank_order = RankOrder.KUHN_POKER
    _ranking = "leduc"

    def _add_entries(self) -> None:
        self._add_multisets({1: 2}, (False, True), Label.HIGH_CARD)
        self._add_multisets({2: 1}, (False, True), Label.ONE_PAIR)


class RhodeIslandHoldemLookup(Lookup):
    """A lookup of three cards, where a straight beats a flush.

    >>> lookup = RhodeIslandHoldemLookup()
    >>> lookup.get_entry("AsKsJs") < lookup.get_entry("As2d3h") < lookup.get_entry("2s2d2h")
    True
    """

    rank_order = RankOrder.STANDARD
    _ranking = "rhode_island"

    def _add_entries(self) -> None:
        self._add_multisets({1: 3}, (False,), Label.HIGH_CARD)
        self._add_multisets({2: 1, 1: 1}, (False,), Label.ONE_PAIR)
        self._add_multisets({1: 3}, (True,), Label.FLUSH)
        self._add_straights(3, (False,), Label.STRAIGHT)
        self._add_multisets({3: 1}, (False,), Label.THREE_OF_A_KIND)
        self._add_straights(3, (True,), Label.STRAIGHT_FLUSH)


class Numeral211HoldemLookup(RhodeIslandHoldemLookup):
    """A lookup of three cards of the 40 without jacks, queens and kings.

    >>> lookup = Numeral211HoldemLookup()
    >>> lookup.has_entry("AsTd9h"), lookup.has_entry("AsKd9h")
    (True, False)
    """

    rank_order = RankOrder.NUMERAL211_HOLDEM
    _ranking = "numeral211"
