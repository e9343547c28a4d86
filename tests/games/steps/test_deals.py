"""Deals: to players and to the board, into subsets, on conditions, with wild cards."""

from __future__ import annotations

import pytest

from games.build import Json, bet, boards, cards, change, game, holdem, step
from games.build import deal as dealing
from games.stories import (
    accept,
    board,
    check,
    check_around,
    deal,
    held,
    parse,
    refuse,
    shown,
    start,
    texts,
)

WILD = {"evaluationType": "high_wild_bug", "anyCards": 5}
THREE_HANDS = ("AsKd", "QhQd", "2c7d")


def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_button() -> None:
    state = start(holdem())
    order = []
    while state.can_deal_hole():
        order.append(state.hole_dealee_index)
        state.deal_hole()
    assert order == [0, 1, 2, 0, 1, 2]
    assert state.hole_card_statuses == [[False, False]] * 3


def test_each_card_has_its_side() -> None:
    state = start(game(dealing("player", cards(1), cards(2, "face up"), cards(2)), bet("small")))
    deal(state, "AsKdQh2c2d", "3c4d5h6s6d", "7c8d9hTsTd")
    assert state.hole_card_statuses[1] == [False, True, True, False, False]
    assert shown(state, 0) == "KdQh"
    assert [held(state.observe(2), index) for index in range(3)] == [
        "??KdQh????",
        "??4d5h????",
        "7c8d9hTsTd",
    ]


def test_board_cards_belong_to_subsets() -> None:
    state = start(boards())
    deal(state, *THREE_HANDS)
    check_around(state)
    assert state.board_dealing_count == 10
    board(state, "Ah2s3s4s9d")
    board(state, "KhKcKs9c9h")
    assert state.board_card_subsets == [("Board 1",)] * 5 + [("Board 2",)] * 5
    check_around(state)
    # A pair of aces wins the first board, four kings the second one.
    assert state.stacks == [520, 490, 490]


def test_two_boards_share_the_pot() -> None:
    state = start(boards(), players=2)
    deal(state, "AsAd", "KsKd")
    check_around(state)
    board(state, "Ah2c3d7h9s")
    board(state, "Kh2d3s7d9c")
    check_around(state)
    # Three aces win one half and three kings the other.
    assert state.stacks == [500, 500]
    hands = [state.get_contest_hand(0, number) for number in (0, 1)]
    assert [hand.contest for hand in hands if hand] == ["Board 1", "Board 2"]


def test_a_card_of_several_subsets() -> None:
    lines = ["Row", "Column"]
    data = game(
        dealing("player", cards(2)),
        dealing(
            "community",
            cards(2, "face up", subset="Row"),
            cards(2, "face up", subset="Column"),
            cards(1, "face up", subset=lines),
        ),
        bet("small"),
        hands=[
            {
                "evaluationType": "high",
                "holeCards": 2,
                "communityCardCombinations": [["Row"], ["Column"]],
            }
        ],
    )
    state = start(data, players=2)
    deal(state, "AsAd", "KsKd")
    board(state, "2c2d" + "KhKc" + "9s")
    assert state.board_card_subsets == [("Row",)] * 2 + [("Column",)] * 2 + [("Row", "Column")]
    # Aces with a pair of deuces in the row; four kings in the column.
    first, second = state.get_contest_hand(0), state.get_contest_hand(1)
    assert first is not None and second is not None and first < second
    assert set(second.cards) == set(parse("KsKdKhKc9s"))


def conditional_game(**condition: object) -> Json:
    state = {"subset": "Flop", "true_state": "face down", "false_state": "none", **condition}
    return game(
        dealing("player", cards(2)),
        dealing("community", cards(3, "face up", subset="Flop")),
        dealing("player", cards(1), conditional_state=state),
        bet("small"),
        dealing("community", cards(2, "face up", subset="Rest")),
    )


BLACK = {"type": "board_composition", "check": "color", "color": "black", "min_count": 2}


@pytest.mark.parametrize(("flop", "dealt"), [("AsKc2h", True), ("AsKh2h", False), ("AsKcQc", True)])
def test_a_deal_on_the_colours_of_the_board(flop: str, dealt: bool) -> None:
    state = start(conditional_game(**BLACK))
    deal(state, "4s5d", "QhQd", "2c7d")
    board(state, flop)
    assert ("deal_hole" in state.legal) == dealt
    assert (state.actor_index is None) == dealt
    if dealt:
        deal(state, "3c", "3d", "3h")
        assert [len(cards) for cards in state.hole_cards] == [3, 3, 3]
    assert state.actor_index == 2


def test_hole_cards_of_a_subset() -> None:
    data = game(
        dealing("player", cards(2, hole_subset="Low"), cards(3, hole_subset="High")),
        bet("small"),
        hands=[
            {
                "name": "High",
                "evaluationType": "three_card_high",
                "anyCards": 3,
                "hole_subset": "High",
            },
            {
                "name": "Low",
                "evaluationType": "two_card_a5_low",
                "anyCards": 2,
                "hole_subset": "Low",
            },
        ],
    )
    state = start(data, players=2)
    deal(state, "As2d", "KsKd")
    deal(state, "3c4c6c", "9s9h2c")
    assert state.hole_card_subsets[0] == ["Low", "Low", "High", "High", "High"]
    check_around(state)
    # A pair of nines wins high, and ace deuce wins low.
    assert state.stacks == [500, 500]


def protected_game() -> Json:
    protection = {"cost": "protection_fee", "timing": "post_deal", "prompt": "Turn it up?"}
    wild = [{"type": "lowest_hole", "visibility": "face down", "role": "wild", "scope": "player"}]
    return game(
        dealing("player", cards(4)),
        dealing("player", cards(1, protection_option=protection), wildCards=wild),
        bet("small"),
        hands=[WILD | {"wildCards": wild}],
    )


def test_protecting_a_card() -> None:
    state = start(protected_game(), (500, 500, 12), protection_fee=7)
    deal(state, "KsKd9h5c", "QsQd9d5d", "JsJd9c5s")
    deal(state, "2s", "3s", "4s")
    # Low fives would be wild, had the last card not been lower.
    assert state.decider_index == 0 and state.legal["protect_card"].min_amount == 7
    refuse(state, "check_or_call")
    refuse(state, "expose_cards", "2s")
    operation = accept(state, "protect_card", True)
    assert (operation.amount, operation.status) == (7, True)
    assert state.stacks[0] == 488 and shown(state, 0) == "2s"
    assert state.decider_index == 1
    accept(state, "protect_card", False)
    assert shown(state, 1) == ""
    accept(state, "protect_card", True)
    assert state.stacks == [488, 490, 5] and state.total_pot_amount == 29
    assert state.actor_index == 2
    check_around(state)
    # Fives are wild for who turned the last card up, treys for the second player: three kings beat
    # three queens and three jacks.
    assert state.stacks == [500 - 17 + 39, 490, 0]


def test_who_cannot_pay_is_not_asked() -> None:
    state = start(protected_game(), (500, 16, 500), protection_fee=7)
    deal(state, "KsKd9h5c", "QsQd9d5d", "JsJd9c5s")
    deal(state, "2s", "3s", "4s")
    accept(state, "protect_card", False)
    # The big blind has 6 chips left.
    assert state.decider_index == 2


def test_a_rank_is_wild_from_a_deal_on() -> None:
    data = game(
        dealing("player", cards(5), wildCards=[{"type": "rank", "rank": "2", "role": "wild"}]),
        bet("small"),
        hands=[WILD],
    )
    state = start(data, players=2)
    deal(state, "2s2d9h9c5c", "AsAdAhKcQd")
    check_around(state)
    # Two deuces and nines are four nines.
    assert state.stacks == [510, 490]


def test_the_last_community_card_is_wild_in_every_place() -> None:
    rule = {"type": "last_community_card", "role": "wild", "match": "rank", "scope": "global"}
    data = game(
        dealing("player", cards(2)),
        dealing("community", cards(3, "face up")),
        dealing("community", cards(1, "face up"), wildCards=[rule]),
        dealing("community", cards(1, "face up"), wildCards=[rule]),
        bet("small"),
        hands=[WILD | {"wildCards": [rule]}],
    )
    state = start(data, players=2)
    deal(state, "7s8d", "9sKd")
    board(state, "QhJc3d")
    board(state, "7d")
    board(state, "9d")
    # The nine came last: nines are wild, and sevens are not any more. Two wild cards with king,
    # queen and jack are a straight; one with two sevens is three of a kind.
    check_around(state)
    assert state.stacks == [490, 510]


def test_board_cards_face_down_are_nobodys_to_see() -> None:
    data = game(
        dealing("player", cards(2)),
        dealing("community", cards(2, "face up"), cards(3, "face down")),
        bet("small"),
    )
    state = start(data, players=2)
    deal(state, "AsAd", "KsKd")
    board(state, "2c3c")
    board(state, "KhKc9s")
    for index in (0, 1, None):
        seen = state.observe(index)
        assert texts(group[0] for group in seen.board_cards) == "2c3c??????"
        assert "Kh" not in repr(seen.operations)
    assert texts(group[0] for group in state.board_cards) == "2c3cKhKc9s"
    check_around(state)
    assert state.stacks == [490, 510]


def test_burning() -> None:
    data = change(holdem(), "deck.burn", True)
    state = start(data, players=2)
    deal(state, "AsAd", "KsKd")
    check_around(state)
    assert list(state.legal) == ["burn_card"]
    assert not state.can_deal_board("2c3c4c")
    state.burn_card("9s")
    check(state)
    board(state, "2c3c4c")
    assert texts(state.burn_cards) == "9s"


def test_a_step_on_a_condition() -> None:
    data = game(
        dealing("player", cards(2)),
        dealing("community", cards(3, "face up", subset="Flop")),
        bet("small"),
        step(
            "deal",
            {"location": "community", "cards": [cards(1, "face up", subset="Extra")]},
            conditional_state={"type": "board_composition", "subset": "Flop", **BLACK},
        ),
        bet("big"),
        dealing("community", cards(2, "face up", subset="Rest")),
    )
    for flop, count in (("AsKc2h", 1), ("AhKh2h", 2)):
        state = start(data, players=2)
        deal(state, "9s9d", "8s8d")
        board(state, flop)
        check_around(state)
        if count == 1:
            board(state, "5c")
            assert state.board_card_subsets[3] == ("Extra",)
        check_around(state)
        assert state.board_dealing_count == 2
    assert held(state, 0) == "9s9d"
