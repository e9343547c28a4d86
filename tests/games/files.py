"""The files of the library, read as plain JSON."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

LIBRARY = files("croupier.games").joinpath("library")


@cache
def read_all() -> dict[str, dict[str, Any]]:
    """Return all games by the names of their files."""
    return {
        item.name.removesuffix(".json"): json.loads(item.read_text(encoding="utf-8"))
        for item in sorted(LIBRARY.iterdir(), key=lambda item: item.name)
        if item.name.endswith(".json")
    }


def plain(name: str) -> str:
    """Return a name without what does not matter in it."""
    return "".join(filter(str.isalnum, name.casefold()))


def steps(game: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the steps of a game, those in groups one by one."""
    return [action for step in game["gamePlay"] for action in step.get("groupedActions", [step])]


def dealt(game: dict[str, Any], location: str) -> int:
    """Return how many cards each player, or the board, is dealt."""
    return sum(
        cards["number"]
        for step in steps(game)
        if "deal" in step and step["deal"]["location"] == location
        for cards in step["deal"]["cards"]
    )


def contests(game: dict[str, Any]) -> list[dict[str, Any]]:
    """Return everything that says how a hand is made, of all cases."""
    showdown = game["showdown"]
    default = showdown.get("globalDefaultAction", {}).get("action", {})
    return [
        *showdown.get("bestHand", []),
        *showdown.get("defaultBestHand", []),
        *default.get("bestHand", []),
        *(hand for case in showdown.get("conditionalBestHands", []) for hand in case["bestHand"]),
    ]
