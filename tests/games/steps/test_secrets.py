"""What players see does not depend on what is hidden from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from croupier.state import State
from games.build import FEW, Json, bet, cards, draw, game, step
from games.build import deal as dealing
from games.stories import board, deal, start

# Two hands of the first player, who acts in the same way with both; the others hold the same.
HIDDEN = ("AsAd3h4h5h", "9s8d7h6h2c")
OTHERS = ("KsKd3c4c5c", "QsQd3d4d5d")
OBSERVER = 2

Act = Callable[[State], Any]


def own(state: State, *places: int) -> list[Any]:
    """Return cards of the player whose turn it is, by their places."""
    turns = (state.stander_pat_or_discarder_index, state.decider_index)
    index = next(turn for turn in turns if turn is not None)
    return [state.hole_cards[index][place] for place in places]


def call(state: State) -> None:
    while state.actor_index is not None:
        state.check_or_call()


def hands_of(data: Json, players: int = 3) -> list[State]:
    """Return two hands that only differ in what the first player holds."""
    states = []
    for hand in HIDDEN:
        state = start(data, players=players)
        deal(state, hand, *OTHERS)
        call(state)
        states.append(state)
    return states


def assert_alike(states: list[State], *, visible: bool = False) -> None:
    """Check that the observer and spectators cannot tell the hands apart, or can."""
    first, second = states
    assert first != second
    for observer in (OBSERVER, None):
        seen, other = first.observe(observer), second.observe(observer)
        assert (seen == other) != visible
        assert (repr(seen) == repr(other)) or visible
        assert (repr(seen.legal) == repr(other.legal)) or visible
        assert (repr(seen.operations) == repr(other.operations)) != visible
    assert first.observe(0) != second.observe(0)


def together(states: list[State], act: Act) -> None:
    for state in states:
        act(state)


def test_draws() -> None:
    states = hands_of(draw(step("draw", {"cards": [cards(3)]}), bet("big")))
    assert_alike(states)
    together(states, lambda state: state.stand_pat_or_discard(own(state, 0, 2)))
    assert_alike(states)
    together(states, lambda state: state.stand_pat_or_discard(""))
    together(states, lambda state: state.stand_pat_or_discard(own(state, 1)))
    for state, drawn in zip(states, ("TsTd", "TcTh"), strict=True):
        state.deal_hole(drawn, 0)
        state.deal_hole("Jc", 2)
    assert_alike(states)


def test_discards() -> None:
    states = hands_of(draw(step("discard", {"cards": [cards(2)]}), bet("big"), hands=FEW))
    together(states, lambda state: state.stand_pat_or_discard(own(state, 0, 2)))
    assert_alike(states)


def test_open_discards() -> None:
    states = hands_of(
        draw(step("discard", {"cards": [cards(2, "face up")]}), bet("big"), hands=FEW)
    )
    together(states, lambda state: state.stand_pat_or_discard(own(state, 0, 2)))
    assert_alike(states, visible=True)


def test_exposed_cards() -> None:
    states = hands_of(draw(step("expose", {"cards": [cards(2)]}), bet("big")))
    for _ in range(2):
        together(states, lambda state: state.expose_cards(own(state, 1, 2)))
        assert_alike(states)
    # With the last player's choice all cards are turned.
    together(states, lambda state: state.expose_cards(own(state, 1, 2)))
    assert_alike(states, visible=True)


def test_which_cards_will_be_exposed() -> None:
    states = hands_of(draw(step("expose", {"cards": [cards(1)]}), bet("big")))
    # Neither is it known which of the cards were chosen.
    states[0].expose_cards(own(states[0], 0))
    states[1].expose_cards(own(states[1], 4))
    assert_alike(states)


def test_passed_cards() -> None:
    entry = {"number": 2, "direction": "right", "state": "face down"}
    states = hands_of(draw(step("pass", {"cards": [entry]}), bet("big")))
    together(states, lambda state: state.pass_cards(own(state, 0, 4)))
    assert_alike(states)
    together(states, lambda state: state.pass_cards(own(state, 1, 2)))
    assert_alike(states)
    # The third player is who gets them.
    together(states, lambda state: state.pass_cards(own(state, 1, 2)))
    first, second = states
    assert first.observe(OBSERVER) != second.observe(OBSERVER)
    assert first.observe(1) == second.observe(1) and first.observe(None) == second.observe(None)


def test_separated_cards() -> None:
    parts = [{"hole_subset": "Back", "number": 3}, {"hole_subset": "Front", "number": 2}]
    states = hands_of(draw(step("separate", {"cards": parts}), bet("big")))
    together(states, lambda state: state.separate_cards(own(state, 4, 3, 2, 1, 0)))
    assert_alike(states)


@pytest.mark.parametrize("simultaneous", [True, False])
def test_declarations(simultaneous: bool) -> None:
    rule = {"type": "declare", "options": ["high", "low"], "simultaneous": simultaneous}
    hands = [
        {"name": name, "evaluationType": kind, "anyCards": 5}
        for name, kind in (("High", "high"), ("Low", "a5_low"))
    ]
    data = draw(step("declare", rule), bet("big"), hands=hands)
    data["showdown"]["declaration_mode"] = "declare"
    states = hands_of(data)
    states[0].declare("high")
    states[1].declare("low")
    assert_alike(states, visible=not simultaneous)
    together(states, lambda state: state.declare("high"))
    assert_alike(states, visible=not simultaneous)
    together(states, lambda state: state.declare("high"))
    assert_alike(states, visible=True)


def test_bought_cards() -> None:
    entry = cards(1, cost={"type": "fixed", "amount": 5}, optional=True, discard_first=True)
    states = hands_of(draw(step("buy", {"cards": [entry]}), bet("big")))
    for state, bought in zip(states, ("Ts", "Tc"), strict=True):
        state.buy_cards(True, own(state, 2))
        state.deal_hole(bought, 0)
    assert_alike(states)


@pytest.mark.parametrize("marks", [False, True])
def test_board_cards_face_down(marks: bool) -> None:
    rule = {"type": "last_community_card", "role": "wild", "match": "rank"}
    hand = {"evaluationType": "high_wild_bug", "anyCards": 5}
    data = game(
        dealing("player", cards(2)),
        dealing("community", cards(3, "face up")),
        dealing("community", cards(2, "face down"), **({"wildCards": [rule]} if marks else {})),
        bet("small"),
        hands=[
            hand | {"wildCards": [rule]} if marks else {"evaluationType": "high", "anyCards": 5}
        ],
    )
    states = []
    for hidden in ("9s9d", "2h3h"):
        state = start(data)
        deal(state, "AsAd", "KsKd", "QsQd")
        board(state, "7c8c2d")
        board(state, hidden)
        states.append(state)
    first, second = states
    for observer in (0, OBSERVER, None):
        assert first.observe(observer) == second.observe(observer)
