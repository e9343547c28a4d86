"""A ranked hand."""

from __future__ import annotations

from functools import total_ordering
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.rankings.ranking import Ranking

__all__ = ["HandValue"]


@total_ordering
class HandValue:
    """The value of a hand: how strong it is, what it is called, which cards form it.

    Values of one ranking compare: the greater one wins. Values of different rankings do not.

    Attributes:
        ranking: The ranking.
        strength: How strong the hand is; larger is better. Comparable within the ranking only.
        cards: The cards that form the hand.

    >>> from croupier import rankings
    >>> value = rankings.get("high").best("AsKs", "AdKh7c7dQs")
    >>> value
    <HandValue AsKsAdKhQs: two pair, Aces and Kings, Queen kicker>
    >>> value.label, value.standing
    ('Two pair', (8, 1))
    """

    __slots__ = ("cards", "ranking", "strength")

    def __init__(self, ranking: Ranking, strength: int, cards: tuple[Card, ...]) -> None:
        """Make the value; `Ranking.evaluate` and `Ranking.best` do it for you.

        Args:
            ranking: The ranking.
            strength: The strength that the ranking gave.
            cards: The cards that form the hand.
        """
        self.ranking = ranking
        self.strength = strength
        self.cards = cards

    @property
    def standing(self) -> tuple[int, int]:
        """The place in the tables of the ranking: the kind of hand, and the hand within its kind.

        Both count from 1 for the best, as qualifiers of game configurations do.

        >>> from croupier import rankings
        >>> rankings.get("a5_low").evaluate("8c7d6h5s4c").standing
        (1, 56)
        """
        return self.ranking.standing(self.strength)

    @property
    def rank(self) -> int:
        """The kind of hand, counted from 1 for the best."""
        return self.standing[0]

    @property
    def ordered_rank(self) -> int:
        """The hand within its kind, counted from 1 for the best."""
        return self.standing[1]

    @property
    def label(self) -> str:
        """The name of the kind of hand."""
        return self.ranking.label(self.strength)

    @property
    def description(self) -> str:
        """The hand in English.

        >>> from croupier import rankings
        >>> rankings.get("badugi").evaluate("7c4d2h2s").description
        'three-card badugi, 7-4-2'
        """
        return self.ranking.describe(self.strength)

    def qualifies(self, qualifier: tuple[int, int]) -> bool:
        """Return whether the hand is as good as a qualifier, a pair of rank and ordered rank.

        >>> from croupier import rankings
        >>> rankings.get("a5_low").evaluate("9c7d6h5s4c").qualifies((1, 56))
        False

        Args:
            qualifier: The place in the tables of the weakest hand that qualifies.

        Returns:
            Whether the hand stands there or before.
        """
        rank, ordered_rank = qualifier
        return self.standing <= (rank, ordered_rank)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandValue) or self.ranking != other.ranking:
            return NotImplemented
        return self.strength == other.strength

    def __lt__(self, other: HandValue) -> bool:
        # Values of different rankings, or anything else, have no order.
        if self.ranking != getattr(other, "ranking", None):
            return NotImplemented
        return self.strength < other.strength

    def __hash__(self) -> int:
        return hash((self.ranking, self.strength))

    def __repr__(self) -> str:
        return f"<HandValue {''.join(map(repr, self.cards))}: {self.description}>"

    def __str__(self) -> str:
        return self.description
