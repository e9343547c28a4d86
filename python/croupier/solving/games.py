"""Whole games, solved state by state, or for all hands at once where there are too many states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from math import perm
from typing import NamedTuple

from croupier import _native
from croupier.analysis.ranges import Range
from croupier.analysis.ranges.sets import cards_of
from croupier.errors import SetupError, UnsupportedError
from croupier.games.making import GameLike, find_made_game
from croupier.limits import verify_count

__all__ = ["GameSolution", "InformationSet", "open_game", "solve_game"]

_MAX_ITERATIONS = 10_000_000
_MAX_STREETS = 8
_MAX_STATES = 5_000_000


class InformationSet(NamedTuple):
    """An information set: what a player knows, and does.

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


class _AllHands:
    """A whole game of two players, solved for all hands at once, with the methods of the other."""

    @classmethod
    def of_large(cls, setup: _native.Setup, sizes: str) -> _AllHands | None:
        """Return a game of nothing but bets that has too many states to list them, if it is one."""
        try:
            boards, held, _, is_last = _native.solver_starts(setup)
            if is_last or min(boards) > 0:
                return None
            found = cls(setup, sizes)
        except UnsupportedError:
            return None
        deck = len(_native.GameShowdown(setup).deck)
        streets = [0] * len(boards)
        for street, *_ in found._tree:
            streets[street] += 1
        states = sum(
            count * perm(deck, 2 * held + board)
            for count, board in zip(streets, boards, strict=True)
        )
        return found if states > _MAX_STATES else None

    def __init__(self, setup: _native.Setup, sizes: str) -> None:
        _, held, _, _ = _native.solver_starts(setup)
        deck = _native.GameShowdown(setup).deck
        weights = Range.parse("random", card_count=held, deck=deck)._weights
        hands = list(weights), list(weights.values())
        menu = (sizes, sizes, None)
        self._spot = _native.SolverSpot(
            setup,
            "",
            ("", ""),
            "",
            None,
            (0, 0),
            None,
            1,
            (hands, hands),
            [(menu, menu)] * _MAX_STREETS,
            (0.0, 0.0, 0.0),
            None,
            (0.0, 0.0),
            [],
            [],
            [],
        )

    @cached_property
    def _tree(self) -> list[tuple[int, str, str, int | None, int, tuple[int, int], bool]]:
        return self._spot.tree()

    @cached_property
    def _core(self) -> _native.SpotSolver:
        return _native.SpotSolver(self._spot)

    @property
    def counts(self) -> tuple[int, int, int]:
        return 2, self._core.size[0], self._core.size[3]

    @property
    def iterations(self) -> int:
        return self._core.iterations

    def solve(
        self,
        target: float,
        most: int,
        progress: Callable[[int, float | None], object] | None = None,
    ) -> float:
        # The mean of both gains is no less than half of the larger one.
        return 2 * self._core.solve(target / 2, most, 1, progress)

    def exploitability(self) -> tuple[list[float], list[float]]:
        gains, values = self._core.exploitability()
        return list(values), list(gains)

    def look(self, line: str, board: str) -> dict[str, dict[str, float]]:
        steps = _with_cards(line, board, self._tree)
        player, _, _, actions, _, _, _, decisions = self._core.view(" ".join(steps))
        if player is None:
            raise SetupError(f"nobody decides after {line!r}", code="no-decision")
        rows = [memoryview(parts).cast("f") for parts, _ in decisions]
        found = {}
        for place, hand in enumerate(self._core.hands[player][0]):
            parts = [row[place] for row in rows]
            if parts[0] == parts[0]:
                name = "".join(map(repr, cards_of(hand)))
                found[name] = dict(zip(actions, parts, strict=True))
        return found

    def strategies(self) -> list[tuple[int, str, str, str, list[tuple[str, float]]]]:
        found = []
        for street, line, kind, player, *_ in self._tree:
            if street or kind != "decision" or player is None:
                continue
            for hand, parts in self.look(line, "").items():
                found.append((player, hand, "", line, list(parts.items())))
        return found


def _with_cards(
    line: str,
    board: str,
    listed: list[tuple[int, str, str, int | None, int, tuple[int, int], bool]],
) -> list[str]:
    """Put the cards of a board where a line has deals."""
    deals = {tuple(text.split()) for _, text, kind, *_ in listed if kind == "deal"}
    cards = [board[place : place + 2] for place in range(0, len(board), 2)]
    steps: list[str] = []
    bare: list[str] = []
    for step in [*line.split(), ""]:
        if tuple(bare) in deals:
            if not cards:
                raise SetupError(f"cards are dealt on the line {line!r}", code="no-decision")
            steps.append(cards.pop(0))
            bare.append("/")
        if step:
            steps.append(step)
            bare.append(step)
    return steps


class GameSolution:
    """The strategies for a whole game.

    >>> solution = solve_game("kuhn", target=1e-5)
    >>> round(solution.values[0], 4) == round(-1 / 18, 4)
    True
    >>> len(solution.sets), solution.state_count
    (12, 58)

    Attributes:
        state_count: How many states of the game there are; of the betting alone where the game was
            solved for all hands at once.
        is_listed: Whether `sets` has all that players can know. Where the game was solved for all
            hands at once, it has what they know before a card comes to the board; `look` knows the
            rest.
    """

    def __init__(self, native: _native.GameSolver | _AllHands) -> None:
        """Wrap the core's solution.

        Args:
            native: The core's solver.
        """
        self._native = native
        self.state_count = native.counts[1]
        self.is_listed = not isinstance(native, _AllHands)

    @property
    def iterations(self) -> int:
        """How often all players have learnt."""
        return self._native.iterations

    @cached_property
    def _measured(self) -> tuple[list[float], list[float]]:
        return self._native.exploitability()

    @property
    def values(self) -> tuple[float, ...]:
        """The winnings of each player, in chips."""
        return tuple(self._measured[0])

    @property
    def gains(self) -> tuple[float, ...]:
        """The gain of each player from a best response to the others, in chips."""
        return tuple(self._measured[1])

    @property
    def exploitability(self) -> float:
        """The mean of `gains`."""
        return sum(self.gains) / len(self.gains)

    @cached_property
    def sets(self) -> tuple[InformationSet, ...]:
        """The information sets of players, with their strategies."""
        return tuple(
            InformationSet(player, hole, board, line, dict(actions))
            for player, hole, board, line, actions in self._native.strategies()
        )

    def follow(self, policy: Callable[[InformationSet], Mapping[str, float]]) -> None:
        """Replace the strategies by those of a policy.

        >>> solution = open_game("kuhn")
        >>> solution.follow(lambda one: dict.fromkeys(one.strategy, 1.0))
        >>> round(solution.exploitability, 4)
        0.4583

        Args:
            policy: Is given an information set, and answers with a weight for each of its actions.

        Raises:
            SetupError: A weight cannot be, or all are 0.
            UnsupportedError: The game is too large to list what players know.
        """
        native = self._native
        if isinstance(native, _AllHands):
            raise UnsupportedError(
                "the game is too large to follow a policy in all of it", code="too-large-to-follow"
            )
        if not callable(policy):
            raise SetupError(
                f"invalid policy: expected a function of an information set, got {policy!r:.80}",
                code="policy-weights",
            )
        rows = []
        for one in self.sets:
            given = policy(one)
            if not isinstance(given, Mapping):
                raise SetupError(
                    "invalid answer of the policy: expected a mapping from actions to weights, got"
                    f" {given!r:.80}",
                    code="policy-weights",
                )
            try:
                weights = [float(given.get(action, 0.0)) for action in one.strategy]
            except (TypeError, ValueError):
                weights = []
            if not all(0 <= weight < float("inf") for weight in weights) or not any(weights):
                raise SetupError(
                    f"a policy needs weights above 0 for some of {', '.join(one.strategy)}, unlike"
                    f" {dict(given)!r:.80}",
                    code="policy-weights",
                )
            rows.append(weights)
        native.play(rows)
        for name in ("_measured", "sets"):
            self.__dict__.pop(name, None)

    def look(self, line: str = "", board: str = "") -> dict[str, dict[str, float]]:
        """Return what every hand does where a line leads.

        >>> solve_game("kuhn", target=1e-5).look("b1")["Ks"]
        {'c': 1.0, 'f': 0.0}

        Args:
            line: What everybody has done, such as `x b2 c`.
            board: The cards on the board.

        Returns:
            By hand, how often each action is taken.

        Raises:
            SetupError: Nobody decides there.
        """
        if isinstance(self._native, _AllHands):
            return self._native.look(line, board)
        steps = line.split()
        found = {
            each.hole: {name: round(part, 6) for name, part in sorted(each.strategy.items())}
            for each in self.sets
            if each.line.split() == steps and each.board == board
        }
        if not found:
            raise SetupError(f"nobody decides after {line!r}", code="no-decision")
        return found

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
        if not isinstance(target, int | float) or not 0 <= target < float("inf"):
            raise SetupError(
                f"invalid target: expected a number of chips, 0 or more, got {target!r:.80}",
                code="target",
            )
        verify_count("iteration", iterations, _MAX_ITERATIONS)
        for name in ("_measured", "sets"):
            self.__dict__.pop(name, None)
        self._native.solve(target, iterations, progress)

    def __repr__(self) -> str:
        values = ", ".join(f"{value:.5f}" for value in self.values)
        return f"<GameSolution after {self.iterations} iterations: {values}>"


def _make_setup(game: GameLike, players: int, stacks: int, sizes: str) -> _native.Setup:
    made = find_made_game(game)
    for name, given in (("players", players), ("stacks", stacks)):
        if not isinstance(given, int) or isinstance(given, bool):
            raise SetupError(
                f"invalid {name}: expected an integer, got {given!r:.80}", code="game-size"
            )
    if not isinstance(sizes, str):
        raise SetupError(
            f"invalid sizes: expected a text such as 'min, pot, a', got {sizes!r:.80}",
            code="sizes",
        )
    return made(stacks, players, seed=0)._setup


def open_game(
    game: GameLike,
    *,
    players: int = 2,
    stacks: int = 1000,
    sizes: str = "min, pot, a",
) -> GameSolution:
    """Return a whole small game before the first iteration: all actions are as likely.

    >>> round(open_game("kuhn").exploitability, 4)
    0.4583

    Args:
        game: A game by its name, a class, a configuration, or a game made with stakes, such as
            `make_game("leduc", small_bet=4)`.
        players: How many players there are.
        stacks: What each of them has.
        sizes: The sizes of bets and raises in games without a limit, as those of spots.

    Returns:
        The game, with strategies that can be followed or improved.

    Raises:
        SetupError: The game does not fit the players.
        UnsupportedError: The game is too large, or something is decided that is no bet and no draw.
    """
    setup = _make_setup(game, players, stacks, sizes)
    return GameSolution(_native.GameSolver(setup, sizes))


def solve_game(
    game: GameLike,
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
        game: A game by its name, a class, a configuration, or a game made with stakes, such as
            `make_game("leduc", small_bet=4)`.
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
    setup = _make_setup(game, players, stacks, sizes)
    # Two players who decide about nothing but bets need no state for every deal.
    native: _native.GameSolver | _AllHands | None = None
    if players == 2:
        native = _AllHands.of_large(setup, sizes)
    solution = GameSolution(native or _native.GameSolver(setup, sizes))
    solution.improve(target, iterations=iterations, progress=progress)
    return solution
