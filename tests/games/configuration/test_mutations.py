"""Whatever happens to a file, the reader says what is wrong with it and nothing else goes wrong."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import ConfigurationError, UnsupportedError
from croupier.games import load
from croupier.games.configuration import find_problems
from croupier.games.configuration.compile.game import compile
from croupier.games.configuration.schema.json_schema import make_schema
from games.build import Json, boards, draw, holdem, step, stud

from .test_fields import choosing

SEEDS = [
    holdem(),
    stud(),
    boards(),
    draw(step("draw", {"cards": [{"number": 3, "state": "face down"}]})),
    draw(choosing(), step("discard", {"cards": [{"number": 1, "state": "face up"}]})),
    draw(
        step(
            "separate",
            {"cards": [{"hole_subset": "A", "number": 2}, {"hole_subset": "B", "number": 3}]},
        )
    ),
]
VALUES: list[Any] = [
    None,
    True,
    0,
    -1,
    1,
    7,
    53,
    2**70,
    1.5,
    "",
    "face up",
    "community",
    "Board 1",
    "any",
    "all",
    "high",
    "player_choice",
    [],
    [[]],
    {},
    {"type": "rank"},
    [1, 2],
    ["Board 1", 1, 1],
]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return every container with every key of it."""
    found: list[tuple[Any, Any]] = []
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, item in items:
        found.append((value, key))
        found += places(item)
    return found


def keys() -> list[str]:
    """Return every key that a configuration may have."""
    schema = make_schema()
    objects = [schema, *schema["$defs"].values()]
    return sorted({key for each in objects for key in each.get("properties", ())})


KEYS = keys()


def mutate(data: Json, random: Random) -> Json:
    """Return a copy in which some things are different."""
    data = copy.deepcopy(data)
    for _ in range(random.randint(1, 4)):
        container, key = random.choice(places(data))
        match random.randrange(5):
            case 0:
                container[key] = copy.deepcopy(random.choice(VALUES))
            case 1:
                del container[key]
            case 2:
                other, other_key = random.choice(places(data))
                container[key] = copy.deepcopy(other[other_key])
            case 3 if isinstance(container, dict):
                container[random.choice(KEYS)] = copy.deepcopy(random.choice(VALUES))
            case _ if isinstance(container, list):
                container.insert(key, copy.deepcopy(container[key]))
            case _:
                container[f"{key}x"] = container.pop(key)
        if not places(data):
            break
    return data


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(range(len(SEEDS))), st.integers(0, 2**32))
def test_changes_are_refused_or_played(number: int, seed: int) -> None:
    data = mutate(SEEDS[number], Random(seed))
    configuration, problems = find_problems(json.dumps(data))
    assert (configuration is None) == any(problem.is_error for problem in problems)
    if configuration is None:
        try:
            load(data)
        except ConfigurationError as error:
            assert str(error) and error.problems
        return
    assert configuration == load(data)
    assert configuration.describe()
    for structure in configuration.structures:
        try:
            program = compile(
                configuration, structure, {"small_bet": 10}, configuration.players.minimum
            )
        except UnsupportedError as error:
            assert str(error)
        else:
            json.loads(program.to_json())


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | st.binary(max_size=60))
def test_any_text(text: str | bytes) -> None:
    configuration, problems = find_problems(text)
    assert configuration is None and problems


@settings(max_examples=200, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner, max_size=4)
        ),
        max_leaves=12,
    )
)
def test_any_value(value: Any) -> None:
    if isinstance(value, dict):
        try:
            load(value)
        except ConfigurationError as error:
            assert error.problems
    else:
        assert find_problems(json.dumps(value))[0] is None
