"""How much a document may be: more than any real hand needs, and less than would harm a reader."""

from __future__ import annotations

from typing import Final

from croupier.limits import MAX_DEPTH, MAX_FILE_BYTES, MAX_PLAYERS

__all__ = ["MAX_ACTIONS", "MAX_DEPTH", "MAX_FILE_BYTES", "MAX_HAND_BYTES", "MAX_PLAYERS"]

# The core has the same numbers.
MAX_HAND_BYTES: Final = 1 << 20
"""The most bytes of a hand."""
MAX_ACTIONS: Final = 10_000
"""The most actions of a hand."""
