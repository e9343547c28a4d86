"""The state of a hand, and everything that can be done to it.

`State` plays any game that streets describe, operation by operation or automated; the games
themselves are in `croupier.games`.
"""

from __future__ import annotations

from croupier.hands import (  # noqa: F401  # PokerKit has them here, too
    Hand,
)
from croupier.lookups import (  # noqa: F401  # PokerKit has them here, too
    Label,
    Lookup,
)
from croupier.state import operations
from croupier.state.enums import Automation, BettingStructure, Mode, Opening, Rules
from croupier.state.layout import BoardLayout, BoardRow
from croupier.state.legal import Legal, LegalOperation
from croupier.state.openings import _HighHandOpeningLookup, _LowHandOpeningLookup
from croupier.state.operations import *  # noqa: F403  # the names are those of the table
from croupier.state.pot import Pot
from croupier.state.state import State
from croupier.state.street import Discard, Street
from croupier.utilities import (  # noqa: F401  # PokerKit has them here, too
    Card,
    CardsLike,
    Deck,
    RankOrder,
    Suit,
    ValuesLike,
    clean_values,
    divmod,
    max_or_none,
    min_or_none,
    rake,
    shuffled,
    sign,
)

__all__ = [
    "Automation",
    "BettingStructure",
    "BoardLayout",
    "BoardRow",
    "Discard",
    "Legal",
    "LegalOperation",
    "Mode",
    "Opening",
    "Pot",
    "Rules",
    "State",
    "Street",
    "_HighHandOpeningLookup",
    "_LowHandOpeningLookup",
]
__all__ += [name for name in operations.__all__ if name != "Operations"]
