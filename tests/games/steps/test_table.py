"""Steps at the table: cards that are bought, choices, dice, and changes of the board."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import RuleError
from croupier.games import load
from croupier.games.configuration.custom_game import CustomGame
from croupier.state import State
from games.build import Json, bet, cards, draw, game, step
from games.build import deal as dealing
from games.stories import accept, board, check_around, deal, held, refuse, shown, start, texts

HANDS = ("AsAd3h4h5h", "KsKd3c4c5c", "QsQd3d4d5d")


# Buying


def buy_game(**fields: Any) -> Json:
    entry = {"number": 1, "state": "face down", "optional": True, "discard_first": True, **fields}
    return draw(step("buy", {"cards": [entry]}), bet("big"))


def test_buying_at_a_fixed_price() -> None:
    state = start(buy_game(cost={"type": "fixed", "amount": "small_bet"}))
    deal(state, *HANDS)
    check_around(state)
    legal = state.legal["buy_cards"]
    assert legal.player_indices == (0,) and legal.min_amount == legal.max_amount == 10
    assert (legal.min_count, legal.max_count) == (1, 1) and texts(legal.cards) == HANDS[0]
    refuse(state, "buy_cards", True, "")
    refuse(state, "buy_cards", True, "3h4h")
    refuse(state, "buy_cards", True, "Ks")
    refuse(state, "check_or_call")
    operation = accept(state, "buy_cards", True, "3h")
    assert (operation.amount, operation.status) == (10, True)
    assert state.stacks[0] == 480 and state.total_pot_amount == 40
    # The card comes before the next player decides.
    assert state.decider_index is None
    assert "3h" not in repr(state.observe(1).operations)
    deal(state, "Ah")
    assert held(state, 0) == "AsAd4h5hAh" and shown(state, 0) == ""
    operation = accept(state, "buy_cards", False)
    assert (operation.amount, operation.status) == (0, False)
    accept(state, "buy_cards", True, "5d")
    deal(state, "", "", "Qh")
    assert state.actor_index == 0
    check_around(state)
    # Three calls and two purchases for three aces.
    assert state.stacks == [480 + 50, 490, 480]


def test_a_bought_card_can_lie_open_and_be_one_more() -> None:
    data = buy_game(cost={"type": "fixed", "amount": 4}, discard_first=False, state="face up")
    state = start(data, players=2)
    deal(state, *HANDS[:2])
    check_around(state)
    assert state.legal["buy_cards"].max_count == 0
    refuse(state, "buy_cards", True, "3h")
    accept(state, "buy_cards", True, "")
    deal(state, "9s")
    assert held(state, 0) == HANDS[0] + "9s" and shown(state, 0) == "9s"


def test_buying_for_as_much_as_the_pot() -> None:
    state = start(buy_game(cost={"type": "match_pot"}), (500, 500, 75))
    deal(state, *HANDS)
    check_around(state)
    assert state.legal["buy_cards"].min_amount == 30
    accept(state, "buy_cards", True, "3h")
    deal(state, "Ah")
    # The pot has grown.
    assert state.legal["buy_cards"].min_amount == 60
    accept(state, "buy_cards", True, "3c")
    deal(state, "", "Kh")
    # Nobody is asked who cannot pay 120.
    assert state.decider_index is None and state.actor_index == 0
    check_around(state)
    assert state.stacks == [490 - 30 + 120, 490 - 60, 65]


def test_who_is_all_in_cannot_buy() -> None:
    state = start(buy_game(cost={"type": "fixed", "amount": 10}), (500, 500, 10))
    deal(state, *HANDS)
    check_around(state)
    accept(state, "buy_cards", False)
    accept(state, "buy_cards", False)
    assert state.decider_index is None and state.actor_index == 0


def test_an_all_in_player_does_not_win_what_others_pay_later() -> None:
    state = start(buy_game(cost={"type": "fixed", "amount": 10}), (500, 500, 10))
    deal(state, "KsKd3h4h5h", "QsQd3c4c5c", "AsAd3d4d5d")
    check_around(state)
    accept(state, "buy_cards", True, "3h")
    deal(state, "9h")
    accept(state, "buy_cards", False)
    assert [(pot.amount, pot.player_indices) for pot in state.pots] == [
        (30, (0, 1, 2)),
        (10, (0, 1)),
    ]
    check_around(state)
    assert state.stacks == [480 + 10, 490, 30]


def test_a_price_is_matched_like_a_bet() -> None:
    data = buy_game(cost={"type": "fixed", "amount": 10})
    state = start(data, (500, 100), 2, "No Limit")
    deal(state, "KsKd3h4h5h", "AsAd3d4d5d")
    check_around(state)
    accept(state, "buy_cards", True, "3h")
    deal(state, "9h")
    accept(state, "buy_cards", False)
    accept(state, "check_or_call")
    accept(state, "complete_bet_or_raise_to", 90)
    accept(state, "check_or_call")
    # Who is all-in for less than others have paid wins as much from each of them as they put in.
    assert state.stacks == [400, 200]


# Choosing


def choose_game(chooser: str = "utg") -> Json:
    choose = {
        "possible_values": ["High", "Low"],
        "value": "Game",
        "chooser": chooser,
        "default": "High",
    }
    condition = {"type": "player_choice", "subset": "Game"}
    data = game(
        step("choose", choose),
        dealing("player", cards(5)),
        step(
            "draw",
            {"cards": [cards(2)]},
            conditional_state={**condition, "value": "Low"},
        ),
        bet("small"),
    )
    data["showdown"]["conditionalBestHands"] = [
        {
            "condition": {**condition, "values": ["Low"]},
            "bestHand": [{"name": "Low", "evaluationType": "a5_low", "anyCards": 5}],
        }
    ]
    data["showdown"]["defaultBestHand"] = data["showdown"].pop("bestHand")
    data["showdown"]["defaultBestHand"][0]["name"] = "High"
    return data


@pytest.mark.parametrize(
    ("chooser", "players", "index"),
    [("utg", 4, 2), ("utg", 3, 2), ("utg", 6, 2), ("dealer", 4, 3), ("dealer", 3, 2)],
)
def test_which_player_chooses(chooser: str, players: int, index: int) -> None:
    state = start(choose_game(chooser), players=players)
    assert state.decider_index == index
    assert state.legal["choose"].options == ("High", "Low")


@pytest.mark.parametrize(("value", "stacks"), [("High", [510, 490]), ("Low", [490, 510])])
def test_what_is_chosen_decides_what_is_played(value: str, stacks: list[int]) -> None:
    state = start(choose_game(), players=2)
    assert state.choices == {"Game": None}
    with pytest.raises(RuleError, match="Middle") as refused:
        state.choose("Middle")
    assert (refused.value.code, refused.value.operation) == ("unknown-choice", "choose")
    operation = accept(state, "choose", value)
    assert operation.value == value and state.choices == {"Game": value}
    deal(state, "AsAd3h4h5h", "7s6d3c4c2c")
    assert ("stand_pat_or_discard" in state.legal) == (value == "Low")
    if value == "Low":
        accept(state, "stand_pat_or_discard", "")
        accept(state, "stand_pat_or_discard", "")
    check_around(state)
    assert state.stacks == stacks


# Dice


def dice_game(dice: int = 1) -> Json:
    data = game(
        dealing("player", cards(5)),
        bet("small"),
        step("roll_die", {"subset": "Die", "dice": dice}),
        bet("big"),
    )
    low = [{"evaluationType": "a5_low", "anyCards": 5}]
    values = {"values": [1, 2, 3]} if dice == 1 else {"values": [5, 9], "sum": True}
    condition = {"type": "community_card_value", "subset": "Die", **values}
    data["showdown"]["conditionalBestHands"] = [{"condition": condition, "bestHand": low}]
    data["showdown"]["defaultBestHand"] = data["showdown"].pop("bestHand")
    return data


def roll(state: State, *values: int) -> None:
    deal(state, "AsAd3h4h5h", "7s6d3c4c2c")
    check_around(state)
    assert list(state.legal) == ["roll_dice"]
    refuse(state, "roll_dice", [7] * len(values))
    refuse(state, "roll_dice", [1] * (len(values) + 1))
    refuse(state, "check_or_call")
    operation = accept(state, "roll_dice", list(values))
    assert operation.values == values
    assert state.dice == [("Die", value) for value in values]
    check_around(state)


@pytest.mark.parametrize(("value", "stacks"), [(3, [490, 510]), (4, [510, 490])])
def test_a_die(value: int, stacks: list[int]) -> None:
    state = start(dice_game(), players=2)
    roll(state, value)
    assert state.stacks == stacks


@pytest.mark.parametrize(
    ("values", "stacks"), [((4, 5), [490, 510]), ((1, 4), [490, 510]), ((3, 3), [510, 490])]
)
def test_the_sum_of_dice(values: tuple[int, ...], stacks: list[int]) -> None:
    state = start(dice_game(2), players=2)
    roll(state, *values)
    assert state.stacks == stacks


def test_dice_fall_by_chance() -> None:
    configured = CustomGame(load(dice_game()), "Limit", {"small_bet": 10})
    found = set()
    for seed in range(60):
        state = configured(500, 2, seed=seed)
        check_around(state)
        found.add(state.dice[0][1])
    assert found == {1, 2, 3, 4, 5, 6}


# The board


def replace_game() -> Json:
    return game(
        dealing("player", cards(2)),
        dealing("community", cards(5, "face up")),
        bet("small"),
        step(
            "replaceCommunity",
            {"cardsToReplace": 1, "order": "clockwise", "startingFrom": "left_of_dealer"},
        ),
        bet("big"),
    )


def test_players_replace_board_cards() -> None:
    state = start(replace_game())
    deal(state, "AsAd", "KsKd", "QsQd")
    board(state, "AhKhQh7c8d")
    check_around(state)
    legal = state.legal["replace_board_cards"]
    assert legal.player_indices == (0,) and (legal.min_count, legal.max_count) == (1, 1)
    assert texts(legal.cards) == "AhKhQh7c8d"
    refuse(state, "replace_board_cards", "As")
    refuse(state, "replace_board_cards", "AhKh")
    refuse(state, "replace_board_cards", "")
    accept(state, "replace_board_cards", "Kh")
    assert state.decider_index is None
    board(state, "2c")
    assert texts(group[0] for group in state.board_cards) == "AhQh7c8d2c"
    accept(state, "replace_board_cards", "Ah")
    board(state, "3c")
    accept(state, "replace_board_cards", "2c")
    board(state, "Kc")
    assert texts(group[0] for group in state.board_cards) == "Qh7c8d3cKc"
    check_around(state)
    # Three kings beat three queens and a pair of aces.
    assert state.stacks == [490, 520, 490]


def remove_game() -> Json:
    names = ["Board 1", "Board 2", "Board 3"]
    removal = {"type": "subset", "criteria": "lowest_river_card_unless_all_same", "subsets": names}
    return game(
        dealing("player", cards(2)),
        bet("small"),
        dealing("community", *(cards(5, "face up", subset=name) for name in names)),
        step("remove", removal),
        bet("big"),
        hands=[
            {
                "evaluationType": "high",
                "holeCards": 2,
                "communityCards": 3,
                "communityCardCombinations": [[name] for name in names],
            }
        ],
    )


@pytest.mark.parametrize(
    ("rivers", "names", "removed", "stacks"),
    [
        # The board with the aces goes, then the one with the kings, then none.
        (("2d", "9d", "9h"), ["Board 1"], "Ah3c6s8h2d", [490, 510]),
        (("9d", "2d", "9h"), ["Board 2"], "Kh4c7d8d2d", [510, 490]),
        (("9d", "9h", "9c"), [], "", [510, 490]),
        # Two boards with the lowest card go.
        (("2d", "2h", "9c"), ["Board 1", "Board 2"], "Ah3c6s8h2dKh4c7d8d2h", [510, 490]),
    ],
)
def test_the_board_with_the_lowest_river_card_goes(
    rivers: tuple[str, ...], names: list[str], removed: str, stacks: list[int]
) -> None:
    state = start(remove_game(), players=2)
    deal(state, "AsAd", "KsKd")
    check_around(state)
    for cards_before, river in zip(("Ah3c6s8h", "Kh4c7d8d", "5c6h7s8c"), rivers, strict=True):
        board(state, cards_before + river)
    assert list(state.legal) == ["remove_board_cards"]
    assert state.verify_board_removal() == names
    operation = accept(state, "remove_board_cards")
    assert texts(operation.cards) == removed
    assert not any(name in subsets for name in names for subsets in state.board_card_subsets)
    refuse(state, "remove_board_cards")
    check_around(state)
    assert state.stacks == stacks


def test_a_board_that_is_taken_away_is_gone_for_all_hands() -> None:
    data = remove_game()
    data["showdown"]["bestHand"] = [{"evaluationType": "high", "anyCards": 5}]
    state = start(data, players=2)
    deal(state, "AsAd", "KsKd")
    check_around(state)
    for group in ("Ah3c6s8h2d", "Kh4c7d8d9d", "5c6h7s8c9h"):
        board(state, group)
    accept(state, "remove_board_cards")
    check_around(state)
    # The third ace lay on the board that is gone.
    assert state.stacks == [490, 510]
