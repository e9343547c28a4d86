"""The base of all lookups."""

from __future__ import annotations

from _thread import RLock
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any, ClassVar, TypeAlias

from croupier import _native
from croupier.cards import Card, CardsLike, Rank, RankOrder
from croupier.lookups.entry import Entry, Label
from croupier.lookups.keys import MAX_CARDS, Key, make_key, sample_cards

__all__ = ["Lookup"]

_Groups: TypeAlias = tuple[tuple[int, ...], tuple[bool, ...]]
_Straights: TypeAlias = tuple[int, bool, tuple[bool, ...]]
_Kind: TypeAlias = tuple[_Groups | _Straights, Label]
"""A kind of hand as the native core wants it, the suitednesses last; and its name."""

# The methods by which a subclass may change its hands, and how they are looked up.
_HANDS = ("rank_order", "_add_entries", "_add_multisets", "_add_straights")
_METHODS = ("has_entry", "get_entry", "get_entry_or_none", "_get_key")

_recording_lock = RLock()


class Lookup(ABC):
    """A table that gives every hand its place among all hands.

    A lookup looks at ranks and at whether all suits agree, and at nothing else: a card may be there
    twice, and suits may be unknown. Nothing is computed before the first hand is looked up.

    For a lookup of your own, set `rank_order` and write `_add_entries`, which calls
    `_add_multisets` and `_add_straights` for each kind of hand, the lowest kind first. A kind that
    is added later takes hands away from earlier ones.

    Attributes:
        rank_order: The ranks, the lowest first.

    >>> class PairLookup(Lookup):
    ...     rank_order = RankOrder.STANDARD
    ...
    ...     def _add_entries(self):
    ...         self._add_multisets({1: 2}, (False, True), Label.HIGH_CARD)
    ...         self._add_multisets({2: 1}, (False,), Label.ONE_PAIR)
    >>> lookup = PairLookup()
    >>> lookup.get_entry("3s2s").index, lookup.get_entry("AsAd").index
    (0, 90)
    >>> lookup.has_entry("AsAs")
    False
    """

    rank_order: ClassVar[RankOrder | tuple[Rank, ...]]

    # The ranking of the core that is this very lookup; it counts for the class that sets it and for
    # subclasses that change nothing about it.
    _ranking: ClassVar[str | None] = None

    def has_entry(self, cards: CardsLike) -> bool:
        """Return whether the cards form a hand of this lookup.

        >>> from croupier.lookups import ShortDeckHoldemLookup
        >>> lookup = ShortDeckHoldemLookup()
        >>> lookup.has_entry("AsKdQh9c6s"), lookup.has_entry("AsKdQh9c5s")
        (True, False)

        Args:
            cards: The cards.

        Returns:
            Whether `get_entry` has an answer.
        """
        try:
            key = self._get_key(cards)
        except ValueError:
            return False
        return self._entries[key] is not None

    def get_entry(self, cards: CardsLike) -> Entry:
        """Return the place of the hand that the cards form.

        >>> from croupier.lookups import ShortDeckHoldemLookup
        >>> lookup = ShortDeckHoldemLookup()
        >>> lookup.get_entry("AsKsQsJsTs").index
        1403
        >>> lookup.get_entry("AsKdQh9c5s")
        Traceback (most recent call last):
            ...
        ValueError: The cards 'AsKdQh9c5s' form an invalid hand.

        Args:
            cards: The cards.

        Returns:
            The entry.

        Raises:
            ValueError: The cards form no hand.
        """
        entry = self._entries[self._get_key(cards)]
        if entry is None:
            raise ValueError(f"The cards {cards!r} form an invalid hand.")
        return entry

    def get_entry_or_none(self, cards: CardsLike) -> Entry | None:
        """Return the place of the hand that the cards form, or `None` where they form none.

        >>> from croupier.lookups import ShortDeckHoldemLookup
        >>> ShortDeckHoldemLookup().get_entry_or_none("AsKdQh9c5s") is None
        True

        Args:
            cards: The cards.

        Returns:
            The entry or `None`.

        Raises:
            ValueError: These are no cards at all.
        """
        if type(cards) is not tuple:
            cards = Card.clean(cards)
        try:
            key = self._get_key(cards)
        except ValueError:
            return None
        return self._entries[key]

    @property
    def ranking_name(self) -> str | None:
        """The name of the ranking in `croupier.rankings` that is this lookup, if there is one.

        >>> from croupier.lookups import RegularLookup
        >>> RegularLookup().ranking_name
        'a5_low'
        """
        return _find_ranking_name(type(self))

    @abstractmethod
    def _add_entries(self) -> None:
        """Add every kind of hand, from the lowest to the highest."""

    def _add_multisets(
        self, counter: Mapping[int, int], suitednesses: Iterable[bool], label: Label
    ) -> None:
        """Add the hands in which so many ranks are held so many times.

        Those of which more are held decide first, and higher ones before lower ones.

        Args:
            counter: How many ranks are held how often, `{3: 1, 2: 1}` for full houses.
            suitednesses: Whether all cards are of one suit; both for either.
            label: What the hands are called.
        """
        multiplicities = tuple(
            multiplicity for multiplicity, count in counter.items() for _ in range(count)
        )
        self._record(((multiplicities, tuple(suitednesses)), label), sum(multiplicities))

    def _add_straights(
        self, count: int, suitednesses: Iterable[bool], label: Label, wrap: bool = True
    ) -> None:
        """Add the hands in which so many ranks follow one another.

        Args:
            count: How many cards.
            suitednesses: Whether all cards are of one suit; both for either.
            label: What the hands are called.
            wrap: Whether the highest rank may also stand below the lowest.
        """
        self._record(((count, wrap, tuple(suitednesses)), label), count)

    def _get_key(self, cards: CardsLike) -> Key:
        """Return what counts of a hand: hands of the same key have the same entry.

        A subclass may refuse cards with a ValueError, or change cards or key, but not make up keys.

        Args:
            cards: The cards.

        Returns:
            The key; its second part tells whether all cards are of one suit.

        Raises:
            ValueError: The cards form no hand.
        """
        return make_key(cards)

    def _record(self, kind: _Kind, card_count: int) -> None:
        kinds = vars(self).get("_recording")
        if kinds is None:
            raise RuntimeError("Hands are added to a lookup by its method _add_entries only.")
        if card_count > MAX_CARDS:
            # Not a ValueError: everywhere else that one means that there is no hand.
            raise NotImplementedError(
                f"A hand of a lookup has at most {MAX_CARDS} cards, not {card_count}."
            )
        kinds.append(kind)

    @cached_property
    def _kinds(self) -> tuple[_Kind, ...]:
        """The kinds of hands, from low to high."""
        kinds: list[_Kind] = []
        with _recording_lock:
            vars(self)["_recording"] = kinds
            try:
                self._add_entries()
            finally:
                del vars(self)["_recording"]
        return tuple(kinds)

    @cached_property
    def _core(self) -> _native.Lookup:
        """The native lookup; the core has fast kernels for those that it knows by name."""
        name = self.ranking_name
        if name is not None and self._direct:
            return _native.Lookup.named(name)
        return _native.Lookup("".join(self.rank_order), [kind for kind, _ in self._kinds])

    @cached_property
    def _entries(self) -> _Entries:
        return _Entries(self._core, self._kinds)

    @property
    def _direct(self) -> bool:
        """Whether looking hands up is nothing but asking the core."""
        return _are_same(type(self), Lookup, _METHODS)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Lookup)
        return self.rank_order == other.rank_order and self._kinds == other._kinds

    def __hash__(self) -> int:
        return hash((type(self), self._kinds))

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}()"

    def __getstate__(self) -> dict[str, Any]:
        """Leave out whatever is made again when it is needed."""
        made = ("_kinds", "_core", "_entries")
        return {name: value for name, value in vars(self).items() if name not in made}


class _Entries(dict[Key, Entry | None]):
    """The entries that were asked for so far, by their keys; `None` where there is no hand."""

    __slots__ = ("_by_index", "_core", "_kinds")

    def __init__(self, core: _native.Lookup, kinds: tuple[_Kind, ...]) -> None:
        super().__init__()
        self._core = core
        self._kinds = kinds
        self._by_index: dict[int, Entry] = {}

    def __missing__(self, key: Key) -> Entry | None:
        entry = self[key] = self._find(key)
        return entry

    def _find(self, key: Key) -> Entry | None:
        cards = sample_cards(key)
        found = None if cards is None else self._core.find(cards)
        if found is None:
            return None
        index, number = found
        # The core tells royal flushes from other straight flushes, which are the last kind here.
        _, label = self._kinds[min(number, len(self._kinds) - 1)]
        return self._by_index.setdefault(index, Entry(index, label))


@cache
def _find_ranking_name(cls: type[Lookup]) -> str | None:
    owner: Any = next(owner for owner in cls.__mro__ if "_ranking" in vars(owner))
    return cls._ranking if _are_same(cls, owner, _HANDS + _METHODS) else None


def _are_same(cls: type, owner: type, names: tuple[str, ...]) -> bool:
    """Return whether a class has these attributes from another one."""
    return all(getattr(cls, name, None) is getattr(owner, name, None) for name in names)
