"""Which games are classes, and where they are: known without importing any of them."""

from __future__ import annotations

__all__ = ["BORROWED", "GAMES", "LATER", "MODULES", "PARTS"]

MODULES: dict[str, tuple[str, ...]] = {
    "croupier.games.predefined.badugi": (
        "FixedLimitBadacey",
        "FixedLimitBadeucy",
        "FixedLimitBadugi",
    ),
    "croupier.games.predefined.big_omaha_holdem": (
        "PotLimitFiveCardOmahaHoldem",
        "PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter",
        "PotLimitSixCardOmahaHoldem",
    ),
    "croupier.games.predefined.courchevel": (
        "PotLimitCourchevel",
        "PotLimitCourchevelHighLowSplitEightOrBetter",
    ),
    "croupier.games.predefined.draw": (
        "Draw",
        "FixedLimitSingleDraw",
        "SingleDraw",
        "TripleDraw",
        "UnfixedLimitTripleDraw",
    ),
    "croupier.games.predefined.five_card_draw": (
        "FiveCardDrawMixin",
        "FixedLimitFiveCardDraw",
        "NoLimitFiveCardDraw",
        "PotLimitFiveCardDraw",
    ),
    "croupier.games.predefined.five_card_stud": ("FiveCardStud", "FixedLimitFiveCardStud"),
    "croupier.games.predefined.holdem": ("Holdem", "UnfixedLimitHoldem"),
    "croupier.games.limits": ("FixedLimitPokerMixin", "NoLimitPokerMixin", "PotLimitPokerMixin"),
    "croupier.games.predefined.lowball": (
        "AceToFiveLowballMixin",
        "DeuceToSevenLowballMixin",
        "FixedLimitAceToFiveLowballTripleDraw",
        "FixedLimitDeuceToSevenLowballTripleDraw",
        "NoLimitDeuceToSevenLowballSingleDraw",
        "NoLimitDeuceToSevenLowballTripleDraw",
        "PotLimitDeuceToSevenLowballTripleDraw",
    ),
    "croupier.games.predefined.omaha_holdem": (
        "FixedLimitOmahaHoldem",
        "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
        "NoLimitOmahaHoldem",
        "NoLimitOmahaHoldemHighLowSplitEightOrBetter",
        "OmahaHoldemMixin",
        "PotLimitOmahaHoldem",
        "PotLimitOmahaHoldemHighLowSplitEightOrBetter",
    ),
    "croupier.games.predefined.pineapple": (
        "CrazyPineappleMixin",
        "FixedLimitCrazyPineapple",
        "FixedLimitCrazyPineappleHighLowSplitEightOrBetter",
        "FixedLimitPineapple",
        "NoLimitCrazyPineapple",
        "NoLimitPineapple",
        "PineappleMixin",
        "PotLimitCrazyPineapple",
        "PotLimitPineapple",
    ),
    "croupier.games.poker": ("Poker",),
    "croupier.games.predefined.seven_card_stud": (
        "FixedLimitRazz",
        "FixedLimitSevenCardStud",
        "FixedLimitSevenCardStudHighLowSplitEightOrBetter",
        "SevenCardStud",
    ),
    "croupier.games.predefined.small": (
        "KuhnPoker",
        "LeducHoldem",
        "Numeral211Holdem",
        "RhodeIslandHoldem",
        "RoyalRhodeIslandHoldem",
    ),
    "croupier.games.predefined.stud": ("Stud",),
    "croupier.games.predefined.texas_holdem": (
        "FixedLimitTexasHoldem",
        "NoLimitGreekHoldem",
        "NoLimitRoyalHoldem",
        "NoLimitShortDeckHoldem",
        "NoLimitTexasHoldem",
        "PotLimitTexasHoldem",
        "RoyalHoldemMixin",
        "TexasHoldemMixin",
    ),
}
"""The classes of each module: games, and what games are made of."""

PARTS = {name for names in MODULES.values() for name in names if name.endswith("Mixin")} | {
    "Draw",
    "FiveCardStud",
    "FixedLimitSingleDraw",
    "Holdem",
    "Poker",
    "SevenCardStud",
    "SingleDraw",
    "Stud",
    "TripleDraw",
    "UnfixedLimitHoldem",
    "UnfixedLimitTripleDraw",
}
"""The classes that cannot be played as they are."""

GAMES = tuple(sorted(name for names in MODULES.values() for name in names if name not in PARTS))
"""The classes that can be played as they are."""

BORROWED: dict[str, tuple[str, ...]] = {
    "croupier.hands": (
        "BadugiHand",
        "EightOrBetterLowHand",
        "Hand",
        "KuhnPokerHand",
        "LeducHoldemHand",
        "Numeral211HoldemHand",
        "OmahaEightOrBetterLowHand",
        "OmahaHoldemHand",
        "RegularLowHand",
        "RhodeIslandHoldemHand",
        "ShortDeckHoldemHand",
        "StandardHighHand",
        "StandardLowHand",
    ),
    "croupier.state": ("Automation", "BettingStructure", "Mode", "Opening", "State", "Street"),
    "croupier.utilities": ("Deck", "RankOrder", "ValuesLike", "divmod", "rake"),
}
"""The names beside the games that PokerKit has, too."""

LATER: dict[str, tuple[str, ...]] = {
    "croupier.games.configuration.library": ("load",),
    "croupier.games.configuration.schema.model": ("Configuration",),
    "croupier.games.configuration.custom_game": ("CustomGame",),
    "croupier.games.making": ("make_game",),
}
"""Games by name and as JSON files."""
