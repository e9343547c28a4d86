"""Hands in the words of PokerStars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from croupier.cards import Card
from croupier.hands import (
    BadugiHand,
    EightOrBetterLowHand,
    Hand,
    OmahaEightOrBetterLowHand,
    RegularLowHand,
    StandardBadugiHand,
    StandardLowHand,
)
from croupier.lookups import Label

__all__ = ["describe_hand"]

_ORDER = "23456789TJQKA"
_WORDS = ("Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen")
_NAMES = dict(zip(_ORDER, (*_WORDS, "King", "Ace"), strict=True))
_LOWS = (EightOrBetterLowHand, OmahaEightOrBetterLowHand, RegularLowHand, StandardLowHand)
_BADUGIS = (BadugiHand, StandardBadugiHand)


def describe_hand(
    hand_types: Sequence[type[Hand]], hole: Sequence[Card], board: Sequence[Card]
) -> str:
    """Say what somebody holds at the showdown.

    >>> from croupier.hands import StandardHighHand
    >>> describe_hand([StandardHighHand], list(Card.parse("QsJs")), list(Card.parse("QhAdTsAsQd")))
    'a full house, Queens full of Aces'

    Args:
        hand_types: The types of hands that share the pot.
        hole: The hole cards.
        board: The board.

    Returns:
        The words; empty where a card is not known.
    """
    if not all(hole) or not all(board):
        return ""
    made = [_make(hand_type, hole, board) for hand_type in hand_types]
    if len(made) == 1:
        return "" if made[0] is None else _say(made[0])
    high, low = (*made, None)[:2]
    words = [] if high is None else [f"HI: {_say(high)}"]
    if low is not None:
        words.append(f"LO: {_say_low(low)}")
    return "; ".join(words)


def _make(hand_type: Any, hole: Sequence[Card], board: Sequence[Card]) -> Hand | None:
    try:
        made: Hand = hand_type.from_game(hole, board)
    except ValueError:
        # No low hand, or too few cards for any.
        return None
    return made


def _say(hand: Hand) -> str:
    if isinstance(hand, _BADUGIS):
        count = len(hand.cards)
        low = _ranks(hand.cards, aces_low=isinstance(hand, BadugiHand))
        return f"{'Badugi' if count == 4 else f'{count}-card'}: {low}"
    if isinstance(hand, _LOWS) and hand.entry.label is Label.HIGH_CARD:
        return f"Lo: {_say_low(hand)}"
    return _say_high("".join(map(repr, hand.cards))[::2], hand.entry.label)


def _say_low(hand: Hand) -> str:
    return _ranks(hand.cards, aces_low=not isinstance(hand, StandardLowHand))


def _ranks(cards: Sequence[Card], *, aces_low: bool) -> str:
    ranks = [repr(card)[0] for card in cards]
    key = {rank: place for place, rank in enumerate(_ORDER)} | ({"A": -1} if aces_low else {})
    return ",".join(sorted(ranks, key=key.__getitem__, reverse=True))


def _plural(rank: str) -> str:
    name = _NAMES[rank]
    return f"{name}es" if name == "Six" else f"{name}s"


# There are few thousand hands if suits do not count.
@lru_cache(maxsize=1 << 13)
def _say_high(given: str, label: Label) -> str:
    ranks = sorted(given, key=_ORDER.index, reverse=True)
    counts = Counter(ranks).most_common()
    first = counts[0][0]
    match label:
        case Label.ONE_PAIR:
            return f"a pair of {_plural(first)}"
        case Label.TWO_PAIR:
            return f"two pair, {_plural(first)} and {_plural(counts[1][0])}"
        case Label.THREE_OF_A_KIND:
            return f"three of a kind, {_plural(first)}"
        case Label.FULL_HOUSE:
            return f"a full house, {_plural(first)} full of {_plural(counts[1][0])}"
        case Label.FOUR_OF_A_KIND:
            return f"four of a kind, {_plural(first)}"
        case Label.FLUSH:
            return f"a flush, {_NAMES[ranks[0]]} high"
        case Label.STRAIGHT | Label.STRAIGHT_FLUSH:
            return _say_straight(ranks, label)
        case _:
            return f"high card {_NAMES[ranks[0]]}"


def _say_straight(ranks: list[str], label: Label) -> str:
    # An ace may be low, below a five or, in a short deck, a nine.
    wheel = ranks[0] == "A" and ranks[1] != "K"
    low, high = ("A", ranks[1]) if wheel else (ranks[-1], ranks[0])
    if label is Label.STRAIGHT:
        return f"a straight, {_NAMES[low]} to {_NAMES[high]}"
    if high == "A":
        return "a Royal Flush"
    return f"a straight flush, {_NAMES[low]} to {_NAMES[high]}"
