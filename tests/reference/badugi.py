"""Badugi and its relatives: the largest set of cards without a repeated rank or suit.

More cards beat fewer. Equal numbers are compared from the highest card down: the lower card wins in
`badugi` (ace low) and `badugi_ah` (ace high, so 5-4-3-2 is best), the higher one in `hidugi` (ace
high). Rank 1 has four cards, rank 4 has one. A player who holds fewer than four cards can still be
evaluated: the same rule applies.
"""

from functools import cache
from itertools import combinations

from .cards import ACE_HIGH, ACE_LOW, Cards, Standing

ORDERS = {"badugi": (ACE_LOW, False), "badugi_ah": (ACE_HIGH, False), "hidugi": (ACE_HIGH, True)}


@cache
def table(name: str, size: int) -> list[tuple[int, ...]]:
    """Return all hands of `size` cards as descending positions, the best first."""
    positions = range(12, -1, -1)
    return sorted(combinations(positions, size), reverse=ORDERS[name][1])


def evaluate(name: str, cards: Cards) -> Standing:
    order, _ = ORDERS[name]
    results = []
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            if len({card[0] for card in chosen}) == size == len({card[1] for card in chosen}):
                key = tuple(sorted((order.index(card[0]) for card in chosen), reverse=True))
                results.append((5 - size, table(name, size).index(key) + 1))
    return min(results)
