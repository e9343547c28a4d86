"""Names of games, however they are spelled."""

from __future__ import annotations

from croupier.errors import UnsupportedError
from croupier.limits import MAX_NAME_CHARACTERS
from croupier.numbers import show_short

__all__ = ["normalize_name", "verify_name"]


def normalize_name(name: str) -> str:
    """Return a name without what does not matter: capitals, spaces and punctuation.

    >>> normalize_name("Hold'em Hi-Lo")
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
    if len(text) > MAX_NAME_CHARACTERS:
        raise UnsupportedError(
            f"there is no game {show_short(text)}: names have at most {MAX_NAME_CHARACTERS}"
            " characters",
            code="unknown-game",
        )
