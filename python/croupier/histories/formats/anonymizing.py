"""Hands without the names of their players."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from decimal import Decimal
from hashlib import blake2b
from typing import Any

from croupier.histories.formats.ohh.documents import dump_json
from croupier.histories.formats.ohh.reading import KEPT
from croupier.histories.history import HandHistory

__all__ = ["Anonymizer"]

_LENGTH = 4
# Fields that have a value for each player, by name.
_BY_NAME = ("_dead_posts", "_cash_outs", "_shown_after", "_seven_deuce")
# Fields that say who a player is, or may do so.
_TELLING = ("_player_ids", "_bounties", "_remarks", "_shows")


class Anonymizer:
    """Give players other names: the same name always becomes the same other one.

    A name is made from the player's name and the key alone, so files that are converted one by
    one, today or later, fit together. Whoever knows the key can try names; without it nobody can.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 f # Bob sighs"],
    ...     players=["Ann", "Bob"],
    ... )
    >>> hidden = Anonymizer("secret").apply(history)
    >>> hidden.players == Anonymizer("secret").apply(history).players != history.players
    True
    >>> hidden.actions[-1]
    'p2 f'
    """

    def __init__(self, key: str = "") -> None:
        """Choose the key.

        Args:
            key: Other keys give other names.
        """
        # Keys of any length become one of the right length.
        self._key = blake2b(key.encode(), digest_size=32).digest()

    def rename(self, name: str) -> str:
        """Return what a player is called instead.

        Args:
            name: The player's name.

        Returns:
            The other name.
        """
        if not name:
            return name
        digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=_LENGTH, key=self._key)
        return f"Player_{digest.hexdigest()}"

    def apply(self, history: HandHistory) -> HandHistory:
        """Return a hand with other names, and without anything else that tells who played.

        Args:
            history: The hand, which is not changed.

        Returns:
            The other hand.
        """
        names = {name: self.rename(name) for name in history.players or []}
        others = dict(history.user_defined_fields)
        for name in _TELLING:
            others.pop(name, None)
        for field in _BY_NAME:
            if isinstance(others.get(field), dict):
                others[field] = {self.rename(name): one for name, one in others[field].items()}
        if isinstance(others.get("_hero"), str):
            others["_hero"] = self.rename(others["_hero"])
        if isinstance(others.get("_sitting_out"), list):
            others["_sitting_out"] = [
                {**one, "player": self.rename(str(one.get("player", "")))}
                for one in others["_sitting_out"]
                if isinstance(one, dict)
            ]
        if KEPT in others:
            kept = self._rename_kept(others.pop(KEPT))
            if kept:
                others[KEPT] = dump_json(kept)
        made = replace(history, **{one.name: getattr(history, one.name) for one in fields(history)})
        made.user_defined_fields = others
        if history.players is not None:
            made.players = [names[name] for name in history.players]
        made.author = None
        # Commentaries may name players; those of Croupier belong to the hand.
        made.actions = [
            action if "# croupier:" in action else action.partition("#")[0].rstrip()
            for action in history.actions
        ]
        made.actions = [action for action in made.actions if action]
        return made

    def _rename_kept(self, text: Any) -> dict[str, Any]:
        """Rename players in what has no field of its own, and leave out what may name them."""
        try:
            kept = json.loads(text, parse_float=Decimal)
        except (TypeError, ValueError, RecursionError):
            return {}
        if not isinstance(kept, dict):
            return {}
        safe: dict[str, Any] = {}
        for name in ("rakes", "tournament"):
            if name in kept:
                safe[name] = kept[name]
        for name in ("wins", "table"):
            rows = kept.get(name)
            if isinstance(rows, list):
                safe[name] = [
                    {**row, "player": self.rename(str(row.get("player", "")))}
                    for row in rows
                    if isinstance(row, dict)
                ]
        if isinstance(kept.get("bounties"), dict):
            safe["bounties"] = {self.rename(one): kept["bounties"][one] for one in kept["bounties"]}
        return safe
