"""The bets of a round, and what of them nobody called."""

from __future__ import annotations

from copy import copy
from typing import Any

from croupier.numbers import Chips
from croupier.state import (
    BetCollection,
    BlindOrStraddlePosting,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Operation,
)
from croupier.state.operation_table import RECORDS


class RoundBets:
    """The bets of a betting round, followed by the operations of a hand.

    A state leaves a bet that nobody called where it is until somebody wins. Players take it back
    before, and do not call it won.
    """

    def __init__(self) -> None:
        self.uncalled: Any = 0
        """The bet that nobody called in the last round that is over."""
        self.uncalled_index: int | None = None
        """The player who takes it back."""
        self._bets: dict[int, Any] = {}

    def fork(self) -> RoundBets:
        """Return the same bets, to be followed by somebody else."""
        found = copy(self)
        found._bets = dict(self._bets)
        return found

    def follow(self, operation: Operation) -> None:
        """Take in what happened."""
        match operation:
            case CheckingOrCalling(index, amount):
                self._add(index, amount)
            case CompletionBettingOrRaisingTo(index, amount):
                self._bets[index] = amount
            case BlindOrStraddlePosting(index, amount):
                self._add(index, amount)
            case BetCollection():
                self._close()
            case _ if RECORDS[type(operation).__name__].is_bet:
                bet: Any = operation
                self._add(bet.player_index, getattr(bet, "amount", 0))
            case _:
                pass

    def _add(self, index: int, amount: Chips) -> None:
        if amount:
            self._bets[index] = self._bets.get(index, 0) + amount

    def _close(self) -> None:
        self.uncalled, self.uncalled_index = 0, None
        bets = sorted(self._bets.items(), key=lambda item: item[1])
        self._bets.clear()
        if bets:
            index, most = bets[-1]
            self.uncalled = most - (bets[-2][1] if len(bets) > 1 else 0)
            self.uncalled_index = index if self.uncalled else None
