"""How good a hand is in any game: unknown cards filled in at random, and the hand played out."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from random import Random

from croupier.agents.moves import Move
from croupier.agents.options import choose_default
from croupier.cards import Card
from croupier.errors import PokerError, RuleError
from croupier.state import Automation, ChipsPulling, State

__all__ = ["RollOuts"]

# Hands are shown by hand: those who hold unknown cards are given some then.
_AUTOMATIONS = tuple(
    automation
    for automation in Automation
    if automation is not Automation.HOLE_CARDS_SHOWING_OR_MUCKING
)
# More than any hand has where nobody bets.
_MOST_STEPS = 400


class RollOuts:
    """Play a hand to its end many times, with nobody betting, from what one player sees.

    Cards that the player cannot see are any of those that are left. Everybody checks or calls, and
    takes the first of what else there is to decide.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=2026
    ... )
    >>> rolls = RollOuts(state.observe(1), 1, Random(1))
    >>> 0 < rolls.share(200) < 1
    True
    """

    def __init__(self, view: State, player_index: int, random: Random) -> None:
        """Look at a hand.

        Args:
            view: The hand, as the player sees it.
            player_index: The player.
            random: What decides which cards come.
        """
        self._view = view
        self._index = player_index
        self._random = random
        self._setup = view._setup.replace(automations=_AUTOMATIONS)
        self._unknown = _list_unknown(view)

    def share(self, count: int) -> float:
        """Return the part of the pot that the player wins on average if nobody folds.

        Args:
            count: How often the hand is played out.

        Returns:
            The part, from 0 to 1; an even part where the hand cannot be played out.
        """
        saved = self._view._save()
        shares = []
        for _ in range(count):
            state = self._fill(saved)
            if self._finish(state):
                shares.append(_find_share(state, self._index))
        return sum(shares) / len(shares) if shares else 1 / max(sum(self._view.statuses), 1)

    def value(self, move: Move, count: int) -> float | None:
        """Return the chips that the player wins or loses on average after a move.

        Args:
            move: What the player does now.
            count: How often the hand is played out.

        Returns:
            The chips; `None` where the hand cannot be played out.
        """
        saved = self._view._save()
        total = 0.0
        played = 0
        for _ in range(count):
            state = self._fill(saved)
            try:
                move.apply(state)
            except PokerError:
                return None
            if self._finish(state):
                total += float(state.payoffs[self._index])
                played += 1
        return total / played if played else None

    def _fill(self, saved: bytes) -> State:
        state = State._saved(self._setup, saved)
        cards = self._unknown
        self._random.shuffle(cards)
        state._set_deck_cards(cards)
        return state

    def _finish(self, state: State) -> bool:
        with warnings.catch_warnings():
            # The deck is the unknown cards, of which some may be dealt twice.
            warnings.simplefilter("ignore")
            try:
                return self._play(state)
            except PokerError:
                return False

    def _play(self, state: State) -> bool:
        for _ in range(_MOST_STEPS):
            if not state.status:
                return True
            if state.actor_index is not None and state.can_check_or_call():
                state.check_or_call()
            elif (index := state.showdown_index) is not None:
                state.show_or_muck_hole_cards(self._deal(state, index))
            else:
                choose_default(state).apply(state)
        raise RuleError("the hand does not end", code="endless-hand")

    def _deal(self, state: State, index: int) -> Sequence[Card] | bool:
        """Return the hole cards of a player, with others in the place of unknown ones."""
        cards: list[Card] = state.hole_cards[index]
        if all(cards):
            return True
        deck = state._deck_cards
        # From the bottom, where nobody is dealt from; what is shown leaves the deck.
        given = list(deck[-len(cards) :])
        if len(given) < sum(not card for card in cards):
            raise RuleError("there are too few cards", code="too-few-cards")
        return [card if card else given.pop() for card in cards]


def _find_share(state: State, player_index: int) -> float:
    """Return the part of all that was won in a hand which a player won."""
    won = total = 0
    for operation in reversed(state.operations):
        if not isinstance(operation, ChipsPulling):
            break
        total += operation.amount
        if operation.player_index == player_index:
            won += operation.amount
    return float(won / total) if total else 0.0


def _list_unknown(view: State) -> list[Card]:
    """Return the cards of the game that the player does not see."""
    unknown = list(view.deck)
    for card in (*view.cards_in_play, *view.reserved_cards):
        if card in unknown:
            unknown.remove(card)
    return unknown
