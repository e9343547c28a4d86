"""Omaha with five or six hole cards."""

from __future__ import annotations

from croupier.games.predefined.omaha_holdem import (
    PotLimitOmahaHoldem,
    PotLimitOmahaHoldemHighLowSplitEightOrBetter,
)

__all__ = [
    "PotLimitFiveCardOmahaHoldem",
    "PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter",
    "PotLimitSixCardOmahaHoldem",
]


class PotLimitFiveCardOmahaHoldem(PotLimitOmahaHoldem):
    """Pot-limit Omaha with five hole cards, PLO5.

    >>> PotLimitFiveCardOmahaHoldem((), True, 0, (1, 2), 2).max_hole_card_count
    5
    """

    definition = "five_card_omaha"


class PotLimitSixCardOmahaHoldem(PotLimitOmahaHoldem):
    """Pot-limit Omaha with six hole cards, PLO6.

    >>> PotLimitSixCardOmahaHoldem((), True, 0, (1, 2), 2).max_hole_card_count
    6
    """

    definition = "six_card_omaha"


class PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter(
    PotLimitOmahaHoldemHighLowSplitEightOrBetter
):
    """Big O: pot-limit Omaha with five hole cards in which high and low share the pot.

    >>> game = PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter((), True, 0, (1, 2), 2)
    >>> game.max_hole_card_count, len(game.hand_types)
    (5, 2)
    """

    definition = "five_card_omaha_hi_lo_8"
