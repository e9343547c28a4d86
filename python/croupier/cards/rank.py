"""The ranks of cards, and the orders that games put them in."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, EnumType, StrEnum, unique
from typing import TypeVar

__all__ = ["Rank", "RankOrder"]

_Member = TypeVar("_Member")
_JOKER_VALUE = "*"


class _RankType(EnumType):
    """The metaclass of `Rank`, which leaves the joker out when ranks are counted or iterated over.

    People build decks and tables from `for rank in Rank`; a joker among the ranks would slip into
    all of them. It stays a full member in every other way.
    """

    def __iter__(cls: type[_Member]) -> Iterator[_Member]:
        return (rank for rank in EnumType.__iter__(cls) if rank != _JOKER_VALUE)

    def __reversed__(cls: type[_Member]) -> Iterator[_Member]:
        return (rank for rank in EnumType.__reversed__(cls) if rank != _JOKER_VALUE)

    def __len__(cls) -> int:
        return EnumType.__len__(cls) - 1


@unique
class Rank(StrEnum, metaclass=_RankType):
    """The rank of a card.

    A rank is a string of one character. Which rank beats which depends on the game: see
    `RankOrder`. `Rank.JOKER` is a rank, but iterating over `Rank` leaves it out.

    >>> Rank("T")
    <Rank.TEN: 'T'>
    >>> Rank.TEN.name, Rank.TEN.value
    ('TEN', 'T')
    >>> "".join(Rank)
    'A23456789TJQK?'
    >>> Rank("*")
    <Rank.JOKER: '*'>
    """

    ACE = "A"
    DEUCE = "2"
    TREY = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    UNKNOWN = "?"
    JOKER = _JOKER_VALUE


def _ranks(characters: str) -> tuple[Rank, ...]:
    return tuple(map(Rank, characters))


class RankOrder(tuple[Rank, ...], Enum):
    """The ranks that a game uses, the lowest first.

    Each member is a tuple of ranks. Some have a second name.

    >>> "".join(RankOrder.STANDARD)
    '23456789TJQKA'
    >>> RankOrder.REGULAR.index(Rank.ACE)
    0
    >>> RankOrder.ROYAL_POKER is RankOrder.ROYAL_HOLDEM
    True
    """

    STANDARD = _ranks("23456789TJQKA")
    SHORT_DECK_HOLDEM = _ranks("6789TJQKA")
    REGULAR = _ranks("A23456789TJQK")
    EIGHT_OR_BETTER_LOW = _ranks("A2345678")
    KUHN_POKER = _ranks("JQK")
    NUMERAL211_HOLDEM = _ranks("23456789TA")
    ROYAL_HOLDEM = _ranks("TJQKA")
    STRIPPED = _ranks("234567JQKA")

    SHORT = SHORT_DECK_HOLDEM
    KUHN = KUHN_POKER
    NUMERAL211 = NUMERAL211_HOLDEM
    ROYAL = ROYAL_HOLDEM
    # PokerKit's name up to 0.7.4.
    ROYAL_POKER = ROYAL_HOLDEM  # noqa: PIE796
