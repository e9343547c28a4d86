"""What `legal` lists about cards and the game is accepted, and nothing else is."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import chain, combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.agents import choose_default, choose_randomly
from croupier.agents.legal_moves import list_decisions
from croupier.cards import Card
from croupier.games import load
from croupier.games.configuration.custom_game import CustomGame
from croupier.state import Automation, LegalOperation, State
from shared import data_path

from .files import read_all

LIBRARY = sorted(read_all())
STAKES = {"small_bet": 10, "big_bet": 20}
MAX_SETS = 130
DECLARATIONS = ("high", "low", "high_low")

CardSets = set[tuple[str, ...]]


def key(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(sorted(map(repr, cards)))


def candidates(cards: list[Card], random: Random) -> list[tuple[Card, ...]]:
    """Return all sets of some cards, or so many at random."""
    if 2 ** len(cards) <= MAX_SETS:
        sizes = range(len(cards) + 1)
        return list(chain.from_iterable(combinations(cards, size) for size in sizes))
    found = [tuple(random.sample(cards, random.randint(0, len(cards)))) for _ in range(60)]
    return [*found, (), tuple(cards)]


def listed(operation: LegalOperation, sets: list[tuple[Card, ...]]) -> CardSets:
    """Return which of some sets of cards an operation lists."""
    if operation.sets:
        assert {len(cards) for cards in operation.sets} >= {
            operation.min_count,
            operation.max_count,
        }
        return {key(cards) for cards in operation.sets}
    least, most = operation.min_count or 0, operation.max_count or 0
    available = Counter(operation.cards)
    return {
        key(cards)
        for cards in sets
        if least <= len(cards) <= most and not Counter(cards) - available
    }


def check_cards(
    operation: LegalOperation,
    cards: list[Card],
    can: Callable[[tuple[Card, ...]], bool],
    random: Random,
) -> None:
    sets = [*candidates(cards, random), *operation.sets]
    accepted = {key(chosen) for chosen in sets if can(chosen)}
    assert accepted == listed(operation, sets), operation


def check(state: State, operation: LegalOperation, random: Random) -> None:
    """Try what an operation lists, and what it does not."""
    held = list(state.hole_cards[operation.player_indices[0]])
    match operation.name:
        case "stand_pat_or_discard":
            check_cards(operation, held, state.can_stand_pat_or_discard, random)
        case "expose_cards":
            check_cards(operation, held, state.can_expose_cards, random)
        case "pass_cards":
            check_cards(operation, held, state.can_pass_cards, random)
        case "replace_board_cards":
            board = [card for cards in state.board_cards for card in cards]
            check_cards(operation, board, state.can_replace_board_cards, random)
        case "buy_cards":
            assert state.can_buy_cards(False)
            check_cards(operation, held, lambda cards: state.can_buy_cards(True, cards), random)
        case "protect_card":
            assert state.can_protect_card(True) and state.can_protect_card(False)
        case "choose":
            assert all(map(state.can_choose, operation.options))
            assert not state.can_choose("no such choice")
        case "declare":
            for count in range(4):
                for said in {tuple(random.choices(DECLARATIONS, k=count)) for _ in range(8)}:
                    wanted = (operation.min_count or 0) <= count <= (operation.max_count or 0)
                    wanted = wanted and set(said) <= set(operation.options)
                    assert state.can_declare(list(said)) == wanted, (said, operation)
        case "show_or_muck_hole_cards":
            accepted = [
                name
                for name, shows in (("show", True), ("muck", False))
                if state.can_show_or_muck_hole_cards(shows)
            ]
            assert list(operation.options) == accepted
        case "separate_cards":
            # Which card goes where is not listed: one subset may have to beat another.
            shorter = held[: (operation.max_count or 0) - 1]
            assert not state.can_separate_cards(shorter)
            assert list(operation.cards) == held
        case _:
            pass


def play(source: Path | str | Mapping[str, Any], name: str, seen: Counter[str]) -> None:
    random = Random(name)
    configuration = load(source)
    count = min(configuration.players.maximum, max(configuration.players.minimum, 3))
    showing = Automation.HOLE_CARDS_SHOWING_OR_MUCKING
    automations = tuple(one for one in Automation if one is not showing)
    game = CustomGame(configuration, configuration.structures[-1], STAKES, automations=automations)
    for _ in range(3):
        state = game(200, count, seed=random.getrandbits(32))
        while state.status:
            operations = list_decisions(state)
            for operation in operations:
                check(state, operation, random)
                seen[operation.name] += 1
            # Who stays in comes to the decisions about cards.
            if "check_or_call" in state.legal and random.random() < 0.9:
                state.check_or_call()
            else:
                choose_randomly(state, random).apply(state)


@pytest.mark.parametrize("part", range(4))
def test_what_the_library_lists_is_what_is_accepted(part: int) -> None:
    seen: Counter[str] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in LIBRARY[part::4]:
            play(read_all()[name], name, seen)
    assert seen["stand_pat_or_discard"] > 50
    assert seen["show_or_muck_hole_cards"] > 50


def test_what_other_games_list_is_what_is_accepted() -> None:
    seen: Counter[str] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for path in sorted(data_path("game_configs").glob("*.json")):
            play(path, path.stem, seen)
    assert seen["stand_pat_or_discard"] > 50
    assert seen["expose_cards"] and seen["pass_cards"] and seen["declare"] and seen["choose"]


def test_three_hands_are_discarded_whole() -> None:
    game = CustomGame(
        load(read_all()["three_hand_holdem"]), "Limit", STAKES, automations=tuple(Automation)
    )
    state = game(200, 2, seed=1)
    while state.stand_patter_or_discarder_index is None:
        choose_default(state).apply(state) if state.actor_index is None else state.check_or_call()
    discarding = state.legal["stand_pat_or_discard"]
    assert (discarding.min_count, discarding.max_count) == (2, 2)
    assert len(discarding.cards) == 6
    assert len(discarding.sets) == 3
    assert sorted(chain.from_iterable(discarding.sets), key=repr) == sorted(
        discarding.cards, key=repr
    )
    pairs = combinations(discarding.cards, 2)
    accepted = {key(pair) for pair in pairs if state.can_stand_pat_or_discard(pair)}
    assert accepted == set(map(key, discarding.sets))
