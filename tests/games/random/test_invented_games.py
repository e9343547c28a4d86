"""Games made up at random: every hand comes to an end, or the game is refused with an error."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.errors import ConfigurationError, SetupError, UnsupportedError
from croupier.games import load
from croupier.games.configuration.custom_game import CustomGame
from croupier.simulation import MIXED, simulate
from croupier.state import Automation, State
from games.build import Json

from .inventing import invented_games
from .player import play_hand

REFUSALS = (ConfigurationError, SetupError, UnsupportedError)


def start(data: Json, random: Random) -> State:
    """Start a hand with any limits, automations, players and stacks."""
    configuration = load(data)
    automations = random.choice([(), tuple(Automation)])
    structure = random.choice(configuration.structures)
    game = CustomGame(configuration, structure, {"small_bet": 10}, automations=automations)
    count = random.randint(2, configuration.players.maximum)
    deep = random.random() < 0.5
    stacks = tuple(1000 if deep else random.randint(1, 60) for _ in range(count))
    return game(stacks, count, seed=random.getrandbits(32))


def play_games(examples: int, hands: int) -> Counter[str]:
    """Play hands of invented games, and return how many were played and refused."""
    found: Counter[str] = Counter()

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(invented_games(), st.integers(0, 2**32 - 1))
    def play(data: Json, seed: int) -> None:
        random = Random(seed)
        try:
            state = start(data, random)
        except REFUSALS:
            found["refused"] += 1
            return
        found["played"] += 1
        if random.random() < 0.5:
            result = simulate(state, hands, MIXED, seed, threads=1)
            assert sum(result.payoffs) == 0 and result.rake == 0
        play_hand(state, random)

    play()
    return found


def test_invented_games() -> None:
    found = play_games(60, 5)
    # Most are games; what is no game is told so.
    assert found["played"] > 3 * found["refused"] > 0


@pytest.mark.slow
def test_many_invented_games() -> None:
    found = play_games(4000, 50)
    assert found["played"] > 3 * found["refused"] > 0
