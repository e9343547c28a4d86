"""Agents that need no thought: at random, always calling, always folding."""

from __future__ import annotations

from typing import Any, ClassVar

from croupier.agents.base import AgentBase
from croupier.agents.moves import CALL, FOLD, Move
from croupier.agents.options import choose_default, choose_randomly
from croupier.state import State

__all__ = ["Caller", "Folder", "RandomAgent"]

_RAISE = "complete_bet_or_raise_to"
_THIRD = 1 / 3
# A named tuple is made more quickly without its own constructor.
_new = tuple.__new__


class RandomAgent(AgentBase):
    """Decide at random, anything that is possible.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> RandomAgent(seed=3).act(state.observe(1)).can_apply(state)
    True
    """

    name = "random"
    is_blind: ClassVar[bool] = True

    def __init__(self, seed: int | None = None) -> None:
        """Make an agent.

        Args:
            seed: Makes its decisions the same every time, whatever the table's seed is.
        """
        super().__init__(seed)
        self._draw = self._random.random

    def act(self, view: State) -> Move:
        """Decide.

        Args:
            view: What the player sees.

        Returns:
            The move.
        """
        return choose_randomly(view, self._random)

    def bet(self, price: Any, least: Any, most: Any) -> Move | None:
        """Decide in a betting round.

        Args:
            price: What a call costs.
            least: The smallest amount to bet or raise to, or `None`.
            most: The largest amount.

        Returns:
            The move. Small raises are likelier than large ones.
        """
        random = self._draw()
        if least is None:
            return FOLD if price and random < 0.5 else CALL
        if price:
            if random < _THIRD:
                return FOLD
            random = (random - _THIRD) * 1.5
        if random < 0.5:
            return CALL
        if least != most:
            random = 2 * random - 1
            if type(least) is int and most > 2 * least:
                least += int((most - least) * random**4)
            elif random < 0.5:
                # Between the small and the big bet of a fixed limit there is nothing.
                least = most
        return _new(Move, (_RAISE, (least,)))


class Caller(AgentBase):
    """Check and call, keep all cards, and buy nothing.

    >>> Caller().bet(2, 4, 200).name
    'check_or_call'
    """

    name = "caller"
    is_blind: ClassVar[bool] = True

    def act(self, view: State) -> Move:
        """Decide.

        Args:
            view: What the player sees.

        Returns:
            The move.
        """
        return CALL if view.can_check_or_call() else choose_default(view)

    def bet(self, price: Any, least: Any, most: Any) -> Move | None:
        """Decide in a betting round.

        Args:
            price: What a call costs.
            least: The smallest amount to bet or raise to, or `None`.
            most: The largest amount.

        Returns:
            The move.
        """
        return CALL


class Folder(AgentBase):
    """Check, or fold where that is not free; keep all cards, and buy nothing.

    >>> Folder().bet(2, 4, 200).name
    'fold'
    """

    name = "folder"
    is_blind: ClassVar[bool] = True

    def act(self, view: State) -> Move:
        """Decide.

        Args:
            view: What the player sees.

        Returns:
            The move.
        """
        return choose_default(view)

    def bet(self, price: Any, least: Any, most: Any) -> Move | None:
        """Decide in a betting round.

        Args:
            price: What a call costs.
            least: The smallest amount to bet or raise to, or `None`.
            most: The largest amount.

        Returns:
            The move.
        """
        return FOLD if price else CALL
