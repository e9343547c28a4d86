"""Faults of others, such as listeners, bots and disks: each is a line of the log of the process."""

from __future__ import annotations

import logging

from croupier.errors import PokerError

__all__ = ["report", "show_error"]

_LOGGER = logging.getLogger("croupier.hosting")
_MAX_SHOWN = 200


def report(place: str, error: BaseException) -> None:
    """Log a fault, and go on.

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
