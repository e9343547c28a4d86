"""Numbers of hands and names of players, as pokernow2gw makes them of PokerNow's."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

__all__ = ["numeric_id", "short_name"]


def numeric_id(name: str) -> str:
    """Return the number of a hand; a name becomes the number that pokernow2gw gives it.

    >>> numeric_id("12"), numeric_id("2z0scfgs6h8y")
    ('12', '7504090512932910326')

    Args:
        name: The name or number.

    Returns:
        The number.
    """
    if name.isascii() and name.isdecimal() and int(name) < 1 << 63:
        return name
    return str(int.from_bytes(sha256(name.encode()).digest()[:8]))


@lru_cache(maxsize=4096)
def short_name(player: str) -> str:
    """Return a player's name without blanks and quotation marks around it.

    >>> short_name("spa @ ces @ 3mid0aO0hZ")
    'spa@ces'

    Args:
        player: The name and number as the log has them.

    Returns:
        The name.
    """
    name, mark, _ = player.rpartition("@")
    return name.replace(" ", "").replace('""', "").strip('"') if mark else player
