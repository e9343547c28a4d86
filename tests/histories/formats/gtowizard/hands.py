"""Hands of Open Hand History for what is written as pokernow2gw does, in both forms alike."""

from __future__ import annotations

import io
import json
from typing import Any, ClassVar

import pytest

from croupier.compat.pokernow2gw.options import CompatibleOptions
from croupier.histories.pipeline.converting import Conversion, Result, convert

Json = dict[str, Any]


def rewrite(source: Any, **options: Any) -> tuple[str, Result]:
    out = io.StringIO()
    compatible = CompatibleOptions(**{"hero": "Ann", **options})
    result = convert(source, Conversion(target="gtowizard", compatible=compatible), out)
    return out.getvalue(), result


def messages(result: Result, kind: str) -> list[str]:
    return [entry.message for entry in result.entries if entry.kind == kind]


class Simplified:
    """A maker of hands of the simplified form."""

    format = "ohh-simplified"
    table = "Poker Now"

    @staticmethod
    def act(name: str, kind: str, amount: Any = None, street: str = "preflop", **more: Any) -> Json:
        made = {"player": name, "actionType": kind, "street": street, **more}
        return made if amount is None else made | {"amount": amount}

    @staticmethod
    def hand(actions: list[Json], won: dict[str, Any], **changes: Any) -> Json:
        winners = [{"player": name, "amount": amount} for name, amount in won.items()]
        return {
            "handId": "7",
            "handNumber": "1",
            "gameType": "No Limit Texas Hold'em",
            "tableName": "Kitchen",
            "startTime": "2026-01-31T20:00:00.999Z",
            "blinds": {"smallBlind": 1, "bigBlind": 2},
            "players": [
                {"seatNumber": at, "name": name, "stack": 200}
                for at, name in enumerate(("Ann", "Bob"), start=1)
            ],
            "dealer": {"seatNumber": 1},
            "heroCards": ["As", "Kd"],
            "board": {"flop": ["2c", "3c", "4c"], "turn": "5d", "river": "6h"},
            "actions": actions,
            "winners": winners,
        } | changes

    @staticmethod
    def document(*hands: Any) -> str:
        return json.dumps({"version": "1.0", "hands": list(hands)})


class Official:
    """A maker of hands of the official form."""

    format = "ohh"
    table = "Site - Kitchen"
    numbers: ClassVar = {"Ann": 1, "Bob": 2}
    cards: ClassVar = {"Flop": ["2c", "3c", "4c"], "Turn": ["5d"], "River": ["6h"]}

    @staticmethod
    def act(name: str, kind: str, amount: Any = None, street: str = "preflop", **more: Any) -> Json:
        spelled = {"postSB": "Post SB", "postBB": "Post BB", "postAnte": "Post Ante"}
        made = {
            "player_id": Official.numbers[name],
            "action": spelled.get(kind, kind.capitalize()),
            "street": street.capitalize(),
        }
        if "isAllIn" in more:
            made["is_allin"] = more["isAllIn"]
        return made if amount is None else made | {"amount": amount}

    @staticmethod
    def hand(actions: list[Json], won: dict[str, Any], **changes: Any) -> Json:
        wins = [
            {"player_id": Official.numbers[name], "win_amount": amount}
            for name, amount in won.items()
        ]
        streets = ["Preflop", *Official.cards, "Showdown"]
        return {
            "spec_version": "1.4.6",
            "site_name": "Site",
            "game_type": "Holdem",
            "table_name": "Kitchen",
            "game_number": "7",
            "start_date_utc": "2026-01-31T20:00:00.999Z",
            "currency": "USD",
            "small_blind_amount": 1,
            "big_blind_amount": 2,
            "bet_limit": {"bet_cap": 0, "bet_type": "NL"},
            "dealer_seat": 1,
            "hero_player_id": 1,
            "players": [
                {"id": 1, "name": "Ann", "seat": 1, "starting_stack": 200, "cards": ["As", "Kd"]},
                {"id": 2, "name": "Bob", "seat": 2, "starting_stack": 200},
            ],
            "rounds": [
                {
                    "id": at,
                    "street": street,
                    "cards": Official.cards.get(street, []),
                    "actions": [one for one in actions if one.get("street") == street],
                }
                for at, street in enumerate(streets)
            ],
            "pots": [{"number": 0, "amount": 4, "rake": 0, "player_wins": wins}] if wins else [],
        } | changes

    @staticmethod
    def document(*hands: Any) -> str:
        return "\n".join(json.dumps({"id": "x", "ohh": hand}) for hand in hands)


FORMS = pytest.mark.parametrize("form", [Simplified, Official])
Form = type[Simplified] | type[Official]
