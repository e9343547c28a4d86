"""Problems of the fields of a history: the core finds them, and games find some of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from croupier._native import FieldRules, HandReader
from croupier.errors import UnsupportedError
from croupier.histories.custom import check_custom
from croupier.histories.phh.documents import open_document
from croupier.histories.phh.field_problems import ERROR, FieldProblem
from croupier.histories.phh.variants import CONFIGURED, GAME_TYPES, REQUIRED_FIELDS
from croupier.histories.phh.writing import write_key, write_value
from croupier.histories.times import is_zone

__all__ = ["check_fields", "check_read_fields", "find_fault", "list_rules"]

# The code of what the core leaves to the game.
_CONFIGURED = "configured"


@cache
def list_rules(with_zones: bool = False) -> FieldRules:
    """Return what the core must know of fields: games, currencies and perhaps time zones.

    Args:
        with_zones: Whether the core must know zones, too, since it cannot ask Python.

    Returns:
        The rules.
    """
    from croupier.histories.phh.currencies import CURRENCIES

    zones: set[str] = set()
    if with_zones:
        from zoneinfo import available_timezones

        zones = available_timezones()
    required = [(code, REQUIRED_FIELDS[code]) for code in GAME_TYPES]
    return FieldRules(required, CONFIGURED, CURRENCIES, zones)


def find_fault(values: Mapping[str, Any]) -> str:
    """Say which field is to blame where a hand cannot be played or written.

    >>> find_fault({"variant": "NT", "antes": [0, -1]})
    'antes value 2 must be 0 or more, unlike -1'

    Args:
        values: The fields.

    Returns:
        The first thing that is wrong with them; nothing if they are as they should be.
    """
    for severity, _, field, index, message in check_fields(values):
        if severity == ERROR:
            return f"{field} {message if index is None else f'value {index + 1} {message}'}"
    return ""


def check_fields(values: Mapping[str, Any]) -> Iterator[FieldProblem]:
    """Yield everything that is wrong with the fields of a hand.

    >>> hand = {"variant": "NT", "antes": [0, 0], "blinds_or_straddles": [1, 2], "min_bet": 2}
    >>> hand |= {"starting_stacks": [9, -8], "actions": []}
    >>> [(problem.field, problem.element, problem.message) for problem in check_fields(hand)]
    [('starting_stacks', 1, 'must be above 0, unlike -8')]

    Args:
        values: The fields by their names.

    Yields:
        The problems.
    """
    lines = []
    for name, value in values.items():
        try:
            lines.append(f"{write_key(name)} = {write_value(value)}")
        except UnsupportedError as error:
            yield FieldProblem(ERROR, "type", name, None, f"cannot be written: {error}")
            return
    reader = open_document("\n".join(lines), part="")
    next(reader)
    yield from check_read_fields(reader, values)


def check_read_fields(reader: HandReader, values: Mapping[str, Any]) -> Iterator[FieldProblem]:
    """Yield everything that is wrong with the fields of the hand that a reader gave last.

    Args:
        reader: The reader.
        values: The fields that it gave.

    Yields:
        The problems.
    """
    for problem in reader.check_fields(list_rules(), is_zone):
        if problem[1] == _CONFIGURED:
            yield from check_custom(values)
        else:
            yield FieldProblem(*problem)
