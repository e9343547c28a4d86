"""The rank of a hand as pypoks writes it: `FullRank`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from croupier import _native
from croupier.cards import Card
from croupier.cards.notation import Dialect, PypoksCard, cti
from croupier.errors import CardError
from croupier.tables.pologic.cards import CARDS, NUMBERS, PAD, TEXTS

__all__ = ["HAND_RANKS", "FullRank", "full_rank", "rank_cards"]

HAND_RANKS = ("hc", "2_", "22", "3_", "ST", "FL", "32", "4_", "SF")
"""What the kinds of hands are called, from the high card to the straight flush."""

_HIGH = _native.Ranking("high")
# A rank is a digit of this base.
_BASE = 13
_KIND = 1_000_000
_FIRST_TREY = 4
_FIRST_ACE = 48
_TOP_RANKS = {
    "High card": 0,
    "One pair": 1,
    "Two pair": 2,
    "Three of a kind": 3,
    "Straight": 4,
    "Flush": 5,
    "Full house": 6,
    "Four of a kind": 7,
    "Straight flush": 8,
    "Royal flush": 8,
}
_STRAIGHT = 4
_FLUSHES = frozenset({5, 8})
_SEQUENCES = frozenset({4, 8})


class FullRank(NamedTuple):
    """Tell how good a hand is, in numbers and in text.

    Attributes:
        top_rank: The kind of hand, a place in `HAND_RANKS`.
        rank_value: What hands are compared by; larger is better.
        five_cards: The cards of the hand as pairs of rank and suit, the least significant first.
        string: All of it as text.

    >>> full_rank("AS 2H 3D 4C 5S KH KD".split()).string
    'ST 4090258 AS 2H 3D 4C 5S'
    """

    top_rank: int
    rank_value: int
    five_cards: tuple[tuple[int, int], ...]
    string: str


def full_rank(cards: Iterable[PypoksCard], dialect: Dialect | str = Dialect.D) -> FullRank:
    """Rank the best hand of five to seven cards.

    Which cards form a hand and how it compares is the ranking's business; this says in which order
    pypoks lists them, and which of several equal cards it takes: the first suit (of spades, hearts,
    diamonds, clubs) in a straight, the last ones everywhere else.

    >>> full_rank([20, 9, 25, 41, 3, 4, 34])
    FullRank(top_rank=0, rank_value=304267, five_cards=((2, 1), (5, 0), (6, 1), (8, 2), (10, 1)), \
string='hc  304267 4H 7S 8H TD DH')
    >>> full_rank(["AS", "AS", "2H", "3D", "4C"])
    Traceback (most recent call last):
        ...
    croupier.errors.CardError: The card AS is there twice.

    Args:
        cards: Five to seven cards in any notation.
        dialect: How to write the text.

    Returns:
        The rank.

    Raises:
        CardError: These are no five to seven known and different cards.
    """
    numbers = sorted(map(cti, cards))
    _check(numbers)
    return rank_cards([CARDS[number] for number in numbers], Dialect(dialect))


def rank_cards(cards: list[Card], dialect: Dialect) -> FullRank:
    """Rank five to seven different cards, without looking whether they are.

    >>> rank_cards([*Card.clean("AsAhAdAc2s2h2d")], Dialect.Q).string
    '4_ 7371280 2d As Ah Ad Ac'

    Args:
        cards: The cards.
        dialect: How to write the text.

    Returns:
        The rank.
    """
    strength, hand = _HIGH.best(cards, ())
    top_rank = _top_rank(strength)
    numbers = NUMBERS
    chosen = _choose(
        sorted([numbers[card] for card in cards]), [numbers[card] for card in hand], top_rank
    )
    five_cards = tuple([divmod(number, 4) for number in chosen])
    digits = 0
    for rank, _ in reversed(five_cards):
        digits = digits * _BASE + rank
    rank_value = top_rank * _KIND + digits
    written = TEXTS[dialect]
    texts = " ".join([written[CARDS[number]] for number in chosen])
    return FullRank(
        top_rank, rank_value, five_cards, f"{HAND_RANKS[top_rank]} {rank_value:7} {texts}"
    )


@cache
def _top_rank(strength: int) -> int:
    return _TOP_RANKS[str(_HIGH.label(strength))]


def _check(numbers: list[int]) -> None:
    if not 5 <= len(numbers) <= 7:
        raise CardError(f"A hand is ranked by five to seven cards, not {len(numbers)}.")
    if numbers[-1] == PAD:
        raise CardError("A card that is not known cannot be ranked.", value=PAD)
    for number, following in pairwise(numbers):
        if number == following:
            text = TEXTS[Dialect.D][CARDS[number]]
            raise CardError(f"The card {text} is there twice.", value=text)


def _choose(numbers: list[int], hand: list[int], top_rank: int) -> list[int]:
    """Return the five cards that pypoks takes for a hand, in its order."""
    if top_rank in _FLUSHES:
        # There is only one card of each rank in the suit.
        chosen = sorted(hand)
    else:
        wanted = [0] * (_BASE + 1)
        for number in hand:
            wanted[number // 4] += 1
        # The first cards are taken in a straight, the last ones everywhere else.
        order = numbers if top_rank == _STRAIGHT else numbers[::-1]
        keyed = []
        left = wanted.copy()
        for number in order:
            rank = number // 4
            if left[rank]:
                left[rank] -= 1
                keyed.append((wanted[rank], number))
        keyed.sort()
        chosen = [number for _, number in keyed]
    if top_rank in _SEQUENCES and chosen[0] < _FIRST_TREY and chosen[-1] >= _FIRST_ACE:
        # The ace of a wheel is the lowest card.
        chosen.insert(0, chosen.pop())
    return chosen
