"""Hands that the core plays by itself, without coming back to Python for a decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import croupier
from benchmarks.games.step_by_step import make_contender
from benchmarks.measuring import harness, peers
from benchmarks.measuring.harness import Case, Clock, Contender, Effort, Target, Unit
from benchmarks.measuring.play import CROUPIER, GAMES, POKERKIT, Game, make_start

__all__ = ["make_cases", "run"]

_SECTION = "Games, simulated"
_HANDS = 20_000
_QUICK_HANDS = 200
# On one core; the other games have none.
_TARGETS = {
    ("NoLimitTexasHoldem", 6): Target.ratio(POKERKIT, 4000.0),
    ("FixedLimitOmahaHoldemHighLowSplitEightOrBetter", 6): Target.rate(100_000),
}


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run plays fewer hands.

    Yields:
        The cases.
    """
    pokerkit = peers.load("pokerkit")
    for game in GAMES:
        yield _make_case(game, pokerkit, effort)


# Decks run out where many players draw, of which both libraries warn.
run = harness.make_runner(
    make_cases,
    full=Effort(sample=0.02, budget=0.5, least_rounds=3, most_rounds=20),
    ignore_warnings=True,
)


def _make_case(game: Game, pokerkit: Any, effort: Effort) -> Case:
    hands = _QUICK_HANDS if effort.quick else _HANDS
    state = make_start(croupier, game)(0)

    def run() -> None:
        croupier.simulate(state, hands, "mixed", seed=0, threads=1)

    others = []
    if pokerkit is not None:
        least = min(game.hands, 2) if effort.quick else game.hands
        others.append(make_contender(POKERKIT, pokerkit, game, least))
    target = _TARGETS.get((game.name, game.players))
    return Case(
        section=_SECTION,
        name=f"`{game.name}`, {game.players} players",
        what="hands of `simulate` on one thread, with the policy of the script that PokerKit is"
        " played with; one operation is one hand",
        ours=Contender(CROUPIER, run, hands, Clock.PROCESS),
        peers=others,
        targets=[] if target is None else [target],
        unit=Unit.RATE,
    )
