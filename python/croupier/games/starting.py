"""What games have in common that start hands, be they classes or of a configuration."""

from __future__ import annotations

from abc import ABC, abstractmethod
from operator import attrgetter
from typing import Any, ClassVar

from croupier.state import State
from croupier.state.setup import Recent, Setup, is_lasting
from croupier.utilities import ValuesLike

__all__ = ["GameStart"]


class GameStart(ABC):
    """A game that starts a hand when it is called.

    Hands of one game come one after the other: to start one from a setup that is at hand takes a
    third of the time.
    """

    # What a hand starts from beside stacks, all of which may be set; and what of it may be gone
    # through only once.
    _read_parts: ClassVar[attrgetter[tuple[Any, ...]]]
    _amounts: ClassVar[tuple[str, ...]] = ()
    _kept: Recent | None = None

    def __call__(
        self, raw_starting_stacks: ValuesLike, player_count: int, *, seed: int | bytes | None = None
    ) -> State:
        """Start a hand.

        Args:
            raw_starting_stacks: The stacks: one number for all, numbers in order, or a mapping of
                positions.
            player_count: How many players there are.
            seed: A number that decides the order of the cards. The operating system's randomness
                decides if there is none.

        Returns:
            The state at the start of the hand.

        Raises:
            ValueError: A hand cannot be played like this.
        """
        return State._start(self._find_setup(raw_starting_stacks, player_count), seed)

    def _find_setup(self, raw_starting_stacks: ValuesLike, player_count: int) -> Setup:
        parts, kept = self._read_parts(self), self._kept
        found = None if kept is None else kept.find(parts, raw_starting_stacks, player_count)
        if found is not None:
            return found
        setup = self._make_setup(raw_starting_stacks, player_count)
        amounts = (raw_starting_stacks, *(getattr(self, name) for name in self._amounts))
        if all(map(is_lasting, amounts)):
            self._kept = Recent(parts, raw_starting_stacks, player_count, setup)
        return setup

    @abstractmethod
    def _make_setup(self, raw_starting_stacks: ValuesLike, player_count: int) -> Setup:
        """Check what hands with these stacks start from."""

    def __getstate__(self) -> dict[str, Any]:
        # What starts hands is made anew.
        return {name: one for name, one in vars(self).items() if name not in {"_kept", "_defined"}}
