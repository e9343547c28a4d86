"""Runouts, shown hands, openers, the order of pots, and lows of other pots."""

from __future__ import annotations

import copy

import pytest

from croupier.games import FixedLimitSevenCardStud
from croupier.state import Automation, Mode, RunoutCountSelection, State
from rules.tables import (
    AUTOMATIONS,
    deal_holes,
    no_limit_holdem,
    no_limit_omaha_high_low,
    pushes,
    without,
)


def all_in(mode: Mode, *chosen: Automation) -> State:
    """Return a hand of two players who are all-in before the flop."""
    state = no_limit_holdem(100, 2, mode=mode, automations=without(*chosen))
    deal_holes(state, "AsAh", "KsKh")
    state.complete_bet_or_raise_to(100)
    state.check_or_call()
    return state


def runouts(*counts: int | None) -> State:
    state = all_in(Mode.CASH_GAME, Automation.RUNOUT_COUNT_SELECTION)
    for count in counts:
        state.select_runout_count(count)
    return state


def test_who_disagrees_on_runouts_gets_one() -> None:
    state = runouts(2, 3)
    assert state.runout_count == 1
    assert state.board_count == 1


def test_who_agrees_on_runouts_gets_them() -> None:
    state = runouts(2, 2)
    assert state.runout_count == 2
    assert state.board_count == 2
    for cards in ("2c3c4c", "7d", "8d", "2d3d4d", "Kc", "8h"):
        state.burn_card("??")
        state.deal_board(cards)
    # 200 = 100 for the aces on the first board and 100 for the kings on the second.
    assert pushes(state) == [(0, 0, 0, (100, 0)), (0, 1, 0, (0, 100))]
    assert state.payoffs == [0, 0]


@pytest.mark.parametrize("counts", [(None, 3), (3, None)])
def test_who_has_no_preference_agrees(counts: tuple[int | None, int | None]) -> None:
    assert runouts(*counts).board_count == 3


def test_nobody_prefers_anything() -> None:
    state = runouts(None, None)
    assert state.runout_count is None
    assert state.board_count == 1


def test_the_named_player_selects() -> None:
    state = all_in(Mode.CASH_GAME, Automation.RUNOUT_COUNT_SELECTION)
    assert state.select_runout_count(2, 1) == RunoutCountSelection(1, 2)
    assert list(state.runout_count_selector_indices) == [0]
    assert not state.can_select_runout_count(2, 1)
    assert not state.can_select_runout_count(0)
    with pytest.raises(ValueError):
        state.select_runout_count(-3)
    state.select_runout_count(2)
    assert state.board_count == 2


def test_there_are_no_runouts_in_tournaments() -> None:
    state = all_in(Mode.TOURNAMENT, Automation.RUNOUT_COUNT_SELECTION)
    assert not state.can_select_runout_count()


def test_part_of_a_hand_may_be_shown_all_in_in_cash_games() -> None:
    state = all_in(Mode.CASH_GAME, Automation.HOLE_CARDS_SHOWING_OR_MUCKING)
    player = state.showdown_index
    assert player is not None
    card = state.hole_cards[player][0]
    state.show_or_muck_hole_cards(repr(card))
    assert state.hole_card_statuses[player] == [True, False]
    assert state.statuses == [True, True]


def test_part_of_a_hand_may_not_be_shown_all_in_in_tournaments() -> None:
    state = all_in(Mode.TOURNAMENT, Automation.HOLE_CARDS_SHOWING_OR_MUCKING)
    player = state.showdown_index
    assert player is not None
    card = state.hole_cards[player][0]
    before = copy.deepcopy(state)
    assert not state.can_show_or_muck_hole_cards(repr(card))
    with pytest.raises(ValueError):
        state.show_or_muck_hole_cards(repr(card))
    assert state == before
    state.show_or_muck_hole_cards()
    assert state.hole_card_statuses[player] == [True, True]


def test_the_first_of_equal_up_hands_opens() -> None:
    state = FixedLimitSevenCardStud.create_state(AUTOMATIONS, False, 1, 1, 2, 4, 100, 3)
    deal_holes(state, "7c7d2c", "8c8dAh", "9c9dAc")
    assert state.actor_index == 0  # The deuce brings it in.
    state.post_bring_in()
    state.check_or_call()
    state.check_or_call()
    state.burn_card("??")
    deal_holes(state, "4d", "Kh", "Ks")
    # Ace-king suited is no better than ace-king.
    assert state.opener_index == 1
    assert state.actor_index == 1


def test_the_lowest_suit_brings_it_in() -> None:
    state = FixedLimitSevenCardStud.create_state(AUTOMATIONS, False, 1, 1, 2, 4, 100, 3)
    deal_holes(state, "7c7d2s", "8c8d2h", "9c9d2d")
    assert state.actor_index == 2


def test_the_main_pot_goes_first() -> None:
    state = no_limit_holdem((5, 10, 20), 3)
    deal_holes(state, "AsAh", "KsKh", "QsQh")
    state.complete_bet_or_raise_to(10)
    state.check_or_call()  # All-in for 5.
    state.check_or_call()  # All-in for 10.
    for cards in ("2c3c7d", "8d", "9h"):
        state.burn_card("??")
        state.deal_board(cards)
    # 3 x 5 = 15 for the aces, then 2 x 5 = 10 for the kings.
    assert pushes(state) == [(0, 0, 0, (15, 0, 0)), (1, 0, 0, (0, 10, 0))]
    assert state.payoffs == [10, 0, -10]


def test_a_side_pot_without_low_goes_to_its_high_hand() -> None:
    state = no_limit_omaha_high_low((5, 10, 20, 20), 4)
    deal_holes(state, "Ac2d9sTh", "JsJhKsKh", "8s8cQsQh", "KcKdQcQd")
    state.complete_bet_or_raise_to(20)
    state.check_or_call()  # 20
    state.check_or_call()  # All-in for 5.
    state.check_or_call()  # All-in for 10.
    for cards in ("4c5d8h", "Jc", "Jd"):
        state.burn_card("??")
        state.deal_board(cards)
    # Main pot 4 x 5 = 20: 10 for four jacks, 10 for the only low, 8-5-4-2-A. First side pot 3 x 5 =
    # 15: nobody in it has a low, so all of it goes to the four jacks. Second, 2 x 10 = 20: eights
    # full against kings and jacks.
    assert pushes(state) == [
        (0, 0, 0, (0, 10, 0, 0)),
        (0, 0, 1, (10, 0, 0, 0)),
        (1, 0, 0, (0, 15, 0, 0)),
        (2, 0, 0, (0, 0, 20, 0)),
    ]
    assert state.payoffs == [5, 15, 0, -20]


def test_unknown_up_cards_do_not_stop_a_hand_of_stud() -> None:
    state = FixedLimitSevenCardStud.create_state(
        AUTOMATIONS, False, 1, 1, 2, 4, 100, 2, mode=Mode.CASH_GAME
    )
    state.deal_hole("AsKs??")
    state.deal_hole("AdKd3c")
    state.post_bring_in()
    state.check_or_call()
    state.burn_card("??")
    state.deal_hole("??")
    state.deal_hole("4c")
    assert state.actor_index is not None
    state.check_or_call()
