"""Declaring: what players play for, and what it wins them."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import RuleError
from croupier.state import State
from games.build import Json, bet, cards, draw, game, step
from games.build import deal as dealing
from games.stories import accept, check_around, deal, refuse, start

HIGH_AND_LOW = [
    {"name": "High Hand", "evaluationType": "high", "anyCards": 5},
    {"name": "Low Hand", "evaluationType": "a5_low", "anyCards": 5},
]
OPTIONS = ["high", "low", "high_low"]


def declare_game(**terms: Any) -> Json:
    rule = {"type": "declare", "options": OPTIONS, "per_pot": True, "simultaneous": True, **terms}
    data = draw(step("declare", rule), hands=HIGH_AND_LOW)
    data["showdown"]["declaration_mode"] = "declare"
    return data


# A flush, a seven low, and a straight that is an eight low.
FLUSH = "KsQs9s5s2s"
SEVEN_LOW = "7h4d3h2hAh"
STRAIGHT = "8c7d6h5d4c"
KINGS = "KhKcJd9d8d"


def play(data: Json, hands: list[str], declarations: list[Any], stacks: Any = 500) -> State:
    """Play a hand to its end; all call."""
    state = start(data, stacks, len(hands))
    deal(state, *hands)
    check_around(state)
    for declaration in declarations:
        accept(state, "declare", declaration)
    assert not state.status
    return state


def test_declaring() -> None:
    state = start(declare_game())
    deal(state, FLUSH, SEVEN_LOW, STRAIGHT)
    check_around(state)
    legal = state.legal["declare"]
    assert legal.player_indices == (0,) and legal.options == ("high", "low", "high_low")
    assert (legal.min_count, legal.max_count) == (1, 1)
    with pytest.raises(RuleError, match="cannot be declared") as refused:
        state.declare("both")
    wrong = refused.value
    assert (wrong.code, wrong.operation, wrong.player_index) == (
        "unknown-declaration",
        "declare",
        0,
    )
    assert wrong.details["given"] == "both"
    with pytest.raises(RuleError, match="there is no contest 7") as refused:
        state.get_contest_hand(0, 7)
    assert (refused.value.code, refused.value.details["count"]) == ("unknown-contest", 2)
    refuse(state, "declare", ["high", "low"])
    refuse(state, "declare", [])
    refuse(state, "check_or_call")
    operation = accept(state, "declare", "high")
    assert operation.declarations == ("high",) and operation.player_index == 0
    assert state.declarations == ["high", None, None]
    # The others do not know yet.
    assert state.observe(0).declarations == ["high", None, None]
    for index in (1, 2, None):
        seen = state.observe(index)
        assert seen.declarations == [None, None, None] and "'high'" not in repr(seen.operations)
    accept(state, "declare", "low")
    accept(state, "declare", "low")
    # Now everybody does.
    assert state.observe(None).declarations == ["high", "low", "low"]
    assert state.stacks == [505, 505, 490]


def test_declarations_in_turn_are_seen_by_later_players() -> None:
    state = start(declare_game(simultaneous=False))
    deal(state, FLUSH, SEVEN_LOW, STRAIGHT)
    check_around(state)
    accept(state, "declare", "high")
    assert state.observe(1).declarations == ["high", None, None]
    assert "'high'" in repr(state.observe(1).operations)


def test_fewer_options() -> None:
    state = start(declare_game(options=["high", "low"]))
    deal(state, FLUSH, SEVEN_LOW, STRAIGHT)
    check_around(state)
    assert state.legal["declare"].options == ("high", "low")
    refuse(state, "declare", "high_low")


@pytest.mark.parametrize(
    ("hands", "declarations", "stacks"),
    [
        # Both halves are won by who declared for them.
        ([FLUSH, SEVEN_LOW, STRAIGHT], ["high", "low", "low"], [505, 505, 490]),
        # The best low cannot win high.
        ([FLUSH, SEVEN_LOW, STRAIGHT], ["low", "high", "high"], [505, 490, 505]),
        # Nobody declares low: high wins everything.
        ([FLUSH, SEVEN_LOW, STRAIGHT], ["high", "high", "high"], [520, 490, 490]),
        # Who declares both must win both.
        ([FLUSH, SEVEN_LOW, STRAIGHT], ["high", "high", "high_low"], [520, 490, 490]),
        ([FLUSH, KINGS, SEVEN_LOW], ["low", "high", "high_low"], [505, 505, 490]),
        ([KINGS, "QdQcJh9h8h", STRAIGHT], ["high", "low", "high_low"], [490, 490, 520]),
        # The best high fails at low, so the second best of those who declared high wins.
        ([FLUSH, KINGS, SEVEN_LOW], ["high_low", "high", "low"], [490, 505, 505]),
        # Nobody wins anything: everybody shares.
        ([FLUSH, SEVEN_LOW, KINGS], ["high_low", "high_low", "high_low"], [500, 500, 500]),
    ],
)
def test_who_wins(hands: list[str], declarations: list[str], stacks: list[int]) -> None:
    state = play(declare_game(), hands, declarations)
    assert state.stacks == stacks


def test_a_tie_is_enough_for_both() -> None:
    same = ["8c7d6h5d4c", "8h7c6d5h4h", KINGS]
    state = play(declare_game(), same, ["high_low", "low", "high"])
    # The first player wins high, and half of low.
    assert state.stacks == [500 - 10 + 15 + 8, 497, 490]


def side_pot_state(data: Json) -> State:
    """Return a hand with a main pot of 30 for all and a side pot of 20 for two players."""
    state = start(data, (20, 500, 10))
    deal(state, FLUSH, SEVEN_LOW, STRAIGHT)
    # The button is all in for 10; the others raise to 20.
    state.check_or_call()
    state.complete_bet_or_raise_to(20)
    state.check_or_call()
    assert [pot.amount for pot in state.pots] == [30, 20]
    return state


def test_declaring_for_each_pot() -> None:
    state = side_pot_state(declare_game())
    assert state.legal["declare"].max_count == 2
    accept(state, "declare", ["low", "high"])
    assert state.declarations[0] == "low" and state.get_pot_declarations(1)[0] == "high"
    accept(state, "declare", ["high", "low"])
    # The button is only in the main pot.
    assert state.legal["declare"].max_count == 1
    refuse(state, "declare", ["high", "high"])
    accept(state, "declare", "high")
    # Main pot: the straight wins high, the flush is the only low. Side pot: one half each.
    assert state.stacks == [15 + 10, 480 + 10, 15]


def test_the_last_declaration_is_for_all_other_pots() -> None:
    state = side_pot_state(declare_game())
    accept(state, "declare", "high")
    accept(state, "declare", "low")
    accept(state, "declare", "low")
    assert state.get_pot_declarations(1)[:2] == ["high", "low"]
    assert state.stacks == [25, 480 + 25, 0]


def test_one_declaration_for_all_pots() -> None:
    state = side_pot_state(declare_game(per_pot=False))
    assert state.legal["declare"].max_count == 1
    refuse(state, "declare", ["high", "low"])
    for declaration in ("high", "low", "low"):
        accept(state, "declare", declaration)
    assert state.stacks == [25, 505, 0]


def test_qualifiers_do_not_count_where_players_declare() -> None:
    data = declare_game()
    data["showdown"]["bestHand"][1] = {**HIGH_AND_LOW[1], "qualifier": [1, 56]}
    state = play(data, [FLUSH, KINGS], ["high", "low"])
    assert state.stacks == [500, 500]


def test_a_folded_player_does_not_declare() -> None:
    state = start(declare_game())
    deal(state, FLUSH, SEVEN_LOW, STRAIGHT)
    state.fold()
    check_around(state)
    accept(state, "declare", "low")
    accept(state, "declare", "low")
    assert state.stacks == [490, 510, 500]


def test_cards_speak_without_a_declaration() -> None:
    data = game(dealing("player", cards(5)), bet("small"), hands=HIGH_AND_LOW)
    data["showdown"]["declaration_mode"] = "cards_speak"
    state = start(data)
    deal(state, FLUSH, SEVEN_LOW, STRAIGHT)
    check_around(state)
    assert state.stacks == [505, 505, 490]
