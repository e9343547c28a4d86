"""Hands that are chosen from hole and board cards.

Each of the classes finds the best hand with one call of the native core. Where a subclass changes
how hands are made, compared or looked up, every candidate is made in Python instead.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, ClassVar, Self, TypeAlias, TypeVar

from croupier import _native
from croupier.cards import Card, CardsLike
from croupier.hands.hand import Hand, find_first_best, is_ranked_by_core, refuse

__all__ = ["BoardCombinationHand", "CombinationHand", "HoleBoardCombinationHand"]

_SomeHand = TypeVar("_SomeHand", bound="Hand")
_Cards: TypeAlias = tuple[Card, ...]
_Plan: TypeAlias = tuple[Callable[..., _Cards | None], _native.Selection, bool]
"""The finder of the best hand, which cards may be used, whether low wins, whether to check it."""

_new: Callable[[type[Any]], Any] = object.__new__


class CombinationHand(Hand, ABC):
    """A hand of any of the hole and board cards.

    Attributes:
        card_count: How many cards form a hand.

    >>> from croupier.lookups import BadugiLookup
    >>> class TwoCardLowHand(CombinationHand):
    ...     lookup = BadugiLookup()
    ...     low = True
    ...     card_count = 2
    >>> TwoCardLowHand.from_game("KsQs", "5s4d3h")
    4d3h
    """

    __slots__ = ()

    card_count: ClassVar[int]

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Self:
        """Return the best hand of any of the cards.

        >>> from croupier.hands import StandardHighHand
        >>> StandardHighHand.from_game("Ac9c", "AhKhQhJhTh")
        AhKhQhJhTh

        Args:
            hole_cards: The cards that the player holds.
            board_cards: The cards that all players share.

        Returns:
            The best hand; of equal ones the one that takes the first cards.

        Raises:
            ValueError: No hand can be formed.
        """
        hole = hole_cards if type(hole_cards) is tuple else Card.clean(hole_cards)
        board = board_cards if type(board_cards) is tuple else Card.clean(board_cards)
        try:
            plan = cls._plans[CombinationHand]
        except KeyError:
            plan = cls._plans[CombinationHand] = _plan(cls, any=getattr(cls, "card_count", None))
        if plan is None:
            return find_first_best(cls, combinations(hole + board, cls.card_count))
        if len(hole) + len(board) == cls.card_count:
            return _look_up(cls, hole + board)
        return _ask_core(cls, plan, hole, board)


class BoardCombinationHand(CombinationHand, ABC):
    """A hand of hole cards and a fixed number of board cards.

    Attributes:
        board_card_count: How many board cards are taken; the hand is formed of these and of all
            hole cards.
    """

    __slots__ = ()

    board_card_count: ClassVar[int]

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Self:
        """Return the best hand of the hole cards and so many board cards.

        >>> from croupier.hands import GreekHoldemHand
        >>> GreekHoldemHand.from_game("Ac9c", "AhKhQhJhTh")
        Ac9cAhKhQh

        Args:
            hole_cards: The cards that the player holds.
            board_cards: The cards that all players share.

        Returns:
            The best hand; of equal ones the one that takes the first cards.

        Raises:
            ValueError: No hand can be formed.
        """
        hole = hole_cards if type(hole_cards) is tuple else Card.clean(hole_cards)
        board = board_cards if type(board_cards) is tuple else Card.clean(board_cards)
        # With more hole cards than usual some of them are left out, in an order of its own.
        if len(hole) + cls.board_card_count == cls.card_count:
            try:
                plan = cls._plans[BoardCombinationHand]
            except KeyError:
                plan = _plan(cls, pairs=[(None, cls.board_card_count)])
                cls._plans[BoardCombinationHand] = plan
            if plan is not None:
                return _ask_core(cls, plan, hole, board)
        return find_first_best(cls, cls._board_candidates(hole, board))

    @classmethod
    def _board_candidates(cls, hole: _Cards, board: _Cards) -> Iterator[_Cards]:
        for chosen in combinations(board, cls.board_card_count):
            yield from combinations(hole + chosen, cls.card_count)


class HoleBoardCombinationHand(BoardCombinationHand, ABC):
    """A hand of a fixed number of hole cards and a fixed number of board cards.

    Attributes:
        hole_card_count: How many hole cards are taken.
    """

    __slots__ = ()

    hole_card_count: ClassVar[int]

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Self:
        """Return the best hand of so many hole cards and so many board cards.

        >>> from croupier.hands import OmahaHoldemHand
        >>> OmahaHoldemHand.from_game("AsKsQdJd", "Ts9s8s2c2d")
        AsKsTs9s8s

        Args:
            hole_cards: The cards that the player holds.
            board_cards: The cards that all players share.

        Returns:
            The best hand; of equal ones the one that takes the first cards.

        Raises:
            ValueError: No hand can be formed.
        """
        hole = hole_cards if type(hole_cards) is tuple else Card.clean(hole_cards)
        board = board_cards if type(board_cards) is tuple else Card.clean(board_cards)
        try:
            plan = cls._plans[HoleBoardCombinationHand]
        except KeyError:
            counts = (cls.hole_card_count, cls.board_card_count)
            plan = _plan(cls, pairs=[counts]) if sum(counts) == cls.card_count else None
            cls._plans[HoleBoardCombinationHand] = plan
        if plan is not None:
            return _ask_core(cls, plan, hole, board)
        candidates = (
            cards
            for chosen in combinations(hole, cls.hole_card_count)
            for cards in cls._board_candidates(chosen, board)
        )
        return find_first_best(cls, candidates)


def _plan(cls: type[CombinationHand], **cards: Any) -> _Plan | None:
    """Return how the core finds the best hand of a class, or `None` where it cannot."""
    if not is_ranked_by_core(cls) or not cls.lookup._direct:
        return None
    return cls.lookup._core.best, _native.Selection(**cards), cls.low


def _look_up(cls: type[_SomeHand], cards: _Cards) -> _SomeHand:
    """Return the only hand that there can be."""
    entry = cls.lookup.get_entry_or_none(cards)
    if entry is None:
        refuse(cls)
    hand: _SomeHand = _new(cls)
    hand._cards = cards
    hand._entry = entry
    return hand


def _ask_core(cls: type[_SomeHand], plan: _Plan, hole: _Cards, board: _Cards) -> _SomeHand:
    """Return the best hand."""
    find_best, selection, low = plan
    cards = find_best(hole, board, selection, low)
    if cards is None:
        refuse(cls)
    hand: _SomeHand = _new(cls)
    hand._cards = cards
    return hand
