"""Agents that look at their cards: by rules of thumb, or by how much of the pot they can win."""

from __future__ import annotations

from typing import NamedTuple

from croupier import _native
from croupier.agents.core import CoreAgent

__all__ = ["EquityAgent", "Loose", "PlayingStyle", "RuleAgent", "Tight"]


class PlayingStyle(NamedTuple):
    """A playing style for rules of thumb. Strengths and shares are from 0 to 1.

    Attributes:
        calling: How strong a hand must be to call.
        raising: How strong a hand must be to bet or raise.
        bluffing: How often a weaker hand is bet where checking is free.
        sizing: How much is bet, in pots.

    >>> TIGHT._replace(bluffing=0.2).bluffing
    0.2
    """

    calling: float
    raising: float
    bluffing: float
    sizing: float


TIGHT = PlayingStyle(0.40, 0.60, 0.04, 0.75)
LOOSE = PlayingStyle(0.18, 0.45, 0.15, 0.6)


class RuleAgent(CoreAgent):
    """An agent that plays by rules of thumb: it bets strong hands, and gives up weak ones.

    The strength of a hand is how likely it is to be the best one: the part of random hands that are
    worse, for each opponent. The core decides.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=2026
    ... )
    >>> RuleAgent(TIGHT, seed=1).act(state.observe(1)).can_apply(state)
    True
    """

    name = "rules"

    def __init__(
        self, style: PlayingStyle = TIGHT, deals: int = 160, seed: int | None = None
    ) -> None:
        """Make an agent.

        Args:
            style: How it plays.
            deals: How many deals are looked at for a decision.
            seed: Makes its decisions the same every time.
        """
        bot = _native.Bot("rules", deals=deals, **style._asdict())
        super().__init__(bot, seed)
        self.style = style
        self.deals = deals


class Tight(RuleAgent):
    """A tight-aggressive agent: few hands, and those played hard.

    >>> Tight(seed=1).style.calling
    0.4
    """

    name = "tight"

    def __init__(self, deals: int = 160, seed: int | None = None) -> None:
        """Make an agent.

        Args:
            deals: How many deals are looked at for a decision.
            seed: Makes its decisions the same every time.
        """
        super().__init__(TIGHT, deals, seed)


class Loose(RuleAgent):
    """A loose-aggressive agent: many hands, and bluffs.

    >>> Loose(seed=1).style.calling
    0.18
    """

    name = "loose"

    def __init__(self, deals: int = 160, seed: int | None = None) -> None:
        """Make an agent.

        Args:
            deals: How many deals are looked at for a decision.
            seed: Makes its decisions the same every time.
        """
        super().__init__(LOOSE, deals, seed)


class EquityAgent(CoreAgent):
    """An agent that compares the share of the pot that its hand wins with what it costs.

    The share is that against random hands (`find_share`). What is worth its price is called, what
    wins more than its part is bet. The core decides.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=2026
    ... )
    >>> EquityAgent(seed=1).act(state.observe(1)).can_apply(state)
    True
    """

    name = "equity"

    def __init__(
        self,
        deals: int = 400,
        caution: float = 0.08,
        bluffing: float = 0.05,
        seed: int | None = None,
    ) -> None:
        """Make an agent.

        Args:
            deals: How many deals are looked at for a decision.
            caution: How much more than its price a call must be worth after a bet: those who bet
                do not hold random hands.
            bluffing: How often it bets where it should not.
            seed: Makes its decisions the same every time.
        """
        bot = _native.Bot("equity", deals=deals, caution=caution, bluffing=bluffing)
        super().__init__(bot, seed)
        self.deals = deals
        self.caution = caution
        self.bluffing = bluffing
