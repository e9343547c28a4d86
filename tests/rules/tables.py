"""Tables for hands that are written down: cards and decisions are named, the rest is automatic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.games import NoLimitTexasHoldem
from croupier.hands import OmahaEightOrBetterLowHand, OmahaHoldemHand
from croupier.state import (
    Automation,
    BettingStructure,
    ChipsPushing,
    Mode,
    Opening,
    State,
    Street,
)
from croupier.utilities import Deck

# Cards are dealt and burnt by name, or as unknown cards where they do not matter.
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def without(*automations: Automation) -> tuple[Automation, ...]:
    return tuple(automation for automation in AUTOMATIONS if automation not in automations)


def no_limit_holdem(stacks: Any, count: int, **options: Any) -> State:
    """Return a hand of no-limit hold'em, blinds 1 and 2 unless said otherwise."""
    blinds = options.pop("blinds", (1, 2))
    return NoLimitTexasHoldem.create_state(
        options.pop("automations", AUTOMATIONS),
        options.pop("trimming", False),
        options.pop("antes", 0),
        blinds,
        options.pop("min_bet", 2),
        stacks,
        count,
        **options,
    )


def no_limit_omaha_high_low(
    stacks: Any, count: int, blinds: Any = (1, 2), boards: int = 1
) -> State:
    """Return a hand of Omaha hi-lo without limit, so that it takes few decisions."""
    streets = (
        Street(False, (False,) * 4, 0, False, Opening.POSITION, 2, None),
        Street(True, (), 3, False, Opening.POSITION, 2, None),
        Street(True, (), 1, False, Opening.POSITION, 2, None),
        Street(True, (), 1, False, Opening.POSITION, 2, None),
    )
    return State(
        AUTOMATIONS,
        Deck.STANDARD,
        (OmahaHoldemHand, OmahaEightOrBetterLowHand),
        streets,
        BettingStructure.NO_LIMIT,
        False,
        0,
        blinds,
        0,
        stacks,
        count,
        mode=Mode.TOURNAMENT,
        starting_board_count=boards,
    )


def deal_holes(state: State, *hands: str) -> None:
    """Deal the players their cards."""
    for index, cards in enumerate(hands):
        state.deal_hole(cards, index)


def check_down(state: State, *streets: str | Sequence[str]) -> None:
    """Burn an unknown card, deal the boards and let everybody check, street after street."""
    for boards in streets:
        state.burn_card("??")
        for cards in [boards] if isinstance(boards, str) else boards:
            state.deal_board(cards)
        while state.actor_index is not None:
            state.check_or_call()


def pushes(state: State) -> list[tuple[Any, ...]]:
    """Return what was pushed: pot, board, hand type, amounts."""
    return [
        (operation.pot_index, operation.board_index, operation.hand_type_index, operation.amounts)
        for operation in state.operations
        if isinstance(operation, ChipsPushing)
    ]
