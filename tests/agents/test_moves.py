"""Moves in every game: possible, written, read, and found again in what was done."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from croupier.agents import (
    CALL,
    FOLD,
    Move,
    choose_default,
    choose_randomly,
    list_moves,
    move_of,
)
from croupier.agents.moves import MAX_ARGUMENTS
from croupier.errors import ParseError, PokerError, RuleError
from croupier.games import load
from croupier.state import LegalOperation

from .situations import custom_games, decisions, holdem


def test_every_game_has_moves_that_are_possible_and_can_be_written() -> None:
    random = Random(1)
    kinds: Counter[str] = Counter()
    for name, game in custom_games():
        for state in decisions(game, seed=len(name)):
            index = state.legal.player_index
            assert index is not None
            view = state.observe(index)
            assert choose_default(view).can_apply(state), name
            assert all(move.can_apply(state) for move in list_moves(view, random, 6)), name
            move = choose_randomly(view, random)
            assert move.can_apply(state), (name, move)
            kinds[move.name] += 1
            done, again = state.copy(), state.copy()
            operation = move.apply(done)
            Move.from_action(move.to_action(index)).apply(again)
            assert done == again, (name, move)
            found = move_of(operation)
            assert found is not None and found[0] == index
            again = state.copy()
            found[1].apply(again)
            assert done == again, (name, move, found)
    assert set(kinds) >= {
        "fold",
        "check_or_call",
        "complete_bet_or_raise_to",
        "post_bring_in",
        "stand_pat_or_discard",
        "expose_cards",
        "pass_cards",
        "separate_cards",
    }


def test_all_decisions_have_moves() -> None:
    assert all(LegalOperation(name).is_decision for name in MAX_ARGUMENTS)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("p2 f", FOLD),
        ("cc", CALL),
        ("p1 pb", Move("post_bring_in")),
        ("p1 cbr 1,200", Move("complete_bet_or_raise_to", (1200,))),
        ("p1 dc high low", Move("declare", (("high", "low"),))),
        ("p1 dc high_low", Move("declare", ("high_low",))),
        ("p1 ch 2", Move("choose", (1,))),
        ("p1 ch Omaha", Move("choose", ("Omaha",))),
        ("p1 by -", Move("buy_cards", (False,))),
        ("p1 pr", Move("protect_card", (True,))),
        ("p1 pr -", Move("protect_card", (False,))),
        ("p1 rc 2", Move("select_runout_count", (2,))),
    ],
)
def test_reading_the_notation(text: str, move: Move) -> None:
    assert Move.from_action(text) == move


@pytest.mark.parametrize("text", ["d db AsKsQs", "p1", "p1 xx", "", "p0 f", "cbr"])
def test_what_is_no_decision_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        Move.from_action(text)


@pytest.mark.parametrize(
    "move",
    [Move("deal_board"), Move("_set_deck_cards", ((),)), Move("fold", (1,)), Move("copy")],
)
def test_only_players_decisions_can_be_done(move: Move) -> None:
    state = holdem()
    before = state.copy()
    with pytest.raises(RuleError):
        move.apply(state)
    assert state == before


def test_a_move_that_is_not_possible_changes_nothing() -> None:
    state = holdem()
    before = state.copy()
    move = Move("complete_bet_or_raise_to", (3,))
    assert not move.can_apply(state)
    with pytest.raises(PokerError):
        move.apply(state)
    assert state == before


def test_defaults_cost_nothing() -> None:
    state = holdem(3)
    assert choose_default(state) == FOLD
    state.check_or_call()
    state.check_or_call()
    assert choose_default(state) == CALL
    state = load("razz").game(None, {"small_bet": 2})(100, 3, seed=1)
    assert choose_default(state).name == "post_bring_in"


def test_there_is_no_default_when_nobody_decides() -> None:
    state = holdem()
    state.fold()
    with pytest.raises(RuleError, match="nothing to decide"):
        choose_default(state)
    with pytest.raises(RuleError, match="nothing to decide"):
        choose_randomly(state, Random(1))
