"""Games of configurations for histories: small ones to play by hand, and chance for all others."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from croupier.games import load
from croupier.games.configuration import Configuration
from croupier.games.configuration.custom_game import CustomGame
from croupier.games.configuration.library import library
from croupier.histories import HandHistory
from croupier.state import State

Json = dict[str, Any]
NAMES = tuple(library().files)
HIGH = {"name": "High", "evaluationType": "high", "anyCards": 5}
LOW = {"name": "Low", "evaluationType": "a5_low", "anyCards": 5}


@cache
def find(name: str) -> Configuration:
    """Return a game of the library."""
    return load(name)


def deal(location: str, *cards: Json) -> Json:
    return {"deal": {"location": location, "cards": list(cards)}}


def cards(number: int, state: str = "face down", **more: Any) -> Json:
    return {"number": number, "state": state, **more}


BET: Json = {"bet": {"type": "small"}}
FIVE = deal("player", cards(5))


def game(*steps: Json, hands: tuple[Json, ...] = (HIGH,), **more: Any) -> Json:
    """Return a game of blinds, these steps, and a showdown."""
    play = [{"bet": {"type": "blinds"}}, *steps, {"showdown": {"type": "final"}}]
    return {
        "game": "Test",
        "players": {"min": 2, "max": 6},
        "deck": {"type": "standard", "cards": 52},
        "bettingStructures": ["Limit", "No Limit"],
        "gamePlay": [{"name": f"Step {number}", **step} for number, step in enumerate(play)],
        "showdown": {"bestHand": list(hands)},
        **more,
    }


def make(data: Json, *actions: str, stacks: tuple[int, ...] = (20, 20), **more: Any) -> HandHistory:
    """Return a hand with blinds of one and two."""
    blinds = [1, 2] + [0] * (len(stacks) - 2)
    stakes = more.pop("stakes", {"small_bet": 2})
    return HandHistory(
        variant="X:G",
        antes=[0] * len(stacks),
        blinds_or_straddles=blinds,
        starting_stacks=list(stacks),
        actions=list(actions),
        user_defined_fields={
            "_configuration": json.dumps(data),
            "_structure": "Limit",
            "_stakes": stakes,
            **more,
        },
    )


def start(name: str, seed: int, **options: Any) -> tuple[CustomGame, State, Random]:
    """Start a hand of a game of the library."""
    return start_game(find(name), seed, **options)


def start_game(
    configuration: Configuration, seed: int, **options: Any
) -> tuple[CustomGame, State, Random]:
    """Start a hand, with limits, players and stacks by chance."""
    random = Random(seed)
    structure = random.choice(configuration.structures)
    made = CustomGame(configuration, structure, {"small_bet": 4, "big_blind": 4}, **options)
    players = configuration.players
    count = random.randint(players.minimum, min(players.maximum, 5))
    stacks = [random.choice([9, 30, 300]) for _ in range(count)]
    return made, made(stacks, count, seed=seed), random


def play(state: State, random: Random, limit: int | None = None) -> None:
    """Decide by chance until the hand is over, or so many times."""
    while state.status and limit != 0:
        legal = {one.name: one for one in state.legal.values() if one.is_decision}
        names = sorted(legal)
        if not names:
            return
        # Folds and raises end hands soon; let there be fewer of them.
        rare = {"fold": 0.2, "complete_bet_or_raise_to": 0.4}
        _decide(
            state,
            random,
            legal[
                random.choice([one for one in names if random.random() < rare.get(one, 1)] or names)
            ],
        )
        if limit is not None:
            limit -= 1


def _decide(state: State, random: Random, operation: Any) -> None:
    name = operation.name
    if operation.cards and name not in {"show_or_muck_hole_cards", "buy_cards"}:
        getattr(state, name)(_choose_cards(state, random, operation))
    elif name == "declare":
        count = random.randint(1, operation.max_count)
        state.declare([random.choice(operation.options) for _ in range(count)])
    elif name == "choose":
        state.choose(random.choice(operation.options))
    elif name == "buy_cards":
        chosen = tuple(random.sample(operation.cards, operation.max_count))
        buys = random.random() < 0.5 and state.can_buy_cards(True, chosen)
        state.buy_cards(buys, chosen if buys else ())
    elif name == "protect_card":
        state.protect_card(random.random() < 0.5)
    elif name == "complete_bet_or_raise_to":
        amounts = [operation.min_amount, operation.max_amount]
        state.complete_bet_or_raise_to(random.choice(amounts))
    elif name == "select_runout_count":
        state.select_runout_count(random.choice([None, 2]))
    else:
        getattr(state, name)()


def _choose_cards(state: State, random: Random, operation: Any) -> tuple[Any, ...]:
    can = getattr(state, f"can_{operation.name}")
    for _ in range(2000):
        count = random.randint(operation.min_count, operation.max_count)
        chosen = tuple(random.sample(operation.cards, count))
        if can(chosen):
            return chosen
    raise AssertionError(f"nothing was found for {operation}")
