"""Limits of games: too many cards, unknown amounts, games without hands."""

from __future__ import annotations

from decimal import Decimal
from math import inf

import pytest

from croupier.errors import RuleError, SetupError
from croupier.games import (
    FixedLimitSevenCardStud,
    NoLimitRoyalHoldem,
    NoLimitTexasHoldem,
    PotLimitSixCardOmahaHoldem,
)
from croupier.hands import StandardHighHand
from croupier.state import Automation, BettingStructure, Mode, Opening, State, Street
from croupier.utilities import Deck

ALL = tuple(Automation)


def test_showing_before_the_deal() -> None:
    state = NoLimitTexasHoldem.create_state((), True, 0, (1, 2), 2, 200, 2, seed=1)
    assert not state.can_show_or_muck_hole_cards(True, 0)
    with pytest.raises(RuleError, match="player 0 is not to show"):
        state.show_or_muck_hole_cards(True, 0)
    assert len(state.operations) == 0


def test_errors_have_the_amounts_of_the_game() -> None:
    blinds = (Decimal("0.05"), Decimal("0.10"))
    state = NoLimitTexasHoldem.create_state(
        ALL, True, 0, blinds, Decimal("0.10"), Decimal(10), 2, seed=1
    )
    with pytest.raises(RuleError, match=r"0\.15 is below the minimum of 0\.20"):
        state.complete_bet_or_raise_to(Decimal("0.15"))


@pytest.mark.parametrize("chips", [int, float])
def test_an_unknown_stack_stays_unknown(chips: type) -> None:
    blinds = (chips(1), chips(2))
    state = NoLimitTexasHoldem.create_state(ALL, True, 0, blinds, chips(2), inf, 2, seed=1)
    assert state.max_completion_betting_or_raising_to_amount == inf
    assert state.stacks == [inf, inf]
    with pytest.raises(ValueError, match=r"unknown amount|must be an integer"):
        state.complete_bet_or_raise_to(inf)
    state.complete_bet_or_raise_to(chips(10))
    while state.status:
        state.check_or_call()
    assert state.stacks == [inf, inf]
    assert sum(state.payoffs) == 0


def test_shared_cards_stay_on_the_board() -> None:
    # Nine players would be dealt 54 cards: six for all are dealt to the board instead, and the
    # flop, the turn and the river come after them.
    state = PotLimitSixCardOmahaHoldem.create_state(ALL, True, 0, (1, 2), 2, 100, 9, seed=1)
    while state.status:
        state.check_or_call()
    assert [len(cards) for cards in state.board_cards] == [1] * 11


def test_shared_cards_of_nine_handed_stud_all_count() -> None:
    state = FixedLimitSevenCardStud.create_state(ALL, True, 1, 1, 2, 4, 100, 9, seed=1)
    while state.status:
        if state.can_post_bring_in():
            state.post_bring_in()
        else:
            state.check_or_call()
    # 9 * 5 cards and 4 burnt ones leave three: sixth and seventh street are shared.
    assert len(list(state.get_board_cards(0))) == 2
    assert sum(state.stacks) == 900


def test_runs_of_the_board_need_cards() -> None:
    chosen = tuple(set(ALL) - {Automation.RUNOUT_COUNT_SELECTION})
    state = NoLimitTexasHoldem.create_state(
        chosen, True, 0, (1, 2), 2, 200, 2, mode=Mode.CASH_GAME, seed=1
    )
    state.complete_bet_or_raise_to(200)
    state.check_or_call()
    # A run takes five cards, burnt ones can be dealt again, and 48 cards are left.
    assert state.can_select_runout_count(9)
    with pytest.raises(RuleError, match="50 cards are to be dealt, but there are only 48"):
        state.select_runout_count(10)
    state.select_runout_count(9)
    with pytest.warns(UserWarning, match="not enough cards"):
        state.select_runout_count(9)
    assert not state.status
    assert sum(state.stacks) == 400


def test_runs_of_the_board_may_take_the_last_card() -> None:
    chosen = tuple(set(ALL) - {Automation.RUNOUT_COUNT_SELECTION})
    state = NoLimitRoyalHoldem.create_state(
        chosen, True, 0, (1, 2), 2, 20, 5, mode=Mode.CASH_GAME, seed=1
    )
    state.complete_bet_or_raise_to(20)
    for _ in range(4):
        state.check_or_call()
    # Ten cards are left for two runs: even the card that was burnt last is dealt in the end.
    for _ in range(4):
        state.select_runout_count(2)
    with pytest.warns(UserWarning, match="not enough cards"):
        state.select_runout_count(2)
    assert not state.status
    assert [len(cards) for cards in state.board_cards] == [2] * 5
    assert sum(state.stacks) == 100


@pytest.mark.parametrize("stacks", [1 << 60, 1 << 70, 1e-30])
def test_amounts_that_cannot_be_counted(stacks: float) -> None:
    with pytest.raises(SetupError, match="counted"):
        NoLimitTexasHoldem.create_state(ALL, True, 0, (1, 2), 2, stacks, 2)


def test_a_game_needs_hands_and_few_cards() -> None:
    def make(hole: int, hand_types: tuple[type[StandardHighHand], ...]) -> State:
        street = Street(False, (False,) * hole, 0, False, Opening.POSITION, 2, None)
        structure = BettingStructure.NO_LIMIT
        return State(ALL, Deck.STANDARD, hand_types, (street,), structure, True, 1, 0, 0, 9, 2)

    with pytest.raises(SetupError, match="no hand types"):
        make(5, ())
    with pytest.raises(SetupError, match="at most 23 cards"):
        make(53, (StandardHighHand,))
