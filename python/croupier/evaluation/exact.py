"""Exact values in small games: what a policy wins, and how much a best answer to it would."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from croupier.games.making import GameLike
from croupier.solving import InformationSet, open_game

__all__ = ["PolicyValue", "evaluate_policy"]

TabularPolicy: TypeAlias = Callable[[InformationSet], Mapping[str, float]]


class PolicyValue(NamedTuple):
    """The value of a policy against itself and against best responses, in chips per hand.

    `play_match` and `find_local_best_response` are in big blinds, or in small bets of limit games:
    divide chips by the `unit` of their results, which is 2 in Leduc.

    Attributes:
        values: What each player wins where all play it, in chips.
        gains: What each player could win more by the best answer to it, in chips.
        sets: How many information sets there are.
    """

    values: tuple[float, ...]
    gains: tuple[float, ...]
    sets: int

    @property
    def exploitability(self) -> float:
        """The mean of `gains`: 0 for an equilibrium of two players."""
        return sum(self.gains) / len(self.gains)


def evaluate_policy(
    game: GameLike,
    policy: TabularPolicy | None = None,
    *,
    players: int = 2,
    stacks: int = 1000,
    sizes: str = "min, pot, a",
) -> PolicyValue:
    """Evaluate a policy in a whole small game, exactly.

    >>> value = evaluate_policy("kuhn", stacks=2)
    >>> value.sets, round(value.exploitability, 6)
    (12, 0.458333)

    Args:
        game: A game by its name, a class, a configuration, or a game made with stakes, such as
            `make_game("leduc", small_bet=4)`.
        policy: Is given an information set, and answers with a weight for each of its actions; all
            are as likely if it is omitted.
        players: How many players there are.
        stacks: What each of them has.
        sizes: The sizes of bets and raises in games without a limit.

    Returns:
        The value of the policy.

    Raises:
        SetupError: The policy has a weight that cannot be, or none for an information set.
        UnsupportedError: The game is too large.
    """
    solution = open_game(game, players=players, stacks=stacks, sizes=sizes)
    if policy is not None:
        solution.follow(policy)
    return PolicyValue(solution.values, solution.gains, len(solution.sets))
