"""Counts of recorders: the same as what is counted of the histories of the same hands."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from croupier.analysis.statistics import DEFINITIONS, PlayerStatistics
from croupier.games import (
    FixedLimitRazz,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    load,
)
from croupier.tables import HistoryRecorder, ResultsRecorder, Table

GAMES: dict[str, tuple[Any, Any]] = {
    "hold'em": (NoLimitTexasHoldem((), True, 0, (1, 2), 2), 60),
    "Omaha with decimals": (
        PotLimitOmahaHoldem((), True, 0, (Decimal("0.05"), Decimal("0.1")), Decimal("0.1")),
        Decimal("6.25"),
    ),
    "hold'em of floats": (NoLimitTexasHoldem((), True, 0, (0.5, 1.0), 1.0), 50.0),
    "razz": (FixedLimitRazz((), True, 1, 1, 2, 4), 60),
    "a draw": (NoLimitDeuceToSevenLowballSingleDraw((), True, 0, (1, 2), 2), 60),
    "a file": (load("crazy_pineapple").game("No Limit", {"big_blind": 2}), 60),
    "large chips": (NoLimitTexasHoldem((), True, 0, (2**40, 2**41), 2**41), 2**50),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kept", [False, True])
def test_results_are_the_statistics_of_the_histories(name: str, kept: bool) -> None:
    game, stack = GAMES[name]
    results, histories = ResultsRecorder(2), HistoryRecorder()
    options: dict[str, Any] = {"rebuys": None} if kept else {"reset_stacks": True}
    agents = ["random", "caller", "tight:deals=16", "random"]
    table = Table(
        game, agents, stack=stack, seed=5, recorders=[results, histories], seat_count=4, **options
    )
    table.play(60)
    counted = PlayerStatistics(histories.histories)
    assert set(counted) == set(results.statistics)
    assert results.statistics.hands == counted.hands == 60
    for result in results.results():
        theirs, ours = counted[result.name], results.statistics[result.name]
        assert {one: getattr(ours, one) for one in DEFINITIONS} == theirs.frequencies
        assert ours.net == theirs.net
        assert result.vpip == (theirs.vpip.rate or 0)
        assert result.pfr == (theirs.pfr.rate or 0)
        assert result.aggression == theirs.aggression_factor.rate
        assert result.wtsd == (theirs.went_to_showdown.rate or 0)
        assert result.hands == ours.hands == 60
        assert float(result.won) == pytest.approx(float(ours.net))
        assert type(result.won) is type(stack)


def test_results_between_hands_are_those_so_far() -> None:
    game, stack = GAMES["hold'em"]
    results, whole = ResultsRecorder(2), ResultsRecorder(2)
    table = Table(game, ["random"] * 3, stack=stack, seed=5, rebuys=None, recorders=[results])
    hands = []
    for _ in range(20):
        table.play(1)
        hands.append([one.hands for one in results.results()])
    assert hands == [[number] * 3 for number in range(1, 21)]
    Table(game, ["random"] * 3, stack=stack, seed=5, rebuys=None, recorders=[whole]).play(20)
    assert whole.results() == results.results()


def test_who_fails_before_the_first_hand_ends_has_results() -> None:
    results = ResultsRecorder()
    assert results.results() == []
    results._find("Ann").faults += 1
    (result,) = results.results()
    assert (result.name, result.hands, result.vpip, result.aggression) == ("Ann", 0, 0, None)
