"""Hole cards as one number: the core's sets of cards.

Bit `16 * suit + rank` stands for a card, with clubs and deuces first.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.cards import Card
from croupier.errors import CardError

__all__ = ["cards_of", "set_of"]

_BITS = tuple(1 << (code % 4 * 16 + code // 4) for code in range(52))
_CODES = {bit: code for code, bit in enumerate(_BITS)}


def set_of(cards: Iterable[Card]) -> int:
    """Return the set of different, known cards.

    >>> set_of(Card.clean("2c3c"))
    3

    Args:
        cards: The cards.

    Returns:
        The set.

    Raises:
        CardError: A card is unknown or a joker, or is there twice.
    """
    found = 0
    for card in cards:
        code = card.code
        if code >= len(_BITS):
            raise CardError(
                f"hole cards must be known cards, unlike {card!r}", value=card, code="unknown-card"
            )
        bit = _BITS[code]
        if found & bit:
            raise CardError(f"the card {card!r} is there twice", value=card, code="duplicate-card")
        found |= bit
    return found


def cards_of(number: int) -> tuple[Card, ...]:
    """Return the cards of a set, high cards and spades first.

    >>> cards_of(3)
    (3c, 2c)

    Args:
        number: The set.

    Returns:
        The cards.
    """
    bits = []
    while number:
        bit = number & -number
        bits.append(bit)
        number ^= bit
    return tuple(
        Card.from_code(code) for code in sorted(map(_CODES.__getitem__, bits), reverse=True)
    )
