"""A bot in a few lines: wait for good cards, then bet.

Let it play with `croupier match examples/patient.py:Patient random`, or run this file.
"""

from __future__ import annotations

from croupier import State
from croupier.agents import AgentBase
from croupier.testing import check_agent

RAISE = "complete_bet_or_raise_to"
GOOD = set("TJQKA")


class Patient(AgentBase):
    """An agent that raises a pair or two high cards, calls what is cheap, and folds the rest."""

    def act(self, view: State) -> str:
        """Say what to do."""
        assert view.actor_index is not None
        ranks = [str(card.rank) for card in view.hole_cards[view.actor_index]]
        is_good = len(set(ranks)) < len(ranks) or set(ranks) <= GOOD
        if is_good and RAISE in view.legal:
            return "pot"
        if "check_or_call" not in view.legal:
            # A decision about cards, in a game that has such.
            return "stand pat"
        price = view.checking_or_calling_amount or 0
        if is_good or price * 4 <= view.total_pot_amount:
            return "call" if price else "check"
        return "fold"


if __name__ == "__main__":
    print(check_agent(Patient, ["texas_holdem", "omaha"], hands=4))
