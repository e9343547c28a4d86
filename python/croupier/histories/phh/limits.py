"""How much a document may be: more than any real hand needs, and less than would harm a reader."""

from __future__ import annotations

from typing import Final

from croupier.limits import MOST_DEPTH, MOST_FILE_BYTES, MOST_PLAYERS

__all__ = ["MOST_ACTIONS", "MOST_DEPTH", "MOST_FILE_BYTES", "MOST_HAND_BYTES", "MOST_PLAYERS"]

# The core has the same numbers.
MOST_HAND_BYTES: Final = 1 << 20
"""The most bytes of a hand."""
MOST_ACTIONS: Final = 10_000
"""The most actions of a hand."""
