"""Conditions and wild cards: what both steps and the showdown speak of."""

from __future__ import annotations

from croupier.games.configuration.schema.names import (
    Color,
    ConditionType,
    Match,
    RankName,
    Role,
    Scope,
    Side,
    SuitName,
    WildType,
)
from croupier.games.configuration.schema.shapes import (
    Boolean,
    Choice,
    Integer,
    ListOf,
    ObjectOf,
    OneOf,
    Part,
    Subset,
    Text,
    member,
)
from croupier.limits import MAX_GAME_CARDS

__all__ = ["Condition", "DealCondition", "RoleCondition", "WildCards"]

_VALUE = OneOf(Text(), Integer())


class Condition(Part):
    """A condition for a step, or for the choice of the hands that win."""

    type: ConditionType = member("type", Choice(ConditionType), "What the condition looks at.")
    subset: str | None = member(
        "subset",
        Subset(),
        "The subset of board cards or dice that is looked at, or the name of the choice.",
        default=None,
    )
    value: str | int | None = member(
        "value", _VALUE, "The value for which the condition holds.", default=None
    )
    values: tuple[str | int, ...] = member(
        "values", ListOf(_VALUE), "The values for any of which the condition holds.", default=()
    )
    total: bool = member(
        "sum", Boolean(), "Whether the values of all cards or dice are added up.", default=False
    )
    check: str | None = member(
        "check", Text(("color", "suit")), "What is counted on the board.", default=None
    )
    color: Color | None = member("color", Choice(Color), "The colour that counts.", default=None)
    suit: SuitName | None = member("suit", Choice(SuitName), "The suit that counts.", default=None)
    minimum_count: int | None = member(
        "min_count", Integer(1, MAX_GAME_CARDS), "How many cards must count.", default=None
    )
    hand_sizes: tuple[int, ...] = member(
        "hand_sizes",
        ListOf(Integer(0, MAX_GAME_CARDS)),
        "How many hole cards a player may hold.",
        default=(),
    )
    minimum_hand_size: int | None = member(
        "min_hand_size",
        Integer(0, MAX_GAME_CARDS),
        "The fewest hole cards that a player may hold.",
        default=None,
    )
    maximum_hand_size: int | None = member(
        "max_hand_size",
        Integer(0, MAX_GAME_CARDS),
        "The most hole cards that a player may hold.",
        default=None,
    )

    @property
    def allowed_values(self) -> tuple[str | int, ...]:
        """The values for any of which the condition holds."""
        return self.values if self.value is None else (self.value, *self.values)


class DealCondition(Condition):
    """A condition for dealing cards, or for the side of them that is up."""

    true_state: Side | None = member(
        "true_state", Choice(Side), "Which side is up if the condition holds.", default=None
    )
    false_state: Side | None = member(
        "false_state",
        Choice(Side),
        'Which side is up otherwise; "none" if no card is dealt.',
        default=None,
    )


class RoleCondition(Part):
    """The role of a wild card, depending on which side of it is up."""

    visibility: Side = member("visibility", Choice(Side), "The side that is looked at.")
    true_role: Role = member("true_role", Choice(Role), "What it may stand for if so.")
    false_role: Role = member("false_role", Choice(Role), "What it may stand for otherwise.")


class WildCards(Part):
    """The wild cards, and the cards that they may stand for."""

    type: WildType = member("type", Choice(WildType), "What makes a card wild.")
    role: Role = member(
        "role",
        Choice(Role),
        'What it may stand for: "wild" for any card, "bug" for an ace or to complete a straight or'
        " a flush.",
        default=Role.WILD,
    )
    condition: RoleCondition | None = member(
        "condition",
        ObjectOf(RoleCondition),
        'What decides about a "conditional" role.',
        default=None,
    )
    rank: RankName | None = member("rank", Choice(RankName), "The rank that is wild.", default=None)
    trigger_rank: RankName | None = member(
        "trigger_rank",
        Choice(RankName),
        "The rank which makes the rank of the next card face up wild.",
        default=None,
    )
    match: Match = member(
        "match", Choice(Match), "Which cards are wild with that one.", default=Match.RANK
    )
    scope: Scope = member("scope", Choice(Scope), "For whom they are wild.", default=Scope.GLOBAL)
    visibility: Side | None = member(
        "visibility", Choice(Side), "Which side of the card must be up.", default=None
    )
    subset: str | None = member(
        "subset", Subset(zone="board"), "The board cards that are looked at.", default=None
    )
