"""Hands of all games at the points where somebody decides."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from random import Random

from croupier import Automation, games
from croupier.agents import choose_randomly
from croupier.games import CustomGame, Poker
from croupier.games.configuration.library import library
from croupier.state import State

STAKES = {"small_bet": 2}


def custom_games() -> Iterator[tuple[str, CustomGame]]:
    """Yield all games of the library, with the first of their limits."""
    for name, configuration in library().load_all().items():
        yield name, configuration.game(None, STAKES)


def decisions(game: Poker | CustomGame, seed: int, stack: int = 60) -> Iterator[State]:
    """Yield a state whenever somebody is to decide; what is decided is random."""
    random = Random(seed)
    count = 3
    if isinstance(game, CustomGame):
        players = game.configuration.players
        count = random.randint(players.minimum, min(players.maximum, 5))
    state = game(stack, count, seed=seed)
    with warnings.catch_warnings():
        # Cards are dealt again where the deck runs out.
        warnings.simplefilter("ignore")
        while state.status:
            yield state
            choose_randomly(state, random).apply(state)


def holdem(players: int = 2, seed: int = 1, stack: int = 200) -> State:
    """Return a hand of no-limit hold'em with blinds of 1 and 2."""
    return games.NoLimitTexasHoldem.create_state(
        tuple(Automation), True, 0, (1, 2), 2, stack, players, seed=seed
    )
