"""Random hands, the same for every contender and in every run."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Planes", "Rows", "Sets", "deal", "deal_tuples", "to_planes", "to_sets"]

Rows: TypeAlias = npt.NDArray[np.uint8]
Sets: TypeAlias = npt.NDArray[np.uint64]
Planes: TypeAlias = npt.NDArray[np.uint16]

_SEED = 20240521
_DECK = 52
# The bit of each card in a set: 16 for each suit.
_BITS: Sets = np.array(
    [1 << (16 * (code % 4) + code // 4) for code in range(_DECK)], dtype=np.uint64
)


def deal(count: int, cards: int, *, lowest: int = 0) -> Rows:
    """Deal hands, each from a full deck, in random order.

    Args:
        count: How many hands.
        cards: How many cards a hand has.
        lowest: The lowest card code of the deck.

    Returns:
        The codes, one hand in each row.
    """
    generator = np.random.default_rng([_SEED, cards, lowest])
    size = _DECK - lowest
    rows: Rows = np.empty((count, cards), dtype=np.uint8)
    ascending: list[Rows] = []
    for place in range(cards):
        # A number among the cards that are left, then stepped over the cards that are gone.
        card = generator.integers(0, size - place, count, dtype=np.uint8)
        for gone in ascending:
            card += card >= gone
        rows[:, place] = card + np.uint8(lowest)
        for index, gone in enumerate(ascending):
            ascending[index], card = np.minimum(gone, card), np.maximum(gone, card)
        ascending.append(card)
    return rows


def deal_tuples(count: int, cards: int, *, lowest: int = 0) -> list[tuple[int, ...]]:
    """Deal hands as tuples of card codes."""
    return [tuple(row) for row in deal(count, cards, lowest=lowest).tolist()]


def to_sets(rows: Rows) -> Sets:
    """Return hands as sets of cards, one bit for each card."""
    sets: Sets = np.zeros(len(rows), dtype=np.uint64)
    for place in range(rows.shape[1]):
        sets |= _BITS[rows[:, place]]
    return sets


def to_planes(sets: Sets) -> Planes:
    """Return sets of cards as four rows, each with the ranks held in one suit."""
    return np.stack([(sets >> np.uint64(16 * suit)).astype(np.uint16) for suit in range(4)])
