"""Logging of faults outside of a table: in listeners, bots and disks."""

from __future__ import annotations

import logging

from croupier.errors import PokerError

__all__ = ["report", "show_error"]

_LOGGER = logging.getLogger("croupier.hosting")
_MAX_SHOWN = 200


def report(place: str, error: BaseException) -> None:
    """Log a fault as one line.

    Args:
        place: What has failed.
        error: What was raised.
    """
    _LOGGER.error("%s failed: %s", place, show_error(error))


def show_error(error: BaseException) -> str:
    """Return an error as one line.

    >>> show_error(RuntimeError("the disk is full"))
    "RuntimeError('the disk is full')"

    Args:
        error: The error.

    Returns:
        The line; errors of ours are their messages.
    """
    text = str(error) if isinstance(error, PokerError) else repr(error)
    return " ".join(text.split())[:_MAX_SHOWN]
