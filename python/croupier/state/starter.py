"""Hand after hand of one game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier import _native
from croupier.state.state import State
from croupier.utilities import ValuesLike

__all__ = ["Starter"]

# What cannot change behind our back.
_CONSTANT = frozenset({int, float, tuple})


class Starter:
    """Start hands of one game; the game is checked again only when the stacks are others."""

    __slots__ = ("_count", "_make", "_setup", "_stacks")

    def __init__(self, make: Callable[[ValuesLike, int], _native.Setup]) -> None:
        """Make a starter.

        Args:
            make: Checks the game with these stacks and so many players.
        """
        self._make = make
        self._stacks: Any = None
        self._count = -1
        self._setup: _native.Setup | None = None

    def __call__(self, stacks: ValuesLike, count: int, *, seed: int | bytes | None = None) -> State:
        """Start a hand.

        Args:
            stacks: The stacks.
            count: How many players there are.
            seed: Makes the shuffles the same every time.

        Returns:
            The state.
        """
        setup = self._setup
        if setup is None or stacks is not self._stacks or count != self._count:
            setup = self._make(stacks, count)
            if type(stacks) in _CONSTANT:
                self._stacks, self._count, self._setup = stacks, count, setup
        return State._start(setup, seed)
