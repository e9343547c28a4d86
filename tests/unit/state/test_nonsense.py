"""What makes no sense is refused when a game or a state is made, not in the middle of a hand."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import SetupError
from croupier.games import NoLimitTexasHoldem, Poker, RhodeIslandHoldem
from croupier.hands import StandardHighHand
from croupier.state import BettingStructure, Discard, Opening, State, Street
from croupier.utilities import Deck
from unit.state.table import ALL

FIRST = Street(False, (False,) * 3, 0, False, Opening.POSITION, 2, None)
FLOP = Street(True, (), 3, False, Opening.POSITION, 2, None)


def start(hand_types: Any = (StandardHighHand,), streets: Any = (FIRST, FLOP)) -> State:
    structure = BettingStructure.NO_LIMIT
    return State(
        ALL, Deck.STANDARD, hand_types, streets, structure, True, 0, (1, 2), 0, 200, 3, seed=1
    )


@pytest.mark.parametrize("count", [1, 2, 3])
def test_cards_that_are_held_can_be_discarded(count: int) -> None:
    state = start(streets=(FIRST, Discard(count), FLOP))
    for _ in range(3):
        state.check_or_call()
    state.stand_pat_or_discard(state.hole_cards[0][:count])
    assert len(state.hole_cards[0]) == 3 - count


def test_more_cards_than_are_held_cannot_be_discarded() -> None:
    with pytest.raises(SetupError, match=r"streets\[1\] discards 5 cards, but players hold 3"):
        start(streets=(FIRST, Discard(5), FLOP))
    with pytest.raises(SetupError, match=r"streets\[2\] discards 2 cards, but players hold 1"):
        start(streets=(FIRST, Discard(2), Discard(2), FLOP))


@pytest.mark.parametrize(
    ("hand_types", "message"),
    [
        (("high",), "such as StandardHighHand, which has from_game_or_none, not 'high'"),
        ((int,), "not int"),
        (StandardHighHand, r"such as \(StandardHighHand,\)"),
        ("high", r"must be several classes, such as \('high',\)"),
    ],
)
def test_hand_types_are_classes_of_hands(hand_types: Any, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        start(hand_types)


def test_hole_cards_are_said_one_by_one() -> None:
    statuses: Any = 3
    with pytest.raises(SetupError, match=r"such as \(False, False\), not 3"):
        Street(False, statuses, 0, False, Opening.POSITION, 2, None)


@pytest.mark.parametrize(
    ("kind", "name", "value", "message"),
    [
        (NoLimitTexasHoldem, "board_dealing_counts", (2, 2, 1), "must have 4 entries, not 3"),
        (NoLimitTexasHoldem, "board_dealing_counts", 3, "must have 4 entries, not 3: the cards"),
        (NoLimitTexasHoldem, "discard_counts", (0, 1, 0, 0), "must have 3 entries, not 4"),
        (RhodeIslandHoldem, "board_dealing_counts", (0, 1), "must have 3 entries, not 2"),
    ],
)
def test_streets_of_games_have_an_entry_each(
    kind: type[Poker], name: str, value: Any, message: str
) -> None:
    made = type("Short", (kind,), {name: value})
    amounts: tuple[Any, ...] = (0, 2, 4) if kind is RhodeIslandHoldem else (0, (1, 2), 2)
    with pytest.raises(SetupError, match=rf"Short\.{name} {message}"):
        made((), True, *amounts)
