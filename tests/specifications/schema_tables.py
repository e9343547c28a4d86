"""The tables of the game configuration schema: each field, its type, whether it is required."""

from __future__ import annotations

TEXT, INTEGER, OBJECT, BOOLEAN = "String", "Integer", "Object", "Boolean"
TEXTS, INTEGERS, OBJECTS = "Array of Strings", "Array of Integers", "Array of Objects"
COUNTS, HANDS = "Integer or Array of Integers", "Array of Best Hand Objects"

# The tables of the document: each field with its type, and whether it is required.
TABLES: dict[str, dict[str, tuple[str, bool]]] = {
    "Root Object": {
        "game": (TEXT, True),
        "references": (TEXTS, False),
        "players": (OBJECT, True),
        "deck": (OBJECT, True),
        "bettingStructures": (TEXTS, True),
        "forcedBets": (OBJECT, False),
        "gamePlay": (OBJECTS, True),
        "showdown": (OBJECT, True),
    },
    "Players Object": {"min": (INTEGER, True), "max": (INTEGER, True)},
    "Deck Object": {"type": (TEXT, True), "cards": (INTEGER, True)},
    "Forced Bets Object": {
        "style": (TEXT, True),
        "rule": (TEXT, True),
        "variation": (TEXT, False),
    },
    "Game Play Array": {
        "name": (TEXT, True),
        "bet": (OBJECT, False),
        "deal": (OBJECT, False),
        "draw": (OBJECT, False),
        "expose": (OBJECT, False),
        "pass": (OBJECT, False),
        "separate": (OBJECT, False),
        "discard": (OBJECT, False),
        "remove": (OBJECT, False),
        "showdown": (OBJECT, False),
    },
    "Deal Object": {"location": (TEXT, True), "cards": (OBJECTS, True)},
    "Deal Object, cards": {
        "number": (INTEGER, True),
        "state": (TEXT, True),
        "subset": (TEXT, False),
    },
    "Draw Object": {"cards": (OBJECTS, True)},
    "Draw Object, cards": {
        "number": (INTEGER, True),
        "min_number": (INTEGER, False),
        "state": (TEXT, True),
        "subset": (TEXT, False),
        "draw_amount": (OBJECT, False),
    },
    "Draw Amount Object": {"relative_to": (TEXT, True), "amount": (INTEGER, True)},
    "Discard Object": {"cards": (OBJECTS, True)},
    "Discard Object, cards": {
        "rule": (TEXT, False),
        "subset": (TEXT, False),
        "number": (INTEGER, False),
        "state": (TEXT, False),
    },
    "Expose Object": {"cards": (OBJECTS, True)},
    "Expose Object, cards": {"number": (INTEGER, True), "state": (TEXT, True)},
    "Pass Object": {"cards": (OBJECTS, True)},
    "Pass Object, cards": {
        "number": (INTEGER, True),
        "direction": (TEXT, True),
        "state": (TEXT, True),
    },
    "Separate Object": {"cards": (OBJECTS, True)},
    "Separate Object, cards": {"subset": (TEXT, True), "number": (INTEGER, True)},
    "Showdown Object": {"type": (TEXT, True)},
    "Showdown Object of the game": {
        "order": (TEXT, True),
        "startingFrom": (TEXT, True),
        "cardsRequired": (TEXT, True),
        "bestHand": (OBJECTS, True),
        "defaultAction": (OBJECT, False),
    },
    "Best Hand Object": {
        "name": (TEXT, False),
        "evaluationType": (TEXT, True),
        "holeCards": (COUNTS, False),
        "communityCards": (COUNTS, False),
        "anyCards": (INTEGER, False),
        "holeCardsAllowed": (OBJECTS, False),
        "communityCardsAllowed": (OBJECTS, False),
        "communitySubsetsAllowed": (TEXTS, False),
        "subset": (TEXT, False),
        "wildCard": (OBJECT, False),
        "qualifier": (INTEGERS, False),
        "padding": (BOOLEAN, False),
        "minimumCards": (INTEGER, False),
    },
    "Card Subset Allowed Object": {"subsets": (TEXTS, True), "indices": (INTEGERS, False)},
    "Wild Card Object": {"communityCards": (TEXT, False), "otherCards": (TEXT, False)},
    "Default Action Object": {
        "condition": (TEXT, True),
        "action": (TEXT, True),
        "bestHand": (HANDS, False),
    },
}
