"""Tables of cards, for writing many of them: numbers and texts in both dialects."""

from __future__ import annotations

from croupier.cards import Card
from croupier.cards.notation import Dialect, from_int, to_text

__all__ = ["CARDS", "NUMBERS", "PAD", "TEXTS"]

PAD = 52
"""The number of the card that is not known."""

CARDS: tuple[Card, ...] = tuple(map(from_int, range(PAD + 1)))
"""The cards by their numbers."""

NUMBERS: dict[Card, int] = {card: number for number, card in enumerate(CARDS)}
"""The numbers of the cards."""

TEXTS: dict[Dialect, dict[Card, str]] = {
    dialect: {card: to_text(card, dialect) for card in CARDS} for dialect in Dialect
}
"""The texts of the cards in each dialect."""
