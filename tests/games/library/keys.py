"""Every key that a file of a game may have, by its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_CONDITION = {"type", "subset", "value", "values", "check", "color", "min_count", "sum"}
_SELECTION = {"holeCards", "communityCards", "community_subset"}

ROOT = {
    "game",
    "category",
    "description",
    "aliases",
    "players",
    "deck",
    "bettingStructures",
    "raiseCap",
    "forcedBets",
    "bettingOrder",
    "communityCardLayout",
    "gamePlay",
    "showdown",
}
# What happens in a step, and what each of its cards may say.
ACTIONS = {
    "bet": {"type"},
    "deal": {"location", "cards", "conditional_state", "wildCards"},
    "draw": {"cards"},
    "discard": {"cards"},
    "expose": {"cards"},
    "pass": {"cards"},
    "separate": {"cards", "hand_comparison", "visibility_requirements"},
    "buy": {"cards"},
    "declare": {"type", "options", "per_pot", "simultaneous"},
    "choose": {"possible_values", "value", "chooser", "default"},
    "roll_die": {"dice", "subset"},
    "remove": {"type", "criteria", "subsets"},
    "replaceCommunity": {"cardsToReplace", "order", "startingFrom"},
    "showdown": {"type"},
}
CARDS = {
    "deal": {"number", "state", "subset", "hole_subset"},
    "draw": {"number", "min_number", "state", "draw_amount", "preserve_state"},
    "discard": {
        "number",
        "min_number",
        "state",
        "rule",
        "subset",
        "hole_subset",
        "entire_subset",
        "discardLocation",
        "discardSubset",
    },
    "expose": {"number", "min_number", "state", "immediate"},
    "pass": {"number", "direction", "state"},
    "separate": {"hole_subset", "number"},
    "buy": {"number", "state", "optional", "cost", "discard_first"},
}
OBJECTS = {
    "players": {"min", "max"},
    "deck": {"type", "cards", "jokers", "burn"},
    "forcedBets": {"style", "rule", "openPairDoubleBet"},
    "bettingOrder": {"initial", "subsequent"},
    "communityCardLayout": {"type", "rows", "columns", "cells"},
    "rows": {"label", "subsets"},
    "conditional_state": _CONDITION | {"true_state", "false_state"},
    "condition": _CONDITION | {"visibility", "true_role", "false_role"},
    "draw_amount": {"relative_to", "amount"},
    "cost": {"type", "amount"},
    "hand_comparison": {"subsets", "comparison_rule"},
    "subsets": {"hole_subset", "evaluationType"},
    "visibility_requirements": {"hole_subset", "min_face_down"},
    "wildCards": {
        "type",
        "role",
        "rank",
        "scope",
        "match",
        "visibility",
        "trigger_rank",
        "condition",
    },
    "bestHand": _SELECTION
    | {
        "name",
        "evaluationType",
        "anyCards",
        "combinations",
        "hole_subset",
        "holeCardsAllowed",
        "cardState",
        "qualifier",
        "wildCards",
        "padding",
        "minimumCards",
        "usesUnusedFrom",
        "playerHandSize",
        "classification",
    },
    "combinations": _SELECTION,
    "holeCardsAllowed": {"hole_subsets"},
    "playerHandSize": {"3", "4", "5"},
    "3": _SELECTION | {"community_subsets"},
    "4": _SELECTION | {"community_subsets"},
    "5": _SELECTION | {"community_subsets"},
    "classification": {"type", "faceRanks", "fieldName"},
    "conditionalBestHands": {"condition", "bestHand"},
    "globalDefaultAction": {"condition", "action"},
    "defaultActions": {"condition", "appliesTo", "action"},
    "action": {"type", "bestHand", "evaluation"},
    "evaluation": {"criterion", "suit", "from", "subsets"},
}
OBJECTS["defaultBestHand"] = OBJECTS["bestHand"]
SHOWDOWN = {
    "order",
    "startingFrom",
    "cardsRequired",
    "bestHand",
    "declaration_mode",
    "conditionalBestHands",
    "defaultBestHand",
    "globalDefaultAction",
    "defaultActions",
    "classification_priority",
}


def find_unknown(game: dict[str, Any]) -> list[str]:
    """Return the places of all keys that no file should have."""
    found = [key for key in game if key not in ROOT]
    for key, value in game.items():
        if key == "gamePlay":
            for place, step in enumerate(value):
                found += _find_in_step(step, f"gamePlay[{place}]")
        elif key == "showdown":
            found += _find(value, "showdown", SHOWDOWN)
        elif isinstance(value, dict):
            found += _find(value, key, OBJECTS[key])
    return found


def _find_in_step(step: dict[str, Any], path: str) -> Iterator[str]:
    for key, value in step.items():
        if key == "groupedActions":
            for place, action in enumerate(value):
                yield from _find_in_step(action, f"{path}.groupedActions[{place}]")
        elif key in ACTIONS:
            cards = CARDS.get(key)
            for name, inner in value.items():
                if name not in ACTIONS[key]:
                    yield f"{path}.{key}.{name}"
                elif name == "cards" and cards is not None:
                    for place, entry in enumerate(inner):
                        yield from _find(entry, f"{path}.{key}.cards[{place}]", cards)
                else:
                    yield from _find_below(inner, f"{path}.{key}.{name}", name)
        elif key != "name":
            yield f"{path}.{key}"


def _find(value: dict[str, Any], path: str, known: set[str]) -> Iterator[str]:
    for key, inner in value.items():
        if key not in known:
            yield f"{path}.{key}"
        else:
            yield from _find_below(inner, f"{path}.{key}", key)


def _find_below(value: Any, path: str, key: str) -> Iterator[str]:
    entries = value if isinstance(value, list) else [value]
    for entry in entries:
        if isinstance(entry, dict):
            yield from _find(entry, path, OBJECTS[key])
