"""Bounties on the heads of players, fixed or progressive, as they are given."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Final

from croupier.errors import SetupError
from croupier.numbers import show_short, verify_number

__all__ = ["read_bounties", "read_floats", "read_growth"]

_PROGRESSIVE: Final = 0.5


def read_bounties(bounties: float | Iterable[float] | None, count: int) -> list[float]:
    """Return the bounty on each player's head.

    Args:
        bounties: One amount, one for each player, or nothing.
        count: How many players there are.

    Returns:
        The bounties; nothing where there are none.

    Raises:
        SetupError: An amount makes no sense, or there is not one for each player.
    """
    if bounties is None:
        return []
    if not isinstance(bounties, Iterable):
        return read_floats("bounty", [bounties]) * count
    heads = read_floats("bounty", bounties)
    if len(heads) != count:
        raise SetupError(
            f"there are {len(heads)} bounties for {count} players", code="bounty-count"
        )
    return heads


def read_growth(progressive: bool | float) -> float:
    """Return the part of a bounty that is put on the head of its winner.

    Args:
        progressive: The part; half of it for `True`.

    Returns:
        The part.

    Raises:
        SetupError: It is no part.
    """
    growth = _PROGRESSIVE if progressive is True else float(progressive)
    if not 0 <= growth <= 1:
        raise SetupError(
            f"the progressive part of a bounty is from 0 to 1, unlike {progressive}",
            code="bounty-part",
        )
    return growth


def read_floats(what: str, amounts: Iterable[float]) -> list[float]:
    """Return amounts as floats that make sense.

    Args:
        what: The name of such an amount.
        amounts: The amounts.

    Returns:
        The floats.

    Raises:
        SetupError: An amount is negative, no number, or too large or too small to be counted.
    """
    read = []
    for number, amount in enumerate(amounts, 1):
        if isinstance(amount, float) and isfinite(amount):
            verify_number(amount, SetupError)
        try:
            verify_number(amount)
            value = float(amount)
        except (TypeError, ValueError, OverflowError):
            value = -1.0
        if not isfinite(value) or value < 0:
            raise SetupError(
                f"the {what} {number} must be a number that is not negative, unlike"
                f" {show_short(amount)}",
                code="negative-amount",
            )
        read.append(value)
    return read
