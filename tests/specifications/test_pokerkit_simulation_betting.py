"""PokerKit's page on simulation: betting, showdown, and who wins the chips."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from croupier import (
    Automation,
    Card,
    FixedLimitSevenCardStud,
    FixedLimitTexasHoldem,
    Mode,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    State,
    simulate,
)
from croupier.errors import RuleError

from .pokerkit_tables import (
    ALL,
    BY_HAND,
    HELPERS,
    holdem,
)

# Section: Betting Phase


def helpers(state: State, names: list[str]) -> list[Any]:
    found = [getattr(state, name) for name in names]
    return [list(one) if hasattr(one, "__iter__") else one for one in found]


def test_helpers_of_betting() -> None:
    state = FixedLimitSevenCardStud.create_state(BY_HAND, True, 1, 1, 2, 4, (200, 200, 50), 3)
    for cards in ("????", "????", "????", "Ks", "2c", "Qd"):
        state.deal_hole(cards)
    # The opener, bring-in, completion, actors, last raise, raises, actor, call, bring-in, sizes.
    expected = [1, True, True, [1, 2, 0], 0, 0, 1, None, 1, 2, 3, 2]
    assert dict(zip(HELPERS["Betting"], helpers(state, HELPERS["Betting"]), strict=True)) == dict(
        zip(HELPERS["Betting"], expected, strict=True)
    )
    assert not state.can_fold() and not state.can_check_or_call()
    state.post_bring_in()
    assert (state.bring_in_status, state.completion_status) == (False, True)
    assert (state.actor_index, state.checking_or_calling_amount) == (2, 1)
    state.complete_bet_or_raise_to()
    assert (state.opener_index, state.completion_status) == (2, False)
    assert state.completion_betting_or_raising_count == 1
    assert list(state.actor_indices) == [0, 1] and state.checking_or_calling_amount == 2


def test_the_size_of_the_pot_is_known() -> None:
    state = PotLimitOmahaHoldem.create_state(ALL, True, 0, (1, 2), 2, 200, 3, seed=1)
    # Three chips are there, two are called, and as much may be raised.
    assert state.min_completion_betting_or_raising_to_amount == 4
    assert state.pot_completion_betting_or_raising_to_amount == 7
    assert state.max_completion_betting_or_raising_to_amount == 7


# Section: Folding Operation


def test_folding() -> None:
    state = holdem(ALL)
    assert state.fold().player_index == 2
    assert state.statuses == [True, True, False]
    with pytest.raises(TypeError):
        state.fold(0, 0)  # type: ignore[call-arg, arg-type]
    state.check_or_call()
    # In a tournament nobody folds to nothing.
    with pytest.raises(RuleError):
        state.fold()


# Section: Checking/Calling Operation


def test_checking_and_calling() -> None:
    state = holdem(ALL)
    calls = [state.check_or_call() for _ in range(3)]
    assert [(one.player_index, one.amount) for one in calls] == [(2, 2), (0, 1), (1, 0)]


# Section: Bringing-in Operation


def test_the_lowest_up_card_brings_it_in() -> None:
    state = FixedLimitSevenCardStud.create_state(BY_HAND, True, 1, 1, 2, 4, 200, 2)
    for cards in ("????", "????", "Ks", "2c"):
        state.deal_hole(cards)
    operation = state.post_bring_in()
    assert (operation.player_index, operation.amount) == (1, 1)


# Section: Completion/Betting/Raising to


def test_an_amount_is_optional() -> None:
    state = holdem(ALL)
    assert state.complete_bet_or_raise_to().amount == 4
    assert state.complete_bet_or_raise_to(20).amount == 20
    # The last raise was one of sixteen chips.
    assert state.complete_bet_or_raise_to().amount == 36
    limit = FixedLimitTexasHoldem.create_state(ALL, True, 0, (1, 2), 2, 4, 200, 2, seed=1)
    assert limit.complete_bet_or_raise_to().amount == 4


# Section: Showdown Phase

NO_SHOWDOWN = tuple(
    one
    for one in ALL
    if one not in (Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.RUNOUT_COUNT_SELECTION)
)


def all_in(automations: Any = NO_SHOWDOWN, mode: Mode = Mode.CASH_GAME) -> State:
    state = holdem(automations, players=2, antes=0, mode=mode)
    state.complete_bet_or_raise_to(200)
    state.check_or_call()
    return state


def test_helpers_of_the_showdown() -> None:
    state = all_in()
    assert helpers(state, HELPERS["Showdown"])[:4] == [[True, True], None, False, [0, 1]]
    assert sorted(state.showdown_indices) == [0, 1]
    assert state.showdown_index == state.showdown_indices[0]


# Section: Runout-Count Selection Operation


@pytest.mark.parametrize(
    ("wishes", "count"), [((2, 2), 2), ((2, 3), 1), ((None, None), None), ((3, None), 3)]
)
def test_the_number_of_runouts_is_what_all_want(
    wishes: tuple[int | None, int | None], count: int | None
) -> None:
    state = all_in()
    # There is no order.
    for index in (1, 0):
        state.select_runout_count(wishes[index], player_index=index)
    assert state.runout_count == count and not any(state.runout_count_selector_statuses)
    while state.showdown_index is not None:
        state.show_or_muck_hole_cards(True)
    assert state.runout_count_selection_flag and state.board_count == (count or 1)


def test_runouts_may_be_selected_after_cards_were_shown() -> None:
    state = all_in()
    state.show_or_muck_hole_cards(True)
    state.show_or_muck_hole_cards(True)
    assert state.can_select_runout_count(runout_count=2)


def test_tournaments_have_no_runouts() -> None:
    state = all_in(mode=Mode.TOURNAMENT)
    assert not state.can_select_runout_count(runout_count=2)
    # Nor has a hand in which somebody may still bet.
    assert not holdem(ALL, mode=Mode.CASH_GAME).can_select_runout_count(runout_count=2)


# Section: Hole Cards Showing/Mucking Operation


def showdown(*, mode: Mode = Mode.TOURNAMENT, bettor: int | None = None) -> State:
    """Return a state of two players on the river."""
    automations = tuple(one for one in BY_HAND if one in ALL and one in NO_SHOWDOWN)
    state = holdem(automations, players=2, antes=0, mode=mode)
    state.deal_hole("AsAh")
    state.deal_hole("KsKh")
    for cards in ("2c3d4h", "8c", "9d"):
        while state.actor_index is not None:
            state.check_or_call()
        state.burn_card("??")
        state.deal_board(cards)
    while state.actor_index is not None:
        if bettor == state.actor_index and not any(state.bets):
            state.complete_bet_or_raise_to(10)
        else:
            state.check_or_call()
    return state


@pytest.mark.parametrize(("bettor", "first"), [(None, 0), (0, 0), (1, 1)])
def test_the_last_to_bet_shows_first(bettor: int | None, first: int) -> None:
    assert showdown(bettor=bettor).showdown_index == first


def test_cards_are_shown_or_mucked() -> None:
    state = showdown()
    assert state.show_or_muck_hole_cards(True).hole_cards == tuple(Card.parse("AsAh"))
    assert state.show_or_muck_hole_cards(False).hole_cards == ()
    assert state.payoffs == [2, -2]


def test_a_winning_hand_may_be_mucked() -> None:
    state = showdown()
    state.show_or_muck_hole_cards(False)
    state.show_or_muck_hole_cards(True)
    assert state.payoffs == [-2, 2]


def test_hands_that_cannot_win_are_mucked_if_nothing_is_said() -> None:
    state = showdown()
    assert state.show_or_muck_hole_cards().hole_cards == tuple(Card.parse("AsAh"))
    assert state.show_or_muck_hole_cards().hole_cards == ()


def test_all_in_everybody_shows_if_nothing_is_said() -> None:
    state = all_in(mode=Mode.TOURNAMENT)
    assert all(len(state.show_or_muck_hole_cards().hole_cards) == 2 for _ in range(2))


def test_shown_cards_may_be_named() -> None:
    state = showdown()
    state.show_or_muck_hole_cards("AsAh")
    assert state.show_or_muck_hole_cards("QsQh").hole_cards == tuple(Card.parse("QsQh"))


@pytest.mark.parametrize("mode", Mode)
def test_only_in_cash_games_is_a_part_of_a_hand_shown(mode: Mode) -> None:
    state = showdown(mode=mode)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert state.can_show_or_muck_hole_cards("As??") == (mode is Mode.CASH_GAME)


# Section: Hand Killing Phase/Operation


def shown(*left: Automation) -> State:
    """Return a state after its showdown, with some things left to do."""
    state = NoLimitTexasHoldem.create_state(
        tuple(one for one in BY_HAND if one not in left), True, 0, (1, 2), 2, (200, 200, 50), 3
    )
    for cards in ("KsKh", "QsQh", "AsAh"):
        state.deal_hole(cards)
    state.complete_bet_or_raise_to(50)
    state.complete_bet_or_raise_to(200)
    state.check_or_call()
    for cards in ("2c3d4h", "8c", "9d"):
        state.burn_card("??")
        state.deal_board(cards)
    return state


def test_hands_that_win_nothing_are_killed_one_by_one() -> None:
    state = shown(Automation.HAND_KILLING)
    assert list(state.hand_killing_statuses) == [False, True, False]
    assert list(state.hand_killing_indices) == [1]
    assert state.kill_hand().player_index == 1
    assert not any(state.hand_killing_statuses) and not state.status
    assert set(Card.parse("QsQh")) <= set(state.mucked_cards)


# Section: Chips Pushing Phase/Operation


def test_each_pot_is_pushed_by_itself() -> None:
    state = shown(Automation.CHIPS_PUSHING)
    assert [pot.amount for pot in state.pots] == [150, 300]
    pushed = [state.push_chips().amounts for _ in range(2)]
    assert sorted(map(tuple, pushed)) == [(0, 0, 150), (300, 0, 0)]
    assert not state.can_push_chips()


# Section: Chips Pulling Phase/Operation


def test_every_winner_pulls_the_chips() -> None:
    state = shown(Automation.CHIPS_PULLING)
    assert list(state.chips_pulling_statuses) == [True, False, True]
    assert list(state.chips_pulling_indices) == [0, 2]
    assert [state.pull_chips().amount for _ in range(2)] == [300, 150]
    assert state.stacks == [300, 0, 150] and not state.status


# Section: Benchmarks


def test_more_hands_a_second_than_the_page_reports() -> None:
    # The page has 847, of nine games; ten times as many leave room for any machine.
    game = NoLimitTexasHoldem(ALL, True, 0, (1, 2), 2)
    result = simulate(game, 20_000, seed=1, stacks=200, player_count=6)
    assert result.hands_per_second > 8_473
