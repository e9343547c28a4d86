"""Writing hands by version 1.4.7 of the official specification."""

from __future__ import annotations

import datetime
import json
from decimal import Decimal
from typing import Any

from croupier import _native
from croupier.histories.formats.describe import prepare_for_writing
from croupier.histories.formats.ohh.documents import FORMAT, KEPT, dump_json
from croupier.histories.history import HandHistory
from croupier.numbers import read_decimal, read_integer

__all__ = [
    "CARRIED",
    "VERSION",
    "format_time",
    "load",
    "read_kept",
    "write_official",
    "write_record",
]

VERSION = "1.4.7"
"""The version of the specification that is written."""
CARRIED = frozenset(
    {
        "variant",
        "antes",
        "ante_trimming_status",
        "blinds_or_straddles",
        "min_bet",
        "small_bet",
        "starting_stacks",
        "actions",
        "venue",
        "time",
        "time_zone",
        "day",
        "month",
        "year",
        "hand",
        "seats",
        "seat_count",
        "table",
        "players",
        "finishing_stacks",
        "winnings",
        "currency",
        "_currency",
        "_hero",
        "_network",
        "_flags",
        "_player_ids",
        "_small_blind",
        "_cash_outs",
        "_shows",
        "_shown_after",
        "_bomb_pot",
        "_button",
        "_rake",
        "_jackpot",
        "_added",
        "_cap",
        "_stacks",
        "_sitting_out",
        "_dead_posts",
        "_board_count",
        "_unit",
        "_tournament",
        "_zoom",
        KEPT,
    }
)
"""The fields of a history that the format has room for."""


def write_official(history: HandHistory, *, indent: int | None = None) -> str:
    """Write a hand.

    Args:
        history: The hand.
        indent: How many blanks a level is indented by; one line if it is left out.

    Returns:
        The record.

    Raises:
        UnsupportedError: The format has no room for the hand.
    """
    text = write_record(history)
    kept = read_kept(history.user_defined_fields.get(KEPT))
    if indent is None and not kept:
        return text
    record = load(text)
    if kept:
        record = _Restorer(record["ohh"], kept).restore()
    return dump_json(record, indent)


def write_record(history: HandHistory, *, format: str = FORMAT) -> str:
    """Write a hand on one line, without what a record had that a history has no place for.

    Args:
        history: The hand.
        format: The name of the format, for errors.

    Returns:
        The record.

    Raises:
        UnsupportedError: The format has no room for the hand.
    """
    writable, _, state = prepare_for_writing(history)
    return _native.write_ohh(state, writable, format_time(history), format)


def load(text: str) -> dict[str, Any]:
    """Read JSON; numbers with a point are decimals."""
    value: dict[str, Any] = json.loads(text, parse_float=read_decimal, parse_int=read_integer)
    return value


def format_time(history: HandHistory) -> str | None:
    """Return when a hand began, or `None` if that is not known.

    Args:
        history: The hand.

    Returns:
        The moment, as ISO 8601 has it, in UTC.
    """
    moment = history.moment
    if moment is None:
        return None
    moment = moment.astimezone(datetime.UTC)
    unit = "milliseconds" if moment.microsecond else "seconds"
    return moment.isoformat(timespec=unit).replace("+00:00", "Z")


class _Restorer:
    """A restorer of what a record had that a history has no place for."""

    def __init__(self, record: dict[str, Any], kept: dict[str, Any]) -> None:
        self._record = record
        self._kept = kept
        self._ids = {one["name"]: one["id"] for one in record["players"]}

    def restore(self) -> dict[str, Any]:
        record, kept = self._record, self._kept
        lists = {name: record.pop(name) for name in ("players", "rounds", "pots")}
        if kept.get("tournament") is not None:
            record["tournament"] = True
            record["tournament_info"] = kept["tournament"]
        record |= kept.get("hand", {})
        record |= lists
        for player in record["players"]:
            self._restore_player(player)
        self._restore_talk()
        self._restore_pots()
        if kept.get("tournament_bounties"):
            record["tournament_bounties"] = kept["tournament_bounties"]
        return {**kept.get("wrapper", {}), "ohh": record}

    def _restore_player(self, player: dict[str, Any]) -> None:
        kept, name = self._kept, player["name"]
        out = player.pop("is_sitting_out", False)
        if name in kept.get("displays", {}):
            player["display"] = kept["displays"][name]
        if name in kept.get("bounties", {}):
            player["player_bounty"] = kept["bounties"][name]
        if out:
            player["is_sitting_out"] = True
        player |= kept.get("players", {}).get(name, {})

    def _restore_talk(self) -> None:
        """Put what happened at the table, and not in the hand, where it was."""
        rounds = self._record["rounds"]
        for one in self._kept.get("table", []):
            if one.get("player") not in self._ids:
                continue
            street = one.get("street")
            place = next((at for at in rounds if at["street"] == street), None)
            if place is None:
                if street != "Showdown":
                    continue
                place = {"id": len(rounds), "street": street, "actions": []}
                rounds.append(place)
            action = {"player_id": self._ids[one["player"]], "action": one["action"]}
            if "amount" in one:
                action["amount"] = one["amount"]
            actions = place["actions"]
            actions.insert(min(one.get("place", 0), len(actions)), action)
        for place in rounds:
            for number, action in enumerate(place["actions"], start=1):
                action.pop("action_number", None)
                place["actions"][number - 1] = {"action_number": number, **action}

    def _restore_pots(self) -> None:
        pots, given = self._record["pots"], self._kept.get("rakes", [])
        if len(given) == len(pots):
            taken = sum(pot["rake"] + pot.get("jackpot", 0) for pot in pots)
            rakes = [Decimal(str(rake)) for rake in given]
            jackpots = sum(pot.get("jackpot", 0) for pot in pots)
            if sum(rakes) + jackpots == taken:
                for pot, rake in zip(pots, rakes, strict=True):
                    won = sum(win["win_amount"] for win in pot["player_wins"])
                    exact = pot["rake"] * 0 + rake
                    pot["amount"] = won + exact + pot.get("jackpot", 0)
                    pot["rake"] = exact
        names = {number: name for name, number in self._ids.items()}
        for pot in pots:
            for win in pot["player_wins"]:
                for one in self._kept.get("wins", []):
                    same = one.get("player") == names[win["player_id"]]
                    if same and one.get("pot") == pot["number"]:
                        win |= {
                            name: value
                            for name, value in one.items()
                            if name not in ("player", "pot")
                        }


def read_kept(text: Any) -> dict[str, Any]:
    """Return what was kept when the hand was read; nothing if somebody else wrote the field."""
    if not isinstance(text, str):
        return {}
    try:
        kept = load(text)
    except (ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}
