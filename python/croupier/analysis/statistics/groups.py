"""Exact sums over hands of the same stakes and position."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.analysis.statistics.definitions import NAMES
from croupier.histories.money import Money
from croupier.numbers import Chips, to_amount

__all__ = ["Group", "GroupKey", "Stakes"]

_ZERO = Fraction(0)


class Stakes(NamedTuple):
    """The stakes of hands.

    >>> from decimal import Decimal
    >>> print(Stakes("NT", "USD", Decimal("0.5")))
    NT 0.5 USD
    >>> print(Stakes("NT", "", 100, tournament=True))
    NT 100 tournament

    Attributes:
        variant: The code of the game.
        currency: The code or the sign of the currency; empty where there is none.
        big_blind: The smallest bet, which is the big blind where there is one.
        tournament: Whether the chips are those of a tournament.
    """

    variant: str
    currency: str
    big_blind: Chips
    tournament: bool = False

    @property
    def money(self) -> Money:
        """The kind of game and the currency: amounts of different kinds are never added up."""
        return Money.of(self.currency, tournament=self.tournament)

    def __str__(self) -> str:
        kind = "tournament" if self.tournament else self.currency
        return " ".join(word for word in (self.variant, str(self.big_blind), kind) if word)


class GroupKey(NamedTuple):
    """The key of a group: which hands are added up.

    Attributes:
        stakes: What they are played for.
        position: Where the player sits: BTN, SB, BB, CO, HJ, LJ, UTG, UTG+1 and so on; empty in
            games without blinds.
    """

    stakes: Stakes
    position: str


class Group:
    """The totals of what a player did and won in some hands.

    Attributes:
        hands: How many hands there are.
        settled: Of how many of them it is known what was won.
        counts: The chances and what was taken of them, one statistic after the other.
        net: What was won, after what the house took.
        squares: The sum of the squares of what was won in each hand.
        showdown_net: What was won in hands that the player saw a showdown of.
        all_ins: In how many hands all cards were known when nobody could act any more.
        adjustment: How much more was to be expected then than was won.
    """

    __slots__ = (
        "adjustment",
        "all_ins",
        "counts",
        "hands",
        "net",
        "settled",
        "showdown_net",
        "squares",
    )

    def __init__(self) -> None:
        """Make a group without hands."""
        self.hands = 0
        self.settled = 0
        self.counts = [0] * (2 * len(NAMES))
        self.net = _ZERO
        self.squares = _ZERO
        self.showdown_net = _ZERO
        self.all_ins = 0
        self.adjustment = _ZERO

    @classmethod
    def of(
        cls,
        hands: int,
        settled: int,
        counts: list[int],
        net: Fraction,
        squares: Fraction,
        showdown_net: Fraction,
    ) -> Group:
        """Make a group of sums.

        Args:
            hands: How many hands.
            settled: Of how many of them it is known what was won.
            counts: Their counts.
            net: What was won in them.
            squares: The sum of squares of that.
            showdown_net: What was won in those with a showdown.

        Returns:
            The group.
        """
        group = cls.__new__(cls)
        group.hands = hands
        group.settled = settled
        group.counts = counts
        group.net = net
        group.squares = squares
        group.showdown_net = showdown_net
        group.all_ins = 0
        group.adjustment = _ZERO
        return group

    def copy(self) -> Group:
        """Return the same sums, of which one can change without the other."""
        sums = self.net, self.squares, self.showdown_net
        copied = Group.of(self.hands, self.settled, self.counts, *sums)
        copied.all_ins, copied.adjustment = self.all_ins, self.adjustment
        return copied

    def add(
        self,
        hands: int,
        settled: int,
        counts: Sequence[int],
        net: Fraction,
        squares: Fraction,
        showdown_net: Fraction,
    ) -> None:
        """Add hands.

        Args:
            hands: How many hands.
            settled: Of how many of them it is known what was won.
            counts: Their counts.
            net: What was won in them.
            squares: The sum of squares of that.
            showdown_net: What was won in those with a showdown.
        """
        self.hands += hands
        self.settled += settled
        self.counts = [one + other for one, other in zip(self.counts, counts, strict=True)]
        self.net += net
        self.squares += squares
        self.showdown_net += showdown_net

    def add_hand(
        self,
        counts: Sequence[int],
        net: Fraction | None,
        showdown: bool,
        adjustment: Fraction | None,
    ) -> None:
        """Add one hand.

        Args:
            counts: Its counts.
            net: What was won, or `None` where that is not known.
            showdown: Whether the player was there at the showdown.
            adjustment: How much more was to be expected, if that is known.
        """
        won = _ZERO if net is None else net
        self.add(1, net is not None, counts, won, won * won, won if showdown else _ZERO)
        if adjustment is not None:
            self.adjust(adjustment)

    def adjust(self, adjustment: Fraction) -> None:
        """Add an all-in hand's difference between what was to be expected and what was won."""
        self.all_ins += 1
        self.adjustment += adjustment

    def merge(self, other: Group) -> None:
        """Add the hands of another group."""
        sums = other.net, other.squares, other.showdown_net
        self.add(other.hands, other.settled, other.counts, *sums)
        self.all_ins += other.all_ins
        self.adjustment += other.adjustment

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Group):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Group of {self.hands} hands: {to_amount(self.net)}>"
