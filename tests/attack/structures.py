"""Documents that are changed by structure: fields that are missing, twice, or of another type."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

__all__ = ["VALUES", "change", "list_places"]

VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2,
    7,
    1 << 31,
    1 << 63,
    -(1 << 63),
    1 << 64,
    10**40,
    10**400,
    0.5,
    -0.0,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "x",
    "0",
    "\ud800",
    "\0",
    "x" * 5000,
    "1e999999",
    [],
    [None],
    [[]],
    ["x"],
    {},
    {"x": None},
    {"": {}},
)
"""What a field may be instead."""


def list_places(document: Any) -> list[tuple[Any, ...]]:
    """Return the paths of everything within a document."""
    places: list[tuple[Any, ...]] = []
    waiting: list[tuple[tuple[Any, ...], Any]] = [((), document)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [((*path, key), inner) for key, inner in value.items()]
        elif isinstance(value, list):
            waiting += [((*path, number), inner) for number, inner in enumerate(value)]
        if path:
            places.append(path)
    return places


def change(random: Random, document: Any, times: int | None = None) -> Any:
    """Return a document with some of its parts dropped, doubled, swapped, renamed or retyped.

    Args:
        random: What chooses.
        document: What JSON has: objects, lists and values.
        times: How many changes; one to three when omitted.
    """
    document = copy.deepcopy(document)
    for _ in range(times or random.choice((1, 1, 1, 2, 3))):
        places = list_places(document)
        if not places or random.random() < 0.02:
            return random.choice(VALUES)
        path = random.choice(places)
        parent = document
        for key in path[:-1]:
            parent = parent[key]
        key = path[-1]
        how = random.randrange(6)
        if how == 0:
            del parent[key]
        elif how == 1 and isinstance(parent, list):
            parent.insert(random.randrange(len(parent) + 1), copy.deepcopy(parent[key]))
        elif how == 1:
            parent[random.choice(("x", "", "name", "version", key.upper()))] = parent[key]
        elif how == 2:
            other = random.choice(places)
            value = document
            for step in other:
                value = value[step]
            parent[key] = copy.deepcopy(value)
        elif how == 3:
            parent[key] = [parent[key]] if random.random() < 0.5 else {"x": parent[key]}
        elif how == 4 and isinstance(parent[key], int | float):
            parent[key] = random.choice((-parent[key], parent[key] + 1, 10**20, str(parent[key])))
        else:
            parent[key] = copy.deepcopy(random.choice(VALUES))
    return document
