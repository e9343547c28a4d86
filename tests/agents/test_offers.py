"""Everything that `describe_moves` offers is a move that `parse_move` accepts, in all games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import pytest

from croupier.agents import Move, choose_default, describe_moves, parse_move
from croupier.errors import ParseError
from croupier.games import (
    FixedLimitRazz,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    make_game,
)
from croupier.state import Automation, LegalOperation, Mode, State
from croupier.views.words import describe_choice

from .situations import custom_games, decisions, holdem

RANGES = re.compile(r"(bet|raise to|complete to) (\S+) to (\S+)(?: \(pot: (\S+)\))?")


def instances(operation: LegalOperation, view: State) -> Iterator[str]:
    """Yield what a player may say who was offered a decision, in the very words of the offer."""
    offer = describe_choice(operation, view)
    found = RANGES.fullmatch(offer)
    if found:
        yield from (f"{found[1]} {amount}" for amount in found.groups()[1:] if amount)
        return
    first, _, rest = offer.partition(" ")
    cards = [repr(card) for card in operation.cards]
    match operation.name:
        case "complete_bet_or_raise_to":
            verb, _, amounts = offer.rpartition(" to ")
            verb, amounts = (f"{verb} to", amounts) if verb else offer.split(" ", 1)
            yield from (f"{verb} {amount}" for amount in amounts.split(" or "))
        case "stand_pat_or_discard":
            if "stand pat" in offer:
                yield "stand pat"
            if operation.sets:
                for hand in offer.partition("discard ")[2].split(" or "):
                    yield f"discard {hand}" if hand else "stand pat"
                return
            most, least = operation.max_count or 0, operation.min_count or 1
            for count in {least, most} - {0}:
                yield f"discard {' '.join(cards[:count])}"
                yield f"discard {''.join(cards[:count])}"
        case "expose_cards" | "pass_cards" | "replace_board_cards":
            for count in {operation.min_count or 1, operation.max_count or 1}:
                yield f"{first} {' '.join(cards[:count])}"
        case "separate_cards":
            (chosen,) = choose_default(view).arguments
            yield f"separate {' '.join(map(repr, chosen))}"
        case "declare" | "choose":
            yield from (f"{first} {one}" for one in rest.split(" or "))
            yield from rest.split(" or ")
        case "select_runout_count":
            for count in range(operation.min_count or 1, (operation.max_count or 1) + 1):
                yield f"run the board {count} times"
        case "buy_cards" if operation.max_count:
            price = re.match(r"buy for \S+", offer)
            assert price is not None and "and discard" in offer
            for count in {operation.min_count or 0, operation.max_count}:
                and_discard = f" and discard {' '.join(cards[:count])}" if count else ""
                yield f"{price[0]}{and_discard}"
            yield "decline"
        case _ if " or " in offer:
            yield from offer.split(" or ")
        case _:
            yield offer


def verify(view: State, seen: Counter[str]) -> None:
    for operation in view.legal.decisions:
        for text in instances(operation, view):
            move = parse_move(text, view)
            assert move.name == operation.name, (text, move)
            assert move.can_apply(view)
            for argument in move.arguments[:1]:
                if operation.name == "complete_bet_or_raise_to":
                    assert Fraction(argument) == Fraction(text.split()[-1])
            seen[operation.name] += 1


def test_offers_of_all_games_are_accepted() -> None:
    seen = Counter[str]()
    for _, game in custom_games():
        for seed in range(2):
            for state in decisions(game, seed, 400):
                verify(state, seen)
    for kind in (
        *("fold", "check_or_call", "complete_bet_or_raise_to", "post_bring_in", "declare"),
        *("stand_pat_or_discard", "expose_cards", "pass_cards", "separate_cards", "choose"),
        *("buy_cards", "replace_board_cards"),
    ):
        assert seen[kind], kind


@pytest.mark.parametrize("unit", [1, Decimal("0.01"), Fraction(1, 3)])
def test_offers_of_other_amounts_are_accepted(unit: int | Decimal | Fraction) -> None:
    seen = Counter[str]()
    for state in (
        NoLimitTexasHoldem.create_state(
            tuple(Automation), True, 0, (25 * unit, 50 * unit), 50 * unit, 5_000 * unit, 3, seed=1
        ),
        PotLimitOmahaHoldem.create_state(
            tuple(Automation), True, 0, (25 * unit, 50 * unit), 50 * unit, 5_000 * unit, 3, seed=1
        ),
        FixedLimitRazz.create_state(
            tuple(Automation), True, unit, unit, 2 * unit, 4 * unit, 200 * unit, 2, seed=1
        ),
    ):
        verify(state, seen)
    assert seen["complete_bet_or_raise_to"] >= 5 and seen["post_bring_in"] == 1


def test_offers_outside_of_betting_are_accepted() -> None:
    seen = Counter[str]()
    some = tuple(one for one in Automation if "SHOW" not in one.name and "RUNOUT" not in one.name)
    state = NoLimitTexasHoldem.create_state(
        some, True, 0, (1, 2), 2, 200, 2, mode=Mode.CASH_GAME, seed=1
    )
    state.complete_bet_or_raise_to(200)
    state.check_or_call()
    while state.status and state.legal.decisions:
        verify(state, seen)
        choose_default(state).apply(state)
    assert seen["select_runout_count"] + seen["show_or_muck_hole_cards"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("call 3", "a call is 1, got 3"),
        ("call 0", "a call is 1, got 0"),
        ("raise to 4 to 200", "say how much: 4 to 200"),
        ("raise to 4 to 200 (pot: 6)", "say how much: 4 to 200"),
    ],
)
def test_amounts_that_differ_are_refused(text: str, words: str) -> None:
    with pytest.raises(ParseError, match=re.escape(words)):
        parse_move(text, holdem())


def test_bring_in_of_another_amount_is_refused() -> None:
    state = make_game("razz", ante=1, bring_in=1, small_bet=2)(200, 2, seed=1)
    assert "bring in 1" in describe_moves(state)
    assert parse_move("bring in 1", state) == parse_move("bring-in", state) == Move("post_bring_in")
    with pytest.raises(ParseError, match="the bring-in is 1, got 5"):
        parse_move("bring in 5", state)
