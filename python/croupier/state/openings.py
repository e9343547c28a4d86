"""The order of up cards that decides who opens: what lookups of one to four cards say."""

from __future__ import annotations

from collections import Counter

from croupier.cards import RankOrder
from croupier.lookups import Label, Lookup

__all__ = ["_HighHandOpeningLookup", "_LowHandOpeningLookup"]

_BOTH = (False, True)
_MIXED = (False,)


class _OpeningLookup(Lookup):
    """A lookup of one to four up cards, pairs first, then high cards."""

    def _add_entries(self) -> None:
        for count in range(1, 5):
            self._add_multisets(Counter({1: count}), _BOTH, Label.HIGH_CARD)
        for count in range(3):
            self._add_multisets(Counter({2: 1, 1: count}), _MIXED, Label.ONE_PAIR)
        self._add_multisets(Counter({2: 2}), _MIXED, Label.TWO_PAIR)
        for count in range(2):
            self._add_multisets(Counter({3: 1, 1: count}), _MIXED, Label.THREE_OF_A_KIND)
        self._add_multisets(Counter({4: 1}), _MIXED, Label.FOUR_OF_A_KIND)


class _LowHandOpeningLookup(_OpeningLookup):
    """A lookup of up cards where aces are low."""

    rank_order = RankOrder.REGULAR


class _HighHandOpeningLookup(_OpeningLookup):
    """A lookup of up cards where aces are high."""

    rank_order = RankOrder.STANDARD
