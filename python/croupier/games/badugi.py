"""Badugi, and the games that share the pot between a badugi and a low hand."""

from __future__ import annotations

from croupier.cards import Deck
from croupier.games.draw import TripleDraw
from croupier.games.limits import FixedLimitPokerMixin
from croupier.hands import BadugiHand, RegularLowHand, StandardBadugiHand, StandardLowHand

__all__ = ["FixedLimitBadacey", "FixedLimitBadeucy", "FixedLimitBadugi"]


class FixedLimitBadugi(FixedLimitPokerMixin, TripleDraw):
    """Stand for fixed-limit badugi.

    >>> FixedLimitBadugi((), True, 0, (1, 2), 2, 4).max_hole_card_count
    4
    """

    deck = Deck.REGULAR
    hand_types = (BadugiHand,)
    hole_dealing_count = 4


class FixedLimitBadacey(FixedLimitPokerMixin, TripleDraw):
    """Stand for fixed-limit badacey: the best badugi and the best ace-to-five low share the pot.

    >>> [hand_type.__name__ for hand_type in FixedLimitBadacey.hand_types]
    ['BadugiHand', 'RegularLowHand']
    """

    deck = Deck.REGULAR
    hand_types = (BadugiHand, RegularLowHand)
    hole_dealing_count = 5


class FixedLimitBadeucy(FixedLimitPokerMixin, TripleDraw):
    """Stand for fixed-limit badeucy: the best badugi and the best deuce-to-seven low share the pot.

    Aces are high in both.

    >>> [hand_type.__name__ for hand_type in FixedLimitBadeucy.hand_types]
    ['StandardBadugiHand', 'StandardLowHand']
    """

    deck = Deck.STANDARD
    hand_types = (StandardBadugiHand, StandardLowHand)
    hole_dealing_count = 5
