"""Observations: what stands where, against a slow encoder and against files."""

from __future__ import annotations

import json
from math import log1p
from pathlib import Path
from random import Random
from typing import Any

import numpy
import pytest

from croupier.envs import make_encoder
from croupier.tables import TableBatch

GOLDEN = Path(__file__).parent / "golden"
CASES = [("nlhe", 2), ("nlhe", 6), ("razz", 3), ("badugi", 3), ("anaconda", 4)]


def play(name: str, players: int, steps: int, unit: int = 2) -> TableBatch:
    batch = TableBatch(name, 6, stacks=100, player_count=players, seed=11, unit=unit, by_picks=True)
    random = Random(5)
    for _ in range(steps):
        batch.step([random.choice(numpy.flatnonzero(row).tolist()) for row in batch.legal])
    return batch


def encode_slowly(batch: TableBatch, table: int, unit: int) -> dict[str, list[float]]:
    """Encode one row as the document says."""

    def many(codes: Any) -> list[float]:
        return [float(sum(int(code) == card for code in codes)) for card in range(56)]

    def one_of(place: int, count: int) -> list[float]:
        return [float(index == place) for index in range(count)]

    players = batch.player_count
    stacks = [int(stack) / unit for stack in batch.stacks[table]]
    bets = [int(bet) / unit for bet in batch.bets[table]]
    pot = int(batch.pots[table]) / unit
    price = max(min(max(bets) - bets[0], stacks[0]), 0)
    history = []
    known = min(int(batch.history_lengths[table]), batch.history.shape[1])
    streets = batch.parts["street"].stop - batch.parts["street"].start
    for place in range(max(known - 12, 0), known):
        seat, street, kind = map(int, batch.history[table, place])
        distance = (seat - int(batch.seats[table])) % players
        amount = int(batch.history_amounts[table, place]) / (unit if kind <= 4 else 1)
        history += [1, distance == 0, distance / players, street / streets]
        history += [kind == 1, kind in (2, 3), kind == 4, kind > 4, log1p(amount)]
    history += [0] * (12 * 9 - len(history))
    return {
        "cards": many(batch.cards[table, 0]),
        "up_cards": [x for place in range(1, players) for x in many(batch.cards[table, place])],
        "kind": one_of(int(batch.kinds[table]), 12),
        "street": one_of(int(batch.streets[table]), streets),
        "seat": one_of(int(batch.seats[table]), players),
        "statuses": [float(one) for one in batch.statuses[table]],
        "stacks": stacks,
        "bets": bets,
        "pot": [pot],
        "price": [price],
        "odds": [price / (pot + price) if price else 0],
        "log_stacks": [log1p(stack) for stack in stacks],
        "log_pot": [log1p(pot)],
        "raises": [int(one) / unit for one in batch.raises[table]],
        "amounts": [int(one) / unit for one in batch.amounts[table]],
        "history": [float(one) for one in history],
    }


@pytest.mark.parametrize(("name", "players"), CASES)
@pytest.mark.parametrize("steps", [0, 3, 17, 40])
def test_flat_observations_are_what_a_slow_encoder_writes(
    name: str, players: int, steps: int
) -> None:
    batch = play(name, players, steps)
    encoder = make_encoder("flat", batch, 2)
    rows = encoder.encode(batch)
    assert sum(part.stop - part.start for part in encoder.parts.values()) == rows.shape[1]
    for table in range(6):
        expected = encode_slowly(batch, table, 2)
        for part, numbers in expected.items():
            if part in encoder.parts:
                found = rows[table, encoder.parts[part]]
                assert found == pytest.approx(numbers, abs=1e-5), (part, table)


@pytest.mark.parametrize("encoder", ["flat", "planes", "features", "raw"])
@pytest.mark.parametrize(("name", "players"), CASES)
def test_observations_are_those_of_the_files(encoder: str, name: str, players: int) -> None:
    if encoder == "features" and name != "nlhe":
        pytest.skip("features are those of hold'em")
    batch = play(name, players, 9)
    made = make_encoder(encoder, batch, 2)
    rows = made.encode(batch).reshape(6, -1)
    found = {
        "shape": list(made.shape),
        "rows": [
            {str(place): round(float(row[place]), 5) for place in numpy.flatnonzero(row)}
            for row in rows
        ],
    }
    path = GOLDEN / f"{made.name}-{name}-{players}.json"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        pytest.fail(f"{path.name} was written: look at it, and run the test again")
    # Whoever changes this gives the encoder another version.
    assert json.loads(path.read_text(encoding="utf-8")) == found
