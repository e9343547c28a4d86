"""Hold'em with two hole cards."""

from __future__ import annotations

from typing import ClassVar

from croupier.cards import Card, Deck
from croupier.games.holdem import Holdem, UnfixedLimitHoldem
from croupier.games.limits import FixedLimitPokerMixin, NoLimitPokerMixin
from croupier.games.poker import GameType
from croupier.hands import GreekHoldemHand, Hand, ShortDeckHoldemHand, StandardHighHand

__all__ = [
    "FixedLimitTexasHoldem",
    "NoLimitGreekHoldem",
    "NoLimitRoyalHoldem",
    "NoLimitShortDeckHoldem",
    "NoLimitTexasHoldem",
    "RoyalHoldemMixin",
    "TexasHoldemMixin",
]


class TexasHoldemMixin(metaclass=GameType):
    """Make a game with a board Texas hold'em: two hole cards, any five cards are a hand."""

    deck: ClassVar[tuple[Card, ...]] = Deck.STANDARD
    hand_types: ClassVar[tuple[type[Hand], ...]] = (StandardHighHand,)
    hole_dealing_count: ClassVar[int] = 2


class RoyalHoldemMixin(metaclass=GameType):
    """Make a game be played with the cards from ten to ace."""

    deck: ClassVar[tuple[Card, ...]] = Deck.ROYAL_HOLDEM


class FixedLimitTexasHoldem(FixedLimitPokerMixin, TexasHoldemMixin, Holdem):
    """Stand for fixed-limit Texas hold'em.

    >>> game = FixedLimitTexasHoldem((), True, 0, (1, 2), 2, 4)
    >>> [street.min_completion_betting_or_raising_amount for street in game.streets]
    [2, 2, 4, 4]
    """


class NoLimitTexasHoldem(NoLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """Stand for no-limit Texas hold'em.

    >>> state = NoLimitTexasHoldem.create_state((), True, 0, (1, 2), 2, 200, 6, seed=1)
    >>> state.blinds_or_straddles
    (1, 2, 0, 0, 0, 0)
    """


class NoLimitRoyalHoldem(RoyalHoldemMixin, NoLimitTexasHoldem):
    """Stand for no-limit hold'em with the cards from ten to ace.

    >>> len(NoLimitRoyalHoldem.deck)
    20
    """


class NoLimitShortDeckHoldem(NoLimitPokerMixin, UnfixedLimitHoldem):
    """Stand for no-limit hold'em with the cards from six to ace: flushes beat full houses.

    Usually everybody pays an ante, and the button pays the only blind.

    >>> state = NoLimitShortDeckHoldem.create_state((), True, 1, {-1: 2}, 2, 200, 4, seed=1)
    >>> state.antes, state.blinds_or_straddles
    ((1, 1, 1, 1), (0, 0, 0, 2))
    """

    deck = Deck.SHORT_DECK_HOLDEM
    hand_types = (ShortDeckHoldemHand,)
    hole_dealing_count = 2


class NoLimitGreekHoldem(NoLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """Stand for no-limit Greek hold'em: a hand has both hole cards and three cards of the board.

    >>> [hand_type.__name__ for hand_type in NoLimitGreekHoldem.hand_types]
    ['GreekHoldemHand']
    """

    hand_types = (GreekHoldemHand,)
