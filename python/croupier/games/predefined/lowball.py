"""Draw games for the lowest hand."""

from __future__ import annotations

from typing import ClassVar

from croupier.cards import Card
from croupier.games.from_library import LibraryGame
from croupier.games.limits import FixedLimitPokerMixin, NoLimitPokerMixin, PotLimitPokerMixin
from croupier.games.predefined.draw import SingleDraw, TripleDraw, UnfixedLimitTripleDraw
from croupier.hands import Hand

__all__ = [
    "AceToFiveLowballMixin",
    "DeuceToSevenLowballMixin",
    "FixedLimitAceToFiveLowballTripleDraw",
    "FixedLimitDeuceToSevenLowballTripleDraw",
    "NoLimitDeuceToSevenLowballSingleDraw",
    "NoLimitDeuceToSevenLowballTripleDraw",
    "PotLimitDeuceToSevenLowballTripleDraw",
]


class DeuceToSevenLowballMixin(LibraryGame):
    """A mixin for deuce-to-seven lowball: aces are high, straights and flushes count.

    >>> DeuceToSevenLowballMixin.hand_types[0].__name__
    'StandardLowHand'
    """

    definition: ClassVar[str] = "deuce_to_seven_triple_draw"
    deck: ClassVar[tuple[Card, ...]]
    hand_types: ClassVar[tuple[type[Hand], ...]]
    hole_dealing_count: ClassVar[int]


class AceToFiveLowballMixin(LibraryGame):
    """A mixin for ace-to-five lowball: aces are low, only pairs count against a hand.

    >>> AceToFiveLowballMixin.hand_types[0].__name__
    'RegularLowHand'
    """

    definition: ClassVar[str] = "ace_to_five_triple_draw"
    deck: ClassVar[tuple[Card, ...]]
    hand_types: ClassVar[tuple[type[Hand], ...]]
    hole_dealing_count: ClassVar[int]


class NoLimitDeuceToSevenLowballSingleDraw(NoLimitPokerMixin, DeuceToSevenLowballMixin, SingleDraw):
    """No-limit deuce-to-seven lowball with one draw.

    >>> [
    ...     s.draw_status
    ...     for s in NoLimitDeuceToSevenLowballSingleDraw((), True, 0, (1, 2), 2).streets
    ... ]
    [False, True]
    """

    definition = "deuce_to_seven_single_draw"


class FixedLimitDeuceToSevenLowballTripleDraw(
    FixedLimitPokerMixin, DeuceToSevenLowballMixin, TripleDraw
):
    """Fixed-limit deuce-to-seven lowball with three draws.

    >>> game = FixedLimitDeuceToSevenLowballTripleDraw((), True, 0, (1, 2), 2, 4)
    >>> [street.min_completion_betting_or_raising_amount for street in game.streets]
    [2, 2, 4, 4]
    """

    definition = "deuce_to_seven_triple_draw"


class PotLimitDeuceToSevenLowballTripleDraw(
    PotLimitPokerMixin, DeuceToSevenLowballMixin, UnfixedLimitTripleDraw
):
    """Pot-limit deuce-to-seven lowball with three draws.

    >>> len(PotLimitDeuceToSevenLowballTripleDraw((), True, 0, (1, 2), 2).streets)
    4
    """

    definition = "deuce_to_seven_triple_draw"


class NoLimitDeuceToSevenLowballTripleDraw(
    NoLimitPokerMixin, DeuceToSevenLowballMixin, UnfixedLimitTripleDraw
):
    """No-limit deuce-to-seven lowball with three draws.

    >>> NoLimitDeuceToSevenLowballTripleDraw((), True, 0, (1, 2), 2).min_bet
    2
    """

    definition = "deuce_to_seven_triple_draw"


class FixedLimitAceToFiveLowballTripleDraw(FixedLimitPokerMixin, AceToFiveLowballMixin, TripleDraw):
    """Fixed-limit ace-to-five lowball with three draws.

    >>> game = FixedLimitAceToFiveLowballTripleDraw((), True, 0, (1, 2), 2, 4)
    >>> game.max_hole_card_count
    5
    """

    definition = "ace_to_five_triple_draw"
