"""Hold'em with two hole cards."""

from __future__ import annotations

from typing import ClassVar

from croupier.cards import Card
from croupier.games.from_library import LibraryGame
from croupier.games.limits import FixedLimitPokerMixin, NoLimitPokerMixin, PotLimitPokerMixin
from croupier.games.predefined.holdem import Holdem, UnfixedLimitHoldem
from croupier.hands import Hand

__all__ = [
    "FixedLimitTexasHoldem",
    "NoLimitGreekHoldem",
    "NoLimitRoyalHoldem",
    "NoLimitShortDeckHoldem",
    "NoLimitTexasHoldem",
    "PotLimitTexasHoldem",
    "RoyalHoldemMixin",
    "TexasHoldemMixin",
]


class TexasHoldemMixin(LibraryGame):
    """A mixin for Texas hold'em: two hole cards, any five cards are a hand.

    >>> TexasHoldemMixin.hole_dealing_count, TexasHoldemMixin.hand_types[0].__name__
    (2, 'StandardHighHand')
    """

    definition: ClassVar[str] = "texas_holdem"
    deck: ClassVar[tuple[Card, ...]]
    hand_types: ClassVar[tuple[type[Hand], ...]]
    hole_dealing_count: ClassVar[int]


class RoyalHoldemMixin(LibraryGame):
    """A mixin for games played with the cards from ten to ace.

    >>> len(RoyalHoldemMixin.deck)
    20
    """

    definition: ClassVar[str] = "royal_holdem"
    deck: ClassVar[tuple[Card, ...]]


class FixedLimitTexasHoldem(FixedLimitPokerMixin, TexasHoldemMixin, Holdem):
    """Fixed-limit Texas hold'em.

    >>> game = FixedLimitTexasHoldem((), True, 0, (1, 2), 2, 4)
    >>> [street.min_completion_betting_or_raising_amount for street in game.streets]
    [2, 2, 4, 4]
    """

    definition = "texas_holdem"


class NoLimitTexasHoldem(NoLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """No-limit Texas hold'em.

    >>> state = NoLimitTexasHoldem.create_state((), True, 0, (1, 2), 2, 200, 6, seed=1)
    >>> state.blinds_or_straddles
    (1, 2, 0, 0, 0, 0)
    """

    definition = "texas_holdem"


class PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """Pot-limit Texas hold'em.

    >>> PotLimitTexasHoldem((), True, 0, (1, 2), 2).betting_structure.name
    'POT_LIMIT'
    """

    definition = "texas_holdem"


class NoLimitRoyalHoldem(RoyalHoldemMixin, NoLimitTexasHoldem):
    """No-limit hold'em with the cards from ten to ace.

    >>> len(NoLimitRoyalHoldem.deck)
    20
    """

    definition = "royal_holdem"


class NoLimitShortDeckHoldem(NoLimitPokerMixin, UnfixedLimitHoldem):
    """No-limit hold'em with the cards from six to ace: flushes beat full houses.

    Usually everybody pays an ante, and the button pays the only blind.

    >>> state = NoLimitShortDeckHoldem.create_state((), True, 1, {-1: 2}, 2, 200, 4, seed=1)
    >>> state.antes, state.blinds_or_straddles
    ((1, 1, 1, 1), (0, 0, 0, 2))
    """

    definition = "short_deck_holdem"


class NoLimitGreekHoldem(NoLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """No-limit Greek hold'em: a hand has both hole cards and three cards of the board.

    >>> [hand_type.__name__ for hand_type in NoLimitGreekHoldem.hand_types]
    ['GreekHoldemHand']
    """

    definition = "greek_holdem"
