"""The next hand of a table, before it is dealt."""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from croupier.games import Poker
from croupier.state import State
from croupier.tables.events import Game
from croupier.tables.seating import Player, find_blinds, with_forced_bets
from croupier.tables.table import Table

__all__ = ["HandPreview", "preview_hand"]


class HandPreview(NamedTuple):
    """A hand that is not dealt yet.

    Attributes:
        game: The game, with the blinds of the hand.
        state: A hand with these stacks and blinds, and with other cards.
        players: The players, in the order of the state.
    """

    game: Game
    state: State
    players: tuple[Player, ...]


def preview_hand(table: Table) -> HandPreview | None:
    """Return the next hand of a table of one game as it would begin now; the table stays as it is.

    >>> table = Table("nlhe", ["caller", "caller"], stack=200, seed=7)
    >>> preview = preview_hand(table)
    >>> preview.state.starting_stacks, [player.name for player in preview.players], table.hands
    ((200, 200), ['caller 2', 'caller'], 0)

    Args:
        table: The table.

    Returns:
        The hand; `None` if there are too few players.
    """
    players = [copy(player) for player in table.players]
    ready = [player for player in players if player.stack > 0 and not player.is_away]
    if len(ready) < table.lineup.bounds[0]:
        return None
    game = table.lineup.next_game(len(ready), table._choose_game)
    arrangement = copy(table._seating).arrange(players, find_blinds(game))
    state = table._start(table._automate(game), arrangement, 0, None)
    if isinstance(game, Poker):
        game = with_forced_bets(game, arrangement)
    return HandPreview(game, state, arrangement.players)
