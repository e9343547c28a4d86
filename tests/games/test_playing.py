"""Games of configurations start hands as the games of classes do."""

from __future__ import annotations

import copy
import pickle

import pytest

from croupier import games
from croupier.errors import SetupError
from croupier.games import CustomGame, NoLimitTexasHoldem, load
from croupier.games.configuration.schema.names import Structure
from croupier.simulation import CALL, simulate
from croupier.state import Automation, Mode, State

from .build import bet, cards, deal, game, holdem


def test_the_name_is_imported_when_it_is_asked_for() -> None:
    assert "CustomGame" in dir(games)
    assert games.CustomGame is CustomGame


def test_limits_are_the_first_when_nobody_says_them() -> None:
    assert load("texas_holdem").game(stakes={"small_bet": 4}).structure is Structure.LIMIT
    assert load("texas_holdem").game("pot-limit", {"big_blind": 4}).structure is Structure.POT_LIMIT


def test_what_is_wrong_is_said_at_once() -> None:
    with pytest.raises(SetupError, match='Razz is played with "Limit", not "No Limit"'):
        load("razz").game("No Limit", {"small_bet": 2})
    with pytest.raises(SetupError, match="small_bet is missing"):
        load("razz").game("Limit")
    with pytest.raises(SetupError, match="is for 2 to 8 players, not 9"):
        load("razz").create_state("Limit", {"small_bet": 2}, 100, 9)
    with pytest.raises(TypeError, match="color"):
        load("razz").game("Limit", {"small_bet": 2}, color="red")


def test_options_are_those_of_the_game() -> None:
    file = load(holdem())
    state = file.create_state(
        "Limit", {"small_bet": 2}, 100, 2, seed=1, automations=(), mode=Mode.CASH_GAME
    )
    assert (state.automations, state.mode) == ((), Mode.CASH_GAME)
    assert list(state.legal) == ["post_blind_or_straddle"]
    raked = file.create_state(
        "Limit", {"small_bet": 2}, 100, 2, seed=1, rake=lambda amount, state: (1, amount - 1)
    )
    while raked.status:
        raked.check_or_call()
    assert sum(raked.payoffs) == -1


def test_a_hand_is_that_of_the_game() -> None:
    file = load("razz")
    stakes = {"small_bet": 10, "ante": 1}
    states = [
        file.create_state("Limit", stakes, (100, 200, 300), 3, seed=4),
        file.game("Limit", stakes)((100, 200, 300), 3, seed=4),
        CustomGame(file, "Limit", stakes)((100, 200, 300), 3, seed=4),
    ]
    assert states[0] == states[1] == states[2]
    assert states[0] != file.create_state("Limit", stakes, (100, 200, 300), 3, seed=5)
    assert states[0].automations == tuple(Automation)


def test_games_can_be_pickled_and_copied() -> None:
    game = load("dramaha").game("Pot Limit", {"big_blind": 4}, mode=Mode.CASH_GAME)
    state = game(200, 3, seed=2)
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert again(200, 3, seed=2) == state
        assert repr(again) == repr(game) == "CustomGame('Dramaha', 'Pot Limit')"
        assert again.mode is Mode.CASH_GAME


# Simulations.


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("policy", ["mixed", "call"])
def test_holdem_comes_to_the_same_as_the_class(policy: str, seed: int) -> None:
    file = load("texas_holdem").game("No Limit", {"big_blind": 2})
    kind = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    one, two = (
        simulate(game, 2000, policy, seed, stacks=200, player_count=6)._replace(seconds=0)
        for game in (file, kind)
    )
    assert one == two


def test_states_of_files_and_callables() -> None:
    file = load("badugi").game("Limit", {"small_bet": 2})
    by_game = simulate(file, 300, CALL, 1, stacks=100, player_count=3)._replace(seconds=0)
    state = file(100, 3)
    assert simulate(state, 300, CALL, 1)._replace(seconds=0) == by_game

    def call(state: State) -> None:
        if "stand_pat_or_discard" in state.legal:
            state.stand_pat_or_discard()
        else:
            state.check_or_call()

    result = simulate(file, 50, call, 1, stacks=100, player_count=3)
    assert (result.hands, result.showdowns, sum(result.payoffs)) == (50, 50, 0)


def test_a_game_without_betting_rounds_is_played_for_antes() -> None:
    data = game(bet("antes"), deal("player", cards(5)), forcedBets={"style": "antes_only"})
    made = load(data).game("No Limit", {"small_bet": 6})
    assert made.small_bet == 6
    result = simulate(made, 100, stacks=60, player_count=3, seed=1)
    assert result.showdowns == 100
    assert sum(result.payoffs) == 0 and any(result.payoffs)
