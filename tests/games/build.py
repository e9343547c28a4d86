"""Small games to change in tests."""

from __future__ import annotations

import copy
import re
from typing import Any

from croupier.games.configuration import Configuration, Problem
from croupier.games.configuration.reading import _examine

Json = dict[str, Any]

REMOVED = object()


def bet(kind: str, **more: Any) -> Json:
    return {"name": f"Bet {kind}", "bet": {"type": kind, **more}}


def deal(location: str, *cards: Json, **more: Any) -> Json:
    return {"name": "Deal", "deal": {"location": location, "cards": list(cards), **more}}


def cards(number: int, state: str = "face down", **more: Any) -> Json:
    return {"number": number, "state": state, **more}


def step(kind: str, value: Any, **more: Any) -> Json:
    return {"name": kind, kind: value, **more}


# Hands for games in which players may end with few cards.
FEW: list[Json] = [{"evaluationType": "high", "anyCards": 5, "padding": True}]
SHOWDOWN = step("showdown", {"type": "final"})


def game(*steps: Json, hands: list[Json] | None = None, **more: Any) -> Json:
    """Return a game of blinds, these steps, and a showdown."""
    blinds = (
        []
        if any("blinds" in str(each) or "antes" in str(each) for each in steps)
        else [bet("blinds")]
    )
    return {
        "game": "Test",
        "players": {"min": 2, "max": 6},
        "deck": {"type": "standard", "cards": 52},
        "bettingStructures": ["Limit", "No Limit", "Pot Limit"],
        "gamePlay": [*blinds, *steps, SHOWDOWN],
        "showdown": {
            "order": "clockwise",
            "startingFrom": "dealer",
            "cardsRequired": "any",
            "bestHand": hands or [{"evaluationType": "high", "anyCards": 5}],
        },
        **more,
    }


def holdem() -> Json:
    return game(
        deal("player", cards(2)),
        bet("small"),
        deal("community", cards(3, "face up")),
        bet("small"),
        deal("community", cards(1, "face up")),
        bet("big"),
        deal("community", cards(1, "face up")),
        bet("big"),
    )


def draw(*more: Json, **changes: Any) -> Json:
    """Return a game of five cards each, and what else there is."""
    return game(deal("player", cards(5)), bet("small"), *more, **changes)


def stud(**changes: Any) -> Json:
    return game(
        bet("antes"),
        deal("player", cards(2), cards(1, "face up")),
        bet("bring-in"),
        bet("small"),
        *(
            each
            for size in ("small", "big", "big")
            for each in (deal("player", cards(1, "face up")), bet(size))
        ),
        deal("player", cards(1)),
        bet("big"),
        forcedBets={"style": "bring-in", "rule": "low card"},
        **changes,
    )


def boards() -> Json:
    """Return a game with two boards."""
    return game(
        deal("player", cards(2)),
        bet("small"),
        deal(
            "community",
            cards(5, "face up", subset="Board 1"),
            cards(5, "face up", subset="Board 2"),
        ),
        bet("big"),
        hands=[
            {"name": name, "evaluationType": "high", "anyCards": 5, "community_subset": name}
            for name in ("Board 1", "Board 2")
        ],
    )


def change(data: Json, path: str, value: Any) -> Json:
    """Return a copy with another value at a path, or with nothing there."""
    data = copy.deepcopy(data)
    keys = [int(key) if key.isdecimal() else key for key in re.findall(r"[^.\[\]]+", path)]
    place: Any = data
    for key in keys[:-1]:
        place = place[key]
    if value is REMOVED:
        del place[keys[-1]]
    else:
        place[keys[-1]] = value
    return data


def examine(data: Any) -> tuple[Configuration | None, tuple[Problem, ...]]:
    return _examine(data)


def errors(data: Any) -> dict[str, str]:
    """Return what is wrong, by path."""
    _, problems = examine(data)
    return {problem.path: problem.message for problem in problems if problem.is_error}


def warnings(data: Any) -> dict[str, str]:
    """Return what is odd about a game that can be played, by path."""
    configuration, problems = examine(data)
    assert configuration is not None, [str(problem) for problem in problems]
    return {problem.path: problem.message for problem in configuration.warnings}


def read(data: Any) -> Configuration:
    """Return a game about which nothing is odd."""
    configuration, problems = examine(data)
    assert configuration is not None and not problems, [str(problem) for problem in problems]
    return configuration
