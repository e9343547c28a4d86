"""OpenSpiel's wrapper of PokerKit with Croupier in PokerKit's place."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import subprocess
import sys
from importlib.util import find_spec
from typing import Any

import pokerkit
import pytest

import croupier

# The wrapper, which imports PokerKit by its name, plays hands at random.
PROGRAM = """
import sys

import croupier

sys.modules["pokerkit"] = croupier

import pyspiel
from open_spiel.python.games import pokerkit_wrapper

assert pokerkit_wrapper.pokerkit is croupier
name, *given = sys.argv[1:]
values = dict(argument.split("=") for argument in given)
if "rules" in values:
    croupier.games.Poker.rules = croupier.Rules(values.pop("rules"))
numbers = {"num_players", "num_streets", "bring_in", "small_bet", "big_bet"}
parameters = {key: int(value) if key in numbers else value for key, value in values.items()}
game = pyspiel.load_game(name, parameters)
pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)
"""
STUD = ("antes=1 1 1", "stack_sizes=90 70 80", "num_players=3", "num_streets=5")
SHORT = (
    *("rules=PokerKit", "antes=5 5 5", "stack_sizes=8 9 10", "num_players=3", "num_streets=5"),
    *("bring_in=5", "small_bet=10", "big_bet=20"),
)
BLINDS = ("num_players=4", "blinds=1 2", "antes=0 0 0 0", "stack_sizes=60 90 40 75")
GAMES = (
    ("python_pokerkit_wrapper",),
    ("python_pokerkit_wrapper", "variant=NoLimitTexasHoldem", *BLINDS),
    ("python_pokerkit_wrapper", "variant=NoLimitShortDeckHoldem", *BLINDS),
    ("python_pokerkit_wrapper", "variant=PotLimitOmahaHoldem", *BLINDS),
    ("python_pokerkit_wrapper", "variant=FixedLimitTexasHoldem", *BLINDS),
    ("python_pokerkit_wrapper", "variant=FixedLimitSevenCardStud", *STUD),
    ("python_pokerkit_wrapper", "variant=FixedLimitRazz", *STUD),
    # Who has no more than the bring-in may complete it by PokerKit's rules, as the wrapper wants.
    ("python_pokerkit_wrapper", "variant=FixedLimitSevenCardStud", *SHORT),
    ("python_pokerkit_wrapper", "variant=FixedLimitRazz", *SHORT),
    ("python_pokerkit_wrapper_acpc_style",),
)
STARTS: dict[str, tuple[Any, ...]] = {
    "NoLimitTexasHoldem": (True, 0, (1, 2), 2, 200, 3),
    "NoLimitShortDeckHoldem": (True, 1, {-1: 2}, 2, 200, 3),
    "PotLimitOmahaHoldem": (True, 0, (1, 2), 2, 200, 3),
    "FixedLimitTexasHoldem": (True, 0, (1, 2), 2, 4, 200, 3),
    "FixedLimitSevenCardStud": (True, 1, 1, 2, 4, 200, 3),
    "FixedLimitRazz": (True, 1, 1, 2, 4, 200, 3),
}


@pytest.mark.skipif(
    find_spec("pyspiel") is None, reason="OpenSpiel is not installed; the group `bench` has it"
)
@pytest.mark.parametrize("arguments", GAMES, ids=" ".join)
def test_the_wrapper_plays_at_random(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", PROGRAM, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def start(name: str, module: Any = croupier) -> Any:
    """Start a hand in which nothing is automated."""
    return getattr(module, name).create_state((), *STARTS[name])


@pytest.mark.parametrize("name", STARTS)
def test_states_tell_what_they_were_made_with(name: str) -> None:
    state = start(name)
    parameters = inspect.signature(croupier.State).parameters
    given = {name: vars(state).get(name.replace("raw_", "")) for name in parameters}
    assert None not in given.values()
    streets = [croupier.Street(**dataclasses.asdict(street)) for street in state.streets]
    again = croupier.State(**copy.deepcopy(given) | {"streets": streets})
    assert again == state
    assert again.seed == state.seed
    assert list(again.deck_cards) == list(state.deck_cards)


@pytest.mark.parametrize("name", STARTS)
def test_states_have_the_fields_of_pokerkit(name: str) -> None:
    state = start(name)
    fields = vars(state)
    public = {field for field in vars(start(name, pokerkit)) if not field.startswith("_")}
    assert public <= set(fields)
    for field in fields:
        shown = getattr(state, field)
        assert shown == fields[field] or repr(shown) == repr(fields[field])


def test_fields_are_a_copy() -> None:
    state = start("NoLimitTexasHoldem")
    vars(state)["stacks"] = []
    assert state.stacks == [200, 200, 200]


def test_what_others_see_has_no_seed_of_the_cards() -> None:
    state = croupier.NoLimitTexasHoldem.create_state((), *STARTS["NoLimitTexasHoldem"], seed=5)
    assert state.observe(0).seed != state.seed
