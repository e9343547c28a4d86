"""Hands of all games, played by chance: chips and cards add up, and copies are what they copy."""

from __future__ import annotations

import copy
import pickle
import warnings
from random import Random

import pytest

from attack.budget import Attack
from croupier.errors import RuleError
from croupier.games import load
from croupier.games.configuration.custom_game import CustomGame
from croupier.state import Automation, State
from games.random.player import act, refuse_nonsense
from games.random.test_random_games import LIBRARY, STAKES, list_ways, make_stacks
from games.stories import check, check_places

pytestmark = pytest.mark.attack

_MAX_OPERATIONS = 5000
_AUTOMATIONS = ((), tuple(Automation), tuple(Automation)[:4])


def check_copies(state: State, random: Random) -> None:
    """Check that copies are equal, go on alike, and leave the original alone."""
    text = pickle.dumps(state)
    copies = [state.copy(), copy.deepcopy(state), pickle.loads(text)]
    seed = random.getrandbits(32)
    for one in copies:
        assert one == state and one.legal == state.legal
        if one.status:
            act(one, Random(seed))
    assert copies[0] == copies[1] == copies[2]
    assert pickle.dumps(state) == text


def check_legal(state: State) -> None:
    """Check that nothing is possible but what is listed."""
    listed = set(state.legal)
    for name in ("fold", "check_or_call", "complete_bet_or_raise_to", "post_bring_in"):
        assert getattr(state, f"can_{name}")() == (name in listed), name


def play(state: State, random: Random) -> int:
    """Play a hand, and look at it all the time; return the number of operations."""
    total = sum(state.starting_stacks)
    done = 0
    with warnings.catch_warnings():
        # Cards are dealt again when the deck runs out.
        warnings.simplefilter("ignore")
        while state.status:
            chance = random.random()
            if chance < 0.05:
                refuse_nonsense(state, random)
            if chance > 0.95:
                check_copies(state, random)
            if 0.5 < chance < 0.55:
                check(state)
                check_legal(state)
                state.observe(random.choice([None, *state.player_indices]))
            act(state, random)
            done += 1
            check_places(state)
            assert sum(state.stacks) + state.total_pot_amount == total
            assert min(state.stacks) >= 0 and done < _MAX_OPERATIONS
    assert sum(state.payoffs) == 0 and not state.legal and sum(state.stacks) == total
    return done


def test_hands_keep_their_laws(attack: Attack) -> None:
    for number in attack.rounds(len(LIBRARY) // 4):
        name = LIBRARY[number * 11 % len(LIBRARY)]
        seed = attack.random.getrandbits(32)
        random = Random(seed)
        configuration = load(name)
        structure, count, depth = random.choice([*list_ways(configuration)])
        automations = random.choice(_AUTOMATIONS)
        game = CustomGame(configuration, structure, STAKES, automations=automations)
        state = game(make_stacks(count, depth, random), count, seed=random.getrandbits(32))
        try:
            attack.try_case(name)
            play(state, random)
        except (AssertionError, RuleError, ValueError, LookupError, TypeError) as error:
            attack.find(f"{name}, {structure}, seed {seed}: {type(error).__name__}: {error}")


def test_faults_that_are_planted_are_found(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy that is not one, and a move that is not listed, do not go unnoticed."""
    game = CustomGame(load("texas_holdem"), "No Limit", STAKES, automations=tuple(Automation))
    planted = {"copy": lambda state: game(1000, 3, seed=1), "can_fold": lambda state: False}
    for name, fault in planted.items():
        attack.try_case(name)
        with monkeypatch.context() as patch:
            patch.setattr(State, name, fault)
            state = game(1000, 3, seed=attack.random.getrandbits(32))
            look = check_copies if name == "copy" else lambda state, _: check_legal(state)
            with pytest.raises(AssertionError):
                look(state, attack.random)
