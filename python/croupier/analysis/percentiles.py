"""Where a starting hand stands among all."""

from __future__ import annotations

from croupier.analysis.ranges.classes import class_of, sets_of_class
from croupier.analysis.ranges.omaha import omaha_percentile
from croupier.analysis.ranges.order import starting_hand_equities
from croupier.analysis.ranges.sets import set_of
from croupier.cards import Card, CardsLike
from croupier.errors import CardError, UnsupportedError

__all__ = ["percentile"]

_CARDS = {"holdem": 2, "omaha": 4}


def percentile(hand: CardsLike, game: str = "holdem") -> float:
    """Return which part of all hole cards is worse than a starting hand.

    What counts is how much of the pot a hand wins against one random hand; half of the hands that
    are as good count as worse. For hold'em this is known exactly, for Omaha from deals at random.

    >>> [round(percentile(hand), 3) for hand in ("AsAh", "AsKs", "7d2c", "3h2d")]
    [0.998, 0.967, 0.041, 0.005]
    >>> percentile("AsAhJsTh", "omaha") > 0.99
    True

    Args:
        hand: The hole cards.
        game: `"holdem"` or `"omaha"`.

    Returns:
        A number from 0 for the worst to 1 for the best.

    Raises:
        CardError: These are not as many different cards as the game has.
        UnsupportedError: There is no such game here.
    """
    if game not in _CARDS:
        raise UnsupportedError(
            f"there are percentiles of {', '.join(_CARDS)}, not of {game!r}", code="unknown-game"
        )
    cards = Card.clean(hand)
    # This refuses cards that are unknown or there twice.
    set_of(cards)
    if len(cards) != _CARDS[game]:
        raise CardError(
            f"a hand has {_CARDS[game]} cards, unlike {hand!r}", value=hand, code="card-count"
        )
    if game == "omaha":
        return omaha_percentile(cards)
    equities = starting_hand_equities()
    own = equities[class_of(cards)]
    worse = as_good = 0
    for name, equity in equities.items():
        count = len(sets_of_class(name))
        worse += count if equity < own else 0
        as_good += count if equity == own else 0
    return (worse + as_good / 2) / 1326
