"""Spots and small games, solved."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from benchmarks import harness, peers
from benchmarks.harness import Case, Clock, Contender, Effort, Target, Unit
from benchmarks.play import CROUPIER
from croupier.solving import Solution, Spot, solve, solve_game

__all__ = ["make_cases", "run"]

_SECTION = "Solving"
_OPEN_SPIEL = "open_spiel"
_WALK = "scalar showdown / 1000"
_WALKS = 2000
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
            f"turn, a hand and an action, {bits} bits",
            "ten iterations more, and the exploitability before and after them, which goes through"
            " the tree as an iteration does. Beside it a thousandth of a showdown of 180 hands"
            " against 265, weighed one after the other in C",
            lambda begun=begun: _go_on(begun),
            entries * (_ITERATIONS + 2),
            peers_=_walks(),
            targets=[Target.ratio(_WALK, 1 / 3.2)],
        )
    omaha = Spot(
        game="plo",
        board="Jc9d5h2s8c",
        pot=100,
        stacks=300,
        ranges=("random", "random"),
        sizes="pot / pot",
    )
    yield _case(
        "Omaha river, all hands against all, to 0.5 % of the pot",
        f"{omaha.size().entries:,} hands and actions, one thread, from the spot to the solution",
        lambda: solve(omaha, "0.5%", threads=1, memory=8 << 30),
        1,
        targets=[Target.time(20.0)],
    )
    stud = Spot(
        game="seven_card_stud",
        up_cards=("AsAh7d4c", "Kd9s8s2c"),
        pot=40,
        stacks=200,
        minimum_bet=4,
        ranges=("random", "random"),
    )
    yield _case(
        "stud on seventh street, all hands against all, to 0.5 % of the pot",
        "13,244 hands of each player, one thread, from the spot to the solution",
        lambda: solve(stud, "0.5%", threads=1),
        1,
    )
    yield from _small_games()


def _walks() -> list[Contender]:
    """Return the walk over showdowns as a peer, where there is one."""
    walk = _compile_walk()
    if walk is None:
        return []
    return [Contender(_WALK, lambda: walk(265, 180, _WALKS), 1000 * _WALKS)]


@cache
def _compile_walk() -> Callable[[int, int, int], float] | None:
    """Return the walk over showdowns that figures are told beside, where there is a compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    source = Path(__file__).with_name("showdown_walk.c")
    made = Path(mkdtemp()) / "showdown_walk.so"
    command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(made), str(source)]
    if subprocess.run(command, check=False).returncode:
        return None
    walk: Any = ctypes.CDLL(str(made)).walk
    walk.restype = ctypes.c_double
    found: Callable[[int, int, int], float] = walk
    return found


def _go_on(solution: Solution) -> None:
    solution.improve(0, iterations=_ITERATIONS, threads=1)


def _small_games() -> Iterator[Case]:
    leduc = solve_game("leduc", target=0, iterations=_ITERATIONS)
    theirs: list[Contender] = []
    proofs: list[Contender] = []
    spiel: Any = peers.load("pyspiel")
    if spiel is not None:
        game = spiel.load_game("leduc_poker")
        solver = spiel.CFRPlusSolver(game)

        def iterate() -> None:
            for _ in range(_ITERATIONS):
                solver.evaluate_and_update_policy()

        theirs = [Contender(_OPEN_SPIEL, iterate, _ITERATIONS)]
        policy = solver.tabular_average_policy()
        proofs = [Contender(_OPEN_SPIEL, lambda: spiel.exploitability(game, policy), 1)]
    yield _case(
        "Leduc hold'em, an iteration",
        "a hundred iterations, and what players could win more every twenty or so; open_spiel: ten"
        " of CFR+ in C++, and no such proof",
        lambda: leduc.improve(0, iterations=10 * _ITERATIONS),
        10 * _ITERATIONS,
        peers_=theirs,
        targets=[Target.ratio(_OPEN_SPIEL, 100.0)],
    )
    yield _case(
        "Leduc hold'em, an exploitability",
        "what both players win, and could win more against the strategies learnt so far",
        lambda: leduc._native.exploitability(),
        1,
        peers_=proofs,
        targets=[Target.ratio(_OPEN_SPIEL, 100.0)],
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
