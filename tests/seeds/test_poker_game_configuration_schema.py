"""The game configuration schema, in the order of its document."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from croupier import rankings
from croupier.games import load
from croupier.games.configuration.names import ActionType, Role, WildType
from croupier.state import State
from games.build import (
    REMOVED,
    Json,
    bet,
    cards,
    change,
    deal,
    draw,
    errors,
    examine,
    game,
    holdem,
    read,
    step,
    stud,
)
from games.stories import accept, board, check_around, held, refuse, shown, start
from games.stories import deal as give
from reference.qualifiers import COMMON

from .configured import PLACES, boards, choosing_cards, defaulting, hand, passing, removing, wild
from .documents import (
    fenced_blocks,
    markdown_sections,
    markdown_tables,
    read_document,
    sections_of,
)

DOCUMENT = "poker-game-configuration-schema.md"
TEXT, INTEGER, OBJECT, BOOLEAN = "String", "Integer", "Object", "Boolean"
TEXTS, INTEGERS, OBJECTS = "Array of Strings", "Array of Integers", "Array of Objects"
COUNTS, HANDS = "Integer or Array of Integers", "Array of Best Hand Objects"

# The tables of the document: each field with its type, and whether it is required.
TABLES: dict[str, dict[str, tuple[str, bool]]] = {
    "Root Object": {
        "game": (TEXT, True),
        "references": (TEXTS, False),
        "players": (OBJECT, True),
        "deck": (OBJECT, True),
        "bettingStructures": (TEXTS, True),
        "forcedBets": (OBJECT, False),
        "gamePlay": (OBJECTS, True),
        "showdown": (OBJECT, True),
    },
    "Players Object": {"min": (INTEGER, True), "max": (INTEGER, True)},
    "Deck Object": {"type": (TEXT, True), "cards": (INTEGER, True)},
    "Forced Bets Object": {
        "style": (TEXT, True),
        "rule": (TEXT, True),
        "variation": (TEXT, False),
    },
    "Game Play Array": {
        "name": (TEXT, True),
        "bet": (OBJECT, False),
        "deal": (OBJECT, False),
        "draw": (OBJECT, False),
        "expose": (OBJECT, False),
        "pass": (OBJECT, False),
        "separate": (OBJECT, False),
        "discard": (OBJECT, False),
        "remove": (OBJECT, False),
        "showdown": (OBJECT, False),
    },
    "Deal Object": {"location": (TEXT, True), "cards": (OBJECTS, True)},
    "Deal Object, cards": {
        "number": (INTEGER, True),
        "state": (TEXT, True),
        "subset": (TEXT, False),
    },
    "Draw Object": {"cards": (OBJECTS, True)},
    "Draw Object, cards": {
        "number": (INTEGER, True),
        "min_number": (INTEGER, False),
        "state": (TEXT, True),
        "subset": (TEXT, False),
        "draw_amount": (OBJECT, False),
    },
    "Draw Amount Object": {"relative_to": (TEXT, True), "amount": (INTEGER, True)},
    "Discard Object": {"cards": (OBJECTS, True)},
    "Discard Object, cards": {
        "rule": (TEXT, False),
        "subset": (TEXT, False),
        "number": (INTEGER, False),
        "state": (TEXT, False),
    },
    "Expose Object": {"cards": (OBJECTS, True)},
    "Expose Object, cards": {"number": (INTEGER, True), "state": (TEXT, True)},
    "Pass Object": {"cards": (OBJECTS, True)},
    "Pass Object, cards": {
        "number": (INTEGER, True),
        "direction": (TEXT, True),
        "state": (TEXT, True),
    },
    "Separate Object": {"cards": (OBJECTS, True)},
    "Separate Object, cards": {"subset": (TEXT, True), "number": (INTEGER, True)},
    "Showdown Object": {"type": (TEXT, True)},
    "Showdown Object of the game": {
        "order": (TEXT, True),
        "startingFrom": (TEXT, True),
        "cardsRequired": (TEXT, True),
        "bestHand": (OBJECTS, True),
        "defaultAction": (OBJECT, False),
    },
    "Best Hand Object": {
        "name": (TEXT, False),
        "evaluationType": (TEXT, True),
        "holeCards": (COUNTS, False),
        "communityCards": (COUNTS, False),
        "anyCards": (INTEGER, False),
        "holeCardsAllowed": (OBJECTS, False),
        "communityCardsAllowed": (OBJECTS, False),
        "communitySubsetsAllowed": (TEXTS, False),
        "subset": (TEXT, False),
        "wildCard": (OBJECT, False),
        "qualifier": (INTEGERS, False),
        "padding": (BOOLEAN, False),
        "minimumCards": (INTEGER, False),
    },
    "Card Subset Allowed Object": {"subsets": (TEXTS, True), "indices": (INTEGERS, False)},
    "Wild Card Object": {"communityCards": (TEXT, False), "otherCards": (TEXT, False)},
    "Default Action Object": {
        "condition": (TEXT, True),
        "action": (TEXT, True),
        "bestHand": (HANDS, False),
    },
}
# Values that are of none of the types of a field.
WRONG: dict[str, list[Any]] = {
    TEXT: [5, 1.5, True, {}, [5], None],
    INTEGER: ["x", 1.5, True, {}, [5], None],
    OBJECT: [5, "x", 1.5, True, [5], None],
    BOOLEAN: [5, "x", 1.5, {}, [True], None],
    TEXTS: [5, "x", 1.5, True, {}, [5], None],
    INTEGERS: [5, "x", 1.5, True, {}, ["x"], None],
    OBJECTS: [5, "x", 1.5, True, {}, [5], [], None],
    COUNTS: ["x", 1.5, True, {}, ["x"], [], None],
    HANDS: [5, "x", 1.5, True, {}, [5], [], None],
}
# What differs, with its reason in docs/games/configuration.md: nothing depends on these.
NOT_REQUIRED = {
    ("Draw Object, cards", "state"),
    ("Expose Object, cards", "state"),
    ("Pass Object, cards", "state"),
    ("Showdown Object of the game", "order"),
    ("Showdown Object of the game", "startingFrom"),
    ("Showdown Object of the game", "cardsRequired"),
}
# These are needed in the games of this module, where other fields refer to them.
REQUIRED_HERE = {
    ("Root Object", "forcedBets"),
    ("Game Play Array", "deal"),
    ("Discard Object, cards", "rule"),
    ("Discard Object, cards", "subset"),
    ("Wild Card Object", "communityCards"),
    ("Default Action Object", "bestHand"),
}
FIELDS = [(name, field) for name, fields in TABLES.items() for field in fields]


def place_of(name: str, field: str) -> str:
    return f"{PLACES[name][1]}.{field}".lstrip(".")


def test_the_sections_are_those_of_the_document() -> None:
    assert sections_of(__file__) == markdown_sections(read_document(DOCUMENT))


def test_the_tables_are_those_of_the_document() -> None:
    tables = markdown_tables(read_document(DOCUMENT))
    found = [{row[0].strip("*"): (row[2], row[4] == "Yes") for row in table} for table in tables]
    assert found == list(TABLES.values()) and list(TABLES) == list(PLACES)


@pytest.mark.parametrize("name", PLACES)
def test_the_games_of_this_module_are_right(name: str) -> None:
    assert read(PLACES[name][0])


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_a_field_is_required_or_not(name: str, field: str) -> None:
    data, _ = PLACES[name]
    try:
        changed = change(data, place_of(name, field), REMOVED)
    except KeyError:
        # The game does without.
        assert not TABLES[name][field][1]
        return
    needed = TABLES[name][field][1] or (name, field) in REQUIRED_HERE
    assert bool(errors(changed)) == (needed and (name, field) not in NOT_REQUIRED)


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_a_field_has_its_type_and_no_other(name: str, field: str) -> None:
    data, _ = PLACES[name]
    path = place_of(name, field)
    for value in WRONG[TABLES[name][field][0]]:
        found = errors(change(data, path, value))
        assert any(place.startswith(path) for place in found), (value, found)


def test_unknown_fields_are_errors() -> None:
    for name, (data, path) in PLACES.items():
        unknown = f"{path}.unknown".lstrip(".")
        found = errors(change(data, unknown, 1))
        assert any("is no key of this object" in message for message in found.values()), name


# Section: Poker Game Configuration Schema
# Section: Root Object


def test_references_are_optional_links() -> None:
    links = ["https://example.org/one", "https://example.org/two"]
    assert [each.url for each in read(holdem() | {"references": links}).references] == links
    assert read(holdem()).references == ()


def test_the_fields_of_the_root_are_read() -> None:
    found = read(PLACES["Root Object"][0])
    assert found.name == "Test" and len(found.structures) == 3
    assert len(found.steps) == len(PLACES["Root Object"][0]["gamePlay"])


# Section: Players Object


@pytest.mark.parametrize(("fewest", "most"), [(2, 2), (2, 9), (6, 6)])
def test_players(fewest: int, most: int) -> None:
    found = read(change(holdem(), "players", {"min": fewest, "max": most})).players
    assert (found.minimum, found.maximum) == (fewest, most)


def test_fewer_players_at_most_than_at_least() -> None:
    assert errors(change(holdem(), "players", {"min": 5, "max": 4}))


# Section: Deck Object
# Section: Deck Types


@pytest.mark.parametrize(
    ("kind", "size", "ranks"),
    [
        ("standard", 52, "23456789TJQKA"),
        ("short_6a", 36, "6789TJQKA"),
        ("short_ta", 20, "TJQKA"),
    ],
)
def test_decks_have_their_cards(kind: str, size: int, ranks: str) -> None:
    data = game(
        deal("player", cards(2)),
        bet("small"),
        hands=[{"evaluationType": "two_card_high", "anyCards": 2}],
        deck={"type": kind, "cards": size},
    )
    deck = load(data).create_state("Limit", {"small_bet": 10}, 500, 2).deck
    assert {repr(card) for card in deck} == {rank + suit for rank in ranks for suit in "cdhs"}
    assert len(deck) == size
    # The number should match.
    assert "deck.cards" in errors(change(data, "deck.cards", size - 1))


# Section: Forced Bets Object


@pytest.mark.parametrize("style", ["bring-in", "blinds", "antes"])
def test_styles_of_forced_bets(style: str) -> None:
    data = {
        "bring-in": stud(),
        "blinds": holdem() | {"forcedBets": {"style": "blinds"}},
        "antes": draw(bet("antes"), forcedBets={"style": "antes"}),
    }[style]
    if style == "antes":
        data["gamePlay"] = [bet("antes"), *data["gamePlay"][:2], data["gamePlay"][-1]]
    state = load(data).create_state("Limit", {"small_bet": 10}, 500, 3)
    assert (state.bring_in > 0, any(state.blinds_or_straddles), any(state.antes)) == {
        "bring-in": (True, False, True),
        "blinds": (False, True, False),
        "antes": (False, False, True),
    }[style]


def test_a_rule_is_needed_only_for_bring_ins() -> None:
    assert read(holdem() | {"forcedBets": {"style": "blinds"}})
    assert "forcedBets.rule" in errors(change(stud(), "forcedBets.rule", REMOVED))


@pytest.mark.parametrize(
    ("rule", "opener"),
    [("high card", 1), ("low card", 2), ("high card ah", 0), ("low card al", 0)],
)
def test_rules_of_the_bring_in(rule: str, opener: int) -> None:
    # An ace, a king and a deuce lie open; without a word an ace is low in high cards, and high
    # in low ones.
    state = start(change(stud(), "forcedBets.rule", rule))
    for index, card in enumerate(("As", "Kd", "2c")):
        state.deal_hole("????", index)
        state.deal_hole(card, index)
    assert state.actor_index == opener


def test_the_variation_of_the_bring_in() -> None:
    data = change(stud(), "forcedBets.variation", "a5 low high")
    assert str(read(data).forced_bets.variation) == "a5 low high"
    assert "forcedBets.variation" in errors(change(data, "forcedBets.variation", "other"))


# Section: Game Play Array

STEPS = {
    "bet": holdem(),
    "deal": holdem(),
    "draw": PLACES["Draw Object"][0],
    "expose": PLACES["Expose Object"][0],
    "pass": PLACES["Pass Object"][0],
    "separate": PLACES["Separate Object"][0],
    "discard": PLACES["Discard Object"][0],
    "remove": removing(),
    "showdown": holdem(),
}


def test_the_steps_are_those_of_the_table() -> None:
    assert ["name", *STEPS] == list(TABLES["Game Play Array"])


@pytest.mark.parametrize("kind", STEPS)
def test_a_step_is_read(kind: str) -> None:
    found = [name for each in read(STEPS[kind]).steps for name in each.actions]
    assert kind in found


def test_a_step_has_one_action() -> None:
    path = "gamePlay[1].bet"
    assert "gamePlay[1]" in errors(change(holdem(), path, {"type": "small"}))


# Section: Deal Object


def test_cards_are_dealt_to_players_and_to_the_board() -> None:
    data = game(
        deal("player", cards(1, "face up"), cards(2, "face down", subset="Hole")),
        bet("small"),
        deal("community", cards(5, "face up", subset="Board")),
        bet("big"),
    )
    state = start(data, players=2)
    give(state, "As", "Ks")
    give(state, "AdAh", "KdKh")
    assert [shown(state, index) for index in range(2)] == ["As", "Ks"]
    assert state.hole_card_subsets[0].count("Hole") == 2
    check_around(state)
    board(state, "2c3d4h5s7c")
    assert state.board_card_subsets == [("Board",)] * 5
    for path, wrong in (("location", "elsewhere"), ("cards[0].state", "sideways")):
        place = f"gamePlay[1].deal.{path}"
        assert place in errors(change(data, place, wrong))


# Section: Draw Object

FIVE = ("AsAd3h4h5h", "KsKd3c4c5c", "QsQd3d4d5d")


def drawing(**fields: Any) -> State:
    data = draw(step("draw", {"cards": [{"state": "face down", **fields}]}), bet("big"))
    state = start(data)
    give(state, *FIVE)
    check_around(state)
    return state


@pytest.mark.parametrize("number", range(5))
def test_any_number_of_cards_up_to_the_limit_is_drawn(number: int) -> None:
    state = drawing(number=4)
    accept(state, "stand_pat_or_discard", FIVE[0][: 2 * number])
    for _ in range(2):
        accept(state, "stand_pat_or_discard", "")
    if number:
        give(state, "7s8s9sTs"[: 2 * number])
    assert len(state.hole_cards[0]) == 5


def test_no_more_cards_than_that_are_drawn() -> None:
    refuse(drawing(number=4), "stand_pat_or_discard", FIVE[0])


def test_a_least_number_of_cards_is_drawn() -> None:
    state = drawing(number=3, min_number=2)
    refuse(state, "stand_pat_or_discard", "")
    refuse(state, "stand_pat_or_discard", "3h")
    accept(state, "stand_pat_or_discard", "3h4h")


# Section: Draw Amount Object

DRAW_AMOUNT = '{"draw_amount": {"relative_to": "discard", "amount": -1}}'


def test_four_cards_go_and_three_come() -> None:
    state = drawing(number=4, min_number=1, **json.loads(DRAW_AMOUNT))
    accept(state, "stand_pat_or_discard", "Ad3h4h5h")
    accept(state, "stand_pat_or_discard", "5c")
    accept(state, "stand_pat_or_discard", "3d4d")
    give(state, "7s8s9s", "", "Ts")
    assert [len(hole) for hole in state.hole_cards] == [4, 4, 4]


def test_amounts_are_relative_to_discards_only() -> None:
    path = "gamePlay[3].draw.cards[0].draw_amount.relative_to"
    assert path in errors(change(PLACES["Draw Object"][0], path, "pot"))


# Section: Discard Object


def test_a_discard_face_up_appears_to_all_players() -> None:
    for state_of_cards, visible in (("face up", True), ("face down", False)):
        state = start(draw(step("discard", {"cards": [cards(1, state_of_cards)]}), bet("big")))
        give(state, *FIVE)
        check_around(state)
        accept(state, "stand_pat_or_discard", "3h")
        assert [("3h" in repr(state.observe(index).operations)) for index in (1, 2)] == [
            visible
        ] * 2


def test_a_rule_says_which_cards_go() -> None:
    state = start(PLACES["Discard Object, cards"][0])
    give(state, "AsAd3h4h5h6h", "KsKd3c4c5c6c", "QsQd3d4d5d6d")
    check_around(state)
    for card in ("6h", "6c", "6d"):
        accept(state, "stand_pat_or_discard", card)
    board(state, "3s4s9s")
    refuse(state, "stand_pat_or_discard", "AsAd")
    accept(state, "stand_pat_or_discard", "3h4h")


# Section: Expose Object


def test_cards_are_exposed() -> None:
    state = start(PLACES["Expose Object"][0])
    give(state, *FIVE)
    check_around(state)
    refuse(state, "expose_cards", "As")
    for index, exposed in enumerate(("AsAd", "KsKd", "QsQd")):
        accept(state, "expose_cards", exposed)
        assert held(state, index) == FIVE[index]
    assert [shown(state, index) for index in range(3)] == ["AsAd", "KsKd", "QsQd"]


# Section: Pass Object

PASS = """{
    "pass": {
        "cards": [{"number": 1, "direction": "left", "state": "face down"}]
    }
}"""


@pytest.mark.parametrize(
    ("direction", "players", "receivers"),
    [("left", 4, [1, 2, 3, 0]), ("right", 4, [3, 0, 1, 2]), ("across", 4, [2, 3, 0, 1])],
)
def test_cards_are_passed(direction: str, players: int, receivers: list[int]) -> None:
    hands = (*FIVE, "JsJd3s4s5s")
    data = change(passing(), "gamePlay[3]", {"name": "Pass", **json.loads(PASS)})
    data = change(data, "gamePlay[3].pass.cards[0].direction", direction)
    state = start(data, players=players)
    give(state, *hands)
    check_around(state)
    for cards_of in hands:
        accept(state, "pass_cards", cards_of[:2])
    for giver, receiver in enumerate(receivers):
        assert held(state, receiver) == hands[receiver][2:] + hands[giver][:2]


# Section: Separate Object

SEPARATE = """{
    "separate": {
        "cards": [
            {"subset": "Hold'em", "number": 2},
            {"subset": "Super Hold'em", "number": 3}
        ]
    }
}"""


def test_a_hand_is_divided_into_subsets() -> None:
    state = start(draw({"name": "Separate", **json.loads(SEPARATE)}, bet("big")))
    give(state, *FIVE)
    check_around(state)
    refuse(state, "separate_cards", "AsAd3h4h")
    accept(state, "separate_cards", "4h5hAsAd3h")
    names = dict(zip(map(repr, state.hole_cards[0]), state.hole_card_subsets[0], strict=True))
    assert {card for card in names if names[card] == "Hold'em"} == {"4h", "5h"}
    assert {card for card in names if names[card] == "Super Hold'em"} == {"As", "Ad", "3h"}


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


# The blocks of the document

BLOCKS = [DRAW_AMOUNT, PASS, SEPARATE, COUNTS_TEXT, LOW_HAND, ALLOWED, WILD]


def test_the_blocks_are_those_of_the_document() -> None:
    found = []
    for block in fenced_blocks(read_document(DOCUMENT)):
        # Some are a member of an object without it; one has a slip, and no quotes.
        text = block.strip().rstrip(",").replace("2.3", "2, 3")
        text = re.sub(r"^(\w+):", r'"\1":', text, flags=re.MULTILINE)
        found.append(json.loads(text if text.startswith("{") else f"{{{text}}}"))
    assert found == [json.loads(block) for block in BLOCKS]


def test_problems_come_all_at_once() -> None:
    data = change(change(holdem(), "players.min", "x"), "deck.type", "tarot")
    _, problems = examine(data)
    assert {each.path for each in problems} == {"players.min", "deck.type"}
