"""Names of games, however they are spelled."""

from __future__ import annotations

__all__ = ["plain"]


def plain(name: str) -> str:
    """Return a name without what does not matter: capitals, spaces and punctuation.

    >>> plain("Hold'em Hi-Lo")
    'holdemhilo'

    Args:
        name: A name.

    Returns:
        Its letters and digits.
    """
    return "".join(filter(str.isalnum, name.casefold()))
