"""The text of GGPoker: that of PokerStars with habits of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from croupier.errors import ParseError
from croupier.histories.formats.assembly import Assembly
from croupier.histories.formats.base import Chunk, Format, Reading
from croupier.histories.formats.headers import read_stakes, read_time
from croupier.histories.formats.pokerstars import TextReader, split_at
from croupier.limits import MOST_ROOM_LINE_CHARACTERS

__all__ = ["GGPokerFormat"]

_START = re.compile(r"\s*Poker Hand #[A-Z]*\d+:")
_HEADER = re.compile(r"\s*Poker Hand #([A-Z]*\d+):\s*(.*?) - (\d{4}/\d.*)")
_TOURNAMENT = re.compile(r"Tournament #(\d+), (.*) - Level\s?(\d+)\s?(\(.*\))")
_ONE_STAKE = re.compile(r"\(([^\d\s()/]*)(\d[\d.,]*)\)$")
# The first that a header has counts.
_GAMES = (
    ("ShortDeck", "NS"),
    ("Short Deck", "NS"),
    ("6+ Hold'em", "NS"),
    ("PLO-6", "X:PO6"),
    ("PLO-5", "X:PO5"),
    ("PLO6", "X:PO6"),
    ("PLO5", "X:PO5"),
    ("PLO", "PO"),
    ("Omaha (NL postflop)", "X:NO"),
    ("Omaha Hi/Lo Pot Limit", "X:PO/8"),
    ("Omaha Pot Limit", "PO"),
    ("Hold'em Pot Limit", "X:PT"),
    ("Hold'em", "NT"),
    ("Omaha", "PO"),
)


class GGPokerFormat(Format):
    """Read the text of GGPoker."""

    name = "ggpoker"
    title = "GGPoker text"
    longest_line = MOST_ROOM_LINE_CHARACTERS

    def recognize(self, text: str) -> bool:
        """Tell whether a line is the header of a hand."""
        return any("#" in line and _START.match(line) for line in text.split("\n"))

    def split(self, lines: Iterable[str]) -> Iterator[Chunk]:
        """Cut lines at headers."""
        return split_at(lines, _START.match, header=_HEADER)

    def read_hand(self, chunk: Chunk) -> Reading:
        """Read one hand."""
        return _Reader(self.name, chunk).read()


class _Reader(TextReader):
    def read_header(self, line: str) -> Assembly:
        found = _HEADER.match(line)
        if found is None:
            raise self.error("the header has no hand number, game and date", line)
        number, middle, date = found.groups()
        try:
            return self.begin("GGPoker", number, middle, date)
        except ParseError as error:
            error.hand, error.line, error.format = number, self.chunk.line, self.format
            raise

    def begin(self, site: str, number: str, middle: str, date: str) -> Assembly:
        facts: dict[str, Any] = {"venue": site, "hand": number}
        others: dict[str, Any] = {}
        tournament = _TOURNAMENT.match(middle)
        variant = next((code for name, code in _GAMES if name in middle), None)
        if variant is None:
            raise ParseError("the header names no game that is known", excerpt=middle[:80])
        text = middle
        if tournament is not None:
            others["_tournament"] = tournament[1]
            names = [name for name, _ in _GAMES if name in tournament[2]]
            facts["event"] = tournament[2].partition(names[0])[0].strip() if names else ""
            facts["level"] = int(tournament[3])
            text = tournament[4]
        # Short deck has one number, that of the button blind.
        text = _ONE_STAKE.sub(r"(\g<1>\g<2>/\g<1>\g<2>)", text)
        stakes = read_stakes(text, tournament is not None)
        table = Assembly(self.format, variant, stakes.chips, hand=number)
        table.small_blind, table.big_blind = stakes.small, stakes.big
        if variant == "NS":
            table.small_blind = 0
        if stakes.currency is not None:
            facts["currency"], facts["currency_symbol"] = stakes.currency, stakes.symbol
        facts |= read_time(date)
        table.facts, table.others = facts, others
        if "NL postflop" in middle:
            table.note("limits", "limits that change after the flop are played as no limit")
        return table

    def _straddle(self, name: str, rest: str) -> bool:
        # What the player has bet then, the blind included.
        table = self.table
        amount = table.chips.read(rest.removesuffix(" and is all-in").rpartition(" ")[2])
        table.post_straddle(name, amount - table.seat(name).bet)
        return True

    def read_other(self, line: str) -> None:
        table = self.table
        if line.startswith("Cash Drop to Pot"):
            table.added += table.chips.read(line.rpartition(" ")[2])
            return
        if ": Pays Cashout Risk" in line or ": Receives Cashout" in line or "EV Cashout" in line:
            table.note("cash-out", line)
            return
        super().read_other(line)
