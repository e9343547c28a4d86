"""Antes that are trimmed, and antes that are not."""

from __future__ import annotations

import pytest

from croupier.games import FixedLimitOmahaHoldemHighLowSplitEightOrBetter
from croupier.hands import StandardHighHand
from croupier.state import BetCollection, BettingStructure, Opening, State, Street
from croupier.utilities import Deck
from rules.tables import AUTOMATIONS, no_limit_holdem


def collected(state: State) -> list[tuple[int, ...]]:
    collections = [done for done in state.operations if isinstance(done, BetCollection)]
    return [done.bets for done in collections]


def pots(state: State) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.amount, tuple(pot.player_indices)) for pot in state.pots]


def test_what_nobody_matched_is_given_back() -> None:
    state = no_limit_holdem(10, 3, antes=(3, 1, 2), blinds=0, trimming=True)
    # The second highest ante is 2: player 0 gets 1 back. 3 x 1 from all, 2 x 1 from 0 and 2.
    assert collected(state) == [(2, 1, 2)]
    assert state.stacks == [8, 9, 8]
    assert pots(state) == [(3, (0, 1, 2)), (2, (0, 2))]


def test_unequal_antes_stay_in_the_main_pot() -> None:
    state = no_limit_holdem(10, 3, antes=(3, 1, 2), blinds=0, trimming=False)
    assert collected(state) == [(3, 1, 2)]
    assert state.stacks == [7, 9, 8]
    assert pots(state) == [(6, (0, 1, 2))]


def test_a_lone_ante_is_given_back_where_antes_are_trimmed() -> None:
    state = no_limit_holdem(10, 3, antes={1: 2}, trimming=True)
    assert collected(state) == [(0, 0, 0)]
    assert state.bets == [1, 2, 0]
    assert state.stacks == [9, 8, 10]


def test_a_big_blind_ante_stays_where_antes_are_not_trimmed() -> None:
    state = no_limit_holdem(10, 3, antes={1: 2}, trimming=False)
    assert collected(state) == [(0, 2, 0)]
    assert state.stacks == [9, 6, 10]
    assert pots(state) == [(2, (0, 1, 2))]


def test_who_has_less_than_the_ante_plays_for_all_antes_where_they_are_not_trimmed() -> None:
    state = no_limit_holdem((1, 10, 10), 3, antes=3, blinds=(0, 1, 2), trimming=False)
    assert collected(state) == [(1, 3, 3)]
    assert pots(state) == [(7, (0, 1, 2))]


@pytest.mark.parametrize("blinds", [(1, 2), (0, -2)])
def test_bring_in_and_blinds_exclude_each_other(blinds: tuple[int, int]) -> None:
    streets = (Street(False, (False, True), 0, False, Opening.LOW_CARD, 2, None),)
    with pytest.raises(ValueError):
        State(
            AUTOMATIONS,
            Deck.STANDARD,
            (StandardHighHand,),
            streets,
            BettingStructure.NO_LIMIT,
            False,
            0,
            blinds,
            1,
            100,
            2,
        )


def test_fixed_limit_omaha_high_low_has_a_limit_and_a_cap() -> None:
    state = FixedLimitOmahaHoldemHighLowSplitEightOrBetter.create_state(
        AUTOMATIONS, False, 0, (1, 2), 2, 4, 100, 2
    )
    state.deal_hole("AsKsQsJs")
    state.deal_hole("AdKdQdJd")
    amounts = []
    while state.can_complete_bet_or_raise_to():
        assert not state.can_complete_bet_or_raise_to(state.bets[state.actor_index or 0] + 50)
        amounts.append(state.complete_bet_or_raise_to().amount)
    # The big blind is the bet: three raises by 2.
    assert amounts == [4, 6, 8]
