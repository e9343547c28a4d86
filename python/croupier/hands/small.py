"""Hands of the small games that researchers use."""

from __future__ import annotations

from croupier.hands.combination import CombinationHand
from croupier.lookups import (
    KuhnPokerLookup,
    LeducHoldemLookup,
    Numeral211HoldemLookup,
    RhodeIslandHoldemLookup,
)

__all__ = ["KuhnPokerHand", "LeducHoldemHand", "Numeral211HoldemHand", "RhodeIslandHoldemHand"]


class KuhnPokerHand(CombinationHand):
    """A hand of Kuhn poker: one card out of jack, queen and king.

    >>> KuhnPokerHand("Js") < KuhnPokerHand("Qs") < KuhnPokerHand("Ks")
    True
    """

    __slots__ = ()

    lookup = KuhnPokerLookup()
    low = False
    card_count = 1


class LeducHoldemHand(CombinationHand):
    """A hand of Leduc hold'em: two cards out of jacks, queens and kings.

    >>> LeducHoldemHand("KsQh") < LeducHoldemHand("JsJh")
    True
    """

    __slots__ = ()

    lookup = LeducHoldemLookup()
    low = False
    card_count = 2


class RhodeIslandHoldemHand(CombinationHand):
    """A hand of Rhode Island hold'em: three cards, where a straight beats a flush.

    >>> RhodeIslandHoldemHand("AsKsJs") < RhodeIslandHoldemHand("As2d3h")
    True
    """

    __slots__ = ()

    lookup = RhodeIslandHoldemLookup()
    low = False
    card_count = 3


class Numeral211HoldemHand(RhodeIslandHoldemHand):
    """A hand of Numeral211 hold'em: three cards without jacks, queens and kings.

    >>> print(Numeral211HoldemHand.from_game("AsTh", "9d2c"))
    Straight (AsTh9d)
    """

    __slots__ = ()

    lookup = Numeral211HoldemLookup()
