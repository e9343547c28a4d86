"""The three ways in which pypoks writes a card.

| form | values |
|---|---|
| number | 0 (deuce of spades) to 51 (ace of clubs): 4 times the rank plus the suit; 52 is the pad |
| pair | rank 0 (deuce) to 12 (ace) and suit 0 to 3; (13, 0) is the pad |
| text | a figure and a suit letter; see `Dialect` |

Suits count spades, hearts, diamonds, clubs here, the reverse of the rest of Croupier. The pad
stands for a card that is not known: `Card.UNKNOWN`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from operator import index
from typing import TypeAlias

from croupier.cards.card import Card
from croupier.cards.rank import RankOrder
from croupier.errors import CardError

__all__ = [
    "Dialect",
    "PypoksCard",
    "cti",
    "cts",
    "ctt",
    "from_int",
    "from_text",
    "from_tuple",
    "to_int",
    "to_text",
    "to_tuple",
]

PypoksCard: TypeAlias = int | tuple[int, int] | list[int] | str | Card
"""A card in any of the three notations, or a `Card`."""

_SUIT_COUNT = 4
_PAD_RANK = 13
_PAD = _PAD_RANK * _SUIT_COUNT
_CARDS = (*(Card(rank, suit) for rank in RankOrder.STANDARD for suit in "shdc"), Card.UNKNOWN)
_NUMBERS = {card: number for number, card in enumerate(_CARDS)}


class Dialect(StrEnum):
    """A dialect of writing cards as text, of which there are two.

    `D` is the older: figures `23456789TJDKA`, suits `SHDC`, pad `XS`; the queen is a `D`, so `DD`
    is the queen of diamonds. `Q` is the newer: figures `23456789TJQKA`, suits `shdc`, pad `Xs`.

    >>> to_text(Card("Q", "d"), Dialect.D), to_text(Card("Q", "d"), Dialect.Q)
    ('DD', 'Qd')
    """

    D = "D"
    Q = "Q"


_FIGURES = {Dialect.D: "23456789TJDKAX", Dialect.Q: "23456789TJQKAX"}
_SUITS = {Dialect.D: "SHDC", Dialect.Q: "shdc"}
_TEXTS = {
    dialect: tuple(
        _FIGURES[dialect][number // _SUIT_COUNT] + _SUITS[dialect][number % _SUIT_COUNT]
        for number in range(_PAD + 1)
    )
    for dialect in Dialect
}
# The two dialects share no text: the suit letter's case differs.
_CARDS_BY_TEXT = {
    text: card for texts in _TEXTS.values() for text, card in zip(texts, _CARDS, strict=True)
}


def to_int(card: Card) -> int:
    """Return the number of a card.

    >>> to_int(Card("2", "s")), to_int(Card.UNKNOWN)
    (0, 52)

    Args:
        card: One of the 52 cards, or the unknown one.

    Returns:
        0 to 51, or 52 for the unknown card.

    Raises:
        CardError: pypoks has no such card.
    """
    try:
        return _NUMBERS[card]
    except (KeyError, TypeError):
        raise CardError(
            f"pypoks cannot write {card!r}: it has the 52 cards of the standard deck and the"
            " unknown card ??.",
            value=card,
            code="card-not-in-notation",
        ) from None


def to_tuple(card: Card) -> tuple[int, int]:
    """Return the pair of numbers of a card.

    >>> to_tuple(Card("A", "c"))
    (12, 3)

    Args:
        card: One of the 52 cards, or the unknown one.

    Returns:
        The rank and the suit, or (13, 0) for the unknown card.

    Raises:
        CardError: pypoks has no such card.
    """
    return divmod(to_int(card), _SUIT_COUNT)


def to_text(card: Card, dialect: Dialect | str = Dialect.D) -> str:
    """Return the text of a card.

    >>> to_text(Card("9", "c")), to_text(Card("9", "c"), "Q")
    ('9C', '9c')

    Args:
        card: One of the 52 cards, or the unknown one.
        dialect: How to write it.

    Returns:
        Two characters.

    Raises:
        CardError: pypoks has no such card.
        ValueError: There is no such dialect.
    """
    return _TEXTS[Dialect(dialect)][to_int(card)]


def from_int(number: int) -> Card:
    """Return the card of a number.

    >>> from_int(51), from_int(52)
    (Ac, ??)

    Args:
        number: 0 to 52.

    Returns:
        The card.

    Raises:
        CardError: No card has this number.
    """
    try:
        place = index(number)
    except TypeError:
        place = -1
    if not 0 <= place <= _PAD:
        raise CardError(
            f"{number!r} is not a card of pypoks: the numbers 0 to {_PAD} are.",
            value=number,
            code="card-code",
        )
    return _CARDS[place]


def from_tuple(pair: Sequence[int]) -> Card:
    """Return the card of a pair of numbers.

    >>> from_tuple((12, 3)), from_tuple((13, 0))
    (Ac, ??)

    Args:
        pair: The rank, 0 to 12, and the suit, 0 to 3; or (13, 0).

    Returns:
        The card.

    Raises:
        CardError: No card has this pair.
    """
    try:
        rank, suit = map(index, pair)
        number = rank * _SUIT_COUNT + suit
        valid = rank >= 0 and 0 <= suit < _SUIT_COUNT and number <= _PAD
    except (TypeError, ValueError):
        valid = False
    if not valid:
        raise CardError(
            f"{pair!r} is not a card of pypoks: a rank 0 to {_PAD_RANK - 1} with a suit 0 to"
            f" {_SUIT_COUNT - 1}, or ({_PAD_RANK}, 0), is.",
            value=pair,
            code="card-code",
        )
    return _CARDS[number]


def from_text(text: str) -> Card:
    """Return the card of a text in either dialect.

    The case of the suit letter tells the dialect.

    >>> from_text("DD"), from_text("Qd"), from_text("XS")
    (Qd, Qd, ??)

    Args:
        text: A figure and a suit letter.

    Returns:
        The card.

    Raises:
        CardError: The text is no card.
    """
    try:
        return _CARDS_BY_TEXT[text]
    except (KeyError, TypeError):
        raise CardError(_fault_of_text(text), value=text, code="card-syntax") from None


def cti(card: PypoksCard) -> int:
    """Return the number of a card given in any notation.

    >>> cti("9C"), cti((7, 3)), cti(31)
    (31, 31, 31)

    Args:
        card: A number, pair, text or `Card`.

    Returns:
        0 to 52.

    Raises:
        CardError: This is no card of pypoks.
    """
    return to_int(_card(card))


def ctt(card: PypoksCard) -> tuple[int, int]:
    """Return the pair of numbers of a card given in any notation.

    >>> ctt("9C"), ctt(31), ctt((7, 3))
    ((7, 3), (7, 3), (7, 3))

    Args:
        card: A number, pair, text or `Card`.

    Returns:
        The rank and the suit.

    Raises:
        CardError: This is no card of pypoks.
    """
    return to_tuple(_card(card))


def cts(card: PypoksCard, dialect: Dialect | str | None = None) -> str:
    """Return the text of a card given in any notation.

    >>> cts(31), cts((7, 3), "Q"), cts("9c")
    ('9C', '9c', '9c')

    Args:
        card: A number, pair, text or `Card`.
        dialect: How to write it. If not given, a text stays in the dialect it is in, and everything
            else is written in `Dialect.D`.

    Returns:
        Two characters.

    Raises:
        CardError: This is no card of pypoks.
        ValueError: There is no such dialect.
    """
    found = _card(card)
    if dialect is None and isinstance(card, str):
        return card
    return to_text(found, Dialect.D if dialect is None else dialect)


def _card(card: PypoksCard) -> Card:
    if isinstance(card, Card):
        return card
    if isinstance(card, str):
        return from_text(card)
    if isinstance(card, tuple | list):
        return from_tuple(card)
    return from_int(card)


def _fault_of_text(text: object) -> str:
    """Say which part of a text is wrong."""
    expected = "a figure and a suit letter, such as '9C' or '9c'"
    if not isinstance(text, str) or len(text) != 2:
        return f"{text!r} is not a card of pypoks: {expected}, is."
    figure, suit = text[0], text[1]
    for dialect in Dialect:
        if suit in _SUITS[dialect]:
            if figure not in _FIGURES[dialect]:
                return (
                    f"{text!r} is not a card of pypoks: before {suit!r}, {figure!r} should be one"
                    f" of {_FIGURES[dialect]!r}."
                )
            # The figure and the letter are right, so it can only be a pad with a wrong suit.
            return f"{text!r} is not a card of pypoks: the pad is {_TEXTS[dialect][_PAD]!r}."
    return (
        f"{text!r} is not a card of pypoks: {suit!r} should be one of"
        f" {' or '.join(repr(suits) for suits in _SUITS.values())}."
    )
