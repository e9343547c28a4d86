"""Hands at random, of all games there are and of games made up at random: they come to an end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from croupier.errors import SetupError
from croupier.games import load
from croupier.games.configuration import Configuration
from croupier.games.configuration.custom_game import CustomGame
from croupier.simulation import MIXED, Policy, simulate
from croupier.state import Automation
from games.files import read_all
from shared import data_path

from .player import play_hand

LIBRARY = sorted(read_all())
STAKES = {"small_bet": 10, "big_bet": 20}
WILD = Policy(folding=0.1, raising=0.35, sizing=0.5, completing=0.5, discarding=0.4)


def other_games() -> list[str]:
    return sorted(path.stem for path in data_path("game_configs").glob("*.json"))


def counts(configuration: Configuration) -> list[int]:
    """Return the fewest players, the most, and a number between."""
    players = configuration.players
    middle = (players.minimum + players.maximum) // 2
    return sorted({players.minimum, middle, players.maximum})


def list_ways(configuration: Configuration) -> Iterator[tuple[str, int, str]]:
    for structure, count, depth in product(
        configuration.structures, counts(configuration), ("deep", "short")
    ):
        yield str(structure), count, depth


def make_stacks(count: int, depth: str, random: Random) -> tuple[int, ...]:
    if depth == "deep":
        return (1000,) * count
    return tuple(random.randint(1, 60) for _ in range(count))


def simulate_ways(name: str, source: Any, ways: int | None, hands: int) -> None:
    """Play hands in some of the ways to play a game; chips must add up."""
    configuration = load(source)
    random = Random(name)
    found = list(list_ways(configuration))
    for structure, count, depth in found if ways is None else random.sample(found, ways):
        game = CustomGame(configuration, structure, STAKES)
        stacks = make_stacks(count, depth, random)
        state = game(stacks, count, seed=0)
        for policy in (MIXED, WILD):
            result = simulate(state, hands, policy, random.getrandbits(32), threads=1)
            assert result.hands == hands and sum(result.payoffs) == 0 and result.rake == 0


def play_ways(name: str, source: Any, ways: int | None) -> None:
    """Play hands operation by operation, by hand and automated."""
    configuration = load(source)
    random = Random(name)
    found = list(list_ways(configuration))
    for structure, count, depth in found if ways is None else random.sample(found, ways):
        automations = random.choice([(), tuple(Automation), tuple(Automation)[:4]])
        game = CustomGame(configuration, structure, STAKES, automations=automations)
        stacks = make_stacks(count, depth, random)
        play_hand(game(stacks, count, seed=random.getrandbits(32)), random)


@pytest.mark.parametrize("part", range(8))
def test_hands_of_the_library(part: int) -> None:
    for name in LIBRARY[part::8]:
        simulate_ways(name, name, 1, 10)
        play_ways(name, name, 1)


@pytest.mark.parametrize("part", range(8))
def test_hands_of_other_games(part: int) -> None:
    folder = data_path("game_configs")
    for name in other_games()[part::8]:
        simulate_ways(name, folder / f"{name}.json", 1, 10)
        play_ways(name, folder / f"{name}.json", 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", LIBRARY)
def test_many_hands_of_the_library(name: str) -> None:
    simulate_ways(name, name, None, 200)
    play_ways(name, name, None)


@pytest.mark.slow
def test_many_hands_of_other_games() -> None:
    folder = data_path("game_configs")
    for name in other_games():
        simulate_ways(name, folder / f"{name}.json", None, 200)
        play_ways(name, folder / f"{name}.json", None)


def test_a_game_is_not_for_any_number_of_players() -> None:
    configuration = load("razz")
    game = CustomGame(configuration, stakes=STAKES)
    for count in (1, configuration.players.maximum + 1):
        with pytest.raises(SetupError):
            game(500, count)
