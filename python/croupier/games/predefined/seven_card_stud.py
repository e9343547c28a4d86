"""Stud with seven cards."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from croupier.games.limits import FixedLimitPokerMixin
from croupier.games.predefined.stud import Stud

__all__ = [
    "FixedLimitRazz",
    "FixedLimitSevenCardStud",
    "FixedLimitSevenCardStudHighLowSplitEightOrBetter",
    "SevenCardStud",
]


class SevenCardStud(Stud, ABC):
    """Stud with two cards down, four up and the last one down.

    >>> SevenCardStud.hole_dealing_statuses
    ((False, False, True), (True,), (True,), (True,), (False,))
    """

    definition: ClassVar[str] = "seven_card_stud"
    hole_dealing_statuses: ClassVar[tuple[tuple[bool, ...], ...]]


class FixedLimitSevenCardStud(FixedLimitPokerMixin, SevenCardStud):
    """Fixed-limit seven-card stud.

    >>> game = FixedLimitSevenCardStud((), True, 1, 2, 5, 10)
    >>> game.max_down_card_count, game.max_up_card_count
    (3, 4)
    """

    definition = "seven_card_stud"


class FixedLimitSevenCardStudHighLowSplitEightOrBetter(FixedLimitPokerMixin, SevenCardStud):
    """Stud eight: fixed-limit seven-card stud in which high and low share the pot.

    >>> len(FixedLimitSevenCardStudHighLowSplitEightOrBetter.hand_types)
    2
    """

    definition = "seven_card_stud_hi_lo_8"


class FixedLimitRazz(FixedLimitPokerMixin, SevenCardStud):
    """Fixed-limit razz: seven-card stud for the lowest hand, ace to five.

    >>> [street.opening.name for street in FixedLimitRazz((), True, 1, 2, 5, 10).streets][:2]
    ['HIGH_CARD', 'LOW_HAND']
    """

    definition = "razz"
