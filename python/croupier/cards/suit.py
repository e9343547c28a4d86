"""The suits of cards."""

from __future__ import annotations

from enum import StrEnum, unique

__all__ = ["Suit"]


@unique
class Suit(StrEnum):
    """The suit of a card.

    A suit is a string of one character. Suits compare as these characters do, clubs lowest and
    spades highest; games need that only to settle who brings in.

    >>> Suit("h")
    <Suit.HEART: 'h'>
    >>> Suit.CLUB < Suit.DIAMOND < Suit.HEART < Suit.SPADE
    True
    """

    CLUB = "c"
    DIAMOND = "d"
    HEART = "h"
    SPADE = "s"
    UNKNOWN = "?"
