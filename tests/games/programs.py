"""Programs of small games."""

from __future__ import annotations

import json
from typing import Any

from croupier.games.configuration.compile.game import CompiledGame, compile

from .build import Json, examine

STAKES = {"small_bet": 10, "big_bet": 20, "small_blind": 5, "big_blind": 10, "ante": 2}


def program(data: Json, structure: str = "Limit", players: int = 3, **stakes: Any) -> CompiledGame:
    configuration, problems = examine(data)
    assert configuration is not None, [str(problem) for problem in problems]
    return compile(configuration, structure, STAKES | stakes, players)


def actions(found: CompiledGame, kind: str) -> list[Any]:
    """Return what the engine does of a kind, as its definition has it."""
    steps = json.loads(found.definition.to_json())["steps"]
    return [each["action"][kind] for each in steps if kind in each["action"]]


def entry(found: CompiledGame, number: int = 0) -> Any:
    (case,) = found.contests[number]["cases"]
    return case["entry"]


WILD = {"evaluationType": "high_wild_bug", "anyCards": 5}
