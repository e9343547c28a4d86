"""Random hands of every game, played in PokerKit and in Croupier at once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from differential import sabotage
from differential.differences import DIFFERENCES, REFUSALS, refuses_both_forced_bets
from differential.moves import Move
from differential.play import (
    PAIR,
    DivergenceError,
    construct_both,
    pickled,
    play,
    play_seed,
    quick_hands,
)
from differential.setups import NAMES, broken, draw

SELF = ("pokerkit", "pokerkit")
# Seeds come in batches, so that several processes share them.
BATCHES = 4
HANDS = 40
LONG_BATCHES = 10
LONG_HANDS = 500


@pytest.fixture(autouse=True, scope="module")
def _quick() -> Iterator[None]:
    with quick_hands():
        yield


@pytest.fixture(scope="module")
def _croupier() -> None:
    pytest.importorskip("croupier.state")
    pytest.importorskip("croupier.games")


@pytest.mark.usefixtures("_croupier")
@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("game", NAMES)
def test_hands_are_played_alike(game: str, batch: int) -> None:
    for seed in range(batch * HANDS, (batch + 1) * HANDS):
        play_seed(game, seed, PAIR, DIFFERENCES)


@pytest.mark.slow
@pytest.mark.usefixtures("_croupier")
@pytest.mark.parametrize("batch", range(LONG_BATCHES))
@pytest.mark.parametrize("game", NAMES)
def test_many_hands_are_played_alike(game: str, batch: int) -> None:
    for seed in range(10**6 + batch * LONG_HANDS, 10**6 + (batch + 1) * LONG_HANDS):
        play_seed(game, seed, PAIR, DIFFERENCES)


@pytest.mark.usefixtures("_croupier")
@pytest.mark.parametrize("game", NAMES)
def test_hands_go_on_from_bytes(game: str) -> None:
    for seed in range(3):
        play_seed(game, seed, PAIR, DIFFERENCES, copies=[pickled])


@pytest.mark.usefixtures("_croupier")
def test_broken_set_ups_are_refused_alike() -> None:
    rng = Random("broken")
    for _ in range(300):
        setup = broken(rng)
        theirs, ours = construct_both(PAIR, setup)
        if refuses_both_forced_bets(setup):
            assert ours, setup
        else:
            assert theirs == ours, setup


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
    differences = [*DIFFERENCES, *REFUSALS]
    assert len({difference.name for difference in differences}) == len(differences)
    assert all(difference.reason for difference in differences)


def test_refusals_are_recognised() -> None:
    twice = Move("stand_pat_or_discard", ("AsAs",))
    once = Move("stand_pat_or_discard", ("AsAd",))
    assert [refusal.applies(None, twice) for refusal in REFUSALS] == [True]
    assert [refusal.applies(None, once) for refusal in REFUSALS] == [False]
