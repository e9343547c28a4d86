"""Writing hands in the simplified form of Open Hand History."""

from __future__ import annotations

from typing import Any

from croupier.errors import UnsupportedError
from croupier.histories.formats.describe import name_players
from croupier.histories.formats.extensions import Extensions
from croupier.histories.formats.ohh.documents import dump_json
from croupier.histories.formats.ohh.simplified import ACTION_TYPES, FORMAT, GAME_NAMES
from croupier.histories.formats.ohh.writing import load, write_record
from croupier.histories.history import HandHistory
from croupier.numbers import Chips

__all__ = ["CARRIED", "VERSION", "write_simplified"]

VERSION = "1.0"
"""The version of the form that is written."""
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
        "time",
        "time_zone",
        "day",
        "month",
        "year",
        "hand",
        "seats",
        "table",
        "players",
        "finishing_stacks",
        "winnings",
        "_button",
        "_hand_number",
        "_hero_cards",
    }
)
"""The fields of a history that the form has room for."""
# The actions of this form by their names in the official one.
_KINDS = {official: kind for kind, official in ACTION_TYPES.items()}
# Actions that say which cards somebody has.
_SHOWING = ("Dealt Cards", "Shows Cards", "Mucks Cards")
_MANY_CARDS = frozenset({"X:PO5", "X:PO5/8", "X:PO6"})


def write_simplified(
    history: HandHistory,
    *,
    indent: int | None = None,
    bare: bool = False,
) -> str:
    """Write a hand.

    Args:
        history: The hand.
        indent: How many blanks a level is indented by; one line if it is left out.
        bare: Whether the hand is written without the document around it.

    Returns:
        The document, or the hand.

    Raises:
        UnsupportedError: The form has no room for the hand.
    """
    made = _Simplifier(history, load(write_record(history, format=FORMAT))["ohh"]).make()
    return dump_json(made if bare else {"version": VERSION, "hands": [made]}, indent)


class _Simplifier:
    """A converter of an official record to the simplified form."""

    def __init__(self, history: HandHistory, record: dict[str, Any]) -> None:
        self._history = history
        self._record = record
        self._extensions = Extensions.of(history)
        self._names = {one["id"]: one["name"] for one in record["players"]}
        self._order = name_players(history, len(history.starting_stacks))
        self._cards: dict[str, list[str]] = {}
        self._shown: set[str] = set()
        self._board: dict[str, Any] = {}
        # Chips that were paid, and the part that nobody called.
        self._bets: dict[str, Any] = {}
        self._uncalled: list[dict[str, Any]] = []

    def make(self) -> dict[str, Any]:
        history, record, known = self._history, self._record, self._extensions
        game = GAME_NAMES.get((record["game_type"], record["bet_limit"]["bet_type"]))
        if game is None or history.variant in _MANY_CARDS:
            raise UnsupportedError(
                f"{FORMAT} has no room for the game {history.variant}", code="no-room-for-game"
            )
        streets = [one["street"] for one in record["rounds"]]
        if len(set(streets)) < len(streets):
            raise UnsupportedError(
                f"{FORMAT} has no room for more than one board", code="no-room-for-boards"
            )
        number = history.hand if known.hand_number is None else known.hand_number
        actions = self._make_actions()
        made: dict[str, Any] = {
            "handId": record["game_number"],
            "handNumber": "" if number is None else str(number),
            "gameType": game,
            "tableName": record["table_name"],
            "startTime": record["start_date_utc"],
            "blinds": {
                "smallBlind": record["small_blind_amount"] or 0,
                "bigBlind": record["big_blind_amount"],
            },
            "players": [
                {
                    "seatNumber": one["seat"],
                    "name": one["name"],
                    "stack": one["starting_stack"],
                }
                for one in record["players"]
                if not one.get("is_sitting_out")
            ],
            "dealer": {"seatNumber": record["dealer_seat"]},
        }
        if record["ante_amount"]:
            made["ante"] = record["ante_amount"]
        if known.hero in self._cards:
            made["heroCards"] = self._cards[str(known.hero)]
        elif known.hero_cards:
            held = known.hero_cards
            made["heroCards"] = [held[at : at + 2] for at in range(0, len(held), 2)]
        if self._board:
            made["board"] = self._board
        made["actions"] = actions
        winners = self._make_winners()
        if winners:
            made["winners"] = winners
        return made

    def _make_actions(self) -> list[dict[str, Any]]:
        actions: list[dict[str, Any]] = []
        shows: list[dict[str, Any]] = []
        last = "preflop"
        for one in self._record["rounds"]:
            street = one["street"].lower()
            if one.get("cards"):
                self._board[street] = one["cards"] if street == "flop" else one["cards"][0]
            self._bets = {}
            for action in one["actions"]:
                name = self._names.get(action.get("player_id"), "")
                if action["action"] in _SHOWING:
                    if action["action"] == "Shows Cards":
                        self._shown.add(name)
                        shows.append({"player": name, "actionType": "show", "street": "showdown"})
                    if action.get("cards"):
                        self._cards[name] = action["cards"]
                    continue
                last = street
                actions.append(self._make_action(action, name, street))
            self._return_uncalled(last)
        actions += self._uncalled + shows
        actions += [
            {"player": name, "actionType": "collect", "amount": won, "street": "showdown"}
            for name, won in self._find_wins().items()
        ]
        return actions

    def _make_action(self, action: dict[str, Any], name: str, street: str) -> dict[str, Any]:
        kind = _KINDS.get(action["action"])
        if kind is None:
            what = action["action"].lower()
            raise UnsupportedError(
                f"{FORMAT} has no room for {name}'s {what}", code="no-room-for-action"
            )
        made: dict[str, Any] = {"player": name, "actionType": kind}
        amount = action.get("amount", 0)
        if kind != "postAnte":
            self._bets[name] = self._bets.get(name, 0) + amount
        if amount:
            # A raise names all chips of the street, anything else what is added.
            made["amount"] = self._bets[name] if kind == "raise" else amount
        made["street"] = street
        if action.get("is_allin"):
            made["isAllIn"] = True
        return made

    def _return_uncalled(self, street: str) -> None:
        bets = sorted(self._bets.values())
        if not bets or (over := bets[-1] - (bets[-2] if len(bets) > 1 else 0)) <= 0:
            return
        name = max(self._bets, key=lambda one: self._bets[one])
        self._uncalled.append(
            {"player": name, "actionType": "uncalled", "amount": over, "street": street}
        )

    def _find_wins(self) -> dict[str, Any]:
        """Return what players won, in their order."""
        won: dict[str, Chips] = {}
        for pot in self._record["pots"]:
            for win in pot["player_wins"]:
                name = self._names[win["player_id"]]
                won[name] = won.get(name, 0) + win["win_amount"]
        return {name: won[name] for name in self._order if name in won}

    def _make_winners(self) -> list[dict[str, Any]]:
        """Return the winners, and everybody else whose cards are known with an amount of 0."""
        won = self._find_wins()
        winners = []
        for name in self._order:
            if name not in won and name not in self._shown:
                continue
            winner: dict[str, Any] = {"player": name, "amount": won.get(name, 0)}
            if name in self._shown and self._cards.get(name):
                winner["handCards"] = self._cards[name]
            winners.append(winner)
        return winners
