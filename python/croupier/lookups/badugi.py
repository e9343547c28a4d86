"""Lookups of badugi."""

from __future__ import annotations

from croupier.cards import Card, CardsLike, RankOrder
from croupier.lookups.entry import Label
from croupier.lookups.keys import Key
from croupier.lookups.lookup import Lookup

__all__ = ["BadugiLookup", "StandardBadugiLookup"]


class BadugiLookup(Lookup):
    """A lookup of badugis: one to four cards that differ in rank and in suit; aces are low.

    More cards have lower indices, since the lower index wins.

    >>> lookup = BadugiLookup()
    >>> lookup.get_entry("4s3d2hAc").index
    0
    >>> lookup.get_entry("Ks") > lookup.get_entry("KsQd")
    True
    >>> lookup.has_entry("4s3s")
    False
    """

    rank_order = RankOrder.REGULAR
    _ranking = "badugi"

    def _add_entries(self) -> None:
        for count in range(4, 1, -1):
            self._add_multisets({1: count}, (False,), Label.HIGH_CARD)
        self._add_multisets({1: 1}, (True,), Label.HIGH_CARD)

    def _get_key(self, cards: CardsLike) -> Key:
        cards = Card.clean(cards)
        if not Card.are_rainbow(cards):
            raise ValueError(f"The cards {cards!r} are no badugi: two of them share a suit.")
        return super()._get_key(cards)


class StandardBadugiLookup(BadugiLookup):
    """A lookup of badugis in which aces are high.

    >>> StandardBadugiLookup().get_entry("5s4d3h2c").index
    0
    """

    rank_order = RankOrder.STANDARD
    _ranking = "badugi_ah"
