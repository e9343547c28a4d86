"""Games become what the engine plays: the steps, the stakes, what cannot be played."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import SetupError, UnsupportedError
from croupier.games.configuration.compile.game import compile
from croupier.state import BettingStructure
from games.build import (
    FEW,
    Json,
    bet,
    boards,
    cards,
    change,
    deal,
    draw,
    examine,
    game,
    holdem,
    step,
    stud,
)
from games.programs import STAKES, WILD, actions, entry, program


def test_holdem() -> None:
    found = program(holdem(), "No Limit")
    assert found.structure is BettingStructure.NO_LIMIT
    assert found.deck == tuple(sorted(found.deck, key=lambda card: card.code))
    assert (found.blinds, found.bring_in) == ((5, 10, 0), 0)
    assert [each["street"] for each in found.steps] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert actions(found, "deal") == [
        {"hole": [False, False]},
        {"board": 3},
        {"board": 1},
        {"board": 1},
    ]
    assert (
        actions(found, "bet")
        == [{"opening": "position", "minimum_bet": 10, "maximum_raises": None}] * 4
    )
    assert entry(found) == {
        "ranking": "high",
        "ways": [[{"hole": "all", "board": "all", "count": {"exactly": 5}}]],
    }
    assert found.terms == {
        "subsets": [],
        "choices": [],
        "declared": False,
        "odd_contest": 0,
        "trigger": None,
    }


def test_limits_follow_the_type_of_the_step() -> None:
    bets = actions(program(holdem()), "bet")
    assert [each["minimum_bet"] for each in bets] == [10, 10, 20, 20]
    # The big blind is the bet of the first round, and the engine counts it.
    assert [each["maximum_raises"] for each in bets] == [4, 4, 4, 4]
    assert all("terms" not in each for each in bets)


def test_games_of_few_rounds_have_the_same_cap() -> None:
    bets = actions(program(draw(bet("big"))), "bet")
    assert [each["maximum_raises"] for each in bets] == [4, 4]


@pytest.mark.parametrize("cap", [1, 3, 7, None])
def test_a_cap_counts_between_two_players_too(cap: int | None) -> None:
    bets = actions(program(holdem() | {"raiseCap": cap}), "bet")
    assert [each["maximum_raises"] for each in bets] == [cap] * 4
    assert all("terms" not in each for each in bets)
    unlimited = actions(program(holdem() | {"raiseCap": cap}, "No Limit"), "bet")
    assert {each["maximum_raises"] for each in unlimited} == {None}


@pytest.mark.parametrize(
    ("players", "order", "blinds", "antes"),
    [
        (2, None, (5, 10), (0, 2)),
        (3, None, (5, 10, 0), (0, 2, 0)),
        (2, "dealer", (10, 0), (2, 0)),
        (4, "dealer", (0, 0, 0, 10), (0, 0, 0, 2)),
    ],
)
def test_blinds(
    players: int, order: str | None, blinds: tuple[int, ...], antes: tuple[int, ...]
) -> None:
    data = holdem()
    if order is not None:
        data["bettingOrder"] = {"initial": order}
    found = program(data, players=players)
    assert (found.blinds, found.antes) == (blinds, antes)
    # A big blind ante is no short ante of the others.
    assert not found.ante_trimming_status


def test_stud() -> None:
    found = program(stud(), players=3, bring_in=3)
    assert (found.antes, found.blinds, found.bring_in) == ((2, 2, 2), (0, 0, 0), 3)
    assert found.ante_trimming_status
    openings = [each["opening"] for each in actions(found, "bet")]
    assert openings == ["low_card", "high_hand", "high_hand", "high_hand", "high_hand"]
    assert actions(found, "deal")[0] == {"hole": [False, False, True]}
    ways = entry(found)["ways"]
    assert ways == [[{"hole": "all", "count": {"exactly": 5}}]]


@pytest.mark.parametrize(
    ("rule", "opening"),
    [
        ("low card", "low_card"),
        ("low card al", "low_card_ace_low"),
        ("high card", "high_card"),
        ("high card ah", "high_card_ace_high"),
        ("high card ah wild", "high_card_ace_high"),
    ],
)
def test_rules_of_the_bring_in(rule: str, opening: str) -> None:
    found = program(change(stud(), "forcedBets.rule", rule))
    assert actions(found, "bet")[0]["opening"] == opening


@pytest.mark.parametrize(
    ("kind", "later"),
    [
        ("a5_low", "low_hand"),
        ("27_low", {"shown": {"by": "deuce_to_seven"}}),
        ("a5_low_high", {"shown": {"by": "ace_to_five_high"}}),
        ("a6_low", {"shown": {"by": "ace_to_five"}}),
        ("soko_high", {"shown": {"by": "high"}}),
    ],
)
def test_who_acts_first_later(kind: str, later: Any) -> None:
    found = program(change(stud(), "showdown.bestHand[0].evaluationType", kind))
    assert actions(found, "bet")[1]["opening"] == later


def test_the_evaluation_of_the_bring_in_counts_more() -> None:
    found = program(change(stud(), "forcedBets.bringInEval", "27_low"))
    assert actions(found, "bet")[1]["opening"]["shown"]["by"] == "deuce_to_seven"


def test_two_cards_face_up_are_compared_as_hands() -> None:
    found = program(change(stud(), "gamePlay[1].deal.cards[1].number", 2))
    assert actions(found, "bet")[0]["opening"] == "high_hand"


def test_board_cards_count_for_who_acts_first() -> None:
    data = stud()
    data["gamePlay"].insert(4, deal("community", cards(1, "face up")))
    found = program(data)
    assert found.terms["subsets"] == ["default"]
    assert actions(found, "deal")[1] == {"board": 1, "board_subsets": [1]}
    assert actions(found, "bet")[1]["opening"] == {"shown": {"by": "high", "board": 1}}


def test_open_pairs() -> None:
    data = change(stud(), "forcedBets.openPairDoubleBet", True)
    terms = [each.get("terms", {}).get("pair_bet") for each in actions(program(data), "bet")]
    assert terms == [None, 20, None, None, None]
    assert all("terms" not in each for each in actions(program(data, "No Limit"), "bet"))


def test_the_option_of_the_bring_in() -> None:
    configuration, _ = examine(stud())
    assert configuration is not None
    found = compile(configuration, "Limit", STAKES, 3, bring_in_option=True)
    terms = [each.get("terms", {}).get("bring_in_option") for each in actions(found, "bet")]
    assert terms == [True, None, None, None, None]


def test_last_actor() -> None:
    data = holdem() | {"bettingOrder": {"subsequent": "last_actor"}}
    openings = [each["opening"] for each in actions(program(data), "bet")]
    assert openings == ["position", *["last_actor"] * 3]


def test_boards() -> None:
    found = program(boards())
    assert found.terms["subsets"] == ["Board 1", "Board 2"]
    assert actions(found, "deal")[1]["board_subsets"] == [1] * 5 + [2] * 5
    take = {"hole": "all", "board": {"subsets": [[1, None]]}, "count": {"exactly": 5}}
    assert entry(found, 1)["ways"] == [[take]]


def test_cards_in_no_subset_where_others_are_in_one() -> None:
    data = change(boards(), "gamePlay[3].deal.cards[1]", cards(5, "face up"))
    data = change(data, "showdown.bestHand[1]", {"evaluationType": "high", "anyCards": 5})
    found = program(data)
    assert found.terms["subsets"] == ["Board 1", "default"]
    assert entry(found, 1)["ways"][0][0]["board"] == {"subsets": [[1, None]]}


BURN = {"type": "standard", "cards": 52, "burn": True}


def burns(data: Json) -> list[bool]:
    """Return which of the deals burn a card."""
    return ["burn" in each for each in actions(program(data | {"deck": BURN}), "deal")]


def test_board_cards_face_down_and_burning() -> None:
    data = draw(deal("community", cards(1, "face up"), cards(2)), deck=BURN)
    assert actions(program(data), "deal")[1:] == [
        {"board": 1, "burn": True},
        {"board": 2, "board_down": True},
    ]


def test_a_card_is_burnt_before_the_first_deal_of_each_street_but_the_first() -> None:
    assert burns(holdem()) == [False, True, True, True]
    assert burns(stud()) == [False, True, True, True, True]
    assert not any("burn" in each for each in actions(program(holdem()), "deal"))
    first = game(
        deal("player", cards(2)),
        deal("community", cards(1, "face up")),
        bet("small"),
        deal("player", cards(1)),
        deal("community", cards(2, "face up")),
        bet("big"),
    )
    assert burns(first) == [False, False, True, False]


def test_discards_take_no_card_to_burn_first() -> None:
    drawn = draw(step("draw", {"cards": [cards(5)]}), bet("big"))
    assert burns(drawn) == [False, True]
    gone = draw(
        step("discard", {"cards": [cards(1)]}),
        deal("community", cards(1, "face up")),
        bet("big"),
    )
    assert burns(gone) == [False, False, True]


def test_one_card_is_burnt_whatever_was_chosen() -> None:
    def only(value: str) -> Json:
        return {"type": "player_choice", "subset": "Game", "value": value}

    data = draw(
        step("draw", {"cards": [cards(5)]}, conditional_state=only("A")),
        step("draw", {"cards": [cards(3)]}, conditional_state=only("A")),
        deal("community", cards(1, "face up"), conditional_state=only("B")),
        bet("big"),
    )
    choose = step("choose", {"possible_values": ["A", "B"], "value": "Game"})
    data["gamePlay"].insert(0, choose)
    assert burns(data) == [False, True, False, True]


def drawing(data: Json) -> Any:
    return actions(program(data), "deal")[1]["draw"]


def test_draws() -> None:
    assert drawing(draw(step("draw", {"cards": [cards(3)]}))) == {
        "maximum": 3,
        "replaces": True,
    }
    amount = {"relative_to": "discard", "amount": -1}
    more = cards(3, min_number=1, preserve_state=True, draw_amount=amount)
    assert drawing(draw(step("draw", {"cards": [more]}))) == {
        "minimum": 1,
        "maximum": 3,
        "replaces": True,
        "terms": {"more": -1},
    }


def test_draws_where_cards_lie_face_up() -> None:
    data = draw(step("draw", {"cards": [cards(3)]}))
    shown = change(data, "gamePlay[1].deal.cards", [cards(4), cards(1, "face up")])
    assert drawing(shown)["terms"] == {"up": False}
    drawn = change(data, "gamePlay[3].draw.cards", [cards(3, "face up")])
    assert drawing(drawn)["terms"] == {"up": True}


def test_discards() -> None:
    plain = {"minimum": 2, "maximum": 2, "replaces": False}
    assert drawing(draw(step("discard", {"cards": [cards(2)]}), hands=FEW)) == plain
    shown = drawing(draw(step("discard", {"cards": [cards(2, "face up", min_number=0)]})))
    assert shown == {"maximum": 2, "replaces": False, "terms": {"to": "up"}}
    found = program(
        draw(
            deal("community", cards(3, "face up", subset="Out")),
            step(
                "discard",
                {
                    "cards": [
                        {
                            "rule": "matching ranks",
                            "subset": "Out",
                            "discardLocation": "community",
                            "discardSubset": "Out",
                        }
                    ]
                },
            ),
        )
    )
    assert actions(found, "deal")[2]["draw"] == {
        "maximum": None,
        "replaces": False,
        "terms": {"choice": {"matching_ranks": 1}, "to": {"board": 1}},
    }


@pytest.mark.parametrize("gone", [{"hole_subset": "any"}, {"entire_subset": True}])
def test_whole_subsets(gone: Json) -> None:
    data = draw(
        step(
            "separate",
            {"cards": [{"hole_subset": "A", "number": 2}, {"hole_subset": "B", "number": 3}]},
        ),
        step("discard", {"cards": [gone]}),
    )
    found = program(data)
    assert actions(found, "decide")[0]["decision"] == {"separate": {"parts": [[0, 2], [1, 3]]}}
    drawing = actions(found, "deal")[1]["draw"]
    assert drawing["terms"] == {"choice": "whole_subset"}
    assert drawing.get("minimum", 0) == ("entire_subset" in gone)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (
            step("expose", {"cards": [cards(2, min_number=1, immediate=True)]}),
            {"expose": {"minimum": 1, "maximum": 2, "immediate": True}},
        ),
        (step("expose", {"cards": [cards(2)]}), {"expose": {"minimum": 2, "maximum": 2}}),
        (
            step("pass", {"cards": [cards(3, "face up", direction="right")]}),
            {"pass": {"count": 3, "direction": "right", "up": True}},
        ),
        (
            step("choose", {"possible_values": ["A", "B"], "value": "G", "chooser": "dealer"}),
            {"choose": {"key": 0, "count": 2, "chooser": "button"}},
        ),
        (
            step(
                "buy",
                {
                    "cards": [
                        cards(
                            1,
                            "face up",
                            cost={"type": "fixed", "amount": "big_bet"},
                            discard_first=True,
                        )
                    ]
                },
            ),
            {"buy": {"count": 1, "cost": 20, "discards": True, "up": True}},
        ),
        (
            step("buy", {"cards": [cards(1, cost={"type": "match_pot"})]}),
            {"buy": {"count": 1, "cost": None}},
        ),
        (
            deal("player", cards(1, protection_option={"cost": "protection_fee"})),
            {"protect": {"cost": 7}},
        ),
    ],
)
def test_decisions(made: Json, expected: Json) -> None:
    data = draw(made)
    fees: Json = {"protection_fee": 7} if "protect" in expected else {}
    found = actions(program(data, **fees), "decide")[0]
    assert found == {"opening": "position", "decision": expected}


def test_parts_that_must_be_better() -> None:
    separate = {
        "cards": [{"hole_subset": "Two", "number": 2}, {"hole_subset": "Three", "number": 3}],
        "hand_comparison": {
            "subsets": [
                {"hole_subset": "Three", "evaluationType": "three_card_high"},
                {"hole_subset": "Two", "evaluationType": "two_card_high"},
            ],
            "comparison_rule": "greater_than",
        },
        "visibility_requirements": [{"hole_subset": "Two", "min_face_down": 1}],
    }
    found = actions(program(draw(step("separate", separate))), "decide")[0]["decision"]
    assert found == {
        "separate": {"parts": [[0, 2], [1, 3]], "faces": [[0, 1, 0]], "better": [1, 0]}
    }


def test_declarations() -> None:
    declare = {"options": ["high", "low", "high_low"], "per_pot": True, "simultaneous": True}
    hands = [
        {"evaluationType": kind, "anyCards": 5, "qualifier": [1, 1]} for kind in ("high", "a5_low")
    ]
    found = program(draw(step("declare", declare), hands=hands))
    assert actions(found, "decide")[0]["decision"] == {
        "declare": {"options": 14, "per_pot": True, "simultaneous": True}
    }
    assert found.terms["declared"]
    assert "qualifier" not in entry(found)


def test_dice_boards_and_replacements() -> None:
    data = boards()
    data["gamePlay"][-1:-1] = [
        step("roll_die", {"dice": 2, "subset": "Dice"}),
        step(
            "remove",
            {
                "criteria": "lowest_river_card_unless_all_same",
                "subsets": ["Board 1", "Board 2"],
            },
        ),
        step("replaceCommunity", {"cardsToReplace": 2}),
    ]
    data["showdown"]["bestHand"][0].pop("community_subset")
    found = program(data)
    assert actions(found, "arrange") == [
        {"roll": {"dice": 2, "subset": 2}},
        {"remove_lowest": {"subsets": [0, 1], "minimum": 5}},
    ]
    assert actions(found, "decide")[0]["decision"] == {"replace": {"count": 2}}
    # Dice are no cards of a hand.
    assert entry(found)["ways"][0][0]["board"] == {"subsets": [[0, None], [1, None]]}


def test_bets_with_discards() -> None:
    group = [
        {"bet": {"type": "small"}},
        {"discard": {"cards": [{"min_number": 0, "number": 4, "oncePerStep": True}]}},
    ]
    found = actions(program(draw({"name": "Group", "groupedActions": group})), "bet")[1]
    discard = {"maximum": 4, "replaces": False}
    assert found["terms"]["then"] == {"discard": discard}


def test_exposing_for_cards() -> None:
    condition = {"type": "all_exposed", "true_state": "face down", "false_state": "face up"}
    group = [
        {"expose": {"cards": [cards(1, min_number=0)]}},
        {
            "deal": {
                "location": "player",
                "cards": [{"number": 1}],
                "conditional_state": condition,
            }
        },
    ]
    found = actions(program(draw({"name": "Group", "groupedActions": group})), "decide")[0]
    assert found["then"] == {"count": 1, "up_if_all_up": False, "up_otherwise": True}


def chosen(*values: str) -> Json:
    return {"type": "player_choice", "subset": "Game", "values": list(values)}


def test_choices() -> None:
    choose = step("choose", {"possible_values": ["A", "B", "C"], "value": "Game"})
    data = draw(
        choose,
        deal("player", cards(1, "face up"), conditional_state=chosen("B", "C")),
        bet("big"),
        {**bet("big"), "conditional_state": chosen("A", "C")},
        bettingOrder={
            "subsequent": {
                "conditionalOrders": [{"condition": chosen("B", "C"), "order": "high_hand"}],
                "default": "dealer",
            }
        },
    )
    found = program(data)
    assert found.terms["choices"] == [["Game", ["A", "B", "C"]]]
    rounds = [
        (each["action"]["bet"]["opening"], each["when"][0]["choice"]["values"])
        for each in found.steps
        if "when" in each and "bet" in each["action"]
    ]
    assert rounds == [
        ("position", [0]),
        ("high_hand", [1, 2]),
        ("position", [0]),
        ("high_hand", [2]),
    ]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (
            {"type": "board_composition", "color": "red", "min_count": 2},
            {"color": {"subsets": 0, "red": True, "minimum": 2}},
        ),
        (
            {"type": "board_composition", "suit": "heart", "min_count": 2},
            {"suit": {"subsets": 0, "suits": 4, "minimum": 2}},
        ),
        (
            {"type": "community_card_suit", "values": ["club", "spade"]},
            {"suit": {"subsets": 0, "suits": 9, "minimum": 1}},
        ),
        (
            {"type": "community_card_value", "subset": "default", "values": [2, "A"], "sum": True},
            {"value": {"subsets": 0, "values": [2, 14], "sum": True}},
        ),
        (
            {"type": "player_hand_size", "min_hand_size": 2, "max_hand_size": 4},
            {"hand_size": {"sizes": [2, 3, 4]}},
        ),
        ({"type": "any_exposed"}, {"faces": "any_up"}),
    ],
)
def test_conditions(condition: Json, expected: Json) -> None:
    data = holdem()
    data["gamePlay"][-2]["conditional_state"] = condition
    assert program(data).steps[-1]["when"] == [expected]


@pytest.mark.parametrize(
    ("structure", "players", "stakes", "message"),
    [
        ("Spread Limit", 3, STAKES, '"Limit", "No Limit" or "Pot Limit", not "Spread Limit"'),
        ("Limit", 7, STAKES, "for 2 to 6 players, not 7"),
        ("Limit", 3, {}, "small_bet is missing"),
        ("No Limit", 3, {}, "big_blind is missing"),
        ("Limit", 3, {"small_bet": 1.5}, "whole number of chips, not 1.5"),
        ("Limit", 3, {"small_bet": -1}, "whole number of chips, not -1"),
        ("Limit", 3, {"smal_bet": 1}, 'did you mean "small_bet"?'),
    ],
)
def test_wrong_stakes(structure: str, players: int, stakes: Any, message: str) -> None:
    configuration, _ = examine(holdem())
    assert configuration is not None
    with pytest.raises(SetupError, match=r"is |are ") as caught:
        compile(configuration, structure, stakes, players)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["fixed-limit", "limit", "LIMIT", "Fixed Limit"])
def test_names_of_limits(name: str) -> None:
    assert program(holdem(), name).structure is BettingStructure.FIXED_LIMIT


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (
            draw(
                {
                    "name": "Group",
                    "groupedActions": [
                        {"draw": {"cards": [cards(1)]}},
                        {"bet": {"type": "small"}},
                    ],
                }
            ),
            "gamePlay[3].groupedActions",
        ),
        (
            draw(
                deal(
                    "player",
                    {"number": 1},
                    conditional_state={
                        "type": "all_exposed",
                        "true_state": "face up",
                        "false_state": "face down",
                    },
                )
            ),
            "gamePlay[3].deal.conditional_state",
        ),
        (
            draw(deal("player", cards(1, subset=["A", "B"]))),
            "gamePlay[3].deal.cards",
        ),
        (
            draw(hands=[WILD | {"wildCards": [{"type": "lowest_hole", "match": "suit"}]}]),
            "showdown.bestHand[0].wildCards",
        ),
    ],
)
def test_what_the_engine_cannot_play(data: Json, path: str) -> None:
    with pytest.raises(UnsupportedError) as caught:
        program(data)
    assert str(caught.value).startswith(path)


def test_defaults_of_the_stakes() -> None:
    configuration, _ = examine(stud())
    assert configuration is not None
    found = compile(configuration, "Limit", {"small_bet": 40}, 2)
    assert (found.antes, found.bring_in) == ((10, 10), 20)
    assert [each["minimum_bet"] for each in actions(found, "bet")] == [40, 40, 80, 80, 80]
