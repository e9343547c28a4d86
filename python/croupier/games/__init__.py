"""Games: what is played, with which cards, forced bets and limits.

A game is a class. Its `create_state` starts a hand; an instance keeps all but the stacks and starts
a hand when it is called.

>>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
>>> state = game((200, 150), 2, seed=1)
>>> state.starting_stacks
(200, 150)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.later import import_later
from croupier.games.badugi import FixedLimitBadacey, FixedLimitBadeucy, FixedLimitBadugi
from croupier.games.big_omaha_holdem import (
    PotLimitFiveCardOmahaHoldem,
    PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter,
    PotLimitSixCardOmahaHoldem,
)
from croupier.games.courchevel import (
    PotLimitCourchevel,
    PotLimitCourchevelHighLowSplitEightOrBetter,
)
from croupier.games.draw import (
    Draw,
    FixedLimitSingleDraw,
    SingleDraw,
    TripleDraw,
    UnfixedLimitTripleDraw,
)
from croupier.games.five_card_draw import (
    FiveCardDrawMixin,
    FixedLimitFiveCardDraw,
    NoLimitFiveCardDraw,
    PotLimitFiveCardDraw,
)
from croupier.games.five_card_stud import FiveCardStud, FixedLimitFiveCardStud
from croupier.games.holdem import Holdem, UnfixedLimitHoldem
from croupier.games.limits import FixedLimitPokerMixin, NoLimitPokerMixin, PotLimitPokerMixin
from croupier.games.lowball import (
    AceToFiveLowballMixin,
    DeuceToSevenLowballMixin,
    FixedLimitAceToFiveLowballTripleDraw,
    FixedLimitDeuceToSevenLowballTripleDraw,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitDeuceToSevenLowballTripleDraw,
    PotLimitDeuceToSevenLowballTripleDraw,
)
from croupier.games.omaha_holdem import (
    FixedLimitOmahaHoldem,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    NoLimitOmahaHoldem,
    NoLimitOmahaHoldemHighLowSplitEightOrBetter,
    OmahaHoldemMixin,
    PotLimitOmahaHoldem,
    PotLimitOmahaHoldemHighLowSplitEightOrBetter,
)
from croupier.games.pineapple import (
    CrazyPineappleMixin,
    FixedLimitCrazyPineapple,
    FixedLimitCrazyPineappleHighLowSplitEightOrBetter,
    FixedLimitPineapple,
    NoLimitCrazyPineapple,
    NoLimitPineapple,
    PineappleMixin,
    PotLimitCrazyPineapple,
    PotLimitPineapple,
)
from croupier.games.poker import Poker
from croupier.games.seven_card_stud import (
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    SevenCardStud,
)
from croupier.games.small import (
    KuhnPoker,
    LeducHoldem,
    Numeral211Holdem,
    RhodeIslandHoldem,
    RoyalRhodeIslandHoldem,
)
from croupier.games.stud import Stud
from croupier.games.texas_holdem import (
    FixedLimitTexasHoldem,
    NoLimitGreekHoldem,
    NoLimitRoyalHoldem,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitTexasHoldem,
    RoyalHoldemMixin,
    TexasHoldemMixin,
)
from croupier.hands import (  # noqa: F401  # PokerKit has them here, too
    BadugiHand,
    EightOrBetterLowHand,
    Hand,
    KuhnPokerHand,
    LeducHoldemHand,
    Numeral211HoldemHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    RhodeIslandHoldemHand,
    ShortDeckHoldemHand,
    StandardHighHand,
    StandardLowHand,
)
from croupier.state import (  # noqa: F401  # PokerKit has them here, too
    Automation,
    BettingStructure,
    Mode,
    Opening,
    State,
    Street,
)
from croupier.utilities import (  # noqa: F401  # PokerKit has them here, too
    Deck,
    RankOrder,
    ValuesLike,
    divmod,
    rake,
)

if TYPE_CHECKING:
    from croupier.games.configuration.library import load as load
    from croupier.games.configuration.model import Configuration as Configuration
    from croupier.games.configuration.playing import ConfiguredGame as ConfiguredGame
    from croupier.games.making import make_game as make_game

__all__ = [
    "AceToFiveLowballMixin",
    "CrazyPineappleMixin",
    "DeuceToSevenLowballMixin",
    "Draw",
    "FiveCardDrawMixin",
    "FiveCardStud",
    "FixedLimitAceToFiveLowballTripleDraw",
    "FixedLimitBadacey",
    "FixedLimitBadeucy",
    "FixedLimitBadugi",
    "FixedLimitCrazyPineapple",
    "FixedLimitCrazyPineappleHighLowSplitEightOrBetter",
    "FixedLimitDeuceToSevenLowballTripleDraw",
    "FixedLimitFiveCardDraw",
    "FixedLimitFiveCardStud",
    "FixedLimitOmahaHoldem",
    "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
    "FixedLimitPineapple",
    "FixedLimitPokerMixin",
    "FixedLimitRazz",
    "FixedLimitSevenCardStud",
    "FixedLimitSevenCardStudHighLowSplitEightOrBetter",
    "FixedLimitSingleDraw",
    "FixedLimitTexasHoldem",
    "Holdem",
    "KuhnPoker",
    "LeducHoldem",
    "NoLimitCrazyPineapple",
    "NoLimitDeuceToSevenLowballSingleDraw",
    "NoLimitDeuceToSevenLowballTripleDraw",
    "NoLimitFiveCardDraw",
    "NoLimitGreekHoldem",
    "NoLimitOmahaHoldem",
    "NoLimitOmahaHoldemHighLowSplitEightOrBetter",
    "NoLimitPineapple",
    "NoLimitPokerMixin",
    "NoLimitRoyalHoldem",
    "NoLimitShortDeckHoldem",
    "NoLimitTexasHoldem",
    "Numeral211Holdem",
    "OmahaHoldemMixin",
    "PineappleMixin",
    "Poker",
    "PotLimitCourchevel",
    "PotLimitCourchevelHighLowSplitEightOrBetter",
    "PotLimitCrazyPineapple",
    "PotLimitDeuceToSevenLowballTripleDraw",
    "PotLimitFiveCardDraw",
    "PotLimitFiveCardOmahaHoldem",
    "PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter",
    "PotLimitOmahaHoldem",
    "PotLimitOmahaHoldemHighLowSplitEightOrBetter",
    "PotLimitPineapple",
    "PotLimitPokerMixin",
    "PotLimitSixCardOmahaHoldem",
    "PotLimitTexasHoldem",
    "RhodeIslandHoldem",
    "RoyalHoldemMixin",
    "RoyalRhodeIslandHoldem",
    "SevenCardStud",
    "SingleDraw",
    "Stud",
    "TexasHoldemMixin",
    "TripleDraw",
    "UnfixedLimitHoldem",
    "UnfixedLimitTripleDraw",
]

# Games as JSON files, which most programs do not use.
_LATER = {
    "Configuration": "croupier.games.configuration.model",
    "ConfiguredGame": "croupier.games.configuration.playing",
    "load": "croupier.games.configuration.library",
    "make_game": "croupier.games.making",
}

__getattr__, __dir__ = import_later(__name__, _LATER)
