"""Programs of every bad kind at many tables: chips, time, memory and processes are looked after."""

from __future__ import annotations

from time import monotonic

import pytest

from .soak import ALLOWANCE, KINDS, soak

# Kinds that answer well, in time or not.
WELL = {"good", "plain", "complaining", "flooding", "forking", "late", "stubborn"}
WRONG = set(KINDS) - WELL


def test_every_bad_kind_is_survived(monkeypatch: pytest.MonkeyPatch) -> None:
    # Most of them do not end by themselves.
    monkeypatch.setattr("croupier.agents.external.processes._SECONDS_TO_END", 0.1)
    rounds = iter(range(5))
    outcome = soak(len(KINDS), lambda: next(rounds, None) is not None, limit=0.1, hands=4)
    assert outcome.hands == 5 * len(KINDS)
    assert outcome.left == []
    assert set(outcome.decisions) == set(KINDS)
    assert {kind for kind in WRONG if not outcome.faults[kind]} == set()


@pytest.mark.slow
def test_thirty_tables_for_three_minutes() -> None:
    end = monotonic() + 180
    outcome = soak(30, lambda: monotonic() < end, limit=0.1)
    assert outcome.left == []
    assert outcome.slowest < ALLOWANCE
    early = outcome.sizes[len(outcome.sizes) // 4]
    assert outcome.sizes[-1] < early + 20_000_000
