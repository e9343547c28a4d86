"""Observations as arrays: what a player sees, as networks want it.

An encoder has a version in its name in `ENCODERS`; files with examples pin what it writes, and a
change gets another number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy

from croupier.errors import UnsupportedError
from croupier.rankings import get
from croupier.tables import TableBatch

__all__ = ["ENCODERS", "Encoder", "find_shape", "make_encoder"]

_CARDS = 52
_RANKS = 13
_SUITS = 4
_STREETS = 4
_UNKNOWN = 73


class Encoder(NamedTuple):
    """An encoder of observations: how they are made.

    Attributes:
        name: Its name, with its version.
        encode: Is given the batch, and returns an array with a row for each table. The array may be
            the same every time, and written to again.
        shape: The shape of a row.
        bounds: The smallest and the largest number that there can be.
        parts: Where things stand in a row.
        dtype: The type of the numbers.
    """

    name: str
    encode: Callable[[TableBatch], Any]
    shape: tuple[int, ...]
    bounds: tuple[float, float]
    parts: dict[str, Any]
    dtype: Any = numpy.float32


def make_encoder(name: str, batch: TableBatch, unit: int) -> Encoder:
    """Return an encoder for the tables of a batch.

    >>> batch = TableBatch("nlhe", 2, stacks=200, player_count=2, seed=1, unit=2)
    >>> encoder = make_encoder("flat", batch, 2)
    >>> encoder.name, encoder.encode(batch).shape == (2, *encoder.shape)
    ('flat_v0', True)
    >>> encoder.encode(batch)[0, encoder.parts["pot"]].tolist()
    [1.5]

    Args:
        name: One of `ENCODERS`, with or without its version.
        batch: The tables.
        unit: What amounts are measured in.

    Returns:
        The encoder.

    Raises:
        UnsupportedError: There is no such encoder, or not for this game.
    """
    found = ENCODERS.get(name) or ENCODERS.get(f"{name}_v0")
    if found is None:
        raise UnsupportedError(
            f"there is no encoder {name!r:.80}; there are {', '.join(ENCODERS)}",
            code="unknown-encoder",
        )
    return found(batch, unit)


def find_shape(encoder: Encoder) -> tuple[int, ...]:
    """Return the shape of one observation."""
    return encoder.shape


def _make_flat(batch: TableBatch, unit: int) -> Encoder:
    """Cards as ones and zeros, chips in big blinds and as logarithms, the last decisions."""
    if not batch.parts:
        raise UnsupportedError(
            "flat observations are written by the core: give the batch a unit", code="no-unit"
        )
    size = batch.observations.shape[1]
    return Encoder(
        "flat_v0", lambda tables: tables.observations, (size,), (0.0, numpy.inf), batch.parts
    )


def _is_seen(tables: TableBatch) -> Any:
    """Return at which tables a player decides, or has seen the end of the hand."""
    return (tables.kinds != 0) | tables.statuses.any(axis=1)


def _make_planes(batch: TableBatch, unit: int) -> Encoder:
    """Suits by ranks: own cards, cards of others, the board by streets, and who did what."""
    names = ["cards", "up_cards", "flop", "turn", "river", "known"]
    names += [f"decisions_{street}" for street in range(_STREETS)]
    shape = (len(names), _SUITS, _RANKS)
    parts = {name: place for place, name in enumerate(names)}

    def encode(tables: TableBatch) -> Any:
        count = tables.table_count
        planes = numpy.zeros((count, *shape), numpy.float32)
        rows = numpy.arange(count)

        def put(plane: int, codes: Any) -> None:
            for column in codes.reshape(count, -1).T:
                seen = column < _CARDS
                code = column[seen]
                planes[rows[seen], plane, code % _SUITS, code // _SUITS] = 1

        put(0, tables.cards[:, 0])
        put(1, tables.cards[:, 1:])
        put(2, tables.board[:, :3])
        put(3, tables.board[:, 3:4])
        put(4, tables.board[:, 4:])
        planes[:, 5] = planes[:, :5].max(axis=1)
        # A row of a plane is a player, from the one who decides; a column is a decision.
        places = numpy.zeros((count, _STREETS), int)
        length = tables.history.shape[1]
        known = numpy.minimum(tables.history_lengths, length)
        for event in range(int(known.max(initial=0))):
            row = rows[event < known]
            seat, street, kind = (tables.history[row, event, part] for part in range(3))
            street = numpy.minimum(street, _STREETS - 1)
            column = places[row, street]
            distance = (seat.astype(int) - tables.seats[row]) % tables.player_count
            fits = column < _RANKS
            planes[row[fits], 6 + street[fits], distance[fits] % _SUITS, column[fits]] = (
                kind[fits] / 4
            )
            places[row, street] += 1
        planes[~_is_seen(tables)] = 0
        return planes

    return Encoder("planes_v0", encode, shape, (0.0, 16.0), parts)


def _make_features(batch: TableBatch, unit: int) -> Encoder:
    """A few numbers that players of hold'em speak of: pairs, draws, made hands, odds."""
    if batch.cards.shape[2] != 2 or batch.board.shape[1] != 5:
        raise UnsupportedError(
            "features are those of games with two hole cards and five cards on the board",
            code="encoder-game",
        )
    names = [
        *("high", "low", "is_pair", "is_suited", "gap", "board_pairs", "most_of_a_suit"),
        *("most_in_a_row", "strength", "street", "seat", "opponents", "stack", "pot", "price"),
        *("odds", "depth", "raises"),
    ]
    parts = {name: place for place, name in enumerate(names)}
    ranking = get("high")

    def encode(tables: TableBatch) -> Any:
        out = numpy.zeros((tables.table_count, len(names)), numpy.float32)
        hole, board = tables.cards[:, 0], tables.board
        known = (hole < _CARDS).all(axis=1)
        ranks = numpy.sort(hole // _SUITS, axis=1).astype(int)
        out[:, 0], out[:, 1] = ranks[:, 1] / 12, ranks[:, 0] / 12
        out[:, 2] = ranks[:, 0] == ranks[:, 1]
        out[:, 3] = hole[:, 0] % _SUITS == hole[:, 1] % _SUITS
        out[:, 4] = (ranks[:, 1] - ranks[:, 0]) / 12
        both = numpy.concatenate([hole, board], axis=1)
        seen = both < _CARDS
        suits = numpy.stack(
            [((both % _SUITS == suit) & seen).sum(axis=1) for suit in range(_SUITS)]
        )
        held = numpy.stack(
            [((both // _SUITS == rank) & seen).any(axis=1) for rank in range(_RANKS)], axis=1
        )
        lying = numpy.stack(
            [((board // _SUITS == rank) & (board < _CARDS)).sum(axis=1) for rank in range(_RANKS)]
        )
        out[:, 5] = (lying > 1).sum(axis=0)
        out[:, 6] = suits.max(axis=0) / 5
        around = numpy.concatenate([held[:, 12:], held], axis=1)
        windows = numpy.stack([around[:, start : start + 5].sum(axis=1) for start in range(10)])
        out[:, 7] = windows.max(axis=0) / 5
        for count in (3, 4, 5):
            rows = numpy.flatnonzero(((board < _CARDS).sum(axis=1) == count) & known)
            if len(rows):
                cards = numpy.ascontiguousarray(both[rows, : 2 + count])
                strengths = numpy.asarray(ranking.strengths(cards))
                out[rows, 8] = strengths / float(1 << 32)
        players = max(tables.player_count - 1, 1)
        out[:, 9] = tables.streets / 3
        out[:, 10] = tables.seats / players
        out[:, 11] = (tables.statuses.sum(axis=1) - 1) / players
        out[:, 12] = tables.stacks[:, 0] / unit
        out[:, 13] = tables.pots / unit
        price = numpy.minimum(
            tables.bets.max(axis=1) - tables.bets[:, 0], tables.stacks[:, 0]
        ).clip(0)
        out[:, 14] = price / unit
        out[:, 15] = price / numpy.maximum(tables.pots + price, 1)
        out[:, 16] = tables.stacks[:, 0] / numpy.maximum(tables.pots, 1)
        out[:, 17] = (tables.history[:, :, 2] == 4).sum(axis=1)
        # Cards of a hand that is over may be in the muck.
        out[~known, : names.index("street")] = 0
        out[~_is_seen(tables)] = 0
        return out

    return Encoder("features_v0", encode, (len(names),), (0.0, numpy.inf), parts)


_RAW = (
    *("kinds", "seats", "streets", "cards", "board", "discards", "stacks", "bets", "statuses"),
    *("pots", "amounts", "raises", "picked", "history", "history_amounts", "history_lengths"),
)


def _make_raw(batch: TableBatch, unit: int) -> Encoder:
    """All that the batch has, as whole numbers one after the other."""
    parts = {}
    start = 0
    for name in _RAW:
        size = getattr(batch, name)[0].size
        parts[name] = slice(start, start + size)
        start += size

    def encode(tables: TableBatch) -> Any:
        count = tables.table_count
        out = numpy.empty((count, start), numpy.int64)
        for name, part in parts.items():
            out[:, part] = getattr(tables, name).reshape(count, -1)
        return out

    bounds = (0, numpy.iinfo(numpy.int64).max)
    return Encoder("raw_v0", encode, (start,), bounds, parts, numpy.int64)


ENCODERS: Final[dict[str, Callable[[TableBatch, int], Encoder]]] = {
    "flat_v0": _make_flat,
    "planes_v0": _make_planes,
    "features_v0": _make_features,
    "raw_v0": _make_raw,
}
"""The makers of encoders, by their names with versions."""
