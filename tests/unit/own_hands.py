"""A hand type of a user's own, which the core does not know."""

from __future__ import annotations

from typing import Any, ClassVar

from croupier.cards import Card, CardsLike, Rank
from croupier.games import NoLimitTexasHoldem
from croupier.hands import Hand
from croupier.lookups import Entry, Label


class Places:
    """A lookup of two cards by their sum, which is none of the package's."""

    def has_entry(self, cards: CardsLike) -> bool:
        return len(Card.clean(cards)) == 2

    def get_entry(self, cards: CardsLike) -> Entry:
        ranks = list(Rank)
        total = sum(ranks.index(card.rank) for card in Card.clean(cards))
        return Entry(total, Label.HIGH_CARD)


class LowestSumHand(Hand):
    """The two hole cards with the lowest sum win; the board does not count."""

    lookup: ClassVar[Any] = Places()
    low = True

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> LowestSumHand:
        return cls(hole_cards)


class LowestSumHoldem(NoLimitTexasHoldem):
    """Hold'em in which the board is for show."""

    hand_types = (LowestSumHand,)
