"""The text of the Ongame network."""

from __future__ import annotations

import datetime
import re
from typing import Any, ClassVar

from croupier.histories.formats.patterns import (
    AMOUNT,
    RoomFormat,
    RoomReader,
    Rules,
    find_cards,
    rules,
)

__all__ = ["OngameFormat", "read_long_date"]

_GAMES = {
    "NO_LIMIT TEXAS_HOLDEM": "NT",
    "POT_LIMIT TEXAS_HOLDEM": "X:PT",
    "(LIMIT TEXAS_HOLDEM": "FT",
    "POT_LIMIT OMAHA_HI": "PO",
    "POT_LIMIT OMAHA_HILO": "X:PO/8",
    "(LIMIT OMAHA_HILO": "FO/8",
}
_PLAYER = r"(?P<player>.+?)"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(
    r"(?P<month>[A-Za-z]+) (?P<day>\d+),? (?P<hour>\d+):(?P<minute>\d+):(?P<second>\d+)"
    r" (?P<zone>\S+) (?P<year>\d{4})"
)


def read_long_date(text: str) -> dict[str, Any]:
    """Return when a hand began as fields of a history, where months have names.

    >>> read_long_date("Mon Jan 06 23:28:00 CET 2014")["time_zone_abbreviation"]
    'CET'

    Args:
        text: The date.

    Returns:
        The fields; none if it is no date.
    """
    found = _DATE.search(text)
    if found is None or found["month"][:3].lower() not in _MONTHS:
        return {}
    month = _MONTHS.index(found["month"][:3].lower()) + 1
    numbers = {name: int(found[name]) for name in ("hour", "minute", "second", "day", "year")}
    try:
        datetime.date(numbers["year"], month, numbers["day"])
        time = datetime.time(numbers["hour"], numbers["minute"], numbers["second"])
    except (ValueError, OverflowError):
        return {}
    return {
        "time": time,
        "day": numbers["day"],
        "month": month,
        "year": numbers["year"],
        "time_zone_abbreviation": found["zone"],
    }


class _Reader(RoomReader):
    patterns: ClassVar[Rules] = rules(
        (r"\*{5} History for hand (?P<hand>\S+) \*{5}", "begin"),
        (r"Start hand: (?P<date>.*)", "date"),
        (
            r"Table: (?P<table>.*?) (?:\[\d+\] )?(?P<game>\([A-Z_]+ [A-Z_]+)"
            r" (?P<small>\D?\d[\d.]*)/(?P<big>\D?\d[\d.]*).*",
            "set_table",
        ),
        (r"Button: seat (?P<seat>\d+)", "button"),
        (
            r"Seat \d+: (?P<player>.+) \(\D?[\d.,]+\), net: .*?(?:, \[(?P<cards>[^\]]*)\].*)?",
            "result",
        ),
        (r"Seat (?P<seat>\d+): (?P<player>.+) \((?P<stack>\D?[\d.,]+)\).*", "sit"),
        (rf"{_PLAYER} posts small blind \({AMOUNT}\).*", "small_blind"),
        (rf"{_PLAYER} posts big blind \({AMOUNT}\).*", "big_blind"),
        (rf"{_PLAYER} posts dead blind \({AMOUNT}\).*", "dead"),
        (rf"{_PLAYER} posts ante \({AMOUNT}\).*", "ante"),
        (rf"Dealt to {_PLAYER} \[(?P<cards>[^\]]*)\].*", "deal"),
        (rf"Dealing to {_PLAYER}: \[(?P<cards>[^\]]*)\].*", "deal"),
        (r"--- Dealing (?:flop|turn|river) \[(?P<cards>[^\]]*)\].*", "deal_board"),
        (rf"{_PLAYER} folds", "fold"),
        (rf"{_PLAYER} checks", "check"),
        (rf"{_PLAYER} calls {AMOUNT}.*", "call"),
        (rf"{_PLAYER} bets {AMOUNT}.*", "bet"),
        (rf"{_PLAYER} raises \S+ to {AMOUNT}.*", "raise_to"),
        (rf"{_PLAYER} raises {AMOUNT}.*", "bet"),
        (r"Rake taken: (?P<amount>\D?[\d.,]+).*", "rake"),
        (r".*?[Pp]ot(?: \d+)?: \D?[\d.,]+ won by (?P<winners>.*)", "winners"),
        (r"\*{5} End of hand .*", "end"),
    )
    ignored = re.compile(r"---|Dealing pocket|Summary|Players in round|.* (?:said|is |has )")

    def begin(self, found: re.Match[str]) -> None:
        self.table.hand = found["hand"]
        self.keep(venue="Ongame Network", hand=found["hand"])

    def date(self, found: re.Match[str]) -> None:
        self.keep(**read_long_date(found["date"]))

    def set_table(self, found: re.Match[str]) -> None:
        table = self.table
        table.variant = self.find_game(_GAMES, found["game"])
        self.keep(table=found["table"])
        small, big = self.units(found, "small"), self.units(found, "big")
        if table.variant in {"FT", "FO/8"}:
            table.small_bet, table.big_bet = small, big
            table.small_blind, table.big_blind = small // 2, small
        else:
            table.small_blind, table.big_blind = small, big

    def result(self, found: re.Match[str]) -> None:
        if found["cards"]:
            self.table.show(found["player"], find_cards(found["cards"]))

    def rake(self, found: re.Match[str]) -> None:
        self.table.rake = self.units(found)

    def winners(self, found: re.Match[str]) -> None:
        for name, amount in re.findall(r"(.+?) \((\D?[\d.,]+)\)(?:, )?", found["winners"]):
            self.table.collect(name, self.table.chips.read(amount))


class OngameFormat(RoomFormat):
    """Read the text of the Ongame network."""

    name = "ongame"
    title = "Ongame text"
    start = re.compile(r"\s*\*{5} History for hand \S")
    reader = _Reader
