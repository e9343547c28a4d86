"""Stud with five cards."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from croupier.cards import Deck
from croupier.games.limits import FixedLimitPokerMixin
from croupier.games.stud import Stud
from croupier.hands import StandardHighHand

__all__ = ["FiveCardStud", "FixedLimitFiveCardStud"]


class FiveCardStud(Stud, ABC):
    """Stand for stud with one card down and four up."""

    hole_dealing_statuses: ClassVar[tuple[tuple[bool, ...], ...]] = (
        (False, True),
        (True,),
        (True,),
        (True,),
    )


class FixedLimitFiveCardStud(FixedLimitPokerMixin, FiveCardStud):
    """Stand for fixed-limit five-card stud.

    >>> game = FixedLimitFiveCardStud((), True, 1, 2, 5, 10)
    >>> [street.min_completion_betting_or_raising_amount for street in game.streets]
    [5, 5, 10, 10]
    """

    deck = Deck.STANDARD
    hand_types = (StandardHighHand,)
    low = False
