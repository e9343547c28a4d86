# Made by tools/front_door.py.

from croupier.games.configuration.custom_game import CustomGame as CustomGame
from croupier.games.configuration.library import load as load
from croupier.games.configuration.schema.model import Configuration as Configuration
from croupier.games.limits import (
    FixedLimitPokerMixin,
    NoLimitPokerMixin,
    PotLimitPokerMixin,
)
from croupier.games.making import make_game as make_game
from croupier.games.poker import Poker
from croupier.games.predefined.badugi import (
    FixedLimitBadacey,
    FixedLimitBadeucy,
    FixedLimitBadugi,
)
from croupier.games.predefined.big_omaha_holdem import (
    PotLimitFiveCardOmahaHoldem,
    PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter,
    PotLimitSixCardOmahaHoldem,
)
from croupier.games.predefined.courchevel import (
    PotLimitCourchevel,
    PotLimitCourchevelHighLowSplitEightOrBetter,
)
from croupier.games.predefined.draw import (
    Draw,
    FixedLimitSingleDraw,
    SingleDraw,
    TripleDraw,
    UnfixedLimitTripleDraw,
)
from croupier.games.predefined.five_card_draw import (
    FiveCardDrawMixin,
    FixedLimitFiveCardDraw,
    NoLimitFiveCardDraw,
    PotLimitFiveCardDraw,
)
from croupier.games.predefined.five_card_stud import (
    FiveCardStud,
    FixedLimitFiveCardStud,
)
from croupier.games.predefined.holdem import (
    Holdem,
    UnfixedLimitHoldem,
)
from croupier.games.predefined.lowball import (
    AceToFiveLowballMixin,
    DeuceToSevenLowballMixin,
    FixedLimitAceToFiveLowballTripleDraw,
    FixedLimitDeuceToSevenLowballTripleDraw,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitDeuceToSevenLowballTripleDraw,
    PotLimitDeuceToSevenLowballTripleDraw,
)
from croupier.games.predefined.omaha_holdem import (
    FixedLimitOmahaHoldem,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    NoLimitOmahaHoldem,
    NoLimitOmahaHoldemHighLowSplitEightOrBetter,
    OmahaHoldemMixin,
    PotLimitOmahaHoldem,
    PotLimitOmahaHoldemHighLowSplitEightOrBetter,
)
from croupier.games.predefined.pineapple import (
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
from croupier.games.predefined.seven_card_stud import (
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    SevenCardStud,
)
from croupier.games.predefined.small import (
    KuhnPoker,
    LeducHoldem,
    Numeral211Holdem,
    RhodeIslandHoldem,
    RoyalRhodeIslandHoldem,
)
from croupier.games.predefined.stud import Stud
from croupier.games.predefined.texas_holdem import (
    FixedLimitTexasHoldem,
    NoLimitGreekHoldem,
    NoLimitRoyalHoldem,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitTexasHoldem,
    RoyalHoldemMixin,
    TexasHoldemMixin,
)
from croupier.hands import BadugiHand as BadugiHand
from croupier.hands import EightOrBetterLowHand as EightOrBetterLowHand
from croupier.hands import Hand as Hand
from croupier.hands import KuhnPokerHand as KuhnPokerHand
from croupier.hands import LeducHoldemHand as LeducHoldemHand
from croupier.hands import Numeral211HoldemHand as Numeral211HoldemHand
from croupier.hands import OmahaEightOrBetterLowHand as OmahaEightOrBetterLowHand
from croupier.hands import OmahaHoldemHand as OmahaHoldemHand
from croupier.hands import RegularLowHand as RegularLowHand
from croupier.hands import RhodeIslandHoldemHand as RhodeIslandHoldemHand
from croupier.hands import ShortDeckHoldemHand as ShortDeckHoldemHand
from croupier.hands import StandardHighHand as StandardHighHand
from croupier.hands import StandardLowHand as StandardLowHand
from croupier.state import Automation as Automation
from croupier.state import BettingStructure as BettingStructure
from croupier.state import Mode as Mode
from croupier.state import Opening as Opening
from croupier.state import State as State
from croupier.state import Street as Street
from croupier.utilities import Deck as Deck
from croupier.utilities import RankOrder as RankOrder
from croupier.utilities import ValuesLike as ValuesLike
from croupier.utilities import divmod as divmod
from croupier.utilities import rake as rake

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
