"""Hands: cards that form a hand, and which hand is the better one.

>>> one = StandardHighHand.from_game("AsKs", "AdKh7c7dQs")
>>> other = StandardHighHand.from_game("7s7h", "AdKh7c7dQs")
>>> one < other
True
>>> other.description
'four of a kind, Sevens, Ace kicker'
"""

from __future__ import annotations

from croupier.cards import (  # noqa: F401  # PokerKit has them here, too
    Card,
    CardsLike,
)
from croupier.hands.badugi import BadugiHand, StandardBadugiHand
from croupier.hands.combination import (
    BoardCombinationHand,
    CombinationHand,
    HoleBoardCombinationHand,
)
from croupier.hands.hand import Hand
from croupier.hands.low import EightOrBetterLowHand, OmahaEightOrBetterLowHand, RegularLowHand
from croupier.hands.small import (
    KuhnPokerHand,
    LeducHoldemHand,
    Numeral211HoldemHand,
    RhodeIslandHoldemHand,
)
from croupier.hands.standard import (
    GreekHoldemHand,
    OmahaHoldemHand,
    ShortDeckHoldemHand,
    StandardHand,
    StandardHighHand,
    StandardLowHand,
)
from croupier.lookups import (  # noqa: F401  # PokerKit has them here, too
    BadugiLookup,
    EightOrBetterLookup,
    Entry,
    KuhnPokerLookup,
    LeducHoldemLookup,
    Lookup,
    Numeral211HoldemLookup,
    RegularLookup,
    RhodeIslandHoldemLookup,
    ShortDeckHoldemLookup,
    Standard2Lookup,
    StandardBadugiLookup,
    StandardLookup,
)

__all__ = [
    "BadugiHand",
    "BoardCombinationHand",
    "CombinationHand",
    "EightOrBetterLowHand",
    "GreekHoldemHand",
    "Hand",
    "HoleBoardCombinationHand",
    "KuhnPokerHand",
    "LeducHoldemHand",
    "Numeral211HoldemHand",
    "OmahaEightOrBetterLowHand",
    "OmahaHoldemHand",
    "RegularLowHand",
    "RhodeIslandHoldemHand",
    "ShortDeckHoldemHand",
    "StandardBadugiHand",
    "StandardHand",
    "StandardHighHand",
    "StandardLowHand",
]
