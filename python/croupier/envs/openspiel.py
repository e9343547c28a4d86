"""Games for OpenSpiel: any game of Croupier in which nothing but bets is decided.

Importing this module registers the game `croupier`:

    import pyspiel
    import croupier.envs.openspiel

    game = pyspiel.load_game("croupier(game=leduc)")

Cards are dealt by chance nodes, one at a time, so that the algorithms for trees work.
"""

from __future__ import annotations

from typing import Any

import numpy

from croupier.envs.trees import TreeGame, TreeHand
from croupier.errors import SetupError, UnsupportedError
from croupier.games.making import make_game
from croupier.state import BettingStructure
from croupier.tables.batch import MenuMove
from croupier.tables.lineup import make_lineup

try:
    import pyspiel  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    raise UnsupportedError(
        "games for OpenSpiel need it: pip install open_spiel", code="missing-openspiel"
    ) from None

__all__ = ["CroupierGame", "CroupierState"]

_HISTORY = 32

_TYPE = pyspiel.GameType(
    short_name="croupier",
    long_name="Poker by Croupier",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "leduc", "players": 2, "stack": 0, "menu": ""},
)


def _read_menu(text: str, *, is_fixed: bool) -> tuple[MenuMove, ...]:
    """Return the moves of a menu that is written with spaces."""
    if not text:
        return ("fold", "call", "min") if is_fixed else ("fold", "call", 1.0, "max")
    moves: list[MenuMove] = []
    for word in text.split():
        try:
            moves.append(float(word))
        except ValueError:
            moves.append(word)
    return tuple(moves)


class CroupierGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Croupier.

    Parameters are `game`, a name that `croupier play` knows; `players`; `stack`, what everybody
    begins with, which is 100 big blinds, or what the game needs, if it is 0; and `menu`, moves with
    spaces between them, such as `fold call 0.5 1 max`.
    """

    def __init__(self, params: Any = None) -> None:
        """Make a game.

        Args:
            params: The parameters.

        Raises:
            SetupError: A parameter is invalid.
            UnsupportedError: There is no such game, or it cannot be walked as a tree.
        """
        given = {**_TYPE.parameter_specification, **(params or {})}
        made = make_game(str(given["game"]))
        players, stack = int(given["players"]), int(given["stack"])
        if not _TYPE.min_num_players <= players <= _TYPE.max_num_players:
            raise SetupError(
                f"invalid players: expected {_TYPE.min_num_players} to {_TYPE.max_num_players},"
                f" got {players}",
                code="player-count",
            )
        if not stack:
            stack = 100 * max(int(make_lineup(made).small_bet), 1)
        is_fixed = made(stack, players).betting_structure is BettingStructure.FIXED_LIMIT
        self.tree = TreeGame(
            made, stack, players, _read_menu(str(given["menu"]), is_fixed=is_fixed)
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.tree.menu),
            max_chance_outcomes=len(self.tree.deck),
            num_players=players,
            min_utility=float(-self.tree.max_loss),
            max_utility=float(self.tree.max_loss * (players - 1)),
            utility_sum=0.0,
            max_game_length=self.tree.max_decisions,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> CroupierState:
        """Return a hand before the first card.

        Returns:
            The state.
        """
        return CroupierState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return the observer of the game.

        Args:
            iig_obs_type: What is wanted of it.
            params: Not used.

        Returns:
            The observer.
        """
        default = pyspiel.IIGObservationType(perfect_recall=False)
        return _Observer(iig_obs_type or default, self)


class CroupierState(pyspiel.State):  # type: ignore[misc]
    """A hand of a game of Croupier.

    Attributes:
        tree: The hand, as a walk through a tree.
    """

    def __init__(self, game: CroupierGame) -> None:
        """Begin a hand.

        Args:
            game: The game.
        """
        super().__init__(game)
        self.tree = TreeHand(game.tree)

    def current_player(self) -> int:
        """Return the player to act.

        Returns:
            The player, or OpenSpiel's number for chance or for the end.
        """
        if self.tree.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        player = self.tree.player
        return int(pyspiel.PlayerId.CHANCE) if player is None else player

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that can come.

        Returns:
            The numbers of the cards, each with its probability.
        """
        return self.tree.chances()

    def _legal_actions(self, player: int) -> list[int]:
        return self.tree.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.tree.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self.tree.game.deck[action]!r}"
        return str(self.tree.game.menu[action])

    def is_terminal(self) -> bool:
        """Return whether the hand is over.

        Returns:
            Whether it is.
        """
        return self.tree.is_over

    def returns(self) -> list[float]:
        """Return the chips that players have won; 0 before the end.

        Returns:
            The winnings of each player.
        """
        return self.tree.payoffs()

    def __str__(self) -> str:
        """Return all cards and bets, as text."""
        return str(self.tree)


class _Observer:
    """An observer, which writes the knowledge of a player as text and as numbers."""

    def __init__(self, kind: Any, game: CroupierGame) -> None:
        tree = game.tree
        players, cards = len(tree.start.stacks), len(tree.deck)
        self._remembers = bool(kind.perfect_recall)
        self._tree = tree
        parts = [("player", players), ("private_card", cards), ("community_card", cards)]
        parts.append(("pot_contribution", players))
        if self._remembers:
            parts.append(("betting", _HISTORY * (players + len(tree.menu))))
        self.tensor = numpy.zeros(sum(size for _, size in parts), numpy.float32)
        self.dict = {}
        start = 0
        for name, size in parts:
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: CroupierState, player: int) -> None:
        """Write what a player sees into the tensor."""
        self.tensor.fill(0)
        tree, numbers = state.tree, self._tree.numbers
        hand = tree.state
        self.dict["player"][player] = 1
        for cards in tree.hole_cards(player):
            for card in cards:
                self.dict["private_card"][numbers[card]] = 1
        for column in hand.board_cards:
            for card in column:
                self.dict["community_card"][numbers[card]] = 1
        for each, stack in enumerate(hand.stacks):
            self.dict["pot_contribution"][each] = hand.starting_stacks[each] - stack
        if self._remembers:
            players, moves = len(hand.stacks), len(self._tree.menu)
            rows = self.dict["betting"].reshape(_HISTORY, players + moves)
            for row, (who, _, move, _) in zip(rows, tree.bets, strict=False):
                row[who] = row[players + move] = 1

    def string_from(self, state: CroupierState, player: int) -> str:
        """Return what a player sees, as text."""
        return state.tree.see(player, remembers=self._remembers)


pyspiel.register_game(_TYPE, CroupierGame)
