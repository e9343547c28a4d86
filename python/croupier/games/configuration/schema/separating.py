"""The step in which players divide their hands into parts."""

from __future__ import annotations

from croupier.games.configuration.schema.shapes import (
    Evaluation,
    Integer,
    ListOf,
    ObjectOf,
    Part,
    Subset,
    Text,
    member,
)
from croupier.limits import MAX_GAME_CARDS

__all__ = [
    "ComparedHand",
    "HandComparison",
    "Separate",
    "SeparatedCards",
    "VisibilityRequirement",
]


class SeparatedCards(Part):
    """A part of the hand."""

    hole_subset: str = member("hole_subset", Subset(), "The name of the part.", others=("subset",))
    number: int = member("number", Integer(1, MAX_GAME_CARDS), "How many cards it has.")


class ComparedHand(Part):
    """A part of the hand as it is compared with another."""

    hole_subset: str = member("hole_subset", Subset(zone="hole"), "The part.", others=("subset",))
    evaluation_type: str = member("evaluationType", Evaluation(), "How it is ranked.")


class HandComparison(Part):
    """The part of a hand that must beat another."""

    subsets: tuple[ComparedHand, ...] = member(
        "subsets", ListOf(ObjectOf(ComparedHand), 2), "The parts, the one that must win first."
    )
    rule: str = member("comparison_rule", Text(("greater_than",)), 'It must be "greater_than".')


class VisibilityRequirement(Part):
    """The fewest cards of a part of the hand that must lie face down or face up."""

    hole_subset: str = member("hole_subset", Subset(zone="hole"), "The part.", others=("subset",))
    minimum_face_down: int = member(
        "min_face_down", Integer(0, MAX_GAME_CARDS), "The fewest cards face down.", default=0
    )
    minimum_face_up: int = member(
        "min_face_up", Integer(0, MAX_GAME_CARDS), "The fewest cards face up.", default=0
    )


class Separate(Part):
    """The division of hands into parts."""

    cards: tuple[SeparatedCards, ...] = member(
        "cards", ListOf(ObjectOf(SeparatedCards)), "The parts."
    )
    comparison: HandComparison | None = member(
        "hand_comparison", ObjectOf(HandComparison), "Which part must beat which.", default=None
    )
    visibility: tuple[VisibilityRequirement, ...] = member(
        "visibility_requirements",
        ListOf(ObjectOf(VisibilityRequirement)),
        "How many cards of a part must lie face down or face up.",
        default=(),
    )
