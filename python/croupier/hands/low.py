"""Hands of five cards in which low ranks win, and straights and flushes do not count."""

from __future__ import annotations

from croupier.hands.combination import CombinationHand, HoleBoardCombinationHand
from croupier.lookups import EightOrBetterLookup, RegularLookup

__all__ = ["EightOrBetterLowHand", "OmahaEightOrBetterLowHand", "RegularLowHand"]

# One for all classes, so that what it remembers is shared.
_EIGHT_OR_BETTER_LOOKUP = EightOrBetterLookup()


class EightOrBetterLowHand(CombinationHand):
    """A low hand that qualifies: five different ranks, none of them above the eight.

    >>> EightOrBetterLowHand("5s4s3s2sAs") > EightOrBetterLowHand("8s7d6h5c4s")
    True
    """

    __slots__ = ()

    lookup = _EIGHT_OR_BETTER_LOOKUP
    low = True
    card_count = 5


class RegularLowHand(CombinationHand):
    """An ace-to-five low hand, as in razz.

    >>> RegularLowHand("5s4s3s2sAs").description
    '5-4-3-2-A low'
    """

    __slots__ = ()

    lookup = RegularLookup()
    low = True
    card_count = 5


class OmahaEightOrBetterLowHand(HoleBoardCombinationHand):
    """A low hand of Omaha that qualifies: two hole cards and three of the board.

    >>> OmahaEightOrBetterLowHand.from_game("As2s7d8d", "2c3c4cKsQs")
    As7d2c3c4c
    """

    __slots__ = ()

    lookup = _EIGHT_OR_BETTER_LOOKUP
    low = True
    card_count = 5
    board_card_count = 3
    hole_card_count = 2
