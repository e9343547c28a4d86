"""Bomb pots and double boards: everybody pays an ante, and the flop comes at once."""

from __future__ import annotations

import pytest

from croupier.games import NoLimitPokerMixin, OmahaHoldemMixin, Poker, TexasHoldemMixin
from croupier.hands import OmahaHoldemHand
from croupier.simulation import simulate
from croupier.state import Automation, Opening, State, Street
from rules.tables import AUTOMATIONS, check_down, deal_holes, pushes

BET = 10


class HoldemBombPot(NoLimitPokerMixin, TexasHoldemMixin, Poker):
    """A bomb pot of hold'em."""


class OmahaBombPot(NoLimitPokerMixin, OmahaHoldemMixin, Poker):
    """A bomb pot of Omaha."""

    hand_types = (OmahaHoldemHand,)


def streets(hole: int) -> tuple[Street, ...]:
    """Return three streets, of which the first deals hole cards and the flop."""
    position = Opening.POSITION
    return (
        Street(True, (False,) * hole, 3, False, position, BET, None),
        Street(True, (), 1, False, position, BET, None),
        Street(True, (), 1, False, position, BET, None),
    )


def holdem(
    count: int, boards: int, automations: tuple[Automation, ...] = AUTOMATIONS, stacks: int = 1000
) -> State:
    game = HoldemBombPot(automations, streets(2), True, BET, 0, 0, starting_board_count=boards)
    return game(stacks, count, seed=1)


def test_the_flop_comes_before_any_betting() -> None:
    state = holdem(3, 1)
    assert state.total_pot_amount == 30 and state.bets == [0, 0, 0]
    deal_holes(state, "AsAh", "KsKh", "QsQh")
    # Nobody acts before the flop, which is dealt after a burnt card.
    assert state.actor_index is None and not state.can_deal_board()
    state.burn_card("??")
    state.deal_board("2c7d8h")
    assert state.street_index == 0
    # The first player to the left of the button opens, and may bet no less than the ante.
    assert state.actor_index == 0
    assert state.min_completion_betting_or_raising_to_amount == BET
    assert state.checking_or_calling_amount == 0


@pytest.mark.parametrize("count", [2, 3, 6])
def test_the_player_left_of_the_button_opens_every_street(count: int) -> None:
    state = holdem(count, 2, tuple(Automation))
    openers = []
    street = None
    while state.status:
        if state.street_index != street:
            street = state.street_index
            openers.append(state.actor_index)
        state.check_or_call()
    assert openers == [0, 0, 0]
    assert [len(list(state.get_board_cards(board))) for board in (0, 1)] == [5, 5]


def test_each_board_decides_on_half_of_the_pot() -> None:
    state = holdem(3, 2)
    deal_holes(state, "AsAh", "KsKh", "QsQh")
    check_down(state, ["Ad8c4h", "Kd8d4d"], ["2c", "2d"], ["6s", "6h"])
    assert not state.status
    assert pushes(state) == [(0, 0, 0, (15, 0, 0)), (0, 1, 0, (0, 15, 0))]
    assert state.stacks == [1005, 1005, 990]


def test_who_wins_both_boards_wins_it_all() -> None:
    state = holdem(3, 2)
    deal_holes(state, "AsAh", "KsKh", "QsQh")
    state.burn_card("??")
    state.deal_board("Ad8c4h")
    state.deal_board("Ac8d4d")
    state.complete_bet_or_raise_to(100)
    state.check_or_call()
    state.fold()
    check_down(state, ["2c", "2d"], ["6s", "6h"])
    assert state.stacks == [1120, 890, 990]


def test_an_all_in_shows_cards_before_the_turn() -> None:
    state = holdem(2, 2, stacks=100)
    deal_holes(state, "AsAh", "KsKh")
    state.burn_card("??")
    state.deal_board("Ad8c4h")
    state.deal_board("Kd8d4d")
    state.complete_bet_or_raise_to(90)
    state.check_or_call()
    assert state.all_in_status
    assert all(all(statuses) for statuses in state.hole_card_statuses)
    check_down(state, ["2c", "2d"], ["6s", "6h"])
    assert state.stacks == [100, 100]


def test_a_short_stack_antes_what_it_has() -> None:
    game = HoldemBombPot(AUTOMATIONS, streets(2), True, BET, 0, 0, starting_board_count=2)
    state = game((4, 1000, 1000), 3, seed=1)
    assert state.total_pot_amount == 24
    deal_holes(state, "AsAh", "KsKh", "QsQh")
    check_down(state, ["Ad8c4h", "Ac8d4d"], ["2c", "2d"], ["6s", "6h"])
    # Four chips from each for the aces, the other twelve for the kings.
    assert state.stacks == [12, 1002, 990]


def test_everybody_all_in_for_the_ante() -> None:
    state = holdem(3, 2, tuple(Automation), stacks=BET)
    assert not state.status
    assert sum(state.stacks) == 30


def test_bomb_pots_of_omaha_can_be_simulated() -> None:
    game = OmahaBombPot((), streets(4), True, BET, 0, 0, starting_board_count=2)
    result = simulate(game, 300, "mixed", 1, stacks=200, player_count=6)
    assert result.hands == 300
    assert sum(result.payoffs) == 0
