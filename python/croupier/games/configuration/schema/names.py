"""The words of the game configuration schema."""

from __future__ import annotations

from enum import Enum, StrEnum

__all__ = [
    "DECK_RANKS",
    "DEFAULT_OPENING_ORDERS",
    "ActionType",
    "BetType",
    "Chooser",
    "Classification",
    "Color",
    "ConditionType",
    "CostType",
    "Criterion",
    "DeckType",
    "Declaration",
    "DeclarationMode",
    "DefaultCap",
    "Direction",
    "DiscardRule",
    "FaceRank",
    "ForcedBetStyle",
    "LayoutType",
    "Location",
    "Match",
    "NoQualifier",
    "OpeningOrder",
    "OpeningRule",
    "Origin",
    "RankName",
    "RemovalCriterion",
    "Role",
    "Scope",
    "SeedWildBoard",
    "SeedWildOthers",
    "Side",
    "Structure",
    "SuitName",
    "SuitRule",
    "Timing",
    "Variation",
    "WildType",
    "ZeroCardsBetting",
]


class DeckType(StrEnum):
    """The kinds of decks."""

    STANDARD = "standard"
    SHORT_6A = "short_6a"
    SHORT_TA = "short_ta"
    SHORT_27_JA = "short_27_ja"


DECK_RANKS = {
    DeckType.STANDARD: "23456789TJQKA",
    DeckType.SHORT_6A: "6789TJQKA",
    DeckType.SHORT_TA: "TJQKA",
    DeckType.SHORT_27_JA: "234567JQKA",
}
"""The ranks of each deck; there are four suits of each."""


class Structure(StrEnum):
    """The betting structures."""

    LIMIT = "Limit"
    NO_LIMIT = "No Limit"
    POT_LIMIT = "Pot Limit"


class ForcedBetStyle(StrEnum):
    """The kinds of forced bets, paid before anybody has a choice."""

    BLINDS = "blinds"
    BRING_IN = "bring-in"
    ANTES_ONLY = "antes_only"
    BOMB = "bomb"


class OpeningRule(StrEnum):
    """The up card that brings it in."""

    LOW_CARD = "low card"
    LOW_CARD_ACE_LOW = "low card al"
    HIGH_CARD = "high card"
    HIGH_CARD_ACE_HIGH = "high card ah"
    HIGH_CARD_ACE_HIGH_WILD = "high card ah wild"


class DefaultCap(Enum):
    """The cap where a game does not say how often it may be raised."""

    DEFAULT = "usual"


class Variation(StrEnum):
    """The other ways to rank up cards for the bring-in."""

    A5_LOW_HIGH = "a5 low high"


class OpeningOrder(StrEnum):
    """The first player to act."""

    AFTER_BIG_BLIND = "after_big_blind"
    BRING_IN = "bring_in"
    DEALER = "dealer"
    HIGH_HAND = "high_hand"
    LAST_ACTOR = "last_actor"


DEFAULT_OPENING_ORDERS = {
    ForcedBetStyle.BLINDS: OpeningOrder.DEALER,
    ForcedBetStyle.BRING_IN: OpeningOrder.HIGH_HAND,
    ForcedBetStyle.ANTES_ONLY: OpeningOrder.HIGH_HAND,
    ForcedBetStyle.BOMB: OpeningOrder.DEALER,
}
"""The opener of later rounds where a file names none, by the forced bets before the first."""


class BetType(StrEnum):
    """The kind of bet in a step."""

    ANTES = "antes"
    BLINDS = "blinds"
    BRING_IN = "bring-in"
    SMALL = "small"
    BIG = "big"


class ZeroCardsBetting(StrEnum):
    """The choices of a player without cards."""

    CALL_ONLY = "call_only"
    NORMAL = "normal"


class Location(StrEnum):
    """The places that cards may go to."""

    PLAYER = "player"
    COMMUNITY = "community"


class Side(StrEnum):
    """The side of a card that is up, or that there is no card."""

    UP = "face up"
    DOWN = "face down"
    NONE = "none"


class ConditionType(StrEnum):
    """The subject of a condition."""

    PLAYER_CHOICE = "player_choice"
    BOARD_COMPOSITION = "board_composition"
    ALL_EXPOSED = "all_exposed"
    ANY_EXPOSED = "any_exposed"
    NONE_EXPOSED = "none_exposed"
    COMMUNITY_CARD_VALUE = "community_card_value"
    COMMUNITY_CARD_SUIT = "community_card_suit"
    PLAYER_HAND_SIZE = "player_hand_size"


class Color(StrEnum):
    """The colours of suits."""

    BLACK = "black"
    RED = "red"


class SuitName(StrEnum):
    """The suits."""

    CLUB = "club"
    DIAMOND = "diamond"
    HEART = "heart"
    SPADE = "spade"


class SuitRule(StrEnum):
    """A suit, or the rule that finds it."""

    CLUB = "club"
    DIAMOND = "diamond"
    HEART = "heart"
    SPADE = "spade"
    RIVER_CARD_SUIT = "river_card_suit"


class RankName(StrEnum):
    """The ranks as cards write them."""

    DEUCE = "2"
    TREY = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


class FaceRank(StrEnum):
    """The ranks as classifications write them."""

    TEN = "TEN"
    JACK = "JACK"
    QUEEN = "QUEEN"
    KING = "KING"
    ACE = "ACE"


class WildType(StrEnum):
    """The reason why a card is wild."""

    RANK = "rank"
    JOKER = "joker"
    LAST_COMMUNITY_CARD = "last_community_card"
    LOWEST_COMMUNITY = "lowest_community"
    LOWEST_HOLE = "lowest_hole"
    FOLLOW_CARD = "follow_card"


class SeedWildBoard(StrEnum):
    """The card of the board that is wild, in the older notation."""

    LOW = "low"


class SeedWildOthers(StrEnum):
    """The other cards that are wild with it."""

    SAME_RANK = "same_rank"


class Role(StrEnum):
    """The cards that a wild card may stand for."""

    WILD = "wild"
    BUG = "bug"
    CONDITIONAL = "conditional"


class Scope(StrEnum):
    """The players for whom a card is wild."""

    GLOBAL = "global"
    PLAYER = "player"


class Match(StrEnum):
    """The cards that are wild beside the one that made them so."""

    RANK = "rank"
    SUIT = "suit"
    CARD = "card"


class Direction(StrEnum):
    """The direction in which cards are passed."""

    LEFT = "left"
    RIGHT = "right"
    ACROSS = "across"


class DiscardRule(StrEnum):
    """The rule for the cards that must be discarded."""

    MATCHING_RANKS = "matching ranks"


class Timing(StrEnum):
    """The time at which protection is offered."""

    POST_DEAL = "post_deal"
    PRE_DEAL = "pre_deal"


class CostType(StrEnum):
    """The ways to set the price of a card."""

    FIXED = "fixed"
    MATCH_POT = "match_pot"


class Declaration(StrEnum):
    """The part of the pot that a player plays for."""

    HIGH = "high"
    LOW = "low"
    HIGH_LOW = "high_low"


class DeclarationMode(StrEnum):
    """A declaration by the players, or cards that speak for themselves."""

    DECLARE = "declare"
    CARDS_SPEAK = "cards_speak"


class Chooser(StrEnum):
    """The player who chooses for the table."""

    UTG = "utg"
    DEALER = "dealer"


class RemovalCriterion(StrEnum):
    """The rule for the boards that are removed."""

    LOWEST_RIVER_CARD_UNLESS_ALL_SAME = "lowest_river_card_unless_all_same"


class NoQualifier(StrEnum):
    """The case in which a default applies."""

    NO_QUALIFIER_MET = "no_qualifier_met"


class ActionType(StrEnum):
    """The ways to award a pot, or a part of it, that nobody qualifies for."""

    SPLIT_POT = "split_pot"
    BEST_HAND = "best_hand"
    EVALUATE_SPECIAL = "evaluate_special"


class Criterion(StrEnum):
    """The card that wins a special evaluation."""

    HIGHEST_RANK = "highest_rank"
    LOWEST_RANK = "lowest_rank"


class Origin(StrEnum):
    """The cards that a special evaluation looks at."""

    HOLE_CARDS = "hole_cards"


class Classification(StrEnum):
    """A property of a hand that is found before it is ranked."""

    FACE_BUTT = "face_butt"


class LayoutType(StrEnum):
    """The ways to draw boards."""

    MULTI_ROW = "multi-row"
    GRID = "grid"
    BRANCHING = "branching"
    SINGLE_ROW = "single-row"
