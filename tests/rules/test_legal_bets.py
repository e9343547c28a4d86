"""The law of bets: all that `legal` lists is accepted, and all that is accepted is listed."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import pytest

from croupier import games
from croupier.agents.legal_moves import choose_randomly
from croupier.games import load
from croupier.games.configuration.library import library
from croupier.state import Automation, LegalOperation, Rules, State

BETTING = "complete_bet_or_raise_to"
HANDS = 6
CLASSES = {
    "FixedLimitTexasHoldem": (0, (5, 10), 10, 20),
    "FixedLimitSevenCardStud": (2, 3, 10, 20),
    "FixedLimitRazz": (2, 3, 10, 20),
    "FixedLimitBadugi": (0, (5, 10), 10, 20),
    "NoLimitTexasHoldem": (1, (5, 10), 10),
    "NoLimitDeuceToSevenLowballSingleDraw": (1, (5, 10, 20), 10),
    "PotLimitOmahaHoldem": (0, (5, 10, -10), 10),
}
LIBRARY = [
    (name, structure.value)
    for name, game in library().load_all().items()
    for structure in game.structures
]


def list_neighbours(raising: LegalOperation | None, state: State) -> set[int]:
    """Return amounts that may be possible, and those around them."""
    if raising is None:
        return {state.price + more for more in (-1, 0, 1, 10, 20, 1000)} | {0}
    found = {raising.min_amount, raising.max_amount, raising.pot_amount, *raising.amounts}
    centres = [amount for amount in found if amount is not None]
    between = range(state.price, centres[0] + 50, 5) if raising.amounts else ()
    return {amount + more for amount in centres for more in (-2, -1, 0, 1, 2)} | set(between)


def is_listed(raising: LegalOperation | None, amount: int) -> bool:
    if raising is None:
        return False
    if raising.amounts:
        return amount in raising.amounts
    assert raising.min_amount is not None and raising.max_amount is not None
    return bool(raising.min_amount <= amount <= raising.max_amount)


def play(state: State, random: Random) -> int:
    """Play a hand at random, and return how many decisions of bets there were."""
    seen = 0
    for _ in range(400):
        if not state.status:
            return seen
        if state.actor_index is not None:
            legal = dict(state.legal)
            raising = legal.get(BETTING)
            for amount in list_neighbours(raising, state):
                expected = is_listed(raising, amount)
                assert state.can_complete_bet_or_raise_to(amount) == expected, (amount, raising)
            for name in ("check_or_call", "post_bring_in"):
                assert (name in legal) == getattr(state, f"can_{name}")()
            if "fold" in legal:
                assert state.can_fold()
            seen += 1
        choose_randomly(state, random).apply(state)
    raise AssertionError("the hand does not end")


def make_stacks(random: Random, count: int) -> tuple[int, ...]:
    return tuple(random.choice((3, 8, 14, 27, 60, 133, 400)) for _ in range(count))


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("name", CLASSES)
def test_classes(name: str, rules: Rules) -> None:
    random = Random(f"{name} {rules}")
    game: Any = getattr(games, name)(tuple(Automation), True, *CLASSES[name])
    game.rules = rules
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seen = 0
        for seed in range(40):
            count = random.randint(3, 6)
            seen += play(game(make_stacks(random, count), count, seed=seed), random)
    assert seen > 100


@pytest.mark.parametrize(("name", "structure"), LIBRARY)
def test_files(name: str, structure: str) -> None:
    random = Random(f"{name} {structure}")
    configuration = load(name)
    game = configuration.game(structure, {"small_bet": 10, "ante": 2})
    low, high = configuration.players.minimum, min(configuration.players.maximum, 5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in range(HANDS):
            count = random.randint(low, max(low, high))
            play(game(make_stacks(random, count), count, seed=seed), random)
