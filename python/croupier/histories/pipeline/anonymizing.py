"""Hands without the names of their players, and without what leads to them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from decimal import Decimal
from functools import cache
from hashlib import blake2b
from typing import Any

from croupier.histories.custom import (
    BRING_IN_OPTION,
    CONFIGURATION,
    GAME,
    STAKES,
    STRUCTURE,
)
from croupier.histories.formats import NAMES, get
from croupier.histories.formats.ohh.documents import KEPT, dump_json
from croupier.histories.history import HandHistory
from croupier.histories.identities import FIELD as IDS
from croupier.histories.identities import find_identities
from croupier.numbers import read_decimal, read_integer

__all__ = ["Anonymizer", "list_rooms", "make_key"]

_LENGTH = 4
_READ_AT_ONCE = 1 << 20
# Fields that have a value for each player, by name.
_BY_NAME = ("_dead_posts", "_cash_outs", "_shows", "_shown_after", "_seven_deuce")
# Fields that say what was played, and nothing about where or by whom. Others are left out, for
# nobody knows what is in them.
_HARMLESS = frozenset(
    {
        "_added",
        "_board_count",
        "_unit",
        "_bomb_pot",
        "_button",
        "_buy_in",
        "_cap",
        "_currency",
        "_flags",
        "_hand_number",
        "_hero_cards",
        "_jackpot",
        "_mix",
        "_play_money",
        "_rake",
        "_results",
        "_round",
        "_small_blind",
        "_stacks",
        "_straddle",
        "_zoom",
        GAME,
        CONFIGURATION,
        STRUCTURE,
        STAKES,
        BRING_IN_OPTION,
    }
)
_NUMBERS = (int, float, Decimal)
# Members of rows that are words, but none about players.
_WORDS = ("street", "action")
_PLACES = ("author", "url", "address", "city", "region", "postal_code", "country")
# The fields about its tournament that a record may keep; number and name are replaced.
_TOURNAMENT = ("start_date_utc", "currency", "type", "speed", "flags")


@cache
def list_rooms() -> frozenset[str]:
    """Return the rooms where everybody plays, in small letters.

    They are the venues of all formats; any other venue may be somebody's kitchen.

    >>> "winamax" in list_rooms()
    True
    """
    return frozenset(venue.casefold() for name in NAMES for venue in get(name).venues)


def make_key(sources: Iterable[str | bytes | os.PathLike[str]]) -> str:
    """Return a key that depends on everything that is in some sources, and on nothing else.

    Whoever has the sources knows the players anyway; nobody else can make the key.

    >>> make_key(["one hand"]) == make_key([b"one hand"]) != make_key(["another hand"])
    True

    Args:
        sources: Texts, bytes, and paths of files.

    Returns:
        The key.

    Raises:
        OSError: A file cannot be read.
    """
    digest = blake2b(digest_size=32)
    for source in sources:
        if isinstance(source, os.PathLike):
            with open(source, "rb") as file:
                while chunk := file.read(_READ_AT_ONCE):
                    digest.update(chunk)
        else:
            digest.update(
                source if isinstance(source, bytes) else source.encode("utf-8", "replace")
            )
    return digest.hexdigest()


class Anonymizer:
    """An anonymizer of hands: the same player always gets the same other name.

    Whatever else leads to them is replaced or left out: ids of players, tables, hands and
    tournaments; events, places and private venues; commentaries, and fields that are not known.
    What was played, when, and in which room stays.

    A name is made from the key and the player's id, or the name where no id is known, so hands
    that are converted one by one, today or later, fit together. People who know the key can try
    names; so choose one that nobody guesses. Without one, anybody can try names.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 f # Bob sighs"],
    ...     players=["Ann", "Bob"],
    ...     table="pgl8YxywQUwYJGjuJPGf4xU0h",
    ... )
    >>> hidden = Anonymizer("secret").apply(history)
    >>> hidden.players == Anonymizer("secret").apply(history).players != history.players
    True
    >>> hidden.actions[-1], hidden.table.startswith("Table_")
    ('p2 f', True)
    """

    def __init__(self, key: str = "") -> None:
        """Choose the key.

        Args:
            key: Other keys give other names.
        """
        # Keys of any length become one of the right length.
        self._key = blake2b(key.encode(), digest_size=32).digest()
        self._rooms = list_rooms()

    def keep_venues(self, venues: Iterable[str]) -> None:
        """Leave more venues in hands, such as those of a format of one's own.

        Args:
            venues: Their names.
        """
        self._rooms |= {venue.casefold() for venue in venues}

    def rename(self, name: str) -> str:
        """Return what a player is called instead.

        Args:
            name: The player's name, or id.

        Returns:
            The other name.
        """
        return f"Player_{self._digest('', name)}" if name else name

    def _digest(self, kind: str, value: object, length: int = _LENGTH) -> str:
        """Return what stands for a value; values of another kind never share it."""
        data = str(value).encode("utf-8", "surrogatepass")
        person = kind.encode()
        return blake2b(data, digest_size=length, key=self._key, person=person).hexdigest()

    def _number(self, kind: str, value: object, digits: int) -> int:
        # As many digits as asked for, so that it looks like the number that it replaces.
        most: int = 10 ** (digits - 1)
        return most + int(self._digest(kind, value, 16), 16) % (9 * most)

    def apply(self, history: HandHistory) -> HandHistory:
        """Return a hand with other names, and without anything else that tells who played.

        Args:
            history: The hand, which is not changed.

        Returns:
            The other hand.
        """
        ids = find_identities(history)

        def rename(name: object) -> str:
            return self.rename(ids.get(str(name), str(name)))

        made = replace(history, **{one.name: getattr(history, one.name) for one in fields(history)})
        made.user_defined_fields = self._replace_others(history, rename)
        if ids:
            made.user_defined_fields[IDS] = {
                rename(name): self._digest("player", one, 5) for name, one in ids.items()
            }
        if history.players is not None:
            made.players = [rename(name) for name in history.players]
        self._hide_place(made)
        # Commentaries may name players; those of Croupier belong to the hand.
        made.actions = [
            action if "# croupier:" in action else action.partition("#")[0].rstrip()
            for action in history.actions
        ]
        made.actions = [action for action in made.actions if action]
        return made

    def _hide_place(self, made: HandHistory) -> None:
        """Replace what tells the table, the hand and the event, and drop where it was."""
        for name in _PLACES:
            setattr(made, name, None)
        if made.venue is not None and str(made.venue).casefold() not in self._rooms:
            made.venue = None
        if made.event is not None:
            made.event = f"Event_{self._digest('event', made.event)}"
        if made.table is not None:
            number = isinstance(made.table, int)
            short = self._digest("table", made.table)
            made.table = self._number("table", made.table, 9) if number else f"Table_{short}"
        if made.hand is not None:
            # A table has many hands, and no two of them may become one.
            number = isinstance(made.hand, int)
            long = self._digest("hand", made.hand, 8)
            made.hand = self._number("hand", made.hand, 15) if number else long

    def _replace_others(
        self, history: HandHistory, rename: Callable[[object], str]
    ) -> dict[str, Any]:
        """Return the fields beyond the standard, without what may tell who played."""
        given = history.user_defined_fields
        others = {name: value for name, value in given.items() if name in _HARMLESS}
        for field in _BY_NAME:
            if isinstance(given.get(field), dict):
                others[field] = {rename(name): one for name, one in given[field].items()}
        if isinstance(given.get("_hero"), str):
            others["_hero"] = rename(given["_hero"])
        if isinstance(given.get("_said"), list):
            # Comments that belong to no action may name somebody.
            others["_said"] = [
                {"action": row["action"], "said": row["said"]}
                for row in given["_said"]
                if isinstance(row, dict) and isinstance(row.get("action"), int) and "said" in row
            ]
        if isinstance(given.get("_sitting_out"), list):
            others["_sitting_out"] = _rename_rows(given["_sitting_out"], rename)
        if str(given.get("_network", "")).casefold() in self._rooms:
            others["_network"] = given["_network"]
        if "_tournament" in given:
            others["_tournament"] = self._rename_tournament(given["_tournament"])
        kept = self._rename_kept(given[KEPT], rename) if KEPT in given else {}
        if kept:
            others[KEPT] = dump_json(kept)
        return others

    def _rename_tournament(self, number: object) -> str:
        return str(self._number("tournament", number, 10))

    def _rename_kept(self, text: Any, rename: Callable[[object], str]) -> dict[str, Any]:
        """Rename players in what has no field of its own, and leave out what may name them."""
        try:
            kept = json.loads(text, parse_float=read_decimal, parse_int=read_integer)
        except (TypeError, ValueError, RecursionError):
            return {}
        if not isinstance(kept, dict):
            return {}
        safe: dict[str, Any] = {}
        if "rakes" in kept:
            safe["rakes"] = kept["rakes"]
        if isinstance(kept.get("tournament"), dict):
            safe["tournament"] = self._hide_tournament(kept["tournament"])
        for name in ("wins", "table"):
            if isinstance(kept.get(name), list):
                safe[name] = _rename_rows(kept[name], rename)
        if isinstance(kept.get("bounties"), dict):
            safe["bounties"] = {rename(one): kept["bounties"][one] for one in kept["bounties"]}
        return safe

    def _hide_tournament(self, given: dict[str, Any]) -> dict[str, Any]:
        safe = {
            name: value
            for name, value in given.items()
            if name in _TOURNAMENT or isinstance(value, _NUMBERS)
        }
        if "tournament_number" in given:
            safe["tournament_number"] = self._rename_tournament(given["tournament_number"])
        if given.get("name"):
            safe["name"] = f"Event_{self._digest('event', given['name'])}"
        return safe


def _rename_rows(rows: list[Any], rename: Callable[[object], str]) -> list[dict[str, Any]]:
    """Return rows about players with other names, and with nothing else but numbers."""
    made = []
    for row in rows:
        if isinstance(row, dict):
            kept = {
                name: value
                for name, value in row.items()
                if isinstance(value, _NUMBERS) or name in _WORDS
            }
            player = row.get("player")
            made.append(kept | {"player": None if player is None else rename(player)})
    return made
