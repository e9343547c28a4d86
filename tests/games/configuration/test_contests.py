"""Games become what the engine plays: the hands that win."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.cards import Card
from games.build import Json, bet, boards, cards, change, deal, draw, game, holdem, stud
from games.programs import WILD, actions, entry, program


def hands(data: Json, **fields: Any) -> Any:
    return entry(program(change(data, "showdown.bestHand", [{"evaluationType": "high", **fields}])))


def hole(count: int, source: Any = "all") -> Json:
    return {"hole": source, "count": {"exactly": count}}


def board(count: int, *subsets: int) -> Json:
    source = {"subsets": [[subset, None] for subset in subsets]} if subsets else "all"
    return {"board": source, "count": {"exactly": count}}


@pytest.mark.parametrize(
    ("fields", "ways"),
    [
        ({"holeCards": 2, "communityCards": 3}, [[hole(2), board(3)]]),
        (
            {"holeCards": [2, 1], "communityCards": [3, 4]},
            [[hole(2), board(3)], [hole(1), board(4)]],
        ),
        ({"holeCards": [0], "communityCards": [5]}, [[board(5)]]),
        (
            {"holeCards": "all"},
            [[{"hole": "all", "count": "all"}, {"board": "all", "count": {"up_to": 5}}]],
        ),
        ({"combinations": [{"holeCards": 1, "communityCards": 4}]}, [[hole(1), board(4)]]),
        ({"padding": True}, [[{"hole": "all", "count": "all"}]]),
    ],
)
def test_ways(fields: Json, ways: Any) -> None:
    assert hands(holdem(), **fields)["ways"] == ways


@pytest.mark.parametrize(
    ("fields", "ways"),
    [
        (
            {"holeCards": 2, "communityCardCombinations": [["Board 1"], ["Board 1", "Board 2"]]},
            [[hole(2), board(3, 0)], [hole(2), board(3, 0, 1)]],
        ),
        (
            {
                "holeCards": 2,
                "communityCardCombinations": [["Board 1"]],
                "communityCardSelectCombinations": [[["Board 1", 1, 2], ["Board 2", 1, 3]]],
            },
            [
                [hole(2), board(3, 0)],
                [hole(2), board(1, 0), board(2, 1)],
                [hole(2), board(2, 0), board(1, 1)],
            ],
        ),
        (
            {
                "holeCards": 2,
                "communitySubsetRequirements": [
                    {"subset": "Board 1", "count": 3},
                    {"subset": "Board 2", "count": 1, "required": False},
                ],
            },
            [[hole(2), board(3, 0), board(1, 1) | {"optional": True}]],
        ),
        (
            {
                "combinations": [
                    {"holeCards": 2, "communityCards": 3, "community_subset": "Board 2"}
                ]
            },
            [[hole(2), board(3, 1)]],
        ),
        ({"holeCards": 2, "communityCards": 3, "subset": "Board 2"}, [[hole(2), board(3, 1)]]),
        (
            {
                "holeCards": 2,
                "communityCards": 3,
                "communityCardsAllowed": [{"subsets": ["Board 1", "Board 2"], "indices": [0, 2]}],
            },
            [[hole(2), {"board": {"subsets": [[0, 0], [1, 2]]}, "count": {"exactly": 3}}]],
        ),
    ],
)
def test_ways_with_boards(fields: Json, ways: Any) -> None:
    assert hands(boards(), **fields)["ways"] == ways


def test_allowed_hole_cards() -> None:
    data = game(
        deal("player", cards(1, subset="Point"), cards(2, subset="Hole Card")),
        deal("community", cards(3, "face up")),
        bet("small"),
    )
    allowed = [{"subsets": ["Point", "Hole Card"], "indices": [0, index]} for index in (0, 1)]
    found = hands(data, holeCards=2, communityCards=3, holeCardsAllowed=allowed)
    assert found["ways"] == [
        [hole(2, {"subsets": [[0, 0], [1, index]]}), board(3)] for index in (0, 1)
    ]
    assert actions(program(data), "deal")[:2] == [
        {"hole": [False], "hole_subset": 0},
        {"hole": [False, False], "hole_subset": 1},
    ]
    assert hands(data, anyCards=5, hole_subset="Hole Card")["hole_subsets"] == 2


def test_hands_by_the_number_of_cards_held() -> None:
    rules = {
        "5": {"holeCards": 5, "communityCards": 0},
        "3": {"holeCards": 3, "communityCards": 2, "community_subsets": ["Common", "Other"]},
    }
    data = draw(
        deal("community", *(cards(1, "face up", subset=name) for name in ("Common", "Other"))),
        hands=[{"evaluationType": "high", "playerHandSize": rules}],
    )
    (contest,) = program(data).contests
    pair = {"board": {"subsets": [[0, 0], [1, 0]]}, "count": {"exactly": 2}}
    assert [(case["when"], case["entry"]["ways"]) for case in contest["cases"]] == [
        ([{"hand_size": {"sizes": [3]}}], [[hole(3), pair]]),
        ([{"hand_size": {"sizes": [5]}}], [[hole(5)]]),
    ]


def test_lists_of_different_lengths() -> None:
    data = holdem()
    high = {"name": "High", "evaluationType": "high", "anyCards": 5}
    low = {"name": "Low", "evaluationType": "a5_low", "anyCards": 5, "qualifier": [1, 56]}
    condition = {"type": "board_composition", "color": "red", "min_count": 2}
    data["showdown"] = {
        "conditionalBestHands": [{"condition": condition, "bestHand": [high]}],
        "defaultBestHand": [high, low],
    }
    first, second = program(data).contests
    assert [case["entry"] is None for case in first["cases"]] == [False, False]
    assert [case["entry"] is None for case in second["cases"]] == [True, False]
    assert second["name"] == "Low"
    assert second["cases"][1]["entry"]["qualifier"] == [1, 56]
    assert second["cases"][0]["when"] == [{"color": {"subsets": 0, "red": True, "minimum": 2}}]


def test_details_of_hands() -> None:
    rule = {"type": "face_butt", "faceRanks": ["JACK", "KING"]}
    found = hands(stud(), anyCards=5, cardState="face down", classification=rule, minimumCards=5)
    assert (found["faces"], found["preferred"], found["minimum_cards"]) == (False, "JK", 5)
    fields = {"holeCards": 5, "padding": True, "minimumCards": 0, "zeroCardsPipValue": 0}
    points = [{"evaluationType": "low_pip_6", **fields}]
    found = entry(program(draw(hands=points)))
    assert found["ranking"] == "low_pip_6_cards"
    assert found["padding"] and found["empty_is_best"]


def test_unused_cards() -> None:
    rest = {
        "evaluationType": "two_card_high",
        "holeCards": 2,
        "usesUnusedFrom": "High",
    }
    high = {"name": "High", "evaluationType": "high", "holeCards": 2, "communityCards": 3}
    data = change(holdem(), "showdown.bestHand", [high, rest])
    found = program(change(data, "gamePlay[1].deal.cards[0].number", 4))
    assert entry(found, 1)["unused_of"] == 0


@pytest.mark.parametrize(
    ("rules", "wild"),
    [
        (
            [{"type": "rank", "rank": "2"}, {"type": "rank", "rank": "9"}],
            [{"cards": {"ranks": "29"}, "down": "wild", "up": "wild"}],
        ),
        (
            [{"type": "lowest_hole", "visibility": "face down"}],
            [{"cards": {"lowest_hole": {"down": True}}, "down": "wild", "up": "wild"}],
        ),
        (
            [{"type": "lowest_community", "role": "bug"}],
            [{"cards": {"lowest_board": 0}, "down": "bug", "up": "bug"}],
        ),
        (
            [{"type": "last_community_card"}],
            [{"cards": "marked", "down": "wild", "up": "wild"}],
        ),
        (
            [{"type": "follow_card", "trigger_rank": "Q"}],
            [{"cards": "following", "down": "wild", "up": "wild"}],
        ),
    ],
)
def test_wild_cards(rules: list[Json], wild: Any) -> None:
    in_hand = program(change(holdem(), "showdown.bestHand", [WILD | {"wildCards": rules}]))
    assert entry(in_hand)["wild"] == wild
    in_deal = change(holdem(), "showdown.bestHand", [WILD])
    in_deal["gamePlay"][-3]["deal"]["wildCards"] = rules
    assert entry(program(in_deal))["wild"] == wild
    marks = [each.get("marks_wild", False) for each in actions(in_hand, "deal")]
    assert marks == [False, False, False, wild[0]["cards"] == "marked"]
    assert in_hand.terms["trigger"] == ("Q" if wild[0]["cards"] == "following" else None)


def test_jokers() -> None:
    data = change(stud(), "deck.jokers", 1)
    data = change(data, "showdown.bestHand", [WILD])
    found = program(data)
    assert found.deck[-1] == Card("*", "s") and len(found.deck) == 53
    assert entry(found)["wild"] == [{"cards": "jokers", "down": "wild", "up": "wild"}]
    condition = {"visibility": "face up", "true_role": "bug", "false_role": "wild"}
    rule = {"type": "joker", "role": "conditional", "condition": condition}
    data["gamePlay"][1]["deal"]["wildCards"] = [rule]
    assert entry(program(data))["wild"] == [{"cards": "jokers", "down": "wild", "up": "bug"}]


def test_defaults() -> None:
    named = [
        {"name": "High", "evaluationType": "high", "anyCards": 5, "qualifier": [9, 1320]},
        {"name": "Low", "evaluationType": "a5_low", "anyCards": 5, "qualifier": [1, 56]},
    ]
    data = draw(hands=named)
    data["showdown"]["defaultActions"] = [
        {
            "condition": "no_qualifier_met",
            "appliesTo": ["Low"],
            "action": {
                "type": "evaluate_special",
                "evaluation": {"criterion": "lowest_rank", "suit": "spade"},
            },
        }
    ]
    low = [{"evaluationType": "27_low", "anyCards": 5}]
    data["showdown"]["defaultAction"] = {
        "condition": "no_qualifier_met",
        "action": "best_hand",
        "bestHand": low,
    }
    first, second, last = program(data).contests
    assert "otherwise" not in first
    assert second["otherwise"] == {"highest": False, "suit": "s"}
    assert last["last_resort"] and last["cases"][0]["entry"]["ranking"] == "27_low"


@pytest.mark.parametrize(
    ("kinds", "names", "odd"),
    [
        (("high", "a5_low"), ("", ""), 0),
        (("badugi", "27_low"), ("", ""), 1),
        (("27_low", "badugi"), ("", ""), 0),
        (("high", "high"), ("Omaha", "Draw"), 1),
        (("high", "high"), ("Hold'em", "Omaha"), 1),
        (("two_card_high", "high"), ("", ""), 1),
        (("27_low", "high"), ("", ""), 0),
    ],
)
def test_odd_chips(kinds: tuple[str, str], names: tuple[str, str], odd: int) -> None:
    sizes = {"badugi": 4, "two_card_high": 2}
    made = [
        {"evaluationType": kind, "anyCards": sizes.get(kind, 5), **({"name": name} if name else {})}
        for kind, name in zip(kinds, names, strict=True)
    ]
    assert program(draw(hands=made)).terms["odd_contest"] == odd
