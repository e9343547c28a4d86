"""Hands of five cards in which straights and flushes count."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from croupier.hands.combination import (
    BoardCombinationHand,
    CombinationHand,
    HoleBoardCombinationHand,
)
from croupier.lookups import Lookup, ShortDeckHoldemLookup, Standard2Lookup, StandardLookup

__all__ = [
    "GreekHoldemHand",
    "OmahaHoldemHand",
    "ShortDeckHoldemHand",
    "StandardHand",
    "StandardHighHand",
    "StandardLowHand",
]

# One for all classes, so that what it remembers is shared.
_STANDARD_LOOKUP = StandardLookup()


class StandardHand(CombinationHand, ABC):
    """A standard hand of five cards, high or low.

    >>> [hand.low for hand in (StandardHighHand, StandardLowHand)]
    [False, True]
    """

    __slots__ = ()

    lookup: ClassVar[Lookup] = _STANDARD_LOOKUP
    card_count = 5


class StandardHighHand(StandardHand):
    """A high hand, as in hold'em and stud.

    >>> hand = StandardHighHand("AsAdKhKcQs")
    >>> print(hand)
    Two pair (AsAdKhKcQs)
    >>> hand.description
    'two pair, Aces and Kings, Queen kicker'
    """

    __slots__ = ()

    low = False


class StandardLowHand(StandardHand):
    """A deuce-to-seven low hand: straights and flushes count, and aces are high.

    >>> StandardLowHand("7s5d4h3c2s") > StandardLowHand("5s4d3h2cAs")
    True
    """

    __slots__ = ()

    lookup = Standard2Lookup()
    low = True


class ShortDeckHoldemHand(CombinationHand):
    """A hand of short-deck hold'em, where a flush beats a full house.

    >>> ShortDeckHoldemHand("JsTs8s7s6s") > ShortDeckHoldemHand("AsAdAhKcKs")
    True
    """

    __slots__ = ()

    lookup = ShortDeckHoldemLookup()
    low = False
    card_count = 5


class GreekHoldemHand(BoardCombinationHand):
    """A hand of Greek hold'em: both hole cards and three of the board.

    >>> print(GreekHoldemHand.from_game("2s2d", "AhKhQhJhTh"))
    One pair (2s2dAhKhQh)
    """

    __slots__ = ()

    lookup = _STANDARD_LOOKUP
    low = False
    card_count = 5
    board_card_count = 3


class OmahaHoldemHand(HoleBoardCombinationHand):
    """A hand of Omaha: two hole cards and three of the board.

    >>> print(OmahaHoldemHand.from_game("2s2d3c4c", "AhKhQhJhTh"))
    One pair (2s2dAhKhQh)
    """

    __slots__ = ()

    lookup = _STANDARD_LOOKUP
    low = False
    card_count = 5
    board_card_count = 3
    hole_card_count = 2
