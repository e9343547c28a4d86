"""Agents that the core plays: the same wherever they sit, at a table or in a batch of tables."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from croupier import _native
from croupier.agents.base import AgentBase
from croupier.agents.moves import Move
from croupier.cards.seeding import draw_seed
from croupier.state import State

__all__ = ["CoreAgent", "find_share"]

_SEED_BITS = 64


class CoreAgent(AgentBase):
    """An agent of the core, which decides by the player's view and one random number each time."""

    def __init__(self, bot: _native.Bot, seed: int | None) -> None:
        """Make an agent.

        Args:
            bot: What decides.
            seed: Makes its decisions the same every time, whatever the table's seed is.
        """
        super().__init__(seed)
        self._bot = bot
        bot.reseed(draw_seed() if seed is None else seed)

    def reseed(self, seed: int) -> None:
        """Begin with the randomness of a seed, unless the agent has one of its own.

        Args:
            seed: The table's number for this agent.
        """
        super().reseed(seed)
        self._bot.reseed(seed if self.seed is None else self.seed)

    def act(self, view: State) -> Move:
        """Decide.

        Args:
            view: What the player sees.

        Returns:
            The move.
        """
        return Move(*self._bot.act(view))

    def __deepcopy__(self, memo: dict[int, Any]) -> CoreAgent:
        made: CoreAgent = type(self).__new__(type(self))
        # Attributes that derived classes add are copied as usual.
        for name, value in vars(self).items():
            copied = value.copy() if name == "_bot" else deepcopy(value, memo)
            setattr(made, name, copied)
        return made


def find_share(view: State, player_index: int, deals: int, random: Random) -> float:
    """Return how much of the pot a player wins on average if nobody folds from now on.

    Where nothing but sets of cards decides, as in hold'em, Omaha, stud and draw, deals at random
    are compared; otherwise the hand is played out with any cards that the player does not see.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=2026
    ... )
    >>> 0.2 < find_share(state.observe(1), 1, 1000, Random(1)) < 0.8
    True

    Args:
        view: The hand, as the player sees it.
        player_index: The player.
        deals: How many deals are looked at; fewer where the hand is played out.
        random: What decides which.

    Returns:
        The part of the pot, from 0 to 1.
    """
    bot = _native.Bot("caller")
    bot.reseed(random.getrandbits(_SEED_BITS))
    return bot.share(view, player_index, deals)
