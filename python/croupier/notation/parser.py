"""The base of all parsers of hand histories."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from dataclasses import dataclass

from croupier.histories import HandHistory
from croupier.numbers import Chips
from croupier.utilities import parse_value

__all__ = ["Parser"]


@dataclass
class Parser(ABC):
    """A parser, which reads texts into hand histories when called: the base of all parsers.

    >>> class NoHands(Parser):
    ...     def __call__(self, s, *, parse_value=parse_value, error_status=False):
    ...         yield from ()
    ...         return 0
    >>> list(NoHands()("nothing that this one can read"))
    []
    """

    @abstractmethod
    def __call__(
        self,
        s: str,
        *,
        parse_value: Callable[[str], Chips] = parse_value,
        error_status: bool = False,
    ) -> Generator[HandHistory, None, int]:
        """Read a text.

        Args:
            s: The text.
            parse_value: What reads amounts.
            error_status: Whether a hand that cannot be read is an error; a warning otherwise.

        Returns:
            A generator of histories that returns how many hands there are.
        """
