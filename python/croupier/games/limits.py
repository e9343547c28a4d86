"""How much may be bet, and how often."""

from __future__ import annotations

from typing import ClassVar

from croupier.games.from_library import LibraryGame
from croupier.state import BettingStructure

__all__ = ["FixedLimitPokerMixin", "NoLimitPokerMixin", "PotLimitPokerMixin"]


class FixedLimitPokerMixin(LibraryGame):
    """A mixin for fixed-limit games: bets have one size, at most four on a street.

    >>> FixedLimitPokerMixin.max_completion_betting_or_raising_count
    4
    """

    betting_structure: ClassVar[BettingStructure] = BettingStructure.FIXED_LIMIT
    max_completion_betting_or_raising_count: ClassVar[int | None] = 4


class PotLimitPokerMixin(LibraryGame):
    """A mixin for pot-limit games: nobody bets more than the pot.

    >>> PotLimitPokerMixin.betting_structure.value
    'Pot-limit'
    """

    betting_structure: ClassVar[BettingStructure] = BettingStructure.POT_LIMIT
    max_completion_betting_or_raising_count: ClassVar[int | None] = None


class NoLimitPokerMixin(LibraryGame):
    """A mixin for no-limit games: everybody may bet everything.

    >>> NoLimitPokerMixin.betting_structure.value
    'No-limit'
    """

    betting_structure: ClassVar[BettingStructure] = BettingStructure.NO_LIMIT
    max_completion_betting_or_raising_count: ClassVar[int | None] = None
