"""The game configuration schema, in the order of its document."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from croupier.games import load
from croupier.state import State
from games.build import (
    FEW,
    REMOVED,
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

from .custom import PLACES, passing, removing
from .documents import (
    fenced_blocks,
    markdown_sections,
    markdown_tables,
    read_document,
    sections_of,
)
from .schema_tables import (
    BOOLEAN,
    COUNTS,
    HANDS,
    INTEGER,
    INTEGERS,
    OBJECT,
    OBJECTS,
    TABLES,
    TEXT,
    TEXTS,
)
from .test_poker_game_configuration_schema_hands import BLOCKS, DOCUMENT

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
    # Two hole cards alone are no hand of five.
    ("Best Hand Object", "anyCards"),
}
FIELDS = [(name, field) for name, fields in TABLES.items() for field in fields]


def place_of(name: str, field: str) -> str:
    return f"{PLACES[name][1]}.{field}".lstrip(".")


def test_the_sections_are_those_of_the_document() -> None:
    found = sections_of(__file__, "test_poker_game_configuration_schema_hands.py")
    assert found == markdown_sections(read_document(DOCUMENT))


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


def test_the_blocks_are_those_of_the_document() -> None:
    found = []
    for block in fenced_blocks(read_document(DOCUMENT)):
        # Some are a member of an object without it; one has a slip, and no quotes.
        text = block.strip().rstrip(",").replace("2.3", "2, 3")
        text = re.sub(r"^(\w+):", r'"\1":', text, flags=re.MULTILINE)
        found.append(json.loads(text if text.startswith("{") else f"{{{text}}}"))
    assert found == [json.loads(block) for block in (DRAW_AMOUNT, PASS, SEPARATE, *BLOCKS)]


# Section: Poker Game Configuration Schema
# Section: Root Object


def test_references_are_optional_links() -> None:
    links = ["https://docs.python.org/one", "https://docs.python.org/two"]
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
        discard = step("discard", {"cards": [cards(1, state_of_cards)]})
        state = start(draw(discard, bet("big"), hands=FEW))
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


def test_problems_come_all_at_once() -> None:
    data = change(change(holdem(), "players.min", "x"), "deck.type", "tarot")
    _, problems = examine(data)
    assert {each.path for each in problems} == {"players.min", "deck.type"}
