"""For how many players a game is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.poker import Poker
from croupier.state import Street

if TYPE_CHECKING:
    from croupier.games.configuration.custom_game import CustomGame

__all__ = ["find_player_bounds"]

_MAX_PLAYERS = 24


def find_player_bounds(game: Poker | CustomGame) -> tuple[int, int]:
    """Return the least and the largest number of players.

    >>> from croupier.games import make_game
    >>> find_player_bounds(make_game("nlhe")), find_player_bounds(make_game("razz"))
    ((2, 22), (2, 8))

    Args:
        game: The game.

    Returns:
        What the file of the game says, or else as many as there are cards for.
    """
    if isinstance(game, Poker):
        return 2, _count_most(game)
    players = game.configuration.players
    return players.minimum, players.maximum


def _count_most(game: Poker) -> int:
    """Return for how many players the cards suffice.

    Where cards are drawn or lie face up, as many come as players stay; the file of the game says
    how many may play then.
    """
    streets = game.streets
    if any(street.draw_status for street in streets) or game.max_up_card_count:
        name = getattr(type(game), "definition", None)
        if name is None:
            return _MAX_PLAYERS
        # Games of files take long to import, and most games are classes.
        from croupier.games.configuration.library import library

        return library().summarize(name)["players"]["max"]
    burnt = sum(isinstance(one, Street) and one.card_burning_status for one in streets)
    board = game.max_board_card_count * game.starting_board_count
    rest = len(game.deck) - board - burnt
    return max(2, min(_MAX_PLAYERS, rest // max(game.max_hole_card_count, 1)))
