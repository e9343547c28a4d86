"""Which games are classes, and where they are: known without importing any of them."""

from __future__ import annotations

__all__ = ["BORROWED", "GAMES", "LATER", "MODULES", "PARTS"]

MODULES: dict[str, tuple[str, ...]] = {
    "croupier.games.badugi": ("FixedLimitBadacey", "FixedLimitBadeucy", "FixedLimitBadugi"),
    "croupier.games.big_omaha_holdem": (
        "PotLimitFiveCardOmahaHoldem",
        "PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter",
        "PotLimitSixCardOmahaHoldem",
    ),
    "croupier.games.courchevel": (
        "PotLimitCourchevel",
        "PotLimitCourchevelHighLowSplitEightOrBetter",
    ),
    "croupier.games.draw": (
        "Draw",
        "FixedLimitSingleDraw",
        "SingleDraw",
        "TripleDraw",
        "UnfixedLimitTripleDraw",
    ),
    "croupier.games.five_card_draw": (
        "FiveCardDrawMixin",
        "FixedLimitFiveCardDraw",
        "NoLimitFiveCardDraw",
        "PotLimitFiveCardDraw",
    ),
    "croupier.games.five_card_stud": ("FiveCardStud", "FixedLimitFiveCardStud"),
    "croupier.games.holdem": ("Holdem", "UnfixedLimitHoldem"),
    "croupier.games.limits": ("FixedLimitPokerMixin", "NoLimitPokerMixin", "PotLimitPokerMixin"),
    "croupier.games.lowball": (
        "AceToFiveLowballMixin",
        "DeuceToSevenLowballMixin",
        "FixedLimitAceToFiveLowballTripleDraw",
        "FixedLimitDeuceToSevenLowballTripleDraw",
        "NoLimitDeuceToSevenLowballSingleDraw",
        "NoLimitDeuceToSevenLowballTripleDraw",
        "PotLimitDeuceToSevenLowballTripleDraw",
    ),
    "croupier.games.omaha_holdem": (
        "FixedLimitOmahaHoldem",
        "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
        "NoLimitOmahaHoldem",
        "NoLimitOmahaHoldemHighLowSplitEightOrBetter",
        "OmahaHoldemMixin",
        "PotLimitOmahaHoldem",
        "PotLimitOmahaHoldemHighLowSplitEightOrBetter",
    ),
    "croupier.games.pineapple": (
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
    "croupier.games.seven_card_stud": (
        "FixedLimitRazz",
        "FixedLimitSevenCardStud",
        "FixedLimitSevenCardStudHighLowSplitEightOrBetter",
        "SevenCardStud",
    ),
    "croupier.games.small": (
        "KuhnPoker",
        "LeducHoldem",
        "Numeral211Holdem",
        "RhodeIslandHoldem",
        "RoyalRhodeIslandHoldem",
    ),
    "croupier.games.stud": ("Stud",),
    "croupier.games.texas_holdem": (
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

PARTS = frozenset(
    {
        "AceToFiveLowballMixin",
        "CrazyPineappleMixin",
        "DeuceToSevenLowballMixin",
        "Draw",
        "FiveCardDrawMixin",
        "FiveCardStud",
        "FixedLimitPokerMixin",
        "FixedLimitSingleDraw",
        "Holdem",
        "NoLimitPokerMixin",
        "OmahaHoldemMixin",
        "PineappleMixin",
        "Poker",
        "PotLimitPokerMixin",
        "RoyalHoldemMixin",
        "SevenCardStud",
        "SingleDraw",
        "Stud",
        "TexasHoldemMixin",
        "TripleDraw",
        "UnfixedLimitHoldem",
        "UnfixedLimitTripleDraw",
    }
)
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
"""What PokerKit has beside its games, too."""

LATER: dict[str, tuple[str, ...]] = {
    "croupier.games.configuration.library": ("load",),
    "croupier.games.configuration.model": ("Configuration",),
    "croupier.games.configuration.playing": ("ConfiguredGame",),
    "croupier.games.making": ("make_game",),
}
"""Games by name and as JSON files."""
