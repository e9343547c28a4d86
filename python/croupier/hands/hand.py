"""The base of all hands."""

from __future__ import annotations

from abc import ABC, ABCMeta, abstractmethod
from collections.abc import Hashable, Iterable
from functools import total_ordering
from operator import attrgetter
from typing import Any, ClassVar, NoReturn, Self, TypeVar

from croupier import _native, rankings
from croupier.cards import Card, CardsLike
from croupier.lookups import Entry, Lookup

__all__ = ["Hand", "find_first_best", "is_ranked_by_core", "refuse"]

_SomeHand = TypeVar("_SomeHand", bound="Hand")


class _HandType(ABCMeta):
    """The metaclass of hands, whose classes notice when somebody changes them.

    How a class finds its best hand in the native core is worked out once, from its class variables.
    """

    def __setattr__(cls, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name != "_plans":
            cls._forget_plans()

    def __delattr__(cls, name: str) -> None:
        super().__delattr__(name)
        cls._forget_plans()

    def _forget_plans(cls) -> None:
        type.__setattr__(cls, "_plans", {})
        subclasses: Any = cls.__subclasses__()
        for subclass in subclasses:
            subclass._forget_plans()


@total_ordering
class Hand(Hashable, ABC, metaclass=_HandType):
    """A hand; the better hand is the greater one.

    Only hands of the very same class compare. A hand never changes.

    For a kind of hand of your own, derive from `CombinationHand`, `BoardCombinationHand` or
    `HoleBoardCombinationHand` and set the class variables.

    Attributes:
        lookup: What gives hands their places.
        low: Whether the hand of the lower place wins.

    >>> from croupier.hands import BadugiHand, StandardHighHand
    >>> pair, flush = StandardHighHand("AsAdKhQc9s"), StandardHighHand("As9s7s4s2s")
    >>> pair < flush
    True
    >>> pair < BadugiHand("As")
    Traceback (most recent call last):
        ...
    TypeError: '<' not supported between instances of 'StandardHighHand' and 'BadugiHand'
    >>> print(pair)
    One pair (AsAdKhQc9s)
    """

    __slots__ = ("_cards", "_entry")

    lookup: ClassVar[Lookup]
    low: ClassVar[bool]

    # How the best hand is found, by the class whose `from_game` is asked; filled when needed.
    _plans: ClassVar[dict[type[Hand], Any]] = {}

    _cards: tuple[Card, ...]
    _entry: Entry

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._plans = {}

    @classmethod
    @abstractmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Self:
        """Return the best hand that a player can form.

        Of several best hands it is the first one, trying the first cards first.

        Args:
            hole_cards: The cards that the player holds.
            board_cards: The cards that all players share.

        Returns:
            The best hand.

        Raises:
            ValueError: No hand can be formed.
        """

    @classmethod
    def from_game_or_none(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Self | None:
        """Return the best hand that a player can form, or `None` where there is none.

        >>> from croupier.hands import EightOrBetterLowHand
        >>> EightOrBetterLowHand.from_game_or_none("As2d", "3h4cKs")
        >>> EightOrBetterLowHand.from_game_or_none("As2d", "3h4cKs7d")
        As2d3h4c7d

        Args:
            hole_cards: The cards that the player holds.
            board_cards: The cards that all players share.

        Returns:
            The best hand or `None`.
        """
        try:
            return cls.from_game(hole_cards, board_cards)
        except ValueError:
            return None

    def __init__(self, cards: CardsLike) -> None:
        """Make a hand of exactly these cards.

        Args:
            cards: The cards.

        Raises:
            ValueError: The cards form no hand of this class.
        """
        self._cards = Card.clean(cards)
        if not self.lookup.has_entry(self._cards):
            raise ValueError(f"The cards {cards!r} form an invalid {type(self).__qualname__} hand.")

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that form the hand, in the order in which they were given.

        >>> from croupier.hands import StandardHighHand
        >>> StandardHighHand.from_game("2s2d", "3h3cKsQd").cards
        (2s, 2d, 3h, 3c, Ks)
        """
        return self._cards

    @property
    def entry(self) -> Entry:
        """The place of the hand in the lookup.

        >>> from croupier.hands import KuhnPokerHand
        >>> KuhnPokerHand("Qs").entry
        Entry(index=1, label=<Label.HIGH_CARD: 'High card'>)
        """
        try:
            return self._entry
        except AttributeError:
            self._entry = entry = self.lookup.get_entry(self.cards)
            return entry

    @property
    def description(self) -> str:
        """The hand in English; the label where there are no better words.

        >>> from croupier.hands import BadugiHand
        >>> BadugiHand("7c4d2h").description
        'three-card badugi, 7-4-2'
        """
        # A lookup of a user need not be a `Lookup`.
        name: str | None = getattr(self.lookup, "ranking_name", None)
        if name is not None:
            try:
                return rankings.get(name).evaluate(self.cards).description
            except ValueError:
                # A card is there twice or its suit is unknown, which is too little for a ranking.
                pass
        return self.entry.label.value.lower()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Hand)
        return self.entry == other.entry

    def __lt__(self, other: Hand) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        if self.low:
            return self.entry > other.entry
        return self.entry < other.entry

    def __hash__(self) -> int:
        return hash(self.entry)

    def __repr__(self) -> str:
        return "".join(map(repr, self.cards))

    def __str__(self) -> str:
        return f"{self.entry.label.value} ({self!r})"


# The methods that a hand of the native core has to share with one that is compared in Python.
_read_mechanism = attrgetter(
    "__new__", "__init__", "__eq__", "__ne__", "__lt__", "__gt__", "cards", "entry"
)


def is_ranked_by_core(cls: type[Hand]) -> bool:
    """Return whether a class makes, compares and looks up hands as the core can, too.

    Args:
        cls: The class of hands.

    Returns:
        Whether it leaves all of that to `Hand` and to a lookup of this package.
    """
    try:
        mechanism = _read_mechanism(cls)
    except AttributeError:
        # It has nothing to do with `Hand` but that it is used like one.
        return False
    return (
        _native.are_same(mechanism, _read_mechanism(Hand))
        and isinstance(getattr(cls, "lookup", None), Lookup)
        and isinstance(getattr(cls, "low", None), bool)
    )


def find_first_best(cls: type[_SomeHand], candidates: Iterable[Iterable[Card]]) -> _SomeHand:
    """Return the first of the best hands.

    Args:
        cls: The class of hands.
        candidates: Cards that may or may not form a hand, in the order in which they are tried.

    Returns:
        The hand.

    Raises:
        ValueError: None of them forms a hand.
    """
    best = None
    for cards in candidates:
        try:
            hand = cls(cards)
        except ValueError:
            continue
        if best is None or hand > best:
            best = hand
    return refuse(cls) if best is None else best


def refuse(cls: type[Hand]) -> NoReturn:
    """Say that there is no hand.

    Args:
        cls: The class of hands.

    Raises:
        ValueError: Always.
    """
    raise ValueError(
        f"No valid {cls.__qualname__} hand can be formed from the hole and board cards."
    )
