"""Games that PokerKit has not: their streets, and hands that show what is special about them."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from croupier import games
from croupier.state import Automation, BettingStructure, Mode, Street

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
# Name, bets, hole cards, cards of the board by street, draws, amounts, hands, structure.
DEFINITIONS: list[tuple[str, tuple[Any, ...], int, list[int], int, list[int], str, str]] = [
    ("FixedLimitOmahaHoldem", (2, 4), 4, [0, 3, 1, 1], 0, [2, 2, 4, 4], "OmahaHoldem", "F"),
    ("PotLimitTexasHoldem", (2,), 2, [0, 3, 1, 1], 0, [2] * 4, "StandardHigh", "P"),
    (
        "NoLimitOmahaHoldemHighLowSplitEightOrBetter",
        (2,),
        4,
        [0, 3, 1, 1],
        0,
        [2] * 4,
        "OmahaHoldem OmahaEightOrBetterLow",
        "N",
    ),
    ("NoLimitOmahaHoldem", (2,), 4, [0, 3, 1, 1], 0, [2] * 4, "OmahaHoldem", "N"),
    (
        "PotLimitOmahaHoldemHighLowSplitEightOrBetter",
        (2,),
        4,
        [0, 3, 1, 1],
        0,
        [2] * 4,
        "OmahaHoldem OmahaEightOrBetterLow",
        "P",
    ),
    ("PotLimitFiveCardOmahaHoldem", (2,), 5, [0, 3, 1, 1], 0, [2] * 4, "OmahaHoldem", "P"),
    ("PotLimitSixCardOmahaHoldem", (2,), 6, [0, 3, 1, 1], 0, [2] * 4, "OmahaHoldem", "P"),
    (
        "PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter",
        (2,),
        5,
        [0, 3, 1, 1],
        0,
        [2] * 4,
        "OmahaHoldem OmahaEightOrBetterLow",
        "P",
    ),
    ("PotLimitCourchevel", (2,), 5, [1, 2, 1, 1], 0, [2] * 4, "OmahaHoldem", "P"),
    (
        "PotLimitCourchevelHighLowSplitEightOrBetter",
        (2,),
        5,
        [1, 2, 1, 1],
        0,
        [2] * 4,
        "OmahaHoldem OmahaEightOrBetterLow",
        "P",
    ),
    ("NoLimitGreekHoldem", (2,), 2, [0, 3, 1, 1], 0, [2] * 4, "GreekHoldem", "N"),
    ("FixedLimitFiveCardDraw", (2, 4), 5, [0, 0], 1, [2, 4], "StandardHigh", "F"),
    ("PotLimitFiveCardDraw", (2,), 5, [0, 0], 1, [2, 2], "StandardHigh", "P"),
    ("NoLimitFiveCardDraw", (2,), 5, [0, 0], 1, [2, 2], "StandardHigh", "N"),
    (
        "FixedLimitAceToFiveLowballTripleDraw",
        (2, 4),
        5,
        [0] * 4,
        3,
        [2, 2, 4, 4],
        "RegularLow",
        "F",
    ),
    ("PotLimitDeuceToSevenLowballTripleDraw", (2,), 5, [0] * 4, 3, [2] * 4, "StandardLow", "P"),
    ("NoLimitDeuceToSevenLowballTripleDraw", (2,), 5, [0] * 4, 3, [2] * 4, "StandardLow", "N"),
    ("FixedLimitBadacey", (2, 4), 5, [0] * 4, 3, [2, 2, 4, 4], "Badugi RegularLow", "F"),
    ("FixedLimitBadeucy", (2, 4), 5, [0] * 4, 3, [2, 2, 4, 4], "StandardBadugi StandardLow", "F"),
]
STRUCTURES = {
    "F": (BettingStructure.FIXED_LIMIT, 4),
    "P": (BettingStructure.POT_LIMIT, None),
    "N": (BettingStructure.NO_LIMIT, None),
}


@pytest.mark.parametrize(
    ("name", "bets", "hole", "board", "draws", "amounts", "hands", "structure"),
    DEFINITIONS,
    ids=[definition[0] for definition in DEFINITIONS],
)
def test_definitions(
    name: str,
    bets: tuple[int, ...],
    hole: int,
    board: list[int],
    draws: int,
    amounts: list[int],
    hands: str,
    structure: str,
) -> None:
    game = getattr(games, name)((), True, 0, (1, 2), *bets)
    assert game.betting_structure is STRUCTURES[structure][0]
    assert [f"{hand}Hand" for hand in hands.split()] == [
        hand_type.__name__ for hand_type in game.hand_types
    ]
    first, *later = game.streets
    assert first.hole_dealing_statuses == (False,) * hole
    assert not any(street.hole_dealing_statuses for street in later)
    assert [street.board_dealing_count for street in game.streets] == board
    assert [street.draw_status for street in game.streets] == (
        [False] + [True] * draws + [False] * (len(later) - draws)
    )
    assert [street.card_burning_status for street in game.streets] == [False] + [True] * len(later)
    assert [street.min_completion_betting_or_raising_amount for street in game.streets] == amounts
    assert {street.max_completion_betting_or_raising_count for street in game.streets} == {
        STRUCTURES[structure][1]
    }
    assert game.button_status
    assert len(game.deck) == 52
    created = getattr(games, name).create_state((), True, 0, (1, 2), *bets, 200, 2, seed=3)
    assert created.streets == game.streets


@pytest.mark.parametrize("name", [definition[0] for definition in DEFINITIONS])
def test_parameters_are_those_of_related_games(name: str) -> None:
    related = games.FixedLimitTexasHoldem if name.startswith("Fixed") else games.NoLimitTexasHoldem
    cls = getattr(games, name)
    assert list(inspect.signature(cls).parameters) == list(inspect.signature(related).parameters)
    assert list(inspect.signature(cls.create_state).parameters) == list(
        inspect.signature(related.create_state).parameters
    )


def test_five_card_stud() -> None:
    game = games.FixedLimitFiveCardStud((), True, 1, 2, 5, 10)
    assert [street.hole_dealing_statuses for street in game.streets] == [
        (False, True),
        (True,),
        (True,),
        (True,),
    ]
    streets = [street for street in game.streets if isinstance(street, Street)]
    assert len(streets) == len(game.streets)
    assert [street.opening.name for street in streets] == ["LOW_CARD"] + ["HIGH_HAND"] * 3
    assert [street.min_completion_betting_or_raising_amount for street in streets] == [
        5,
        5,
        10,
        10,
    ]
    assert (game.max_down_card_count, game.max_up_card_count) == (1, 4)
    assert not game.button_status
    assert list(inspect.signature(games.FixedLimitFiveCardStud).parameters) == list(
        inspect.signature(games.FixedLimitRazz).parameters
    )


def burn(state: Any) -> None:
    # Which card is burnt must not matter: it could be one that is dealt by name.
    if state.can_burn_card("??"):
        state.burn_card("??")


def check_around(state: Any) -> None:
    street = state.street_index
    while state.actor_index is not None and state.street_index == street:
        state.check_or_call()


def test_a_hand_of_courchevel() -> None:
    state = games.PotLimitCourchevel.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 200, 2)
    state.deal_hole("AsAh5c6d7d")
    state.deal_hole("KsKhQcJd9d")
    assert state.actor_index is None
    state.deal_board("Kc")
    check_around(state)
    for cards in ("2c2d", "3s", "Ac"):
        burn(state)
        state.deal_board(cards)
        check_around(state)
    assert not state.status
    # Aces full of deuces against kings full of deuces.
    assert state.stacks == [202, 198]


def test_a_hand_of_greek_holdem() -> None:
    state = games.NoLimitGreekHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 200, 2)
    state.deal_hole("As2d")
    state.deal_hole("3c3d")
    check_around(state)
    for cards in ("KsQsJs", "Ts", "9h"):
        burn(state)
        state.deal_board(cards)
        check_around(state)
    # The ace alone would make a royal flush, but both hole cards play.
    assert state.stacks == [198, 202]


def test_a_hand_of_big_o() -> None:
    name = "PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter"
    state = getattr(games, name).create_state(AUTOMATIONS, True, 0, (1, 2), 2, 200, 2)
    state.deal_hole("AsAh2c9d9h")
    state.deal_hole("KsKhQcJdTd")
    check_around(state)
    for cards in ("KcKd3s", "4d", "8c"):
        burn(state)
        state.deal_board(cards)
        check_around(state)
    assert state.stacks == [200, 200]


def test_a_hand_of_five_card_draw() -> None:
    state = games.NoLimitFiveCardDraw.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 200, 2)
    state.deal_hole("AsAhAd2c3c")
    state.deal_hole("KsKhQcJd9d")
    check_around(state)
    state.stand_pat_or_discard("2c3c")
    state.stand_pat_or_discard()
    burn(state)
    state.deal_hole("4c4d")
    check_around(state)
    assert state.stacks == [202, 198]


@pytest.mark.parametrize(
    ("name", "stacks"), [("FixedLimitBadacey", [202, 198]), ("FixedLimitBadeucy", [199, 201])]
)
def test_aces_are_low_in_badacey_and_high_in_badeucy(name: str, stacks: list[int]) -> None:
    state = getattr(games, name).create_state(AUTOMATIONS, True, 0, (1, 2), 2, 4, 200, 2)
    # Low aces make the best badugi and the best low, high ones neither: then badugis tie.
    state.deal_hole("5c4d3h2sAc")
    state.deal_hole("5d4h3s2c8d")
    check_around(state)
    for _ in range(3):
        for _ in range(2):
            state.stand_pat_or_discard()
        burn(state)
        check_around(state)
    assert state.stacks == stacks


def test_a_hand_of_five_card_stud() -> None:
    state = games.FixedLimitFiveCardStud.create_state(
        AUTOMATIONS, True, 1, 2, 5, 10, 200, 2, mode=Mode.CASH_GAME
    )
    for card in ("As", "2c", "Ah", "Kd"):
        state.deal_hole(card)
    assert state.actor_index == 1
    state.post_bring_in()
    assert state.stacks == [199, 197]
    state.check_or_call()
    for cards in (("Ad", "Kh"), ("3s", "4s"), ("7d", "8d")):
        burn(state)
        for card in cards:
            state.deal_hole(card)
        check_around(state)
    assert state.stacks == [203, 197]


def test_fixed_limit_omaha_has_fixed_bets_and_a_cap() -> None:
    state = games.FixedLimitOmahaHoldemHighLowSplitEightOrBetter.create_state(
        AUTOMATIONS, True, 0, (1, 2), 2, 4, 200, 3
    )
    for cards in ("AsAhKdKc", "2s2h3d3c", "4s4h5d5c"):
        state.deal_hole(cards)
    check_around(state)
    burn(state)
    state.deal_board("6c7c8c")
    amounts = []
    while state.can_complete_bet_or_raise_to():
        amount = state.min_completion_betting_or_raising_to_amount
        assert amount == state.max_completion_betting_or_raising_to_amount
        amounts.append(amount)
        state.complete_bet_or_raise_to()
    assert amounts == [2, 4, 6, 8]
