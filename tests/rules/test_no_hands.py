"""Showdowns in which some or all players have no hand."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from croupier.games import Poker
from croupier.hands import EightOrBetterLowHand, Hand, StandardHighHand
from croupier.lookups import Entry, Label
from croupier.simulation import simulate
from croupier.state import (
    BettingStructure,
    HandKilling,
    HoleCardsShowingOrMucking,
    Opening,
    State,
    Street,
)
from croupier.utilities import Card, CardsLike, Deck
from rules.tables import AUTOMATIONS, deal_holes


class Pairs:
    """A lookup that has places for pairs, and for no other hands."""

    def has_entry(self, cards: CardsLike) -> bool:
        first, second = Card.clean(cards)
        return first.rank == second.rank

    def get_entry(self, cards: CardsLike) -> Entry:
        return Entry("23456789TJQKA".index(Card.clean(cards)[0].rank), Label.ONE_PAIR)


class PairHand(Hand):
    """A hand of a user's own: the higher pair wins, nothing else is a hand."""

    lookup: ClassVar[Any] = Pairs()
    low = False

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> PairHand:
        return cls(hole_cards)


def deal(hand_type: type[Hand], *hands: str, stacks: Any = 200) -> State:
    """Return a hand of three players with hole cards only, before the one betting round."""
    count = len(Card.clean(hands[0]))
    state = State(
        AUTOMATIONS,
        Deck.STANDARD,
        (hand_type,),
        (Street(False, (False,) * count, 0, False, Opening.POSITION, 2, None),),
        BettingStructure.NO_LIMIT,
        False,
        0,
        (1, 2),
        0,
        stacks,
        3,
    )
    deal_holes(state, *hands)
    return state


def shown(state: State) -> list[int]:
    """Return how many cards each player showed, in order."""
    operations = state.operations
    return [
        len(each.hole_cards) for each in operations if isinstance(each, HoleCardsShowingOrMucking)
    ]


@pytest.mark.parametrize(
    ("hand_type", "hands"),
    [
        (StandardHighHand, ("AsAhAd", "KsKhKd", "QsQhQd")),
        (EightOrBetterLowHand, ("AsAhAdKcQc", "KsKhKd2c3c", "QsQhQd4c5c")),
        (PairHand, ("As2h", "Ks3h", "Qs4h")),
    ],
)
def test_nobody_mucks_where_nobody_has_a_hand(
    hand_type: type[Hand], hands: tuple[str, ...]
) -> None:
    state = deal(hand_type, *hands)
    state.complete_bet_or_raise_to(10)
    state.check_or_call()
    state.check_or_call()
    assert shown(state) == [len(Card.clean(hands[0]))] * 3
    assert not any(isinstance(operation, HandKilling) for operation in state.operations)
    assert list(state.payoffs) == [0, 0, 0]


@pytest.mark.parametrize(
    ("hand_type", "hands"),
    [
        (EightOrBetterLowHand, ("As2h3d4c5c", "KsKhKd2c3c", "QsQhQd4h5h")),
        (PairHand, ("AsAh", "Ks3h", "Qs4h")),
    ],
)
def test_a_side_pot_without_hands_is_shared(hand_type: type[Hand], hands: tuple[str, ...]) -> None:
    state = deal(hand_type, *hands, stacks=(50, 100, 100))
    state.complete_bet_or_raise_to(100)
    state.check_or_call()
    state.check_or_call()
    # 150 for the only hand; who cannot win them get the chips of the side pot back.
    assert list(state.stacks) == [150, 50, 50]


def test_who_has_no_hand_mucks_once_a_hand_was_shown() -> None:
    state = deal(PairHand, "AsAh", "Qs4h", "Ks3h")
    for _ in range(3):
        state.check_or_call()
    # The last player shows first, not knowing that somebody has a hand; the second one has seen it.
    assert shown(state) == [2, 2, 0]
    assert list(state.payoffs) == [4, -2, -2]


class ThreeCards(Poker):
    """A game in which nobody ever has a hand."""

    deck = Deck.STANDARD
    hand_types = (StandardHighHand,)
    betting_structure = BettingStructure.NO_LIMIT


def test_simulated_pots_without_hands_are_shared() -> None:
    street = Street(False, (False,) * 3, 0, False, Opening.POSITION, 2, None)
    game = ThreeCards((), (street,), True, 0, (1, 2), 0)
    result = simulate(game, 200, "call", stacks=200, player_count=3, seed=1)
    assert result.showdowns == 200
    assert list(result.payoffs) == [0, 0, 0]
