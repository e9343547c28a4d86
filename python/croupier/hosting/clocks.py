"""The clock of a server: it does not jump when the clock of the machine is set."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, time

__all__ = ["SteadyClock"]


class SteadyClock:
    """The seconds since 1970, counted from the start: limits of time are measured by it.

    When somebody sets the clock of the machine, or a time server corrects it by a jump, this clock
    goes on as if nothing had happened.

    >>> wall, steady = iter([1_000.0, 500.0]), iter([7.0, 9.0])
    >>> clock = SteadyClock(wall=lambda: next(wall), steady=lambda: next(steady))
    >>> clock(), clock.wall()
    (1002.0, 500.0)

    Attributes:
        wall: Returns the seconds since 1970 by the clock of the machine, for records.
    """

    def __init__(
        self, wall: Callable[[], float] = time, steady: Callable[[], float] = monotonic
    ) -> None:
        """Start the clock.

        Args:
            wall: Returns the seconds since 1970 by the clock of the machine.
            steady: Returns seconds since any moment, and never jumps.
        """
        self.wall = wall
        self._steady = steady
        self._offset = wall() - steady()

    def __call__(self) -> float:
        """Return the time in seconds since 1970."""
        return self._steady() + self._offset
