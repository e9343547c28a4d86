"""Spots and small games, solved."""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from benchmarks.measuring import harness, peers
from benchmarks.measuring.harness import Case, Clock, Contender, Effort, Target, Unit
from benchmarks.measuring.play import CROUPIER
from benchmarks.measuring.shared_data import SHARED_DATA
from croupier.solving import Solution, Spot, solve, solve_game

__all__ = ["make_cases", "make_spot", "run"]

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
_ONE_THREAD = "one thread"
_TURNS = ("t1_basic", "t3_simple", "t4_pio3bet")
_FLOPS = ("f2_basic", "f6_pio3bet")


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
    for bits in (32, 16):
        yield _iterations("turn", _SPOTS["turn"], bits)
    yield _threads("turn", _SPOTS["turn"])
    yield from _references(effort)
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


def _iterations(name: str, spot: Spot, bits: int) -> Case:
    """Return a case of the time that a hand and an action take in an iteration."""
    size = spot.size(bits=bits)
    return _case(
        f"{name}, a hand and an action, {bits} bits",
        f"{size.bytes / 1e6:.1f} MB; ten iterations more, and the exploitability before and after"
        " them, which goes through the tree as an iteration does. Beside it a thousandth of a"
        " showdown of 180 hands against 265, weighed one after the other in C",
        _later(spot, bits, threads=1),
        size.entries * (_ITERATIONS + 2),
        peers_=_walks(),
        targets=[Target.ratio(_WALK, 1 / 3.2)],
        most_rounds=_rounds(spot),
    )


def _threads(name: str, spot: Spot) -> Case:
    """Return a case of two threads beside one, by the clock on the wall."""
    operations = _ITERATIONS + 2
    alone = Contender(_ONE_THREAD, _later(spot, 32, threads=1), operations, clock=Clock.WALL)
    return Case(
        section=_SECTION,
        name=f"{name}, an iteration on two threads",
        what="ten iterations more, and the exploitability before and after them; wall time, so that"
        " it says something on an idle machine alone",
        ours=Contender(CROUPIER, _later(spot, 32, threads=2), operations, clock=Clock.WALL),
        peers=[alone],
        targets=[Target.ratio(_ONE_THREAD, 1.8)],
        most_rounds=_rounds(spot),
    )


def _rounds(spot: Spot) -> int | None:
    """Return how many rounds a case of several seconds is measured for."""
    return 2 if spot.size().entries > 10_000_000 else None


def _later(spot: Spot, bits: int, threads: int) -> Callable[[], None]:
    """Return what goes on with a solution, which is begun when it is first called."""

    @cache
    def begin() -> Solution:
        return solve(spot, 0, iterations=_ITERATIONS, threads=1, bits=bits)

    return lambda: _go_on(begin(), threads)


def _references(effort: Effort) -> Iterator[Case]:
    """Make the cases of spots that other solvers were measured with, where they are there."""
    spots = {name: _read(name) for name in ("r1_srp", *_TURNS, *_FLOPS)}
    if None in spots.values():
        return
    river, *trees = (spot for spot in spots.values() if spot is not None)
    document = river.to_dict()
    yield _case(
        "river r1, to 0.5 % of the pot",
        "from texts to the solution, one thread",
        lambda: solve(Spot.from_dict(document), "0.5%", threads=1),
        1,
        targets=[Target.time(0.001)],
    )
    for name, spot in zip((*_TURNS, *_FLOPS), trees, strict=True):
        short = name.partition("_")[0]
        if effort.quick and name in _FLOPS:
            continue
        for bits in (32, 16):
            yield _iterations(short, spot, bits)
        yield _threads(short, spot)
    yield _to_half_a_percent("t1", trees[0], 32, 0.55)
    if not effort.quick:
        yield _to_half_a_percent("f6", trees[-1], 32, 48.0)
        yield _to_half_a_percent("f6", trees[-1], 16, 40.0)


def _to_half_a_percent(name: str, spot: Spot, bits: int, most: float) -> Case:
    return _case(
        f"{name}, to 0.5 % of the pot, {bits} bits",
        f"{spot.size(bits=bits).bytes / 1e6:.1f} MB, one thread, from the spot to the solution",
        lambda: solve(spot, "0.5%", threads=1, bits=bits),
        1,
        targets=[Target.time(most)],
        most_rounds=_rounds(spot),
    )


def _read(name: str) -> Spot | None:
    """Return a spot of another solver's, if it is there."""
    path = SHARED_DATA / "solver" / f"{name}.json"
    if not path.exists():
        return None
    return make_spot(json.loads(path.read_text("utf-8")))


def make_spot(document: dict[str, Any]) -> Spot:
    """Make a spot of what is written of one that another solver solved.

    Args:
        document: The board, the pot, ranges, sizes and thresholds.

    Returns:
        The spot.
    """
    bets, raises = document["bet"].split("|"), document["raise"].split("|")
    sizes = {}
    for place, street in enumerate(("flop", "turn", "river")):
        donk = document["river_donk"] if street == "river" and len(document["board"]) < 10 else ""
        both = bets[place % len(bets)], raises[place % len(raises)]
        sizes[street] = " / ".join([*both, *([donk] if donk else [])])
    return Spot(
        board=document["board"],
        pot=document["pot"],
        stacks=document["stack"],
        ranges=document["ranges"],
        sizes=sizes,
        rake=(document["rake_rate"], document["rake_cap"]),
        add_all_in=document["add_allin_threshold"],
        force_all_in=document["force_allin_threshold"],
        merge=document["merging_threshold"],
    )


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


def _go_on(solution: Solution, threads: int) -> None:
    solution.improve(0, iterations=_ITERATIONS, threads=threads)


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
    most_rounds: int | None = None,
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
        most_rounds=most_rounds,
    )


run = harness.make_runner(make_cases)
