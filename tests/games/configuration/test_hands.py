"""Every field of the hands that win is read, under all of its names."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.configuration.schema.names import ActionType, Side
from games.build import Json, bet, boards, cards, change, deal, draw, game, holdem, read


def hand(**fields: Any) -> Json:
    return {"evaluationType": "high", **fields}


@pytest.mark.parametrize(
    ("fields", "hole", "board"),
    [
        ({"holeCards": 2, "communityCards": 3}, (2,), (3,)),
        ({"holeCards": [2, 1], "communityCards": [3, 4]}, (2, 1), (3, 4)),
        ({"holeCards": "all", "communityCards": 0}, ("all",), (0,)),
    ],
)
def test_numbers_of_cards(fields: Json, hole: tuple[Any, ...], board: tuple[Any, ...]) -> None:
    found = read(change(holdem(), "showdown.bestHand", [hand(**fields)])).showdown.best_hands[0]
    assert (found.hole_cards, found.community_cards) == (hole, board)


def test_remaining_cards() -> None:
    data = change(
        holdem(),
        "showdown.bestHand",
        [
            hand(name="High", holeCards=2, communityCards=3),
            {
                "name": "Rest",
                "evaluationType": "two_card_high",
                "holeCards": "remaining",
                "usesUnusedFrom": "High",
            },
        ],
    )
    data = change(data, "gamePlay[1].deal.cards[0].number", 4)
    found = read(data).showdown.best_hands[1]
    assert (found.hole_cards, found.uses_unused_from) == (("remaining",), "High")


@pytest.mark.parametrize(
    ("fields", "name", "value"),
    [
        ({"community_subset": "Board 1", "anyCards": 5}, "community_subsets", ("Board 1",)),
        (
            {"community_subset": ["Board 1", "Board 2"], "anyCards": 5},
            "community_subsets",
            ("Board 1", "Board 2"),
        ),
        (
            {"communitySubsetsAllowed": ["Board 2"], "anyCards": 5},
            "community_subsets",
            ("Board 2",),
        ),
        ({"subset": "Board 1", "anyCards": 5}, "subset", "Board 1"),
        (
            {"holeCards": 2, "communityCardCombinations": [["Board 1"], ["Board 2"]]},
            "community_card_combinations",
            (("Board 1",), ("Board 2",)),
        ),
        (
            {
                "holeCards": 2,
                "communityCardSelectCombinations": [[["Board 1", 1, 2], ["Board 2", 1, 2]]],
            },
            "community_card_select_combinations",
            ((("Board 1", 1, 2), ("Board 2", 1, 2)),),
        ),
        ({"anyCards": 5, "cardState": "face down"}, "card_state", Side.DOWN),
        ({"anyCards": 5, "qualifier": [5, 1277]}, "qualifier", (5, 1277)),
        ({"anyCards": 5, "padding": True}, "padding", True),
        ({"anyCards": 5, "minimumCards": 1}, "minimum_cards", 1),
    ],
)
def test_hands(fields: Json, name: str, value: Any) -> None:
    found = read(change(boards(), "showdown.bestHand", [hand(**fields)])).showdown.best_hands[0]
    assert getattr(found, name) == value


def test_hands_of_ways() -> None:
    ways = [
        {"holeCards": 2, "communityCards": 3, "community_subset": "Board 1"},
        {"holeCards": 1, "communityCards": 4},
    ]
    data = change(boards(), "showdown.bestHand", [hand(combinations=ways)])
    first, second = read(data).showdown.best_hands[0].combinations
    assert first.community_subsets == ("Board 1",) and second.community_subsets == ()
    assert (second.hole_cards, second.community_cards) == (1, 4)


def test_hands_of_parts_of_the_board() -> None:
    rules = [
        {"subset": "Board 1", "count": 2, "required": True},
        {"subset": "Board 2", "count": 1, "required": False},
        {"subset": "Board 2", "count": 1},
    ]
    data = change(
        boards(), "showdown.bestHand", [hand(holeCards=2, communitySubsetRequirements=rules)]
    )
    found = read(data).showdown.best_hands[0].community_subset_requirements
    assert [rule.required for rule in found] == [True, False, True]


def test_hands_by_the_number_of_cards_held() -> None:
    rules = {
        "5": {"holeCards": 5, "communityCards": 0},
        "4": {"holeCards": 4, "communityCards": 1, "community_subset": "Common"},
        "3": {"holeCards": 3, "communityCards": 2, "community_subsets": ["Common", "Other"]},
    }
    data = draw(
        deal(
            "community", cards(1, "face up", subset="Common"), cards(1, "face up", subset="Other")
        ),
        hands=[hand(playerHandSize=rules)],
    )
    found = dict(read(data).showdown.best_hands[0].player_hand_size)
    assert list(found) == [3, 4, 5]
    assert found[3].community_subsets == ("Common", "Other")


def test_classes_of_hands() -> None:
    rule = {"type": "face_butt", "faceRanks": ["JACK", "QUEEN"], "fieldName": "face_butt"}
    data = draw(hands=[hand(anyCards=5, classification=rule)])
    data["showdown"]["classification_priority"] = ["face", "butt"]
    found = read(data).showdown
    assert found.best_hands[0].classification is not None
    assert found.best_hands[0].classification.face_ranks == ("JACK", "QUEEN")
    assert found.classification_priority == ("face", "butt")


def test_points_without_cards() -> None:
    fields = {"holeCards": 5, "padding": True, "minimumCards": 0, "zeroCardsPipValue": 0}
    data = draw(hands=[{"evaluationType": "low_pip_6_cards", **fields}])
    assert read(data).showdown.best_hands[0].zero_cards_pip_value == 0


@pytest.mark.parametrize(
    "rule",
    [
        {"type": "rank", "rank": "2", "role": "wild"},
        {"type": "joker", "role": "bug"},
        {
            "type": "joker",
            "role": "conditional",
            "condition": {"visibility": "face up", "true_role": "bug", "false_role": "wild"},
        },
        {"type": "last_community_card", "role": "wild", "scope": "global", "match": "rank"},
        {"type": "lowest_community", "role": "wild", "scope": "global", "match": "rank"},
        {"type": "lowest_hole", "visibility": "face down", "scope": "player", "match": "rank"},
        {"type": "follow_card", "trigger_rank": "Q", "match": "card"},
    ],
)
def test_wild_cards(rule: Json) -> None:
    data = change(holdem(), "deck.jokers", 1) | {}
    data["gamePlay"][1]["deal"]["wildCards"] = [rule]
    data["showdown"]["bestHand"] = [
        {"evaluationType": "high_wild_bug", "anyCards": 5, "wildCards": [rule]}
    ]
    found = read(data)
    dealing = found.steps[1].deal
    assert dealing is not None
    assert dealing.wild_cards == found.showdown.best_hands[0].wild_cards
    assert dealing.wild_cards[0].type == rule["type"]


QUALIFIED = [
    {"name": "High Hand", "evaluationType": "high", "anyCards": 5, "qualifier": [9, 1320]},
    {"name": "Low Hand", "evaluationType": "a5_low", "anyCards": 5, "qualifier": [1, 56]},
]


@pytest.mark.parametrize("key", ["defaultAction", "globalDefaultAction"])
@pytest.mark.parametrize(
    "default",
    [
        {"condition": "no_qualifier_met", "action": "split_pot"},
        {"condition": "no_qualifier_met", "action": {"type": "split_pot"}},
    ],
)
def test_splitting_the_pot(key: str, default: Json) -> None:
    data = draw(hands=QUALIFIED)
    data["showdown"][key] = default
    found = read(data).showdown.global_default_action
    assert found is not None and found.action.type is ActionType.SPLIT_POT


@pytest.mark.parametrize("key", ["defaultAction", "globalDefaultAction"])
@pytest.mark.parametrize("nested", [True, False])
def test_other_hands_where_nobody_qualifies(key: str, nested: bool) -> None:
    low = [{"evaluationType": "27_low", "anyCards": 5}]
    action: Any = {"type": "best_hand", "bestHand": low} if nested else "best_hand"
    more = {} if nested else {"bestHand": low}
    data = draw(hands=QUALIFIED)
    data["showdown"][key] = {"condition": "no_qualifier_met", "action": action, **more}
    found = read(data).showdown.global_default_action
    assert found is not None and found.best_hands[0].evaluation_type == "27_low"


@pytest.mark.parametrize("criterion", ["highest_rank", "lowest_rank"])
@pytest.mark.parametrize("suit", ["spade", "river_card_suit"])
def test_cards_that_win_where_nobody_qualifies(criterion: str, suit: str) -> None:
    action = {
        "type": "evaluate_special",
        "evaluation": {
            "criterion": criterion,
            "from": "hole_cards",
            "subsets": ["default"],
            "suit": suit,
        },
    }
    data = draw(hands=QUALIFIED)
    data["showdown"]["defaultActions"] = [
        {"condition": "no_qualifier_met", "appliesTo": ["Low Hand"], "action": action}
    ]
    (found,) = read(data).showdown.default_actions
    assert found.applies_to == ("Low Hand",)
    assert found.action.evaluation is not None and found.action.evaluation.suit == suit


@pytest.mark.parametrize("key", ["subsets", "hole_subsets"])
def test_allowed_cards(key: str) -> None:
    allowed = [
        {key: ["Point", "Hole Card"], "indices": [0, 0]},
        {key: ["Point", "Hole Card"], "indices": [0, 1]},
    ]
    data = game(
        deal("player", cards(1, subset="Point"), cards(2, subset="Hole Card")),
        deal("community", cards(3, "face up", subset="Flop")),
        bet("small"),
        hands=[
            hand(
                holeCards=2,
                communityCards=3,
                holeCardsAllowed=allowed,
                communityCardsAllowed=[{"subsets": ["Flop"]}],
            )
        ],
    )
    found = read(data).showdown.best_hands[0]
    assert [way.indices for way in found.hole_cards_allowed] == [(0, 0), (0, 1)]
    assert found.community_cards_allowed[0].subsets == ("Flop",)
