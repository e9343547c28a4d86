"""Chips that cannot be split: first boards, the first hand type and first winners get them."""

from __future__ import annotations

import pytest

from croupier.games import NoLimitTexasHoldem
from croupier.state import Rules
from rules.tables import (
    AUTOMATIONS,
    check_down,
    deal_holes,
    no_limit_holdem,
    no_limit_omaha_high_low,
    pushes,
)


def test_the_winner_nearest_to_the_left_of_the_button_gets_the_odd_chip() -> None:
    state = no_limit_holdem(100, 3)
    deal_holes(state, "2c3c", "2d3d", "2h3h")
    state.check_or_call()  # The button calls 2,
    state.fold()  # the small blind gives up 1,
    state.check_or_call()  # the big blind checks: 5 in the pot.
    check_down(state, "AsKsQs", "Js", "Ts")
    # The board plays: 5 = 3 for player 1, left of the button's left, and 2 for the button.
    assert pushes(state) == [(0, 0, 0, (0, 3, 2))]
    assert state.payoffs == [-1, 1, 0]


def test_the_first_board_gets_the_odd_chip() -> None:
    state = no_limit_holdem(100, 3, starting_board_count=2)
    deal_holes(state, "2c3c", "AdAh", "KdKh")
    state.check_or_call()
    state.fold()
    state.check_or_call()
    check_down(state, ["4s5s7d", "Kc8c7h"], ["9c", "9d"], ["Jh", "Js"])
    # 5 = 3 for the first board, where the aces win, and 2 for the second, where the kings do.
    assert pushes(state) == [(0, 0, 0, (0, 3, 0)), (0, 1, 0, (0, 0, 2))]
    assert state.payoffs == [-1, 1, 0]


def test_the_first_hand_type_gets_the_odd_chip() -> None:
    state = no_limit_omaha_high_low(100, 3)
    deal_holes(state, "3c3d3h3s", "JsJhKsKh", "Ac2d9s9h")
    state.check_or_call()
    state.fold()
    state.check_or_call()
    check_down(state, "4c5d8h", "Jc", "Jd")
    # 5 = 3 for the high hand, four jacks, and 2 for the low hand, 8-5-4-2-A.
    assert pushes(state) == [(0, 0, 0, (0, 3, 0)), (0, 0, 1, (0, 0, 2))]
    assert state.payoffs == [-1, 1, 0]


def test_boards_are_split_before_hand_types() -> None:
    state = no_limit_omaha_high_low(100, 3, blinds=(1, 3), boards=2)
    deal_holes(state, "3c3d3h3s", "JsJhKsKh", "Ac2d9s9h")
    state.check_or_call()  # 3
    state.fold()  # 1
    state.check_or_call()  # 3
    check_down(state, ["4c5d8h", "4s6d7h"], ["Jc", "Qc"], ["Jd", "Qd"])
    # 7 = 4 + 3 for the boards; 4 = 2 + 2 and 3 = 2 + 1 for high and low. Player 1 is high twice.
    assert pushes(state) == [
        (0, 0, 0, (0, 2, 0)),
        (0, 0, 1, (0, 0, 2)),
        (0, 1, 0, (0, 2, 0)),
        (0, 1, 1, (0, 0, 1)),
    ]
    assert state.payoffs == [-1, 1, 0]


@pytest.mark.parametrize(
    ("rules", "amounts"), [(Rules.CARD_ROOM, (5, 5, 4, 0)), (Rules.POKERKIT, (6, 4, 4, 0))]
)
def test_three_winners_leave_two_odd_chips_to_the_first_two(
    rules: Rules, amounts: tuple[int, ...]
) -> None:
    game = NoLimitTexasHoldem(AUTOMATIONS, False, 0, (1, 2), 2)
    game.rules = rules
    state = game(100, 4)
    deal_holes(state, "2c3c", "2d3d", "2h3h", "4c4d")
    state.check_or_call()  # 2
    state.check_or_call()  # 2
    state.check_or_call()  # 2
    state.check_or_call()
    state.burn_card("??")
    state.deal_board("AsKsQs")
    state.complete_bet_or_raise_to(2)  # Players 0, 1, 2 put in 2 each: 8 + 6 = 14,
    state.check_or_call()
    state.check_or_call()
    state.fold()
    check_down(state, "Js", "Ts")
    # 14 = 3 x 4 + 2: one each for players 0 and 1, or both for player 0.
    assert pushes(state) == [(0, 0, 0, amounts)]
