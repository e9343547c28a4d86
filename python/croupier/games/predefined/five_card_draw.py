"""Draw games for the highest hand."""

from __future__ import annotations

from typing import ClassVar

from croupier.cards import Card
from croupier.games.from_library import LibraryGame
from croupier.games.limits import FixedLimitPokerMixin, NoLimitPokerMixin, PotLimitPokerMixin
from croupier.games.predefined.draw import FixedLimitSingleDraw, SingleDraw
from croupier.hands import Hand

__all__ = [
    "FiveCardDrawMixin",
    "FixedLimitFiveCardDraw",
    "NoLimitFiveCardDraw",
    "PotLimitFiveCardDraw",
]


class FiveCardDrawMixin(LibraryGame):
    """A mixin for five-card draw: the best high hand of five cards wins.

    >>> FiveCardDrawMixin.hole_dealing_count
    5
    """

    definition: ClassVar[str] = "five_card_draw"
    deck: ClassVar[tuple[Card, ...]]
    hand_types: ClassVar[tuple[type[Hand], ...]]
    hole_dealing_count: ClassVar[int]


class FixedLimitFiveCardDraw(FixedLimitPokerMixin, FiveCardDrawMixin, FixedLimitSingleDraw):
    """Fixed-limit five-card draw.

    >>> game = FixedLimitFiveCardDraw((), True, 0, (1, 2), 2, 4)
    >>> game.small_bet, game.big_bet
    (2, 4)
    """

    definition = "five_card_draw"


class PotLimitFiveCardDraw(PotLimitPokerMixin, FiveCardDrawMixin, SingleDraw):
    """Pot-limit five-card draw.

    >>> PotLimitFiveCardDraw((), True, 0, (1, 2), 2).max_hole_card_count
    5
    """

    definition = "five_card_draw"


class NoLimitFiveCardDraw(NoLimitPokerMixin, FiveCardDrawMixin, SingleDraw):
    """No-limit five-card draw.

    >>> [street.draw_status for street in NoLimitFiveCardDraw((), True, 0, (1, 2), 2).streets]
    [False, True]
    """

    definition = "five_card_draw"
