"""Numbers and lists of game files are bounded before anything is made of them."""

from __future__ import annotations

import json
import random
import tracemalloc
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from croupier.errors import ConfigurationError, PokerError
from croupier.games import load
from croupier.games.configuration.library import library
from croupier.limits import MAX_GAME_CARDS, MAX_GAME_ITEMS

Path = tuple[str | int, ...]
MAX_BYTES = 32 << 20


def document(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(library().files[name].read_bytes())
    return found


def places(value: Any, kind: type, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of all values of a kind."""
    if isinstance(value, kind) and not isinstance(value, bool):
        yield path
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            yield from places(item, kind, (*path, key))


def put(data: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    changed = deepcopy(data)
    target: Any = changed
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    return changed


def get(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


@pytest.mark.parametrize("number", [101, 10**7, 10**9, 10**30])
def test_large_numbers_of_cards_are_refused(number: int) -> None:
    data = document("iron_cross")
    path = next(path for path in places(data, int) if path[-1] == "number")
    with pytest.raises(
        ConfigurationError, match=f"from 1 to {MAX_GAME_CARDS}, not {number}"
    ) as caught:
        load(put(data, path, number))
    assert "gamePlay[1].deal.cards[0].number" in str(caught.value)


def test_long_lists_are_refused() -> None:
    data = document("iron_cross")
    data["gamePlay"] *= 100
    text = f"gamePlay: has {len(data['gamePlay'])} values: expected at most {MAX_GAME_ITEMS}"
    with pytest.raises(ConfigurationError, match=text):
        load(data)


def test_wide_layouts_are_refused() -> None:
    data = document("iron_cross")
    for cells in ([[None] * 300_000], [[None]] * 300_000, [[["x"] * 300_000]]):
        with pytest.raises(ConfigurationError, match="expected at most"):
            load(data | {"communityCardLayout": {"type": "grid", "cells": cells}})


def test_no_number_or_list_of_a_game_decides_about_memory() -> None:
    chance = random.Random(7)
    names = sorted(library().files)
    tracemalloc.start()
    try:
        for _ in range(120):
            data = document(chance.choice(names))
            kind = chance.choice([int, list])
            found = list(places(data, kind))
            if not found:
                continue
            path = chance.choice(found)
            value = chance.choice([65, 99, 10**6, 10**9, 2**63, 10**30])
            if kind is list:
                value = get(data, path) * chance.choice([3, 60, 5_000])
            changed = put(data, path, value)
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            try:
                game = load(changed)
                game.describe()
                game.game()(200, game.players.minimum, seed=1)
            except PokerError:
                pass
            used = tracemalloc.get_traced_memory()[1] - before
            assert used < MAX_BYTES, (data["game"], path, used)
    finally:
        tracemalloc.stop()
