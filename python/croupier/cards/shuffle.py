"""Shuffling that a seed can repeat."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import TypeVar

from croupier import _native

__all__ = ["permutation", "shuffled"]

_Value = TypeVar("_Value")


def permutation(count: int, *, seed: int | bytes | None = None) -> list[int]:
    """Return the numbers below a count in a random order, each order equally likely.

    >>> sorted(permutation(5))
    [0, 1, 2, 3, 4]
    >>> permutation(5, seed=7) == permutation(5, seed=7)
    True

    Args:
        count: How many numbers there are.
        seed: A number from 0 to 2**256 - 1, or its 32 bytes, that decides the order, the same on
            every machine. If there is none, that of `croupier.seed` decides, or the operating
            system's randomness.

    Returns:
        The numbers.

    Raises:
        ValueError: The count is negative, or the seed is none.
    """
    if index(count) < 0:
        raise ValueError(f"The count {count} should not be negative.")
    return _native.permutation(count, seed)


def shuffled(values: Iterable[_Value], *, seed: int | bytes | None = None) -> list[_Value]:
    """Return the values in a random order, each order equally likely.

    The values themselves are left as they are. The seed decides where each value goes, so values
    that come in another order, as those of a set may, end in another order.

    >>> sorted(shuffled("abcd"))
    ['a', 'b', 'c', 'd']
    >>> shuffled("abcd", seed=7) == shuffled("abcd", seed=7)
    True

    Args:
        values: The values.
        seed: A number from 0 to 2**256 - 1, or its 32 bytes, that decides the order, the same on
            every machine. If there is none, that of `croupier.seed` decides, or the operating
            system's randomness.

    Returns:
        A new list.

    Raises:
        ValueError: It is no seed.
    """
    given = list(values)
    return [given[place] for place in permutation(len(given), seed=seed)]
