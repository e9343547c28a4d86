"""The game configuration schema from the showdown on: which hands win.

The first half is test_poker_game_configuration_schema.py.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from croupier import rankings
from croupier.games.configuration.schema.names import ActionType, Role, WildType
from games.build import Json, bet, boards, cards, change, deal, draw, errors, game, holdem, read
from games.stories import board, check_around, start
from games.stories import deal as give
from reference.qualifiers import COMMON

from .custom import choosing_cards, defaulting, hand, wild
from .documents import read_document

DOCUMENT = "poker-game-configuration-schema.md"

# Section: Showdown Object


def test_a_showdown_has_a_type() -> None:
    # The document names none: any text does.
    for kind in ("final", "anything"):
        assert read(change(holdem(), "gamePlay[9].showdown.type", kind))


# Section: Showdown Object


def test_what_is_unused_is_read_and_changes_nothing() -> None:
    data = holdem()
    data["showdown"] |= {"order": "x", "startingFrom": "y", "cardsRequired": "z"}
    assert read(data).compile("Limit", {"small_bet": 10}, 2) == read(holdem()).compile(
        "Limit", {"small_bet": 10}, 2
    )


# Section: Best Hand Object


@pytest.mark.parametrize(
    ("fields", "name", "value"),
    [
        ({"name": "High"}, "name", "High"),
        ({"evaluationType": "high"}, "evaluation_type", "high"),
        ({"holeCards": 2, "communityCards": 3}, "hole_cards", (2,)),
        ({"holeCards": [2, 1], "communityCards": [3, 4]}, "hole_cards", (2, 1)),
        ({"holeCards": [2, 1], "communityCards": [3, 4]}, "community_cards", (3, 4)),
        ({"anyCards": 5}, "any_cards", 5),
        ({"communitySubsetsAllowed": ["Board 2"]}, "community_subsets", ("Board 2",)),
        ({"subset": "Board 1"}, "subset", "Board 1"),
        ({"qualifier": [5, 1277]}, "qualifier", (5, 1277)),
        ({"padding": True}, "padding", True),
        ({"minimumCards": 1}, "minimum_cards", 1),
    ],
)
def test_a_field_of_a_hand_is_read(fields: Json, name: str, value: Any) -> None:
    counted = {} if "holeCards" in fields else {"anyCards": 5}
    data = change(boards(), "showdown.bestHand", [hand(**counted) | fields])
    assert getattr(read(data).showdown.best_hands[0], name) == value


# Each evaluation type with hands from the best to the worst, as the document describes it.
EVALUATIONS: dict[str, list[str]] = {
    "high": ["AsKsQsJsTs", "AsAdAhAc2s", "AsAdAhKsKd", "As9s7s5s2s", "5s4d3h2cAs", "AsAdAh3c2s"],
    # The ace is low, straights and flushes count nothing.
    "a5_low": ["5s4s3s2sAs", "6s5s4s3s2s", "7s6d5h4c3s", "KsQdJhTc9s", "AsAd2h3c4s"],
    # The ace is high, straights and flushes count against the player.
    "27_low": ["7s5d4h3c2s", "7s6d4h3c2s", "As9d4h3c2s", "2s2d3h4c5s", "6s5d4h3c2s", "7s5s4s3s2s"],
    "badugi": ["As2d3h4c", "2s3d4h5c", "KsQdJhTc", "As2d3h4h"],
    "badugi_ah": ["2s3d4h5c", "As2d3h4c", "2s3d4h5h"],
    "higudi": ["AsKdQhJc", "KsQdJhTc", "2s3d4h5c", "AsKdQhJh"],
    # Face cards are 0.
    "49": ["TsTdThTc9s", "Ts9d8h7c6s", "KsKdKhKc9s", "KsKdKhKcQs"],
    "zero": ["KsQdJhKcQs", "KsQdJhKcAs", "5s4d3h2cAs", "TsTdThTc9s"],
    # Face cards are 10.
    "6": ["AsAdAhAc2s", "AsAdAh2c2s", "AsAdAhAcKs", "KsQdJhTc9s"],
    "low_pip_6": ["As", "AsAd", "AsAdAhAc2s2d", "7s6d", "KsQdJhTc9s8s"],
    # 21 with five, four and three cards that count, then 20 with five.
    "21": ["7s5d4h3c2s", "Ts6d4hAc9s", "TsTdAh9c8s", "6s5d4h3c2s", "KsKdKhKcAs"],
    "a5_low_high": ["KsQdJhTc9s", "KsQdJhTc8s", "5s4d3h2cAs", "KsKdJhTc9s", "QsQdKhTc9s"],
    "high_wild": ["AsKsQsJsTs", "AsAdAhAc2s", "AsAdAhKsKd", "As9s7s5s2s", "5s4d3h2cAs"],
    # Flushes beat full houses.
    "36card_ffh_high": ["AsKsQsJsTs", "AsAdAhAc6s", "As9s8s7sJs", "AsAdAhKsKd"],
    "20card_high": ["AsKsQsJsTs", "AsAdAhAcTs", "AsAdAhKsKd", "AsKdQhJcTs", "AsAdAhKsQd"],
}


def test_the_evaluation_types_are_those_of_the_document() -> None:
    text = read_document(DOCUMENT)
    part = text[text.index("Evaluation Types") : text.index("For holeCards and communityCards")]
    assert re.findall(r"^\* \*\*(\w+)\*\*", part, re.MULTILINE) == list(EVALUATIONS)


@pytest.mark.parametrize("kind", EVALUATIONS)
def test_an_evaluation_type_ranks_hands(kind: str) -> None:
    ranking = rankings.get(kind)
    found = [ranking.strength(each) for each in EVALUATIONS[kind]]
    assert found == sorted(found, reverse=True) and len({*found}) == len(found)


@pytest.mark.parametrize("kind", EVALUATIONS)
def test_a_game_has_an_evaluation_type(kind: str) -> None:
    size = len(EVALUATIONS[kind][-1]) // 2 if kind != "low_pip_6" else 5
    deck = {"36card": ("short_6a", 36), "20card": ("short_ta", 20)}.get(
        kind.split("_")[0], ("standard", 52)
    )
    data = draw(
        hands=[{"evaluationType": kind, "anyCards": size}],
        deck={"type": deck[0], "cards": deck[1]},
        players={"min": 2, "max": 3},
    )
    assert read(data).showdown.best_hands[0].evaluation_type == rankings.get(kind).name


def test_the_best_hands_of_the_text() -> None:
    assert rankings.get("6").evaluate("AsAdAhAc2s").standing[0] == 1
    assert rankings.get("a5_low_high").evaluate("KsQdJhTc9s").standing == (1, 1)
    assert rankings.get("21").evaluate("7s5d4h3c2s").standing == (1, 1)


@pytest.mark.parametrize("size", range(1, 7))
def test_hands_of_one_to_six_cards_have_pips(size: int) -> None:
    assert rankings.get("low_pip_6").strength("AsAdAhAc2s2d"[: 2 * size])


def test_five_of_a_kind_is_the_highest_hand_with_wild_cards() -> None:
    ranking = rankings.get("high_wild")
    five = ranking.evaluate("AsAdAhAc2s", wild="2s")
    assert five.standing == (1, 1)
    assert ranking.evaluate("AsKsQsJsTs").standing == (2, 1)
    # A joker stands for no card that the player has: a king, not another ace.
    flush = ranking.evaluate("As9s7s5s2d", wild="2d")
    assert flush.standing == ranking.evaluate("AsKs9s7s5s").standing


COUNTS_TEXT = '{"holeCards": [2, 3], "communityCards": [3, 2]}'


@pytest.mark.parametrize(
    ("hole", "expected"),
    # Two and three; three and two.
    [("AsKsJdTd", "AsKsQsJsTs"), ("9h9d9c2d", "9h9d9cQsJs")],
)
def test_one_of_several_numbers_of_cards_is_used(hole: str, expected: str) -> None:
    data = change(holdem(), "gamePlay[1].deal.cards[0].number", 4)
    data = change(data, "showdown.bestHand", [hand(**json.loads(COUNTS_TEXT))])
    state = start(data, players=2)
    give(state, hole, "7h8h6d4d")
    for group in ("QsJsTs", "7d", "2h"):
        check_around(state)
        board(state, group)
    found = state.get_contest_hand(0, 0)
    assert found is not None
    assert {repr(card) for card in found.cards} == set(re.findall("..", expected))


def test_the_slip_of_the_text_is_an_error() -> None:
    # It says [2.3] where it means [2, 3].
    data = change(holdem(), "gamePlay[1].deal.cards[0].number", 4)
    data = change(data, "showdown.bestHand", [hand(holeCards=[2.3], communityCards=[3, 2])])
    assert "showdown.bestHand[0].holeCards[0]" in errors(data)


def test_the_numbers_are_as_many_for_hole_and_board_cards() -> None:
    data = change(holdem(), "gamePlay[1].deal.cards[0].number", 4)
    assert errors(change(data, "showdown.bestHand", [hand(holeCards=[2, 3], communityCards=[3])]))


LOW_HAND = """{
    "name": "Low Hand",
    "evaluationType": "a5_low",
    "holeCards": 3,
    "communityCards": 2,
    "qualifier": [1,56]
}"""


def test_the_qualifier_of_the_example_is_eight_or_better() -> None:
    data = change(holdem(), "gamePlay[1].deal.cards[0].number", 4)
    found = read(change(data, "showdown.bestHand", [hand(anyCards=5), json.loads(LOW_HAND)]))
    assert found.showdown.best_hands[1].qualifier == (1, 56)
    assert "8 or better" in found.describe()


# Section: Common Qualifiers
# Section: A-5 Lowball
# Section: 2-7 Lowball
# Section: High

# The lines of the document, with the ranking of their section.
QUALIFIERS = {
    ("a5_low", "10 or Better"): (1, 252),
    ("a5_low", "9 or Better"): (1, 126),
    ("a5_low", "8 or Better"): (1, 56),
    ("a5_low", "7 or Better"): (1, 21),
    ("27_low", "J or Better"): (1, 246),
    ("27_low", "10 or Better"): (1, 121),
    ("27_low", "9 or Better"): (1, 52),
    ("27_low", "8 or Better"): (1, 18),
    ("27_low", "7 or Better"): (1, 4),
    ("high", "66s or better"): (9, 1980),
    ("high", "77s or better"): (9, 1760),
    ("high", "88s or better"): (9, 1540),
    ("high", "99s or better"): (9, 1320),
    ("high", "TTs or better"): (9, 1100),
    ("high", "JJs or better"): (9, 880),
    ("high", "Two pair or better"): (8, 858),
    ("high", "Three of a kind or better"): (7, 858),
    ("high", "Flush or better"): (5, 1277),
}
# The weakest hand that qualifies, and the best one that does not.
CORNERS = {(name, qualifier): (last, first_out) for name, qualifier, last, first_out in COMMON}


def test_the_qualifiers_are_those_of_the_document() -> None:
    lines = re.findall(r"^- (.+) - (\d+),(\d+)$", read_document(DOCUMENT), re.MULTILINE)
    assert [(words, (int(rank), int(place))) for words, rank, place in lines] == [
        (words, pair) for (_, words), pair in QUALIFIERS.items()
    ]


@pytest.mark.parametrize(("kind", "words"), QUALIFIERS)
def test_a_common_qualifier(kind: str, words: str) -> None:
    pair = QUALIFIERS[kind, words]
    weakest, failing = CORNERS[kind, pair]
    assert rankings.get(kind).evaluate(weakest).standing == pair
    qualified = {"name": "Part", "evaluationType": kind, "anyCards": 5, "qualifier": list(pair)}
    pips = {"name": "Pips", "evaluationType": "49", "anyCards": 5}
    for text, qualifies in ((weakest, True), (failing, False)):
        state = start(draw(hands=[qualified, pips]), players=2)
        give(state, text)
        assert (state.get_contest_hand(0, 0) is not None) == qualifies


# Section: Card Subset Allowed Object

ALLOWED = """{
    "holeCardsAllowed": [
        {"subsets": ["Point","Hole Card"], "indices": [0,0]},
        {"subsets": ["Point","Hole Card"], "indices": [0,1]}
    ]
}"""


def best_cards(data: Json, *hole: str, on_board: str = "AhAcKh3c4c") -> set[str]:
    state = start(data, players=2)
    for index, part in enumerate(hole):
        give(state, part, ("7h", "8h9h")[index])
    board(state, on_board)
    found = state.get_contest_hand(0, 0)
    assert found is not None
    return {repr(card) for card in found.cards}


def allowing(**fields: Any) -> Json:
    return game(
        deal("player", cards(1, subset="Point"), cards(2, subset="Hole Card")),
        deal("community", cards(3, "face up", subset="Flop"), cards(2, "face up", subset="Rest")),
        bet("small"),
        hands=[hand(holeCards=2, communityCards=3, **fields)],
    )


@pytest.mark.parametrize(("hole", "used"), [("2sAs", "As"), ("As2s", "As")])
def test_one_of_two_choices_of_hole_cards_is_used(hole: str, used: str) -> None:
    found = best_cards(allowing(**json.loads(ALLOWED)), "Ad", hole)
    assert {"Ad", used} <= found and "2s" not in found


def test_the_point_is_always_used() -> None:
    # A pair of aces in the other subset cannot be used together.
    found = best_cards(allowing(**json.loads(ALLOWED)), "2s", "AsAd")
    assert "2s" in found and len({"As", "Ad"} & found) == 1


def test_without_indices_all_cards_of_the_subsets_are_available() -> None:
    allowed = [{"subsets": ["Hole Card"]}]
    assert {"As", "Ad"} <= best_cards(allowing(holeCardsAllowed=allowed), "2s", "AsAd")


def test_community_cards_are_allowed_in_the_same_manner() -> None:
    allowed = [{"subsets": ["Flop"]}]
    found = best_cards(allowing(communityCardsAllowed=allowed), "2s", "KsKd", on_board="3h4h5hKhKc")
    assert {"3h", "4h", "5h"} <= found
    assert read(choosing_cards()).showdown.best_hands[0].community_cards_allowed


# Section: Wild Card Object

WILD = '{"wildCard": {"communityCards": "low", "otherCards": "same_rank"}}'


def test_the_low_card_of_the_board_is_wild_and_all_of_its_rank() -> None:
    (rule,) = read(wild()).showdown.best_hands[0].wild_cards
    assert (rule.type, rule.role) == (WildType.LOWEST_COMMUNITY, Role.WILD)
    data = game(
        deal("player", cards(2)),
        deal("community", cards(5, "face up")),
        bet("small"),
        hands=[{"evaluationType": "high_wild", "anyCards": 5, **json.loads(WILD)}],
    )
    state = start(data, players=2)
    give(state, "AsKs", "4s9s")
    board(state, "4hJdTd6c9d")
    check_around(state)
    # Fours are wild: nines and two wild cards are four nines; an ace and one are a straight.
    assert state.stacks == [490, 510]


@pytest.mark.parametrize(
    ("field", "value"), [("communityCards", "high"), ("otherCards", "same_suit")]
)
def test_only_one_set_of_values_is_supported(field: str, value: str) -> None:
    path = f"showdown.bestHand[0].wildCard.{field}"
    assert path in errors(change(wild(), path, value))


# Section: Default Action Object


def test_no_qualifier_met_is_the_only_condition() -> None:
    path = "showdown.defaultAction.condition"
    assert path in errors(change(defaulting(), path, "always"))


def play(data: Json, *hands: str) -> list[int]:
    state = start(data, players=len(hands))
    give(state, *hands)
    check_around(state)
    assert not state.status
    return list(state.stacks)


def test_best_hand_uses_other_rules_where_nobody_qualifies() -> None:
    found = read(defaulting()).showdown.global_default_action
    assert found is not None and found.best_hands[0].evaluation_type == "27_low"
    # A jack high is the better deuce-to-seven low, and nines would have qualified.
    assert play(defaulting(), "KsQd9h4h2h", "9sTdJd3d2d") == [490, 510]
    assert play(defaulting(), "KsKd9h4h2h", "9sTdJd3d2d") == [510, 490]


def test_split_pot_splits_among_all_active_players() -> None:
    default = {"condition": "no_qualifier_met", "action": "split_pot"}
    data = change(defaulting(), "showdown.defaultAction", default)
    found = read(data).showdown.global_default_action
    assert found is not None and found.action.type is ActionType.SPLIT_POT
    assert play(data, "KsQd9h4h2h", "9sTdJd3d2d") == [500, 500]
    assert play(data, "KsKd9h4h2h", "9sTdJd3d2d") == [510, 490]


BLOCKS = (COUNTS_TEXT, LOW_HAND, ALLOWED, WILD)
