"""Limits on how often something may be done, by person or by network."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Final

__all__ = ["RateLimit"]

_MAX_KEYS: Final = 10_000


class RateLimit:
    """A limit on how often something may be done within a span of time.

    >>> limit = RateLimit(2, 10)
    >>> [limit.take("ann", now) for now in (0, 1, 2, 10)], limit.take("bob", 2)
    ([True, True, False, True], True)
    """

    def __init__(self, count: int, span: float) -> None:
        """Make a limit.

        Args:
            count: How often it may be done within the span.
            span: The span, in the unit of the clock.
        """
        self._count = count
        self._span = span
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, key: str, now: float) -> bool:
        """Count one more time, unless the limit is reached.

        Args:
            key: The person or network.
            now: The time.

        Returns:
            Whether it may be done.
        """
        times = self._times.get(key)
        if times is None:
            # The one that did nothing for the longest time is dropped.
            if len(self._times) >= _MAX_KEYS:
                self._times.popitem(last=False)
            times = self._times[key] = deque(maxlen=self._count)
        self._times.move_to_end(key)
        # A clock that was set back does not lock anybody out.
        if len(times) == self._count and 0 <= now - times[0] < self._span:
            return False
        times.append(now)
        return True
