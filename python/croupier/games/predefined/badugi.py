"""Badugi, and the games that share the pot between a badugi and a low hand."""

from __future__ import annotations

from croupier.games.limits import FixedLimitPokerMixin
from croupier.games.predefined.draw import TripleDraw

__all__ = ["FixedLimitBadacey", "FixedLimitBadeucy", "FixedLimitBadugi"]


class FixedLimitBadugi(FixedLimitPokerMixin, TripleDraw):
    """Fixed-limit badugi.

    >>> FixedLimitBadugi((), True, 0, (1, 2), 2, 4).max_hole_card_count
    4
    """

    definition = "badugi"


class FixedLimitBadacey(FixedLimitPokerMixin, TripleDraw):
    """Fixed-limit badacey: the best badugi and the best ace-to-five low share the pot.

    >>> [hand_type.__name__ for hand_type in FixedLimitBadacey.hand_types]
    ['BadugiHand', 'RegularLowHand']
    """

    definition = "badacey"


class FixedLimitBadeucy(FixedLimitPokerMixin, TripleDraw):
    """Fixed-limit badeucy: the best badugi and the best deuce-to-seven low share the pot.

    Aces are high in both.

    >>> [hand_type.__name__ for hand_type in FixedLimitBadeucy.hand_types]
    ['StandardBadugiHand', 'StandardLowHand']
    """

    definition = "badeucey"
