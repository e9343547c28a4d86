"""Whole small games, solved state by state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from croupier import _native
from croupier.errors import SetupError
from croupier.games.making import make_game
from croupier.limits import verify_count

if TYPE_CHECKING:
    from croupier.games import Configuration, Poker

__all__ = ["GameSolution", "InformationSet", "open_game", "solve_game"]

_MOST_ITERATIONS = 10_000_000


class InformationSet(NamedTuple):
    """Say what a player knows, and does.

    Attributes:
        player: Who.
        hole: The cards that the player holds.
        board: The cards on the board.
        line: What everybody has done.
        strategy: How often each action is taken.
    """

    player: int
    hole: str
    board: str
    line: str
    strategy: dict[str, float]


class GameSolution:
    """Hold strategies for a whole game.

    >>> solution = solve_game("kuhn", target=1e-5)
    >>> round(solution.values[0], 4) == round(-1 / 18, 4)
    True
    >>> len(solution.sets), solution.state_count
    (12, 58)

    Attributes:
        state_count: How many states of the game there are.
    """

    def __init__(self, native: _native.GameSolver) -> None:
        """Hold what the core has learnt.

        Args:
            native: The core's solver.
        """
        self._native = native
        self.state_count = native.counts[1]

    @property
    def iterations(self) -> int:
        """How often all players have learnt."""
        return self._native.iterations

    @cached_property
    def _measured(self) -> tuple[list[float], list[float]]:
        return self._native.exploitability()

    @property
    def values(self) -> tuple[float, ...]:
        """What each player wins, in chips."""
        return tuple(self._measured[0])

    @property
    def gains(self) -> tuple[float, ...]:
        """What each player could win more against what the others do, in chips."""
        return tuple(self._measured[1])

    @property
    def exploitability(self) -> float:
        """The mean of `gains`."""
        return sum(self.gains) / len(self.gains)

    @cached_property
    def sets(self) -> tuple[InformationSet, ...]:
        """What players know when they decide, and how often they do what."""
        return tuple(
            InformationSet(player, hole, board, line, dict(actions))
            for player, hole, board, line, actions in self._native.strategies()
        )

    def follow(self, policy: Callable[[InformationSet], Mapping[str, float]]) -> None:
        """Play what a policy says, and forget what was learnt.

        >>> solution = open_game("kuhn")
        >>> solution.follow(lambda one: dict.fromkeys(one.strategy, 1.0))
        >>> round(solution.exploitability, 4)
        0.4583

        Args:
            policy: Is given an information set, and answers with a weight for each of its actions.

        Raises:
            SetupError: A weight cannot be, or all are 0.
        """
        rows = []
        for one in self.sets:
            given = policy(one)
            weights = [float(given.get(action, 0.0)) for action in one.strategy]
            if not all(0 <= weight < float("inf") for weight in weights) or not any(weights):
                raise SetupError(
                    f"a policy needs weights above 0 for some of {', '.join(one.strategy)}, unlike"
                    f" {dict(given)!r:.80}",
                    code="policy-weights",
                )
            rows.append(weights)
        self._native.play(rows)
        for name in ("_measured", "sets"):
            self.__dict__.pop(name, None)

    def improve(
        self,
        target: float,
        *,
        iterations: int = 100_000,
        progress: Callable[[int, float | None], object] | None = None,
    ) -> None:
        """Go on solving. What was learnt stays if it is interrupted.

        Args:
            target: What nobody may be able to win more, in chips.
            iterations: The most iterations to do.
            progress: Told of iterations, and of the largest gain where it was measured.

        Raises:
            SetupError: The target is none.
        """
        if not 0 <= target < float("inf"):
            raise SetupError(f"a target must not be negative, unlike {target!r}", code="target")
        verify_count("iteration", iterations, _MOST_ITERATIONS)
        for name in ("_measured", "sets"):
            self.__dict__.pop(name, None)
        self._native.solve(target, iterations, progress)

    def __repr__(self) -> str:
        values = ", ".join(f"{value:.5f}" for value in self.values)
        return f"<GameSolution after {self.iterations} iterations: {values}>"


def open_game(
    game: str | type[Poker] | Configuration,
    *,
    players: int = 2,
    stacks: int = 1000,
    sizes: str = "min, pot, a",
) -> GameSolution:
    """Return a whole small game in which nothing was learnt: whatever is possible is as likely.

    >>> round(open_game("kuhn").exploitability, 4)
    0.4583

    Args:
        game: A game by its name, a class or a configuration.
        players: How many players there are.
        stacks: What each of them has.
        sizes: The sizes of bets and raises in games without a limit, as those of spots.

    Returns:
        The game, with strategies that can be followed or improved.

    Raises:
        SetupError: The game does not fit the players.
        UnsupportedError: The game is too large, or something is decided that is no bet and no draw.
    """
    setup = make_game(game)(stacks, players, seed=0)._setup
    return GameSolution(_native.GameSolver(setup, sizes))


def solve_game(
    game: str | type[Poker] | Configuration,
    *,
    players: int = 2,
    stacks: int = 1000,
    sizes: str = "min, pot, a",
    target: float = 0.001,
    iterations: int = 100_000,
    progress: Callable[[int, float | None], object] | None = None,
) -> GameSolution:
    """Solve a whole small game: every deal, every decision.

    With more than two players the strategies are no proven equilibrium: `gains` say how far from
    one they are.

    Args:
        game: A game by its name, a class or a configuration.
        players: How many players there are.
        stacks: What each of them has.
        sizes: The sizes of bets and raises in games without a limit, as those of spots.
        target: What nobody may be able to win more, in chips.
        iterations: The most iterations to do.
        progress: Told of iterations, and of the largest gain where it was measured.

    Returns:
        The solution.

    Raises:
        SetupError: The target is none, or the game does not fit the players.
        UnsupportedError: The game is too large, or something is decided that is no bet and no draw.
    """
    solution = open_game(game, players=players, stacks=stacks, sizes=sizes)
    solution.improve(target, iterations=iterations, progress=progress)
    return solution
