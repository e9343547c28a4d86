"""The showdown: which hands win, and what happens when there is none."""

from __future__ import annotations

from typing import Any, TypeAlias

from croupier.games.configuration.problems import Report, join_path, listed
from croupier.games.configuration.schema.conditions import Condition, WildCards
from croupier.games.configuration.schema.names import (
    ActionType,
    Classification,
    Criterion,
    DeclarationMode,
    FaceRank,
    Match,
    NoQualifier,
    Origin,
    Role,
    Scope,
    SeedWildBoard,
    SeedWildOthers,
    Side,
    SuitRule,
    WildType,
)
from croupier.games.configuration.schema.shapes import (
    Boolean,
    Choice,
    Converted,
    Evaluation,
    Integer,
    ListOf,
    MapOf,
    ObjectOf,
    OneOf,
    Part,
    Subset,
    Text,
    Tuple,
    member,
)
from croupier.limits import MAX_GAME_CARDS, MAX_GAME_NUMBER

__all__ = [
    "AllowedBoardCards",
    "AllowedCards",
    "BestHand",
    "ClassificationRule",
    "Combination",
    "ConditionalBestHand",
    "Count",
    "DefaultAction",
    "DefaultDeed",
    "HandSizeRule",
    "SeedWildCard",
    "Showdown",
    "SpecialEvaluation",
    "SubsetRequirement",
]

Count: TypeAlias = int | str
"""A number of cards, or `all`, or `remaining`."""


class _Count(Text):
    """A word that stands for a number of cards."""

    expected = '"all" or "remaining"'

    def read(self, value: Any, path: str, report: Any) -> Any:
        """Return the word."""
        if value not in ("all", "remaining"):
            return self.refuse(value, path, report)
        return value

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""
        return {"enum": ["all", "remaining"]}


def _one(value: Any) -> tuple[Any, ...]:
    return (value,)


_COUNTS = OneOf(
    Converted(Integer(0, MAX_GAME_CARDS), _one),
    Converted(_Count(), _one),
    ListOf(Integer(0, MAX_GAME_CARDS)),
)
# The ways to take some cards of each part multiply.
_MAX_PARTS = 8
_MAX_WAYS = 16
_PLAIN_COUNTS = OneOf(
    Converted(Integer(0, MAX_GAME_CARDS), _one), ListOf(Integer(0, MAX_GAME_CARDS))
)


def _names(zone: str) -> OneOf:
    return OneOf(Converted(Subset(zone=zone), _one), ListOf(Subset(zone=zone)))


_QUALIFIER = OneOf(
    Tuple(
        (Integer(1, MAX_GAME_NUMBER), Integer(1, MAX_GAME_NUMBER)),
        "a pair of whole numbers: the rank and the place within the rank",
    ),
    Text(("8 or better", "a pair of Jacks or better")),
)


class AllowedCards(Part):
    """A set of cards that may be used together."""

    subsets: tuple[str, ...] = member(
        "hole_subsets",
        ListOf(Subset(zone="hole")),
        "The subsets of the hand that may be used together.",
        others=("subsets",),
    )
    indices: tuple[int, ...] = member(
        "indices",
        ListOf(Integer(0, MAX_GAME_CARDS)),
        "The one card that may be used of each subset, counted from 0; all cards if left out.",
        default=(),
    )


class AllowedBoardCards(Part):
    """Board cards that may be used together."""

    subsets: tuple[str, ...] = member(
        "subsets",
        ListOf(Subset(zone="board")),
        "The subsets of the board that may be used together.",
        others=("community_subsets",),
    )
    indices: tuple[int, ...] = member(
        "indices",
        ListOf(Integer(0, MAX_GAME_CARDS)),
        "The one card that may be used of each subset, counted from 0; all cards if left out.",
        default=(),
    )


class Combination(Part):
    """A way to form a hand."""

    hole_cards: int = member(
        "holeCards", Integer(0, MAX_GAME_CARDS), "How many hole cards are used."
    )
    community_cards: int = member(
        "communityCards", Integer(0, MAX_GAME_CARDS), "How many board cards are used."
    )
    community_subsets: tuple[str, ...] = member(
        "community_subset",
        _names("board"),
        "The board cards that may be used; all if left out.",
        default=(),
    )


class SubsetRequirement(Part):
    """The number of cards of a part of the board that are used."""

    subset: str = member("subset", Subset(zone="board"), "The part of the board.")
    count: int = member("count", Integer(0, MAX_GAME_CARDS), "How many of its cards are used.")
    required: bool = member(
        "required", Boolean(), "Whether there is no hand where it has fewer cards.", default=True
    )


class HandSizeRule(Part):
    """The rule for hands with a given number of hole cards."""

    hole_cards: int = member(
        "holeCards", Integer(0, MAX_GAME_CARDS), "How many hole cards are used."
    )
    community_cards: int = member(
        "communityCards", Integer(0, MAX_GAME_CARDS), "How many board cards are used."
    )
    community_subsets: tuple[str, ...] = member(
        "community_subset",
        _names("board"),
        "The part of the board, or the parts, whose first cards are used.",
        default=(),
        others=("community_subsets",),
    )


class ClassificationRule(Part):
    """Hands of one class beat those of another."""

    type: Classification = member("type", Choice(Classification), "What is told about a hand.")
    face_ranks: tuple[FaceRank, ...] = member(
        "faceRanks",
        ListOf(Choice(FaceRank)),
        'A hand with a card of these ranks is "face", any other is "butt".',
        default=(FaceRank.JACK, FaceRank.QUEEN, FaceRank.KING),
    )
    field_name: str | None = member(
        "fieldName", Text(("face_butt",)), "The name of the class in results.", default=None
    )


class SeedWildCard(Part):
    """The low card of the board is wild, and all of its rank."""

    community_cards: SeedWildBoard = member(
        "communityCards", Choice(SeedWildBoard), "Which card of the board is wild."
    )
    other_cards: SeedWildOthers = member(
        "otherCards",
        Choice(SeedWildOthers),
        "Which other cards are wild, too.",
        default=SeedWildOthers.SAME_RANK,
    )


def _convert_wild_card(rule: SeedWildCard) -> tuple[WildCards, ...]:
    return (
        WildCards(
            type=WildType.LOWEST_COMMUNITY, role=Role.WILD, scope=Scope.GLOBAL, match=Match.RANK
        ),
    )


_WILD_CARDS = ListOf(ObjectOf(WildCards))


class BestHand(Part):
    """A hand that wins a pot, or an equal part of it if there are several."""

    name: str | None = member("name", Text(), "What the hand is called.", default=None)
    evaluation_type: str = member("evaluationType", Evaluation(), "How hands are ranked.")
    any_cards: int | None = member(
        "anyCards",
        Integer(1, MAX_GAME_CARDS),
        "How many cards form the hand, wherever they are.",
        default=None,
    )
    hole_cards: tuple[Count, ...] = member(
        "holeCards",
        _COUNTS,
        'How many hole cards are used: a number, "all", or several numbers.',
        default=(),
    )
    community_cards: tuple[Count, ...] = member(
        "communityCards",
        _PLAIN_COUNTS,
        "How many board cards are used; as many numbers as there are for the hole cards.",
        default=(),
    )
    hole_subsets: tuple[str, ...] = member(
        "hole_subset",
        _names("hole"),
        "The part of the hand, or the parts, that may be used.",
        default=(),
    )
    community_subsets: tuple[str, ...] = member(
        "community_subset",
        _names("board"),
        "The part of the board, or the parts, that may be used.",
        default=(),
        others={"communitySubsetsAllowed": ListOf(Subset(zone="board"))},
    )
    subset: str | None = member(
        "subset",
        Subset(zone="any"),
        "The part of the hand or of the board that may be used; hole_subset and community_subset"
        " say which.",
        default=None,
    )
    hole_cards_allowed: tuple[AllowedCards, ...] = member(
        "holeCardsAllowed",
        ListOf(ObjectOf(AllowedCards)),
        "The hole cards that may be used together; one of these ways is picked.",
        default=(),
    )
    community_cards_allowed: tuple[AllowedBoardCards, ...] = member(
        "communityCardsAllowed",
        ListOf(ObjectOf(AllowedBoardCards)),
        "The board cards that may be used together; one of these ways is picked.",
        default=(),
    )
    combinations: tuple[Combination, ...] = member(
        "combinations",
        ListOf(ObjectOf(Combination)),
        "All ways to form the hand; the best of them counts.",
        default=(),
    )
    community_card_combinations: tuple[tuple[str, ...], ...] = member(
        "communityCardCombinations",
        ListOf(ListOf(Subset(zone="board"))),
        "The parts of the board that may be used together; one of these ways is picked.",
        default=(),
    )
    community_card_select_combinations: tuple[tuple[tuple[str, int, int], ...], ...] = member(
        "communityCardSelectCombinations",
        ListOf(
            ListOf(
                Tuple(
                    (Subset(zone="board"), Integer(0, MAX_GAME_CARDS), Integer(0, MAX_GAME_CARDS)),
                    "a part of the board with the fewest and the most of its cards",
                ),
                most=_MAX_PARTS,
            ),
            most=_MAX_WAYS,
        ),
        "How many cards of which parts of the board are used; one of these ways is picked.",
        default=(),
    )
    community_subset_requirements: tuple[SubsetRequirement, ...] = member(
        "communitySubsetRequirements",
        ListOf(ObjectOf(SubsetRequirement)),
        "How many cards of each part of the board are used.",
        default=(),
    )
    player_hand_size: tuple[tuple[int, HandSizeRule], ...] = member(
        "playerHandSize",
        MapOf(ObjectOf(HandSizeRule)),
        "How the hand is formed, by the number of hole cards that the player holds.",
        default=(),
    )
    card_state: Side | None = member(
        "cardState", Choice(Side), "Only hole cards with this side up are used.", default=None
    )
    wild_cards: tuple[WildCards, ...] = member(
        "wildCards",
        _WILD_CARDS,
        "Which cards are wild.",
        default=(),
        others={
            "wildCard": OneOf(_WILD_CARDS, Converted(ObjectOf(SeedWildCard), _convert_wild_card))
        },
    )
    qualifier: tuple[int, int] | None = member(
        "qualifier",
        _QUALIFIER,
        "The weakest hand that wins: its rank and its place within the rank, or in words.",
        default=None,
    )
    padding: bool = member(
        "padding",
        Boolean(),
        "Whether a player with fewer hole cards uses all of them.",
        default=False,
    )
    minimum_cards: int | None = member(
        "minimumCards",
        Integer(0, MAX_GAME_CARDS),
        "The fewest hole cards with which there is a hand.",
        default=None,
    )
    zero_cards_pip_value: int | None = member(
        "zeroCardsPipValue",
        Integer(0, MAX_GAME_CARDS),
        "How many points a hand without cards has.",
        default=None,
    )
    uses_unused_from: str | None = member(
        "usesUnusedFrom",
        Text(),
        "The name of a hand whose unused hole cards form this one.",
        default=None,
    )
    classification: ClassificationRule | None = member(
        "classification",
        ObjectOf(ClassificationRule),
        "A class that counts more than the hand.",
        default=None,
    )

    @staticmethod
    def finish(values: dict[str, Any], path: str, report: Report) -> None:
        """Turn a qualifier in words into numbers, which mean something in a ranking only."""
        words = values.get("qualifier")
        if not isinstance(words, str):
            return
        # Few files have words, which are looked up in tables of hands.
        from croupier import rankings
        from croupier.games.configuration.check.qualifiers import list_examples, read_qualifier

        ranking = rankings.get(values["evaluation_type"])
        found = read_qualifier(ranking, words)
        if found is None:
            examples = listed(f'"{one}"' for one in list_examples(ranking))
            report.error(
                join_path(path, "qualifier"),
                f'no hand of "{ranking.name}" is meant by "{words}"; such words are {examples}',
                "unknown-name",
            )
            found = (1, 1)
        values["qualifier"] = found


_HANDS = ListOf(ObjectOf(BestHand))


class ConditionalBestHand(Part):
    """The hands that win if a condition holds."""

    condition: Condition = member("condition", ObjectOf(Condition), "The condition.")
    best_hands: tuple[BestHand, ...] = member("bestHand", _HANDS, "The hands that win.")


class SpecialEvaluation(Part):
    """A card that wins where no hand does."""

    criterion: Criterion = member("criterion", Choice(Criterion), "Which card wins.")
    origin: Origin = member("from", Choice(Origin), "Where the card is.", default=Origin.HOLE_CARDS)
    subsets: tuple[str, ...] = member(
        "subsets",
        ListOf(Subset(zone="any")),
        'The parts that are looked at; "default" for all cards in no part.',
        default=(),
    )
    suit: SuitRule | None = member(
        "suit", Choice(SuitRule), "The suit that the card must have.", default=None
    )


class DefaultDeed(Part):
    """One step of the default that applies where nobody qualifies."""

    type: ActionType = member("type", Choice(ActionType), "What is done.")
    best_hands: tuple[BestHand, ...] = member(
        "bestHand", _HANDS, 'The hands that win in the case of "best_hand".', default=()
    )
    evaluation: SpecialEvaluation | None = member(
        "evaluation",
        ObjectOf(SpecialEvaluation),
        'The card that wins in the case of "evaluate_special".',
        default=None,
    )


_DEED = OneOf(
    Converted(Choice(ActionType), lambda kind: DefaultDeed(type=kind)), ObjectOf(DefaultDeed)
)


class DefaultAction(Part):
    """The rule for a pot that nobody qualifies for."""

    condition: NoQualifier = member("condition", Choice(NoQualifier), "When it happens.")
    action: DefaultDeed = member("action", _DEED, "What is done.")
    hands: tuple[BestHand, ...] = member(
        "bestHand",
        _HANDS,
        'The hands that win in the case of "best_hand", if the action is a word.',
        default=(),
    )
    applies_to: tuple[str, ...] = member(
        "appliesTo",
        ListOf(Text()),
        "The names of the hands that it is about; all if left out.",
        default=(),
    )

    @property
    def best_hands(self) -> tuple[BestHand, ...]:
        """The hands that win in the case of `best_hand`."""
        return self.action.best_hands or self.hands


class Showdown(Part):
    """The rules of the showdown: the hands that win."""

    order: str = member(
        "order",
        Text(("clockwise",)),
        "In which order hands are shown.",
        default="clockwise",
    )
    starting_from: str = member(
        "startingFrom", Text(("dealer",)), "Who shows first.", default="dealer"
    )
    cards_required: str | None = member(
        "cardsRequired", Text(), "Which cards form a hand, in words.", default=None
    )
    best_hands: tuple[BestHand, ...] = member(
        "bestHand", _HANDS, "The hands that win equal parts of every pot.", default=()
    )
    conditional_best_hands: tuple[ConditionalBestHand, ...] = member(
        "conditionalBestHands",
        ListOf(ObjectOf(ConditionalBestHand)),
        "The hands that win instead if a condition holds; the first that does counts.",
        default=(),
    )
    default_best_hands: tuple[BestHand, ...] = member(
        "defaultBestHand", _HANDS, "The hands that win if no condition holds.", default=()
    )
    default_actions: tuple[DefaultAction, ...] = member(
        "defaultActions",
        ListOf(ObjectOf(DefaultAction)),
        "What happens to the part of a hand for which nobody qualifies.",
        default=(),
    )
    global_default_action: DefaultAction | None = member(
        "globalDefaultAction",
        ObjectOf(DefaultAction),
        "What happens to a pot if nobody qualifies for any part of it.",
        default=None,
        others=("defaultAction",),
    )
    declaration_mode: DeclarationMode | None = member(
        "declaration_mode",
        Choice(DeclarationMode),
        "Whether players say which parts they play for.",
        default=None,
    )
    classification_priority: tuple[str, ...] = member(
        "classification_priority",
        ListOf(Text(("face", "butt"))),
        "The classes of hands, the one that wins first.",
        default=(),
    )
