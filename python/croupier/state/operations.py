"""Operations: what happened in a hand, one record for each thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from croupier._native import (
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    BoardDealing,
    BoardRemoval,
    BoardReplacing,
    BringInPosting,
    CardBurning,
    CardBuying,
    CardExposing,
    CardPassing,
    CardProtecting,
    CardSeparation,
    CheckingOrCalling,
    ChipsPulling,
    ChipsPushing,
    Choosing,
    CompletionBettingOrRaisingTo,
    Declaration,
    DiceRolling,
    Folding,
    HandKilling,
    HoleCardsShowingOrMucking,
    HoleDealing,
    NoOperation,
    Operation,
    RunoutCountSelection,
    StandingPatOrDiscarding,
    StraddlePosting,
)
from croupier.state.fields import add_operation_fields

__all__ = [
    "AntePosting",
    "BetCollection",
    "BlindOrStraddlePosting",
    "BoardDealing",
    "BoardRemoval",
    "BoardReplacing",
    "BringInPosting",
    "CardBurning",
    "CardBuying",
    "CardExposing",
    "CardPassing",
    "CardProtecting",
    "CardSeparation",
    "CheckingOrCalling",
    "ChipsPulling",
    "ChipsPushing",
    "Choosing",
    "CompletionBettingOrRaisingTo",
    "Declaration",
    "DiceRolling",
    "Folding",
    "HandKilling",
    "HoleCardsShowingOrMucking",
    "HoleDealing",
    "NoOperation",
    "Operation",
    "Operations",
    "RunoutCountSelection",
    "StandingPatOrDiscarding",
    "StraddlePosting",
]


class Operations(Sequence[Operation]):
    """A list of what happened; each object is made when it is asked for.

    It compares equal to a list of the same operations.
    """

    __slots__ = ("_count", "_get")

    def __init__(self, count: int, get: Callable[[int], Operation]) -> None:
        """Make the list.

        Args:
            count: How many operations there are.
            get: Returns an operation by its number.
        """
        self._count = count
        self._get = get

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Operation: ...
    @overload
    def __getitem__(self, index: slice) -> list[Operation]: ...
    def __getitem__(self, index: int | slice) -> Operation | list[Operation]:
        if isinstance(index, slice):
            return [self._get(number) for number in range(*index.indices(self._count))]
        number = index + self._count if index < 0 else index
        if not 0 <= number < self._count:
            raise IndexError(f"there is no operation {index}")
        return self._get(number)

    def __iter__(self) -> Iterator[Operation]:
        return map(self._get, range(self._count))

    def copy(self) -> list[Operation]:
        """Return a list of the operations."""
        return list(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, list | tuple | Operations):
            return NotImplemented
        return len(self) == len(other) and all(map(_equal, self, other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))


def _equal(one: object, other: object) -> bool:
    return one == other


def _restore(
    cls: Callable[..., Operation], fields: tuple[Any, ...], commentary: str | None
) -> Operation:
    """Make an operation that was pickled."""
    return cls(*fields, commentary=commentary)


add_operation_fields(*(globals()[name] for name in __all__ if name != "Operations"))
