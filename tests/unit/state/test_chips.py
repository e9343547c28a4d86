"""Chips: four types of numbers, unknown stacks, pots, rake and division, hands of the caller."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from croupier.cards import Card
from croupier.errors import RuleError, SetupError
from croupier.games import NoLimitTexasHoldem
from croupier.state import ChipsPushing, Pot, State
from unit.own_hands import LowestSumHand, LowestSumHoldem
from unit.state.table import ALL, finish, holdem, possible_moves

KINDS: dict[type, Callable[[int], Any]] = {
    int: int,
    float: lambda cents: cents / 100,
    Decimal: lambda cents: Decimal(cents) / 100,
    Fraction: lambda cents: Fraction(cents, 100),
}


def of_kind(kind: type, stacks: tuple[int, ...], seed: int) -> State:
    make = KINDS[kind]
    return holdem(
        raw_antes=make(5),
        raw_blinds_or_straddles=(make(25), make(50)),
        min_bet=make(50),
        raw_starting_stacks=tuple(map(make, stacks)),
        player_count=len(stacks),
        seed=seed,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_chips_are_exact_and_of_one_type(kind: type) -> None:
    random = Random(4)
    for seed in range(60):
        stacks = tuple(random.randint(60, 3000) for _ in range(random.randint(2, 6)))
        state = finish(of_kind(kind, stacks, seed), random)
        total = sum(Fraction(str(stack)) for stack in state.stacks)
        assert total == sum(Fraction(str(KINDS[kind](stack))) for stack in stacks)
        amounts = [*state.stacks, *state.payoffs, *state.bets, state.total_pot_amount]
        amounts += [state.total_pushed_amount]
        for operation in state.operations:
            amounts += getattr(operation, "amounts", getattr(operation, "bets", ()))
            if hasattr(operation, "amount"):
                amounts.append(operation.amount)
        assert {type(amount) for amount in amounts} == {kind}


def test_all_types_play_the_same_hand() -> None:
    for seed in range(20):
        stacks = []
        for kind in KINDS:
            state = finish(of_kind(kind, (300, 1200, 1000), seed), Random(seed))
            unit = 1 if kind is int else 100
            stacks.append([Fraction(str(stack)) * unit for stack in state.stacks])
        assert stacks[1] == stacks[2] == stacks[3]
        assert [round(stack) for stack in stacks[1]] == pytest.approx(stacks[0], abs=1)


def test_integers_beside_floats_come_back_as_floats() -> None:
    state = holdem(raw_starting_stacks=(200, 150.5, 100))
    assert state.stacks == [199.0, 148.5, 100.0]
    assert {type(stack) for stack in state.stacks} == {float}


def test_decimals_keep_their_places() -> None:
    blinds = (Decimal("0.05"), Decimal("0.10"))
    state = holdem(
        raw_blinds_or_straddles=blinds,
        min_bet=blinds[1],
        raw_starting_stacks=Decimal("10.00"),
    )
    assert list(map(str, state.stacks)) == ["9.95", "9.90", "10.00"]
    assert str(state.complete_bet_or_raise_to(Decimal("0.25")).amount) == "0.25"


def test_floats_and_decimals_do_not_mix() -> None:
    with pytest.raises(SetupError, match="Decimal and float"):
        holdem(raw_starting_stacks=(Decimal(100), 100.0, 100))


@pytest.mark.parametrize("amount", ["much", math.nan, None, object()])
def test_what_is_no_amount_is_refused(amount: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        holdem(raw_starting_stacks=(amount, 100, 100))


def test_amounts_can_be_too_fine() -> None:
    state = holdem(raw_starting_stacks=Fraction(100))
    before = state.copy()
    amount = 5 + Fraction(1, 10007)
    assert not state.can_complete_bet_or_raise_to(amount)
    with pytest.raises(ValueError, match="finer"):
        state.complete_bet_or_raise_to(amount)
    assert state == before


def test_unknown_stacks_stay_unknown() -> None:
    state = holdem(raw_starting_stacks=math.inf)
    assert state.starting_stacks == (math.inf,) * 3
    state.complete_bet_or_raise_to(1000)
    state.check_or_call()
    state.fold()
    assert state.stacks == [math.inf] * 3
    finish(state)
    assert state.stacks == [math.inf] * 3
    assert sorted(state.payoffs) in ([-1000, -2, 1002], [-2, -1, 3], [-1, 0, 1])
    assert sum(state.payoffs) == 0
    assert all(type(payoff) is int for payoff in state.payoffs)


def test_known_stacks_beside_unknown_ones() -> None:
    state = holdem(raw_starting_stacks=(math.inf, 100, 50))
    assert state.max_completion_betting_or_raising_to_amount == 50
    state.complete_bet_or_raise_to(50)
    state.complete_bet_or_raise_to(300)
    state.check_or_call()
    assert not state.status
    assert state.stacks[0] == math.inf
    assert sum(state.payoffs) == 0
    assert state.stacks[1] + state.stacks[2] - 150 == -state.payoffs[0]


def test_more_chips_than_can_be_counted() -> None:
    with pytest.raises(SetupError, match="more chips than can be counted"):
        holdem(raw_starting_stacks=1 << 58)


# Pots.


def test_pots_by_depth() -> None:
    state = holdem(raw_starting_stacks=(20, 50, 100))
    state.complete_bet_or_raise_to(100)
    state.check_or_call()
    assert list(state.pot_amounts) == []
    assert state.total_pot_amount == 122
    state.check_or_call()
    pushes = [item for item in state.operations if isinstance(item, ChipsPushing)]
    assert sum(push.total_amount for push in pushes) == 120
    assert sum(state.stacks) == 170


def test_pots_know_who_can_win_them() -> None:
    state = holdem((), raw_starting_stacks=(20, 50, 100))
    while not state.can_check_or_call():
        getattr(state, possible_moves(state)[0])()
    state.complete_bet_or_raise_to(100)
    state.check_or_call()
    state.check_or_call()
    state.collect_bets()
    assert list(state.pots) == [Pot(0, 60, (0, 1, 2)), Pot(0, 60, (1, 2))]
    assert state.stacks == [0, 0, 50]


# What the caller decides.


def test_a_rake_of_the_callers() -> None:
    seen: list[tuple[Any, type, int]] = []

    def take_tenth(amount: int, state: State) -> tuple[int, int]:
        seen.append((amount, type(state), state.player_count))
        return amount // 10, amount - amount // 10

    state = holdem(rake=take_tenth)
    state.complete_bet_or_raise_to(20)
    state.check_or_call()
    state.check_or_call()
    assert list(state.pots) == [Pot(6, 54, (0, 1, 2))]
    assert state.total_pot_amount == 60
    finish(state)
    assert sum(state.stacks) == 594
    assert state.total_pushed_amount == 54
    assert state.total_pot_amount == 6
    assert set(seen) == {(60, State, 3)}
    assert state.rake is take_tenth


def test_a_rake_that_fails_changes_nothing() -> None:
    def fail(amount: int, state: State) -> tuple[int, int]:
        raise RuntimeError("the house is closed")

    state = holdem(rake=fail, player_count=2)
    while state.street_index != 3:
        state.check_or_call()
    state.check_or_call()
    before = state.copy()
    with pytest.raises(RuntimeError, match="the house is closed"):
        state.check_or_call()
    assert state == before
    assert state.status


@pytest.mark.parametrize("parts", [(5, 5), (-1, 5), (4, 1)])
def test_a_rake_cannot_make_chips(parts: tuple[int, int]) -> None:
    state = holdem(rake=lambda amount, state: parts, player_count=2)
    with pytest.raises(RuleError, match=f"{parts[0]} and {parts[1]}"):
        finish(state)


def test_a_division_of_the_callers() -> None:
    calls: list[tuple[int, int]] = []

    def divide(amount: int, count: int) -> tuple[int, int]:
        calls.append((amount, count))
        share = amount // count // 2 * 2
        return share, amount - share * count

    state = holdem(divmod=divide, raw_antes=1)
    state.deck_cards = Card.clean("2c2dTcJcQcKc2hAc")
    finish(state)
    assert sum(state.stacks) == 600
    assert calls
    assert all(amount == 9 for amount, _ in calls)


def test_a_division_must_add_up() -> None:
    state = holdem(divmod=lambda amount, count: (amount, 1))
    with pytest.raises(RuleError, match="cannot be divided"):
        finish(state)
    assert state.status


# Hands of the caller.


class HighLowHoldem(NoLimitTexasHoldem):
    """Hold'em in which the lowest sum takes half."""

    hand_types = (*NoLimitTexasHoldem.hand_types, LowestSumHand)


@pytest.mark.parametrize("seed", range(20))
def test_hands_of_the_callers_win_pots(seed: int) -> None:
    state = LowestSumHoldem.create_state((), True, 0, (1, 2), 2, 200, 4, seed=seed)
    while not state.can_push_chips():
        getattr(state, possible_moves(state)[0])()
    sums = {}
    for index in state.player_indices:
        if state.statuses[index]:
            hand = state.get_hand(index, 0, 0)
            assert hand is not None
            sums[index] = hand.entry.index
    winners = {index for index, total in sums.items() if total == min(sums.values())}
    pushed = state.push_chips().amounts
    assert {index for index, amount in enumerate(pushed) if amount} == winners
    assert sum(finish(state).stacks) == 800


def test_hands_of_the_callers_share_pots() -> None:
    for seed in range(20):
        state = HighLowHoldem.create_state(ALL, True, 0, (1, 2), 2, 201, 3, seed=seed)
        finish(state)
        pushes = [item for item in state.operations if isinstance(item, ChipsPushing)]
        assert sum(state.stacks) == 603
        assert {push.hand_type_index for push in pushes} in ({0, 1}, {None})


def test_pickles_of_other_chips_are_not_mixed_up() -> None:
    states = [
        holdem(
            raw_blinds_or_straddles=(kind(1), kind(2)),
            min_bet=kind(2),
            raw_starting_stacks=kind(200),
        )
        for kind in (int, float, Decimal, Fraction, int)
    ]
    # One after the other, since the game of the last one is remembered.
    for state, saved in zip(states, [pickle.dumps(state) for state in states], strict=True):
        restored = pickle.loads(saved)
        assert restored == state
        assert list(map(type, restored.stacks)) == list(map(type, state.stacks))
        assert restored.stacks == state.stacks


@pytest.mark.parametrize(
    "amount",
    [math.nan, -math.inf, Decimal("NaN"), Decimal("sNaN"), Decimal("-Infinity")],
)
def test_what_is_no_number_is_no_amount(amount: Any) -> None:
    for where in ("raw_starting_stacks", "raw_antes", "raw_blinds_or_straddles"):
        changes: dict[str, Any] = {where: (amount, 1, 1)}
        with pytest.raises(SetupError, match="is not an amount of chips"):
            holdem(**changes)
    with pytest.raises(SetupError, match="The smallest bet of a street must be positive"):
        holdem(min_bet=amount)
    state = holdem(raw_starting_stacks=type(amount)(100))
    assert not state.can_complete_bet_or_raise_to(amount)
    with pytest.raises(RuleError, match="is not an amount of chips"):
        state.complete_bet_or_raise_to(amount)
