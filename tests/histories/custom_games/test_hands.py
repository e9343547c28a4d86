"""Small hands of games that are configurations: one for each kind of action."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from croupier.errors import ParseError, ReplayError, UnsupportedError
from croupier.games import load
from croupier.games.configuration import Configuration
from croupier.games.configuration.custom_game import CustomGame
from croupier.histories import HandHistory, check, check_all, read_all
from croupier.state import Automation

from .playing import BET, FIVE, HIGH, LOW, Json, cards, deal, game, make

ACES = "d dh p1 AsAhAdKsKh"
NINE = "d dh p2 2c3d5h7s9c"
CHECKED = ("p2 cc", "p1 cc")
SHOWN = ("p1 sm AsAhAdKsKh", "p2 sm")
TWO = ("d dh p1 AsAh", "d dh p2 2c3d")
PAIR = deal("player", cards(2))
BOARD = deal("community", cards(3, "face up"))


class Vector(NamedTuple):
    """A hand, how it ends, and something that must be so then."""

    data: Json
    actions: tuple[str, ...]
    stacks: tuple[int, ...]
    attribute: str = "status"
    value: Any = False
    starting: tuple[int, ...] = (20, 20)
    stakes: Mapping[str, int] = MappingProxyType({"small_bet": 2})


def step(kind: str, **value: Any) -> Json:
    return {kind: value}


BUY = step(
    "buy",
    cards=[
        cards(1, "face up", cost={"type": "fixed", "amount": "small_bet"}, discard_first=True),
    ],
)
SEPARATE = step(
    "separate", cards=[{"hole_subset": "Two", "number": 2}, {"hole_subset": "Three", "number": 3}]
)
DECLARE = step("declare", options=["high", "low", "high_low"], simultaneous=True, per_pot=True)
REMOVE = step(
    "remove",
    type="subset",
    criteria="lowest_river_card_unless_all_same",
    subsets=["Top", "Bottom"],
)
EITHER = {
    "evaluationType": "high",
    "combinations": [
        {"holeCards": 2, "communityCards": 3, "community_subset": name}
        for name in ("Top", "Bottom")
    ],
}
TWO_BOARDS = deal(
    "community", cards(5, "face up", subset="Top"), cards(5, "face up", subset="Bottom")
)
MATCHING = step(
    "discard",
    cards=[
        {
            "rule": "matching ranks",
            "subset": "Out",
            "discardLocation": "community",
            "discardSubset": "Out",
        }
    ],
)
OUT = deal("community", cards(3, "face up", subset="Out"))

VECTORS = {
    "expose": Vector(
        game(FIVE, step("expose", cards=[cards(2, min_number=1)]), BET),
        (ACES, NINE, "p1 ex Ks", "p2 ex 7s9c", *CHECKED, *SHOWN),
        (22, 18),
        "hole_card_statuses",
        [[True] * 5, []],
    ),
    "expose nothing": Vector(
        game(FIVE, step("expose", cards=[cards(1, min_number=0)]), BET),
        (ACES, NINE, "p1 ex", "p2 ex 9c", *CHECKED, *SHOWN),
        (22, 18),
    ),
    "pass": Vector(
        game(FIVE, step("pass", cards=[cards(3, direction="left")]), BET),
        (
            *(ACES, NINE, "p1 ps AsAhAd", "p2 ps 2c3d5h", *CHECKED),
            *("p1 sm KsKh2c3d5h", "p2 sm 7s9cAsAhAd"),
        ),
        (18, 22),
    ),
    "separate": Vector(
        game(FIVE, SEPARATE, BET),
        (ACES, NINE, "p1 sp KsKh AsAhAd", "p2 sp 9c2c 3d5h7s", *CHECKED, *SHOWN),
        (22, 18),
        "hole_card_subsets",
        [["Three", "Three", "Three", "Two", "Two"], []],
    ),
    "declare": Vector(
        game(FIVE, BET, DECLARE, hands=(HIGH, LOW)),
        (ACES, NINE, *CHECKED, "p1 dc high", "p2 dc low", SHOWN[0], "p2 sm 2c3d5h7s9c"),
        (20, 20),
        "declarations",
        ["high", "low"],
    ),
    "declare for each pot": Vector(
        # The main pot of twelve is for all; of the other, eight, the last two play alone.
        game(FIVE, BET, DECLARE, hands=(HIGH, LOW), bettingStructures=["Limit"]),
        (
            *(ACES, NINE, "d dh p3 KcKdQsQh4h", "p3 cbr 4", "p1 cc", "p2 cbr 6", "p3 cbr 8"),
            *("p2 cc", "p1 dc high", "p2 dc low low", "p3 dc low high"),
            *("p1 sm AsAhAdKsKh", "p2 sm 2c3d5h7s9c", "p3 sm KcKdQsQh4h"),
        ),
        (6, 22, 16),
        "declarations",
        ["high", "low", "low"],
        starting=(4, 20, 20),
    ),
    "choose": Vector(
        game(
            FIVE,
            step("choose", possible_values=["High", "Low hand"], value="Goal", chooser="dealer"),
            BET,
        ),
        (ACES, NINE, "p2 ch Low hand", *CHECKED, *SHOWN),
        (22, 18),
        "choices",
        {"Goal": "Low hand"},
    ),
    "buy": Vector(
        game(FIVE, BET, BUY),
        (
            *(ACES, NINE, *CHECKED, "p1 by Kh", "d dh p1 Kd", "p2 by -"),
            *("p1 sm AsAhAdKsKd", "p2 sm"),
        ),
        (22, 18),
    ),
    "protect": Vector(
        game(
            deal("player", cards(4)),
            deal("player", cards(1, protection_option={"cost": "fee"})),
            BET,
        ),
        (
            *("d dh p1 AsAhAdKs", "d dh p2 2c3d5h7s", "d dh p1 Kh", "d dh p2 9c"),
            *("p1 pr -", "p2 pr", *CHECKED, *SHOWN),
        ),
        (23, 17),
        stakes={"small_bet": 2, "fee": 1},
    ),
    "replace": Vector(
        game(
            PAIR,
            BOARD,
            step(
                "replaceCommunity",
                cardsToReplace=2,
                order="clockwise",
                startingFrom="left_of_dealer",
            ),
            BET,
        ),
        (
            *(*TWO, "d db 4c5d6h", "p1 rb 4c5d", "d db AdAc", "p2 rb AdAc", "d db 4h5s"),
            *(*CHECKED, "p1 sm AsAh", "p2 sm 2c3d"),
        ),
        (18, 22),
    ),
    "roll": Vector(
        game(FIVE, step("roll_die", dice=2, subset="Dice"), BET),
        (ACES, NINE, "d rd 3 5", *CHECKED, *SHOWN),
        (22, 18),
        "dice",
        [("Dice", 3), ("Dice", 5)],
    ),
    "remove": Vector(
        # The first board has the lower last card: without it, there is a straight.
        game(PAIR, TWO_BOARDS, REMOVE, BET, hands=(EITHER,)),
        (*TWO, "d db AdAc9d9h3c4c5d6hTsKd", "d rm", *CHECKED, "p1 sm AsAh", "p2 sm 2c3d"),
        (18, 22),
    ),
    "draw": Vector(
        game(FIVE, step("draw", cards=[cards(3)]), BET),
        (ACES, NINE, "p1 sd", "p2 sd 2c9c", "d dh p2 4s6s", *CHECKED, *SHOWN),
        (22, 18),
    ),
    "discard face up": Vector(
        game(FIVE, step("discard", cards=[cards(1, "face up")]), BET, deal("player", cards(1))),
        (
            *(ACES, NINE, "p1 sd Kh", "p2 sd 9c", *CHECKED, "d dh p1 Kd", "d dh p2 Ts"),
            *("p1 sm AsAhAdKsKd", "p2 sm"),
        ),
        (22, 18),
    ),
    "discard to the board": Vector(
        game(FIVE, OUT, MATCHING, BET),
        (
            *(ACES, NINE, "d db Kc2d4d", "p1 sd KsKh", "p2 sd 2c", *CHECKED),
            *("p1 sm AsAhAd", "p2 sm"),
        ),
        (22, 18),
    ),
    "board face down": Vector(
        game(PAIR, deal("community", cards(3)), BET),
        (*TWO, "d db AdKsKh", *CHECKED, "p1 sm AsAh", "p2 sm"),
        (22, 18),
    ),
    "burn": Vector(
        game(PAIR, BOARD, BET, deck={"type": "standard", "cards": 52, "burn": True}),
        (*TWO, "d db AdKsKh", *CHECKED, "p1 sm AsAh", "p2 sm"),
        (22, 18),
    ),
    "joker": Vector(
        game(
            FIVE,
            BET,
            deck={"type": "standard", "cards": 52, "jokers": 1},
            hands=({"evaluationType": "high_wild_bug", "anyCards": 5},),
        ),
        (
            *("d dh p1 AsAhAdKsQh", "d dh p2 2c2d2h2s*s", *CHECKED),
            *("p1 sm AsAhAdKsQh", "p2 sm 2c2d2h2s*s"),
        ),
        (18, 22),
    ),
    "unknown cards": Vector(
        game(FIVE, step("pass", cards=[cards(3, direction="left")]), BET),
        (
            *("d dh p1 ??????????", NINE, "p1 ps ??????", "p2 ps 2c3d5h", *CHECKED),
            *("p1 sm KsKh2c3d5h", "p2 sm 7s9cAsAhAd"),
        ),
        (18, 22),
    ),
}


def vector(name: str, **more: Any) -> HandHistory:
    found = VECTORS[name]
    return make(
        found.data, *found.actions, stacks=found.starting, stakes=dict(found.stakes), **more
    )


@pytest.mark.parametrize("name", VECTORS)
def test_a_hand_is_played(name: str) -> None:
    history = vector(name)
    found = VECTORS[name]
    assert history.check() == []
    replay = history.replay(strict=True)
    state = replay.state
    assert not state.status
    assert tuple(state.stacks) == found.stacks
    assert getattr(state, found.attribute) == found.value
    *_, (last, action) = history.state_actions
    assert (last.stacks, action) == (state.stacks, found.actions[-1])


@pytest.mark.parametrize("name", VECTORS)
def test_a_hand_is_written_as_it_was(name: str) -> None:
    history = vector(name)
    text = history.dumps()
    again = HandHistory.loads(text, strict=True)
    assert again == history
    assert again.dumps() == text
    assert pickle.loads(pickle.dumps(again)) == again
    made = again.create_game()
    assert isinstance(made, CustomGame)
    recorded = HandHistory.from_game_state(made, again.replay().state)
    assert recorded.actions == history.actions
    assert recorded.replay(strict=True).state.stacks == again.replay().state.stacks
    for key in ("_stakes", "_structure"):
        assert recorded.user_defined_fields[key] == history.user_defined_fields[key]
    assert json.loads(recorded.user_defined_fields["_configuration"]) == VECTORS[name].data


def test_all_kinds_of_actions_are_here() -> None:
    kinds = {action.split()[1] for one in VECTORS.values() for action in one.actions}
    assert kinds >= {"ex", "ps", "sp", "dc", "ch", "by", "pr", "rb", "rd", "rm", "sd"}


def test_files_are_read_at_once(tmp_path: Path) -> None:
    hands = [vector(name) for name in VECTORS]
    for hand, found in zip(hands, VECTORS.values(), strict=True):
        hand.finishing_stacks = list(found.stacks)
    path = tmp_path / "hands.phhs"
    path.write_text(HandHistory.dumps_all(hands), encoding="utf-8")
    [batch] = read_all(path)
    assert batch.problems == []
    assert [one.stacks for one in batch] == [one.stacks for one in VECTORS.values()]
    assert {(one.variant, one.ended, one.repairs) for one in batch} == {("X:G", True, ())}
    assert set(batch.columns["finishing_check"].tolist()) == {0}
    assert batch.history(3).replay().state.stacks == hands[3].replay().state.stacks
    [survey] = check_all(path)
    assert survey.violations == []


def test_a_file_says_what_is_wrong(tmp_path: Path) -> None:
    good, unknown, refused = (vector("pass") for _ in range(3))
    unknown.user_defined_fields = {"_game": "raz", "_stakes": {"small_bet": 2}}
    refused.actions[2] = "p1 ex As"
    path = tmp_path / "hands.phhs"
    path.write_text(HandHistory.dumps_all([good, unknown, refused]), encoding="utf-8")
    [batch] = read_all(path)
    first, second = batch.problems
    assert (first.key, first.line) == ("2", 13)
    assert 'did you mean "razz"?' in first.message
    assert (second.key, second.action) == ("3", 3)
    assert "legal would be p1 ps with 3 cards" in second.message
    [survey] = check_all(path)
    assert [(one.hand, one.field, one.action) for one in survey.violations if one.is_error] == [
        ("2", "_game", None),
        ("3", "actions", 3),
    ]
    assert all(one.line and one.column for one in survey.violations)


# What is refused.


@pytest.mark.parametrize(
    ("name", "number", "action", "message"),
    [
        ("pass", 3, "p2 ps 2c3d5h", "p2 is not to decide this: p1 is; legal would be p1 ps with 3"),
        ("pass", 3, "p1 ps AsAh", "legal would be p1 ps with 3 cards"),
        ("pass", 3, "p1 ex As", "legal would be p1 ps with 3 cards"),
        ("pass", 3, "p9 ps AsAhAd", "there is no p9 among 2 players"),
        ("pass", 3, "p1 ps 2c3d5h", "does not hold the cards 2c3d5h"),
        ("expose", 3, "p1 ex", "legal would be p1 ex with 1 to 2 cards"),
        ("separate", 3, "p1 sp AsAh", "legal would be p1 sp with 5 cards"),
        ("declare", 5, "p1 cc", "legal would be p1 dc high or low or high_low"),
        ("choose", 3, "p2 ch Nothing", "legal would be p2 ch High or Low hand"),
        ("choose", 3, "p2 ch 3", "legal would be p2 ch High or Low hand"),
        ("buy", 5, "p1 by", "legal would be p1 by with 1 card for 2 or p1 by -"),
        ("protect", 5, "p1 cc", "legal would be p1 pr for 1 or p1 pr -"),
        ("replace", 4, "p1 rb 4c", "legal would be p1 rb with 2 cards"),
        ("roll", 3, "d rd 3", "legal would be d rd with 2 numbers"),
        ("remove", 3, "d rm", "legal would be d db with 1 to 10 cards"),
        ("expose", 5, "d rm", "no board is to be taken out of play now"),
        ("expose", 5, "p2 cbr 4.50", "more, or finer, than"),
        ("expose", 3, "p1 dc hihg", "'dc' is followed by high, low or high_low"),
        ("expose", 3, "p1 ex As Ks", "'ex' is followed by cards without spaces"),
        ("expose", 3, "p1 sp", "'sp' is followed by the cards of each subset"),
        ("expose", 3, "p1 ch # nothing", "'ch' is followed by what is chosen"),
        ("expose", 3, "p1 pr 5", "'pr' is followed by nothing"),
        ("expose", 3, "p1 by - -", "'by' is followed by the cards that are discarded"),
        ("expose", 3, "d rd 0", "'rd' is followed by numbers from 1 to 6"),
        ("expose", 3, "d rm Top", "'rm' is followed by nothing but a commentary"),
        ("expose", 3, "p1 xx", "in games of configurations st, ex, ps, sp, dc, ch, by, pr, rb"),
        ("expose", 3, "d xx", "'d rd NUMBERS' and 'd rm'"),
    ],
)
def test_wrong_actions(name: str, number: int, action: str, message: str) -> None:
    history = vector(name)
    history.actions[number - 1] = action
    for strict in (False, True):
        with pytest.raises(ReplayError) as caught:
            history.replay(strict=strict)
        assert message in str(caught.value)
        assert caught.value.action == number
    first = check(history.dumps())[0]
    assert message in first.message
    assert (first.action, first.field, first.line) == (number, "actions", 6)


def changed(**fields: Any) -> HandHistory:
    history = vector("pass")
    for name, value in fields.items():
        if not name.startswith("_"):
            setattr(history, name, value)
        elif value is None:
            del history.user_defined_fields[name]
        else:
            history.user_defined_fields[name] = value
    return history


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        ({"_configuration": None}, "_game", "is missing, and so is _configuration"),
        ({"_configuration": None, "_game": "hold 'm"}, "_game", "that comes with Croupier"),
        ({"_configuration": None, "_game": "./razz.json"}, "_game", "that comes with Croupier"),
        ({"_configuration": None, "_game": 7}, "_game", "must be the name of a game, not 7"),
        ({"_configuration": "{"}, "_configuration", "line 1, column 2: is no JSON"),
        ({"_configuration": {"game": "X"}}, "_configuration", "must be the JSON of a game"),
        ({"_configuration": "{}"}, "_configuration", "deck: is missing"),
        ({"_structure": "Spread"}, "_structure", 'is played with "Limit" or "No Limit"'),
        ({"_structure": 1}, "_structure", "must be the name of limits, not 1"),
        ({"_stakes": None}, "_stakes", "is missing; it must be a table"),
        ({"_stakes": 2}, "_stakes", "must be a table such as {small_bet = 2}, not 2"),
        ({"_stakes": {"smal_bet": 2}}, "_stakes", 'did you mean "small_bet"?'),
        ({"_stakes": {"small_bet": -2}}, "_stakes", "must be a whole number of chips, not -2"),
        ({"_stakes": {"small_bet": 2, "named_bets": 1}}, "_stakes", "a table of named_bets"),
        ({"_bring_in_option": "yes"}, "_bring_in_option", "must be true or false, not 'yes'"),
        ({"antes": [1, 1]}, "antes", "must be [0, 0], as the game and its stakes have it"),
        ({"blinds_or_straddles": [2, 4]}, "blinds_or_straddles", "must be [1, 2]"),
        ({"bring_in": 1}, "bring_in", "must be 0"),
        ({"small_bet": 3}, "small_bet", "must be 2"),
        ({"starting_stacks": [20] * 7, "antes": [0] * 7}, "starting_stacks", "2 to 6 players"),
    ],
)
def test_wrong_fields(fields: Json, field: str, message: str) -> None:
    history = changed(**fields)
    with pytest.raises(ParseError) as caught:
        history.create_state()
    assert str(caught.value).startswith(field)
    assert message in str(caught.value)
    found = check(history.dumps(), file="a.phh")[0]
    assert (found.field, found.severity) == (field, "error")
    assert message in found.message
    # What is missing is nowhere.
    assert (found.line is None) == ("is missing;" in message or "and so is" in message)


def test_chips_are_whole() -> None:
    history = changed(starting_stacks=[20, 20.5])
    with pytest.raises(ValueError, match="whole chips"):
        history.create_state()
    assert "must be integers" in history.check()[0].message


def test_bets_without_meaning_are_odd() -> None:
    (found,) = changed(min_bet=2).check()
    assert (found.severity, found.code, found.field) == ("warning", "superfluous", "min_bet")


def test_games_of_the_library_are_written_by_name() -> None:
    made = CustomGame(load("Razz"), "limit", {"small_bet": 4, "ante": 1})
    history = HandHistory.from_game_state(made, made(100, 3, seed=1))
    assert history.fields | {"actions": []} == {
        "variant": "X:G",
        "ante_trimming_status": True,
        "antes": [1, 1, 1],
        "bring_in": 2,
        "small_bet": 4,
        "big_bet": 8,
        "starting_stacks": [100, 100, 100],
        "actions": [],
        "_game": "razz",
        "_structure": "Limit",
        "_stakes": {"small_bet": 4, "ante": 1},
    }
    made = CustomGame(load("razz"), stakes={"small_bet": 4}, bring_in_option=True)
    history = HandHistory.from_game_state(made, made(100, 3, seed=1))
    assert history.user_defined_fields["_bring_in_option"] is True
    again = history.create_game()
    assert isinstance(again, CustomGame)
    assert again.bring_in_option


def test_a_game_of_the_same_name_is_not_that_of_the_library() -> None:
    data = VECTORS["pass"].data | {"game": "Razz"}
    made = CustomGame(load(data), stakes={"small_bet": 2})
    history = HandHistory.from_game_state(made, made(20, 2, seed=1))
    assert "_game" not in history.user_defined_fields
    assert json.loads(history.user_defined_fields["_configuration"]) == data
    # What counts is the configuration; a name beside it is a name.
    history.user_defined_fields["_game"] = "razz"
    assert history.replay().state.street_count == history.create_state().street_count == 1


def test_a_game_that_was_read_nowhere_is_not_written() -> None:
    found = load(VECTORS["pass"].data)
    fields = {name: getattr(found, name) for name in found.__dataclass_fields__ if name != "source"}
    made = CustomGame(Configuration(**fields), stakes={"small_bet": 2})
    with pytest.raises(UnsupportedError, match="was read from no file"):
        HandHistory.from_game_state(made, made(20, 2, seed=1))


def test_a_choice_with_a_mark_is_a_number() -> None:
    data = game(
        FIVE,
        step("choose", possible_values=["A#", "B#"], value="Goal", chooser="dealer"),
        BET,
    )
    made = CustomGame(load(data), "Limit", {"small_bet": 2})
    state = made(20, 2, seed=1)
    state.choose("B#", commentary="well")
    history = HandHistory.loads(HandHistory.from_game_state(made, state).dumps())
    assert history.actions[-1] == "p2 ch 2 # well"
    assert history.replay(strict=True).state.choices == {"Goal": "B#"}


# What is repaired.


def test_boards_are_removed_if_the_record_does_not_say_so() -> None:
    history = vector("remove")
    history.actions.remove("d rm")
    replay = history.replay()
    assert tuple(replay.state.stacks) == VECTORS["remove"].stacks
    assert [(one.kind, one.action) for one in replay.repairs] == [("missing-removal", 4)]
    with pytest.raises(ReplayError, match="legal would be d rm"):
        history.replay(strict=True)
    assert "legal would be d rm" in history.check()[0].message


def test_hands_that_are_known_are_shown() -> None:
    history = vector("pass")
    history.actions = [action for action in history.actions if " sm " not in action]
    replay = history.replay()
    assert tuple(replay.state.stacks) == VECTORS["pass"].stacks
    assert [one.kind for one in replay.repairs] == ["missing-show"] * 2


# Cards that are written together.


def record(*steps: Json) -> list[str]:
    """Deal these cards in turn to two players, and write it down."""
    automations = tuple(one for one in Automation if one is not Automation.HOLE_DEALING)
    stakes = {"small_bet": 2}
    made = CustomGame(load(game(*steps, BET)), "Limit", stakes, automations=automations)
    state = made(20, 2, seed=1)
    for number, rank in enumerate("23456789TJ"):
        state.deal_hole(f"{rank}c", number % 2)
    return HandHistory.from_game_state(made, state).actions


def test_cards_of_different_steps_stay_apart() -> None:
    assert record(deal("player", cards(3)), deal("player", cards(2))) == [
        *("d dh p1 2c4c6c", "d dh p2 3c5c7c"),
        *("d dh p1 8cTc", "d dh p2 9cJc"),
    ]


def test_cards_face_up_keep_their_order() -> None:
    # In some games the card after a queen is wild.
    assert record(deal("player", cards(3), cards(2, "face up"))) == [
        *("d dh p1 2c4c6c8c", "d dh p2 3c5c7c9c"),
        *("d dh p1 Tc", "d dh p2 Jc"),
    ]
    assert record(deal("player", cards(4), cards(1, "face up"))) == [
        *("d dh p1 2c4c6c8cTc", "d dh p2 3c5c7c9cJc"),
    ]


def test_actions_can_be_written_one_by_one() -> None:
    made = CustomGame(load("razz"), stakes={"small_bet": 4})
    state = made(100, 2, seed=1)
    single = HandHistory.from_game_state(made, state, False)
    assert len(single.actions) == 6
    assert len(HandHistory.from_game_state(made, state).actions) == 2
    assert single.replay(strict=True).state.operations == state.operations
