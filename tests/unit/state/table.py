"""Hands to test with, and somebody who plays them."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

from croupier.games import NoLimitTexasHoldem
from croupier.state import Automation, State

ALL = tuple(Automation)
# What asks, and what does it; who plays by this order checks and calls.
MOVES = (
    ("can_post_ante", "post_ante"),
    ("can_collect_bets", "collect_bets"),
    ("can_post_blind_or_straddle", "post_blind_or_straddle"),
    ("can_burn_card", "burn_card"),
    ("can_deal_hole", "deal_hole"),
    ("can_deal_board", "deal_board"),
    ("can_stand_pat_or_discard", "stand_pat_or_discard"),
    ("can_post_bring_in", "post_bring_in"),
    ("can_check_or_call", "check_or_call"),
    ("can_complete_bet_or_raise_to", "complete_bet_or_raise_to"),
    ("can_fold", "fold"),
    ("can_select_runout_count", "select_runout_count"),
    ("can_show_or_muck_hole_cards", "show_or_muck_hole_cards"),
    ("can_kill_hand", "kill_hand"),
    ("can_push_chips", "push_chips"),
    ("can_pull_chips", "pull_chips"),
)


def holdem(automations: tuple[Automation, ...] = ALL, **changes: Any) -> State:
    """Start a hand of no-limit hold'em for three, with a seed."""
    arguments: dict[str, Any] = {
        "ante_trimming_status": True,
        "raw_antes": 0,
        "raw_blinds_or_straddles": (1, 2),
        "min_bet": 2,
        "raw_starting_stacks": 200,
        "player_count": 3,
        "seed": 1,
    }
    return NoLimitTexasHoldem.create_state(automations, **(arguments | changes))


def possible_moves(state: State) -> list[str]:
    """Return what can be done without arguments; warnings do not count."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [act for can, act in MOVES if getattr(state, can)()]


def finish(state: State, random: Random | None = None) -> State:
    """Play to the end: the first thing that can be done, or anything that can."""
    for _ in range(2000):
        if not state.status:
            return state
        moves = possible_moves(state)
        assert moves, f"the hand is stuck: {state!r}"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            getattr(state, moves[0] if random is None else random.choice(moves))()
    raise AssertionError("the hand does not end")


def chips_on_the_table(state: State) -> Any:
    """Return all chips of a hand, wherever they are."""
    return sum(state.stacks) + state.total_pot_amount
