"""Whether the comparison of hands notices mistakes, and what is compared beside whole hands."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from math import inf
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from pokerkit import State

from differential import sabotage
from differential.batches import BOARD_GAMES, HANDS, OTHER_GAMES
from differential.comparison import ALWAYS, APART, FIELDS, FIXED, QUESTIONS, SOMETIMES
from differential.differences import (
    DIFFERENCES,
    REFUSALS,
    Difference,
    Refusal,
    refuses_both_forced_bets,
)
from differential.moves import Move
from differential.play import (
    PAIR,
    DivergenceError,
    construct_both,
    pickled,
    play,
    play_seed,
)
from differential.quick_pokerkit import quick_pokerkit
from differential.random_setups import broken, draw
from differential.setups import CHIPS, DIVISIONS, NAMES

SELF = ("pokerkit", "pokerkit")


@pytest.fixture(autouse=True, scope="module")
def _quick() -> Iterator[None]:
    with quick_pokerkit():
        yield


@pytest.mark.parametrize("game", NAMES)
def test_hands_go_on_from_bytes(game: str) -> None:
    for seed in range(10):
        play_seed(game, seed, PAIR, DIFFERENCES, copies=[pickled])


def test_broken_set_ups_are_refused_alike() -> None:
    rng = Random("broken")
    for _ in range(300):
        setup = broken(rng)
        theirs, ours = construct_both(PAIR, setup)
        if refuses_both_forced_bets(setup):
            assert ours, setup
        else:
            assert theirs == ours, setup


# What is compared.


def test_every_field_is_compared() -> None:
    fields = [field.name for field in dataclasses.fields(State) if not field.name.startswith("_")]
    asked = {*FIXED, *APART, *QUESTIONS, "operations"}
    assert not set(fields) - asked
    grouped = [name for names, _ in (*ALWAYS, *SOMETIMES) for name in names]
    assert sorted(grouped) == sorted(QUESTIONS)
    always = {name for names, _ in ALWAYS for name in names}
    assert set(FIELDS) <= always


def test_every_game_is_played() -> None:
    assert set(HANDS) == set(NAMES)
    assert not set(BOARD_GAMES) & set(OTHER_GAMES)
    assert sum(HANDS.values()) >= 20_000


def test_set_ups_have_everything() -> None:
    setups = [draw(Random(seed), game) for game in NAMES for seed in range(400)]
    assert {setup.chips for setup in setups} == set(CHIPS)
    assert {setup.chips for setup in setups if setup.whole} == set(CHIPS) - {"int"}
    assert {setup.chips for setup in setups if inf in setup.stacks} == set(CHIPS)
    assert {setup.player_count for setup in setups} == set(range(2, 10))
    assert {setup.board_count for setup in setups} == {1, 2, 3}
    assert {setup.division for setup in setups} == {"", *DIVISIONS}
    assert {setup.mode for setup in setups} == {"TOURNAMENT", "CASH_GAME"}
    assert {len(setup.automations) for setup in setups} >= set(range(11))
    for antes in (int, dict, tuple):
        for trimming in (True, False):
            assert any(
                type(setup.antes) is antes and setup.trimming is trimming for setup in setups
            )
    blinds = [setup.amounts("blinds") for setup in setups if isinstance(setup.blinds, tuple)]
    assert any(min(amounts) < 0 for amounts in blinds)
    assert any(len(amounts) > 2 and amounts[2] > amounts[1] > 0 for amounts in blinds)
    assert any(setup.duplicates for setup in setups)
    rakes = [setup.rake for setup in setups if setup.rake is not None]
    assert {key for rake in rakes for key in rake} == {"cap", "no_flop_no_drop", "flat"}


# The harness itself.


@pytest.mark.parametrize("game", NAMES)
def test_pokerkit_plays_like_itself(game: str) -> None:
    for seed in range(4):
        play_seed(game, seed, SELF)


@pytest.mark.parametrize("name", sabotage.SABOTAGES)
def test_sabotage_is_noticed(name: str) -> None:
    change = sabotage.SABOTAGES[name]
    for seed in range(change.first, change.first + change.hands):
        game = change.games[seed % len(change.games)]
        try:
            play_seed(game, seed, SELF, altered=change.alter)
        except DivergenceError:
            return
    pytest.fail(f"nobody noticed in {change.hands} hands: {name}")


def test_a_divergence_can_be_replayed() -> None:
    alter = sabotage.SABOTAGES["a chip is lost"].alter
    with pytest.raises(DivergenceError) as caught:
        play_seed("NoLimitTexasHoldem", 0, SELF, altered=alter)
    message = str(caught.value)
    assert "payoffs" in message or "stacks" in message
    code = message[message.index("from collections import deque") :]
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["state"].operations


def test_set_ups_depend_on_nothing_but_their_seed() -> None:
    for game in NAMES:
        assert draw(Random(7), game) == draw(Random(7), game)


def test_hands_depend_on_nothing_but_their_seed() -> None:
    setup = draw(Random(3), "FixedLimitBadugi")
    one, two = (play(setup, 5, SELF) for _ in range(2))
    assert [move.code for move in one.moves] == [move.code for move in two.moves]


def test_every_difference_has_a_name_and_a_reason() -> None:
    differences: list[Difference | Refusal] = [*DIFFERENCES, *REFUSALS]
    assert len({difference.name for difference in differences}) == len(differences)
    assert all(difference.reason for difference in differences)


def is_refused(state: Any, amount: int) -> list[str]:
    move = Move("complete_bet_or_raise_to", (amount,))
    return [one.name for one in REFUSALS if one.applies(state, move)]


def test_refusals_are_recognised() -> None:
    # Somebody is all-in for 150 where bets are 60.
    state = SimpleNamespace(
        street=SimpleNamespace(min_completion_betting_or_raising_amount=60),
        betting_structure=SimpleNamespace(name="FIXED_LIMIT"),
        completion_status=False,
        bets=[30, 60, 120, 150],
        stacks=[970, 940, 880, 0],
    )
    for amount in (180, 240):
        assert is_refused(state, amount) == ["short bet completed"]
    for amount in (160, 210):
        assert not is_refused(state, amount)
    twice = Move("stand_pat_or_discard", ("AsAs",))
    once = Move("stand_pat_or_discard", ("AsAd",))
    assert [one.name for one in REFUSALS if one.applies(None, twice)] == ["card discarded twice"]
    assert not [one.name for one in REFUSALS if one.applies(None, once)]
    endless = Move("complete_bet_or_raise_to", (inf,))
    assert [one.name for one in REFUSALS if one.applies(state, endless)] == ["bet without end"]
