"""Whatever is too much is refused before room is made for it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier import (
    Automation,
    Card,
    Deck,
    FixedLimitRazz,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    StandardHighHand,
)
from croupier.agents.legal_moves import choose_randomly
from croupier.analysis import calculate_hand_strength, equity, hand_kinds, icm, parse_range
from croupier.errors import ParseError, PokerError, SetupError, UnsupportedError
from croupier.games import load, make_game
from croupier.limits import (
    MAX_BOARDS,
    MAX_GAME_BYTES,
    MAX_ICM_PLAYERS,
    MAX_NAME_CHARACTERS,
    MAX_PLAYERS,
    MAX_RANGE_CHARACTERS,
    verify_count,
)
from croupier.rankings import get
from croupier.simulation import simulate
from croupier.state import Discard, Opening, State, Street
from croupier.state.state import _KEPT
from croupier.tables import TableBatch

GAME = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
BY_HAND = tuple(
    automation
    for automation in Automation
    if automation
    not in {
        Automation.HOLE_DEALING,
        Automation.BOARD_DEALING,
        Automation.CARD_BURNING,
        Automation.RUNOUT_COUNT_SELECTION,
    }
)


def start(**options: Any) -> State:
    player_count = options.pop("player_count", 2)
    return NoLimitTexasHoldem.create_state(
        BY_HAND, True, 0, (1, 2), 2, 200, player_count, seed=1, **options
    )


def run_out(count: int) -> None:
    state = start()
    for _ in range(4):
        state.deal_hole()
    state.complete_bet_or_raise_to(200)
    state.check_or_call()
    state.select_runout_count(count)


CASES: dict[str, Callable[[int], object]] = {
    "players": lambda many: start(player_count=many),
    "boards": lambda many: start(starting_board_count=many),
    "board cards": lambda many: Street(False, (), many, False, Opening.POSITION, 2, None),
    "raises": lambda many: Street(False, (False,), 0, False, Opening.POSITION, 2, many),
    "discards": Discard,
    "hole cards at once": lambda many: start().deal_hole(many),
    "board cards at once": lambda many: start().deal_board(many),
    "runs": run_out,
    "hands": lambda many: simulate(GAME, many * 10**9, stacks=200, player_count=2),
    "threads of a simulation": lambda many: simulate(
        GAME, 1, stacks=200, player_count=2, threads=many
    ),
    "tables": lambda many: TableBatch(GAME, many, stacks=200, player_count=2),
    "samples": lambda many: equity("AhAs", None, samples=many * 10**9),
    "threads of equities": lambda many: equity("AhAs", "KdKc", threads=many),
    "threads of kinds": lambda many: hand_kinds("AhAs", threads=many),
    "threads of rankings": lambda many: get("high").strengths(
        memoryview(bytearray(7)).cast("B", (1, 7)), threads=many
    ),
    "races": lambda many: icm([5, 3], [1] * 30, bounties=5, samples=many * 10**9),
    "players of hand strengths": lambda many: calculate_hand_strength(
        many, parse_range("AA"), (), 2, 5, Deck.STANDARD, (StandardHighHand,), sample_count=1
    ),
}


@pytest.mark.parametrize("many", [10**9, 10**12, 2**63, 10**30, -1])
@pytest.mark.parametrize("case", CASES)
def test_too_many_are_refused(case: str, many: int) -> None:
    with pytest.raises(PokerError):
        CASES[case](many)


def test_as_many_as_there_may_be_are_taken() -> None:
    start(player_count=MAX_PLAYERS)
    start(starting_board_count=MAX_BOARDS)
    with pytest.raises(SetupError, match=f"at most {MAX_PLAYERS} players, not {MAX_PLAYERS + 1}"):
        start(player_count=MAX_PLAYERS + 1)


@pytest.mark.parametrize("given", [2.0, "2", None, float("nan")])
def test_counts_must_be_whole_numbers(given: Any) -> None:
    with pytest.raises(TypeError):
        verify_count("table", given, 10)


def test_long_texts_are_refused() -> None:
    with pytest.raises(ParseError, match="characters"):
        parse_range("AA," * MAX_RANGE_CHARACTERS)
    with pytest.raises(UnsupportedError, match="characters"):
        make_game("x" * (MAX_NAME_CHARACTERS + 1))
    with pytest.raises(SetupError, match="players"):
        icm([1], repeat(1, MAX_ICM_PLAYERS + 1))


def test_large_games_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b" " * (MAX_GAME_BYTES + 1))
    with pytest.raises(SetupError, match=f"at most {MAX_GAME_BYTES} bytes"):
        load(path)


# Pickles.


def make_states() -> list[State]:
    automations = tuple(Automation)
    states = [
        NoLimitTexasHoldem.create_state(automations, True, 1, (1, 2), 2, 200, 3, seed=1),
        PotLimitOmahaHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 4, seed=2),
        FixedLimitRazz.create_state(automations, True, 1, 1, 2, 4, 100, 5, seed=3),
        make_game("dramaha")(200, 3, seed=4),
    ]
    random = Random(5)
    for state in states:
        for _ in range(3):
            if state.status:
                choose_randomly(state, random).apply(state)
    return states


def play_on(state: State, random: Random) -> None:
    for _ in range(500):
        if not state.status:
            return
        if not state.legal:
            # A hand that waits for the dealer.
            return
        choose_randomly(state, random).apply(state)


def test_damaged_states_are_refused() -> None:
    random = Random(6)
    refused = 0
    for state in make_states():
        restore, (kind, game, values, saved) = state.__reduce__()[:2]
        assert restore(kind, game, values, saved) == state
        for _ in range(600):
            damaged = bytearray(saved)
            match random.randrange(3):
                case 0:
                    damaged[random.randrange(len(damaged))] ^= 1 << random.randrange(8)
                case 1:
                    del damaged[random.randrange(len(damaged)) :]
                case _:
                    damaged += random.randbytes(random.randint(1, 9))
            with pytest.raises(SetupError, match="damaged"):
                restore(kind, game, values, bytes(damaged))
            refused += 1
    assert refused == 2400


def test_pickles_with_a_damaged_state_are_refused() -> None:
    random = Random(7)
    for state in make_states():
        saved = state.__reduce__()[1][3]
        data = pickle.dumps(state)
        start = data.index(saved)
        for _ in range(200):
            damaged = bytearray(data)
            damaged[start + random.randrange(len(saved))] ^= 1 << random.randrange(8)
            with pytest.raises(SetupError, match="damaged"):
                pickle.loads(damaged)
        play_on(pickle.loads(data), random)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("starting_stacks", (199, 200, 200)),
        ("starting_stacks", (200, 200)),
        ("starting_stacks", "x"),
        ("antes", None),
        ("automations", 5),
        ("mode", "two"),
        ("starting_board_count", "two"),
    ],
)
def test_stakes_that_do_not_fit_the_state_are_refused(name: str, value: Any) -> None:
    state = make_states()[0]
    restore, (kind, game, values, saved) = state.__reduce__()[:2]
    changed = list(values)
    changed[_KEPT.index(name)] = value
    with pytest.raises(PokerError):
        restore(kind, game, tuple(changed), saved)


def test_the_deck_is_part_of_what_fits() -> None:
    state = make_states()[0]
    restore, (kind, game, values, saved) = state.__reduce__()[:2]
    make, (deck, *others) = game.__reduce__()
    assert make(deck, *others) == game and Card.clean(deck)
    smaller = make("".join(map(repr, Deck.STANDARD[:20])), *others)
    for wrong in (smaller, None, "x"):
        with pytest.raises(PokerError):
            restore(kind, wrong, values, saved)
