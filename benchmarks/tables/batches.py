"""Many tables in step, whose decisions come from arrays: no-limit hold'em."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy

import croupier
from benchmarks.games import checkdown
from benchmarks.measuring import harness, peers
from benchmarks.measuring.harness import Case, Contender, Effort, Target, Unit
from benchmarks.measuring.play import CROUPIER, GAMES, make_start
from croupier.tables import TableBatch

__all__ = ["make_cases", "run"]

_SECTION = "Many tables in step, no-limit hold'em"
_TABLES = 512
_HANDS = 4_000
_QUICK_HANDS = 20
_CALL = 1
# Decisions a second on one core, with a policy that costs next to nothing.
_MIN = 1_000_000
_OPEN_SPIEL = "OpenSpiel, fcpa"


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run plays fewer hands.

    Yields:
        The cases.
    """
    hands = _QUICK_HANDS if effort.quick else _HANDS
    others = []
    if peers.load("pyspiel") is not None:
        few = 2 if effort.quick else 5
        others = [checkdown.make_asking_peer(_OPEN_SPIEL, few)]
    yield _make_case("everybody calls", _call, hands, others)
    yield _make_case("moves at random", _make_random_policy(), hands, [])


run = harness.make_runner(
    make_cases, full=Effort(sample=0.02, budget=1.0, least_rounds=5, most_rounds=30)
)


def _make_case(
    name: str, decide: Callable[[TableBatch], Any], hands: int, others: list[Contender]
) -> Case:
    game = make_start(croupier, GAMES[0])(0)

    def play() -> int:
        batch = TableBatch(game, _TABLES, seed=0)
        return batch.play(decide, hands).decisions

    decisions = play()
    return Case(
        section=_SECTION,
        name=f"{name}, {GAMES[0].players} players",
        what=f"{_TABLES} tables on one thread, from the deal to the payoffs, with what the players"
        " see and may do in arrays; one operation is one decision",
        ours=Contender(CROUPIER, play, decisions),
        peers=others,
        targets=[Target.rate(_MIN)],
        unit=Unit.RATE,
    )


def _call(batch: TableBatch) -> Any:
    return numpy.full(batch.table_count, _CALL)


def _make_random_policy() -> Callable[[TableBatch], Any]:
    random = numpy.random.default_rng(0)

    def decide(batch: TableBatch) -> Any:
        return (random.random(batch.legal.shape, dtype=numpy.float32) * batch.legal).argmax(axis=1)

    return decide
