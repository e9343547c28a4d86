"""Agents that need no thought: at random, always calling, always folding."""

from __future__ import annotations

from typing import ClassVar

from croupier import _native
from croupier.agents.core import CoreAgent
from croupier.agents.moves import CALL, FOLD, Move
from croupier.numbers import Chips

__all__ = ["Caller", "Folder", "RandomAgent"]

_RAISE = "complete_bet_or_raise_to"
# A named tuple is made more quickly without its own constructor.
_new = tuple.__new__


class RandomAgent(CoreAgent):
    """An agent that decides at random among everything possible.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> RandomAgent(seed=3).act(state.observe(1)).can_apply(state)
    True
    """

    name = "random"
    acts_without_view: ClassVar[bool] = True

    def __init__(self, seed: int | None = None) -> None:
        """Make an agent.

        Args:
            seed: Makes its decisions the same every time, whatever the table's seed is.
        """
        super().__init__(_native.Bot("random"), seed)

    def bet(self, price: Chips, least: Chips, most: Chips) -> Move | None:
        """Decide in a betting round.

        Args:
            price: What a call costs.
            least: The smallest amount to bet or raise to, or `None`.
            most: The largest amount.

        Returns:
            The move. Small raises are likelier than large ones.
        """
        if type(least) is not int or type(price) is not int:
            if least is not None:
                # Parts of a chip are decided by what the view shows.
                return None
            price = int(bool(price))
        amount = self._bot.bet(price, least, most)
        if amount > 0:
            return _new(Move, (_RAISE, (amount,)))
        return CALL if amount == 0 else FOLD


class Caller(CoreAgent):
    """An agent that checks and calls, keeps all cards, and buys nothing.

    >>> Caller().bet(2, 4, 200).name
    'check_or_call'
    """

    name = "caller"
    acts_without_view: ClassVar[bool] = True

    def __init__(self, seed: int | None = None) -> None:
        """Make an agent.

        Args:
            seed: Of no use: it decides nothing by chance.
        """
        super().__init__(_native.Bot("caller"), seed)

    def bet(self, price: Chips, least: Chips, most: Chips) -> Move | None:
        """Decide in a betting round.

        Args:
            price: What a call costs.
            least: The smallest amount to bet or raise to, or `None`.
            most: The largest amount.

        Returns:
            The move.
        """
        return CALL


class Folder(CoreAgent):
    """An agent that checks or else folds, keeps all cards, and buys nothing.

    >>> Folder().bet(2, 4, 200).name
    'fold'
    """

    name = "folder"
    acts_without_view: ClassVar[bool] = True

    def __init__(self, seed: int | None = None) -> None:
        """Make an agent.

        Args:
            seed: Of no use: it decides nothing by chance.
        """
        super().__init__(_native.Bot("folder"), seed)

    def bet(self, price: Chips, least: Chips, most: Chips) -> Move | None:
        """Decide in a betting round.

        Args:
            price: What a call costs.
            least: The smallest amount to bet or raise to, or `None`.
            most: The largest amount.

        Returns:
            The move.
        """
        return FOLD if price else CALL
