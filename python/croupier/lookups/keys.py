"""Keys: all that a lookup looks at in a hand, which is its ranks and whether its suits agree."""

from __future__ import annotations

from typing import TypeAlias

from croupier.cards import CARDS_BY_CODE, Card, CardsLike, Rank, RankOrder, Suit

__all__ = ["MAX_CARDS", "Key", "make_key", "sample_cards"]

Key: TypeAlias = tuple[int, bool]
"""How often each rank is held, three bits each, and whether all cards are of one suit."""

MAX_CARDS = 7
"""The most cards of one hand; three bits count them."""

_BITS = 3
_SUIT_BITS = _BITS * len(Suit)
_RANK_PLACES = {rank: place for place, rank in enumerate(RankOrder.STANDARD)}
_SUIT_PLACES = {suit: place for place, suit in enumerate(Suit)}
_SUIT_MASK = (1 << _SUIT_BITS) - 1

# A card adds one to the count of its suit and one to the count of its rank, all in one number.
_WEIGHTS: dict[Card, int] = {
    card: (1 << _SUIT_BITS + _BITS * _RANK_PLACES[card.rank])
    + (1 << _BITS * _SUIT_PLACES[card.suit])
    for card in CARDS_BY_CODE
    if card.rank in _RANK_PLACES
}
_weight = _WEIGHTS.__getitem__
_SUITED = frozenset(
    count << _BITS * suit for suit in range(len(Suit)) for count in range(MAX_CARDS + 1)
)


def make_key(cards: CardsLike) -> Key:
    """Return the key of a hand.

    Args:
        cards: The cards.

    Returns:
        The key.

    Raises:
        ValueError: The cards cannot be in any lookup: a rank is unknown, or there are too many.
    """
    hand = cards if type(cards) is tuple else Card.clean(cards)
    try:
        counts = sum(map(_weight, hand))
    except KeyError:
        # Cards of a subclass of `Card`, or of a rank that no hand has.
        try:
            counts = sum(_weight(CARDS_BY_CODE[card.code]) for card in Card.clean(hand))
        except KeyError:
            counts = -1
    if counts < 0 or len(hand) > MAX_CARDS:
        raise ValueError(f"The cards {cards!r} form an invalid hand.")
    return counts >> _SUIT_BITS, counts & _SUIT_MASK in _SUITED


def sample_cards(key: Key) -> tuple[Card, ...] | None:
    """Return cards that have this key.

    Args:
        key: The key.

    Returns:
        The cards, some of which may be there more than once, or `None` where no cards have the key.
    """
    counts, suited = key
    ranks: list[Rank] = []
    for rank in RankOrder.STANDARD:
        ranks += [rank] * (counts & MAX_CARDS)
        counts >>= _BITS
    if not suited and len(ranks) < 2:
        return None
    first = Suit.SPADE if suited else Suit.HEART
    return tuple(
        Card(rank, first if place == 0 else Suit.SPADE) for place, rank in enumerate(ranks)
    )
