"""Recognizing tournament summaries, which lie in folders among files of hands."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["GGPOKER", "POKERSTARS", "WINAMAX", "is_first_line", "is_tournament_summary"]

POKERSTARS: Final = re.compile(r"(PokerStars|Full Tilt) Tournament #(\d+), (.+)")
"""The first line of a summary of PokerStars: the room, the number and the title."""
GGPOKER: Final = re.compile(r"Tournament #(\d+), (.+), ([^,]+)")
"""The first line of a summary of GGPoker."""
WINAMAX: Final = re.compile(r"Winamax Poker - Tournament summary : (.+)\((\d+)\)( - .+)?")
"""The first line of a summary of Winamax."""

# PokerStars sends summaries with a heading, and saves them with a mark of its own before the text.
_HEADING: Final = re.compile(r"Tournament History for your last \d+ tournament")
_MARKS: Final = "\ufeff\x10"


def is_first_line(line: str) -> bool:
    """Return whether a line is the first one of a tournament summary."""
    return any(one.fullmatch(line) for one in (POKERSTARS, GGPOKER, WINAMAX))


def is_tournament_summary(text: str) -> bool:
    r"""Return whether a text begins as a tournament summary does.

    >>> is_tournament_summary("PokerStars Tournament #1234567, No Limit Hold'em\nBuy-In: $5/$1 USD")
    True
    >>> is_tournament_summary("PokerStars Hand #1: Tournament #1234567, $5+$1 USD Hold'em No Limit")
    False

    Args:
        text: The text, or its beginning.
    """
    first = text.lstrip(_MARKS + " \t\r\n").partition("\n")[0].strip()
    return is_first_line(first) or _HEADING.match(first) is not None
