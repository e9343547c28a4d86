"""Dealing cards that somebody has chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from croupier.cards import Card
from croupier.cards.notation import PypoksCard, cti
from croupier.errors import CardError
from croupier.state import State
from croupier.tables.pologic.cards import CARDS, PAD
from croupier.tables.pologic.hand import PlayedHand

__all__ = ["Dealer", "DeckDealer", "deal_out"]


class Dealer(Protocol):
    """Deal all cards that are due, until somebody is to act or the hand is over."""

    def deal(self, hand: PlayedHand) -> None:
        """Deal.

        Args:
            hand: The hand.
        """


class CardSource(Protocol):
    """Say which cards are dealt next; too few are filled up from the deck."""

    def take_hole(self, hand: PlayedHand, seat: int) -> tuple[Card, ...]:
        """Return the hole cards of a player."""

    def take_board(self, hand: PlayedHand, count: int) -> tuple[Card, ...]:
        """Return the next cards of the board."""


def deal_out(hand: PlayedHand, source: CardSource) -> None:
    """Deal all cards that are due.

    Nothing is burnt that could be dealt later: the burn cards are unknown ones.

    Args:
        hand: The hand.
        source: Says which cards.
    """
    state = hand.state
    while state.status and state.actor_index is None:
        if state.can_burn_card(Card.UNKNOWN):
            state.burn_card(Card.UNKNOWN)
        elif (seat := state.hole_dealee_index) is not None:
            cards = source.take_hole(hand, seat)
            if cards:
                state.deal_hole(cards, seat)
            if len(cards) < 2:
                state.deal_hole(2 - len(cards), seat)
        else:
            count = state.board_dealing_count or 0
            cards = source.take_board(hand, count)
            if cards:
                state.deal_board(cards)
            if len(cards) < count:
                state.deal_board(count - len(cards))


def is_in_deck(state: State, card: Card) -> bool:
    """Tell whether a card can still be dealt.

    Args:
        state: The state.
        card: The card.

    Returns:
        Whether it is in the deck.
    """
    return card in state._deck_cards


class DeckDealer:
    """Deal from a list of cards.

    >>> DeckDealer(["AS", "XS"])
    Traceback (most recent call last):
        ...
    croupier.errors.CardError: Card 2 of the deck is not known.
    """

    def __init__(self, cards: Iterable[PypoksCard]) -> None:
        """Take a deck.

        Args:
            cards: The cards in the order in which they are dealt.

        Raises:
            CardError: One is no card, is not known, or is there twice.
        """
        numbers = [cti(card) for card in cards]
        for place, number in enumerate(numbers):
            if number == PAD:
                raise CardError(f"Card {place + 1} of the deck is not known.", value=number)
            if number in numbers[:place]:
                raise CardError(
                    f"Card {place + 1} of the deck, {CARDS[number]!r}, is there twice.",
                    value=CARDS[number],
                )
        self._cards = [CARDS[number] for number in numbers]

    def deal(self, hand: PlayedHand) -> None:
        """Deal all cards that are due.

        Args:
            hand: The hand.
        """
        deal_out(hand, self)

    def take_hole(self, hand: PlayedHand, seat: int) -> tuple[Card, ...]:
        """Return the hole cards of a player.

        Args:
            hand: The hand.
            seat: The player.

        Returns:
            The next two cards.
        """
        return self._take(2)

    def take_board(self, hand: PlayedHand, count: int) -> tuple[Card, ...]:
        """Return the next cards of the board.

        Args:
            hand: The hand.
            count: How many.

        Returns:
            The next cards.
        """
        return self._take(count)

    def _take(self, count: int) -> tuple[Card, ...]:
        taken = tuple(self._cards[:count])
        del self._cards[:count]
        return taken
