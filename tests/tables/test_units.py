"""Pots are split and raked in whole chips of a unit."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Automation, HandHistory, Rules, State
from croupier.errors import PokerError, RuleError, SetupError
from croupier.games import FixedLimitSevenCardStud, NoLimitTexasHoldem, PotLimitOmahaHoldem, load
from croupier.games.making import make_game
from croupier.simulation import simulate
from croupier.tables import HistoryRecorder, Table, TableBatch
from croupier.utilities import rake

CENT = Decimal("0.01")
SMALL, BIG = Decimal("0.05"), Decimal("0.10")
AUTOMATIONS = tuple(
    each
    for each in Automation
    if each not in {Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING}
)
# Everybody plays the board: a straight to the ace.
BOARD = "TsJhQdKcAs"
HANDS = ["2c3d", "2d3h", "2h3s", "2s3c", "4c5d", "4d5h"]


def all_in(
    stacks: list[Any], rules: Rules = Rules.CARD_ROOM, unit: Any = None, **options: Any
) -> State:
    """Return a hand in which everybody is all-in and plays the board."""
    blinds = options.pop("blinds", (SMALL, BIG))
    game = NoLimitTexasHoldem(AUTOMATIONS, True, 0, blinds, blinds[1], **options)
    game.rules, game.unit = rules, unit
    state = game(stacks, len(stacks), seed=1)
    for hand in HANDS[: len(stacks)]:
        state.deal_hole(hand)
    while state.actor_index is not None:
        if state.can_complete_bet_or_raise_to(
            amount := state.max_completion_betting_or_raising_to_amount
        ):
            state.complete_bet_or_raise_to(amount)
        else:
            state.check_or_call()
    for cards in (BOARD[:6], BOARD[6:8], BOARD[8:]):
        state.burn_card("??")
        state.deal_board(cards)
    assert not state.status
    return state


def is_whole(amount: Any, unit: Any) -> bool:
    return Fraction(str(amount)) % Fraction(str(unit)) == 0


def test_a_chop_of_three_ends_in_cents() -> None:
    stacks = [Decimal("10.00")] * 4
    game = NoLimitTexasHoldem(AUTOMATIONS, True, 0, (SMALL, BIG), BIG)
    game.unit = CENT
    state = game(stacks, 4, seed=1)
    for hand in HANDS[:4]:
        state.deal_hole(hand)
    # Two raise and one calls; the last folds a part that three cannot share.
    state.complete_bet_or_raise_to(Decimal("0.32"))
    state.check_or_call()
    state.check_or_call()
    state.fold() if state.actor_index == 1 else None
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
            dealt = len(list(state.get_board_cards(0)))
            state.deal_board(BOARD[:6] if not dealt else BOARD[2 * dealt : 2 * dealt + 2])
        elif state.actor_index is not None:
            state.check_or_call()
    assert sum(state.stacks) == Decimal("40.00")
    assert all(is_whole(stack, CENT) for stack in state.stacks)
    assert str(sum(state.stacks)) == "40.00"


@pytest.mark.parametrize(
    ("kind", "unit"), [(Decimal, CENT), (float, 0.01), (Fraction, Fraction(1, 100))]
)
def test_chops_with_side_pots_end_in_cents(kind: Callable[[str], Any], unit: Any) -> None:
    blinds = (kind("0.05"), kind("0.10"))
    stacks = [kind(text) for text in ("10", "3.34", "7.01", "0.55", "10", "9.99")]
    state = all_in(stacks, blinds=blinds, unit=unit)
    exact = [Fraction(str(stack)) for stack in state.stacks]
    assert sum(exact) == sum(Fraction(str(stack)) for stack in stacks)
    assert all(is_whole(stack, unit) for stack in state.stacks)
    # Of each pot everybody has as much as the others, or a cent more.
    assert all(
        abs(after - Fraction(str(before))) <= Fraction(6, 100)
        for after, before in zip(exact, stacks, strict=True)
    )


def test_odd_cents_go_to_the_first_players_left_of_the_button() -> None:
    stacks = [Decimal("0.10"), Decimal("0.10"), Decimal("0.10"), Decimal("0.05")]
    state = all_in(stacks[:3], unit=CENT, rake=partial(rake, percentage=0.05))
    # A pot of 0.30 less a rake of 0.015, of which the house takes whole cents.
    assert sum(state.stacks) == Decimal("0.29")
    assert list(state.stacks) == [Decimal("0.10"), Decimal("0.10"), Decimal("0.09")]
    first = all_in(stacks[:3], unit=CENT, rules=Rules.POKERKIT, rake=partial(rake, percentage=0.05))
    assert list(first.stacks) == [Decimal("0.11"), Decimal("0.09"), Decimal("0.09")]


def test_integers_are_split_in_chips_of_the_unit() -> None:
    stacks = [1000, 475, 1000, 225]
    state = all_in(stacks, blinds=(25, 50), unit=25)
    assert sum(state.stacks) == sum(stacks)
    assert all(stack % 25 == 0 for stack in state.stacks)
    raked = all_in(stacks, blinds=(25, 50), unit=25, rake=partial(rake, percentage=0.05))
    assert all(stack % 25 == 0 for stack in raked.stacks)
    assert 0 < sum(stacks) - sum(raked.stacks) <= sum(stacks) * 0.05


def test_without_a_unit_pots_are_split_as_before() -> None:
    stacks = [Decimal("0.10")] * 3
    third = all_in(stacks, rake=lambda amount, _: (CENT, amount - CENT))
    assert not all(is_whole(stack, CENT) for stack in third.stacks)
    assert third.unit is None


def test_amounts_must_be_multiples_of_the_unit() -> None:
    fine = Decimal("10.005")
    with pytest.raises(SetupError, match=r"10\.005 \(stack 2\): expected a multiple") as caught:
        all_in([Decimal(10), fine], unit=CENT)
    assert caught.value.code == "stake-off-unit"
    with pytest.raises(SetupError, match=r"invalid stake 0\.005: expected a multiple"):
        all_in([Decimal(10)] * 2, blinds=(Decimal("0.005"), CENT), unit=CENT)
    for amount in (0, -1, Decimal("-0.01"), float("inf")):
        with pytest.raises(PokerError, match="unit"):
            all_in([100, 100], blinds=(1, 2), unit=amount)
    wrong: list[Any] = ["0.01", [], float("nan"), object()]
    for unit in wrong:
        with pytest.raises((PokerError, TypeError)):
            all_in([100, 100], blinds=(1, 2), unit=unit)
    with pytest.raises(SetupError, match="expected none beside a unit"):
        all_in([100, 100], blinds=(1, 2), unit=1, divmod=lambda one, two: divmod(one, two))
    game = make_game("nlhe", blinds=(SMALL, BIG), bet=BIG, unit=CENT)
    state = game(Decimal(10), 2, seed=1)
    assert not state.can_complete_bet_or_raise_to(Decimal("0.255"))
    with pytest.raises(RuleError, match=r"invalid amount 0\.255: expected a multiple"):
        state.complete_bet_or_raise_to(Decimal("0.255"))
    state.complete_bet_or_raise_to(Decimal("0.25"))


def test_units_are_kept() -> None:
    state = all_in([Decimal(10)] * 3, unit=CENT)
    for other in (copy(state), pickle.loads(pickle.dumps(state)), state.observe(0)):
        assert other.unit == CENT
    assert make_game("plo", unit=CENT, blinds=(SMALL, BIG), bet=BIG)(Decimal(10), 3).unit == CENT
    stakes = {"small_bet": 100, "ante": 25, "bring_in": 50}
    assert load("razz").game("Limit", stakes, unit=25)(1000, 3).unit == 25
    assert make_game("dramaha", unit=5, small_bet=10)(1000, 3).unit == 5

    class Cents(PotLimitOmahaHoldem):
        unit = CENT

    assert Cents(tuple(Automation), True, 0, (SMALL, BIG), BIG)(Decimal(10), 3).unit == CENT


def test_tables_use_the_unit_of_the_stakes() -> None:
    def table(small: Any, big: Any, **options: Any) -> Table:
        game = NoLimitTexasHoldem((), True, 0, (small, big), big)
        return Table(game, ["caller", "random", "tight", "loose"], seed=3, rebuys=None, **options)

    assert table(1, 2).unit is None
    assert table(Decimal(1), Decimal(2), stack=Decimal(200)).unit == CENT
    assert table(SMALL, BIG, stack=Decimal(10)).unit == CENT
    assert table(0.05, 0.1, stack=10.0).unit == 0.01
    assert table(Decimal("0.005"), CENT, stack=Decimal(1)).unit == Decimal("0.001")
    assert table(Fraction(1, 3), Fraction(2, 3), stack=Fraction(100)).unit is None
    own = NoLimitTexasHoldem((), True, 0, (SMALL, BIG), BIG, divmod=lambda one, two: (one / two, 0))
    assert Table(own, stack=Decimal(10)).unit is None
    with pytest.raises(SetupError, match="multiple of the unit"):
        table(SMALL, BIG, stack=Decimal(10)).join("caller", stack=Decimal("10.005"))


@pytest.mark.parametrize("kind", [Decimal, float])
def test_tables_keep_chips_in_cents(kind: Callable[[str], Any]) -> None:
    small, big, stack = kind("0.05"), kind("0.10"), kind("2.35")
    house = partial(rake, percentage=0.05, cap=0.3)
    for made in (
        NoLimitTexasHoldem((), True, 0, (small, big), big, rake=house),
        PotLimitOmahaHoldem((), True, 0, (small, big), big, rake=house),
        FixedLimitSevenCardStud((), True, small, small, big, kind("0.20")),
    ):
        table = Table(made, ["caller", "random", "loose"], stack=stack, seed=11, rebuys=None)
        table.play(150)
        chips = [Fraction(str(player.stack)) for player in table.players]
        assert all(is_whole(chip, "0.01") for chip in chips)
        bought = sum(Fraction(str(player.bought)) for player in table.players)
        assert abs(sum(chips) + Fraction(str(table.house)) - bought) < Fraction(1, 10**6)


def test_bots_raise_and_simulations_pay_in_chips_of_the_unit() -> None:
    game = make_game("nlhe", blinds=(25, 50), unit=25)
    table = Table(game, ["random", "random", "loose", "equity"], stack=5000, seed=5, rebuys=None)
    table.play(60)
    assert all(player.stack % 25 == 0 for player in table.players)
    result = simulate(game, 300, player_count=4, stacks=5000, seed=2)
    assert sum(result.payoffs) == 0 and all(payoff % 25 == 0 for payoff in result.payoffs)
    with pytest.raises(PokerError, match="whole chips"):
        TableBatch(game, 4, stacks=5000, player_count=3)


@settings(max_examples=80, deadline=None)
@given(
    stacks=st.lists(st.integers(2, 5_000), min_size=2, max_size=6),
    unit=st.sampled_from([1, 5, 25]),
    percentage=st.sampled_from([0.0, 0.03, 0.05]),
    rules=st.sampled_from(list(Rules)),
)
def test_no_chip_is_lost_or_made(
    stacks: list[int], unit: int, percentage: float, rules: Rules
) -> None:
    cents = [CENT * unit * stack for stack in stacks]
    blinds = (CENT * unit, 2 * CENT * unit)
    house = partial(rake, percentage=percentage)
    state = all_in(cents, blinds=blinds, unit=CENT * unit, rake=house, rules=rules)
    assert all(is_whole(stack, CENT * unit) for stack in state.stacks)
    taken = sum(cents) - sum(state.stacks)
    assert 0 <= taken <= sum(cents) * Decimal(str(percentage))
    places = count(1)
    assert all(stack >= 0 for stack, _ in zip(state.stacks, places, strict=False))


def test_histories_of_tables_are_split_alike() -> None:
    recorder = HistoryRecorder()
    game = NoLimitTexasHoldem((), True, 0, (SMALL, BIG), BIG)
    table = Table(
        game, ["caller"] * 4, stack=Decimal("2.35"), seed=11, rebuys=None, recorders=[recorder]
    )
    table.play(700)
    # Some of these pots are shared by three.
    assert len(recorder.histories) == 700
    for history in recorder.histories:
        again = HandHistory.loads(history.dumps())
        assert again.unit == CENT
        assert not list(again.check())
        *_, end = again
        assert list(end.stacks) == list(history.finishing_stacks or ())
    for text in ("0", "-1", "nan", '"x"', "[]"):
        wrong = HandHistory.loads(
            recorder.histories[0].dumps().replace("_unit = 0.01", f"_unit = {text}")
        )
        assert [one.field for one in wrong.check()] == ["_unit"]


def test_histories_of_custom_games_keep_the_unit() -> None:
    recorder = HistoryRecorder()
    game = load("texas_holdem").game("No Limit", {"small_blind": 25, "big_blind": 50}, unit=25)
    table = Table(game, ["caller"] * 4, stack=1175, seed=11, rebuys=None, recorders=[recorder])
    table.play(200)
    assert all(player.stack % 25 == 0 for player in table.players)
    for history in recorder.histories:
        *_, end = HandHistory.loads(history.dumps())
        assert list(end.stacks) == list(history.finishing_stacks or ())
