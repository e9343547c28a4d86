"""Hands of badugi."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any, Self

from croupier import _native
from croupier.cards import Card, CardsLike
from croupier.hands.hand import Hand, find_first_best, is_ranked_by_core, refuse
from croupier.lookups import BadugiLookup, StandardBadugiLookup

__all__ = ["BadugiHand", "StandardBadugiHand"]

_MAX_CARDS = 4
_RANKINGS = ("badugi", "badugi_ah")


class BadugiHand(Hand):
    """A badugi: up to four cards that differ in rank and in suit; aces are low.

    >>> BadugiHand("4s3d2hAc") > BadugiHand("5s3d2hAc") > BadugiHand("3d2hAc")
    True
    >>> BadugiHand("4s3s2hAc")
    Traceback (most recent call last):
        ...
    ValueError: The cards '4s3s2hAc' form an invalid BadugiHand hand.
    """

    __slots__ = ()

    lookup = BadugiLookup()
    low = True

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Self:
        """Return the best badugi: as many cards as possible, then the lowest.

        >>> BadugiHand.from_game("4s3s2hAc")
        3s2hAc

        Args:
            hole_cards: The cards that the player holds.
            board_cards: The cards that all players share.

        Returns:
            The best hand; of equal ones the one that takes the first cards.

        Raises:
            ValueError: No hand can be formed.
        """
        cards = Card.clean(hole_cards) + Card.clean(board_cards)
        try:
            plan = cls._plans[BadugiHand]
        except KeyError:
            plan = cls._plans[BadugiHand] = _plan(cls)
        if plan is not None:
            try:
                best: tuple[Card, ...] = plan(cards, ())[1]
                if len(best) < _MAX_CARDS < len(cards):
                    # The core takes them out of the first four cards that hold such a badugi.
                    best = plan(cards, (), _take(len(best)))[1]
            except ValueError:
                # No cards, or more than the core knows what to do with: one twice, one unknown.
                pass
            else:
                hand = object.__new__(cls)
                hand._cards = best
                return hand
        for count in range(_MAX_CARDS, 0, -1):
            try:
                return find_first_best(cls, combinations(cards, count))
            except ValueError:
                continue
        return refuse(cls)


class StandardBadugiHand(BadugiHand):
    """A badugi in which aces are high.

    >>> StandardBadugiHand.from_game("5s4d3hAh")
    5s4d3h
    """

    __slots__ = ()

    lookup = StandardBadugiLookup()


def _plan(cls: type[BadugiHand]) -> Any:
    """Return what finds the best hand of a class in the core, or `None` where nothing does."""
    if not is_ranked_by_core(cls) or not cls.low or cls.lookup.ranking_name not in _RANKINGS:
        return None
    return _native.Ranking(cls.lookup.ranking_name).best


@cache
def _take(count: int) -> _native.Selection:
    return _native.Selection(any=count)
