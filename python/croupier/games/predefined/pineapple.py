"""Hold'em with three hole cards, one of which is discarded."""

from __future__ import annotations

from typing import ClassVar

from croupier.cards import Card
from croupier.games.from_library import LibraryGame
from croupier.games.limits import FixedLimitPokerMixin, NoLimitPokerMixin, PotLimitPokerMixin
from croupier.games.predefined.holdem import Holdem, UnfixedLimitHoldem
from croupier.hands import Hand

__all__ = [
    "CrazyPineappleMixin",
    "FixedLimitCrazyPineapple",
    "FixedLimitCrazyPineappleHighLowSplitEightOrBetter",
    "FixedLimitPineapple",
    "NoLimitCrazyPineapple",
    "NoLimitPineapple",
    "PineappleMixin",
    "PotLimitCrazyPineapple",
    "PotLimitPineapple",
]


class PineappleMixin(LibraryGame):
    """A mixin for Pineapple: of three hole cards, one is discarded before the flop.

    >>> PineappleMixin.discard_counts
    (1, 0, 0)
    """

    definition: ClassVar[str] = "pineapple"
    deck: ClassVar[tuple[Card, ...]]
    hand_types: ClassVar[tuple[type[Hand], ...]]
    hole_dealing_count: ClassVar[int]
    discard_counts: ClassVar[tuple[int, int, int]]


class CrazyPineappleMixin(PineappleMixin):
    """A mixin for Crazy Pineapple: the card is discarded before the turn.

    >>> CrazyPineappleMixin.discard_counts
    (0, 1, 0)
    """

    definition = "crazy_pineapple"
    discard_counts: ClassVar[tuple[int, int, int]]


class FixedLimitPineapple(FixedLimitPokerMixin, PineappleMixin, Holdem):
    """Fixed-limit Pineapple.

    >>> game = FixedLimitPineapple((), True, 0, (1, 2), 2, 4)
    >>> game.streets[1], game.max_hole_card_count
    (Discard(count=1), 3)
    """

    definition = "pineapple"


class PotLimitPineapple(PotLimitPokerMixin, PineappleMixin, UnfixedLimitHoldem):
    """Pot-limit Pineapple.

    >>> state = PotLimitPineapple.create_state((), True, 0, (1, 2), 2, 200, 6, seed=1)
    >>> state.betting_structure.name
    'POT_LIMIT'
    """

    definition = "pineapple"


class NoLimitPineapple(NoLimitPokerMixin, PineappleMixin, UnfixedLimitHoldem):
    """No-limit Pineapple.

    >>> from croupier.state import Automation
    >>> state = NoLimitPineapple.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> state.check_or_call(), state.check_or_call()
    (CheckingOrCalling(commentary=None, player_index=1, amount=1), \
CheckingOrCalling(commentary=None, player_index=0, amount=0))
    >>> state.legal["stand_pat_or_discard"].max_count
    1
    """

    definition = "pineapple"


class FixedLimitCrazyPineapple(FixedLimitPokerMixin, CrazyPineappleMixin, Holdem):
    """Fixed-limit Crazy Pineapple.

    >>> game = FixedLimitCrazyPineapple((), True, 0, (1, 2), 2, 4)
    >>> game.streets[2], game.small_bet, game.big_bet
    (Discard(count=1), 2, 4)
    """

    definition = "crazy_pineapple"


class PotLimitCrazyPineapple(PotLimitPokerMixin, CrazyPineappleMixin, UnfixedLimitHoldem):
    """Pot-limit Crazy Pineapple.

    >>> PotLimitCrazyPineapple((), True, 0, (1, 2), 2).max_board_card_count
    5
    """

    definition = "crazy_pineapple"


class NoLimitCrazyPineapple(NoLimitPokerMixin, CrazyPineappleMixin, UnfixedLimitHoldem):
    """No-limit Crazy Pineapple.

    >>> NoLimitCrazyPineapple((), True, 0, (1, 2), 2).min_bet
    2
    """

    definition = "crazy_pineapple"


class FixedLimitCrazyPineappleHighLowSplitEightOrBetter(
    FixedLimitPokerMixin, CrazyPineappleMixin, Holdem
):
    """Fixed-limit Crazy Pineapple in which the best high and low hands share the pot.

    >>> len(FixedLimitCrazyPineappleHighLowSplitEightOrBetter.hand_types)
    2
    """

    definition = "crazy_pineapple_hi_lo_8"
