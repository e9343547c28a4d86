"""Hands of Open Hand History that are made for tests."""

from __future__ import annotations

import json
from copy import deepcopy
from decimal import Decimal
from typing import Any

from croupier.histories.formats import get
from croupier.histories.formats.base import ReadResult

CARDS = {1: ["Ah", "Kh"], 2: ["Qc", "Qd"], 3: ["7s", "2d"]}


def act(player: int | None, action: str, amount: Any = None, **more: Any) -> dict[str, Any]:
    made = {"action_number": 0, "player_id": player, "action": action, **more}
    return made if amount is None else made | {"amount": amount}


def make_hand(**changes: Any) -> dict[str, Any]:
    """Return a hand with every kind of thing in it that most hands have."""
    hand: dict[str, Any] = {
        "spec_version": "1.4.7",
        "internal_version": "2.0.0",
        "site_name": "Site",
        "network_name": "Network",
        "game_number": "77-0",
        "start_date_utc": "2026-01-31T20:00:00Z",
        "table_name": "Table",
        "table_handle": "0x1",
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "NL", "bet_cap": 0},
        "table_size": 6,
        "currency": "USD",
        "dealer_seat": 5,
        "small_blind_amount": 0.5,
        "big_blind_amount": 1,
        "ante_amount": 0.1,
        "hero_player_id": 1,
        "flags": ["Fast"],
        "players": [
            {"id": 1, "seat": 1, "name": "Ann", "starting_stack": 100, "display": "A."},
            {"id": 2, "seat": 3, "name": "Bob", "starting_stack": 60.5},
            {"id": 3, "seat": 5, "name": "Cat", "starting_stack": 80},
            {
                "id": 4,
                "seat": 6,
                "name": "Dan",
                "starting_stack": 10,
                "is_sitting_out": True,
            },
        ],
        "rounds": [
            {
                "id": 0,
                "street": "Preflop",
                "actions": [
                    act(1, "Post Ante", 0.1),
                    act(2, "Post Ante", 0.1),
                    act(3, "Post Ante", 0.1),
                    act(1, "Post SB", 0.5),
                    act(2, "Post BB", 1),
                    act(1, "Dealt Cards", cards=CARDS[1]),
                    act(3, "Raise", 3),
                    act(1, "Call", 2.5),
                    act(2, "Raise", 9),
                    act(3, "Fold"),
                    act(1, "Call", 7),
                ],
            },
            {
                "id": 1,
                "street": "Flop",
                "cards": ["2c", "3c", "4c"],
                "actions": [
                    act(1, "Check"),
                    act(2, "Bet", 50.4, is_allin=True),
                    act(1, "Call", 50.4),
                ],
            },
            {"id": 2, "street": "Turn", "cards": ["5d"], "actions": []},
            {"id": 3, "street": "River", "cards": ["Kd"], "actions": []},
            {
                "id": 4,
                "street": "Showdown",
                "actions": [
                    act(2, "Shows Cards", cards=CARDS[2]),
                    act(1, "Shows Cards", cards=CARDS[1]),
                ],
            },
        ],
        "pots": [
            {
                "number": 0,
                "amount": 124.1,
                "rake": 3,
                "jackpot": 0.1,
                "player_wins": [{"player_id": 1, "win_amount": 121, "bonus_amount": 5}],
            }
        ],
    }
    return deepcopy(hand) | changes


def read_text(text: str, name: str = "ohh") -> list[ReadResult]:
    return list(get(name).read(text))


def read_hand(hand: dict[str, Any]) -> ReadResult:
    (reading,) = read_text(json.dumps({"ohh": hand}))
    return reading


def canon(value: Any) -> Any:
    """Return a record without what is absent in other words: nothing, zero, false, order."""
    if isinstance(value, dict):
        return {
            name: canon(one)
            for name, one in value.items()
            if one not in (None, "", [], {}, False)
            and not (one == 0 and name in {"amount", "bet_cap", "rake"})
            and name != "action_number"
        }
    if isinstance(value, list):
        return [canon(one) for one in value]
    if isinstance(value, float | int | Decimal) and not isinstance(value, bool):
        return Decimal(str(value))
    return value


def simplified(**changes: Any) -> dict[str, Any]:
    hand: dict[str, Any] = {
        "handId": "1",
        "handNumber": "12",
        "gameType": "No Limit Texas Hold'em",
        "tableName": "Test",
        "startTime": "2025-11-15T05:08:29.500Z",
        "blinds": {"smallBlind": 50, "bigBlind": 100},
        "ante": 10,
        "players": [
            {"seatNumber": 1, "name": "Ann", "stack": 1000},
            {"seatNumber": 2, "name": "Bob", "stack": 1500},
        ],
        "dealer": {"seatNumber": 1},
        "heroCards": ["Ah", "Kh"],
        "board": {"flop": ["Qh", "Jh", "Th"], "turn": "2d", "river": "3c"},
        "actions": [
            {"player": "Ann", "actionType": "postAnte", "amount": 10, "street": "preflop"},
            {"player": "Bob", "actionType": "postAnte", "amount": 10, "street": "preflop"},
            {"player": "Ann", "actionType": "postSB", "amount": 50, "street": "preflop"},
            {"player": "Bob", "actionType": "postBB", "amount": 100, "street": "preflop"},
            {"player": "Ann", "actionType": "raise", "amount": 300, "street": "preflop"},
            {"player": "Bob", "actionType": "call", "amount": 200, "street": "preflop"},
            {"player": "Bob", "actionType": "check", "street": "flop"},
            {"player": "Ann", "actionType": "bet", "amount": 400, "street": "flop"},
            {"player": "Bob", "actionType": "raise", "amount": 1000, "street": "flop"},
            {
                "player": "Ann",
                "actionType": "call",
                "amount": 290,
                "street": "flop",
                "isAllIn": True,
            },
            {"player": "Bob", "actionType": "uncalled", "amount": 310, "street": "flop"},
            {"player": "Ann", "actionType": "show", "street": "showdown"},
            {"player": "Bob", "actionType": "show", "street": "showdown"},
            {"player": "Ann", "actionType": "collect", "amount": 2000, "street": "showdown"},
        ],
        "winners": [
            {"player": "Ann", "amount": 2000, "handCards": ["Ah", "Kh"]},
            {"player": "Bob", "amount": 0, "handCards": ["Qc", "Qd"]},
        ],
    }
    return hand | changes
