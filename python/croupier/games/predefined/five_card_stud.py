"""Stud with five cards."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from croupier.games.limits import FixedLimitPokerMixin
from croupier.games.predefined.stud import Stud

__all__ = ["FiveCardStud", "FixedLimitFiveCardStud"]


class FiveCardStud(Stud, ABC):
    """Stud with one card down and four up.

    >>> FiveCardStud.hole_dealing_statuses
    ((False, True), (True,), (True,), (True,))
    """

    definition: ClassVar[str] = "five_card_stud"
    hole_dealing_statuses: ClassVar[tuple[tuple[bool, ...], ...]]


class FixedLimitFiveCardStud(FixedLimitPokerMixin, FiveCardStud):
    """Fixed-limit five-card stud.

    >>> game = FixedLimitFiveCardStud((), True, 1, 2, 5, 10)
    >>> [street.min_completion_betting_or_raising_amount for street in game.streets]
    [5, 5, 10, 10]
    """

    definition = "five_card_stud"
