"""Omaha with four hole cards."""

from __future__ import annotations

from typing import ClassVar

from croupier.cards import Card
from croupier.games.from_library import LibraryGame
from croupier.games.limits import FixedLimitPokerMixin, NoLimitPokerMixin, PotLimitPokerMixin
from croupier.games.predefined.holdem import Holdem, UnfixedLimitHoldem

__all__ = [
    "FixedLimitOmahaHoldem",
    "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
    "NoLimitOmahaHoldem",
    "NoLimitOmahaHoldemHighLowSplitEightOrBetter",
    "OmahaHoldemMixin",
    "PotLimitOmahaHoldem",
    "PotLimitOmahaHoldemHighLowSplitEightOrBetter",
]


class OmahaHoldemMixin(LibraryGame):
    """A mixin for Omaha: four hole cards. The hands remain to be said.

    >>> OmahaHoldemMixin.hole_dealing_count
    4
    """

    definition: ClassVar[str] = "omaha_holdem"
    deck: ClassVar[tuple[Card, ...]]
    hole_dealing_count: ClassVar[int]


class FixedLimitOmahaHoldem(FixedLimitPokerMixin, OmahaHoldemMixin, Holdem):
    """Fixed-limit Omaha.

    >>> FixedLimitOmahaHoldem((), True, 0, (1, 2), 2, 4).max_hole_card_count
    4
    """

    definition = "omaha_holdem"


class PotLimitOmahaHoldem(PotLimitPokerMixin, OmahaHoldemMixin, UnfixedLimitHoldem):
    """Pot-limit Omaha, PLO.

    >>> state = PotLimitOmahaHoldem.create_state((), True, 0, (1, 2), 2, 200, 6, seed=1)
    >>> state.starting_stacks
    (200, 200, 200, 200, 200, 200)
    """

    definition = "omaha_holdem"


class NoLimitOmahaHoldem(NoLimitPokerMixin, OmahaHoldemMixin, UnfixedLimitHoldem):
    """No-limit Omaha.

    >>> NoLimitOmahaHoldem((), True, 0, (1, 2), 2).min_bet
    2
    """

    definition = "omaha_holdem"


class FixedLimitOmahaHoldemHighLowSplitEightOrBetter(
    FixedLimitPokerMixin, OmahaHoldemMixin, Holdem
):
    """Fixed-limit Omaha in which the best high and the best low hand share the pot.

    PokerKit's class of this name lets players bet the pot any number of times; this one has fixed
    bets and at most four of them on a street.

    >>> game = FixedLimitOmahaHoldemHighLowSplitEightOrBetter((), True, 0, (1, 2), 2, 4)
    >>> game.betting_structure.name, game.streets[0].max_completion_betting_or_raising_count
    ('FIXED_LIMIT', 4)
    """

    definition = "omaha_holdem_hi_lo_8"


class PotLimitOmahaHoldemHighLowSplitEightOrBetter(
    PotLimitPokerMixin, OmahaHoldemMixin, UnfixedLimitHoldem
):
    """Pot-limit Omaha in which high and low share the pot, PLO8.

    >>> len(PotLimitOmahaHoldemHighLowSplitEightOrBetter.hand_types)
    2
    """

    definition = "omaha_holdem_hi_lo_8"


class NoLimitOmahaHoldemHighLowSplitEightOrBetter(
    NoLimitPokerMixin, OmahaHoldemMixin, UnfixedLimitHoldem
):
    """No-limit Omaha in which high and low share the pot.

    >>> len(NoLimitOmahaHoldemHighLowSplitEightOrBetter.hand_types)
    2
    """

    definition = "omaha_holdem_hi_lo_8"
