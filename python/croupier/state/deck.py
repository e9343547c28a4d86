"""The deck of a state, which may be changed from outside."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from croupier.cards import Card

__all__ = ["DeckCards"]


class DeckCards(deque[Card]):
    """The deck from the top down; changing it changes the deck of the state."""

    __slots__ = ("_write",)

    def __init__(self, cards: Iterable[Card], write: Callable[[Iterable[Card]], None]) -> None:
        """Make the view.

        Args:
            cards: The cards, from the top down.
            write: Called with the cards whenever they change.
        """
        super().__init__(cards)
        self._write = write

    def __repr__(self) -> str:
        return f"deque({list(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy is a deque of its own.
        return deque, (list(self),)

    def __copy__(self) -> deque[Card]:  # type: ignore[override]
        return deque(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> deque[Card]:
        return deque(self)


def _write_through(name: str) -> Any:
    change = getattr(deque, name)

    def method(self: DeckCards, *arguments: Any) -> Any:
        result = change(self, *arguments)
        self._write(tuple(self))
        return result

    method.__name__ = name
    method.__doc__ = change.__doc__
    return method


for _name in (
    "append",
    "appendleft",
    "clear",
    "extend",
    "extendleft",
    "insert",
    "pop",
    "popleft",
    "remove",
    "reverse",
    "rotate",
    "__delitem__",
    "__iadd__",
    "__imul__",
    "__setitem__",
):
    setattr(DeckCards, _name, _write_through(_name))
