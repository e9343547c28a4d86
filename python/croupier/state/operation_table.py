"""The table of operations, as the core has it: what everything about them is made from."""

from __future__ import annotations

from typing import Final, NamedTuple

from croupier._native import list_operations

__all__ = ["DECISIONS", "OPERATIONS", "OPTIONAL_DECISIONS", "RECORDS", "OperationInfo"]


class OperationInfo(NamedTuple):
    """A row of the table of operations, as the core has it.

    >>> OPERATIONS["fold"].record, OPERATIONS["fold"].word, OPERATIONS["fold"].is_decision
    ('Folding', 'f', True)
    >>> DECISIONS["buy_cards"].kinds
    ('status', 'cards')

    Attributes:
        record: The name of the class of what was done.
        method: The method of the state that does it.
        can: The method that tells whether it is possible.
        verify: The method that says why it is not.
        arguments: The arguments of the three: name, kind, and default, if it has one.
        result: What kind of thing `verify` returns.
        fields: The fields of the record, with their kinds.
        sum: A property of the record that is the sum of a field, and that field.
        is_decision: Whether a player decides it; everything else is the dealer's business.
        is_bet: Whether it is decided in the betting: what is paid lies in front of the player then.
        word: The word of hand histories, or nothing.
        automation: The automation that does it without being asked.
        sentences: That of the play-by-play, and that for when nothing is done, shown or paid.
    """

    record: str
    method: str
    can: str
    verify: str
    arguments: tuple[tuple[str, str, str | None], ...]
    result: str
    fields: tuple[tuple[str, str], ...]
    sum: tuple[str, str] | None
    is_decision: bool
    is_bet: bool
    word: str
    automation: str | None
    sentences: tuple[str, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of the arguments of a move: who decides is known."""
        return tuple(kind for _, kind, _ in self.arguments if kind != "player")


def _read_table() -> dict[str, OperationInfo]:
    table = {}
    for names, *others in list_operations():
        row = OperationInfo._make([*names, *others])
        table[row.method] = row
    return table


OPERATIONS: Final = _read_table()
"""All operations by the methods that do them."""

DECISIONS: Final = {method: row for method, row in OPERATIONS.items() if row.is_decision}
"""The operations that players decide."""

OPTIONAL_DECISIONS: Final = frozenset(name for name, row in DECISIONS.items() if row.automation)
"""The decisions that are made for those who do not want to: whether to show, how often to run."""

RECORDS: Final = {row.record: row for row in OPERATIONS.values()}
"""All operations by the names of their records."""
