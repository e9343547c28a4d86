"""Dealing cards that somebody has chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from croupier.cards import Card
from croupier.cards.notation import PypoksCard, cti
from croupier.compat.pypoks.cards import CARDS, PAD
from croupier.compat.pypoks.hand import PlayedHand
from croupier.errors import CardError
from croupier.state import State

__all__ = ["Dealer", "DeckDealer", "deal_out"]


class Dealer(Protocol):
    """A dealer of all cards that are due, until somebody is to act or the hand is over."""

    def deal(self, hand: PlayedHand) -> None:
        """Deal.

        Args:
            hand: The hand.
        """


class CardSource(Protocol):
    """A source of the cards dealt next; too few are filled up from the deck."""

    def take_hole(self, hand: PlayedHand, seat: int) -> tuple[Card, ...]:
        """Return the hole cards of a player."""

    def take_board(self, hand: PlayedHand, count: int) -> tuple[Card, ...]:
        """Return the next cards of the board."""

    def reserved(self) -> Collection[Card]:
        """Return the cards that will be dealt later."""


def deal_out(hand: PlayedHand, source: CardSource) -> None:
    """Deal all cards that are due.

    Nothing is taken by chance that is to be dealt later: the burn cards are unknown ones, and cards
    that fill up come from the rest of the deck.

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
            state.deal_hole(_fill_up(state, cards, 2, source), seat)
        else:
            count = state.board_dealing_count or 0
            cards = source.take_board(hand, count)
            state.deal_board(_fill_up(state, cards, count, source))


def _fill_up(
    state: State, cards: tuple[Card, ...], count: int, source: CardSource
) -> tuple[Card, ...]:
    if len(cards) == count:
        return cards
    taken = {*cards, *source.reserved()}
    others = [card for card in state.deck_cards if card not in taken]
    return (*cards, *others[: count - len(cards)])


class DeckDealer:
    """A dealer with a list of cards.

    >>> DeckDealer(["AS", "XS"])
    Traceback (most recent call last):
        ...
    croupier.errors.CardError: card 2 of the deck is not known
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
                raise CardError(
                    f"card {place + 1} of the deck is not known", value=number, code="unknown-card"
                )
            if number in numbers[:place]:
                raise CardError(
                    f"card {place + 1} of the deck, {CARDS[number]!r}, is there twice",
                    value=CARDS[number],
                    code="duplicate-card",
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

    def reserved(self) -> Collection[Card]:
        """Return the cards that will be dealt later.

        Returns:
            The rest of the deck.
        """
        return self._cards
