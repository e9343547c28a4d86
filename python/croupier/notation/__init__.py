"""Hand histories under the name of PokerKit's module, and its parsers.

`HandHistory` and `parse_action` are at home in `croupier.histories`. The parsers of rooms are other
names for its `from_…` methods; `REParser` is for texts that Croupier does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.later import import_later
from croupier.games import (  # noqa: F401  # PokerKit has them here, too
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    Poker,
    PotLimitOmahaHoldem,
)
from croupier.histories import HandHistory, parse_action
from croupier.state import (  # noqa: F401  # PokerKit has them here, too
    Automation,
    BoardDealing,
    BringInPosting,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleCardsShowingOrMucking,
    HoleDealing,
    Mode,
    StandingPatOrDiscarding,
    State,
)
from croupier.utilities import (  # noqa: F401  # PokerKit has them here, too
    UNMATCHABLE_PATTERN,
    Card,
    divmod,
    parse_month,
    parse_time,
    parse_value,
    rake,
    rotated,
)

if TYPE_CHECKING:
    from croupier.notation.parser import Parser
    from croupier.notation.patterns import REParser
    from croupier.notation.rooms import (
        AbsolutePokerParser,
        ACPCProtocolParser,
        FullTiltPokerParser,
        IPokerNetworkParser,
        OngameNetworkParser,
        PartyPokerParser,
        PokerStarsParser,
    )

__all__ = [
    "ACPCProtocolParser",
    "AbsolutePokerParser",
    "FullTiltPokerParser",
    "HandHistory",
    "IPokerNetworkParser",
    "OngameNetworkParser",
    "Parser",
    "PartyPokerParser",
    "PokerStarsParser",
    "REParser",
    "parse_action",
]

# Parsers are for programs that were written for PokerKit.
_LATER = {
    "ACPCProtocolParser": "croupier.notation.rooms",
    "AbsolutePokerParser": "croupier.notation.rooms",
    "FullTiltPokerParser": "croupier.notation.rooms",
    "IPokerNetworkParser": "croupier.notation.rooms",
    "OngameNetworkParser": "croupier.notation.rooms",
    "Parser": "croupier.notation.parser",
    "PartyPokerParser": "croupier.notation.rooms",
    "PokerStarsParser": "croupier.notation.rooms",
    "REParser": "croupier.notation.patterns",
}

__getattr__, __dir__ = import_later(__name__, _LATER)
