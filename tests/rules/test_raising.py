"""Who may raise again: only who faces a full raise, the largest one or the smallest bet.

In fixed limit, half a bet is enough.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games import FixedLimitSevenCardStud, FixedLimitTexasHoldem
from croupier.state import Automation, State
from rules.tables import AUTOMATIONS, deal_holes, no_limit_holdem

HANDS = ("2c3c", "2d3d", "2h3h", "4c4d")


def on_the_flop(stacks: tuple[int, ...], **options: Any) -> State:
    """Return a hand with blinds 5 and 10 that everybody called: 10 less in each stack."""
    count = len(stacks)
    state = no_limit_holdem(stacks, count, blinds=(5, 10), min_bet=10, **options)
    deal_holes(state, *HANDS[:count])
    while state.actor_index is not None:
        state.check_or_call()
    state.burn_card("??")
    state.deal_board("9s8s7d")
    assert state.actor_index == 0
    return state


def test_a_limper_may_not_raise_a_short_all_in() -> None:
    state = no_limit_holdem((3, 100, 100), 3)
    deal_holes(state, *HANDS[:3])
    state.check_or_call()  # Player 2 limps for 2.
    state.complete_bet_or_raise_to(3)  # All-in, a raise of 1.
    assert state.can_complete_bet_or_raise_to()  # The big blind has not acted yet.
    assert state.min_completion_betting_or_raising_to_amount == 5
    state.check_or_call()
    assert state.actor_index == 2
    assert state.checking_or_calling_amount == 1
    assert not state.can_complete_bet_or_raise_to()
    assert state.min_completion_betting_or_raising_to_amount is None
    assert state.max_completion_betting_or_raising_to_amount is None
    state.check_or_call()
    assert state.street_index == 1


def test_a_limper_may_raise_when_the_big_blind_raises_the_short_all_in() -> None:
    state = no_limit_holdem((3, 100, 100), 3)
    deal_holes(state, *HANDS[:3])
    state.check_or_call()
    state.complete_bet_or_raise_to(3)
    state.complete_bet_or_raise_to(5)
    assert state.actor_index == 2
    assert state.checking_or_calling_amount == 3
    assert state.can_complete_bet_or_raise_to(7)


def test_who_checked_may_not_raise_a_short_all_in() -> None:
    state = on_the_flop((100, 14, 100))
    state.check_or_call()
    state.complete_bet_or_raise_to(4)  # All-in, less than the smallest bet of 10.
    assert state.can_complete_bet_or_raise_to()  # Player 2 has not acted yet.
    assert state.min_completion_betting_or_raising_to_amount == 14
    state.check_or_call()
    assert state.actor_index == 0
    assert state.checking_or_calling_amount == 4
    assert not state.can_complete_bet_or_raise_to()


def test_who_checked_may_raise_a_full_bet() -> None:
    state = on_the_flop((100, 20, 100))
    state.check_or_call()
    state.complete_bet_or_raise_to(10)  # All-in, just enough.
    state.check_or_call()
    assert state.actor_index == 0
    assert state.can_complete_bet_or_raise_to(20)


def test_the_bettor_may_not_raise_one_short_all_in() -> None:
    state = on_the_flop((100, 26, 100))
    state.complete_bet_or_raise_to(10)
    state.complete_bet_or_raise_to(16)  # All-in, a raise of 6.
    state.check_or_call()
    assert state.actor_index == 0
    assert not state.can_complete_bet_or_raise_to()


def test_short_all_ins_add_up_for_the_bettor_but_not_for_a_later_caller() -> None:
    state = on_the_flop((100, 26, 100, 32))
    state.complete_bet_or_raise_to(10)
    state.complete_bet_or_raise_to(16)  # All-in, a raise of 6.
    state.check_or_call()  # Player 2 calls 16.
    state.complete_bet_or_raise_to(22)  # All-in, another 6.
    assert state.actor_index == 0
    # The bettor faces 12, more than the bet of 10, and may raise to 22 + 10.
    assert state.checking_or_calling_amount == 12
    assert state.min_completion_betting_or_raising_to_amount == 32
    state.check_or_call()
    assert state.actor_index == 2
    # The caller of 16 faces 6 only.
    assert state.checking_or_calling_amount == 6
    assert not state.can_complete_bet_or_raise_to()


def test_another_short_all_in_does_not_close_what_is_open() -> None:
    state = on_the_flop((100, 26, 34, 38))
    state.complete_bet_or_raise_to(10)
    state.complete_bet_or_raise_to(16)  # All-in, 6 more,
    state.complete_bet_or_raise_to(24)  # all-in, 8 more: 14 in all,
    state.complete_bet_or_raise_to(28)  # all-in, 4 more.
    # Everybody else is all-in: the bettor faces 18, but has nobody to raise.
    assert state.actor_index == 0
    assert state.checking_or_calling_amount == 18
    assert not state.can_complete_bet_or_raise_to()


def test_the_bring_in_may_be_raised_by_who_posted_it_after_a_completion() -> None:
    state = FixedLimitSevenCardStud.create_state((), False, 0, 1, 4, 8, 100, 2)
    state.deal_hole("AsKs2c")
    state.deal_hole("AdKd3c")
    state.post_bring_in()
    state.complete_bet_or_raise_to()
    # The completion adds 3 only, but makes a full bet.
    assert state.actor_index == 0
    assert state.checking_or_calling_amount == 3
    assert state.can_complete_bet_or_raise_to(8)


# Fixed limit: bets of 10 and 20, blinds of 5 and 10.


def fixed_limit(stacks: tuple[int, ...]) -> State:
    count = len(stacks)
    state = FixedLimitTexasHoldem.create_state(
        AUTOMATIONS, False, 0, (5, 10), 10, 20, stacks, count
    )
    deal_holes(state, *HANDS[:count])
    return state


def on_the_fixed_limit_flop(stacks: tuple[int, ...]) -> State:
    """Return a hand that everybody called: 10 less in each stack."""
    state = fixed_limit(stacks)
    while state.actor_index is not None:
        state.check_or_call()
    state.burn_card("??")
    state.deal_board("9s8s7d")
    return state


# How much more somebody goes all-in for, and whether those who acted may raise again.
HALVES = [(1, False), (4, False), (5, True), (6, True), (9, True), (10, True)]


@pytest.mark.parametrize(("more", "open_again"), HALVES)
def test_half_a_raise_reopens_the_betting_in_fixed_limit(more: int, open_again: bool) -> None:
    state = on_the_fixed_limit_flop((100, 20 + more, 100))
    state.complete_bet_or_raise_to(10)
    state.complete_bet_or_raise_to(10 + more)  # All-in.
    assert state.can_complete_bet_or_raise_to()  # Player 2 has not acted yet.
    state.check_or_call()
    assert state.actor_index == 0
    assert state.checking_or_calling_amount == more
    assert state.can_complete_bet_or_raise_to() is open_again
    assert ("complete_bet_or_raise_to" in state.legal) is open_again


@pytest.mark.parametrize(("amount", "open_again"), HALVES)
def test_half_a_bet_reopens_the_betting_for_who_checked(amount: int, open_again: bool) -> None:
    state = on_the_fixed_limit_flop((100, 10 + amount, 100))
    state.check_or_call()
    state.complete_bet_or_raise_to(amount)  # All-in.
    assert state.can_complete_bet_or_raise_to()
    state.check_or_call()
    assert state.actor_index == 0
    assert state.can_complete_bet_or_raise_to() is open_again


@pytest.mark.parametrize(("more", "open_again"), HALVES)
def test_half_a_raise_reopens_the_betting_for_a_limper(more: int, open_again: bool) -> None:
    state = fixed_limit((10 + more, 100, 100))
    state.check_or_call()  # Player 2 limps for 10.
    state.complete_bet_or_raise_to(10 + more)  # The small blind is all-in.
    assert state.can_complete_bet_or_raise_to()  # The big blind has not acted yet.
    state.check_or_call()
    assert state.actor_index == 2
    assert state.can_complete_bet_or_raise_to() is open_again


@pytest.mark.parametrize(("more", "open_again"), HALVES)
def test_half_a_big_bet_is_twice_as_much(more: int, open_again: bool) -> None:
    state = on_the_fixed_limit_flop((100, 30 + 2 * more, 100))
    while state.actor_index is not None:
        state.check_or_call()
    state.burn_card("??")
    state.deal_board("Kc")
    state.complete_bet_or_raise_to(20)
    state.complete_bet_or_raise_to(20 + 2 * more)  # All-in.
    state.check_or_call()
    assert state.actor_index == 0
    assert state.can_complete_bet_or_raise_to() is open_again


@pytest.mark.parametrize(
    ("first", "second", "bettor", "caller"),
    [
        (2, 2, False, False),  # 4 in all.
        (2, 3, True, False),  # 5 in all, of which the caller of the first faces 3.
        (4, 5, True, True),  # 9 in all, of which the caller faces 5.
    ],
)
def test_short_all_ins_add_up_in_fixed_limit(
    first: int, second: int, bettor: bool, caller: bool
) -> None:
    state = on_the_fixed_limit_flop((100, 20 + first, 100, 20 + first + second))
    state.complete_bet_or_raise_to(10)
    state.complete_bet_or_raise_to(10 + first)  # All-in.
    state.check_or_call()  # Player 2 calls it.
    state.complete_bet_or_raise_to(10 + first + second)  # All-in.
    assert state.actor_index == 0
    assert state.can_complete_bet_or_raise_to() is bettor
    state.check_or_call()
    assert state.actor_index == 2
    assert state.can_complete_bet_or_raise_to() is caller


def test_half_a_raise_does_not_reopen_the_betting_without_limit() -> None:
    state = on_the_flop((100, 25, 100))
    state.complete_bet_or_raise_to(10)
    state.complete_bet_or_raise_to(15)  # All-in, half a raise.
    state.check_or_call()
    assert state.actor_index == 0
    assert not state.can_complete_bet_or_raise_to()


def three_in_fixed_limit(short: int) -> State:
    """Return a hand in which the first player raises to 120, and the second all-in to `short`."""
    state = FixedLimitTexasHoldem.create_state(
        tuple(Automation), True, 0, (30, 60), 60, 120, (1000, 1000, 1000, short), 4, seed=1
    )
    state.complete_bet_or_raise_to(120)
    state.complete_bet_or_raise_to(short)
    assert state.stacks[3] == 0
    return state


@pytest.mark.parametrize("short", [125, 150, 179])
def test_a_short_all_in_is_completed_in_fixed_limit(short: int) -> None:
    state = three_in_fixed_limit(short)
    assert state.min_completion_betting_or_raising_to_amount == short + 60
    assert state.can_complete_bet_or_raise_to(180)
    for amount in (short + 1, 181, 240):
        possible = amount in (180, short + 60) or (amount == 240 and short >= 150)
        assert state.can_complete_bet_or_raise_to(amount) == possible
    state.complete_bet_or_raise_to(180)
    assert max(state.bets) == 180
    # What completes a raise is none of its own: of four, two are left.
    state.complete_bet_or_raise_to(240)
    while state.status:
        state.check_or_call()
    assert sum(state.payoffs) == 0


def test_half_a_bet_counts_as_one_for_the_next_raise() -> None:
    state = three_in_fixed_limit(150)
    state.complete_bet_or_raise_to(240)
    # Bets are as large as before, and there were four: the blind, two raises and the all-in.
    assert state.completion_betting_or_raising_amount == 60
    assert not state.can_complete_bet_or_raise_to()


def test_only_an_all_in_is_completed() -> None:
    state = FixedLimitTexasHoldem.create_state(
        tuple(Automation), True, 0, (30, 50), 60, 120, 1000, 3, seed=1
    )
    # A blind that is no multiple of the bet is no short all-in.
    assert not state.can_complete_bet_or_raise_to(60)
    assert state.can_complete_bet_or_raise_to(110)
