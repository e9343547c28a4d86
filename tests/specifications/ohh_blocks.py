"""The blocks of the document on Open Hand History, and hands that are made of them."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from croupier.histories import detect
from croupier.histories.formats import get
from croupier.histories.formats.base import ReadResult

DOCUMENT = "ohh-format.md"
Json = dict[str, Any]

# The blocks of the document, in their order; three dots stand for what another block has.
ROOT = {"version": "1.0", "hands": [...]}
HAND = {
    "handId": "1234567890",
    "handNumber": "1",
    "gameType": "No Limit Texas Hold'em",
    "tableName": "Test Table",
    "startTime": "2025-11-15T05:08:29.500Z",
    "blinds": {"smallBlind": 50, "bigBlind": 100},
    "ante": 10,
    "players": [...],
    "dealer": {"seatNumber": 1},
    "heroCards": ["Ah", "Kh"],
    "board": {...},
    "actions": [...],
    "winners": [...],
}
PLAYER = {"seatNumber": 1, "name": "Player1", "stack": 1000}
DEALER = {"seatNumber": 1}
BOARD = {"flop": ["Qh", "Jh", "Th"], "turn": "2d", "river": "3c"}
ACTION = {
    "player": "Player1",
    "actionType": "bet",
    "amount": 400,
    "street": "flop",
    "isAllIn": False,
}
WINNER = {"player": "Player1", "amount": 1420, "handCards": ["Ah", "Kh"]}
COMMANDS = [
    './pokernow2gw -i input.json --hero-name "YourName" -o output.txt',
    'cat input.json | ./pokernow2gw --hero-name "YourName" > output.txt',
]
SPEC_ROOT = {
    "id": "unique_id",
    "ohh": {...},
    "_profits": {...},
    "_ev_profits": {...},
    "_format": "ohh",
    "createdAt": "2026-02-02T20:17:51.979Z",
}
SPEC_HAND = {
    "spec_version": "1.4.6",
    "internal_version": "1.0.0",
    "network_name": "Network Name",
    "site_name": "Site Name",
    "game_type": "Holdem",
    "table_name": "table-name",
    "table_size": 6,
    "game_number": "",
    "start_date_utc": "2026-02-02T20:17:51.970Z",
    "currency": "Chips",
    "ante_amount": 0,
    "small_blind_amount": 0.5,
    "big_blind_amount": 1,
    "bet_limit": {"bet_cap": 0, "bet_type": "NL"},
    "dealer_seat": 3,
    "hero_player_id": 1,
    "players": [...],
    "rounds": [...],
    "pots": [...],
}
SPEC_PLAYER = {
    "id": 1,
    "name": "PlayerName",
    "seat": 1,
    "starting_stack": 100,
    "cards": ["Ah", "Kh"],
    "_uid": "optional_uid",
}
ROUND = {
    "id": 0,
    "street": "Preflop",
    "cards": [],
    "actions": [{"action_number": 1, "player_id": 1, "action": "Post SB", "amount": 0.5}],
}
POT = {
    "number": 0,
    "amount": 150,
    "rake": 4,
    "player_wins": [{"player_id": 1, "win_amount": 146}],
}
BLOCKS: list[Any] = [
    ROOT,
    HAND,
    PLAYER,
    DEALER,
    BOARD,
    ACTION,
    WINNER,
    *COMMANDS,
    SPEC_ROOT,
    SPEC_HAND,
    SPEC_PLAYER,
    ROUND,
    POT,
]


def act(player: str, kind: str, street: str, amount: int | None = None, **more: Any) -> Json:
    made = {"player": player, "actionType": kind, "street": street, **more}
    return made if amount is None else made | {"amount": amount}


def make_hand(**changes: Any) -> Json:
    """Return a hand of which the blocks of the document are parts."""
    one, two = "Player1", "Player2"
    made = HAND | {
        "players": [PLAYER, {"seatNumber": 2, "name": two, "stack": 1500}],
        "dealer": DEALER,
        "board": BOARD,
        "actions": [
            act(two, "postAnte", "preflop", 10),
            act(one, "postAnte", "preflop", 10),
            act(one, "postSB", "preflop", 50),
            act(two, "postBB", "preflop", 100),
            act(one, "raise", "preflop", 300),
            act(two, "call", "preflop", 200),
            act(two, "check", "flop"),
            ACTION,
            act(two, "call", "flop", 400),
            act(two, "check", "turn"),
            act(one, "check", "turn"),
            act(two, "check", "river"),
            act(one, "check", "river"),
            act(two, "show", "showdown"),
            act(one, "show", "showdown"),
            act(one, "collect", "showdown", 1420),
        ],
        # Who shows and loses wins nothing.
        "winners": [{"player": two, "amount": 0, "handCards": ["Qc", "Qd"]}, WINNER],
    }
    return deepcopy(made | changes)


def spec_act(player: int, action: str, amount: float | None = None, **more: Any) -> Json:
    made = {"player_id": player, "action": action, **more}
    return made if amount is None else made | {"amount": amount}


def make_spec_hand(**changes: Any) -> Json:
    """Return a hand of the official form of which the blocks of the document are parts."""
    rounds = [
        ROUND
        | {
            "actions": [
                *ROUND["actions"],  # type: ignore[misc]
                spec_act(2, "Post BB", 1),
                spec_act(3, "Fold"),
                spec_act(1, "Raise", 9.5),
                spec_act(2, "Call", 9),
            ]
        },
        {
            "id": 1,
            "street": "Flop",
            "cards": ["Qh", "Jh", "Th"],
            "actions": [spec_act(1, "Bet", 65), spec_act(2, "Call", 65)],
        },
        {
            "id": 2,
            "street": "Turn",
            "cards": ["2d"],
            "actions": [spec_act(1, "Check"), spec_act(2, "Check")],
        },
        {
            "id": 3,
            "street": "River",
            "cards": ["3c"],
            "actions": [spec_act(1, "Check"), spec_act(2, "Check")],
        },
    ]
    players = [
        SPEC_PLAYER,
        {"id": 2, "name": "Two", "seat": 2, "starting_stack": 80, "cards": ["Qc", "Qd"]},
        {"id": 3, "name": "Three", "seat": 3, "starting_stack": 90},
    ]
    return deepcopy(SPEC_HAND | {"players": players, "rounds": rounds, "pots": [POT]} | changes)


def read_one(text: str) -> ReadResult:
    (reading,) = detect(text).read(text)
    return reading


def read_hand(hand: Json) -> ReadResult:
    return read_one(json.dumps({"version": "1.0", "hands": [hand]}))


def read_spec(hand: Json, **wrapper: Any) -> ReadResult:
    return read_one(json.dumps({**wrapper, "ohh": hand}))


def rewrite(reading: ReadResult, name: str = "ohh-simplified") -> Json:
    """Return the hand of a reading as it is written again."""
    written: Json = json.loads(get(name).write(reading.unwrap()))
    return written["hands"][0] if name == "ohh-simplified" else written
