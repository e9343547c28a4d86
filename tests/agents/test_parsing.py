"""Moves as people say them at a table."""

from __future__ import annotations

import re
from itertools import islice, permutations
from typing import Any

import pytest

from croupier.agents import CALL, Move, describe_moves, parse_move
from croupier.errors import ParseError
from croupier.games import (
    FixedLimitBadugi,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    load,
    make_game,
)
from croupier.state import Automation, State

from .situations import custom_games, decisions, holdem

RAISE = "complete_bet_or_raise_to"


def at(kind: str) -> State:
    """Return the first hand of the library that has come to a kind of decision."""
    for _, game in custom_games():
        for seed in range(3):
            for state in decisions(game, seed, 400):
                if kind in state.legal:
                    return state
    raise AssertionError(kind)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("raise 120", 120),
        ("raise to 120", 120),
        ("r 120", 120),
        ("R120", None),
        ("bet 120", 120),
        ("120", 120),
        ("raise by 10", 12),
        ("r pot", 7),
        ("pot", 7),
        ("half pot", 4),
        ("1/2 pot", 4),
        ("50% pot", 4),
        ("2 pot", 12),
        ("all in", 200),
        ("All-in!", 200),
        ("shove", 200),
        ("r", 4),
        ("raise min", 4),
        ("0.1k", 100),
        ("p3 cbr 30", 30),
        ("cbr 30", 30),
    ],
)
def test_raises(text: str, amount: int | None) -> None:
    state = holdem(3)
    if amount is None:
        with pytest.raises(ParseError):
            parse_move(text, state)
    else:
        assert parse_move(text, state) == Move(RAISE, (amount,))


def test_parts_of_the_pot_are_over_the_bet_whoever_has_what_in() -> None:
    state = holdem()
    # The small blind has 1 in; after a call the pot is 4.
    assert parse_move("pot", state).arguments == (6,)
    assert parse_move("half pot", state).arguments == (4,)


@pytest.mark.parametrize("text", ["f", "fold", "Fold.", "FOLD"])
def test_folds(text: str) -> None:
    assert parse_move(text, holdem()).name == "fold"


@pytest.mark.parametrize("text", ["c", "call", "cc", "calls"])
def test_calls(text: str) -> None:
    assert parse_move(text, holdem()).name == "check_or_call"


def test_checks() -> None:
    state = holdem()
    with pytest.raises(ParseError, match="1 to call"):
        parse_move("check", state)
    state.check_or_call()
    assert parse_move("x", state).name == "check_or_call"
    with pytest.raises(ParseError, match="checking is free"):
        parse_move("fold", state)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("raise 3", "4 to 200"),
        ("raise 201", "4 to 200"),
        ("", "fold, call 1"),
        ("hello", "fold, call 1"),
        ("discard 2", "fold, call 1"),
        ("raise 2.5", "4 to 200"),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    with pytest.raises(ParseError, match=said):
        parse_move(text, holdem())


def test_all_in_for_less_than_a_bet_is_a_call() -> None:
    state = holdem(2, stack=2)
    assert "complete_bet_or_raise_to" not in state.legal
    assert parse_move("all in", state).name == "check_or_call"
    with pytest.raises(ParseError, match="nothing to bet"):
        parse_move("raise 10", state)


def badugi() -> State:
    state = FixedLimitBadugi.create_state(tuple(Automation), True, 0, (1, 2), 2, 4, 100, 2, seed=4)
    while state.stand_patter_or_discarder_index is None:
        state.check_or_call()
    return state


@pytest.mark.parametrize("text", ["stand pat", "pat", "s", "discard none", "d"])
def test_standing_pat(text: str) -> None:
    assert parse_move(text, badugi()).arguments == ((),)


def test_discards_by_number_and_by_name() -> None:
    state = badugi()
    cards = state.hole_cards[0]
    expected = Move("stand_pat_or_discard", ((cards[1], cards[2]),))
    for text in ("discard 2 3", "2 3", "d 2, 3", f"discard {cards[1]!r}{cards[2]!r}"):
        assert parse_move(text, state) == expected, text
    assert set(parse_move("keep 1 4", state).arguments[0]) == {cards[1], cards[2]}
    assert parse_move(f"d {str(cards[0])[-3:-1].lower()}", state).arguments == ((cards[0],),)
    with pytest.raises(ParseError, match="there is no card 5"):
        parse_move("discard 5", state)
    with pytest.raises(ParseError):
        parse_move("discard 1 1", state)


@pytest.mark.parametrize(
    ("kind", "text", "check"),
    [
        ("declare", "declare low", lambda move: move.arguments == ("low",)),
        ("declare", "high", lambda move: move.arguments == ("high",)),
        ("declare", "both", lambda move: move.arguments == ("high_low",)),
        ("choose", "1", lambda move: isinstance(move.arguments[0], str)),
        ("buy_cards", "no", lambda move: move.arguments == (False,)),
        ("buy_cards", "decline", lambda move: move.arguments == (False,)),
        ("post_bring_in", "bring in", lambda move: move.arguments == ()),
        ("expose_cards", "expose 1", lambda move: len(move.arguments[0]) == 1),
    ],
)
def test_other_decisions(kind: str, text: str, check: Any) -> None:
    move = parse_move(text, at(kind))
    assert move.name == kind and check(move)


def test_passing_cards() -> None:
    game = load("anaconda").game(None, {"small_bet": 2})
    state = game(100, 3, seed=1)
    while "pass_cards" not in state.legal:
        state.check_or_call()
    assert len(parse_move("pass 1 2 3", state).arguments[0]) == 3
    with pytest.raises(ParseError, match="3 cards"):
        parse_move("pass 1 2", state)


def test_a_bet_is_what_comes_first() -> None:
    state = holdem()
    state.check_or_call()
    # The big blind may raise although there is nothing to call.
    assert describe_moves(state) == "check, raise to 4 to 200 (pot: 6)"
    state.check_or_call()
    assert describe_moves(state) == "check, bet 2 to 198 (pot: 4)"


def test_every_decision_of_every_game_is_described() -> None:
    for name, game in custom_games():
        for state in decisions(game, seed=2):
            said = describe_moves(state)
            assert said and "_" not in said, (name, said)


@pytest.mark.parametrize(
    ("game", "said", "explained"),
    [
        ("badugi", "discard As", "As cannot be chosen: there is "),
        ("badugi", "discard As Ks", "As and Ks cannot be chosen: there is "),
        ("badugi", "discard 1 1", " twice cannot be chosen: there is "),
        ("crazy_pineapple", "discard 1 2", "2 cards are too many: at most 1"),
        ("anaconda", "pass 1 2", "2 cards are too few: at least 3"),
        ("anaconda", "pass 1 2 3 4", "4 cards are too many: at most 3"),
    ],
)
def test_wrong_cards_are_named(game: str, said: str, explained: str) -> None:
    """Say which cards are wrong and why, with the ace and king of spades in nobody's hand."""
    for seed in range(100):
        played = make_game(load(game))
        played.automations = tuple(Automation)
        hand = played(200, 3, seed=seed)
        while hand.status and not any(one.cards for one in hand.legal.values()):
            CALL.apply(hand)
        index = hand.legal.player_index
        if index is not None and not {"As", "Ks"} & set(map(repr, hand.hole_cards[index])):
            break
    with pytest.raises(ParseError, match=re.escape(explained)):
        parse_move(said, hand.observe(index))


def test_people_say_how_much_they_bet() -> None:
    state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 3, seed=1)
    assert parse_move("raise", state).arguments == (4,)
    for text in ("bet", "r", "raise to"):
        with pytest.raises(ParseError, match="say how much: 4 to 200") as caught:
            parse_move(text, state, needs_size=True)
        assert caught.value.code == "move"
    for text, amount in (("raise 6", 6), ("min", 4), ("all in", 200), ("bet pot", 7)):
        assert parse_move(text, state, needs_size=True).arguments == (amount,)
    # Where there is one size, nobody is asked for it.
    state = FixedLimitTexasHoldem.create_state(
        tuple(Automation), True, 0, (2, 4), 4, 8, 200, 3, seed=1
    )
    assert parse_move("raise", state, needs_size=True).arguments == (8,)


@pytest.mark.parametrize(
    ("text", "shown"), [("p1 sm", False), ("sm", False), ("sm -", True), ("sm AsKs", True)]
)
def test_showing_is_read_in_the_notation_of_histories(text: str, shown: bool) -> None:
    automations = tuple(one for one in Automation if "SHOW" not in one.name)
    state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 2, seed=1)
    while state.actor_index is not None:
        state.check_or_call()
    state.show_or_muck_hole_cards(True)
    assert parse_move(text, state) == Move("show_or_muck_hole_cards", (shown,))


def test_cards_that_the_rules_put_elsewhere_are_explained() -> None:
    game = make_game(load("cowpie"))
    game.automations = tuple(Automation)
    state = game(200, 3, seed=0)
    while "separate_cards" not in state.legal:
        (CALL if CALL.can_apply(state) else Move("post_bring_in")).apply(state)
    index = state.legal.player_index
    assert index is not None
    view = state.observe(index)
    held = range(1, len(view.hole_cards[index]) + 1)
    found = set()
    for order in islice(permutations(held), 0, 5_040, 97):
        try:
            parse_move("separate " + " ".join(map(str, order)), view)
        except ParseError as error:
            found.add(re.sub(r"; possible.*", "", str(error)))
    expected = r"part [12] of .* has at least 1 face down|part 1 of .* must beat part 2"
    assert found and all(re.search(expected, one) for one in found), found
