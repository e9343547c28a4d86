"""Exposing, passing and separating cards."""

from __future__ import annotations

from typing import Any

import pytest

from games.build import Json, bet, cards, draw, game, step
from games.build import deal as dealing
from games.stories import accept, check_around, deal, held, refuse, shown, start, texts, turn_order

HANDS = ("AsAd3h4h5h", "KsKd3c4c5c", "QsQd3d4d5d")
FOUR_HANDS = (*HANDS, "JsJd3s4s5s")


def expose_game(**fields: Any) -> Json:
    return draw(step("expose", {"cards": [{"state": "face down", **fields}]}), bet("big"))


# Exposing


def test_cards_are_turned_together() -> None:
    state = start(expose_game(number=2))
    deal(state, *HANDS)
    check_around(state)
    legal = state.legal["expose_cards"]
    assert legal.player_indices == (0,) and (legal.min_count, legal.max_count) == (2, 2)
    assert texts(legal.cards) == HANDS[0]
    refuse(state, "expose_cards", "As")
    refuse(state, "expose_cards", "As3h4h")
    refuse(state, "expose_cards", "AsKs")
    refuse(state, "check_or_call")
    accept(state, "expose_cards", "AsAd")
    # Nobody sees them before everybody has chosen, and nobody is told what was chosen.
    assert shown(state, 0) == ""
    assert "As" in repr(state.observe(0).operations)
    for index in (1, 2, None):
        assert "As" not in repr(state.observe(index).operations)
    accept(state, "expose_cards", "3c4c")
    assert state.decider_index == 2 and shown(state, 1) == ""
    accept(state, "expose_cards", "Qs5d")
    assert [shown(state, index) for index in range(3)] == ["AsAd", "3c4c", "Qs5d"]
    assert "As" in repr(state.observe(1).operations)
    assert state.actor_index == 0


def test_cards_are_turned_at_once() -> None:
    state = start(expose_game(number=1, immediate=True))
    deal(state, *HANDS)
    check_around(state)
    accept(state, "expose_cards", "As")
    assert shown(state, 0) == "As"
    assert "As" in repr(state.observe(2).operations)
    assert shown(state.observe(2), 0) == "As"


def test_turning_is_free_to_choose() -> None:
    state = start(expose_game(number=2, min_number=0))
    deal(state, *HANDS)
    check_around(state)
    accept(state, "expose_cards", "")
    accept(state, "expose_cards", "3c")
    accept(state, "expose_cards", "QsQd")
    assert [shown(state, index) for index in range(3)] == ["", "3c", "QsQd"]


def test_a_card_that_lies_open_cannot_be_turned() -> None:
    data = game(
        dealing("player", cards(4), cards(1, "face up")),
        bet("small"),
        step("expose", {"cards": [cards(1)]}),
        bet("big"),
    )
    state = start(data)
    deal(state, *HANDS)
    check_around(state)
    assert texts(state.legal["expose_cards"].cards) == "AsAd3h4h"
    refuse(state, "expose_cards", "5h")
    accept(state, "expose_cards", "4h")


def test_who_is_all_in_still_decides() -> None:
    state = start(expose_game(number=1), (500, 500, 10))
    deal(state, *HANDS)
    check_around(state)
    assert state.stacks[2] == 0
    assert turn_order(
        state, lambda each: each.expose_cards(each.legal["expose_cards"].cards[:1])
    ) == [
        0,
        1,
        2,
    ]


def test_who_has_folded_is_not_asked() -> None:
    state = start(expose_game(number=1))
    deal(state, *HANDS)
    state.fold()
    check_around(state)
    order = turn_order(state, lambda each: each.expose_cards(each.legal["expose_cards"].cards[:1]))
    assert order == [0, 1]


# Passing


def pass_game(*entries: Json) -> Json:
    return draw(step("pass", {"cards": list(entries)}), bet("big"))


@pytest.mark.parametrize(
    ("direction", "players", "receivers"),
    [
        ("left", 3, [1, 2, 0]),
        ("right", 3, [2, 0, 1]),
        ("across", 4, [2, 3, 0, 1]),
        # Half of three players, rounded down.
        ("across", 3, [1, 2, 0]),
    ],
)
def test_passing(direction: str, players: int, receivers: list[int]) -> None:
    data = pass_game({"number": 2, "direction": direction, "state": "face down"})
    state = start(data, players=players)
    deal(state, *FOUR_HANDS[:players])
    check_around(state)
    legal = state.legal["pass_cards"]
    assert (legal.min_count, legal.max_count) == (2, 2)
    refuse(state, "pass_cards", "As")
    refuse(state, "pass_cards", "AsKs")
    refuse(state, "expose_cards", "As")
    first = [hand[:4] for hand in FOUR_HANDS]
    for index in range(players):
        assert state.decider_index == index
        # Nobody has anything new before everybody has chosen.
        assert held(state, index) == FOUR_HANDS[index]
        accept(state, "pass_cards", first[index])
        others = [other for other in range(players) if other != index]
        if index < players - 1:
            for other in others:
                seen = state.observe(other)
                assert first[index][:2] not in repr((seen.operations, seen.hole_cards))
    for index, receiver in enumerate(receivers):
        assert held(state, receiver) == FOUR_HANDS[receiver][4:] + first[index]
        assert first[index][:2] in repr(state.observe(receiver).hole_cards)
    assert state.actor_index == 0


def test_passing_face_up() -> None:
    state = start(pass_game({"number": 1, "direction": "left", "state": "face up"}))
    deal(state, *HANDS)
    check_around(state)
    for cards_passed in ("As", "Ks", "Qs"):
        accept(state, "pass_cards", cards_passed)
    assert [shown(state, index) for index in range(3)] == ["Qs", "As", "Ks"]


def test_passing_twice() -> None:
    state = start(
        pass_game(
            {"number": 1, "direction": "left", "state": "face down"},
            {"number": 1, "direction": "right", "state": "face down"},
        )
    )
    deal(state, *HANDS)
    check_around(state)
    for cards_passed in ("As", "Ks", "Qs"):
        accept(state, "pass_cards", cards_passed)
    # What came can go back.
    for cards_passed in ("Qs", "As", "Ks"):
        accept(state, "pass_cards", cards_passed)
    assert [held(state, index)[-2:] for index in range(3)] == ["As", "Ks", "Qs"]


def test_nobody_passes_to_who_has_folded() -> None:
    state = start(pass_game({"number": 1, "direction": "left", "state": "face down"}))
    deal(state, *HANDS)
    state.fold()
    check_around(state)
    accept(state, "pass_cards", "As")
    accept(state, "pass_cards", "Ks")
    assert [held(state, index)[-2:] for index in range(2)] == ["Ks", "As"]


# Separating


def separate_game(**terms: Any) -> Json:
    parts = [{"hole_subset": "Back", "number": 5}, {"hole_subset": "Front", "number": 2}]
    return game(
        dealing("player", cards(5), cards(2, "face up")),
        step("separate", {"cards": parts, **terms}),
        bet("small"),
        hands=[
            {"name": "Back", "evaluationType": "high", "anyCards": 5, "hole_subset": "Back"},
            {
                "name": "Front",
                "evaluationType": "two_card_high",
                "anyCards": 2,
                "hole_subset": "Front",
            },
        ],
    )


SEVEN = ("AsAd3h4h9hKsQd", "KhKd3c4c9cJsJd")


def test_separating() -> None:
    state = start(separate_game(), players=2)
    deal(state, *SEVEN)
    assert state.decider_index == 0
    legal = state.legal["separate_cards"]
    assert (legal.min_count, legal.max_count) == (7, 7)
    refuse(state, "separate_cards", "AsAd3h4h9hKs")
    refuse(state, "separate_cards", "AsAs3h4h9hKsQd")
    refuse(state, "separate_cards", "KhAd3h4h9hKsQd")
    accept(state, "separate_cards", "3h4h9hKsQdAsAd")
    assert held(state, 0) == SEVEN[0]
    assert state.hole_card_subsets[0] == ["Front", "Front", *["Back"] * 5]
    accept(state, "separate_cards", SEVEN[1])
    assert state.hole_card_subsets[1] == [*["Back"] * 5, "Front", "Front"]
    check_around(state)
    # Kings win in the back, aces in the front.
    assert state.stacks == [500, 500]


def test_cards_of_others_stay_unseen_when_they_separate() -> None:
    state = start(separate_game(), players=2)
    deal(state, *SEVEN)
    accept(state, "separate_cards", "3h4h9hKsQdAsAd")
    assert "As" not in repr(state.observe(1).operations)
    assert held(state.observe(1), 0) == "??????????KsQd"


COMPARISON = {
    "hand_comparison": {
        "subsets": [
            {"hole_subset": "Back", "evaluationType": "high"},
            {"hole_subset": "Front", "evaluationType": "two_card_high"},
        ],
        "comparison_rule": "greater_than",
    }
}


def test_the_back_must_beat_the_front() -> None:
    state = start(separate_game(**COMPARISON), players=2)
    deal(state, "AsAd3h4h9hKsKd", "KhQh3c4c9cJsJd")
    # Kings do not beat aces, ace king is no better than ace king, and aces beat kings.
    refuse(state, "separate_cards", "3h4h9hKsKdAsAd")
    refuse(state, "separate_cards", "3h4h9hAsKdAdKs")
    accept(state, "separate_cards", "AsAd3h4h9hKsKd")


def test_a_player_who_cannot_meet_the_demand_may_separate_as_they_like() -> None:
    terms = {"visibility_requirements": [{"hole_subset": "Front", "min_face_down": 2}]}
    data = separate_game(**terms)
    data["gamePlay"][1]["deal"]["cards"] = [cards(1), cards(6, "face up")]
    state = start(data, players=2)
    deal(state, *SEVEN)
    # One card lies face down, and two are asked for.
    accept(state, "separate_cards", SEVEN[0])


def test_cards_face_down_in_each_part() -> None:
    terms = {
        "visibility_requirements": [
            {"hole_subset": "Front", "min_face_down": 1},
            {"hole_subset": "Back", "min_face_up": 1},
        ]
    }
    state = start(separate_game(**terms), players=2)
    deal(state, *SEVEN)
    # King and queen lie open: one of them has to go to the back.
    refuse(state, "separate_cards", SEVEN[0])
    accept(state, "separate_cards", "As3h4h9hKsAdQd")


def test_five_cards_must_beat_five_cards() -> None:
    parts = [{"hole_subset": "Back", "number": 5}, {"hole_subset": "Front", "number": 5}]
    names = ("Back", "Front")
    terms = {
        "subsets": [{"hole_subset": name, "evaluationType": "high"} for name in names],
        "comparison_rule": "greater_than",
    }
    data = game(
        dealing("player", cards(10)),
        step("separate", {"cards": parts, "hand_comparison": terms}),
        bet("small"),
        hands=[{"evaluationType": "high", "anyCards": 5, "hole_subset": name} for name in names],
    )
    state = start(data, players=2)
    deal(state, "5s5h4s4hAd3s3d2s2dKd", "AsKhQdJc9sTdTc9d9c8c")
    # Fives and fours beat treys and deuces.
    refuse(state, "separate_cards", "3s3d2s2dKd5s5h4s4hAd")
    accept(state, "separate_cards", "5s5h4s4hAd3s3d2s2dKd")


# Who is first


def test_the_best_hand_face_up_decides_first() -> None:
    data = game(
        bet("antes"),
        dealing("player", cards(3), cards(2, "face up")),
        bet("small"),
        step("expose", {"cards": [cards(1)]}),
        bet("big"),
        forcedBets={"style": "antes_only"},
    )
    state = start(data)
    deal(state, "AsAd3h4h5h", "KsKd3c4c4d", "QsQd3d2d5d")
    check_around(state)
    assert state.decider_index == 1
    order = turn_order(state, lambda each: each.expose_cards(each.legal["expose_cards"].cards[:1]))
    assert order == [1, 2, 0]


def test_five_cards_face_up_decide_who_is_first() -> None:
    data = game(
        bet("antes"),
        dealing("player", cards(4, "face up")),
        bet("small"),
        dealing("player", cards(1, "face up")),
        bet("big"),
        forcedBets={"style": "antes_only"},
    )
    state = start(data)
    deal(state, "2s3h4d7c", "KsKh2d3c", "Qs9h8d2c")
    check_around(state)
    deal(state, "Td", "4h", "Qh")
    assert state.actor_index == 1
