"""Hands of all games to look at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from warnings import catch_warnings, simplefilter

from croupier import games
from croupier.agents.legal_moves import choose_randomly
from croupier.errors import ReplenishedWarning
from croupier.games import load, make_game
from croupier.games.configuration.custom_game import CustomGame
from croupier.state import Automation, State

LIBRARY = sorted(path.stem for path in (Path(games.__file__).parent / "library").glob("*.json"))
CLASSES = ("nlhe", "plo", "stud", "razz", "badugi", "kuhn", "leduc")


@cache
def _make(name: str) -> games.Poker | CustomGame:
    made = make_game(name)
    made.automations = tuple(Automation)
    return made


def start(name: str, seed: int = 1, players: int | None = None, stack: int = 200) -> State:
    """Start a hand, with as many players as may play when no number is given."""
    if players is None:
        players = 2 if name in ("kuhn", "leduc") else 6
        if name in LIBRARY:
            players = load(name).players.maximum
    return _make(name)(5 if name == "kuhn" else stack, players, seed=seed)


def go_through(state: State, seed: int = 1) -> Iterator[State]:
    """Play a hand at random and yield it before each decision, and at the end.

    Folding is rare, so that most of the hand is seen.
    """
    random = Random(seed)
    while state.status:
        yield state
        move = choose_randomly(state, random)
        with catch_warnings():
            # Everybody draws, and the deck is short.
            simplefilter("ignore", ReplenishedWarning)
            if move.name == "fold" and random.random() < 0.8:
                state.check_or_call()
            else:
                move.apply(state)
    yield state
