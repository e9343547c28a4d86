"""Players of a store: which one a name means, and by which keys the tables know them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from croupier.errors import SetupError
from croupier.histories.identities import MARK, ROOM_MARK, choose_player
from croupier.histories.people import PERSON_MARK, People, person_key
from croupier.store.filters import SqlCondition, of_player
from croupier.store.views import OTHERS

if TYPE_CHECKING:
    import duckdb

    from croupier.histories.pipeline.anonymizing import Anonymizer
    from croupier.store.store import Store

__all__ = [
    "Aliases",
    "find_entrant",
    "find_key",
    "find_noted",
    "find_other_names",
    "find_own_names",
]

Ask: TypeAlias = "Callable[[str, Sequence[object]], duckdb.DuckDBPyConnection]"


_FILE: Final = "people.json"


class Aliases:
    """The people of a store, in a file that is replaced at once."""

    def __init__(self, folder: Path) -> None:
        """Take the folder of a store."""
        self._path = folder / _FILE

    @property
    def stamp(self) -> tuple[int, int]:
        """A value that changes when the file does."""
        try:
            status = self._path.stat()
        except OSError:
            return 0, 0
        return status.st_mtime_ns, status.st_size

    def read(self) -> People:
        """Read the people; there are none without a file.

        Raises:
            ParseError: The file is not valid.
        """
        return People.read(self._path) if self._path.exists() else People()

    def write(self, people: People) -> None:
        """Replace the file."""
        people.write(self._path)


def find_key(ask: Ask, player: str, store: str) -> str:
    """Return the key of a player.

    Args:
        ask: Answers SQL with parameters.
        player: The key, a name, or the label.
        store: The name of the store, for errors.

    Raises:
        SetupError: There is no such player, or several have this name.
    """
    near = dict(
        ask(
            "select who, names from people where who is not null"
            " and (who = $1 or name = $1 or list_contains(names, $1))",
            [player],
        ).fetchall()
    )
    if not near:
        # Only for the error, which names players with similar names.
        near = dict(ask("select who, names from people where who is not null", []).fetchall())
    # Labels depend on everybody who has the same name.
    latest = [names[0] for names in near.values()]
    more = dict(
        ask("select who, names from people where list_contains($1, names[1])", [latest]).fetchall()
    )
    return choose_player(near | more, player, store, prefixes=False)


def find_own_names(ask: Ask, player: str, store: str) -> list[str]:
    """Return all names of a player; the same name if no hand has it.

    Raises:
        SetupError: Several players have this name.
    """
    try:
        player = find_key(ask, player, store)
    except SetupError as error:
        if error.code != "unknown-player":
            raise
    known = ask("select names from people where who = ?", [player]).fetchall()
    return [name for (names,) in known for name in names] or [player]


def find_noted(ask: Ask, player: str, store: str) -> str:
    """Return the key of a player who is noted; the name if no hand has the player yet.

    Raises:
        SetupError: Several players have this name, or no hand has the id.
    """
    try:
        return find_key(ask, player, store)
    except SetupError as error:
        if error.code != "unknown-player" or player.startswith(MARK):
            raise
        return player


def find_entrant(store: Store, player: str) -> SqlCondition:
    """Return the condition that a row of tournaments is of a player.

    Raises:
        SetupError: Several players have this name.
    """
    names = store.find_names(player)
    try:
        keys = store.find_keys(player)
    except SetupError as error:
        if error.code != "unknown-player":
            raise
        # Summaries may have players that no hand has.
        return SqlCondition("(name = ? or who in (?, ?))", (player, player, person_key(player)))
    if keys[0].startswith(PERSON_MARK) or ROOM_MARK in keys[0]:
        return of_player(keys, "who")
    # Summaries have no ids, and hands without a room or with other names have the names alone.
    return of_player(names, "name")


def find_other_names(ask: Ask, anonymizer: Anonymizer, player: str) -> list[str]:
    """Return what a player is called in a store that hides names, or the players of one name."""
    if player.startswith("Player_"):
        return [player]
    rows = ask(
        f"select distinct other from {OTHERS} where ? in (name, person) order by 1", [player]
    )
    return [other for (other,) in rows.fetchall()] or [anonymizer.rename(player)]
