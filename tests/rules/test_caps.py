"""How often may be raised in fixed limit: a bet and three raises, and the big blind is a bet."""

from __future__ import annotations

import pytest

from croupier.games import FixedLimitSevenCardStud, FixedLimitTexasHoldem, load
from croupier.state import Automation, Rules, State

ALL = tuple(Automation)


def holdem(
    stacks: int | tuple[int, ...] = 1000, count: int = 3, *, rules: Rules = Rules.CARD_ROOM
) -> State:
    game = FixedLimitTexasHoldem(ALL, True, 0, (5, 10), 10, 20)
    game.rules = rules
    return game(stacks, count, seed=1)


def count_raises(state: State) -> int:
    """Raise as often as possible on this street."""
    street, count = state.street_index, 0
    while state.street_index == street and state.can_complete_bet_or_raise_to():
        state.complete_bet_or_raise_to()
        count += 1
    while state.status and state.street_index == street:
        state.check_or_call()
    return count


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_blind_is_the_first_bet(players: int) -> None:
    state = holdem(count=players)
    assert [count_raises(state) for _ in range(4)] == [3, 4, 4, 4]


@pytest.mark.parametrize("players", [2, 3])
def test_pokerkit_counts_no_blind(players: int) -> None:
    state = holdem(count=players, rules=Rules.POKERKIT)
    assert [count_raises(state) for _ in range(4)] == [4, 4, 4, 4]


def test_a_bring_in_is_no_bet() -> None:
    state = FixedLimitSevenCardStud.create_state(ALL, True, 1, 3, 10, 20, 1000, 3, seed=1)
    state.post_bring_in()
    # The completion is the bet.
    assert [count_raises(state) for _ in range(5)] == [4] * 5


def test_a_straddle_is_a_raise() -> None:
    state = FixedLimitTexasHoldem.create_state(ALL, True, 0, (5, 10, 20), 10, 20, 1000, 4, seed=1)
    assert state.min_completion_betting_or_raising_to_amount == 30
    assert count_raises(state) == 2


@pytest.mark.parametrize(("stack", "raises"), [(22, 3), (24, 3), (25, 2), (26, 2), (30, 2)])
def test_less_than_half_a_bet_does_not_count(stack: int, raises: int) -> None:
    state = holdem((1000, 1000, 1000, stack), 4)
    state.complete_bet_or_raise_to(20)
    state.complete_bet_or_raise_to(stack)
    left = 0
    while state.can_complete_bet_or_raise_to():
        # What is short is completed first.
        amounts = state.legal["complete_bet_or_raise_to"].amounts
        rest = max(state.bets) % 10
        state.complete_bet_or_raise_to(min(amounts) if 0 < rest < 5 else max(amounts))
        left += 1
    # Of three raises one is gone, and the all-in is another where it is half of one.
    assert left == raises - 1
    assert max(state.bets) == 40


def test_a_completion_of_what_counted_is_no_raise() -> None:
    state = holdem((1000, 1000, 1000, 27), 4)
    state.complete_bet_or_raise_to(20)
    state.complete_bet_or_raise_to(27)
    state.complete_bet_or_raise_to(30)
    state.complete_bet_or_raise_to(40)
    assert not state.can_complete_bet_or_raise_to()


@pytest.mark.parametrize("name", ["texas_holdem", "dramaha", "irish", "deuces_wild_holdem"])
@pytest.mark.parametrize("players", [2, 3])
def test_files_have_the_same_cap(name: str, players: int) -> None:
    state = load(name).game("Limit", {"small_bet": 10, "big_bet": 20})(1000, players)
    assert count_raises(state) == 3
