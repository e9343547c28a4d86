"""Hands in games of configurations."""

from __future__ import annotations

from functools import cached_property, total_ordering
from typing import TYPE_CHECKING

from croupier.cards import Card

if TYPE_CHECKING:
    from croupier.rankings import Ranking

__all__ = ["ContestHand"]


@total_ordering
class ContestHand:
    """A hand that competes for a share of the pot. Hands of one contest compare.

    >>> pair = ContestHand("Best hand", "high", 1 << 4, 100, ())
    >>> better = ContestHand("Best hand", "high", 1 << 5, 101, ())
    >>> pair < better
    True

    Attributes:
        contest: What the contest is called; may be empty.
        ranking_name: How hands rank in it.
        strength: The strength of the hand in that ranking.
        cards: The cards that form it.
    """

    __slots__ = ("__dict__", "_worth", "cards", "contest", "ranking_name", "strength")

    def __init__(
        self, contest: str, ranking_name: str, strength: int, worth: int, cards: tuple[Card, ...]
    ) -> None:
        """Make a hand.

        Args:
            contest: What the contest is called.
            ranking_name: How hands rank in it.
            strength: The strength of the hand in that ranking.
            worth: A number that is larger for better hands, whatever makes them better.
            cards: The cards that form it.
        """
        self.contest = contest
        self.ranking_name = ranking_name
        self.strength = strength
        self.cards = cards
        self._worth = worth

    @cached_property
    def ranking(self) -> Ranking:
        """How hands rank in the contest."""
        from croupier import rankings

        return rankings.get(self.ranking_name)

    @property
    def label(self) -> str:
        """The kind of hand that it is."""
        return self.ranking.label(self.strength)

    @property
    def standing(self) -> tuple[int, int]:
        """The place of the hand in the ranking's tables: its kind, and its place in that."""
        return self.ranking.standing(self.strength)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ContestHand):
            return NotImplemented
        return self._key == other._key

    def __lt__(self, other: ContestHand) -> bool:
        return self._worth < other._worth

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[str, int]:
        return self.contest, self._worth

    def __str__(self) -> str:
        return self.ranking.describe(self.strength)

    def __repr__(self) -> str:
        cards = "".join(map(repr, self.cards))
        return f"ContestHand({self.contest!r}, {self.ranking_name!r}, {cards!r})"
