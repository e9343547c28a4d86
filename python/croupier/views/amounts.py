"""How amounts are written in views and in words: as they are, or as somebody wants them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import ContextVar
from fractions import Fraction
from functools import partial
from typing import Any

from croupier.numbers import Chips

__all__ = ["amounts_written", "make_big_blinds", "show_amount"]

_written: ContextVar[Callable[[Any], str] | None] = ContextVar("written", default=None)


def show_amount(amount: Chips, otherwise: Callable[[Any], str] = str) -> str:
    """Return an amount as it is to be written now.

    >>> show_amount(1500)
    '1500'
    >>> with amounts_written(make_big_blinds(200)):
    ...     show_amount(1500)
    '7.5 bb'

    Args:
        amount: The amount.
        otherwise: Writes it where nobody has said how.

    Returns:
        The text.
    """
    return (_written.get() or otherwise)(amount)


class _Writing:
    """A block in which amounts are written in another way."""

    __slots__ = ("_token", "_write")

    def __init__(self, write: Callable[[Any], str]) -> None:
        self._write = write

    def __enter__(self) -> None:
        self._token = _written.set(self._write)

    def __exit__(self, *_: object) -> None:
        _written.reset(self._token)


def amounts_written(write: Callable[[Any], str]) -> AbstractContextManager[None]:
    """Write amounts in another way, as long as the block runs.

    Args:
        write: Writes an amount.

    Returns:
        The block.
    """
    return _Writing(write)


def make_big_blinds(big_blind: Chips) -> Callable[[Any], str]:
    """Return what writes amounts in big blinds, to a hundredth.

    >>> write = make_big_blinds(3)
    >>> write(4), write(3000), write(-1)
    ('1.33 bb', '1,000 bb', '-0.33 bb')

    Args:
        big_blind: The big blind.

    Returns:
        The function.
    """
    return partial(_write_big_blinds, Fraction(big_blind))


def _write_big_blinds(big_blind: Fraction, amount: Chips) -> str:
    text = f"{float(Fraction(amount) / big_blind):,.2f}"
    return f"{text.rstrip('0').rstrip('.')} bb"
