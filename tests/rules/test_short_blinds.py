"""A blind, straddle or bring-in that is not posted in full costs others what it would have cost.

Nobody pays what no opponent has the chips to contest.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games import (
    FixedLimitSevenCardStud,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    load,
)
from croupier.state import Automation, Rules, State

ALL = tuple(Automation)


def no_limit(
    stacks: tuple[int, ...],
    *,
    antes: Any = 0,
    blinds: Any = (50, 100),
    min_bet: int = 100,
    rules: Rules = Rules.CARD_ROOM,
) -> State:
    game = NoLimitTexasHoldem(ALL, True, antes, blinds, min_bet)
    game.rules = rules
    return game(stacks, len(stacks), seed=1)


def price(state: State) -> tuple[Any, Any, Any]:
    """Return who is to act, what a call costs, and the least raise."""
    least = state.min_completion_betting_or_raising_to_amount
    return state.actor_index, state.checking_or_calling_amount, least


def test_a_call_costs_the_full_blind() -> None:
    state = no_limit((5000, 30, 5000, 5000))
    assert price(state) == (2, 100, 200)
    assert not state.can_complete_bet_or_raise_to(199)
    state.check_or_call()
    assert state.bets == [50, 30, 100, 0]
    assert price(state) == (3, 100, 200)
    state.fold()
    assert price(state) == (0, 50, 200)
    state.check_or_call()
    assert state.street_index == 1
    # 30 of three players are the main pot, 70 of two the side pot.
    assert [pot.amount for pot in state.pots] == [90, 140]


def test_pokerkit_has_what_was_posted() -> None:
    state = no_limit((5000, 30, 5000, 5000), rules=Rules.POKERKIT)
    assert price(state) == (2, 50, 150)


@pytest.mark.parametrize(
    ("stacks", "options", "expected"),
    [
        ((20, 30, 5000, 5000), {}, (2, 100, 200)),
        # The ante of the big blind is posted first, and nothing is left.
        ((5000, 80, 5000, 5000), {"antes": {1: 100}}, (2, 100, 200)),
        ((5000, 130, 5000, 5000), {"antes": {1: 100}}, (2, 100, 200)),
        # Nobody posts anything at all, not even the small blind.
        ((10, 20, 5000, 5000), {"antes": 20}, (2, 100, 200)),
        ((5000, 20, 5000, 5000), {"antes": 20, "blinds": (0, 100)}, (2, 100, 200)),
        # A small blind that is all-in beside a full big blind.
        ((20, 5000, 5000, 5000), {}, (2, 100, 200)),
        # A short straddle, before a full one, after a short blind.
        ((5000, 5000, 120, 5000), {"blinds": (50, 100, 200)}, (3, 200, 400)),
        ((5000, 5000, 30, 5000), {"blinds": (50, 100, 200)}, (3, 200, 400)),
        ((5000, 30, 5000, 5000), {"blinds": (50, 100, 200)}, (3, 200, 400)),
        # A straddle of the button, with nothing left after the ante.
        ((5000, 5000, 5000, 20), {"antes": 20, "blinds": (50, 100, 0, 200)}, (0, 150, 400)),
        # A new player posts a blind, the big blind cannot.
        ((5000, 30, 5000, 5000), {"blinds": (50, 100, 0, -100)}, (2, 100, 200)),
        # A short post is nothing that others have to call.
        ((5000, 5000, 5000, 30), {"blinds": (50, 100, 0, -100)}, (2, 100, 200)),
    ],
)
def test_whoever_is_short(
    stacks: tuple[int, ...], options: dict[str, Any], expected: tuple[int, int, int]
) -> None:
    assert price(no_limit(stacks, **options)) == expected


def test_a_short_stack_calls_with_all_of_it() -> None:
    state = no_limit((5000, 30, 70, 5000))
    assert price(state) == (2, 70, None)
    state.check_or_call()
    assert price(state) == (3, 100, 200)


def test_a_raise_is_counted_from_the_full_blind() -> None:
    state = no_limit((5000, 30, 5000, 5000))
    state.complete_bet_or_raise_to(250)
    assert price(state) == (3, 250, 400)
    short = no_limit((5000, 30, 150, 5000))
    # All-in for 50 more than the blind, which is no full raise.
    short.complete_bet_or_raise_to(150)
    assert price(short) == (3, 150, 250)


def test_two_players_have_nothing_to_decide() -> None:
    # The button has posted 50, and the big blind is all-in for 30.
    state = no_limit((30, 5000))
    assert state.actor_index is None
    assert not state.status
    assert sum(state.payoffs) == 0 and max(state.payoffs) == 30


def test_two_players_pay_no_more_than_the_short_blind_has() -> None:
    state = no_limit((80, 5000))
    assert price(state) == (1, 30, None)
    assert state.can_fold()
    state.check_or_call()
    assert not state.status
    assert max(state.payoffs) == 80


def test_the_small_blind_is_not_asked_when_nobody_is_left_to_pay_against() -> None:
    state = no_limit((5000, 30, 5000))
    assert price(state) == (2, 100, 200)
    state.fold()
    assert not state.status
    assert max(state.payoffs) == 30


def test_the_small_blind_is_not_asked_about_less_than_was_posted() -> None:
    state = no_limit((5000, 30, 40))
    assert price(state) == (2, 40, None)
    state.check_or_call()
    assert not state.status


def test_what_only_one_player_can_contest_is_the_price() -> None:
    state = no_limit((60, 30, 5000))
    # The small blind has 10 behind the 50 that were posted.
    assert price(state) == (2, 60, None)
    state.check_or_call()
    assert price(state) == (0, 10, None)


def test_what_was_folded_is_paid_for() -> None:
    state = no_limit((5000, 30, 5000, 5000))
    state.fold()
    state.check_or_call()
    state.fold()
    # The blinds' 80 and 100, of which nobody called the last 50.
    assert not state.status
    assert sum(state.payoffs) == 0
    assert state.payoffs[0] == -50


def test_folding_the_last_chips_of_a_short_blind_is_folding_with_need() -> None:
    state = no_limit((5000, 30, 5000, 5000))
    state.check_or_call()
    state.fold()
    assert "fold" in state.legal


def test_a_later_street_has_no_blind() -> None:
    state = no_limit((5000, 30, 5000, 5000))
    while state.street_index == 0:
        state.check_or_call()
    assert price(state) == (0, 0, 100)


def test_fixed_limit() -> None:
    state = FixedLimitTexasHoldem.create_state(
        ALL, True, 0, (5, 10), 10, 20, (500, 3, 500, 500), 4, seed=1
    )
    assert price(state) == (2, 10, 20)
    assert not state.can_complete_bet_or_raise_to(15)
    state.complete_bet_or_raise_to()
    assert price(state) == (3, 20, 30)


def test_a_game_of_a_file() -> None:
    game = load("texas_holdem").game("No Limit", {"small_blind": 50, "big_blind": 100})
    state = game((5000, 30, 5000, 5000), 4)
    assert price(state) == (2, 100, 200)


@pytest.mark.parametrize("rules", Rules)
def test_a_short_blind_does_not_make_the_pot_smaller(rules: Rules) -> None:
    def most(stacks: tuple[int, ...]) -> int:
        game = PotLimitOmahaHoldem(ALL, True, 0, (50, 100), 100)
        game.rules = rules
        state = game(stacks, 4)
        return int(state.max_completion_betting_or_raising_to_amount or 0)

    assert most((5000, 5000, 5000, 5000)) == 350
    for stacks in ((5000, 30, 5000, 5000), (20, 5000, 5000, 5000), (20, 30, 5000, 5000)):
        assert (most(stacks) == 350) == (rules is Rules.CARD_ROOM)


def stud(stacks: tuple[int, ...], *hands: str, rules: Rules = Rules.CARD_ROOM) -> State:
    """Return a hand of stud with an ante of 2, a bring-in of 5 and bets of 20."""
    dealt = tuple(one for one in Automation if one is not Automation.HOLE_DEALING)
    game = FixedLimitSevenCardStud(dealt, True, 2, 5, 20, 40)
    game.rules = rules
    state = game(stacks, len(stacks))
    for cards in hands:
        state.deal_hole(cards)
    return state


def test_a_short_bring_in() -> None:
    state = stud((500, 5, 500, 500), "AsKs9c", "AdKd2c", "AhKh8c", "AcKc7c")
    assert state.actor_index == 1
    # All that is left is the bring-in, or a part of it.
    assert list(state.legal) == ["post_bring_in"]
    state.post_bring_in()
    assert state.bets == [0, 3, 0, 0]
    assert price(state) == (2, 5, 20)
    state.check_or_call()
    assert price(state) == (3, 5, 20)


def test_who_is_all_in_for_the_ante_does_not_bring_in() -> None:
    state = stud((500, 2, 500, 500), "AsKs9c", "AdKd2c", "AhKh8c", "AcKc7c")
    assert state.actor_index == 2
    assert list(state.legal) == ["fold", "post_bring_in", "complete_bet_or_raise_to"]
    state.fold()
    assert state.actor_index == 3
    assert list(state.legal) == ["fold", "post_bring_in", "complete_bet_or_raise_to"]
    state.post_bring_in()
    assert price(state) == (0, 5, 20)


def test_who_is_left_with_somebody_all_in_for_the_ante_pays_nothing() -> None:
    state = stud((500, 2, 500), "AsKs9c", "AdKd2c", "AhKh8c")
    state.fold()
    # The first player plays for the antes.
    assert state.actor_index is None
    assert state.bets == [0, 0, 0]
    assert state.all_in_status


def test_who_has_the_low_card_must_bring_in() -> None:
    state = stud((500, 500, 500), "AsKs9c", "AdKd2c", "AhKh8c")
    assert state.actor_index == 1
    assert not state.can_fold()
    assert list(state.legal) == ["post_bring_in", "complete_bet_or_raise_to"]


def test_pokerkit_asks_the_next_player_for_the_bring_in() -> None:
    state = stud((500, 2, 500), "AsKs9c", "AdKd2c", "AhKh8c", rules=Rules.POKERKIT)
    assert state.actor_index == 2
    assert not state.can_fold()


def test_a_straddle_is_the_least_raise() -> None:
    state = no_limit((500, 500, 500, 500), blinds=(1, 2, 4), min_bet=2)
    assert price(state) == (3, 4, 8)
    state.complete_bet_or_raise_to(8)
    assert price(state) == (0, 7, 12)
    while state.street_index == 0:
        state.check_or_call()
    assert price(state) == (0, 0, 2)


def test_a_straddle_of_pokerkit() -> None:
    state = no_limit((500,) * 4, blinds=(1, 2, 4), min_bet=2, rules=Rules.POKERKIT)
    assert price(state) == (3, 4, 6)
