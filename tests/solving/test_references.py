"""Answers of other solvers, where they are there: values differ by the exploitabilities at most."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.solving import solve
from shared import data_path

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.analysis.solving import make_spot

RIVERS_AND_TURNS = [
    "r1_srp",
    "r3_rake_ties",
    "r4_polar",
    "r5_simple",
    "t1_basic",
    "t3_simple",
    "t4_pio3bet",
]
FLOPS = [pytest.param(name, marks=pytest.mark.slow) for name in ("f2_basic", "f6_pio3bet")]


def read(name: str) -> dict[str, Any]:
    path = data_path("solver") / f"{name}.json"
    document: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return document


@pytest.mark.parametrize("name", [*RIVERS_AND_TURNS, *FLOPS])
def test_values_are_those_of_other_solvers(name: str) -> None:
    document = read(name)
    nodes = document["nodes"]
    reference = nodes[0] if isinstance(nodes, list) else next(iter(nodes.values()))
    solution = solve(make_spot(document), {"f": "0.5%", "t": "0.1%", "r": "0.02%"}[name[0]])
    # Values of one and the same spot differ by no more than what could be won in both.
    slack = solution.exploitability.chips + document["exploitability_chips"]
    root = solution.root
    assert len(root.actions) == len(reference["actions"])
    assert solution.ev[0] == pytest.approx(reference["average_ev"], abs=slack)
    assert solution.ev[1] == pytest.approx(reference["opponent_average_ev"], abs=slack)
    assert root.equity[0] == pytest.approx(reference["average_equity"], abs=1e-5)
    # What is clearly better is done by both.
    clear = (0.05 if name[0] == "f" else 0.01) * document["pot"]
    for place, hand in enumerate(reference["hands"]):
        values = [row[place] for row in reference["action_ev"]]
        best = max(range(len(values)), key=values.__getitem__)
        others = [value for at, value in enumerate(values) if at != best]
        if others and values[best] - max(others) > clear:
            part = list(root.strategy(hand).values())[best]
            assert part > 0.9 and reference["strategy"][best][place] > 0.9, hand


@pytest.mark.parametrize("name", ["t1_basic", "t3_simple", "t4_pio3bet", "f2_basic", "f6_pio3bet"])
@pytest.mark.parametrize(("bits", "field"), [(32, "memory_f32"), (16, "memory_i16")])
def test_it_takes_no_more_memory_than_other_solvers(name: str, bits: int, field: str) -> None:
    document = read(name)
    assert make_spot(document).size(bits=bits).bytes <= document[field]


@pytest.mark.slow
def test_a_raked_flop_is_worth_what_another_solver_says() -> None:
    document = read("f6_pio3bet") | {"rake_rate": 0.05, "rake_cap": 30}
    solution = solve(make_spot(document), "0.3%", bits=16)
    assert solution.ev == pytest.approx((95.57, 66.98), abs=0.2)


@pytest.mark.parametrize("name", RIVERS_AND_TURNS)
def test_it_learns_about_as_fast_as_other_solvers(name: str) -> None:
    document = read(name)
    pot = document["pot"]
    theirs = next(done for done, chips, *_ in document["curve"] if chips <= 0.001 * pot)
    assert solve(make_spot(document), "0.1%").iterations <= 1.25 * theirs
