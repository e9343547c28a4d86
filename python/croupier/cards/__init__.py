"""Cards, decks and shuffling.

`croupier.cards.notation` has the card notations of pypoks.

>>> Card.clean("As Kd")
(As, Kd)
>>> len(Deck.STANDARD)
52
"""

from __future__ import annotations

from croupier import _native
from croupier.cards.card import CARDS_BY_CODE, Card, CardsLike
from croupier.cards.deck import Deck
from croupier.cards.rank import Rank, RankOrder
from croupier.cards.seeding import seed
from croupier.cards.shuffle import permutation, shuffled
from croupier.cards.suit import Suit

__all__ = [
    "CARDS_BY_CODE",
    "Card",
    "CardsLike",
    "Deck",
    "Rank",
    "RankOrder",
    "Suit",
    "permutation",
    "seed",
    "shuffled",
]

# There is one object for each card, so the core recognises a card by its address.
_native.set_cards(CARDS_BY_CODE)
