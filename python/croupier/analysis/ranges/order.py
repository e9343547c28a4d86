"""The starting hands of hold'em from the best to the worst.

What counts is how much of the pot a hand wins against one random hand, which the core knows.
"""

from __future__ import annotations

from functools import cache

from croupier import _native, rankings
from croupier.analysis.ranges.classes import STARTING_HANDS, sets_of_class
from croupier.cards import Deck

__all__ = ["starting_hand_equities", "top_hands"]


@cache
def starting_hand_equities() -> dict[str, float]:
    """Return how much of the pot each starting hand wins against one random hand, the best first.

    >>> list(starting_hand_equities())[:5]
    ['AA', 'KK', 'QQ', 'JJ', 'TT']
    >>> round(starting_hand_equities()["72o"], 6)
    0.345836

    Returns:
        All 169 starting hands with their equities.
    """
    high = rankings.get("high")
    selection = _native.Selection(any=high.maximum_cards)
    # Suits are alike, so one pair of hole cards stands for all of a starting hand.
    sets = [sets_of_class(hand)[0] for hand in STARTING_HANDS]
    players = [(sets, [1.0] * len(sets)), ([0], [1.0])]
    _, _, _, (tallies, _) = _native.equity(
        tuple(Deck.STANDARD), (), (), (2, 5), players, [(high._native, selection)], True
    )
    numbers = memoryview(tallies).cast("d")
    equities = {
        hand: numbers[4 * place + 3] / numbers[4 * place]
        for place, hand in enumerate(STARTING_HANDS)
    }
    return dict(sorted(equities.items(), key=lambda item: -item[1]))


def top_hands(percent: float) -> tuple[str, ...]:
    """Return the best starting hands that together are at most so much of all hole cards.

    >>> top_hands(2)
    ('AA', 'KK', 'QQ', 'JJ')

    Args:
        percent: How much of all 1326 pairs of hole cards, from 0 to 100.

    Returns:
        The starting hands, the best first.
    """
    room = percent / 100 * 1326 + 1e-9
    hands = []
    for hand in starting_hand_equities():
        room -= len(sets_of_class(hand))
        if room < 0:
            break
        hands.append(hand)
    return tuple(hands)
