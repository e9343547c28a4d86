"""The input of networks for heads-up hold'em: rows of numbers, made of the arrays of a batch.

The layout is called `holdem_v0`: whatever changes in it gets another number.
"""

from __future__ import annotations

from typing import Any, Final

__all__ = ["HOLDEM_HISTORY", "HOLDEM_SIZE", "HOLDEM_VERSION", "encode_holdem"]

HOLDEM_VERSION: Final = "holdem_v0"
"""The name of the layout."""

HOLDEM_HISTORY: Final = 16
"""How many decisions of the hand the arrays have room for."""

_RANKS = 13
_SUITS = 4
_STREETS = 4
_MOVES = 5
_STEPS = 10
_CARDS = 52
_CALL = 2
_RAISE = 4

_PARTS = (
    *(("share", _STEPS + 1), ("high", _RANKS), ("low", _RANKS), ("kind", 2), ("board", _RANKS)),
    *(("texture", 8), ("street", _STREETS), ("seat", 1), ("chips", 8), ("legal", _MOVES)),
    *(("prices", _MOVES), ("decisions", 4 * _STREETS), ("last", 2)),
)
HOLDEM_SIZE: Final = sum(count for _, count in _PARTS)
"""How many numbers a row has."""


def encode_holdem(rows: Any, unit: int) -> Any:
    """Return what the players see who decide, as floats.

    The share of the pot that the hand wins if nobody folds, as a number and in steps; the ranks of
    the hand, and of the board; how they fit together; the street, the seat and the chips; what can
    be done and what it costs; and who did what how often on each street.

    Args:
        rows: A batch of two players with `deals` and five moves, or anything with its arrays.
        unit: The chips of a big blind.

    Returns:
        Tables by numbers.
    """
    import numpy

    count = len(rows.pots)
    out = numpy.zeros((count, HOLDEM_SIZE), numpy.float32)
    all_rows = numpy.arange(count)
    place = 0

    def room(size: int) -> Any:
        nonlocal place
        place += size
        return out[:, place - size : place]

    share = rows.shares[:, :1]
    part = room(_STEPS + 1)
    part[:, :1] = share
    part[:, 1:] = numpy.clip(share * _STEPS - numpy.arange(_STEPS), 0, 1)

    hole = rows.cards[:, 0, :2] % _CARDS
    ranks, suits = hole // _SUITS, hole % _SUITS
    high, low = ranks.max(axis=1), ranks.min(axis=1)
    room(_RANKS)[all_rows, high] = 1
    room(_RANKS)[all_rows, low] = 1
    part = room(2)
    part[:, 0] = suits[:, 0] == suits[:, 1]
    part[:, 1] = high == low

    board = rows.board
    known = board < _CARDS
    lying = numpy.where(known, board, 0)
    part = room(_RANKS)
    by_suit = numpy.zeros((count, _SUITS), numpy.float32)
    for column in range(board.shape[1]):
        seen = known[:, column]
        numpy.add.at(part, (all_rows[seen], lying[seen, column] // _SUITS), 0.5)
        numpy.add.at(by_suit, (all_rows[seen], lying[seen, column] % _SUITS), 1)
    texture = room(8)
    hits = part[all_rows[:, None], ranks] > 0
    texture[:, 0] = hits.any(axis=1)
    texture[:, 1] = hits.all(axis=1) & (high != low)
    texture[:, 2] = part.max(axis=1)
    most = _RANKS - 1 - (part[:, ::-1] > 0).argmax(axis=1)
    texture[:, 3] = (high > most) & known.any(axis=1)
    texture[:, 4] = (low > most) & known.any(axis=1)
    texture[:, 5] = by_suit.max(axis=1) / 5
    of_suit = by_suit[all_rows[:, None], suits] + 1 + (suits[:, :1] == suits[:, ::-1])
    texture[:, 6] = of_suit.max(axis=1) / 5
    texture[:, 7] = of_suit.max(axis=1) >= 5

    streets = numpy.minimum(rows.streets, _STREETS - 1)
    room(_STREETS)[all_rows, streets] = 1
    room(1)[:, 0] = rows.seats

    # Tables whose hands are over have no pot.
    pots = numpy.maximum(rows.pots, 1)
    stacks, bets, pot = rows.stacks / unit, rows.bets / unit, pots / unit
    price = numpy.clip(bets.max(axis=1) - bets[:, 0], 0, stacks[:, 0])
    left = stacks.min(axis=1)
    part = room(8)
    part[:, 0] = numpy.log1p(pot) / 5
    part[:, 1] = numpy.log1p(stacks[:, 0]) / 5
    part[:, 2] = numpy.log1p(stacks[:, 1]) / 5
    part[:, 3] = numpy.log1p(price) / 5
    part[:, 4] = price / (pot + price)
    part[:, 5] = numpy.log1p(left / pot) / 5
    part[:, 6] = numpy.clip(left / pot, 0, 5) / 5
    part[:, 7] = stacks[:, 1] == 0
    room(_MOVES)[:] = rows.legal[:, :_MOVES]
    room(_MOVES)[:] = numpy.log1p(rows.amounts[:, :_MOVES] / pots[:, None])

    history = rows.history[:, :HOLDEM_HISTORY]
    kinds = history[:, :, 2]
    own = history[:, :, 0] == rows.seats[:, None]
    part = room(4 * _STREETS)
    column = 0
    raises, calls = kinds == _RAISE, kinds == _CALL
    for whose in (own & raises, ~own & raises, own & calls, ~own & calls):
        for street in range(_STREETS):
            part[:, column] = (whose & (history[:, :, 1] == street)).sum(axis=1)
            column += 1
    part = room(2)
    length = numpy.minimum(rows.history_lengths, history.shape[1])
    last = numpy.maximum(length - 1, 0)
    part[:, 0] = (kinds[all_rows, last] == _RAISE) & (length > 0)
    amounts = rows.history_amounts[all_rows, last]
    part[:, 1] = numpy.where(length > 0, numpy.log1p(amounts / pots), 0)
    return out
