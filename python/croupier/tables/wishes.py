"""The decisions that agents want to make themselves, and names for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from copy import copy

from croupier.errors import SetupError
from croupier.state import Automation
from croupier.state.operation_table import DECISIONS, OPTIONAL_DECISIONS
from croupier.tables.events import Game
from croupier.tables.seating import Player

__all__ = ["automate", "find_wishes", "make_name"]

_AUTOMATIONS = tuple(Automation)
# The automations by the optional decisions that they make.
_DECIDING = {
    name: next(one for one in Automation if one.name.replace("_", "") == row.automation.upper())
    for name, row in DECISIONS.items()
    if row.automation is not None
}


def find_wishes(players: Iterable[Player]) -> frozenset[str]:
    """Return the optional decisions that any of the agents wants to make.

    Args:
        players: Whose agents they are.

    Returns:
        The names of the decisions.

    Raises:
        SetupError: An agent wants something that nobody decides.
    """
    wishes: frozenset[str] = frozenset()
    for player in players:
        wanted = getattr(player.agent, "also_decides", None)
        if wanted:
            wishes = wishes.union(wanted)
    unknown = wishes - OPTIONAL_DECISIONS
    if unknown:
        names = " and ".join(sorted(OPTIONAL_DECISIONS))
        raise SetupError(
            f"also_decides is of {names}, not {min(unknown)!r}",
            code="unknown-wish",
            given=min(unknown),
        )
    return wishes


def automate(game: Game, wishes: Collection[str] = ()) -> Game:
    """Return a game with everything automated but players' decisions.

    >>> from croupier.games import NoLimitTexasHoldem
    >>> automate(NoLimitTexasHoldem((), True, 0, (1, 2), 2))(200, 2).actor_index
    1

    Args:
        game: The game.
        wishes: The decisions that an agent wants to make, and that are automated otherwise.

    Returns:
        The game itself if it is like this, or else a copy.
    """
    left = {_DECIDING[name] for name in wishes if name in _DECIDING}
    automations = tuple(one for one in _AUTOMATIONS if one not in left)
    if tuple(game.automations) == automations:
        return game
    automated = copy(game)
    automated.automations = automations
    return automated


def make_name(wanted: str, taken: set[str]) -> str:
    """Return a name that nobody has: with a number where it is taken.

    >>> make_name("tight", {"tight"})
    'tight 2'

    Args:
        wanted: The name.
        taken: The names that others have.

    Returns:
        The name, or one like it.
    """
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted} {number}"
    return name
