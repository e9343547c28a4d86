"""Hands that end because everybody else folded."""

from __future__ import annotations

import pytest

from croupier.state import BetCollection, ChipsPulling, ChipsPushing, Folding, Mode
from rules.tables import deal_holes, no_limit_holdem


def test_the_bet_and_the_pot_are_pulled_at_once() -> None:
    state = no_limit_holdem(100, 2)
    deal_holes(state, "AsAh", "KsKh")
    state.complete_bet_or_raise_to(6)  # Player 1, the small blind; player 0 has 2 in front.
    state.fold()
    # The raise is not collected: 2 are pushed, and pulled with the 6.
    assert state.operations[-4:] == [
        Folding(0),
        BetCollection((2, 0)),
        ChipsPushing((0, 2), 0, None, None),
        ChipsPulling(1, 8),
    ]
    assert state.stacks == [98, 102]
    assert state.payoffs == [-2, 2]
    assert not state.status


def test_nobody_folds_without_need_in_tournaments() -> None:
    state = no_limit_holdem(100, 2)
    deal_holes(state, "AsAh", "KsKh")
    state.check_or_call()
    assert not state.can_fold()
    with pytest.raises(ValueError):
        state.fold()


def test_no_chip_is_lost_when_a_side_pot_is_given_up() -> None:
    state = no_limit_holdem((5, 100, 100), 3, mode=Mode.CASH_GAME)
    deal_holes(state, "AsAh", "KsKh", "QsQh")
    state.complete_bet_or_raise_to(10)
    state.check_or_call()  # All-in for 5.
    state.check_or_call()  # 10
    state.burn_card("??")
    state.deal_board("2c3c7d")
    with pytest.warns(UserWarning, match="fold"):
        state.fold()
    with pytest.warns(UserWarning, match="fold"):
        state.fold()
    # Nobody is left for the side pot of 10: it goes with the main pot of 15 to player 0.
    assert state.payoffs == [20, -10, -10]
    assert state.stacks == [25, 90, 90]
    assert not state.status


def test_one_of_two_side_pots_is_given_up() -> None:
    state = no_limit_holdem((5, 10, 100, 100), 4, mode=Mode.CASH_GAME)
    deal_holes(state, "QsQh", "KsKh", "AsAh", "JsJh")
    state.complete_bet_or_raise_to(20)
    state.check_or_call()  # 20
    state.check_or_call()  # All-in for 5.
    state.check_or_call()  # All-in for 10.
    state.burn_card("??")
    state.deal_board("2c3c7d")
    with pytest.warns(UserWarning, match="fold"):
        state.fold()
    with pytest.warns(UserWarning, match="fold"):
        state.fold()
    for cards in ("8d", "9h"):
        state.burn_card("??")
        state.deal_board(cards)
    # 4 x 5 = 20 for the kings, 3 x 5 = 15 for them, and the 20 that nobody is left to win go down
    # to the pot below.
    assert state.payoffs == [-5, 45, -20, -20]
    assert sum(state.stacks) == 215
