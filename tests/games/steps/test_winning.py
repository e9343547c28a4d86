"""The showdown: qualifiers, wild cards, classes of hands, and what happens without a hand."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.state import State
from games.build import Json, bet, cards, draw, game
from games.build import deal as dealing
from games.stories import board, check_around, deal, start

LOW = {"name": "Low", "evaluationType": "a5_low", "anyCards": 5}
HIGH = {"name": "High", "evaluationType": "high", "anyCards": 5}
EIGHT_OR_BETTER = {**LOW, "qualifier": [1, 56]}


def play(data: Json, *hands: str, stacks: Any = 500, boards: tuple[str, ...] = ()) -> State:
    """Play a hand in which everybody calls."""
    state = start(data, stacks, len(hands))
    deal(state, *hands)
    for group in boards:
        board(state, group)
    check_around(state)
    assert not state.status and sum(state.stacks) == sum(state.starting_stacks)
    return state


def showdown(*hands: Json, **more: Any) -> Json:
    data = draw(hands=list(hands))
    data["showdown"] |= more
    return data


def test_a_half_for_which_nobody_qualifies_goes_to_the_other() -> None:
    data = showdown(HIGH, EIGHT_OR_BETTER)
    state = play(data, "KsKd9h4h2h", "9sTdJd3d2d")
    assert state.stacks == [510, 490]
    state = play(data, "KsKd9h4h2h", "8s5d4d3d2d")
    assert state.stacks == [500, 500]


def test_the_best_hand_is_found_before_it_must_qualify() -> None:
    # Seven cards with an eight low, but the hand is made of two hole cards only.
    data = game(
        dealing("player", cards(4)),
        dealing("community", cards(5, "face up")),
        bet("small"),
        hands=[
            {**HIGH, "anyCards": None} | {"holeCards": 2, "communityCards": 3},
            {"name": "Low", "evaluationType": "a5_low", "holeCards": 2, "communityCards": 3}
            | {"qualifier": [1, 56]},
        ],
    )
    del data["showdown"]["bestHand"][0]["anyCards"]
    state = play(data, "AsAdKsKd", "QsQd2s3s", boards=("4h5h8cTcJc",))
    # Eight low for the second player, aces for the first.
    assert state.stacks == [500, 500]


def test_a_pot_is_shared_where_nobody_qualifies_for_anything() -> None:
    default = {"condition": "no_qualifier_met", "action": {"type": "split_pot"}}
    hands = ({**HIGH, "qualifier": [8, 858]}, EIGHT_OR_BETTER)
    data = showdown(*hands, globalDefaultAction=default)
    state = play(data, "KsKd9h4h2h", "9sTdJd3d2d", "QsQd9c4c3c")
    assert state.stacks == [500, 500, 500]
    # Two pair take everything.
    state = play(data, "KsKd9h9d2h", "9sTdJd3d2d", "QsQd9c4c3c")
    assert state.stacks == [520, 490, 490]


def test_another_hand_wins_where_nobody_qualifies() -> None:
    best = [{"name": "Duck", "evaluationType": "27_low", "anyCards": 5}]
    default = {"condition": "no_qualifier_met", "action": {"type": "best_hand", "bestHand": best}}
    flush = {**HIGH, "qualifier": [5, 1277]}
    data = showdown(flush, globalDefaultAction=default)
    state = play(data, "KsKd9h4h2h", "9sTdJd3d2d")
    # Jack high is the better deuce-to-seven low.
    assert state.stacks == [490, 510]
    state = play(data, "KsQs9s4s2s", "9hTdJd3d2d")
    assert state.stacks == [510, 490]


def test_the_old_name_of_the_default() -> None:
    data = showdown({**HIGH, "qualifier": [8, 858]})
    data["showdown"]["defaultAction"] = {"condition": "no_qualifier_met", "action": "split_pot"}
    state = play(data, "KsKd9h4h2h", "9sTdJd3d2d")
    assert state.stacks == [500, 500]


def test_without_a_default_everybody_shares() -> None:
    state = play(showdown({**HIGH, "qualifier": [8, 858]}), "KsKd9h4h2h", "9sTdJd3d2d")
    assert state.stacks == [500, 500]


@pytest.mark.parametrize(
    ("suit", "criterion", "winner"),
    [
        ("spade", "highest_rank", 0),
        ("spade", "lowest_rank", 1),
        ("heart", "highest_rank", 1),
        # The last card of the board is a club.
        ("river_card_suit", "highest_rank", 1),
    ],
)
def test_a_card_wins_the_half_for_which_nobody_qualifies(
    suit: str, criterion: str, winner: int
) -> None:
    action = {
        "condition": "no_qualifier_met",
        "appliesTo": ["Low"],
        "action": {
            "type": "evaluate_special",
            "evaluation": {
                "criterion": criterion,
                "from": "hole_cards",
                "subsets": ["default"],
                "suit": suit,
            },
        },
    }
    data = game(
        dealing("player", cards(3)),
        dealing("community", cards(5, "face up")),
        bet("small"),
        hands=[HIGH, EIGHT_OR_BETTER],
    )
    data["showdown"]["defaultActions"] = [action]
    hands = ("KsTdJh", "2sTcQh", "3s3d9c")
    state = start(data, 500, 3)
    deal(state, *hands)
    board(state, "KdKhQdJdJc")
    check_around(state)
    # Kings over jacks win high.
    wanted = [490 + 15, 490, 490]
    wanted[winner] += 15
    assert state.stacks == wanted


# Classes


def test_face_cards_beat_everything() -> None:
    rule = {"type": "face_butt", "faceRanks": ["JACK", "QUEEN", "KING"], "fieldName": "class"}
    hand = {"name": "Low", "evaluationType": "a5_low", "anyCards": 5, "classification": rule}
    data = showdown(hand, classification_priority=["face", "butt"])
    state = play(data, "As2s3d4d5h", "KsKd9h8h7h", "QsQd9d8d7d")
    # The wheel has no face card; queens are the lower pair of the others.
    assert state.stacks == [490, 490, 520]


# Wild cards

WILD = {"evaluationType": "high_wild_bug", "anyCards": 5}


def wild_game(*rules: Json, jokers: int = 0, up: int = 0) -> Json:
    dealt = [cards(5 - up)] + ([cards(up, "face up")] if up else [])
    return game(
        dealing("player", *dealt),
        bet("small"),
        hands=[{**WILD, "wildCards": list(rules)}],
        deck={"type": "standard", "cards": 52, "jokers": jokers},
    )


@pytest.mark.parametrize(
    ("rule", "hands", "winner"),
    [
        # Four nines with a wild deuce beat a full house.
        ({"type": "rank", "rank": "2", "role": "wild"}, ("9s9d9h2c5c", "AsAdAhKcKd"), 0),
        # As a bug it is an ace here: three nines.
        ({"type": "rank", "rank": "2", "role": "bug"}, ("9s9d9h2c5c", "AsAdAhKcKd"), 1),
        # A bug completes a flush.
        ({"type": "rank", "rank": "2", "role": "bug"}, ("Ks9s7s2c5s", "AsAdAhKc4d"), 0),
        # Five of a kind beat a royal flush.
        ({"type": "rank", "rank": "2", "role": "wild"}, ("9s9d9h2c9c", "AhKhQhJhTh"), 0),
        # The lowest card of each hand.
        (
            {"type": "lowest_hole", "role": "wild", "scope": "player"},
            ("9s9d9h4c8c", "AsAdAhKcKd"),
            1,
        ),
        (
            {"type": "lowest_hole", "role": "wild", "scope": "player"},
            ("9s9d9h9c8c", "AsAdAhKcQd"),
            0,
        ),
    ],
)
def test_wild_cards(rule: Json, hands: tuple[str, str], winner: int) -> None:
    state = play(wild_game(rule), *hands)
    assert state.stacks[winner] == 510


def test_jokers() -> None:
    state = play(wild_game({"type": "joker", "role": "wild"}, jokers=1), "9s9d9h*s5c", "AsAdAhKcKd")
    assert state.stacks == [510, 490]
    state = play(wild_game({"type": "joker", "role": "bug"}, jokers=1), "9s9d9h*s5c", "AsAdAhKcKd")
    assert state.stacks == [490, 510]


def test_a_joker_that_lies_open_is_a_bug() -> None:
    rule = {
        "type": "joker",
        "role": "conditional",
        "condition": {"visibility": "face up", "true_role": "bug", "false_role": "wild"},
    }
    data = wild_game(rule, jokers=1, up=1)
    state = play(data, "9s9d9h*s5c", "AsAdAhKcKd")
    assert state.stacks == [510, 490]
    state = play(data, "9s9d9h5c*s", "AsAdAhKcKd")
    assert state.stacks == [490, 510]


def follow_game() -> Json:
    rule = {"type": "follow_card", "trigger_rank": "Q", "role": "wild", "match": "rank"}
    steps = [
        each
        for _ in range(3)
        for each in (dealing("player", cards(1, "face up"), wildCards=[rule]), bet("small"))
    ]
    return game(
        dealing("player", cards(2)), bet("small"), *steps, hands=[{**WILD, "wildCards": [rule]}]
    )


@pytest.mark.parametrize(
    ("rounds", "winner"),
    [
        # The seven follows the queen: sevens are wild, and two of them with kings are four.
        ((("Qs", "7s"), ("Ks", "4s"), ("Kh", "6h")), 0),
        # Another queen is followed by a six: sevens are wild no more.
        ((("Qs", "7s"), ("3s", "4s"), ("Qh", "6h")), 1),
        # The last queen is followed by nothing: no card is wild.
        ((("3s", "4s"), ("9s", "8s"), ("5h", "Qh")), 1),
    ],
)
def test_the_card_after_the_queen_is_wild(rounds: tuple[tuple[str, str], ...], winner: int) -> None:
    state = start(follow_game(), players=2)
    deal(state, "7d7h", "AsAd")
    check_around(state)
    for up_cards in rounds:
        # One after the other, as they are dealt.
        deal(state, *up_cards)
        check_around(state)
    assert not state.status
    assert state.stacks[winner] == 510


def test_the_lowest_card_of_the_board_is_wild() -> None:
    for rule in (
        [{"type": "lowest_community", "role": "wild", "scope": "global", "match": "rank"}],
        {"communityCards": "low", "otherCards": "same_rank"},
    ):
        key = "wildCards" if isinstance(rule, list) else "wildCard"
        data = game(
            dealing("player", cards(2)),
            dealing("community", cards(5, "face up")),
            bet("small"),
            hands=[{**WILD, key: rule}],
        )
        state = play(data, "AsKs", "4s9s", boards=("4hJdTd6c9d",))
        # Fours are wild: nines and two wild cards are four nines; an ace and one are a straight.
        assert state.stacks == [490, 510]
