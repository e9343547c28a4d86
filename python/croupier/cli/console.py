"""What the commands print with."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from croupier.cards import Card

__all__ = ["console", "errors", "show_cards"]

console = Console()
errors = Console(stderr=True)

# The four-colour deck that players know from their screens.
_SUIT_STYLES = {"c": "green", "d": "blue", "h": "red", "s": "bold"}
_SUIT_SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠", "?": "?"}


def show_cards(cards: Iterable[Card], *, dim: bool = False) -> Text:
    """Return cards as coloured text.

    >>> show_cards(Card.clean("AsKd")).plain
    'A♠ K♦'

    Args:
        cards: The cards.
        dim: Whether to hold them back.

    Returns:
        The text.
    """
    shown = [
        Text(
            card.rank.value + _SUIT_SYMBOLS[card.suit.value],
            style=f"{'dim ' if dim else ''}{_SUIT_STYLES.get(card.suit.value, 'dim')}",
        )
        for card in cards
    ]
    return Text(" ").join(shown)
