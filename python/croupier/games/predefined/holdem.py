"""Games with a board."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator
from typing import ClassVar

from croupier.games.bet_sizes import OneBetSize, TwoBetSizes, make_streets
from croupier.games.poker import verify_entries
from croupier.numbers import ChipsLike
from croupier.state import Discard, Street

__all__ = ["Holdem", "UnfixedLimitHoldem"]


class Holdem(TwoBetSizes, ABC):
    """A game with four streets and a board, as hold'em and Omaha are.

    Attributes:
        hole_dealing_count: How many cards a player is dealt, all of them at the start.
        board_dealing_counts: How many cards each street adds to the board. A card is burnt before
            each street but the first.
        discard_counts: How many cards every player discards before each street but the first,
            without getting others. Pineapple is played like this.
        max_completion_betting_or_raising_count: How many bets and raises a street may see; `None`
            for any number.

    >>> from croupier.games import FixedLimitOmahaHoldem
    >>> game = FixedLimitOmahaHoldem((), True, 0, (1, 2), 2, 4)
    >>> [street.board_dealing_count for street in game.streets]
    [0, 3, 1, 1]
    """

    hole_dealing_count: ClassVar[int]
    board_dealing_counts: ClassVar[tuple[int, int, int, int]] = (0, 3, 1, 1)
    discard_counts: ClassVar[tuple[int, int, int]] = (0, 0, 0)
    max_completion_betting_or_raising_count: ClassVar[int | None]
    _big_bet_statuses: ClassVar[tuple[bool, ...]] = (False, False, True, True)

    def _make_streets(self, small_bet: ChipsLike, big_bet: ChipsLike) -> Iterator[Street | Discard]:
        """Return the streets, and the discards between them."""
        count = len(self._big_bet_statuses)
        verify_entries(
            self,
            "board_dealing_counts",
            count,
            "the cards that each street adds to the board, before the flop first, as (0, 3, 1, 1)",
        )
        verify_entries(
            self,
            "discard_counts",
            count - 1,
            "the cards that go before each street but the first, as (0, 1, 0)",
        )
        return make_streets(
            self,
            small_bet,
            big_bet,
            board_counts=self.board_dealing_counts,
            discard_counts=(0, *self.discard_counts),
        )


class UnfixedLimitHoldem(Holdem, OneBetSize, ABC):
    """A game with four streets and a board in which bets have no fixed size.

    >>> from croupier.games import PotLimitOmahaHoldem
    >>> PotLimitOmahaHoldem((), True, 0, (1, 2), 2).min_bet
    2
    """

    max_completion_betting_or_raising_count: ClassVar[int | None] = None
