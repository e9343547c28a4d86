"""The statistics of many players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from croupier.analysis.statistics.hands import count_history
from croupier.analysis.statistics.player import Statistics
from croupier.histories import HandHistory

__all__ = ["PlayerStatistics"]


class PlayerStatistics(Mapping[str, Statistics]):
    """Hold the statistics of many players by their names; those without any are under "".

    >>> statistics = PlayerStatistics()
    >>> statistics.add(
    ...     HandHistory(
    ...         variant="NT",
    ...         antes=[0, 0],
    ...         blinds_or_straddles=[1, 2],
    ...         min_bet=2,
    ...         starting_stacks=[200, 200],
    ...         actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 6", "p1 f"],
    ...         players=["Ann", "Bob"],
    ...     )
    ... )
    True
    >>> statistics["Bob"].vpip.rate, statistics["Ann"].fold_to_steal.rate, statistics.hands
    (1.0, 1.0, 1)

    Attributes:
        hands: How many hands were counted.
        unfinished: How many hands came to no end and were not.
        problems: What is wrong with hands and files that were left out.
    """

    def __init__(self, histories: Iterable[HandHistory] = ()) -> None:
        """Count hands.

        Args:
            histories: The hands.

        Raises:
            ReplayError: An action cannot be done.
        """
        self._players: dict[str, Statistics] = {}
        self.hands = 0
        self.unfinished = 0
        self.problems: list[str] = []
        for history in histories:
            self.add(history)

    def add(self, history: HandHistory, *, all_in: bool = True) -> bool:
        """Add a hand for everybody in it.

        Args:
            history: The hand.
            all_in: Whether to find out what was to be expected in an all-in hand.

        Returns:
            Whether it was counted: a hand that came to no end is not.

        Raises:
            ReplayError: An action cannot be done.
        """
        counted = count_history(history, all_in=all_in)
        if counted is None:
            self.unfinished += 1
            return False
        self.hands += 1
        for name, seat in zip(counted.names, counted.seats, strict=True):
            self.player(name)._include_seat(seat)
        return True

    def player(self, name: str) -> Statistics:
        """Return the statistics of a player, which are made if there are none."""
        found = self._players.get(name)
        if found is None:
            found = self._players[name] = Statistics()
        return found

    def __add__(self, other: PlayerStatistics) -> PlayerStatistics:
        if not isinstance(other, PlayerStatistics):
            return NotImplemented
        merged = PlayerStatistics()
        merged.include(self)
        merged.include(other)
        return merged

    def include(self, other: PlayerStatistics) -> None:
        """Add the hands of others to these.

        Args:
            other: The others, which stay as they are.
        """
        self.hands += other.hands
        self.unfinished += other.unfinished
        self.problems += other.problems
        for name, statistics in other.items():
            self.player(name)._include(statistics)

    @property
    def total(self) -> Statistics:
        """The statistics of everybody together."""
        return Statistics.merge(*self.values())

    def __getitem__(self, name: str) -> Statistics:
        return self._players[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._players)

    def __len__(self) -> int:
        return len(self._players)

    def __repr__(self) -> str:
        return f"<PlayerStatistics of {len(self)} players in {self.hands} hands>"
