"""How fine the chips of a history are: what the core decides, asked about any history."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING, Any

from croupier._native import are_chips_divided

if TYPE_CHECKING:
    from croupier.histories.history import HandHistory

__all__ = ["are_divided", "starting_stacks", "to_decimals", "to_exact"]


def starting_stacks(history: HandHistory) -> list[Any]:
    """Return the starting stacks of all players."""
    stacks: Any = history.starting_stacks
    if isinstance(stacks, int | float | Decimal):
        # One number for everybody, of whom there are as many as there are antes.
        stacks = [stacks] * len(history.antes)
    return [to_exact(stack) for stack in stacks]


def are_divided(history: HandHistory) -> bool:
    """Return whether the amounts of a history say that chips are divided."""
    finishing = list(history.finishing_stacks or ())
    return are_chips_divided(list(_bets(history)), starting_stacks(history), finishing)


def _bets(history: HandHistory) -> Iterator[Any]:
    for values in (history.antes, history.blinds_or_straddles):
        if isinstance(values, list):
            yield from values
        else:
            yield values
    yield from (history.bring_in, history.small_bet, history.big_bet, history.min_bet)
    for action in history.actions:
        if "cbr" in action:
            words = action.partition("#")[0].split()
            if len(words) == 3:
                try:
                    yield history.parse_value(words[2])
                except ValueError:
                    continue


def to_exact(value: Any) -> Any:
    """Return a float as the decimal that it is written as; an unknown amount stays what it is.

    >>> to_exact(0.1), to_exact(3), to_exact(float("inf"))
    (Decimal('0.1'), 3, inf)

    Args:
        value: A number, or nothing.

    Returns:
        The same, exactly.
    """
    if isinstance(value, float) and isfinite(value):
        return Decimal(float.__repr__(value))
    return value


def to_decimals(values: Any) -> Any:
    """Return integers and floats as decimals, and anything else as it is."""
    if isinstance(values, list):
        return [to_decimals(value) for value in values]
    return Decimal(values) if type(values) is int else to_exact(values)
