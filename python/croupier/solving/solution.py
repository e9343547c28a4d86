"""Solutions of spots."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from croupier import _native
from croupier.analysis.ranges.sets import cards_of
from croupier.errors import SetupError
from croupier.limits import verify_count, verify_threads
from croupier.solving.lines import read_line
from croupier.solving.node import Node
from croupier.solving.spot import Spot, is_half

if TYPE_CHECKING:
    from croupier.games import Configuration, Poker

__all__ = ["MEMORY", "Exploitability", "Progress", "Solution", "Target", "read_target", "solve"]

Target: TypeAlias = str | float
"""How exact a solution must be: a part of the pot, such as `"0.5%"`, or a number of chips."""
Progress: TypeAlias = Callable[[int, float | None], object]
"""Told of every iteration, and of the exploitability in chips where it was measured."""

MEMORY = 8 << 30
"""The most bytes that a solution may take, if nobody says otherwise."""
_MAX_ITERATIONS = 1_000_000
_MAX_MEMORY = (1 << 63) - 1


class Exploitability(NamedTuple):
    """The exploitability of a solution: how far from the best it is.

    Attributes:
        chips: What a player could win more against the other's strategy, the mean of both.
        percent: The same as a part of the pot, in percent.
        by_player: What each player could win more, in chips.
    """

    chips: float
    percent: float
    by_player: tuple[float, float]


class Solution:
    """A solution: strategies of both players of a spot.

    >>> spot = Spot(board="2c2d2h7s8s", pot=100, stacks=100, ranges=("AA,54s", "KK"), sizes="a / a")
    >>> solution = solve(spot, target="0.5%")
    >>> solution.exploitability.percent <= 0.5
    True
    >>> before = solution.iterations
    >>> solution.improve("0.05%")
    >>> solution.iterations > before, solution.exploitability.percent <= 0.05
    (True, True)
    >>> solution.node("b100 f").pot
    200

    Attributes:
        spot: The question.
        symmetric: Whether suits that may be exchanged were solved once.
    """

    def __init__(
        self,
        spot: Spot,
        native: _native.SpotSolver,
        saved: Mapping[str, Any] | None = None,
        *,
        symmetric: bool = True,
    ) -> None:
        """Wrap the core's solution.

        Args:
            spot: The question.
            native: The core's solver.
            saved: What a file says of the whole, where the solution comes from one.
            symmetric: Whether suits that may be exchanged were solved once.
        """
        self.spot = spot
        self._native = native
        self._saved = saved
        self.symmetric = symmetric
        self._nodes: dict[str, Node] = {}
        numbers = native.hands
        self._numbers = (numbers[0][0], numbers[1][0])

    @cached_property
    def _places(self) -> tuple[dict[int, int], dict[int, int]]:
        first, second = (
            {number: place for place, number in enumerate(of_player)} for of_player in self._numbers
        )
        return first, second

    @cached_property
    def hands(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The hands of each player at the root, in the order of all arrays."""
        names = [
            tuple("".join(map(repr, cards_of(number))) for number in numbers)
            for numbers in self._numbers
        ]
        return names[0], names[1]

    @property
    def iterations(self) -> int:
        """How often both players have learnt."""
        return self._native.iterations if self._saved is None else int(self._saved["iterations"])

    @property
    def is_loaded(self) -> bool:
        """Whether the solution comes from a file: its last street is solved on demand."""
        return self._saved is not None

    @cached_property
    def _measured(self) -> tuple[tuple[float, float], tuple[float, float]]:
        if self._saved is None:
            return self._native.exploitability()
        # The exploitability that was measured when it was saved.
        gains, values = self._saved["gains"], self._saved["values"]
        return (gains[0], gains[1]), (values[0], values[1])

    @property
    def exploitability(self) -> Exploitability:
        """How far from the best the strategies are."""
        first, second = (gain * self.spot.unit for gain in self._measured[0])
        chips = (first + second) / 2
        return Exploitability(chips, 100 * chips / float(self.spot.pot), (first, second))

    @property
    def ev(self) -> tuple[float, float]:
        """The winnings of each player, pot included, in chips; together the pot less the rake."""
        first, second = self._measured[1]
        return first * self.spot.unit, second * self.spot.unit

    @property
    def root(self) -> Node:
        """The first decision."""
        return self._node("")

    def node(self, line: str = "") -> Node:
        """Look at the node that a line leads to.

        Args:
            line: Actions and cards with spaces between them, such as `"x b52% c 8c"`.

        Returns:
            The node.

        Raises:
            SetupError: There is no such line; the text says what there is.
        """
        return self._node(" ".join(read_line(self.spot, line)))

    def _node(self, line: str) -> Node:
        if line not in self._nodes:
            self._nodes[line] = Node(self, line)
        return self._nodes[line]

    def improve(
        self,
        target: Target = "0.1%",
        *,
        iterations: int = 1000,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Go on solving. What was learnt stays if it is interrupted.

        Args:
            target: How exact the solution must be.
            iterations: The most iterations to do.
            threads: How many threads work; one for each core when omitted.
            progress: Told how far it is. What it raises ends the work.

        Raises:
            SetupError: The target is none.
        """
        chips = read_target(target, float(self.spot.pot)) / self.spot.unit
        verify_count("iteration", iterations, _MAX_ITERATIONS)
        verify_threads(threads)
        self._nodes.clear()
        self.__dict__.pop("_measured", None)
        tell = progress
        if progress is not None and self.spot.unit != 1:
            unit = self.spot.unit

            def tell(done: int, distance: float | None) -> object:
                return progress(done, None if distance is None else distance * unit)

        self._native.solve(chips, iterations, threads or os.cpu_count() or 1, tell)

    def save(self, path: str | PathLike[str], *, force: bool = False) -> None:
        """Write the solution to a file: all streets but the last, which is solved again on demand.

        Args:
            path: The file, usually `.crs`.
            force: Whether one that is there is replaced.

        Raises:
            OSError: The file is there, or cannot be written.
            UnsupportedError: The game has no name, or a strategy is locked on the last street.
        """
        from croupier.solving.files import write_solution

        write_solution(self, path, force=force)

    @classmethod
    def load(
        cls,
        path: str | PathLike[str],
        *,
        memory: int = MEMORY,
        game: str | type[Poker] | Configuration | None = None,
    ) -> Solution:
        """Read a solution from a file.

        What it says of the exploitability was measured when it was saved. Nodes of the last street
        are solved when
        somebody looks at them, for the hands with which both players come there, as exactly as the
        whole was; there is
        no proof of the whole any more.

        Args:
            path: The file.
            memory: The most bytes to take.
            game: The game, for files of version 1 that name the file of a game: a solution opens
                no other file.

        Returns:
            The solution.

        Raises:
            ParseError: It is no solution, or damaged.
            OSError: The file cannot be read.
        """
        from croupier.solving.files import read_solution

        verify_count("byte", memory, _MAX_MEMORY)
        return read_solution(path, memory, game)

    def to_dict(self, depth: int = 1, *, hands: bool = True) -> dict[str, Any]:
        """Return the solution as JSON can have it.

        Args:
            depth: How many actions from the root to go.
            hands: Whether to list all hands.

        Returns:
            The spot, the exploitability, and the nodes.
        """
        found = self.exploitability
        return {
            "spot": self.spot.to_dict(),
            "iterations": self.iterations,
            "exploitability": {
                "chips": found.chips,
                "percent": found.percent,
                "by_player": list(found.by_player),
            },
            "ev": list(self.ev),
            "root": self.root.to_dict(depth, hands=hands),
        }

    def to_json(self, depth: int = 1, *, hands: bool = True) -> str:
        """Return the solution as a JSON document.

        >>> spot = Spot(board="2c2d2h7s8s", pot=100, stacks=100, ranges=("AA", "KK"), sizes="a")
        >>> solve(spot, "0.5%").to_json(0, hands=False)[:17]
        '{"spot": {"game":'

        Args:
            depth: How many actions from the root to go.
            hands: Whether to list all hands.

        Returns:
            The text; what is not known is null.
        """
        import json

        return json.dumps(self.to_dict(depth, hands=hands), allow_nan=False)

    def __repr__(self) -> str:
        first, second = self.ev
        return (
            f"<Solution after {self.iterations} iterations: EV {first:z.2f} and {second:z.2f}, "
            f"exploitability {self.exploitability.percent:.3f} % of the pot>"
        )


def read_target(target: Target, pot: float) -> float:
    """Return how exact a solution must be, in chips.

    >>> read_target("0.5%", 180)
    0.9

    Args:
        target: A part of the pot, or a number of chips.
        pot: The pot.

    Returns:
        The chips.

    Raises:
        SetupError: It is none.
    """
    try:
        if isinstance(target, str) and target.strip().endswith("%"):
            chips = float(target.strip()[:-1]) / 100 * pot
        else:
            chips = float(target)
    except ValueError:
        raise SetupError(
            f"a target is a part of the pot or a number of chips, unlike {target!r}", code="target"
        ) from None
    if not 0 <= chips < float("inf"):
        raise SetupError(f"a target must not be negative, unlike {target!r}", code="target")
    return chips


def solve(
    spot: Spot,
    target: Target = "0.5%",
    *,
    iterations: int = 1000,
    threads: int | None = None,
    memory: int = MEMORY,
    symmetric: bool = True,
    bits: int = 32,
    progress: Progress | None = None,
) -> Solution:
    """Solve a spot.

    The strategies are those of an approximate equilibrium: a player of one loses no more than
    its exploitability
    against anybody. Values are unique up to that; how often single hands mix is not.

    Args:
        spot: The question.
        target: How exact the solution must be: the exploitability as a part of the pot, or in
            chips.
        iterations: The most iterations to do.
        threads: How many threads work; one for each core when omitted. The result does not depend
            on it.
        memory: The most bytes to take.
        symmetric: Whether deals and hands that differ by suits that may be exchanged are solved
            once.
        bits: How many bits numbers have: 32, or 16, which take half of the memory and less time.
            The exploitability is that of what is stored in either case.
        progress: Told how far it is. What it raises ends the work.

    Returns:
        The solution.

    Raises:
        SetupError: The target is none, or numbers have neither 32 nor 16 bits.
        UnsupportedError: It takes more memory; the text says what to leave out.
    """
    verify_threads(threads)
    verify_count("byte", memory, _MAX_MEMORY)
    workers = threads or os.cpu_count() or 1
    native = _native.SpotSolver(spot.native, workers, memory, symmetric, is_half(bits))
    solution = Solution(spot, native, symmetric=symmetric)
    solution.improve(target, iterations=iterations, threads=threads, progress=progress)
    return solution
