"""Hand histories under the name of PokerKit's module, and its parsers.

`HandHistory` and `parse_action` are at home in `croupier.histories`. The parsers of rooms are other
names for its `from_…` methods; `REParser` is for texts that Croupier does not know.
"""

from __future__ import annotations

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
