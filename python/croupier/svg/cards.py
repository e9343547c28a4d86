"""Cards: drawn with lines of our own, so that no font matters."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.cards import Card, CardsLike
from croupier.svg.ink import Ink, Palette, Picture, Theme, number
from croupier.views.play_by_play import show_card

__all__ = ["HEIGHT", "LATTICE", "RANKS", "SUITS", "WIDTH", "DrawnDeck", "draw_cards"]

WIDTH, HEIGHT = 60, 84
"""The size of a card, to which everything about it is relative."""

RANKS = {
    "A": "M2 26.5 10 1.5 18 26.5M5 18.5H15",
    "K": "M4 1.5V26.5M17 1.5 4 16M8.6 11 18 26.5",
    "Q": "M10 1.5C15 1.5 18 6.5 18 14S15 26.5 10 26.5 2 21.5 2 14 5 1.5 10 1.5ZM11.5 19 18.5 27",
    "J": "M8 1.5H17M14 1.5V19C14 24 12 26.5 8.5 26.5 5 26.5 3 24 3 20",
    "T": "M-.5 6 4 1.5V26.5M15.5 1.5C19 1.5 20.5 7 20.5 14S19 26.5 15.5 26.5 10.5 21 10.5 14"
    " 12 1.5 15.5 1.5Z",
    "9": "M17 10C17 14.5 14 17.5 10 17.5S3 14.5 3 9.8 6 1.5 10 1.5 17 5 17 10C17 18 15 24 8 26.5",
    "8": "M10 13C6 13 4 10.5 4 7.3S6.5 1.5 10 1.5 16 4.2 16 7.3 14 13 10 13C5.5 13 3 16 3 19.7S6"
    " 26.5 10 26.5 17 23.3 17 19.7 14.5 13 10 13Z",
    "7": "M3 1.5H17L8 26.5",
    "6": "M12.5 1.5C5 4 3 10 3 18 3 23 6 26.5 10 26.5S17 23 17 18.5 14 11 10 11 3 14 3 18.2",
    "5": "M16 1.5H5L4 13C6 11.5 8 11 10 11 14 11 17 14 17 18.6S14 26.5 9.5 26.5C6.5 26.5 4.5 25.4"
    " 3 23",
    "4": "M13.5 26.5V1.5L2 19H18.5",
    "3": "M3 4.8C4.5 2.6 7 1.5 9.5 1.5 13.5 1.5 16 4 16 7.3 16 11 13.5 13 9 13 14 13 17 15.5 17"
    " 19.6S14 26.5 9.5 26.5C6.5 26.5 4 25.2 2.5 22.6",
    "2": "M3 8C3 4.3 6 1.5 10 1.5S17 4.3 17 8.4C17 12.4 15 14.8 3 26.5H17.5",
    # A joker.
    "*": "M10 3 12.4 10.4H20L13.9 15 16.2 22.4 10 17.9 3.8 22.4 6.1 15 0 10.4H7.6Z",
    "?": "M4 7.5C4 4 6.5 1.5 10 1.5S16.5 4 16.5 7.5C16.5 12.5 10 12.5 10 18.5M10 25.5V26",
}
"""Ranks, as lines in a box of 20 by 28."""

SUITS = {
    "h": "M10 18.4C4 13.4 1 10.2 1 6.4 1 3.6 3.2 1.7 5.7 1.7 7.6 1.7 9.2 2.8 10 4.5 10.8 2.8 12.4"
    " 1.7 14.3 1.7 16.8 1.7 19 3.6 19 6.4 19 10.2 16 13.4 10 18.4Z",
    "d": "M10 .8C11.8 4.2 14.4 7.4 17.6 10 14.4 12.6 11.8 15.8 10 19.2 8.2 15.8 5.6 12.6 2.4 10"
    " 5.6 7.4 8.2 4.2 10 .8Z",
    "s": "M10 1C13.4 5.2 18.8 8.4 18.8 12.4 18.8 14.9 16.9 16.4 14.8 16.4 13.2 16.4 11.9 15.7 11.2"
    " 14.6 11.4 16.6 12 18 13.4 19.2H6.6C8 18 8.6 16.6 8.8 14.6 8.1 15.7 6.8 16.4 5.2 16.4 3.1"
    " 16.4 1.2 14.9 1.2 12.4 1.2 8.4 6.6 5.2 10 1Z",
    "c": "M14.3 5.3A4.3 4.3 0 1 1 5.7 5.3 4.3 4.3 0 1 1 14.3 5.3ZM9.7 12A4.3 4.3 0 1 1 1.1 12 4.3"
    " 4.3 0 1 1 9.7 12ZM18.9 12A4.3 4.3 0 1 1 10.3 12 4.3 4.3 0 1 1 18.9 12ZM8 8.5H12L11.2 13"
    "C11.3 16 12 17.9 13.4 19.2H6.6C8 17.9 8.7 16 8.8 13Z",
}
"""Suits, as areas in a box of 20 by 20."""

LATTICE = "".join(
    f"M{x} {y} {x + 8} {y + 7} {x} {y + 14} {x - 8} {y + 7}Z"
    for y in range(9, 66, 13)
    for x in (16, 30, 44)
)
"""The pictures on the backs of cards."""


class DrawnDeck:
    """A deck of drawn cards, each described once in a picture and used as often as it lies there.

    >>> deck = DrawnDeck(Ink())
    >>> deck.put(Card("A", "s"), 10, 20, 30)
    '<use href="#c-af-As" x="10" y="20" width="30" height="42"/>'
    >>> deck.defs.count("<symbol")
    1
    """

    def __init__(self, ink: Ink, key: str = "") -> None:
        """Make the deck.

        Args:
            ink: What cards are painted with.
            key: A word by which its cards are told from those of others on the same page, which
                may look the same; none is needed for pictures of their own.
        """
        self._ink = ink
        self._key = f"c-{ink.key}-{key}-" if key else f"c-{ink.key}-"
        self._drawn: dict[str, str] = {}

    def put(self, card: Card | None, x: float, y: float, width: float) -> str:
        """Put a card somewhere.

        Args:
            card: The card; its back for one that is unknown, and the outline of a card for `None`.
            x: Where its left side is.
            y: Where its upper side is.
            width: How wide it is.

        Returns:
            An element.
        """
        name = "none" if card is None else repr(card).replace("*", "W") if card else "back"
        key = f"{self._key}{name}"
        if key not in self._drawn:
            self._drawn[key] = (
                f'<symbol id="{key}" viewBox="0 0 {WIDTH} {HEIGHT}">{self._draw(card)}</symbol>'
            )
        height = width * HEIGHT / WIDTH
        return (
            f'<use href="#{key}" x="{number(x)}" y="{number(y)}" width="{number(width)}"'
            f' height="{number(height)}"/>'
        )

    @property
    def defs(self) -> str:
        """The drawings of all cards that were put somewhere."""
        return "".join(self._drawn.values())

    def _draw(self, card: Card | None) -> str:
        paint = self._ink.paint
        box = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="6"'
        if card is None:
            return (
                f'{box} fill="none" stroke-width="1.5" stroke-dasharray="5 4" opacity=".55"'
                f"{paint(stroke='onfelt')}/>"
            )
        if not card:
            return (
                f"{box}{paint(fill='face', stroke='faceedge')}/>"
                f'<rect x="5" y="5" width="{WIDTH - 10}" height="{HEIGHT - 10}" rx="4"'
                f"{paint(fill='back')}/>"
                f'<path d="{LATTICE}" fill="none" stroke-width="1.6"{paint(stroke="weave")}/>'
            )
        suit, rank = card.suit.value, card.rank.value
        if rank == "*":
            suit_path, colour = RANKS["*"], "suit-*"
        else:
            suit_path, colour = SUITS.get(suit, ""), f"suit-{suit}"
        fill = paint(fill=colour)
        return (
            f'{box} stroke-width="1.2"{paint(fill="face", stroke="faceedge")}/>'
            f'<path d="{RANKS[rank]}" transform="translate(6 7) scale(.93)" fill="none"'
            f' stroke-width="4" stroke-linejoin="round"{paint(stroke=colour)}/>'
            f'<path d="{suit_path}" transform="translate(6.5 39) scale(.85)"{fill}/>'
            f'<path d="{suit_path}" transform="translate(25 45) scale(1.5)"{fill}/>'
        )


def draw_cards(
    cards: CardsLike,
    *,
    theme: str | Theme = Theme.AUTO,
    palette: str | Palette = Palette.FOUR,
    width: float = WIDTH,
) -> Picture:
    """Draw cards side by side.

    >>> picture = draw_cards("AsKh??")
    >>> picture.count("<use"), "A♠ K♥ ??" in picture
    (3, True)

    Args:
        cards: The cards.
        theme: `light`, `dark`, or `auto` for what the page is.
        palette: The colours of the suits: `four`, `two` or `colour-blind`.
        width: How wide a card is.

    Returns:
        The picture.

    Raises:
        ValueError: These are no cards.
    """
    ink = Ink(theme, palette)
    deck = DrawnDeck(ink)
    found: Iterable[Card] = Card.clean(cards)
    step = width * 1.08
    parts = [deck.put(card, 2 + place * step, 2, width) for place, card in enumerate(found)]
    said = " ".join(map(show_card, Card.clean(cards)))
    size = (max(len(parts), 1) * step - width * 0.08 + 4, width * HEIGHT / WIDTH + 4)
    return Picture.make(size, parts, ink, title=said or "no cards", defs=deck.defs)
