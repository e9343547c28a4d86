"""The entry of a hand in a lookup."""

from __future__ import annotations

from enum import StrEnum, unique
from typing import TYPE_CHECKING, Self

from croupier.cards.dataclass_fields import add_dataclass_fields
from croupier.cards.frozen import Frozen

__all__ = ["Entry", "Label"]


@unique
class Label(StrEnum):
    """A kind of hand.

    >>> Label("Full house")
    <Label.FULL_HOUSE: 'Full house'>
    """

    HIGH_CARD = "High card"
    ONE_PAIR = "One pair"
    TWO_PAIR = "Two pair"
    THREE_OF_A_KIND = "Three of a kind"
    STRAIGHT = "Straight"
    FLUSH = "Flush"
    FULL_HOUSE = "Full house"
    FOUR_OF_A_KIND = "Four of a kind"
    STRAIGHT_FLUSH = "Straight flush"
    # None of the lookups here has it; those for several decks or wild cards do.
    FIVE_OF_A_KIND = "Five of a kind"


class Entry(Frozen):
    """The place of a hand in a lookup.

    Entries compare by their indices alone, and never change. Whether the higher or the lower index
    wins is up to the hand that uses the lookup.

    Attributes:
        index: How many different hands of the lookup are lower.
        label: The kind of hand.

    >>> pair = Entry(3000, Label.ONE_PAIR)
    >>> pair
    Entry(index=3000, label=<Label.ONE_PAIR: 'One pair'>)
    >>> pair < Entry(3001, Label.ONE_PAIR)
    True
    >>> pair.index = 0
    Traceback (most recent call last):
        ...
    dataclasses.FrozenInstanceError: cannot assign to field 'index'
    """

    __slots__ = ("index", "label")
    __match_args__ = ("index", "label")

    if TYPE_CHECKING:
        # Slots at run time; to a type checker an assignment is a mistake.
        @property
        def index(self) -> int: ...  # noqa: D102
        @property
        def label(self) -> Label: ...  # noqa: D102

    def __init__(self, index: int, label: Label) -> None:
        """Make the entry; lookups do it for you.

        Args:
            index: How many different hands of the lookup are lower.
            label: The kind of hand.
        """
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "label", label)

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.index == other.index

    # All four, and without a detour: sorting hands calls them millions of times.

    def __lt__(self, other: Entry) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.index < other.index

    def __le__(self, other: Entry) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.index <= other.index

    def __gt__(self, other: Entry) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.index > other.index

    def __ge__(self, other: Entry) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.index >= other.index

    def __hash__(self) -> int:
        return hash(self.index)

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}(index={self.index!r}, label={self.label!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[int, Label]]:
        return type(self), (self.index, self.label)


add_dataclass_fields(Entry, {"index": "int", "label": "Label"})
