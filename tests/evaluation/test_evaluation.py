"""Matches in batches, intervals, tournaments and exact values."""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy
import pytest

from croupier import NoLimitTexasHoldem
from croupier.errors import SetupError
from croupier.evaluation import (
    Entrant,
    evaluate_policy,
    find_interval,
    find_lasting_interval,
    play_match,
    play_round_robin,
)
from croupier.solving import solve_game
from croupier.tables import TableBatch

GAME = NoLimitTexasHoldem((), True, 0, (1, 2), 2)


def call(batch: TableBatch) -> Any:
    return numpy.ones(batch.table_count, numpy.int64)


def test_who_plays_alike_neither_wins_nor_loses() -> None:
    matches: list[list[Entrant]] = [["caller", "caller"], ["caller", call], [call, call, call]]
    for entrants in matches:
        result = play_match(GAME, entrants, 300, seed=3)
        assert [score.won for score in result.scores] == [0] * len(entrants)
        assert result.hands == 300 * len(entrants)
    assert result.names == ("call", "call (2)", "call (3)")


def test_what_one_wins_others_lose() -> None:
    result = play_match(GAME, ["tight", "random", "caller"], 500, seed=3)
    assert sum(score.won for score in result.scores) == 0
    assert result.unit == 2
    for score in result.scores:
        assert score.mean == pytest.approx(score.won / 1500 / 2)
        assert score.interval.error == pytest.approx(1.96 * score.deviation / 500**0.5)
    assert [row["player"] for row in result.to_rows()] == ["tight", "random", "caller"]


def test_policies_and_agents_of_the_core_are_the_same() -> None:
    one = play_match(GAME, ["caller", "tight"], 400, seed=5)
    two = play_match(GAME, [call, "tight"], 400, seed=5)
    assert [score.won for score in one.scores] == [score.won for score in two.scores]


def test_the_number_of_threads_does_not_matter() -> None:
    one = play_match(GAME, ["tight", "equity:deals=40"], 700, seed=5)
    two = play_match(GAME, ["tight", "equity:deals=40"], 700, seed=5, threads=2)
    assert one.scores == two.scores
    # More deals begin with the same ones, however many tables are played at once.
    more = play_match(GAME, ["caller", "random"], 5000, seed=5)
    assert more.deals == 5000


def test_good_players_win() -> None:
    result = play_match(GAME, ["tight", "caller"], 3000, seed=1)
    assert result.scores[0].interval.low > 0


def test_a_match_stops_when_it_is_decided() -> None:
    result = play_match(GAME, ["tight", "caller"], 200_000, seed=1, until_decided=True)
    assert result.stopped_early and result.deals < 20_000
    assert result.scores[0].interval.excludes(0)


def test_stopping_does_not_cheat() -> None:
    # Among equals, who looks after every hundred deals finds a winner rarely.
    chance = numpy.random.default_rng(1)
    ordinary = lasting = 0
    for _ in range(300):
        numbers = chance.normal(size=20_000)
        sums, squares = numpy.cumsum(numbers), numpy.cumsum(numbers**2)
        found = {find_interval: False, find_lasting_interval: False}
        for count in range(100, 20_000, 100):
            mean = sums[count - 1] / count
            deviation = (squares[count - 1] / count - mean**2) ** 0.5
            for find in found:
                found[find] |= find(mean, deviation, count).excludes(0)
        ordinary += found[find_interval]
        lasting += found[find_lasting_interval]
    assert lasting <= 15 < ordinary
    assert isnan(find_interval(0, 1, 1).error)


def test_styles_are_counted() -> None:
    result = play_match(GAME, ["tight", "caller"], 300, seed=2, styles=150)
    assert result.styles is not None
    styles = result.styles
    assert styles["caller"].pfr.rate == 0 and (styles["tight"].pfr.rate or 0) > 0.2
    assert styles["caller"].hands == styles["tight"].hands == 300


def test_all_against_all() -> None:
    result = play_round_robin(GAME, ["caller", "tight", "folder"], 400, seed=4)
    assert result.names[0] == "tight"
    for row in range(3):
        assert result.results[row][row] is None
        for column in range(3):
            one, two = result.results[row][column], result.results[column][row]
            if one is not None and two is not None:
                assert one.mean == pytest.approx(-two.mean)
    picture = result.to_svg()
    assert picture.startswith("<svg") and picture.count("<rect") == 1 + 9
    assert [row["player"] for row in result.to_rows()] == list(result.names)


def test_exact_values_of_small_games() -> None:
    # OpenSpiel has 0.4583333 and 2.373611 for the policy that does anything as often.
    kuhn = evaluate_policy("kuhn", stacks=2)
    assert kuhn.sets == 12
    assert kuhn.exploitability == pytest.approx(11 / 24, abs=1e-9)
    leduc = evaluate_policy("leduc")
    assert leduc.sets == 936
    assert leduc.exploitability == pytest.approx(2.373611111111, abs=1e-9)


def test_a_policy_is_worth_what_the_solver_says() -> None:
    solution = solve_game("kuhn", target=1e-4)
    known = {(one.player, one.hole, one.line): one.strategy for one in solution.sets}
    value = evaluate_policy("kuhn", lambda one: known[one.player, one.hole, one.line])
    assert value.exploitability == pytest.approx(solution.exploitability, abs=1e-9)
    assert value.values == pytest.approx(solution.values, abs=1e-9)
    with pytest.raises(SetupError, match="a policy needs weights above 0"):
        evaluate_policy("kuhn", lambda one: {})


def test_matches_that_cannot_be() -> None:
    with pytest.raises(SetupError, match="two players or more, not 1"):
        play_match(GAME, ["caller"], 5)
    with pytest.raises(SetupError, match="is not played by the core"):
        play_match(GAME, ["caller", "human"], 5)
    with pytest.raises(SetupError, match="neither an agent of the core nor a policy"):
        play_match(GAME, ["caller", 7], 5)  # type: ignore[list-item]
    with pytest.raises(SetupError, match="a name for each player"):
        play_match(GAME, ["caller", "tight"], 5, names=["Ann"])
    with pytest.raises(SetupError, match="two players or more"):
        play_round_robin(GAME, ["caller"], 5)
