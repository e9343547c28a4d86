"""The clock of a server, which does not jump when the system clock is set."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, time

__all__ = ["SteadyClock"]


class SteadyClock:
    """A clock that starts at the system time and then counts steadily.

    Setting the system clock, by hand or by a time server, does not change it. Time limits are
    measured with this clock.

    >>> wall, steady = iter([1_000.0, 500.0]), iter([7.0, 9.0])
    >>> clock = SteadyClock(wall=lambda: next(wall), steady=lambda: next(steady))
    >>> clock(), clock.wall()
    (1002.0, 500.0)

    Attributes:
        wall: Returns the system time in seconds since 1970, for records.
    """

    def __init__(
        self, wall: Callable[[], float] = time, steady: Callable[[], float] = monotonic
    ) -> None:
        """Start the clock.

        Args:
            wall: Returns the system time in seconds since 1970.
            steady: Returns seconds since any moment, without jumps.
        """
        self.wall = wall
        self._steady = steady
        self._offset = wall() - steady()

    def __call__(self) -> float:
        """Return the time in seconds since 1970."""
        return self._steady() + self._offset
