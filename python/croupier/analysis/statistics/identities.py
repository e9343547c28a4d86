"""Players who are known by more than their names."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from croupier.histories import HandHistory
from croupier.histories.identities import (
    MARK,
    find_identities,
    find_recorded_names,
    make_distinct,
)

__all__ = ["Identities", "name_players"]


def name_players(history: HandHistory, names: Sequence[str]) -> list[str]:
    """Return what the record calls the players of a hand, so that they can be told apart.

    Args:
        history: The hand.
        names: The players' names in it.

    Returns:
        Their names in the record.
    """
    said = find_recorded_names(history)
    return make_distinct(history, [said.get(name, name) for name in names])


class Identities:
    """The identities of players: the keys of those whose ids are known, and the names they had.

    The latest name is that of the latest hand, whatever the order in which hands are added; where
    times are not known, it is that of the hand that was added last.

    >>> identities = Identities()
    >>> for name in ("Breezy", "Windy"):
    ...     history = HandHistory(
    ...         variant="NT",
    ...         antes=[0, 0],
    ...         blinds_or_straddles=[1, 2],
    ...         min_bet=2,
    ...         starting_stacks=[200, 200],
    ...         actions=[],
    ...         user_defined_fields={"_player_ids": {name: "a1b2"}},
    ...     )
    ...     print(identities.find_keys(history, [name, "Bob"]))
    ['@a1b2', 'Bob']
    ['@a1b2', 'Bob']
    >>> identities.names_of("@a1b2"), identities.names_of("Bob")
    (['Windy', 'Breezy'], ['Bob'])
    """

    def __init__(self) -> None:
        """Know nobody yet."""
        # When each name was there last: the moment, if known, and the place in order.
        self._seen: dict[str, dict[str, tuple[float, int]]] = {}
        self._count = 0

    def find_keys(self, history: HandHistory, names: Sequence[str]) -> list[str]:
        """Return what players of a hand are counted by, and keep their names.

        Args:
            history: The hand.
            names: The players' names in it.

        Returns:
            The keys: an id after an @ where it is known, and the name otherwise.
        """
        ids = find_identities(history)
        if not ids:
            return name_players(history, names)
        self._count += 1
        moment: datetime | None = history.moment
        when = float("-inf") if moment is None else moment.timestamp()
        said = find_recorded_names(history)
        keys = []
        for name, known in zip(names, name_players(history, names), strict=True):
            key = known
            if name in ids:
                key = f"{MARK}{ids[name]}"
                # Players of one name at one table have their ids behind it.
                shown = said.get(name) or name.removesuffix(f" @ {ids[name]}")
                self._see(key, shown, (when, self._count))
            keys.append(key)
        return keys

    def _see(self, key: str, name: str, when: tuple[float, int]) -> None:
        seen = self._seen.setdefault(key, {})
        seen[name] = max(seen.get(name, when), when)

    def include(self, other: Identities) -> None:
        """Learn what others know.

        Args:
            other: The others; their hands count as added after these.
        """
        for key, seen in other._seen.items():
            for name, (when, place) in seen.items():
                self._see(key, name, (when, self._count + place))
        self._count += other._count

    def names_of(self, key: str) -> list[str]:
        """Return the names that a player had, the latest first.

        Args:
            key: What the player is counted by.

        Returns:
            The names; the key where that is the name.
        """
        seen = self._seen.get(key)
        return [key] if seen is None else sorted(seen, key=lambda name: seen[name], reverse=True)
