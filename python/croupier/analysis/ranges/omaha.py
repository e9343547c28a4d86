"""The starting hands of Omaha: which are alike, and how good they are against one random hand.

Hands that differ by the names of their suits alone are one starting hand; there are 16,432. How
much of the pot each wins against a random hand is in a table, in the order of `omaha_classes`. The
numbers are from deals at random, each within about 0.002 of the truth; `compute_equities` makes
them anew.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from math import factorial
from pathlib import Path
from sys import byteorder

from croupier import _native
from croupier.cards import CARDS_BY_CODE, Card, Deck

__all__ = ["compute_equities", "omaha_classes", "omaha_equity", "omaha_percentile"]

_CARDS = 4
_RANKS = 13
_SUITS = 4
_SCALE = 65535
_TABLE = "omaha.bin"

# Ranks from the ace down and suits by the order in which they come, highest cards first.
_Class = tuple[tuple[int, int], ...]


def _class_of(cards: Iterable[Card]) -> _Class:
    """Return what hole cards are when suits have no names."""
    held = sorted((_RANKS - 1 - card.code // _SUITS, card.code % _SUITS) for card in cards)
    groups: list[list[tuple[int, int]]] = []
    for card in held:
        if groups and groups[-1][0][0] == card[0]:
            groups[-1].append(card)
        else:
            groups.append([card])
    return min(map(_rename, product(*(permutations(group) for group in groups))))


def _rename(groups: tuple[tuple[tuple[int, int], ...], ...]) -> _Class:
    names: dict[int, int] = {}
    return tuple(
        (rank, names.setdefault(suit, len(names))) for group in groups for rank, suit in group
    )


def _cards_of(hand: _Class) -> tuple[Card, ...]:
    return tuple(
        CARDS_BY_CODE[(_RANKS - 1 - rank) * _SUITS + _SUITS - 1 - suit] for rank, suit in hand
    )


@cache
def omaha_classes() -> dict[_Class, int]:
    """Return the starting hands of Omaha with their places in the table.

    >>> len(omaha_classes())
    16432

    Returns:
        The places by starting hand.
    """
    suits = [
        (0, second, third, fourth)
        for second in range(2)
        for third in range(second + 2)
        for fourth in range(max(second, third) + 2)
    ]
    found: dict[_Class, int] = {}
    for ranks in combinations_with_replacement(range(_RANKS), _CARDS):
        for names in suits:
            hand = tuple(zip(ranks, names, strict=True))
            if len(set(hand)) == _CARDS and _class_of(_cards_of(hand)) == hand:
                found[hand] = len(found)
    return found


def _count(hand: _Class) -> int:
    """Return how many hole cards are this starting hand."""
    used = 1 + max(suit for _, suit in hand)
    ways = factorial(_SUITS) // factorial(_SUITS - used)
    # Renamings of suits that leave the hand as it is do not make another one.
    same = sum(
        sorted((rank, names[suit]) for rank, suit in hand) == sorted(hand)
        for names in permutations(range(used))
    )
    return ways // same


@cache
def _table() -> array[int]:
    numbers = array("H")
    numbers.frombytes(Path(__file__).with_name(_TABLE).read_bytes())
    if byteorder == "big":
        numbers.byteswap()
    return numbers


@cache
def _order() -> tuple[list[int], list[int]]:
    """Return the equities from the lowest, and how many hole cards are worse than each."""
    pairs = sorted(zip(_table(), map(_count, omaha_classes()), strict=True))
    worse, below = [], 0
    for _, count in pairs:
        worse.append(below)
        below += count
    return [number for number, _ in pairs], [*worse, below]


def omaha_equity(cards: Iterable[Card]) -> float:
    """Return how much of the pot four hole cards win against one random hand.

    >>> round(omaha_equity(Card.clean("AsAhKsKh")), 2)
    0.71

    Args:
        cards: Four different cards.

    Returns:
        The equity, within about 0.002.
    """
    return _table()[omaha_classes()[_class_of(cards)]] / _SCALE


def omaha_percentile(cards: Iterable[Card]) -> float:
    """Return which part of all hole cards is worse than four, half of those as good included.

    >>> omaha_percentile(Card.clean("AsAhKsKh")) > 0.999
    True
    >>> omaha_percentile(Card.clean("2s2h2d2c")) < 0.001
    True

    Args:
        cards: Four different cards.

    Returns:
        A number from 0 to 1.
    """
    number = _table()[omaha_classes()[_class_of(cards)]]
    numbers, worse = _order()
    first = bisect_left(numbers, number)
    last = bisect_left(numbers, number + 1)
    return (worse[first] + worse[last]) / 2 / worse[-1]


def compute_equities(samples: int, seed: int, *, threads: int | None = None) -> Iterator[float]:
    """Deal at random what the table has.

    >>> aces = next(compute_equities(1000, 1))
    >>> abs(aces - omaha_equity(Card.clean("AsAhAdAc"))) < 0.1
    True

    Args:
        samples: How many deals there are for each starting hand.
        seed: What the deals are made of.
        threads: How many threads work.

    Yields:
        How much of the pot each starting hand wins against one random hand.
    """
    contest = _native.Ranking("high"), _native.Selection(pairs=[(2, 3)])
    deck = tuple(Deck.STANDARD)
    for place, hand in enumerate(omaha_classes()):
        bits = sum(1 << (card.code % 4 * 16 + card.code // 4) for card in _cards_of(hand))
        players = [([bits], [1.0]), ([0], [1.0])]
        _, _, ((weight, _, _, share, _), _), _ = _native.equity(
            deck, (), (), (4, 5), players, [contest], False, samples, None, seed + place, threads
        )
        yield share / weight
