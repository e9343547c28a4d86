"""Draws and discards: how many cards, which ones, what comes for them, who sees them."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games import load
from croupier.state import Automation
from games.build import FEW, Json, bet, cards, draw, game, step
from games.build import deal as dealing
from games.stories import accept, board, check_around, deal, held, refuse, shown, start, texts

HANDS = ("AsAd3h4h5h", "KsKd3c4c5c", "QsQd3d4d5d")


def draw_game(**fields: Any) -> Json:
    return draw(step("draw", {"cards": [{"state": "face down", **fields}]}), bet("big"))


def test_a_draw() -> None:
    state = start(draw_game(number=3))
    deal(state, *HANDS)
    check_around(state)
    legal = state.legal["stand_pat_or_discard"]
    assert legal.player_indices == (0,) and (legal.min_count, legal.max_count) == (0, 3)
    assert texts(legal.cards) == HANDS[0]
    refuse(state, "stand_pat_or_discard", "3h4h5hAs")
    refuse(state, "stand_pat_or_discard", "Ks")
    refuse(state, "stand_pat_or_discard", "3h3h")
    accept(state, "stand_pat_or_discard", "3h4h5h")
    # The others know how many cards went, not which.
    assert "3h" in repr(state.observe(0).operations)
    assert "3h" not in repr(state.observe(1).operations)
    accept(state, "stand_pat_or_discard", "")
    accept(state, "stand_pat_or_discard", "3d")
    assert state.legal["deal_hole"].player_indices == (0, 2)
    deal(state, "AhAc2s", "", "Qh")
    assert [held(state, index) for index in (0, 2)] == ["AsAdAhAc2s", "QsQd4d5dQh"]
    check_around(state)
    assert state.stacks == [520, 490, 490]


def test_a_draw_of_at_least_one() -> None:
    state = start(draw_game(number=2, min_number=1))
    deal(state, *HANDS)
    check_around(state)
    assert state.legal["stand_pat_or_discard"].min_count == 1
    refuse(state, "stand_pat_or_discard", "")
    refuse(state, "stand_pat_or_discard", "3h4h5h")
    accept(state, "stand_pat_or_discard", "3h")


def test_a_draw_of_one_card_more() -> None:
    state = start(draw_game(number=2, draw_amount={"relative_to": "discard", "amount": 1}))
    deal(state, *HANDS)
    check_around(state)
    accept(state, "stand_pat_or_discard", "3h")
    accept(state, "stand_pat_or_discard", "")
    accept(state, "stand_pat_or_discard", "3d4d")
    # Two cards for one, one for none, three for two.
    deal(state, "7c8c", "9c", "TcJcQc")
    assert [len(cards) for cards in state.hole_cards] == [6, 6, 6]


def test_a_draw_of_one_card_fewer() -> None:
    state = start(
        draw_game(number=3, min_number=1, draw_amount={"relative_to": "discard", "amount": -1})
    )
    deal(state, *HANDS)
    check_around(state)
    accept(state, "stand_pat_or_discard", "3h")
    accept(state, "stand_pat_or_discard", "3c4c")
    accept(state, "stand_pat_or_discard", "3d4d5d")
    deal(state, "", "9c", "TcJc")
    assert [len(cards) for cards in state.hole_cards] == [4, 4, 4]
    assert state.actor_index == 0


def test_new_cards_lie_as_the_old_ones_lay() -> None:
    data = game(
        dealing("player", cards(3), cards(2, "face up")),
        bet("small"),
        step("draw", {"cards": [{"number": 2, "state": "face down", "preserve_state": True}]}),
        bet("big"),
    )
    state = start(data, players=2)
    deal(state, "AsAd3h4h5h", "KsKd3c4c5c")
    check_around(state)
    accept(state, "stand_pat_or_discard", "As4h")
    accept(state, "stand_pat_or_discard", "4c5c")
    deal(state, "7s8s", "9s9h")
    assert held(state, 0) == "Ad3h5h7s8s" and shown(state, 0) == "5h8s"
    assert shown(state, 1) == "9s9h"


def test_without_that_new_cards_lie_face_down() -> None:
    data = game(
        dealing("player", cards(3), cards(2, "face up")),
        bet("small"),
        step("draw", {"cards": [{"number": 2, "state": "face down"}]}),
        bet("big"),
    )
    state = start(data, players=2)
    deal(state, "AsAd3h4h5h", "KsKd3c4c5c")
    check_around(state)
    accept(state, "stand_pat_or_discard", "4h5h")
    accept(state, "stand_pat_or_discard", "")
    deal(state, "7s8s")
    assert shown(state, 0) == "" and shown(state, 1) == "4c5c"


def subset_game(*steps: Json) -> Json:
    return game(
        dealing("player", cards(2, hole_subset="Left"), cards(3, hole_subset="Right")),
        bet("small"),
        *steps,
        bet("big"),
    )


def test_a_draw_to_a_subset() -> None:
    state = start(subset_game(step("draw", {"cards": [cards(2, hole_subset="Right")]})), players=2)
    deal(state, "AsAd", "KsKd")
    deal(state, "3h4h5h", "3c4c5c")
    check_around(state)
    assert texts(state.legal["stand_pat_or_discard"].cards) == "3h4h5h"
    refuse(state, "stand_pat_or_discard", "As")
    accept(state, "stand_pat_or_discard", "4h5h")
    accept(state, "stand_pat_or_discard", "")
    deal(state, "9h8h")
    assert held(state, 0) == "AsAd3h9h8h"
    assert state.hole_card_subsets[0] == ["Left", "Left", "Right", "Right", "Right"]


def test_a_discard_of_so_many_cards() -> None:
    state = start(draw(step("discard", {"cards": [cards(2)]}), bet("big"), hands=FEW))
    deal(state, *HANDS)
    check_around(state)
    legal = state.legal["stand_pat_or_discard"]
    assert (legal.min_count, legal.max_count) == (2, 2)
    refuse(state, "stand_pat_or_discard", "3h")
    refuse(state, "stand_pat_or_discard", "3h4h5h")
    accept(state, "stand_pat_or_discard", "3h4h")
    accept(state, "stand_pat_or_discard", "3c4c")
    accept(state, "stand_pat_or_discard", "3d4d")
    # Nothing comes for them.
    assert state.actor_index == 0 and held(state, 0) == "AsAd5h"


def test_a_discard_of_at_least_none() -> None:
    state = start(draw(step("discard", {"cards": [cards(2, min_number=0)]}), bet("big")))
    deal(state, *HANDS)
    check_around(state)
    accept(state, "stand_pat_or_discard", "")
    accept(state, "stand_pat_or_discard", "3c")
    accept(state, "stand_pat_or_discard", "3d4d")
    assert [len(cards) for cards in state.hole_cards] == [5, 4, 3]


def test_a_discard_face_up_is_for_all_to_see() -> None:
    state = start(draw(step("discard", {"cards": [cards(1, "face up")]}), bet("big"), hands=FEW))
    deal(state, *HANDS)
    check_around(state)
    accept(state, "stand_pat_or_discard", "3h")
    for index in (1, 2, None):
        seen = state.observe(index)
        assert "3h" in repr(seen.operations) and "As" not in repr(seen.operations)


def test_a_discard_of_a_whole_subset() -> None:
    discard = {"number": 3, "hole_subset": "any", "entire_subset": True, "state": "face down"}
    state = start(subset_game(step("discard", {"cards": [discard]})), players=2)
    deal(state, "AsAd", "KsKd")
    deal(state, "3h4h5h", "3c4c5c")
    check_around(state)
    refuse(state, "stand_pat_or_discard", "")
    refuse(state, "stand_pat_or_discard", "As")
    refuse(state, "stand_pat_or_discard", "AsAd3h")
    refuse(state, "stand_pat_or_discard", "3h4h")
    accept(state, "stand_pat_or_discard", "AsAd")
    accept(state, "stand_pat_or_discard", "3c4c5c")
    assert [held(state, index) for index in (0, 1)] == ["3h4h5h", "KsKd"]


def test_a_whole_subset_that_may_stay() -> None:
    discard = {"number": 3, "min_number": 0, "hole_subset": "any", "entire_subset": True}
    state = start(subset_game(step("discard", {"cards": [discard]})), players=2)
    deal(state, "AsAd", "KsKd")
    deal(state, "3h4h5h", "3c4c5c")
    check_around(state)
    accept(state, "stand_pat_or_discard", "")
    refuse(state, "stand_pat_or_discard", "Ks")
    accept(state, "stand_pat_or_discard", "KsKd")
    assert [held(state, index) for index in (0, 1)] == ["AsAd3h4h5h", "3c4c5c"]


def test_three_hands_of_which_one_is_left() -> None:
    hands_of_two = load("three_hand_holdem").game(
        None, {"small_bet": 10}, automations=tuple(Automation)
    )
    state = hands_of_two(1000, 2, seed=1)
    while "separate_cards" in state.legal:
        state.separate_cards(state.legal["separate_cards"].cards)
    for left in (4, 2):
        while state.stander_pat_or_discarder_index is None:
            state.check_or_call()
        while (index := state.stander_pat_or_discarder_index) is not None:
            hands = list(state.hole_cards[index])
            refuse(state, "stand_pat_or_discard", "")
            refuse(state, "stand_pat_or_discard", hands[:1])
            refuse(state, "stand_pat_or_discard", hands[1:3])
            refuse(state, "stand_pat_or_discard", hands[:4])
            accept(state, "stand_pat_or_discard", hands[:2])
            assert list(state.hole_cards[index]) == hands[2:] and len(hands) == left + 2


def matching_game() -> Json:
    rule = {
        "rule": "matching ranks",
        "subset": "Discard",
        "state": "face up",
        "discardLocation": "community",
        "discardSubset": "Discard",
    }
    return game(
        dealing("player", cards(5)),
        bet("small"),
        dealing(
            "community",
            cards(2, "face up", subset="Board"),
            cards(2, "face up", subset="Discard"),
        ),
        step("discard", {"cards": [rule]}),
        bet("big"),
        hands=[{"evaluationType": "high", "anyCards": 5, "community_subset": "Board"}],
    )


def test_cards_of_the_ranks_on_the_board_must_go() -> None:
    state = start(matching_game())
    deal(state, *HANDS)
    check_around(state)
    board(state, "9s9h" + "3s4s")
    legal = state.legal["stand_pat_or_discard"]
    assert texts(legal.cards) == "3h4h" and legal.min_count == legal.max_count == 2
    refuse(state, "stand_pat_or_discard", "")
    refuse(state, "stand_pat_or_discard", "3h")
    refuse(state, "stand_pat_or_discard", "AsAd")
    accept(state, "stand_pat_or_discard", "3h4h")
    assert state.board_card_subsets[-2:] == [("Discard",), ("Discard",)]
    assert texts(group[0] for group in state.board_cards)[-4:] == "3h4h"
    accept(state, "stand_pat_or_discard", "3c4c")
    accept(state, "stand_pat_or_discard", "3d4d")
    check_around(state)
    # Aces and nines beat kings and queens with nines.
    assert state.stacks == [520, 490, 490]


def test_who_has_none_of_the_ranks_keeps_everything() -> None:
    state = start(matching_game())
    deal(state, *HANDS)
    check_around(state)
    board(state, "9s9h" + "7s8s")
    assert state.legal["stand_pat_or_discard"].max_count == 0
    for _ in range(3):
        accept(state, "stand_pat_or_discard", "")
    assert [len(cards) for cards in state.hole_cards] == [5, 5, 5]


def test_discards_are_shuffled_when_the_deck_runs_out() -> None:
    data = draw_game(number=5) | {"players": {"min": 2, "max": 6}}
    state = start(data, players=6, automations=tuple(Automation))
    check_around(state)
    for _ in range(5):
        state.stand_pat_or_discard(state.legal["stand_pat_or_discard"].cards)
    with pytest.warns(UserWarning, match="dealt again"):
        state.stand_pat_or_discard(state.legal["stand_pat_or_discard"].cards)
    # 30 cards were dealt and 22 are left for another 30.
    assert [len(cards) for cards in state.hole_cards] == [5] * 6
    check_around(state)
    assert not state.status and sum(state.stacks) == 3000
