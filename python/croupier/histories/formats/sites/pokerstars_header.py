"""Parts of a header of PokerStars: the number of a hand, its game, and its time."""

from __future__ import annotations

import datetime
import hashlib
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from croupier.histories.formats.sites.headers import GAMES, ZONES
from croupier.histories.history import HandHistory
from croupier.histories.times import find_zone

__all__ = ["TITLES", "make_number", "number_of", "write_time", "write_title"]

TITLES: Final[dict[str, tuple[str, str]]] = {}
"""The names of the game and of its limit by the codes of variants."""
for (_game, _limit), _code in GAMES.items():
    if _game != "split hold'em":
        TITLES.setdefault(_code, (_game, _limit))
_LIMITS: Final = {"no limit": "No Limit", "pot limit": "Pot Limit", "limit": "Limit"}
_EASTERN: Final = ZoneInfo("America/New_York")


def number_of(history: HandHistory, number: int | None = None) -> int:
    """Return a hand's number: its own, or one that is always the same for the same hand.

    >>> history = HandHistory(variant="NT", antes=[0, 0], starting_stacks=[9, 8], actions=[])
    >>> number_of(history) == number_of(history), number_of(history, 5)
    (True, 5)

    Args:
        history: The hand.
        number: The number, if somebody chose one.

    Returns:
        The number, of at most 18 digits.
    """
    if number is not None:
        return number
    hand = history.hand
    if isinstance(hand, int) and hand >= 0:
        return hand
    if isinstance(hand, str) and hand.isdecimal():
        return int(hand)
    return make_number(str(hand) if hand is not None else history.dumps())


def make_number(name: str) -> int:
    """Return a number for a name, the same one at all times.

    >>> make_number("2z0scfgs6h8y")
    504090512932910326

    Args:
        name: The name.

    Returns:
        The number, of at most 18 digits, so that programs that import it have room for it.
    """
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") % 10**18


def write_time(history: HandHistory) -> str:
    """Return when a hand began: in its own time if that is eastern or universal, else in eastern.

    >>> history = HandHistory(variant="NT", antes=[0, 0], starting_stacks=[9, 8], actions=[])
    >>> history.year, history.month, history.day = 2024, 7, 1
    >>> history.time, history.time_zone = datetime.time(20, 15), "Europe/Vienna"
    >>> write_time(history)
    '2024/07/01 14:15:00 ET'

    Args:
        history: The hand.

    Returns:
        The date, the time, and letters for the zone, if it is known.
    """
    date, time = history.date, history.time or datetime.time()
    if date is None:
        return "2000/01/01 0:00:00"
    letters = history.time_zone_abbreviation
    zone = history.time_zone
    local = datetime.datetime.combine(date, time)
    known = None if zone is None else find_zone(zone)
    if zone is None or known is None:
        return _clock(local, letters or "")
    if zone == "UTC" or ZONES.get(letters or "ET") == zone:
        return _clock(local, letters or ("UTC" if zone == "UTC" else "ET"))
    try:
        return _clock(local.replace(tzinfo=known).astimezone(_EASTERN), "ET")
    except OverflowError:
        # The first and the last day that there is have no other.
        return _clock(local, letters or "")


@cache
def write_title(variant: str) -> str:
    """Return the name of a game and its limit, as a header has it.

    >>> write_title("FO/8")
    'Omaha Hi/Lo Limit'

    Args:
        variant: The code of the game.

    Returns:
        The name.
    """
    game, limit = TITLES[variant]
    words = [word[:1].upper() + word[1:] if word != "hi/lo" else "Hi/Lo" for word in game.split()]
    return f"{' '.join(words)} {_LIMITS[limit]}"


def _clock(moment: datetime.datetime, zone: str) -> str:
    date = f"{moment.year}/{moment.month:02}/{moment.day:02}"
    return f"{date} {moment.hour}:{moment.minute:02}:{moment.second:02} {zone}".rstrip()
