"""Omaha with four hole cards."""

from __future__ import annotations

from typing import ClassVar

from croupier.cards import Card, Deck
from croupier.games.holdem import Holdem, UnfixedLimitHoldem
from croupier.games.limits import FixedLimitPokerMixin, NoLimitPokerMixin, PotLimitPokerMixin
from croupier.games.poker import GameType
from croupier.hands import OmahaEightOrBetterLowHand, OmahaHoldemHand

__all__ = [
    "FixedLimitOmahaHoldem",
    "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
    "NoLimitOmahaHoldem",
    "OmahaHoldemMixin",
    "PotLimitOmahaHoldem",
    "PotLimitOmahaHoldemHighLowSplitEightOrBetter",
]


class OmahaHoldemMixin(metaclass=GameType):
    """Make a game with a board Omaha: four hole cards. The hands remain to be said."""

    deck: ClassVar[tuple[Card, ...]] = Deck.STANDARD
    hole_dealing_count: ClassVar[int] = 4


class FixedLimitOmahaHoldem(FixedLimitPokerMixin, OmahaHoldemMixin, Holdem):
    """Stand for fixed-limit Omaha.

    >>> FixedLimitOmahaHoldem((), True, 0, (1, 2), 2, 4).max_hole_card_count
    4
    """

    hand_types = (OmahaHoldemHand,)


class PotLimitOmahaHoldem(PotLimitPokerMixin, OmahaHoldemMixin, UnfixedLimitHoldem):
    """Stand for pot-limit Omaha, PLO.

    >>> state = PotLimitOmahaHoldem.create_state((), True, 0, (1, 2), 2, 200, 6, seed=1)
    >>> state.starting_stacks
    (200, 200, 200, 200, 200, 200)
    """

    hand_types = (OmahaHoldemHand,)


class NoLimitOmahaHoldem(NoLimitPokerMixin, OmahaHoldemMixin, UnfixedLimitHoldem):
    """Stand for no-limit Omaha.

    >>> NoLimitOmahaHoldem((), True, 0, (1, 2), 2).min_bet
    2
    """

    hand_types = (OmahaHoldemHand,)


class FixedLimitOmahaHoldemHighLowSplitEightOrBetter(
    FixedLimitPokerMixin, OmahaHoldemMixin, Holdem
):
    """Stand for fixed-limit Omaha in which the best high and the best low hand share the pot.

    PokerKit's class of this name lets players bet the pot any number of times; this one has fixed
    bets and at most four of them on a street.

    >>> game = FixedLimitOmahaHoldemHighLowSplitEightOrBetter((), True, 0, (1, 2), 2, 4)
    >>> game.betting_structure.name, game.streets[0].max_completion_betting_or_raising_count
    ('FIXED_LIMIT', 4)
    """

    hand_types = (OmahaHoldemHand, OmahaEightOrBetterLowHand)


class PotLimitOmahaHoldemHighLowSplitEightOrBetter(
    PotLimitPokerMixin, OmahaHoldemMixin, UnfixedLimitHoldem
):
    """Stand for pot-limit Omaha in which high and low share the pot, PLO8.

    >>> len(PotLimitOmahaHoldemHighLowSplitEightOrBetter.hand_types)
    2
    """

    hand_types = (OmahaHoldemHand, OmahaEightOrBetterLowHand)
