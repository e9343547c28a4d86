"""Cards as two-character strings: 'As', 'Td', '2c'; '*s', '*h', '*d', '*c' are jokers."""

from collections.abc import Iterable
from itertools import combinations_with_replacement

Cards = tuple[str, ...]
Ranks = tuple[str, ...]
Standing = tuple[int, int]
"""A rank and the place in it; lower is better."""

SUITS = "cdhs"
ACE_HIGH = "23456789TJQKA"
ACE_LOW = "A23456789TJQK"
SHORT = "6789TJQKA"
ROYAL = "TJQKA"
MEXICAN = "234567JQKA"
NUMERAL = "23456789TA"
KUHN = "JQK"


def deck(ranks: Iterable[str], suits: str = SUITS) -> Cards:
    """Return the cards of these ranks and suits."""
    return tuple(rank + suit for rank in ranks for suit in suits)


STANDARD_DECK = deck(ACE_HIGH)
JOKERS = tuple("*" + suit for suit in SUITS)


def split(text: str | Iterable[str]) -> Cards:
    """Cut 'AsKd' into ('As', 'Kd'); sequences of cards pass through."""
    if isinstance(text, str):
        return tuple(text[i : i + 2] for i in range(0, len(text), 2))
    return tuple(text)


def rank_multisets(ranks: str, size: int, most: int = 4) -> list[Ranks]:
    """Return all ways to hold `size` ranks with at most `most` of each."""
    return [
        choice
        for choice in combinations_with_replacement(ranks, size)
        if all(choice.count(rank) <= most for rank in set(choice))
    ]


def runs(ranks: str, size: int) -> tuple[frozenset[str], ...]:
    """Return the sets of adjacent ranks, the highest first; `ranks` go from low to high."""
    return tuple(frozenset(ranks[i : i + size]) for i in range(len(ranks) - size, -1, -1))


def runs_with_wheel(ranks: str, size: int) -> tuple[frozenset[str], ...]:
    """Return the runs, and below them the one in which the highest rank counts as the lowest."""
    return (*runs(ranks, size), frozenset(ranks[-1] + ranks[: size - 1]))
