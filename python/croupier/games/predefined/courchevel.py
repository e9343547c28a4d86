"""Courchevel."""

from __future__ import annotations

from croupier.games.predefined.big_omaha_holdem import (
    PotLimitFiveCardOmahaHoldem,
    PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter,
)

__all__ = ["PotLimitCourchevel", "PotLimitCourchevelHighLowSplitEightOrBetter"]


class PotLimitCourchevel(PotLimitFiveCardOmahaHoldem):
    """Pot-limit Courchevel: Omaha with five hole cards and one card on the board at once.

    >>> game = PotLimitCourchevel((), True, 0, (1, 2), 2)
    >>> [street.board_dealing_count for street in game.streets]
    [1, 2, 1, 1]
    """

    definition = "courchevel"


class PotLimitCourchevelHighLowSplitEightOrBetter(
    PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter
):
    """Pot-limit Courchevel in which the best high and the best low hand share the pot.

    >>> game = PotLimitCourchevelHighLowSplitEightOrBetter((), True, 0, (1, 2), 2)
    >>> game.max_board_card_count, len(game.hand_types)
    (5, 2)
    """

    definition = "courchevel_hi_lo_8"
