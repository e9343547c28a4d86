"""Helpers of tests that tell a hand."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from croupier.cards import Card
from croupier.errors import RuleError
from croupier.games import load
from croupier.games.configuration.custom_game import CustomGame
from croupier.state import Automation, State

from .build import Json

STAKES = {"small_bet": 10, "big_bet": 20}
# The stories deal the cards.
_DEALS = {Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING}
AUTOMATIONS = tuple(each for each in Automation if each not in _DEALS)

# The operations of players, with how they are verified and asked for.
_VERIFIERS = {
    "stand_pat_or_discard": "verify_standing_pat_or_discarding",
    "expose_cards": "verify_card_exposing",
    "pass_cards": "verify_card_passing",
    "separate_cards": "verify_card_separation",
    "declare": "verify_declaration",
    "choose": "verify_choosing",
    "buy_cards": "verify_card_buying",
    "protect_card": "verify_card_protecting",
    "replace_board_cards": "verify_board_replacing",
    "roll_dice": "verify_dice_rolling",
    "remove_board_cards": "verify_board_removal",
    "fold": "verify_folding",
    "check_or_call": "verify_checking_or_calling",
    "post_bring_in": "verify_bring_in_posting",
    "complete_bet_or_raise_to": "verify_completion_betting_or_raising_to",
}


def start(
    data: Json,
    stacks: Any = 500,
    players: int = 3,
    structure: str = "Limit",
    *,
    automations: tuple[Automation, ...] = AUTOMATIONS,
    **stakes: int,
) -> State:
    """Start a hand; who deals is the test, and the last player has the button."""
    game = CustomGame(load(data), structure, STAKES | stakes, automations=automations)
    return game(stacks, players, seed=1)


def deal(state: State, *hands: str) -> None:
    """Deal cards to the players in order; nobody is dealt cards of an empty text."""
    for index, cards in enumerate(hands):
        if cards:
            state.deal_hole(cards, index)
    check(state)


def board(state: State, cards: str) -> None:
    """Deal cards to the board."""
    state.deal_board(cards)
    check(state)


def texts(cards: Any) -> str:
    """Return cards as one text."""
    return "".join(map(repr, cards))


def held(state: State, index: int) -> str:
    """Return the cards of a player."""
    return texts(state.hole_cards[index])


def shown(state: State, index: int) -> str:
    """Return the cards of a player that lie face up."""
    return texts(state.get_up_cards(index))


def check_around(state: State) -> None:
    """Check or call as long as somebody is to act."""
    while state.actor_index is not None:
        state.check_or_call()
    check(state)


def refuse(state: State, name: str, *arguments: Any, match: str | None = None) -> None:
    """Check that an operation is refused, in all three forms, and changes nothing."""
    before = state.copy()
    assert not getattr(state, f"can_{name}")(*arguments)
    for method in (_VERIFIERS[name], name):
        with pytest.raises(RuleError, match=match):
            getattr(state, method)(*arguments)
    assert state == before


def accept(state: State, name: str, *arguments: Any) -> Any:
    """Do something that is possible, and check that asking beforehand says so."""
    before = state.copy()
    assert name in state.legal
    assert getattr(state, f"can_{name}")(*arguments)
    getattr(state, _VERIFIERS[name])(*arguments)
    assert state == before
    operation = getattr(state, name)(*arguments)
    assert state != before
    assert operation in list(state.operations)
    check(state)
    return operation


def check_places(state: State) -> None:
    """Check that chips and cards are in one place each."""
    assert sum(state.stacks) + state.total_pot_amount == sum(state.starting_stacks)
    assert min(state.stacks) >= 0
    cards = [
        *state.deck_cards,
        *state.burn_cards,
        *state.mucked_cards,
        *(card for hand in state.hole_cards for card in hand),
        *(card for group in state.board_cards for card in group),
        *(card for group in state.discarded_cards for card in group),
    ]
    assert sorted(cards, key=repr) == sorted(state.deck, key=repr)


def check(state: State) -> None:
    """Check that everything is in one place, and that the state is a value."""
    check_places(state)
    twin = pickle.loads(pickle.dumps(state))
    assert copy.copy(state) == state == twin and list(twin.legal) == list(state.legal)


def turn_order(state: State, act: Callable[[State], object]) -> list[int]:
    """Let everybody decide, and return who did in which order."""
    order = []
    while (index := state.decider_index) is not None:
        order.append(index)
        act(state)
    return order


def parse(text: str) -> list[Card]:
    """Return the cards of a text."""
    return list(Card.parse(text))
