"""The legal operations: which, by whom, and within which bounds."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, Mapping, ValuesView
from typing import Any, NamedTuple

from croupier.cards import Card
from croupier.numbers import Chips
from croupier.state.operation_table import DECISIONS, OPTIONAL_DECISIONS

__all__ = ["Legal", "LegalOperation"]


class LegalOperation(NamedTuple):
    """An operation that is possible now.

    Attributes:
        name: The method of the state that does it.
        player_indices: Who may do it, or to whom it may be done; empty where it concerns nobody.
        min_amount: What it costs, or the smallest amount to complete, bet or raise to.
        max_amount: What it costs, or the largest amount to complete, bet or raise to.
        pot_amount: The amount to bet or raise to that has the size of the pot, where it can be bet.
        min_count: The smallest number of cards, or of runs of the board.
        max_count: The largest number of cards, or of runs of the board; for hole cards, the number
            of the player who is next.
        cards: The cards to choose from, where a player chooses.
        options: The declarations or values to choose from, where a player chooses one; whether the
            hand can be shown and mucked at the showdown.
        sets: The sets of cards of which one is chosen whole; empty where any of the cards do.
        amounts: The amounts to complete, bet or raise to where bets are fixed, the smallest first;
            empty where every amount from the smallest to the largest is possible.

    >>> LegalOperation("fold", (2,)).is_decision
    True
    """

    name: str
    player_indices: tuple[int, ...] = ()
    min_amount: Chips | None = None
    max_amount: Chips | None = None
    pot_amount: Chips | None = None
    min_count: int | None = None
    max_count: int | None = None
    cards: tuple[Card, ...] = ()
    options: tuple[str, ...] = ()
    sets: tuple[tuple[Card, ...], ...] = ()
    amounts: tuple[Chips, ...] = ()

    @property
    def is_decision(self) -> bool:
        """Whether a player decides it."""
        return self.name in DECISIONS


class Legal(Mapping[str, LegalOperation]):
    """A live view of what may be done now: operations by the names of the methods that do them.

    It is right whenever it is looked at, whatever happened to the state since it was made. Folding
    without need is possible in cash games, with a warning, but is not listed.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 3)
    >>> legal = state.legal
    >>> list(legal)
    ['fold', 'check_or_call', 'complete_bet_or_raise_to']
    >>> legal.player_index, legal["check_or_call"].min_amount
    (2, 2)
    >>> raising = legal["complete_bet_or_raise_to"]
    >>> raising.min_amount, raising.pot_amount, raising.max_amount
    (4, 7, 200)
    >>> state.fold(), state.check_or_call()
    (Folding(commentary=None, player_index=2), CheckingOrCalling(commentary=None, \
player_index=0, amount=1))
    >>> "fold" in legal
    False
    """

    __slots__ = ("_read",)

    def __init__(self, read: Callable[[], list[tuple[Any, ...]]]) -> None:
        """Make a view.

        Args:
            read: Returns what may be done now.
        """
        self._read = read

    @property
    def player_index(self) -> int | None:
        """The player who is to decide, or `None` where nobody is."""
        for operation in self.values():
            if operation.is_decision:
                return operation.player_indices[0]
        return None

    @property
    def decisions(self) -> tuple[LegalOperation, ...]:
        """The decisions of one player now: another one may choose runs of the board than shows."""
        found = [operation for operation in self.values() if operation.is_decision]
        if found and found[0].name in OPTIONAL_DECISIONS:
            del found[1:]
        return tuple(found)

    def __getitem__(self, name: str) -> LegalOperation:
        for values in self._read():
            if values[0] == name:
                return LegalOperation(*values)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (values[0] for values in self._read())

    def __len__(self) -> int:
        return len(self._read())

    def __contains__(self, name: object) -> bool:
        return any(values[0] == name for values in self._read())

    def values(self) -> ValuesView[LegalOperation]:
        """Return a live view of the operations.

        Returns:
            The view, which asks the core once whenever it is gone through.
        """
        return _Operations(self)

    def items(self) -> ItemsView[str, LegalOperation]:
        """Return a live view of the names and the operations.

        Returns:
            The view, which asks the core once whenever it is gone through.
        """
        return _Items(self)

    def _list(self) -> Iterator[LegalOperation]:
        return (LegalOperation(*values) for values in self._read())

    def __repr__(self) -> str:
        return f"Legal({', '.join(map(repr, self.values()))})"


class _Operations(ValuesView[LegalOperation]):
    """A view that asks for all operations at once, not for one after the other."""

    __slots__ = ()
    _mapping: Legal

    def __iter__(self) -> Iterator[LegalOperation]:
        return self._mapping._list()

    def __contains__(self, operation: object) -> bool:
        return any(one == operation for one in self)


class _Items(ItemsView[str, LegalOperation]):
    """A view with names that asks for all operations at once, not for one after the other."""

    __slots__ = ()
    _mapping: Legal

    def __iter__(self) -> Iterator[tuple[str, LegalOperation]]:
        return ((one.name, one) for one in self._mapping._list())
