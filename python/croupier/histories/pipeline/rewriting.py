"""Hands that another program's writer takes from a source, without histories in between."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from croupier.histories.formats.base import Format, Note

__all__ = ["Rewriter", "Rewritten"]


class Rewritten(NamedTuple):
    """The result of rewriting a hand.

    Attributes:
        text: The text; nothing if the hand is not written.
        reason: Why it is not written.
        notes: What the text leaves out.
        name: The name or number of the hand.
        line: The line that it begins on, or that the fault is in.
        is_hand: Whether it is a hand, and not something said of the whole file.
        is_filtered: Whether it is not written because nobody asked for such a hand.
    """

    text: str = ""
    reason: str = ""
    notes: tuple[Note, ...] = ()
    name: str = ""
    line: int = 1
    is_hand: bool = True
    is_filtered: bool = False


class Rewriter(Protocol):
    """A writer that goes from a source to texts by itself."""

    def rewrite(
        self, format: Format, source: str | bytes | os.PathLike[str]
    ) -> Iterator[Rewritten]:
        """Write the hands of a source.

        Args:
            format: The format of the source.
            source: A text, bytes, or a path.

        Returns:
            The results, hand by hand.

        Raises:
            ParseError: Hands of this format cannot be written this way.
        """
        ...
