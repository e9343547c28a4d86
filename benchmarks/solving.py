"""Spots and small games, solved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks import harness, peers
from benchmarks.harness import Case, Clock, Contender, Effort, Target, Unit
from benchmarks.play import CROUPIER
from croupier.solving import Solution, Spot, solve, solve_game

__all__ = ["make_cases", "run"]

_SECTION = "Solving"
_OPEN_SPIEL = "open_spiel"
_FIRST = "77+, A9s+, A5s-A3s, AJo+, KTs+, KQo, QTs+, JTs, T9s, 97s+, 86s+, 75s+, 65s, 54s"
_SECOND = "JJ-33, AQs-A3s, ATo+, K8s+, KJo+, Q9s+, J8s+, T8s+, 97s+, 86s+, 76s, 65s, 54s"
_SPOTS = {
    "river": Spot(
        board="Jc9d5h2s8c",
        pot=100,
        stacks=450,
        ranges=(_FIRST, _SECOND),
        sizes="60%, e, a / 2.5x",
        force_all_in=0.15,
    ),
    "turn": Spot(
        board="Jc9d5h2s",
        pot=100,
        stacks=450,
        ranges=(_FIRST, _SECOND),
        sizes="60% / 2.5x",
        force_all_in=0.15,
    ),
}
_ITERATIONS = 10


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; all cases are measured in any case.

    Yields:
        The cases.
    """
    for street, spot in _SPOTS.items():
        yield _case(
            f"{street}, to 0.5 % of the pot",
            f"{spot.size().entries:,} hands and actions, one thread, from the spot to the solution",
            lambda spot=spot: solve(spot, "0.5%", threads=1),
            1,
        )
    entries = _SPOTS["turn"].size().entries
    for bits in (32, 16):
        begun = solve(_SPOTS["turn"], 0, iterations=_ITERATIONS, threads=1, bits=bits)
        yield _case(
            f"turn, hands and actions an iteration, {bits} bits",
            "ten iterations more, and the exploitability before and after them",
            lambda begun=begun: _go_on(begun),
            entries * _ITERATIONS,
            Unit.RATE,
        )
    yield from _small_games()


def _go_on(solution: Solution) -> None:
    solution.improve(0, iterations=_ITERATIONS, threads=1)


def _small_games() -> Iterator[Case]:
    leduc = solve_game("leduc", target=0, iterations=_ITERATIONS)
    theirs: list[Contender] = []
    spiel: Any = peers.load("pyspiel")
    if spiel is not None:
        solver = spiel.CFRPlusSolver(spiel.load_game("leduc_poker"))

        def iterate() -> None:
            for _ in range(_ITERATIONS):
                solver.evaluate_and_update_policy()

        theirs = [Contender(_OPEN_SPIEL, iterate, _ITERATIONS)]
    yield _case(
        "Leduc hold'em, an iteration",
        "ten iterations and two exploitabilities; open_spiel: ten of CFR+ in C++, and none",
        lambda: leduc.improve(0, iterations=_ITERATIONS),
        _ITERATIONS,
        peers_=theirs,
        targets=[Target.ratio(_OPEN_SPIEL, 10.0)],
    )


def _case(
    name: str,
    what: str,
    call: Any,
    operations: int,
    unit: Unit = Unit.TIME,
    peers_: list[Contender] | None = None,
    targets: list[Target] | None = None,
) -> Case:
    ours = Contender(CROUPIER, call, operations, clock=Clock.PROCESS)
    return Case(
        section=_SECTION,
        name=name,
        what=what,
        ours=ours,
        peers=peers_ or [],
        targets=targets or [],
        unit=unit,
    )


run = harness.make_runner(make_cases)
