"""Games in which cards are exchanged."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator
from typing import ClassVar

from croupier.games.bet_sizes import OneBetSize, TwoBetSizes, make_streets
from croupier.games.poker import Poker
from croupier.numbers import ChipsLike
from croupier.state import Discard, Street

__all__ = ["Draw", "FixedLimitSingleDraw", "SingleDraw", "TripleDraw", "UnfixedLimitTripleDraw"]


class Draw(Poker, ABC):
    """A game in which players exchange cards for new ones.

    Attributes:
        hole_dealing_count: How many cards a player is dealt.
        max_completion_betting_or_raising_count: How many bets and raises a street may see; `None`
            for any number.

    >>> from croupier.games import FixedLimitBadugi
    >>> issubclass(FixedLimitBadugi, Draw), FixedLimitBadugi.hole_dealing_count
    (True, 4)
    """

    hole_dealing_count: ClassVar[int]
    max_completion_betting_or_raising_count: ClassVar[int | None]
    _big_bet_statuses: ClassVar[tuple[bool, ...]]

    def _make_streets(self, small_bet: ChipsLike, big_bet: ChipsLike) -> Iterator[Street | Discard]:
        """Return a deal, and a draw for each street after the first."""
        return make_streets(self, small_bet, big_bet, draws=True)


class SingleDraw(Draw, OneBetSize, ABC):
    """A game with one draw, and one smallest bet before and after it.

    >>> from croupier.games import NoLimitFiveCardDraw
    >>> game = NoLimitFiveCardDraw((), True, 0, (1, 2), 2)
    >>> [street.draw_status for street in game.streets]
    [False, True]
    """

    _big_bet_statuses = (False, True)


class FixedLimitSingleDraw(Draw, TwoBetSizes, ABC):
    """A game with one draw and bets of another size after it.

    >>> from croupier.games import FixedLimitFiveCardDraw
    >>> game = FixedLimitFiveCardDraw((), True, 0, (1, 2), 2, 4)
    >>> [street.min_completion_betting_or_raising_amount for street in game.streets]
    [2, 4]
    """

    _big_bet_statuses = (False, True)


class TripleDraw(Draw, TwoBetSizes, ABC):
    """A game with three draws. Bets are larger after the second.

    >>> from croupier.games import FixedLimitBadugi
    >>> game = FixedLimitBadugi((), True, 0, (1, 2), 2, 4)
    >>> [street.min_completion_betting_or_raising_amount for street in game.streets]
    [2, 2, 4, 4]
    """

    _big_bet_statuses = (False, False, True, True)


class UnfixedLimitTripleDraw(TripleDraw, OneBetSize, ABC):
    """A game with three draws in which bets have no fixed size.

    >>> from croupier.games import PotLimitDeuceToSevenLowballTripleDraw
    >>> PotLimitDeuceToSevenLowballTripleDraw((), True, 0, (1, 2), 2).min_bet
    2
    """

    max_completion_betting_or_raising_count: ClassVar[int | None] = None
