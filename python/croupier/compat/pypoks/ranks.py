"""The rank of a hand as pypoks writes it: `FullRank`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from croupier import _native
from croupier.cards import Card
from croupier.cards.notation import Dialect, PypoksCard, cti
from croupier.compat.pypoks.cards import CARDS, NUMBERS, PAD, TEXTS
from croupier.errors import CardError

__all__ = ["HAND_RANKS", "FullRank", "full_rank", "rank_cards"]

HAND_RANKS = ("hc", "2_", "22", "3_", "ST", "FL", "32", "4_", "SF")
"""The names of the kinds of hands, from the high card to the straight flush."""

_HIGH = _native.Ranking("high")
# A rank is a digit of this base.
_BASE = 13
_KIND = 1_000_000
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
    """The strength of a hand, in numbers and in text.

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
    croupier.errors.CardError: the card AS is there twice

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
    strength = _HIGH.strength(cards)
    kind = _kinds.get(strength)
    if kind is None:
        kind = _kinds[strength] = _find_kind(_HIGH.best(cards, ())[1], strength)
    chosen = _choose(sorted([NUMBERS[card] for card in cards]), kind)
    written = _WRITTEN[dialect]
    texts = " ".join([written[number] for number in chosen])
    five_cards = tuple([_PAIRS[number] for number in chosen])
    return FullRank(kind.top_rank, kind.rank_value, five_cards, kind.start + texts)


class _Kind(NamedTuple):
    """The common properties of all hands of one strength.

    Attributes:
        top_rank: The kind of hand.
        rank_value: What hands are compared by.
        start: How the text begins.
        ranks: The ranks, the least significant first.
        counts: The same, with how often each is there.
    """

    top_rank: int
    rank_value: int
    start: str
    ranks: tuple[int, ...]
    counts: tuple[tuple[int, int], ...]


# There are 7,462 strengths at most.
_kinds: dict[int, _Kind] = {}
_WRITTEN = {dialect: [texts[card] for card in CARDS] for dialect, texts in TEXTS.items()}
_PAIRS = tuple(divmod(number, 4) for number in range(PAD))


def _find_kind(hand: tuple[Card, ...], strength: int) -> _Kind:
    top_rank = _TOP_RANKS[str(_HIGH.label(strength))]
    counts = Counter(NUMBERS[card] // 4 for card in hand)
    order = sorted(counts, key=lambda rank: (counts[rank], rank))
    if top_rank in _SEQUENCES and order[0] == 0 and order[-1] == _BASE - 1:
        # The ace of a wheel is the lowest card.
        order.insert(0, order.pop())
    ranks = tuple(rank for rank in order for _ in range(counts[rank]))
    rank_value = top_rank * _KIND + sum(rank * _BASE**place for place, rank in enumerate(ranks))
    start = f"{HAND_RANKS[top_rank]} {rank_value:7} "
    return _Kind(top_rank, rank_value, start, ranks, tuple((rank, counts[rank]) for rank in order))


def _choose(numbers: list[int], kind: _Kind) -> list[int]:
    """Return the five cards that pypoks takes for a hand, in its order."""
    if kind.top_rank in _FLUSHES:
        suits = [number & 3 for number in numbers]
        suit = max(suits, key=suits.count)
        return [rank * 4 + suit for rank in kind.ranks]
    if kind.top_rank == _STRAIGHT:
        firsts = {number >> 2: number for number in reversed(numbers)}
        return [firsts[rank] for rank in kind.ranks]
    lasts = {number >> 2: number for number in numbers}
    chosen: list[int] = []
    for rank, count in kind.counts:
        if count == 1:
            chosen.append(lasts[rank])
        else:
            chosen += [number for number in numbers if number >> 2 == rank][-count:]
    return chosen


def _check(numbers: list[int]) -> None:
    if not 5 <= len(numbers) <= 7:
        raise CardError(
            f"a hand is ranked by five to seven cards, not {len(numbers)}", code="card-count"
        )
    if numbers[-1] == PAD:
        raise CardError("a card that is not known cannot be ranked", value=PAD, code="unknown-card")
    for number, following in pairwise(numbers):
        if number == following:
            text = TEXTS[Dialect.D][CARDS[number]]
            raise CardError(f"the card {text} is there twice", value=text, code="duplicate-card")
