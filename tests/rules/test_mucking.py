"""Who may muck: the last live hand wins, and in tournaments all-in hands are shown."""

from __future__ import annotations

from copy import copy

import pytest

from croupier import HandHistory
from croupier.errors import RuleError
from croupier.games import NoLimitTexasHoldem
from croupier.state import Automation, Mode, Rules, State
from rules.tables import deal_holes, pushes, without

SHOWING = without(Automation.HOLE_CARDS_SHOWING_OR_MUCKING)


def checked_down(
    hands: tuple[str, ...], mode: Mode = Mode.CASH_GAME, rules: Rules = Rules.CARD_ROOM
) -> State:
    """Return a hand that was checked down: everybody is still to show."""
    game = NoLimitTexasHoldem(SHOWING, False, 0, (1, 2), 2, mode=mode)
    game.rules = rules
    state = game(100, len(hands))
    deal_holes(state, *hands)
    while state.showdown_index is None:
        if state.actor_index is not None:
            state.check_or_call()
        else:
            state.burn_card("??")
            state.deal_board({0: "2c3d7h", 1: "8s", 2: "Jc"}[(state.street_index or 1) - 1])
    return state


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("hands", [("AsAh", "KsKh", "QsQh"), ("????",) * 3])
def test_the_last_live_hand_is_not_mucked(mode: Mode, hands: tuple[str, ...]) -> None:
    state = checked_down(hands, mode)
    state.show_or_muck_hole_cards(False)
    state.show_or_muck_hole_cards(False)
    last = state.showdown_index
    assert last is not None
    before = copy(state)
    assert not state.can_show_or_muck_hole_cards(False)
    with pytest.raises(RuleError, match="last live hand of a pot"):
        state.show_or_muck_hole_cards(False)
    assert state == before
    # It wins without being seen,
    unseen = copy(state)
    unseen.show_or_muck_hole_cards("????")
    assert unseen.payoffs[last] == 4
    # and whatever it is.
    state.show_or_muck_hole_cards()
    assert state.payoffs[last] == 4
    assert not state.status


def test_everybody_may_muck_by_pokerkits_rules() -> None:
    state = checked_down(("AsAh", "KsKh", "QsQh"), rules=Rules.POKERKIT)
    for _ in range(3):
        state.show_or_muck_hole_cards(False)
    assert state.payoffs == [-2, -2, -2]
    assert state.total_pot_amount == 6


def side_pot(mode: Mode, rules: Rules = Rules.CARD_ROOM) -> State:
    """Return a hand whose first player is all-in for 20 chips, the others for as much as 50."""
    game = NoLimitTexasHoldem(SHOWING, False, 0, (1, 2), 2, mode=mode)
    game.rules = rules
    state = game((20, 100, 100), 3)
    deal_holes(state, "AsAh", "KsKh", "QsQh")
    state.complete_bet_or_raise_to(50)
    state.check_or_call()
    state.check_or_call()
    for cards in ("2c3d7h", "8s", "Jc"):
        state.burn_card("??")
        state.deal_board(cards)
        while state.actor_index is not None:
            state.check_or_call()
    return state


def test_a_side_pot_has_its_own_last_hand() -> None:
    state = side_pot(Mode.CASH_GAME)
    state.show_or_muck_hole_cards(True, 0)
    state.show_or_muck_hole_cards(False, 1)
    with pytest.raises(RuleError, match="player 2 holds the last live hand of a pot"):
        state.show_or_muck_hole_cards(False, 2)
    state.show_or_muck_hole_cards("????", 2)
    assert pushes(state) == [(0, 0, 0, (60, 0, 0)), (1, 0, 0, (0, 0, 60))]
    assert state.payoffs == [40, -50, 10]


@pytest.mark.parametrize("player", [0, 1, 2])
def test_nobody_mucks_in_a_tournament_when_somebody_is_all_in(player: int) -> None:
    state = side_pot(Mode.TOURNAMENT)
    assert not state.can_show_or_muck_hole_cards(False, player)
    with pytest.raises(RuleError, match="all cards must be shown when all-in in a tournament"):
        state.show_or_muck_hole_cards(False, player)
    assert side_pot(Mode.CASH_GAME).can_show_or_muck_hole_cards(False, player)
    assert side_pot(Mode.TOURNAMENT, Rules.POKERKIT).can_show_or_muck_hole_cards(False, player)


MUCKED = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = [
  "d dh p1 AsAh", "d dh p2 KsKh", "p2 cc", "p1 cc", "d db 2c3d7h", "p1 cc", "p2 cc", "d db 8s",
  "p1 cc", "p2 cc", "d db Jc", "p1 cc", "p2 cc", "p1 sm", "p2 sm",
]
"""


def test_a_record_in_which_everybody_mucks_is_replayed() -> None:
    history = HandHistory.loads(MUCKED)
    state = history.replay().state
    assert not state.status
    assert state.payoffs == [-2, -2]
    *_, (last, action) = history.state_actions
    assert action is None or action == "p2 sm"
    assert last.payoffs == [-2, -2]
