"""Hands that were converted file by file, put together to one document."""

from __future__ import annotations

from typing import TextIO

from croupier.histories.pipeline.converting import find_style

__all__ = ["Joiner"]

_AT_ONCE = 1 << 20


class Joiner:
    r"""A joiner of what `convert` wrote of several files, one behind the other.

    >>> from io import StringIO
    >>> out = StringIO()
    >>> joiner = Joiner("phh", out)
    >>> for part in ("[1]\nvariant = 'NT'\n", "[1]\nvariant = 'FT'\n"):
    ...     joiner.add(StringIO(part), 1)
    >>> joiner.close()
    >>> out.getvalue()
    "[1]\nvariant = 'NT'\n\n[2]\nvariant = 'FT'\n"
    """

    def __init__(self, target: str, out: TextIO) -> None:
        """Begin a document.

        Args:
            target: The name of the format.
            out: Where it is written.

        Raises:
            SetupError: Hands cannot be written in this format.
        """
        self._style = find_style(target)
        self._is_numbered = target == "phh"
        self._out = out
        self._written = 0
        out.write(self._style.opening)

    def add(self, part: TextIO, converted: int) -> None:
        """Add the hands of a file.

        Args:
            part: What was written of them.
            converted: How many there are.
        """
        if converted and self._written:
            self._out.write(self._style.between)
        if self._is_numbered and self._written:
            self._renumber(part)
        else:
            while chunk := part.read(_AT_ONCE):
                self._out.write(chunk)
        self._written += converted

    def _renumber(self, part: TextIO) -> None:
        """Copy hands of PHH, and go on counting them where the file before stopped."""
        for line in part:
            if line.startswith("[") and line.rstrip().strip("[]").isdecimal():
                line = f"[{int(line.rstrip().strip('[]')) + self._written}]\n"
            self._out.write(line)

    def close(self) -> None:
        """End the document."""
        self._out.write(self._style.closing)
