"""Names of games, however they are spelled."""

from __future__ import annotations

from croupier.errors import UnsupportedError
from croupier.limits import MOST_NAME_CHARACTERS
from croupier.numbers import show_short

__all__ = ["plain", "verify_name"]


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


def verify_name(text: str) -> None:
    """Refuse a text that is too long to be the name of a game, or of its file.

    >>> verify_name("razz")

    Args:
        text: The name.

    Raises:
        UnsupportedError: It is too long.
    """
    if len(text) > MOST_NAME_CHARACTERS:
        raise UnsupportedError(
            f"there is no game {show_short(text)}: names have at most {MOST_NAME_CHARACTERS}"
            " characters",
            code="unknown-game",
        )
