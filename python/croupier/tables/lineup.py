"""Which game is played in which hand: always the same, or one of a mix."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from croupier.errors import SetupError
from croupier.games import Poker
from croupier.games.bounds import find_player_bounds
from croupier.games.configuration.library import load
from croupier.games.finding import find_mix
from croupier.games.making import DEFAULT_BET, make_game
from croupier.numbers import Chips
from croupier.state import Mode
from croupier.tables.events import Game

# Imported here: few tables play a mix.
if TYPE_CHECKING:
    from croupier.games.mixed import MixedGame

__all__ = ["Lineup", "Mixed", "Single", "find_title", "make_lineup"]


def find_title(game: Game) -> str:
    """Return what a game is called.

    >>> from croupier.games import NoLimitTexasHoldem
    >>> find_title(NoLimitTexasHoldem((), True, 0, (1, 2), 2))
    'NoLimitTexasHoldem'

    Args:
        game: The game.

    Returns:
        The name of a class, or that of a configuration with its limits.
    """
    if isinstance(game, Poker):
        return type(game).__name__
    return f"{game.configuration.name}, {game.structure}"


class Lineup(Protocol):
    """A line-up of games: what is played next.

    Attributes:
        title: What all of it is called.
        bounds: The least and the largest number of players.
        small_bet: The smallest bet of the first betting round, by which results are measured.
    """

    title: str
    bounds: tuple[int, int]
    small_bet: Chips

    def next_game(self, player_count: int, choose: Callable[[Sequence[str]], str]) -> Game:
        """Return the game of the next hand.

        Args:
            player_count: How many players it has.
            choose: Asks the dealer for one of several games, where dealers choose.

        Returns:
            The game.
        """


class Single:
    """A line-up of one game, played all the time.

    >>> from croupier.games import NoLimitTexasHoldem
    >>> Single(NoLimitTexasHoldem((), True, 0, (1, 2), 2)).small_bet
    2

    Attributes:
        game: The game.
        title: What it is called.
        bounds: The least and the largest number of players.
        small_bet: The smallest bet of the first betting round.
    """

    def __init__(self, game: Game) -> None:
        """Make the line-up.

        Args:
            game: The game.
        """
        self.game = game
        self.title = find_title(game)
        self.small_bet = game.small_bet
        self.bounds = find_player_bounds(game)

    def next_game(self, player_count: int, choose: Callable[[Sequence[str]], str]) -> Game:
        """Return the game.

        Args:
            player_count: How many players it has.
            choose: Is not asked.

        Returns:
            The game.
        """
        return self.game


class Mixed:
    """A line-up of a mix, whose games are played in turn or chosen by dealers.

    >>> from croupier.games.mixed import load
    >>> mix = Mixed(load("ho"), {"small_bet": 4})
    >>> [find_title(mix.next_game(2, min))[:13] for _ in range(3)]
    ["Texas Hold'em", "Texas Hold'em", "Omaha Hold'em"]

    Attributes:
        titles: What the games are called, by what dealers say who choose them.
    """

    def __init__(
        self, mix: MixedGame, stakes: Mapping[str, Any], *, mode: Mode = Mode.TOURNAMENT
    ) -> None:
        """Load all games of a mix.

        Args:
            mix: The mix.
            stakes: The stakes of all games: the small bet, or the big blind, of which other bets
                follow.
            mode: Which rules apply where tournaments and cash games differ.

        Raises:
            UnsupportedError: There is no game of a name.
            SetupError: The stakes are wrong.
        """
        from croupier.games.mixed.game import STRUCTURES, Rotation

        self._mix = mix
        structures = {structure: name for name, structure in STRUCTURES.items()}
        self._games = {
            entry: load(entry.game).game(structures[entry.betting_structure], stakes, mode=mode)
            for entry in mix.rotation
        }
        # A letter tells two entries of one game apart.
        self.titles = {
            entry.letter or entry.game: find_title(game) for entry, game in self._games.items()
        }
        players = [game.configuration.players for game in self._games.values()]
        self.title = mix.title or mix.name
        self.small_bet = next(iter(self._games.values())).small_bet
        self.bounds = (
            max(mix.minimum_players, *(one.minimum for one in players)),
            min(mix.maximum_players, *(one.maximum for one in players)),
        )
        self._rotation = Rotation(mix)

    @property
    def place(self) -> tuple[int, ...]:
        """The position in the mix, so that another table can go on from it."""
        return self._rotation.place

    @place.setter
    def place(self, place: tuple[int, int, int, int]) -> None:
        from croupier.games.mixed.game import Rotation

        self._rotation = Rotation(self._mix, place)

    def list_choices(self, player_count: int) -> list[str]:
        """Return what the dealer may choose for the next hand.

        Args:
            player_count: How many players it has.

        Returns:
            The games; none where there is nothing to choose.
        """
        if not self._mix.dealers_choice or not self._rotation.begins(player_count):
            return []
        return list(self.titles)

    def next_game(self, player_count: int, choose: Callable[[Sequence[str]], str]) -> Game:
        """Return the game of the next hand.

        Args:
            player_count: How many players it has.
            choose: Asks the dealer, where dealers choose.

        Returns:
            The game.
        """
        choices = self.list_choices(player_count)
        return self._games[self._rotation.next(player_count, choose(choices) if choices else None)]


def make_lineup(
    game: Game | MixedGame | Lineup | str,
    stakes: Mapping[str, Any] | None = None,
    *,
    mode: Mode = Mode.TOURNAMENT,
) -> Lineup:
    """Return the line-up for a game, a mix, or a name of either.

    >>> make_lineup("nlhe").small_bet, make_lineup("horse", {"small_bet": 4}).title
    (2, 'HORSE')

    Args:
        game: A game, a mix, the name of either, or something that says it itself.
        stakes: The stakes, for a mix or a name.
        mode: Which rules apply where tournaments and cash games differ, for a mix or a name.

    Returns:
        What says it.

    Raises:
        SetupError: There are no stakes for a mix, stakes for a game that has them, or it is no
            game.
        UnsupportedError: There is no game of this name.
    """
    if isinstance(game, str):
        mix = find_mix(game)
        if mix is not None:
            return Mixed(mix, stakes or {"small_bet": DEFAULT_BET}, mode=mode)
        return Single(make_game(game, mode=mode, **(stakes or {})))
    if not isinstance(game, Poker | Single | Mixed):
        from croupier.games.mixed import MixedGame

        if isinstance(game, MixedGame):
            if stakes is None:
                raise SetupError(
                    f"the mixed game {game.name!r} needs stakes, such as a small_bet",
                    code="missing-stakes",
                )
            return Mixed(game, stakes, mode=mode)
    if stakes is not None:
        raise SetupError(
            "a game that is no mix has its stakes: none can be given with it",
            code="game-with-stakes",
        )
    if isinstance(game, Poker):
        return Single(game)
    if isinstance(game, Single | Mixed):
        return game
    # Without games of files, nobody has imported what plays them.
    from croupier.games import CustomGame

    if isinstance(game, CustomGame):
        return Single(game)
    if isinstance(game, type) or not hasattr(game, "next_game"):
        raise SetupError(
            f"{game!r:.100} is no game: give a game, such as one of make_game('nlhe')",
            code="no-game",
        )
    return game
