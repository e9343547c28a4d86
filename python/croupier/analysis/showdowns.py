"""The contests of a game at the showdown: all that equities need to know of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from croupier import _native, rankings
from croupier.analysis.showdown_board import GameLike, ShowdownGame, find_showdown_game
from croupier.cards import Card, Deck

__all__ = ["SHOWDOWNS", "Contest", "Showdown", "find_showdown"]


class Contest(NamedTuple):
    """A contest at the showdown: what hands are compared, and of which cards they are.

    Attributes:
        ranking: The name of the ranking.
        cards: How many hole cards and how many board cards form a hand, `None` standing for all;
            any of them may be used when there is no pair of numbers.

    >>> Contest("high", (2, 3))
    Contest(ranking='high', cards=(2, 3))
    """

    ranking: str
    cards: tuple[int | None, int | None] | None = None

    def prepare(self) -> tuple[_native.Ranking, _native.Selection]:
        """Return the ranking and the selection of the core."""
        ranking = rankings.get(self.ranking)._native
        if self.cards is None:
            # A badugi is of as many cards as there are.
            most = ranking.card_counts[1]
            return ranking, _native.Selection(any=most, padding="badugi" in self.ranking)
        return ranking, _native.Selection(pairs=[self.cards])


class Showdown(NamedTuple):
    """The showdown of a game: hole cards, a board, and what is compared.

    Attributes:
        title: What the game is called.
        deck: The cards of the game.
        hole_count: How many hole cards each player has in the end.
        board_count: How many cards the board has in the end.
        contests: What is compared; those of them that anybody has a hand for share the pot evenly.

    >>> SHOWDOWNS["omaha"].hole_count
    4
    """

    title: str
    deck: tuple[Card, ...]
    hole_count: int
    board_count: int
    contests: tuple[Contest, ...]


_HIGH = Contest("high")
_OMAHA = Contest("high", (2, 3))
_OMAHA_LOW = Contest("eight_or_better_low", (2, 3))


def _game(
    title: str,
    hole_count: int,
    board_count: int,
    *contests: Contest,
    deck: Iterable[Card] = Deck.STANDARD,
) -> Showdown:
    return Showdown(title, tuple(deck), hole_count, board_count, contests)


SHOWDOWNS: dict[str, Showdown] = {
    "holdem": _game("Texas hold'em", 2, 5, _HIGH),
    "short_deck": _game(
        "short-deck hold'em", 2, 5, Contest("36card_ffh_high"), deck=Deck.SHORT_DECK_HOLDEM
    ),
    "royal": _game("royal hold'em", 2, 5, _HIGH, deck=Deck.ROYAL_HOLDEM),
    "greek": _game("Greek hold'em", 2, 5, Contest("high", (None, 3))),
    "omaha": _game("Omaha", 4, 5, _OMAHA),
    "omaha5": _game("five-card Omaha", 5, 5, _OMAHA),
    "omaha6": _game("six-card Omaha", 6, 5, _OMAHA),
    "omaha8": _game("Omaha eight or better", 4, 5, _OMAHA, _OMAHA_LOW),
    "omaha5_8": _game("five-card Omaha eight or better", 5, 5, _OMAHA, _OMAHA_LOW),
    "omaha6_8": _game("six-card Omaha eight or better", 6, 5, _OMAHA, _OMAHA_LOW),
    "stud": _game("seven-card stud", 7, 0, _HIGH),
    "stud8": _game("seven-card stud eight or better", 7, 0, _HIGH, Contest("eight_or_better_low")),
    "razz": _game("razz", 7, 0, Contest("a5_low")),
    "five_card_stud": _game("five-card stud", 5, 0, _HIGH),
    "five_card_draw": _game("five-card draw", 5, 0, _HIGH),
    "27": _game("deuce-to-seven lowball", 5, 0, Contest("27_low")),
    "a5": _game("ace-to-five lowball", 5, 0, Contest("a5_low")),
    "badugi": _game("badugi", 4, 0, Contest("badugi")),
    "badeucy": _game("badeucy", 5, 0, Contest("badugi_ah"), Contest("27_low")),
    "badacey": _game("badacey", 5, 0, Contest("badugi"), Contest("a5_low")),
}
"""The games by name."""


def find_showdown(
    game: GameLike | Showdown | ShowdownGame, player_count: int
) -> Showdown | ShowdownGame:
    """Return the showdown of a game.

    >>> find_showdown("razz", 2).title
    'razz'
    >>> find_showdown("dramaha", 2).title
    'Dramaha'

    Args:
        game: A name out of `SHOWDOWNS` or of the library, a file, a configuration, a game, or a
            showdown of your own.
        player_count: How many players there are.

    Returns:
        The showdown.

    Raises:
        UnsupportedError: There is no such game; it is a ValueError.
    """
    if isinstance(game, Showdown | ShowdownGame):
        return game
    if isinstance(game, str) and game in SHOWDOWNS:
        return SHOWDOWNS[game]
    return find_showdown_game(game, player_count)
