"""Lookups: from cards to the place of the hand that they form.

Hands do this for you; a lookup of your own says what counts as a hand, see `Lookup`.

>>> lookup = StandardLookup()
>>> lookup.get_entry("AsAdKhQc9s") < lookup.get_entry("2s2d2h3c4s")
True
"""

from __future__ import annotations

from croupier.cards import (  # noqa: F401  # PokerKit has them here, too
    Card,
    CardsLike,
    Rank,
    RankOrder,
)
from croupier.lookups.badugi import BadugiLookup, StandardBadugiLookup
from croupier.lookups.entry import Entry, Label
from croupier.lookups.lookup import Lookup
from croupier.lookups.low import EightOrBetterLookup, RegularLookup
from croupier.lookups.small import (
    KuhnPokerLookup,
    LeducHoldemLookup,
    Numeral211HoldemLookup,
    RhodeIslandHoldemLookup,
)
from croupier.lookups.standard import ShortDeckHoldemLookup, Standard2Lookup, StandardLookup

__all__ = [
    "BadugiLookup",
    "EightOrBetterLookup",
    "Entry",
    "KuhnPokerLookup",
    "Label",
    "LeducHoldemLookup",
    "Lookup",
    "Numeral211HoldemLookup",
    "RegularLookup",
    "RhodeIslandHoldemLookup",
    "ShortDeckHoldemLookup",
    "Standard2Lookup",
    "StandardBadugiLookup",
    "StandardLookup",
]
