"""Agents that need no thought: at random, always calling, always folding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from croupier.agents.base import AgentBase
from croupier.agents.moves import CALL, FOLD, Move
from croupier.agents.options import choose_amount, choose_default, choose_randomly
from croupier.state import State

__all__ = ["Caller", "Folder", "RandomAgent"]

_RAISE = "complete_bet_or_raise_to"
_PLAIN = {move.name: move for move in (FOLD, CALL, Move("post_bring_in"))}


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

    def act(self, view: State) -> Move:
        """Decide.

        Args:
            view: What the player sees.

        Returns:
            The move.
        """
        return choose_randomly(view, self._random)

    def decide(self, operations: Sequence[tuple[Any, ...]]) -> Move | None:
        """Decide in a betting round.

        Args:
            operations: What may be done.

        Returns:
            The move; `None` where cards are chosen, which must fit together.
        """
        random = self._random
        chosen = operations[int(random.random() * len(operations))]
        name = chosen[0]
        if name == _RAISE:
            least, most = chosen[2], chosen[3]
            if least == most:
                return Move(_RAISE, (least,))
            # Between the small and the big bet of a fixed limit there is nothing.
            if type(least) is not int or most <= 2 * least:
                return None
            return Move(_RAISE, (choose_amount(least, most, chosen[4], random),))
        return _PLAIN.get(name)


class Caller(AgentBase):
    """Check and call, keep all cards, and buy nothing.

    >>> Caller().decide([("fold", (0,)), ("check_or_call", (0,), 2, 2)]).name
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

    def decide(self, operations: Sequence[tuple[Any, ...]]) -> Move | None:
        """Decide in a betting round.

        Args:
            operations: What may be done.

        Returns:
            The move; `None` where nobody can call.
        """
        return CALL if any(values[0] == CALL.name for values in operations) else None


class Folder(AgentBase):
    """Check, or fold where that is not free; keep all cards, and buy nothing.

    >>> Folder().decide([("fold", (0,)), ("check_or_call", (0,), 2, 2)]).name
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

    def decide(self, operations: Sequence[tuple[Any, ...]]) -> Move | None:
        """Decide in a betting round.

        Args:
            operations: What may be done.

        Returns:
            The move; `None` where nobody can fold or check.
        """
        for values in operations:
            if values[0] == FOLD.name:
                return FOLD
            if values[0] == CALL.name:
                return CALL
        return None
