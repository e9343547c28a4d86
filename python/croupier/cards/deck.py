"""The decks that games are played with."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from itertools import product, starmap

from croupier.cards.card import Card
from croupier.cards.rank import Rank, RankOrder
from croupier.cards.shuffle import shuffled
from croupier.cards.suit import Suit
from croupier.errors import CardError

__all__ = ["Deck"]

# In the order in which they join a deck: a deck with one joker has `*s`.
_JOKERS = tuple(Card(Rank.JOKER, suit) for suit in "shdc")


def _cards(ranks: Iterable[Rank], suits: str = "cdhs") -> tuple[Card, ...]:
    return tuple(starmap(Card, product(ranks, map(Suit, suits))))


class Deck(tuple[Card, ...], Enum):
    """The cards of a deck, rank by rank and clubs before diamonds, hearts and spades.

    Each member is a tuple of cards. Some have a second name.

    >>> len(Deck.STANDARD), len(Deck.SHORT), len(Deck.STRIPPED)
    (52, 36, 40)
    >>> Deck.REGULAR[:5]
    (Ac, Ad, Ah, As, 2c)
    >>> tuple(Deck.LEDUC)
    (Jh, Js, Qh, Qs, Kh, Ks)
    """

    STANDARD = _cards(RankOrder.STANDARD)
    SHORT_DECK_HOLDEM = _cards(RankOrder.SHORT_DECK_HOLDEM)
    REGULAR = _cards(RankOrder.REGULAR)
    KUHN_POKER = _cards(RankOrder.KUHN_POKER, "s")
    LEDUC_HOLDEM = _cards(RankOrder.KUHN_POKER, "hs")
    NUMERAL211_HOLDEM = _cards(RankOrder.NUMERAL211_HOLDEM)
    ROYAL_HOLDEM = _cards(RankOrder.ROYAL_HOLDEM)
    STRIPPED = _cards(RankOrder.STRIPPED)

    RHODE_ISLAND_HOLDEM = STANDARD
    SHORT = SHORT_DECK_HOLDEM
    KUHN = KUHN_POKER
    LEDUC = LEDUC_HOLDEM
    NUMERAL211 = NUMERAL211_HOLDEM
    RHODE_ISLAND = RHODE_ISLAND_HOLDEM
    ROYAL = ROYAL_HOLDEM
    # PokerKit's name up to 0.7.4.
    ROYAL_POKER = ROYAL_HOLDEM  # noqa: PIE796

    def with_jokers(self, count: int = 1) -> tuple[Card, ...]:
        """Return the cards of the deck followed by jokers.

        >>> Deck.STANDARD.with_jokers(2)[-3:]
        (As, *s, *h)

        Args:
            count: How many jokers, 1 to 4.

        Returns:
            The cards.

        Raises:
            CardError: There cannot be as many jokers.
        """
        if not 1 <= count <= len(_JOKERS):
            raise CardError(
                f"A deck can have 1 to {len(_JOKERS)} jokers, not {count!r}.",
                value=count,
                code="joker-count",
            )
        return (*self, *_JOKERS[:count])

    def shuffled(self, seed: int | bytes | None = None) -> list[Card]:
        """Return the cards of the deck in a random order.

        >>> sorted(Deck.KUHN.shuffled(seed=7), key=Deck.KUHN.index)
        [Js, Qs, Ks]

        Args:
            seed: A number from 0 to 2**256 - 1, or its 32 bytes, that decides the order, the same
                on every machine. The operating system's randomness decides if there is none.

        Returns:
            A new list.

        Raises:
            ValueError: It is no seed.
        """
        return shuffled(self, seed=seed)
