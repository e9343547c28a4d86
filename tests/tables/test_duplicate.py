"""Matches in which every deal is played twice."""

from __future__ import annotations

import pytest

from croupier.agents import RandomAgent
from croupier.errors import SetupError
from croupier.games import FixedLimitBadugi, NoLimitTexasHoldem, load
from croupier.tables import HistoryRecorder, play_duplicate

GAME = NoLimitTexasHoldem((), True, 0, (1, 2), 2)


def test_each_deal_has_the_same_cards_with_the_seats_swapped() -> None:
    recorder = HistoryRecorder()
    play_duplicate(GAME, "random", "caller", 20, seed=1, recorder=recorder)
    assert recorder.count == 40
    hands = recorder.histories
    for first, second in zip(hands[::2], hands[1::2], strict=True):
        assert [*reversed(first.players or [])] == second.players
        assert first.actions[:2] == second.actions[:2]
        assert first.actions[0].startswith("d dh p1")


@pytest.mark.parametrize("name", ["caller", "folder"])
def test_agents_that_do_the_same_are_equally_good(name: str) -> None:
    for game in (GAME, FixedLimitBadugi((), True, 0, (1, 2), 2, 4)):
        result = play_duplicate(game, name, name, 50, seed=1)
        assert result.won == 0 and result.deviation == 0
        assert result.names == (name, f"{name} 2")


def test_the_same_seed_is_the_same_match() -> None:
    one = play_duplicate(GAME, "random", "tight:deals=32", 30, seed=4)
    assert one == play_duplicate(GAME, "random", "tight:deals=32", 30, seed=4)
    assert one != play_duplicate(GAME, "random", "tight:deals=32", 30, seed=5)


def test_the_sign_is_that_of_the_first_agent() -> None:
    one = play_duplicate(GAME, RandomAgent(1), "equity:deals=64", 100, seed=4)
    other = play_duplicate(GAME, "equity:deals=64", RandomAgent(1), 100, seed=4)
    assert one.millis < 0 < other.millis


def test_luck_of_the_deal_matters_less() -> None:
    result = play_duplicate(GAME, "equity:deals=64", "caller", 200, seed=4)
    assert result.deviation < result.single_deviation
    assert result.error == pytest.approx(1.96 * result.deviation / 200**0.5 / 2 * 1000)
    assert result.rate == pytest.approx(result.millis / 10)
    assert result.millis == pytest.approx(result.won / 400 / 2 * 1000)


def test_games_of_files() -> None:
    game = load("razz").game(None, {"small_bet": 2})
    assert play_duplicate(game, "random", "caller", 20, seed=1).hands == 40


def test_matches_that_cannot_be() -> None:
    with pytest.raises(SetupError, match="negative"):
        play_duplicate(GAME, "random", "caller", -1)
    game = load("one_mans_trash").game(None, {"small_bet": 2})
    with pytest.raises(SetupError, match="not for two"):
        play_duplicate(game, "random", "caller", 1)
