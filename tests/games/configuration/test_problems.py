"""Everything that can be wrong with a game is said, with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.errors import ConfigurationError, SetupError
from croupier.games import load
from croupier.games.configuration import find_problems
from games.build import (
    REMOVED,
    Json,
    bet,
    boards,
    cards,
    change,
    deal,
    draw,
    errors,
    examine,
    game,
    holdem,
    step,
    stud,
)


def one_hand(data: Json, **fields: Any) -> Json:
    return change(data, "showdown.bestHand", [{"evaluationType": "high", **fields}])


def wild_rank(rank: Any) -> Json:
    rule = {"type": "rank", "rank": rank}
    return one_hand(holdem(), evaluationType="high_wild_bug", anyCards=5, wildCards=[rule])


def declaring(*kinds: str, **showdown: Any) -> Json:
    data = draw(
        step("declare", {"type": "declare", "options": ["high", "low"]}),
        hands=[{"evaluationType": kind, "anyCards": 5} for kind in kinds],
    )
    data["showdown"].update(showdown)
    return data


CHOOSE = step("choose", {"possible_values": ["A", "B"], "value": "Game"})

WRONG: list[tuple[Json, str, str]] = [
    # Shapes.
    (change(holdem(), "players.max", "nine"), "players.max", "whole number from 2 to 52"),
    (change(holdem(), "players.max", True), "players.max", "not true"),
    (change(holdem(), "players.max", 6.0), "players.max", "not 6.0"),
    (change(holdem(), "players.min", 1), "players.min", "from 2 to 52, not 1"),
    (holdem() | {"raiseCap": 0}, "raiseCap", "a whole number from 1 to 1000000, not 0"),
    (holdem() | {"raiseCap": "four"}, "raiseCap", 'not "four"'),
    (change(holdem(), "game", ""), "game", "not empty"),
    (change(holdem(), "game", REMOVED), "game", "is missing"),
    (change(holdem(), "deck", []), "deck", 'an object with "type" and "cards"'),
    (change(holdem(), "deck.type", "standart"), "deck.type", 'did you mean "standard"?'),
    (change(holdem(), "bettingStructures", []), "bettingStructures", "not empty"),
    (
        change(holdem(), "bettingStructures[1]", "no limit"),
        "bettingStructures[1]",
        'did you mean "No Limit"?',
    ),
    (holdem() | {"forcedBet": {}}, "forcedBet", 'did you mean "forcedBets"?'),
    (holdem() | {"zzz": 1}, "zzz", "its keys are $schema, game"),
    (holdem() | {"odd key": 1}, '["odd key"]', "no key"),
    (change(holdem(), "gamePlay[1].name", REMOVED), "gamePlay[1].name", "is missing"),
    (
        change(holdem(), "gamePlay[1].deal.cards[0].number", 0),
        "gamePlay[1].deal.cards[0].number",
        "from 1 to 100",
    ),
    (
        change(holdem(), "gamePlay[1].deal.cards[0].state", "up"),
        "gamePlay[1].deal.cards[0].state",
        '"face up"',
    ),
    (
        change(holdem(), "showdown.bestHand[0].evaluationType", "hihg"),
        "showdown.bestHand[0].evaluationType",
        'did you mean "high"?',
    ),
    (
        change(holdem(), "showdown.bestHand[0].evaluationType", 5),
        "showdown.bestHand[0].evaluationType",
        "the name of an evaluation type",
    ),
    (one_hand(holdem(), anyCards=5, qualifier=[1]), "showdown.bestHand[0].qualifier", "a pair of"),
    (
        one_hand(holdem(), anyCards=5, qualifier=[1, "2"]),
        "showdown.bestHand[0].qualifier[1]",
        "whole number",
    ),
    (one_hand(holdem(), holeCards="some"), "showdown.bestHand[0].holeCards", '"all"'),
    (one_hand(holdem(), holeCards=[2.3]), "showdown.bestHand[0].holeCards[0]", "not 2.3"),
    (one_hand(holdem(), holeCards=None), "showdown.bestHand[0].holeCards", "not null"),
    (
        one_hand(holdem(), playerHandSize={"five": {}}),
        "showdown.bestHand[0].playerHandSize",
        'the key "five"',
    ),
    (one_hand(holdem(), playerHandSize={}), "showdown.bestHand[0].playerHandSize", "numbers"),
    (holdem() | {"references": [{}]}, "references[0].url", "is missing"),
    (holdem() | {"communityCardLayout": 3}, "communityCardLayout", "an object"),
    (
        change(boards(), "showdown.bestHand[0].communitySubsetsAllowed", ["Board 1"]),
        "showdown.bestHand[0].communitySubsetsAllowed",
        "mean the same",
    ),
    # Players and cards.
    (change(holdem(), "players", {"min": 5, "max": 4}), "players.max", "at least players.min, 5"),
    (change(holdem(), "deck.cards", 51), "deck.cards", "must be 52 for a standard deck, not 51"),
    (change(holdem(), "gamePlay[1].deal.cards[0].number", 30), "players.min", "more than the 52"),
    # Bets.
    (
        change(stud(), "forcedBets", {"style": "bring-in"}),
        "forcedBets.rule",
        "whose card brings it in",
    ),
    (change(stud(), "forcedBets", {"style": "blinds"}), "gamePlay[2].bet", "bring-in"),
    (
        holdem() | {"forcedBets": {"style": "bring-in", "rule": "low card"}},
        "gamePlay[0].bet",
        "does not go with",
    ),
    (holdem() | {"forcedBets": {"style": "bomb"}}, "forcedBets.style", "no step posts antes"),
    (holdem() | {"forcedBets": {"style": "bomb"}}, "gamePlay[0].bet", "does not go with"),
    # Steps.
    (change(holdem(), "gamePlay[9]", bet("big")), "gamePlay", "no showdown step"),
    (
        change(holdem(), "gamePlay[4]", step("showdown", {"type": "final"})),
        "gamePlay[4].showdown",
        "the last step",
    ),
    (change(holdem(), "gamePlay[4]", {"name": "Nothing"}), "gamePlay[4]", "it has none"),
    (
        change(holdem(), "gamePlay[9].bet", {"type": "big"}),
        "gamePlay[9]",
        'it has "bet" and "showdown"',
    ),
    (
        draw({"name": "Group", "groupedActions": [{}]}),
        "gamePlay[3].groupedActions[0]",
        "must have one action",
    ),
    (game(bet("small")), "gamePlay", "deals no cards to the players"),
    (
        game(deal("player", {"number": 5}), bet("small")),
        "gamePlay[1].deal.cards[0].state",
        "is missing",
    ),
    (
        game(deal("player", cards(5, "none")), bet("small")),
        "gamePlay[1].deal.cards[0].state",
        '"face up" or "face down"',
    ),
    (
        draw(deal("community", cards(1, "face up", hole_subset="X"))),
        "gamePlay[3].deal.cards[0].hole_subset",
        "cards of the board",
    ),
    (
        draw(deal("community", cards(1, "face up", protection_option={"cost": 5}))),
        "gamePlay[3].deal.cards[0].protection_option",
        "cards of the board",
    ),
    (
        draw(step("draw", {"cards": [cards(6)]})),
        "gamePlay[3].draw.cards[0].number",
        "at most 5, the cards that a player holds",
    ),
    (
        draw(step("draw", {"cards": [cards(2, min_number=3)]})),
        "gamePlay[3].draw.cards[0].min_number",
        "at most number, 2, not 3",
    ),
    (
        draw(
            step(
                "draw",
                {"cards": [cards(2, draw_amount={"relative_to": "hand", "amount": 1})]},
            )
        ),
        "gamePlay[3].draw.cards[0].draw_amount.relative_to",
        'must be "discard"',
    ),
    (
        draw(step("discard", {"cards": [{"state": "face down"}]})),
        "gamePlay[3].discard.cards[0].number",
        "how many cards go",
    ),
    (
        draw(step("discard", {"cards": [cards(6)]})),
        "gamePlay[3].discard.cards[0].number",
        "at most 5",
    ),
    (
        draw(step("discard", {"cards": [{"rule": "matching ranks"}]})),
        "gamePlay[3].discard.cards[0].subset",
        "is missing",
    ),
    (
        draw(step("discard", {"cards": [cards(1, discardLocation="community")]})),
        "gamePlay[3].discard.cards[0].discardSubset",
        "is missing",
    ),
    (
        draw(step("expose", {"cards": [cards(6)]})),
        "gamePlay[3].expose.cards[0].number",
        "at most 5",
    ),
    (
        draw(step("pass", {"cards": [cards(6, direction="left")]})),
        "gamePlay[3].pass.cards[0].number",
        "at most 5",
    ),
    (
        draw(step("pass", {"cards": [cards(1, direction="up")]})),
        "gamePlay[3].pass.cards[0].direction",
        '"left", "right" or "across"',
    ),
    (
        draw(step("separate", {"cards": [{"hole_subset": "A", "number": 6}]})),
        "gamePlay[3].separate.cards",
        "the parts have 6 cards, but players hold 5",
    ),
    (
        draw(
            step(
                "separate",
                {"cards": [{"hole_subset": "A", "number": n} for n in (2, 3)]},
            )
        ),
        "gamePlay[3].separate.cards",
        "two parts of the same name",
    ),
    (
        draw(step("buy", {"cards": [cards(1, cost={"type": "fixed"})]})),
        "gamePlay[3].buy.cards[0].cost.amount",
        "is missing",
    ),
    (
        draw(step("choose", {"possible_values": ["A", "B"], "value": "G", "default": "C"})),
        "gamePlay[3].choose.default",
        'must be "A" or "B", not "C"',
    ),
    (
        draw(step("declare", {"options": ["high", "high"]})),
        "gamePlay[3].declare.options",
        "all be different",
    ),
    (
        draw(CHOOSE, CHOOSE),
        "gamePlay[4].choose.value",
        'the choice "Game" is made twice',
    ),
    (
        draw(step("choose", {"possible_values": ["A", "A"], "value": "Game"})),
        "gamePlay[3].choose.possible_values",
        "all be different",
    ),
    (
        draw(
            *(
                step("choose", {"possible_values": list("ABCDE"), "value": f"Choice {number}"})
                for number in range(30)
            )
        ),
        "gamePlay",
        "1000 are possible",
    ),
    # Conditions.
    (
        draw({**bet("big"), "conditional_state": {"type": "player_choice", "value": "A"}}, CHOOSE),
        "gamePlay[3].conditional_state.subset",
        "is missing",
    ),
    (
        draw(
            CHOOSE,
            {
                **bet("big"),
                "conditional_state": {"type": "player_choice", "subset": "Gane", "value": "A"},
            },
        ),
        "gamePlay[4].conditional_state.subset",
        'did you mean "Game"?',
    ),
    (
        draw(
            CHOOSE,
            {
                **bet("big"),
                "conditional_state": {"type": "player_choice", "subset": "Game", "value": "C"},
            },
        ),
        "gamePlay[4].conditional_state",
        '"C" cannot be chosen, but "A" or "B"',
    ),
    (
        draw({**bet("big"), "conditional_state": {"type": "board_composition", "color": "red"}}),
        "gamePlay[3].conditional_state.min_count",
        "is missing",
    ),
    (
        draw(
            {
                **bet("big"),
                "conditional_state": {
                    "type": "community_card_value",
                    "subset": "Die",
                    "value": 1,
                },
            }
        ),
        "gamePlay[3].conditional_state.subset",
        'the subset "Die"',
    ),
    (
        draw({**bet("big"), "conditional_state": {"type": "player_hand_size"}}),
        "gamePlay[3].conditional_state.hand_sizes",
        "is missing",
    ),
    # Subsets.
    (
        change(boards(), "showdown.bestHand[0].community_subset", "Table"),
        "showdown.bestHand[0].community_subset",
        'no cards are dealt to the subset "Table"',
    ),
    (
        change(boards(), "showdown.bestHand[0].hole_subset", "Board 1"),
        "showdown.bestHand[0].hole_subset",
        '"Board 1" is a subset of board cards',
    ),
    (
        draw(step("draw", {"cards": [cards(1, hole_subset="Left")]})),
        "gamePlay[3].draw.cards[0].hole_subset",
        'no cards are dealt to the subset "Left"',
    ),
    # Declarations.
    (
        declaring("high", "a5_low", declaration_mode="cards_speak"),
        "showdown.declaration_mode",
        'must be "declare"',
    ),
    (
        change(holdem(), "showdown.declaration_mode", "declare"),
        "showdown.declaration_mode",
        "no declare step",
    ),
    (declaring("high", declaration_mode="declare"), "showdown.bestHand", "two hands"),
    # Hands.
    (change(holdem(), "showdown.bestHand", REMOVED), "showdown.bestHand", "which hands win"),
    (
        one_hand(holdem(), holeCards=[2, 1], communityCards=[3, 4, 5]),
        "showdown.bestHand[0].communityCards",
        "as many numbers as holeCards, 2, not 3",
    ),
    (one_hand(holdem(), anyCards=4), "showdown.bestHand[0].anyCards", 'must be 5 for "high"'),
    (
        one_hand(game(deal("player", cards(4)), bet("small")), anyCards=5),
        "showdown.bestHand[0].anyCards",
        "at most 4",
    ),
    (
        one_hand(holdem(), anyCards=5, holeCards=2),
        "showdown.bestHand[0].holeCards",
        "does not go with anyCards",
    ),
    (
        one_hand(holdem(), anyCards=5, communityCards=3),
        "showdown.bestHand[0].communityCards",
        "does not go with anyCards",
    ),
    (one_hand(holdem()), "showdown.bestHand[0]", "all hole cards, 2 at the most, not 5"),
    (
        one_hand(
            game(
                deal("player", cards(4)),
                step("discard", {"cards": [cards(3)]}),
                deal("community", cards(5, "face up")),
                bet("small"),
            ),
            holeCards=2,
            communityCards=3,
        ),
        "showdown.bestHand[0]",
        "2 hole cards are used, but players have 1 at the most",
    ),
    (
        draw(step("discard", {"cards": [cards(2, min_number=1)]})),
        "showdown.bestHand[0].anyCards",
        "at most 4",
    ),
    # Forced bets.
    (change(holdem(), "gamePlay[0]", deal("player", cards(1))), "gamePlay", "nothing to play for"),
    (
        game(bet("blinds"), bet("blinds"), deal("player", cards(5)), bet("small")),
        "gamePlay[1].bet.type",
        '"blinds" must be there once only, not twice',
    ),
    (
        game(deal("player", cards(5)), bet("small"), bet("blinds"), bet("big")),
        "gamePlay[2].bet.type",
        '"blinds" must come before the first betting round, gamePlay[1].bet',
    ),
    (
        one_hand(holdem(), holeCards=2, communityCards=2),
        "showdown.bestHand[0]",
        "4 cards form the hand",
    ),
    (
        one_hand(holdem(), holeCards=3, communityCards=2),
        "showdown.bestHand[0]",
        "players have 2 at the most",
    ),
    (
        one_hand(draw(), holeCards=2, communityCards=3),
        "showdown.bestHand[0]",
        "there are 0 at the most",
    ),
    (
        one_hand(boards(), holeCards=2, communityCardSelectCombinations=[[["Board 1", 3, 1]]]),
        "showdown.bestHand[0].communityCardSelectCombinations[0][0]",
        "3, are more than the most, 1",
    ),
    (
        one_hand(
            boards(),
            anyCards=5,
            communityCardsAllowed=[{"subsets": ["Board 1", "Board 2"], "indices": [0]}],
        ),
        "showdown.bestHand[0].communityCardsAllowed[0].indices",
        "each of the 2 subsets, not 1",
    ),
    (
        one_hand(holdem(), anyCards=5, qualifier=[11, 1]),
        "showdown.bestHand[0].qualifier",
        'rank 11 does not exist; "high" has 1 to 10',
    ),
    (
        one_hand(holdem(), anyCards=5, qualifier=[8, 859]),
        "showdown.bestHand[0].qualifier",
        "rank 8 has only 858 places, not 859",
    ),
    (
        one_hand(holdem(), anyCards=5, usesUnusedFrom="High"),
        "showdown.bestHand[0].usesUnusedFrom",
        'no earlier hand "High"',
    ),
    (
        one_hand(holdem(), anyCards=5, wildCards=[{"type": "rank", "rank": "2"}]),
        "showdown.bestHand[0].evaluationType",
        "ranks no wild cards",
    ),
    (
        change(holdem(), "deck.jokers", 1),
        "showdown.bestHand[0].evaluationType",
        "ranks no jokers",
    ),
    (
        change(holdem(), "showdown.bestHand[0].evaluationType", "36card_ffh_high"),
        "showdown.bestHand[0].evaluationType",
        "cannot rank all cards of a standard deck",
    ),
    (
        change(holdem(), "showdown.classification_priority", ["face", "foot"]),
        "showdown.classification_priority",
        '"face" and "butt", not foot',
    ),
    # Defaults.
    (
        change(
            holdem(),
            "showdown.globalDefaultAction",
            {"condition": "no_qualifier_met", "action": {"type": "best_hand"}},
        ),
        "showdown.globalDefaultAction.bestHand",
        "is missing",
    ),
    (
        change(
            holdem(),
            "showdown.defaultActions",
            [
                {
                    "condition": "no_qualifier_met",
                    "action": {"type": "evaluate_special"},
                    "appliesTo": ["Low"],
                }
            ],
        ),
        "showdown.defaultActions[0].action.evaluation",
        "is missing",
    ),
    (
        change(
            holdem(),
            "showdown.defaultActions",
            [{"condition": "no_qualifier_met", "action": "split_pot", "appliesTo": ["Low"]}],
        ),
        "showdown.defaultActions[0].appliesTo[0]",
        'there is no hand "Low"',
    ),
]


@pytest.mark.parametrize(("data", "path", "message"), WRONG, ids=[case[1] for case in WRONG])
def test_errors(data: Json, path: str, message: str) -> None:
    found = errors(data)
    assert path in found, found
    assert message in found[path]


WILD = {"evaluationType": "high_wild_bug", "anyCards": 5}


@pytest.mark.parametrize(
    ("rule", "key", "message"),
    [
        ({"type": "rank"}, "rank", "is missing"),
        ({"type": "rank", "rank": "1"}, "rank", '"2", "3"'),
        ({"type": "follow_card"}, "trigger_rank", "is missing"),
        ({"type": "joker"}, "type", "deck.jokers is 0"),
        ({"type": "lowest_hole", "role": "conditional"}, "condition", "is missing"),
        ({"type": "lowest_community", "subset": "X"}, "subset", 'the subset "X"'),
    ],
)
def test_errors_of_wild_cards(rule: Json, key: str, message: str) -> None:
    in_hand = change(holdem(), "showdown.bestHand", [WILD | {"wildCards": [rule]}])
    assert message in errors(in_hand)[f"showdown.bestHand[0].wildCards[0].{key}"]
    in_deal = change(holdem(), "showdown.bestHand", [WILD])
    in_deal["gamePlay"][1]["deal"]["wildCards"] = [rule]
    assert message in errors(in_deal)[f"gamePlay[1].deal.wildCards[0].{key}"]


def test_ranks_that_the_deck_lacks() -> None:
    data = change(holdem(), "deck", {"type": "short_6a", "cards": 36})
    hand = {"evaluationType": "36card_ffh_high_wild_bug", "anyCards": 5}
    rule = {"type": "rank", "rank": "2"}
    data = change(data, "showdown.bestHand", [hand | {"wildCards": [rule]}])
    found = errors(data)["showdown.bestHand[0].wildCards[0].rank"]
    assert found == '"2" is no rank of a short_6a deck'


def test_all_problems_come_at_once() -> None:
    data = change(holdem(), "players.max", 1)
    data = change(data, "deck.cards", "many")
    data = change(data, "gamePlay[3].deal.cards[0].number", -1)
    with pytest.raises(ConfigurationError) as caught:
        load(data)
    assert [problem.path for problem in caught.value.problems] == [
        "players.max",
        "deck.cards",
        "gamePlay[3].deal.cards[0].number",
    ]
    assert str(caught.value).startswith("the game has 3 errors:\n  players.max: must be")
    assert isinstance(caught.value, SetupError) and isinstance(caught.value, ValueError)


@pytest.mark.parametrize("value", [None, 5, "text", [], True])
def test_what_is_no_object(value: Any) -> None:
    configuration, (problem,) = examine(value)
    assert configuration is None and "must be an object with" in problem.message


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [('{"game": }', 1, 10), ('{\n "game": "x",\n}', 3, 1), ("", 1, 1), ('{"a": 1} {', 1, 10)],
)
def test_text_that_is_no_json(text: str, line: int, column: int) -> None:
    configuration, (problem,) = find_problems(text)
    assert configuration is None
    assert (problem.line, problem.column) == (line, column)
    assert str(problem).startswith(f"error: line {line}, column {column}: is no JSON")
    assert problem.to_dict()["line"] == line


@pytest.mark.parametrize("text", [b"\xff\xfe", '{"game": NaN}', "[" * 100_000])
def test_text_that_cannot_be_read(text: str | bytes) -> None:
    configuration, (problem,) = find_problems(text)
    assert configuration is None and problem.is_error


def test_a_byte_order_mark_is_no_problem() -> None:
    _, problems = find_problems(b'\xef\xbb\xbf{"game": "x"}')
    assert [problem.path for problem in problems][:1] == ["players"]


def test_keys_that_are_there_twice() -> None:
    text = '{"game": "x", "players": {"min": 2, "max": 3, "max": 4}, "game": "y"}'
    _, problems = find_problems(text)
    twice = [problem.path for problem in problems if "more than once" in problem.message]
    assert twice == ["game", "players.max"]


def test_players_and_deck_are_checked_in_a_game_that_is_wrong_elsewhere() -> None:
    data = {"game": "X", "players": {"min": 5, "max": 4}, "deck": {"type": "standard", "cards": 51}}
    _, problems = find_problems(json.dumps(data))
    found = {problem.path for problem in problems}
    assert {"players.max", "deck.cards", "gamePlay", "showdown"} <= found


@pytest.mark.parametrize(
    ("data", "path", "hint"),
    [
        (one_hand(holdem(), evaluationType="low"), "evaluationType", '"a5_low"?'),
        (one_hand(holdem(), evaluationType="poker"), "evaluationType", '"high"?'),
        (change(holdem(), "gamePlay[1].deal.location", "hole"), "location", '"player"?'),
        (change(holdem(), "gamePlay[3].deal.location", "board"), "location", '"community"?'),
        (change(holdem(), "gamePlay[3].deal.cards[0].state", "up"), "state", '"face up"?'),
        (change(holdem(), "bettingStructures", ["NL"]), "bettingStructures[0]", '"No Limit"?'),
        (wild_rank("10"), "rank", '"T"?'),
        (wild_rank(10), "rank", '"T"?'),
        (wild_rank(2), "rank", '"2"?'),
    ],
)
def test_other_words_for_the_same_are_understood(data: Json, path: str, hint: str) -> None:
    found = [problem for problem in examine(data)[1] if problem.path.endswith(path)]
    assert [problem.message.partition("; did you mean ")[2] for problem in found] == [hint]


def test_no_key_is_suggested_that_means_something_else() -> None:
    rule = {"type": "rank", "rank": "2", "suit": "s"}
    data = one_hand(holdem(), evaluationType="high_wild_bug", anyCards=5, wildCards=[rule])
    (problem,) = examine(data)[1]
    assert problem.path.endswith("wildCards[0].suit")
    assert "its keys are" in problem.message and "did you mean" not in problem.message


def test_the_ranking_with_wild_cards_is_named() -> None:
    rule = {"type": "rank", "rank": "2"}
    (problem,) = examine(one_hand(holdem(), anyCards=5, wildCards=[rule]))[1]
    assert problem.message == '"high" ranks no wild cards; "high_wild_bug" does'
