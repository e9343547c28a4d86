"""From where on each game can be solved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from croupier import _native
from croupier.errors import PokerError
from croupier.games.making import make_game

__all__ = ["Solvable", "list_solvable"]

_STACK = 1000
_STREETS = {3: "the flop", 4: "the turn", 5: "the river"}


class Solvable(NamedTuple):
    """The betting rounds from which a game can be solved, if any.

    Attributes:
        game: The name of the game.
        boards: How many cards the board has at the betting rounds that spots may begin with.
        down: How many cards of each player nobody else sees.
        up: How many cards of each player everybody sees.
        is_last: Whether nothing but the last betting round can be solved.
        reason: Why there are none, if so.
    """

    game: str
    boards: tuple[int, ...]
    down: int = 0
    up: int = 0
    is_last: bool = False
    reason: str = ""

    def __str__(self) -> str:
        """Return the streets in words."""
        if not self.boards:
            return self.reason
        if self.is_last:
            return "in the last betting round"
        first = min(self.boards)
        if max(self.boards) == 0:
            return "after the last draw"
        if first == 0:
            first = min(board for board in self.boards if board)
        cards = f"{first} card{'' if first == 1 else 's'} on the board"
        return f"from {_STREETS.get(first, cards)} on"


def list_solvable(games: Iterable[str] = ()) -> Iterator[Solvable]:
    """Return from which betting rounds on spots of games can be solved.

    >>> [str(each) for each in list_solvable(["nlhe", "plo8", "badugi", "razz"])]
    ['from the flop on', 'from the flop on', 'after the last draw', 'in the last betting round']

    Whether a spot fits into memory is another question, which `Spot.size` answers: Omaha does from
    the river on, and from the turn on with narrow ranges.

    Args:
        games: Names of games; all files of the library when there are none.

    Yields:
        What is known of each.
    """
    if not games:
        from croupier.games.configuration.library import library

        games = sorted(library().files)
    for name in games:
        try:
            setup = make_game(name)(_STACK, 2, seed=0)._setup
            boards, down, up, is_last = _native.solver_starts(setup)
            yield Solvable(name, tuple(sorted(boards)), down, up, is_last)
        except PokerError as error:
            yield Solvable(name, (), reason=error.details.get("reason", str(error)))
