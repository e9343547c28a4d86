"""What the first line of a hand says in the text of PokerStars and of rooms that imitate it."""

from __future__ import annotations

import datetime
import re
from functools import lru_cache
from typing import Any, Final, NamedTuple

from croupier.errors import ParseError
from croupier.histories.formats.amounts import CENTS, CURRENCIES, WHOLE, Chips

__all__ = [
    "GAMES",
    "ZONES",
    "Stakes",
    "find_game",
    "read_header",
    "read_level",
    "read_stakes",
    "read_time",
    "write_roman",
]

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

_PRE_FLOP = "pot limit pre-flop, no limit post-flop"
_NAMES = sorted({game for game, _ in GAMES}, key=len, reverse=True)
_GAME = re.compile(
    rf"({'|'.join(map(re.escape, _NAMES))})\s+({_PRE_FLOP}|no limit|pot limit|limit)",
    re.IGNORECASE,
)
_STAKES = re.compile(
    r"(?:\(|, )([^\d\s(),/+]*)(\d[\d.,]*)/[^\d\s]*(\d[\d.,]*)"
    r"(?: - [^\d\s]*(\d[\d.,]*) Cap -)?\s*([A-Z]{3})?\s*\)"
)
_BUTTON_BLIND = re.compile(
    r"\(Button Blind\s([^\d\s]*)(\d[\d.,]*) - Ante\s[^\d\s]*(\d[\d.,]*)\s*([A-Z]{3})?\)"
)
_TIME = re.compile(
    r"(\d{4})[/-](\d{1,2})[/-](\d{1,2})[ -]+(\d{1,2}):(\d\d)(?::(\d\d))?(?: \(?([A-Z]+)\)?)?"
)
_MIX = re.compile(r"([\w.'-]+(?: [\w.'-]+)?) \((?:[^()]*Limit)[^()]*\)")
_MIXES = r"\s*(?:Mixed |8-Game|H\.?O\.?R\.?S\.?E|HOSE|Triple Stud)|\s*"
_LEVEL = re.compile(r" - (?:Match Round (\w+), )?Level (\w+)", re.IGNORECASE)
_TOURNAMENT = re.compile(r"(?:Zoom )?Tournament #(\d+),\s*(.*)", re.IGNORECASE)
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


class Stakes(NamedTuple):
    """What a header says of the stakes, in units.

    Attributes:
        chips: How units become amounts.
        small: The small blind, or the small bet where bets are fixed.
        big: The big blind, or the big bet.
        cap: The most that a player can lose.
        currency: The code of the currency.
        symbol: The sign of the currency.
    """

    chips: Chips
    small: int
    big: int
    cap: int | None = None
    currency: str | None = None
    symbol: str | None = None


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    return next(reversed(list(pattern.finditer(text))), None)


@lru_cache(maxsize=4096)
def find_game(text: str) -> tuple[str, str, str]:
    """Find the game that a header names; the last one, where a mix is named before it.

    >>> find_game("Mixed Omaha (5 Card Omaha Pot Limit) - Level II (15/30)")
    ('5 card omaha', 'pot limit', 'X:PO5')

    Args:
        text: The header.

    Returns:
        The name of the game, its limits, and its code.

    Raises:
        ParseError: There is none that is known.
    """
    found = _last(_GAME, text)
    if found is None:
        raise ParseError("the header names no game that is known", excerpt=text[:80])
    game, limit = found[1].lower(), found[2].lower()
    # Whoever may bet anything may bet the pot.
    code = GAMES.get((game, "no limit" if limit == _PRE_FLOP else limit))
    if code is None:
        raise ParseError(f"there is no game {found[0]!r}", excerpt=text[:80])
    return game, limit, code


@lru_cache(maxsize=4096)
def read_stakes(text: str, tournament: bool) -> Stakes:
    """Read the stakes of a header.

    >>> stakes = read_stakes("Hold'em No Limit ($0.05/$0.10 USD)", False)
    >>> stakes.small, stakes.big, stakes.currency
    (5, 10, 'USD')

    Args:
        text: The header.
        tournament: Whether chips are those of a tournament, and so whole.

    Returns:
        The stakes.

    Raises:
        ParseError: There are none.
    """
    short = _BUTTON_BLIND.search(text)
    if short is not None:
        sign, small, big, code = short.groups()
        cap = None
    else:
        found = _last(_STAKES, text)
        if found is None:
            raise ParseError("the header has no stakes such as ($1/$2)", excerpt=text[:80])
        sign, small, big, cap, code = found.groups()
    play = not sign and not code and "." not in small + big
    chips = WHOLE if tournament or play else CENTS
    currency = symbol = None
    if chips is CENTS:
        symbol = sign if sign in CURRENCIES else None
        currency = code or CURRENCIES.get(sign)
    return Stakes(
        chips,
        chips.read(small),
        chips.read(big),
        None if cap is None else chips.read(cap),
        currency,
        symbol,
    )


@lru_cache(maxsize=4096)
def read_header(
    site: str, middle: str
) -> tuple[dict[str, Any], dict[str, Any], str, str, str, Stakes]:
    """Return what the hands of a table and a level have in common in their headers.

    Args:
        site: What stands before the number of the hand.
        middle: What stands between the number and the date.

    Returns:
        The fields, those that the standard does not have, the game, its limits, its code, and the
        stakes.

    Raises:
        ParseError: There is no such game, or there are no stakes.
    """
    facts: dict[str, Any] = {}
    others: dict[str, Any] = {}
    tournament = _TOURNAMENT.match(middle)
    game, limit, variant = find_game(middle)
    stakes = read_stakes(middle, tournament is not None)
    if "zoom" in site.lower() or middle.lower().startswith("zoom"):
        others["_zoom"] = True
        site = re.sub(r"(?i)\s*zoom", "", site)
    facts["venue"] = site.strip()
    if tournament is not None:
        others["_tournament"] = tournament[1]
        where = re.search(_MIXES + re.escape(game), tournament[2], re.IGNORECASE)
        buy_in = tournament[2][: where.start()] if where else ""
        if buy_in.strip(" ,-"):
            others["_buy_in"] = buy_in.strip(" ,-")
        level = _LEVEL.search(middle)
        if level is not None:
            facts["level"] = read_level(level[2])
            if level[1]:
                others["_round"] = read_level(level[1])
    mix = _MIX.search(middle)
    if mix is not None:
        others["_mix"] = re.sub(r"^[A-Z]{3} ", "", mix[1])
    if stakes.currency is not None:
        facts["currency"] = stakes.currency
    if stakes.symbol is not None:
        facts["currency_symbol"] = stakes.symbol
    return facts, others, game, limit, variant, stakes


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
        raise ParseError(f"there is no such time: {error}", excerpt=text[:40]) from None
    fields: dict[str, Any] = {"time": time, "day": day, "month": month, "year": year}
    zone = chosen[6]
    if zone in ZONES:
        fields["time_zone"] = ZONES[zone]
    if zone:
        fields["time_zone_abbreviation"] = zone
    return fields


def read_level(text: str) -> int | None:
    """Return a level in Roman or other digits.

    >>> read_level("XIV"), read_level("12"), read_level("?")
    (14, 12, None)

    Args:
        text: The digits.

    Returns:
        The level, or `None` if there is none.
    """
    if text.isdecimal():
        return int(text)
    if not text or any(letter not in _ROMAN for letter in text.upper()):
        return None
    values = [_ROMAN[letter] for letter in text.upper()]
    return sum(
        -value if value < after else value
        for value, after in zip(values, [*values[1:], 0], strict=True)
    )


_MOST_ROMAN = 3999


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
    if level > _MOST_ROMAN:
        return str(level)
    for step in steps:
        digits = step.rstrip("0123456789")
        value = int(step.removeprefix(digits))
        text += digits * (level // value)
        level %= value
    return text
