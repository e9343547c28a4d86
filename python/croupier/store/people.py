"""Players of a store: which one a name means, and by which keys the tables know them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from croupier.histories.identities import choose_player
from croupier.store.views import OTHERS

if TYPE_CHECKING:
    import duckdb

    from croupier.histories.pipeline.anonymizing import Anonymizer

__all__ = ["find_key", "find_other_names", "find_own_names"]

Ask: TypeAlias = "Callable[[str, Sequence[object]], duckdb.DuckDBPyConnection]"


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


def find_own_names(ask: Ask, player: str) -> list[str]:
    """Return all names of a player by a key; the same name if no hand has it."""
    known = ask("select names from people where who = ?", [player]).fetchall()
    return [name for (names,) in known for name in names] or [player]


def find_other_names(ask: Ask, anonymizer: Anonymizer, player: str) -> list[str]:
    """Return what a player is called in a store that hides names, or the players of one name."""
    if player.startswith("Player_"):
        return [player]
    rows = ask(
        f"select distinct other from {OTHERS} where ? in (name, person) order by 1", [player]
    )
    return [other for (other,) in rows.fetchall()] or [anonymizer.rename(player)]
