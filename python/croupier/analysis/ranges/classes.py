"""The starting hands of hold'em, and the notation for many of them: `AKs`, `22+`, `A5s-A2s`."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import combinations, permutations

from croupier.analysis.ranges.sets import set_of
from croupier.cards import Card, RankOrder

__all__ = [
    "RANKS",
    "STARTING_HANDS",
    "class_of",
    "is_notation",
    "sets_of_class",
    "sets_of_notation",
]

RANKS = "".join(rank.value for rank in reversed(RankOrder.STANDARD))
"""The ranks from the ace down."""
STARTING_HANDS = tuple(
    first + second
    if row == column
    else (first + second + "s" if row < column else second + first + "o")
    for row, first in enumerate(RANKS)
    for column, second in enumerate(RANKS)
)
"""All 169, row by row of the usual grid: suited hands right of the pairs, offsuit ones left."""

_SUITS = "cdhs"
_NOTATION = re.compile(
    rf"([{RANKS}])([{RANKS}])([so]?)(?:(\+)|-([{RANKS}])([{RANKS}])([so]?))?", re.ASCII
)


def is_notation(text: str) -> bool:
    """Return whether a text names starting hands of hold'em.

    >>> is_notation("A5s-A2s"), is_notation("AsKs")
    (True, False)

    Args:
        text: The text.

    Returns:
        Whether it looks like it; its ranks may still not go together.
    """
    return _NOTATION.fullmatch(text) is not None


@cache
def sets_of_class(text: str) -> tuple[int, ...]:
    """Return the hole cards of one starting hand.

    >>> [len(sets_of_class(hand)) for hand in ("AA", "AKs", "AKo", "AK", "AAs")]
    [6, 4, 12, 16, 0]

    Args:
        text: Two ranks, with an `s` for suited, an `o` for offsuit, or nothing for both.

    Returns:
        The hole cards.
    """
    first, second, kind = text[0], text[1], text[2:]
    if first == second:
        pairs = [] if kind == "s" else list(combinations(_SUITS, 2))
    else:
        pairs = [] if kind == "o" else [(suit, suit) for suit in _SUITS]
        pairs += [] if kind == "s" else permutations(_SUITS, 2)
    return tuple(set_of((Card(first, own), Card(second, other))) for own, other in pairs)


def class_of(cards: tuple[Card, ...]) -> str:
    """Return the starting hand that two hole cards are.

    >>> class_of(Card.clean("KsAs")), class_of(Card.clean("2c2d"))
    ('AKs', '22')

    Args:
        cards: Two different cards.

    Returns:
        The starting hand, such as `AKs`.
    """
    first, second = sorted(cards, key=lambda card: RANKS.index(card.rank))
    if first.rank == second.rank:
        return first.rank + second.rank
    return first.rank + second.rank + ("s" if first.suit == second.suit else "o")


@lru_cache(4096)
def sets_of_notation(text: str, rank_order: RankOrder) -> tuple[int, ...]:
    """Return the hole cards of a notation.

    >>> len(set(sets_of_notation("22+", RankOrder.STANDARD)))
    78
    >>> len(set(sets_of_notation("A5s-A2s", RankOrder.STANDARD)))
    16

    Args:
        text: A notation, for which `is_notation` is true.
        rank_order: The ranks from the lowest to the highest, which `+` and `-` follow.

    Returns:
        The sets.

    Raises:
        ValueError: The two ends do not go together; the text says why.
    """
    match = _NOTATION.fullmatch(text)
    assert match is not None
    first, second, kind, plus, *end = match.groups()
    ranks = _values(rank_order)
    if missing := [rank for rank in (first, second, *end[:2]) if rank and rank not in ranks]:
        raise ValueError(f"the rank {missing[0]} is not in the deck")
    if plus:
        hands = _above(ranks, first, second)
    elif end[0]:
        if kind != end[2]:
            raise ValueError("both ends must be suited, both offsuit, or both neither")
        hands = _between(ranks, first + second, end[0] + end[1])
    else:
        hands = [first + second]
    return tuple(number for hand in hands for number in sets_of_class(hand + kind))


@cache
def _values(rank_order: RankOrder) -> list[str]:
    return [rank.value for rank in rank_order]


def _above(ranks: list[str], first: str, second: str) -> list[str]:
    low, high = sorted((ranks.index(first), ranks.index(second)))
    if low == high:
        return [rank * 2 for rank in ranks[low:]]
    return [ranks[high] + rank for rank in ranks[low:high]]


def _between(ranks: list[str], one: str, other: str) -> list[str]:
    """List what is between two hands: neighbours like T9 and 54, or kickers like A5 and A2."""
    low, high = sorted([ranks.index(rank) for rank in hand] for hand in (one, other))
    if low[1] - low[0] == high[1] - high[0]:
        return [ranks[low[0] + step] + ranks[low[1] + step] for step in range(high[0] - low[0] + 1)]
    if low[0] == high[0] and low[0] not in range(low[1], high[1] + 1):
        return [ranks[low[0]] + ranks[kicker] for kicker in range(low[1], high[1] + 1)]
    raise ValueError(
        "the ends must share their first rank, as in A5s-A2s, "
        "or be as far apart in rank as each other, as in T9s-54s"
    )
