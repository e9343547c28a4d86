"""Pots stay what they were at the end of the betting: their rake and their odd chips."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from croupier.games import (
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    NoLimitTexasHoldem,
)
from croupier.state import Automation, HandKilling, Rules, State
from croupier.utilities import rake
from rules.tables import (
    AUTOMATIONS,
    check_down,
    deal_holes,
    no_limit_holdem,
    no_limit_omaha_high_low,
    pushes,
)


def three_all_in(rules: Rules, *hands: str) -> State:
    """Return a hand with pots of 300 and 200: the first player has 100 chips, the others 200."""
    game = NoLimitTexasHoldem(
        AUTOMATIONS, False, 0, (1, 2), 2, rake=partial(rake, percentage=0.05, cap=3)
    )
    game.rules = rules
    state = game((100, 200, 200), 3)
    deal_holes(state, *hands)
    state.complete_bet_or_raise_to(200)
    state.check_or_call()
    state.check_or_call()
    for cards in ("2c3d7h", "8s", "Jc"):
        state.burn_card("??")
        state.deal_board(cards)
    return state


ONE_WINS_BOTH = ("4c5c", "AsAh", "KsKh")
ONE_POT_EACH = ("AsAh", "KsKh", "4c5d")


@pytest.mark.parametrize("hands", [ONE_WINS_BOTH, ONE_POT_EACH])
def test_the_rake_does_not_depend_on_who_wins(hands: tuple[str, ...]) -> None:
    state = three_all_in(Rules.CARD_ROOM, *hands)
    assert sum(state.payoffs) == -6
    assert [pot.raked_amount for pot in state.pots] == [3, 3]
    assert sum(state.stacks) == 494


def test_pokerkit_rakes_pots_that_have_become_one_once() -> None:
    assert sum(three_all_in(Rules.POKERKIT, *ONE_WINS_BOTH).payoffs) == -3
    assert sum(three_all_in(Rules.POKERKIT, *ONE_POT_EACH).payoffs) == -6


def test_killing_a_hand_leaves_the_pots() -> None:
    automations = [one for one in AUTOMATIONS if one is not Automation.HAND_KILLING]
    state = no_limit_holdem((100, 200, 200), 3, automations=tuple(automations))
    deal_holes(state, *ONE_WINS_BOTH)
    state.complete_bet_or_raise_to(200)
    state.check_or_call()
    state.check_or_call()
    for cards in ("2c3d7h", "8s", "Jc"):
        state.burn_card("??")
        state.deal_board(cards)
    while state.can_kill_hand():
        pots = [(pot.amount, pot.player_indices) for pot in state.pots]
        assert [amount for amount, _ in pots] == [300, 200]
        assert all(set(players) <= {0, 1, 2} for _, players in pots)
        state.kill_hand()
    assert [one.player_index for one in state.operations if isinstance(one, HandKilling)] == [0, 2]
    assert pushes(state) == [(0, None, None, (0, 300, 0)), (1, None, None, (0, 200, 0))]


def tied(rules: Rules) -> State:
    """Return a hand with pots of 55, 39 and 34 for which two players tie."""
    game = NoLimitTexasHoldem(AUTOMATIONS, False, 0, (1, 2), 2)
    game.rules = rules
    state = game((11, 24, 41, 41, 11), 5)
    deal_holes(state, "2c3c", "2d3d", "KsKh", "KcKd", "2h3h")
    return state


def test_each_pot_is_split_by_itself() -> None:
    # Pots of 55, 39 and 34 chips: 11 from each of five, 13 from each of three, 17 from each of two.
    state = tied(Rules.CARD_ROOM)
    state.complete_bet_or_raise_to(41)  # Player 2.
    for _ in range(4):
        state.check_or_call()
    for cards in ("4s5s9d", "9h", "Jh"):
        state.burn_card("??")
        state.deal_board(cards)
    assert pushes(state) == [
        (0, 0, 0, (0, 0, 28, 27, 0)),
        (1, 0, 0, (0, 0, 20, 19, 0)),
        (2, 0, 0, (0, 0, 17, 17, 0)),
    ]
    assert state.stacks == [0, 0, 65, 63, 0]


def test_pokerkit_splits_pots_that_have_become_one_together() -> None:
    state = tied(Rules.POKERKIT)
    state.complete_bet_or_raise_to(41)
    for _ in range(4):
        state.check_or_call()
    for cards in ("4s5s9d", "9h", "Jh"):
        state.burn_card("??")
        state.deal_board(cards)
    assert state.stacks == [0, 0, 64, 64, 0]


def test_odd_chips_may_be_larger_than_one() -> None:
    def divide(amount: int, parts: int) -> tuple[int, int]:
        share = amount // parts // 5 * 5
        return share, amount - share * parts

    game = NoLimitTexasHoldem(AUTOMATIONS, False, 0, (5, 10), 10, divmod=divide)
    state = game(100, 4)
    deal_holes(state, "2c3c", "2d3d", "2h3h", "4c4d")
    for _ in range(3):
        state.check_or_call()
    state.check_or_call()
    state.burn_card("??")
    state.deal_board("AsKsQs")
    state.complete_bet_or_raise_to(10)
    state.check_or_call()
    state.check_or_call()
    state.fold()
    check_down(state, "Js", "Ts")
    # 70 = 3 x 20 + 2 x 5.
    assert pushes(state) == [(0, 0, 0, (25, 25, 20, 0))]


def test_boards_get_one_odd_chip_each() -> None:
    state = no_limit_holdem(100, 3, blinds=(2, 3), min_bet=3, starting_board_count=3)
    deal_holes(state, "2c3c", "AdAh", "KdKh")
    state.check_or_call()
    state.fold()
    state.check_or_call()
    check_down(state, ["4s5s7d", "Tc8c7h", "4d5d7s"], ["9c", "9d", "9s"], ["Jh", "Js", "Jd"])
    # 8 = 3 + 3 + 2.
    assert [sum(amounts) for *_, amounts in pushes(state)] == [3, 3, 2]


def test_who_ties_high_and_low_shares_evenly() -> None:
    state = no_limit_omaha_high_low(100, 3, blinds=(2, 4))
    deal_holes(state, "KcKdQhQs", "Ac2dTsTh", "Ad2cTcTd")
    state.check_or_call()  # 4
    state.fold()  # 2
    state.check_or_call()  # 4: 10 chips, 5 and 5 for high and low.
    check_down(state, "3c4d5h", "8s", "9c")
    assert pushes(state) == [(0, 0, 0, (0, 3, 3)), (0, 0, 1, (0, 2, 2))]
    assert state.payoffs == [-2, 1, 1]


def stud(game: Any, *hands: tuple[str, ...], rules: Rules = Rules.CARD_ROOM) -> State:
    """Return a hand of three players: the first anted one chip and folded, the others tie."""
    table = game(AUTOMATIONS, False, 1, 1, 2, 4)
    table.rules = rules
    state: State = table(100, 3)
    deal_holes(state, *[hand[0] for hand in hands])
    while state.status:
        if state.can_post_bring_in():
            state.post_bring_in()
        elif state.actor_index == 0 and state.can_fold() and state.checking_or_calling_amount:
            state.fold()
        elif state.actor_index is not None:
            state.check_or_call()
        else:
            state.burn_card("??")
            street = state.street_index
            for player in (1, 2):
                assert street is not None
                state.deal_hole(hands[player][street], player)
    return state


@pytest.mark.parametrize(
    ("rules", "amounts"), [(Rules.CARD_ROOM, (0, 2, 3)), (Rules.POKERKIT, (0, 3, 2))]
)
def test_tied_hands_of_stud_compare_their_suits(rules: Rules, amounts: tuple[int, ...]) -> None:
    hands = (
        ("7c3c6d",),
        ("4h5h2h", "Ad", "Kd", "Qd", "9d"),
        ("4s5s3d", "As", "Kc", "Qh", "9h"),
    )
    state = stud(FixedLimitSevenCardStud, *hands, rules=rules)
    # Both have ace, king, queen, nine, five; the ace of spades is higher.
    assert pushes(state) == [(0, 0, 0, amounts)]


def test_tied_hands_of_razz_compare_their_highest_card() -> None:
    hands = (
        ("KcKs2d",),
        ("Ah2h3h", "5d", "7s", "Kd", "Kh"),
        ("As2s3s", "5h", "7d", "Qh", "Qs"),
    )
    state = stud(FixedLimitRazz, *hands)
    # Seven, five, three, deuce, ace: aces are low, and the seven of spades is the higher one.
    (push,) = pushes(state)
    assert push[3] == (0, 3, 2)


def test_the_high_half_of_stud_gets_the_odd_chip() -> None:
    hands = (
        ("KcKsQd",),
        ("AhAdAs", "Jd", "Js", "Kd", "Kh"),
        ("Ac2s3s", "5h", "7d", "Qh", "Qs"),
    )
    state = stud(FixedLimitSevenCardStudHighLowSplitEightOrBetter, *hands)
    assert pushes(state) == [(0, 0, 0, (0, 3, 0)), (0, 0, 1, (0, 0, 2))]
