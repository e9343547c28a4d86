"""Writing hands by version 1.4.7 of the official specification."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from croupier.histories.formats.describe import Event
from croupier.histories.formats.ohh.documents import FORMAT, dump_json
from croupier.histories.formats.ohh.reading import KEPT
from croupier.histories.formats.ohh.telling import (
    GAMES,
    Pot,
    card_names,
    format_time,
    tell,
)
from croupier.histories.history import HandHistory
from croupier.numbers import read_decimal, read_integer
from croupier.state import State

__all__ = ["CARRIED", "VERSION", "write_official"]

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
        "_button",
        "_rake",
        "_jackpot",
        "_added",
        "_cap",
        "_stacks",
        "_sitting_out",
        "_dead_posts",
        "_board_count",
        "_tournament",
        "_zoom",
        KEPT,
    }
)
"""The fields of a history that the format has room for."""
_ACTIONS = {
    "ante": "Post Ante",
    "dead": "Post Dead",
    "straddle": "Straddle",
    "post": "Post Extra Blind",
    "fold": "Fold",
    "check": "Check",
    "call": "Call",
    "bet": "Bet",
    "raise": "Raise",
}
_ROLES = {"SB": "Post SB", "BB": "Post BB", "straddle": "Straddle"}
_FORCED = ("Post Ante", "Post Dead", "Post SB", "Post BB", "Straddle", "Post Extra Blind")


def write_official(
    history: HandHistory, *, indent: int | None = None, state: State | None = None
) -> str:
    """Write a hand.

    Args:
        history: The hand.
        indent: How many blanks a level is indented by; one line if it is left out.
        state: The end of the hand, if it was played already and all amounts are whole chips.

    Returns:
        The record.

    Raises:
        UnsupportedError: The format has no room for the hand.
    """
    return dump_json(_Writer(history, state).make(), indent)


class _Writer:
    """Make the objects of a hand."""

    def __init__(self, history: HandHistory, state: State | None) -> None:
        self._history = history
        self._others = history.user_defined_fields
        self._told = tell(history, FORMAT, state)
        self._chips = self._told.hand.chips
        self._kept = _read_kept(self._others.get(KEPT))
        self._ids = self._find_ids()

    def make(self) -> dict[str, Any]:
        history, told, kept = self._history, self._told, self._kept
        game, limit = GAMES[history.variant]
        blinds = {role: abs(told.hand.blinds[index]) for index, role in told.roles.items()}
        smallest: Any = told.hand.state.streets[0]
        big = blinds.get("BB") or smallest.min_completion_betting_or_raising_amount
        site = history.venue or ""
        hero = self._others.get("_hero")
        tournament = kept.get("tournament")
        record: dict[str, Any] = {
            "spec_version": VERSION,
            "internal_version": "1.0.0",
            "site_name": site,
            "network_name": self._others.get("_network") or site,
            "game_number": "" if history.hand is None else str(history.hand),
            "start_date_utc": format_time(history),
            "table_name": "" if history.table is None else str(history.table),
            "game_type": game,
            "bet_limit": {"bet_type": limit, "bet_cap": self._others.get("_cap", 0)},
            "table_size": history.seat_count or max(2, len(told.hand.names)),
            "currency": history.currency or self._others.get("_currency") or "",
            "dealer_seat": told.hand.button,
            "small_blind_amount": self._money(blinds["SB"]) if "SB" in blinds else None,
            "big_blind_amount": self._money(int(big)),
            "ante_amount": self._money(self._common_ante()),
            "hero_player_id": self._ids.get(hero) if isinstance(hero, str) else None,
            "flags": self._make_flags(),
        }
        number = self._others.get("_tournament")
        if tournament is None and number is not None:
            tournament = {"tournament_number": str(number)}
        if tournament is not None:
            record["tournament"] = True
            record["tournament_info"] = tournament
        record |= kept.get("hand", {})
        record["players"] = self._make_players()
        record["rounds"] = self._make_rounds()
        record["pots"] = self._make_pots()
        if kept.get("tournament_bounties"):
            record["tournament_bounties"] = kept["tournament_bounties"]
        return {**kept.get("wrapper", {}), "ohh": record}

    def _money(self, units: int) -> Any:
        return self._chips.write(units)

    def _find_ids(self) -> dict[str, int]:
        """Return the players' numbers: those that they had, or new ones by seat."""
        names = [*self._told.hand.names, *(one["player"] for one in self._absent())]
        given = self._others.get("_player_ids")
        if isinstance(given, dict) and all(type(given.get(name)) is int for name in names):
            return {name: given[name] for name in names}
        seats = dict(zip(self._told.hand.names, self._told.hand.seats, strict=True))
        seats |= {one["player"]: one["seat"] for one in self._absent()}
        ordered = sorted(names, key=lambda name: seats[name])
        return {name: number for number, name in enumerate(ordered)}

    def _absent(self) -> list[dict[str, Any]]:
        absent = self._others.get("_sitting_out") or []
        return [one for one in absent if isinstance(one, dict)]

    def _common_ante(self) -> int:
        antes = [event.amount for event in self._told.rounds[0][2] if event.kind == "ante"]
        return max(antes, default=0)

    def _make_flags(self) -> list[str]:
        flags = [str(flag) for flag in self._others.get("_flags") or []]
        known = {flag.lower() for flag in flags}
        if self._told.hand.run_count > 1 and "run_it_twice" not in known:
            flags.append("Run_It_Twice")
        if self._others.get("_zoom") and "fast" not in known:
            flags.append("Fast")
        if "_cap" in self._others and "cap" not in known:
            flags.append("Cap")
        return flags

    def _make_players(self) -> list[dict[str, Any]]:
        hand, kept = self._told.hand, self._kept
        stacks = self._others.get("_stacks")
        rows = []
        for index, (name, seat) in enumerate(zip(hand.names, hand.seats, strict=True)):
            stack = stacks[index] if isinstance(stacks, list) else self._money(hand.stacks[index])
            rows.append((name, seat, stack, False))
        rows += [(one["player"], one["seat"], one["stack"], True) for one in self._absent()]
        players = []
        for name, seat, stack, out in sorted(rows, key=lambda row: row[1]):
            player: dict[str, Any] = {
                "id": self._ids[name],
                "seat": seat,
                "name": name,
                "starting_stack": stack,
            }
            if name in kept.get("displays", {}):
                player["display"] = kept["displays"][name]
            if name in kept.get("bounties", {}):
                player["player_bounty"] = kept["bounties"][name]
            if out:
                player["is_sitting_out"] = True
            players.append(player | kept.get("players", {}).get(name, {}))
        return players

    # Rounds.

    def _make_rounds(self) -> list[dict[str, Any]]:
        rounds = []
        for number, (street, cards, events) in enumerate(self._told.rounds):
            actions = [self._make_action(event, street) for event in events]
            if number == 0:
                posts = sum(action["action"] in _FORCED for action in actions)
                actions[posts:posts] = self._make_deals()
                if self._others.get("_added"):
                    actions.insert(0, {"action": "Add to Pot", "amount": self._others["_added"]})
            self._put_back(actions, street)
            rounds.append(_make_round(number, street, card_names(cards), actions))
        shows: list[dict[str, Any]] = []
        for event in self._told.shows:
            shown = event.kind == "show"
            action = self._act("Shows Cards" if shown else "Mucks Cards", event.player)
            if card_names(event.cards):
                action["cards"] = card_names(event.cards)
            shows.append(action)
        self._put_back(shows, "Showdown")
        if shows:
            rounds.append(_make_round(len(rounds), "Showdown", [], shows))
        return rounds

    def _act(self, name: str, player: int | None) -> dict[str, Any]:
        return {"player_id": self._ids[self._told.hand.names[player or 0]], "action": name}

    def _make_deals(self) -> list[dict[str, Any]]:
        return [
            {**self._act("Dealt Cards", player), "cards": card_names(cards)}
            for player, cards in self._told.dealt.items()
        ]

    def _make_action(self, event: Event, street: str) -> dict[str, Any]:
        if event.kind == "blind":
            name = _ROLES[self._told.roles.get(event.player or 0, "BB")]
        else:
            name = _ACTIONS[event.kind]
        if name == "Bet" and street == "Preflop":
            # The specification has no bet there.
            name = "Raise"
        action = self._act(name, event.player)
        if event.amount:
            action["amount"] = self._money(event.amount)
        if event.all_in:
            action["is_allin"] = True
        return action

    def _put_back(self, actions: list[dict[str, Any]], street: str) -> None:
        """Put what happened at the table, and not in the hand, where it was."""
        for one in self._kept.get("table", []):
            if one.get("street") == street and one.get("player") in self._ids:
                action = {"player_id": self._ids[one["player"]], "action": one["action"]}
                if "amount" in one:
                    action["amount"] = one["amount"]
                actions.insert(min(one.get("place", 0), len(actions)), action)

    # Pots.

    def _make_pots(self) -> list[dict[str, Any]]:
        jackpot = self._jackpot()
        given = self._kept.get("rakes", [])
        pots = self._told.pots
        rakes = [pot.taken for pot in pots]
        if len(given) == len(pots):
            units = [int(Decimal(str(rake)).scaleb(self._chips.digits)) for rake in given]
            if sum(units) + jackpot == sum(rakes):
                rakes = units
        return [
            self._make_pot(pot, rake, jackpot if place == 0 else 0)
            for place, (pot, rake) in enumerate(zip(pots, rakes, strict=True))
        ]

    def _jackpot(self) -> int:
        jackpot = self._others.get("_jackpot", 0)
        return int(Decimal(str(jackpot)).scaleb(self._chips.digits))

    def _make_pot(self, pot: Pot, rake: int, jackpot: int) -> dict[str, Any]:
        names = self._told.hand.names
        wins = []
        for player, amount in sorted(pot.wins.items(), key=lambda item: self._ids[names[item[0]]]):
            win: dict[str, Any] = {
                "player_id": self._ids[names[player]],
                "win_amount": self._money(amount),
            }
            for one in self._kept.get("wins", []):
                if one.get("player") == names[player] and one.get("pot") == pot.number:
                    win |= {
                        name: value for name, value in one.items() if name not in ("player", "pot")
                    }
            wins.append(win)
        made: dict[str, Any] = {
            "number": pot.number,
            "amount": self._money(sum(pot.wins.values()) + rake),
            "rake": self._money(rake - jackpot),
        }
        if jackpot:
            made["jackpot"] = self._money(jackpot)
        made["player_wins"] = wins
        return made


def _make_round(
    number: int, street: str, cards: list[str], actions: list[dict[str, Any]]
) -> dict[str, Any]:
    made: dict[str, Any] = {"id": number, "street": street}
    if cards:
        made["cards"] = cards
    made["actions"] = [
        {"action_number": place, **action} for place, action in enumerate(actions, start=1)
    ]
    return made


def _read_kept(text: Any) -> dict[str, Any]:
    """Return what was kept when the hand was read; nothing if somebody else wrote the field."""
    if not isinstance(text, str):
        return {}
    try:
        kept = json.loads(text, parse_float=read_decimal, parse_int=read_integer)
    except (ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}
