"""Games, zones and levels as headers of PokerStars name them."""

from __future__ import annotations

import datetime
import re
from functools import lru_cache
from typing import Any, Final

from croupier.errors import ParseError

__all__ = ["GAMES", "ZONES", "read_time", "write_roman"]

GAMES: Final[dict[tuple[str, str], str]] = {
    ("hold'em", "no limit"): "NT",
    ("hold'em", "limit"): "FT",
    ("hold'em", "pot limit"): "X:PT",
    ("split hold'em", "no limit"): "NT",
    ("6+ hold'em", "no limit"): "NS",
    ("omaha", "pot limit"): "PO",
    ("omaha", "no limit"): "X:NO",
    ("omaha", "limit"): "X:FO",
    ("omaha hi/lo", "limit"): "FO/8",
    ("omaha hi/lo", "pot limit"): "X:PO/8",
    ("omaha hi/lo", "no limit"): "X:NO/8",
    ("5 card omaha", "pot limit"): "X:PO5",
    ("5 card omaha hi/lo", "pot limit"): "X:PO5/8",
    ("6 card omaha", "pot limit"): "X:PO6",
    ("courchevel", "pot limit"): "X:PC",
    ("courchevel hi/lo", "pot limit"): "X:PC/8",
    ("7 card stud", "limit"): "F7S",
    ("7 card stud hi/lo", "limit"): "F7S/8",
    ("razz", "limit"): "FR",
    ("badugi", "limit"): "FB",
    ("triple draw 2-7 lowball", "limit"): "F2L3D",
    ("triple draw 2-7 lowball", "pot limit"): "X:P2L3D",
    ("triple draw 2-7 lowball", "no limit"): "X:N2L3D",
    ("single draw 2-7 lowball", "no limit"): "N2L1D",
    ("5 card draw", "limit"): "X:F5D",
    ("5 card draw", "pot limit"): "X:P5D",
    ("5 card draw", "no limit"): "X:N5D",
}
"""Games and limits as texts name them, in lower case, and their codes."""

ZONES: Final = {"ET": "America/New_York", "UTC": "UTC", "GMT": "UTC"}
"""Zones whose letters mean one thing."""

_TIME = re.compile(
    r"(\d{4})[/-](\d{1,2})[/-](\d{1,2})[ -]+(\d{1,2}):(\d\d)(?::(\d\d))?(?: \(?([A-Z]+)\)?)?"
)


def read_time(text: str) -> dict[str, Any]:
    """Return when a hand began, as fields of a history; in eastern time, where that is given.

    >>> read_time("2025/08/02 11:24:53 CET [2025/08/02 5:24:53 ET]")["time_zone"]
    'America/New_York'

    Args:
        text: The end of the header.

    Returns:
        The fields; none if there is no date.

    Raises:
        ParseError: There is no such day or time.
    """
    times = _TIME.findall(text)
    if not times:
        return {}
    chosen = next((one for one in times if one[6] in ZONES), times[0])
    year, month, day, hour, minute, second = (int(part or 0) for part in chosen[:6])
    try:
        datetime.date(year, month, day)
        time = datetime.time(hour, minute, second)
    except (ValueError, OverflowError) as error:
        raise ParseError(
            f"there is no such time: {error}", excerpt=text[:40], code="unknown-time"
        ) from None
    fields: dict[str, Any] = {"time": time, "day": day, "month": month, "year": year}
    zone = chosen[6]
    if zone in ZONES:
        fields["time_zone"] = ZONES[zone]
    if zone:
        fields["time_zone_abbreviation"] = zone
    return fields


_MAX_ROMAN = 3999


@lru_cache(maxsize=64)
def write_roman(level: int) -> str:
    """Return a level in Roman digits; in others, where the Romans had none.

    >>> write_roman(14), write_roman(40), write_roman(4000)
    ('XIV', 'XL', '4000')

    Args:
        level: The level.

    Returns:
        The digits.
    """
    steps = (
        "M1000",
        "CM900",
        "D500",
        "CD400",
        "C100",
        "XC90",
        "L50",
        "XL40",
        "X10",
        "IX9",
        "V5",
        "IV4",
        "I1",
    )
    text = ""
    if level > _MAX_ROMAN:
        return str(level)
    for step in steps:
        digits = step.rstrip("0123456789")
        value = int(step.removeprefix(digits))
        text += digits * (level // value)
        level %= value
    return text
