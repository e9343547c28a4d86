"""Which code stands for which game, and which fields a hand of it must have.

Eleven codes are those of the standard. The others begin with `X:`, so that no later release of the
standard can mean another game by them: readers that know the standard alone report an unknown
variant, instead of playing the wrong game.
"""

from __future__ import annotations

from typing import Final

from croupier import games
from croupier.games import Poker

__all__ = [
    "CONFIGURED",
    "FORCED_BET_FIELDS",
    "GAME_TYPES",
    "REQUIRED_FIELDS",
    "STANDARD_CODES",
    "VARIANTS",
]

_BLINDS_FIXED = ("blinds_or_straddles", "small_bet", "big_bet")
_BLINDS_UNFIXED = ("blinds_or_straddles", "min_bet")
_STUD = ("bring_in", "small_bet", "big_bet")
_ANTES_FIXED = ("small_bet", "big_bet")
_ANTES_ONE_BET = ("small_bet",)

_STANDARD: Final[dict[str, tuple[type[Poker], tuple[str, ...]]]] = {
    "FT": (games.FixedLimitTexasHoldem, _BLINDS_FIXED),
    "NT": (games.NoLimitTexasHoldem, _BLINDS_UNFIXED),
    "NS": (games.NoLimitShortDeckHoldem, _BLINDS_UNFIXED),
    "PO": (games.PotLimitOmahaHoldem, _BLINDS_UNFIXED),
    "FO/8": (games.FixedLimitOmahaHoldemHighLowSplitEightOrBetter, _BLINDS_FIXED),
    "F7S": (games.FixedLimitSevenCardStud, _STUD),
    "F7S/8": (games.FixedLimitSevenCardStudHighLowSplitEightOrBetter, _STUD),
    "FR": (games.FixedLimitRazz, _STUD),
    "N2L1D": (games.NoLimitDeuceToSevenLowballSingleDraw, _BLINDS_UNFIXED),
    "F2L3D": (games.FixedLimitDeuceToSevenLowballTripleDraw, _BLINDS_FIXED),
    "FB": (games.FixedLimitBadugi, _BLINDS_FIXED),
}
_EXTENSION: Final[dict[str, tuple[type[Poker], tuple[str, ...]]]] = {
    "X:NR": (games.NoLimitRoyalHoldem, _BLINDS_UNFIXED),
    "X:NG": (games.NoLimitGreekHoldem, _BLINDS_UNFIXED),
    "X:PT": (games.PotLimitTexasHoldem, _BLINDS_UNFIXED),
    "X:FP": (games.FixedLimitPineapple, _BLINDS_FIXED),
    "X:PP": (games.PotLimitPineapple, _BLINDS_UNFIXED),
    "X:NP": (games.NoLimitPineapple, _BLINDS_UNFIXED),
    "X:FCP": (games.FixedLimitCrazyPineapple, _BLINDS_FIXED),
    "X:FCP/8": (games.FixedLimitCrazyPineappleHighLowSplitEightOrBetter, _BLINDS_FIXED),
    "X:PCP": (games.PotLimitCrazyPineapple, _BLINDS_UNFIXED),
    "X:NCP": (games.NoLimitCrazyPineapple, _BLINDS_UNFIXED),
    "X:FO": (games.FixedLimitOmahaHoldem, _BLINDS_FIXED),
    "X:NO": (games.NoLimitOmahaHoldem, _BLINDS_UNFIXED),
    "X:PO/8": (games.PotLimitOmahaHoldemHighLowSplitEightOrBetter, _BLINDS_UNFIXED),
    "X:NO/8": (games.NoLimitOmahaHoldemHighLowSplitEightOrBetter, _BLINDS_UNFIXED),
    "X:PO5": (games.PotLimitFiveCardOmahaHoldem, _BLINDS_UNFIXED),
    "X:PO5/8": (games.PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter, _BLINDS_UNFIXED),
    "X:PO6": (games.PotLimitSixCardOmahaHoldem, _BLINDS_UNFIXED),
    "X:PC": (games.PotLimitCourchevel, _BLINDS_UNFIXED),
    "X:PC/8": (games.PotLimitCourchevelHighLowSplitEightOrBetter, _BLINDS_UNFIXED),
    "X:F5S": (games.FixedLimitFiveCardStud, _STUD),
    "X:F5D": (games.FixedLimitFiveCardDraw, _BLINDS_FIXED),
    "X:P5D": (games.PotLimitFiveCardDraw, _BLINDS_UNFIXED),
    "X:N5D": (games.NoLimitFiveCardDraw, _BLINDS_UNFIXED),
    "X:P2L3D": (games.PotLimitDeuceToSevenLowballTripleDraw, _BLINDS_UNFIXED),
    "X:N2L3D": (games.NoLimitDeuceToSevenLowballTripleDraw, _BLINDS_UNFIXED),
    "X:FA5L3D": (games.FixedLimitAceToFiveLowballTripleDraw, _BLINDS_FIXED),
    "X:FBA": (games.FixedLimitBadacey, _BLINDS_FIXED),
    "X:FBD": (games.FixedLimitBadeucy, _BLINDS_FIXED),
    "X:FK": (games.KuhnPoker, _ANTES_ONE_BET),
    "X:FL": (games.LeducHoldem, _ANTES_FIXED),
    "X:FRI": (games.RhodeIslandHoldem, _ANTES_FIXED),
    "X:FRRI": (games.RoyalRhodeIslandHoldem, _ANTES_FIXED),
    "X:F211": (games.Numeral211Holdem, _ANTES_FIXED),
}
_ALL = _STANDARD | _EXTENSION

CONFIGURED: Final = "X:G"
"""The code of all games that are configurations; fields of their own say which."""

STANDARD_CODES: Final = frozenset(_STANDARD)
"""The codes of the standard."""

GAME_TYPES: Final[dict[str, type[Poker]]] = {code: row[0] for code, row in _ALL.items()}
"""The codes and their games."""

VARIANTS: Final[dict[type[Poker], str]] = {game: code for code, game in GAME_TYPES.items()}
"""The games and their codes."""

REQUIRED_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    code: ("variant", "antes", *row[1], "starting_stacks", "actions") for code, row in _ALL.items()
}
"""The codes and the fields that a hand of the game must have."""

FORCED_BET_FIELDS: Final = ("blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet")
"""The fields that some games must have and others must not."""
