"""Values of either library as plain ones, which can be compared."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from math import isclose
from typing import Any

import pokerkit.state

TOLERANCE = 1e-9

_OPERATION_FIELDS = {
    name: tuple(field.name for field in dataclasses.fields(value))
    for name, value in vars(pokerkit.state).items()
    if isinstance(value, type) and issubclass(value, pokerkit.state.Operation)
}
_NUMBERS = (int, float, Decimal, Fraction)
_CONVERSIONS: dict[type, Callable[[Any], Any]] = {}


def plain(value: Any) -> Any:
    """Return a value without anything of its library: cards and hands are text, lists are lists."""
    kind = type(value)
    convert = _CONVERSIONS.get(kind)
    if convert is None:
        convert = _CONVERSIONS[kind] = _conversion(kind)
    return convert(value)


def _conversion(kind: type) -> Callable[[Any], Any]:
    name = kind.__name__
    if kind is type(None) or issubclass(kind, (bool, str, *_NUMBERS)):
        return lambda value: value
    if name == "Card":
        return repr
    if issubclass(kind, (set, frozenset)):
        return sorted
    if name == "Pot":
        return lambda pot: [pot.raked_amount, pot.unraked_amount, list(pot.player_indices)]
    if name == "Street":
        return _plain_street
    if name in _OPERATION_FIELDS:
        fields = _OPERATION_FIELDS[name]
        return lambda operation: [name, *(plain(getattr(operation, field)) for field in fields)]
    if issubclass(kind, Iterable):
        return lambda values: list(map(plain, values))
    return repr


def _plain_street(street: Any) -> list[Any]:
    return [
        street.card_burning_status,
        list(street.hole_dealing_statuses),
        street.board_dealing_count,
        street.draw_status,
        str(street.opening),
        street.min_completion_betting_or_raising_amount,
        street.max_completion_betting_or_raising_count,
    ]


def ask(question: Callable[..., Any], *arguments: Any) -> Any:
    """Return an answer as a plain value, or which error there was instead."""
    try:
        return plain(question(*arguments))
    except Exception as error:
        return f"raises {type(error).__name__}"


def same(one: Any, other: Any, *, exact: bool) -> bool:
    """Return whether two plain values are the same, amounts up to rounding."""
    if one == other:
        return isinstance(one, bool) == isinstance(other, bool)
    if exact:
        return False
    if isinstance(one, list) and isinstance(other, list):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(same(a, b, exact=exact) for a, b in pairs)
    if isinstance(one, _NUMBERS) and isinstance(other, _NUMBERS):
        return isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return False
