"""Agents that look at their cards: by rules of thumb, or by how much of the pot they can win."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.agents.base import AgentBase
from croupier.agents.moves import CALL, FOLD, Move
from croupier.agents.options import choose_default, list_decisions
from croupier.agents.strength import Percentiles, choose_cards, find_share
from croupier.state import LegalOperation, State

__all__ = ["EquityAgent", "Loose", "RuleAgent", "Style", "Tight"]

_RAISE = "complete_bet_or_raise_to"
_BRING_IN = Move("post_bring_in")
# How much better a hand must be for each raise of the round, and what is always good enough.
_CAUTION = 0.08
_BEST = 0.93


class Style(NamedTuple):
    """Say how a player plays by rules of thumb. Strengths and shares are from 0 to 1.

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


TIGHT = Style(0.40, 0.60, 0.04, 0.75)
LOOSE = Style(0.18, 0.45, 0.15, 0.6)


class _Thinker(AgentBase):
    """Share what thinking agents have in common."""

    def __init__(self, deals: int, seed: int | None) -> None:
        super().__init__(seed)
        self.deals = deals

    def act(self, view: State) -> Move:
        """Decide.

        Args:
            view: What the player sees.

        Returns:
            The move.
        """
        legal = {each.name: each for each in list_decisions(view)}
        index = next(iter(legal.values())).player_indices[0]
        if CALL.name not in legal and _RAISE not in legal and FOLD.name not in legal:
            return choose_cards(view, index, 4 * self.deals, self._random)
        share = find_share(view, index, self.deals, self._random)
        return self._bet(view, index, legal, share)

    def _bet(self, view: State, index: int, legal: dict[str, LegalOperation], share: float) -> Move:
        raise NotImplementedError

    def _raise(self, view: State, operation: LegalOperation, sizing: float) -> Move:
        """Bet or raise by a part of the pot, as far as it is possible."""
        least, most, pot = operation.min_amount, operation.max_amount, operation.pot_amount
        assert least is not None and most is not None
        bet: Any = view.price
        amount = least
        if pot is not None and type(least) is int:
            amount = bet + round((pot - bet) * sizing)
        # Little that is left behind is of no use.
        if 3 * amount > 2 * most:
            amount = most
        move = Move(_RAISE, (max(least, min(amount, most)),))
        return move if move.can_apply(view) else Move(_RAISE, (least,))


class RuleAgent(_Thinker):
    """Play by rules of thumb: what is strong is bet, what is not is given up.

    The strength of a hand is how likely it is to be the best one: the part of random hands that are
    worse, for each opponent.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=2026
    ... )
    >>> RuleAgent(TIGHT, seed=1).act(state.observe(1)).can_apply(state)
    True
    """

    name = "rules"

    def __init__(self, style: Style = TIGHT, deals: int = 160, seed: int | None = None) -> None:
        """Make an agent.

        Args:
            style: How it plays.
            deals: How many deals are looked at for a decision.
            seed: Makes its decisions the same every time.
        """
        super().__init__(deals, seed)
        self.style = style
        self._percentiles = Percentiles(self._random)

    def reseed(self, seed: int) -> None:
        """Begin with the randomness of a seed, unless the agent has one of its own.

        Args:
            seed: The table's number for this agent.
        """
        super().reseed(seed)
        self._percentiles = Percentiles(self._random)

    def _bet(self, view: State, index: int, legal: dict[str, LegalOperation], share: float) -> Move:
        style = self.style
        opponents = max(sum(view.statuses) - 1, 1)
        strength = self._percentiles.find(view, index, share) ** opponents
        raising, calling = legal.get(_RAISE), legal.get(CALL.name)
        price: Any = (calling.min_amount if calling is not None else 0) or 0
        raises = view.completion_betting_or_raising_count
        # Those who raise have something.
        caution = _CAUTION * raises
        bluffs = not price and self._random.random() < style.bluffing
        if raising is not None and (strength >= min(style.raising + caution, _BEST) or bluffs):
            return self._raise(view, raising, style.sizing)
        if calling is None:
            return _BRING_IN if _BRING_IN.name in legal else choose_default(view)
        return CALL if not price or strength >= min(style.calling + caution, _BEST) else FOLD


class Tight(RuleAgent):
    """Play few hands, and those hard.

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
    """Play many hands, and bluff.

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


class EquityAgent(_Thinker):
    """Compare the share of the pot that the hand wins with what it costs.

    The share is that against random hands, from `croupier.analysis` where it knows the game and
    from hands that are played out otherwise. What is worth its price is called, what wins more
    than its part is bet.

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
        super().__init__(deals, seed)
        self.caution = caution
        self.bluffing = bluffing

    def _bet(self, view: State, index: int, legal: dict[str, LegalOperation], share: float) -> Move:
        players = max(sum(view.statuses), 2)
        raising, calling = legal.get(_RAISE), legal.get(CALL.name)
        price: Any = (calling.min_amount if calling is not None else 0) or 0
        pot: Any = view.total_pot_amount
        raises = view.completion_betting_or_raising_count
        wanted = 1 / players + (0.05 + 0.05 * raises) * (2 / players) + self.caution * bool(raises)
        bluffs = not price and self._random.random() < self.bluffing
        if raising is not None and (share >= wanted or bluffs):
            return self._raise(view, raising, 0.66 if share < wanted + 0.1 else 1.0)
        if calling is None:
            return _BRING_IN if _BRING_IN.name in legal else choose_default(view)
        odds = float(price / (pot + price)) if price else 0.0
        worth = odds + (self.caution * (1 + raises) / 2 if price else 0.0)
        return CALL if not price or share >= worth else FOLD
