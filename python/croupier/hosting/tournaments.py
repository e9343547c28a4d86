"""Single-table tournaments: levels, places, prizes and deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.analysis import icm
from croupier.errors import RefusedError
from croupier.numbers import Chips

__all__ = ["Tournament", "share_prizes"]

_MINUTE = 60_000
# How long people may think about a deal before the next hand.
_TALK = 30_000


def share_prizes(pool: int, shares: Sequence[float]) -> list[int]:
    """Share chips as exactly as whole chips can be shared.

    >>> share_prizes(1001, [50, 30, 20])
    [501, 300, 200]

    Args:
        pool: All of them.
        shares: What each gets of them, in any unit.

    Returns:
        The chips; the largest rests get those that are left over, the first first.
    """
    whole = sum(shares)
    exact = [pool * share / whole for share in shares]
    found = [int(amount) for amount in exact]
    order = sorted(range(len(exact)), key=lambda place: (found[place] - exact[place], place))
    for place in order[: pool - sum(found)]:
        found[place] += 1
    return found


class Tournament:
    """The progress of a tournament.

    Attributes:
        levels: The small bets, or big blinds, of all levels; none where they stay as they are.
        payouts: The parts of all chips that places get, the first one first.
        started_at: When it began, in milliseconds since 1970; `None` before that.
        places: The people who are out, or have won, each with the place and the prize.
        agreed: The people who want to share the prizes by their chips.
        wanted: The people who want everybody to be asked for that after the hand.
        talked: How many were left when everybody was asked the last time.
        talk_ends_at: Until when the next hand waits for answers, in milliseconds since 1970.
    """

    def __init__(self, levels: Sequence[int], payouts: Sequence[int], minutes: int) -> None:
        self.levels = tuple(levels)
        self.payouts = tuple(payouts)
        self._minutes = minutes
        self.started_at: int | None = None
        self.paused = 0
        self.places: dict[str, tuple[int, int]] = {}
        self.agreed: set[str] = set()
        self.wanted: set[str] = set()
        self.talked = 0
        self.talk_ends_at = 0
        self._offered: tuple[dict[str, Any], dict[str, int]] = {}, {}
        self.pool = 0

    @property
    def is_on(self) -> bool:
        """Whether it has begun."""
        return self.started_at is not None

    def find_level(self, now: int) -> int:
        """Return the number of the level, from 0.

        Args:
            now: The time, in milliseconds since 1970.

        Returns:
            The level.
        """
        if self.started_at is None or not self.levels:
            return 0
        gone = max(0, now - self.started_at - self.paused)
        return min(gone // (self._minutes * _MINUTE), len(self.levels) - 1)

    def find_next(self) -> int | None:
        """Return how many milliseconds of play a level takes; nothing where there is none."""
        return self._minutes * _MINUTE if len(self.levels) > 1 else None

    def find_prize(self, place: int) -> int:
        """Return what a place gets.

        Args:
            place: The place, from 1.

        Returns:
            The chips.
        """
        prizes = share_prizes(self.pool, self.payouts)
        return prizes[place - 1] if place <= len(prizes) else 0

    def bust(self, out: Sequence[tuple[str, Any]], left: int) -> None:
        """Give places to players who lost their last chips in a hand.

        Args:
            out: Who, with what they had when the hand began: who had more is placed better, and
                the chips of places that are shared are shared.
            left: How many are left.
        """
        order = sorted(out, key=lambda one: one[1], reverse=True)
        for number, (person, stack) in enumerate(order):
            same = [place for place, (_, other) in enumerate(order) if other == stack]
            prizes = [self.find_prize(left + 1 + place) for place in same]
            own = share_prizes(sum(prizes), [1] * len(same))[same.index(number)]
            self.places[person] = left + 1 + same[0], own

    def talk(self, at: int, left: int) -> None:
        """Delay the next hand for answers about a deal, once for each number of players left.

        Args:
            at: The time, in milliseconds since 1970.
            left: How many are left.
        """
        if left != self.talked:
            self.talked, self.talk_ends_at = left, at + _TALK

    def share(self, stacks: Mapping[str, Chips]) -> None:
        """Place everybody who is left by the chips that they have, with what was offered for them.

        Args:
            stacks: The chips of those who are left, by their ids.
        """
        for person, prize in self.offer(stacks).items():
            better = sum(other > stacks[person] for other in stacks.values())
            self.places[person] = 1 + better, prize

    def offer(self, stacks: Mapping[str, Chips]) -> dict[str, int]:
        """Return what everybody who is left would get by the chips that they have.

        Args:
            stacks: The chips of those who are left, by their ids.

        Returns:
            The prizes by the independent chip model, in whole chips.

        Raises:
            RefusedError: There is nobody to share with.
        """
        if self._offered[0] == stacks and stacks:
            return dict(self._offered[1])
        if len(stacks) < 2:
            raise RefusedError("there is nobody to share with", code="no-deal")
        prizes = [self.find_prize(place) for place in range(1, len(stacks) + 1)]
        if not any(prizes):
            raise RefusedError("there are no prizes for those who are left", code="no-deal")
        values = icm(prizes, [float(chips) for chips in stacks.values()]).values
        shared = share_prizes(sum(prizes), values)
        self._offered = dict(stacks), dict(zip(stacks, shared, strict=True))
        return dict(self._offered[1])
