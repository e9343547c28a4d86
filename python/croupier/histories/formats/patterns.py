"""What readers of texts have in common whose lines are told apart by patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from croupier.errors import ParseError
from croupier.histories.formats.amounts import CENTS, CURRENCIES, Chips
from croupier.histories.formats.assembly import Assembly
from croupier.histories.formats.base import Chunk, Format, Reading
from croupier.histories.formats.splitting import split_at
from croupier.limits import MOST_ROOM_LINE_CHARACTERS

__all__ = ["AMOUNT", "RoomFormat", "RoomReader", "find_cards", "rules"]

AMOUNT = r"(?P<amount>\D?\d(?:[\d.,]*\d)?)"
"""An amount in a pattern, perhaps with the sign of a currency."""

_CARD = re.compile(r"(10|[2-9TJQKA])([cdhs])")
# Verbs of patterns, and what is done with a line of them.
Rules = tuple[tuple[re.Pattern[str], str], ...]


def rules(*pairs: tuple[str, str]) -> Rules:
    """Return patterns of whole lines with the names of the methods that read them.

    Args:
        pairs: The patterns and names.

    Returns:
        The rules.
    """
    return tuple((re.compile(pattern), name) for pattern, name in pairs)


def find_cards(text: str) -> str:
    """Return the cards of a text without anything between them.

    >>> find_cards("[ 5s, Jc, 10c ]")
    '5sJcTc'

    Args:
        text: The text.

    Returns:
        The cards.
    """
    return "".join(rank.replace("10", "T") + suit for rank, suit in _CARD.findall(text))


class RoomFormat(Format):
    """Read the text of a room, hand by hand.

    Attributes:
        start: What the first line of a hand is like.
        reader: The class that reads a hand.
    """

    longest_line = MOST_ROOM_LINE_CHARACTERS
    start: ClassVar[re.Pattern[str]]
    reader: ClassVar[type[RoomReader]]

    def recognize(self, text: str) -> bool:
        """Tell whether a line is the first of a hand."""
        return any(self.start.match(line) for line in text.split("\n"))

    def split(self, lines: Iterable[str]) -> Iterator[Chunk]:
        """Cut lines where hands begin."""
        return split_at(lines, self.start.match, mark="")

    def read_hand(self, chunk: Chunk) -> Reading:
        """Read one hand."""
        return self.reader(self.name, chunk).read()


class RoomReader:
    """Read one hand, line by line, by patterns.

    Attributes:
        patterns: The patterns and the names of methods that read what matches.
        ignored: What lines of no interest are like.
        ends: Whether the text must say that the hand ends.
    """

    patterns: ClassVar[Rules] = ()
    ignored: ClassVar[re.Pattern[str]] = re.compile(r"(?!)")
    ends: ClassVar[bool] = True

    def __init__(self, format: str, chunk: Chunk) -> None:
        """Prepare to read a hand."""
        self.format = format
        self.chunk = chunk
        self.board: list[str] = []
        self.ended = not self.ends
        self.heroes: list[str] = []
        self.table = Assembly(format, "NT", CENTS)
        self.table.first_line = chunk.line

    def read(self) -> Reading:
        """Read all lines, play the hand, and prove its money.

        Returns:
            What came of it.

        Raises:
            ParseError: Something is wrong.
        """
        table = self.table
        try:
            for number, line in enumerate(self.chunk.lines, self.chunk.line):
                table.line = number
                text = line.strip()
                if text:
                    self.read_line(text)
        except ParseError as error:
            error.format, error.hand = self.format, error.hand or table.hand or None
            error.line = error.line or table.line
            raise
        if not self.ended:
            raise table.error("the hand is cut off")
        self.finish()
        return table.finish()

    def finish(self) -> None:
        """Do what can be done only when all lines are read."""
        if len(self.heroes) == 1:
            self.table.others.setdefault("_hero", self.heroes[0])

    def read_line(self, line: str) -> None:
        """Read a line by the first pattern that fits."""
        for pattern, name in self.patterns:
            found = pattern.fullmatch(line)
            if found is not None:
                getattr(self, name)(found)
                return
        if not self.ignored.match(line):
            self.table.note("unread", f"nothing is known of {line[:80]!r}")

    # What lines mean.

    def units(self, found: re.Match[str], name: str = "amount") -> int:
        """Return an amount of a line in units."""
        return self.table.chips.read(found[name])

    def skip(self, found: re.Match[str]) -> None:
        """Pass over a line."""

    def end(self, found: re.Match[str]) -> None:
        """Read that the hand ends."""
        self.ended = True

    def set_money(self, symbol: str | None, chips: Chips = CENTS) -> None:
        """Say what chips are."""
        self.table.chips = chips
        if symbol in CURRENCIES:
            self.table.facts["currency_symbol"] = symbol
            self.table.facts.setdefault("currency", CURRENCIES[symbol])

    def button(self, found: re.Match[str]) -> None:
        """Read where the button is."""
        self.table.button = int(found["seat"])

    def sit(self, found: re.Match[str]) -> None:
        """Read who sits where."""
        symbol = found["stack"][:1]
        if symbol in CURRENCIES and "currency_symbol" not in self.table.facts:
            self.set_money(symbol, self.table.chips)
        self.table.sit(int(found["seat"]), found["player"], self.units(found, "stack"))

    def small_blind(self, found: re.Match[str]) -> None:
        """Read a small blind."""
        self.table.post_small_blind(found["player"], self.units(found))

    def big_blind(self, found: re.Match[str]) -> None:
        """Read a big blind."""
        self.table.post_big_blind(found["player"], self.units(found))

    def both_blinds(self, found: re.Match[str]) -> None:
        """Read a post of both blinds."""
        self.table.post_both_blinds(found["player"], self.units(found))

    def late(self, found: re.Match[str]) -> None:
        """Read a post out of turn."""
        self.table.post_late(found["player"], self.units(found))

    def dead(self, found: re.Match[str]) -> None:
        """Read a dead post."""
        self.table.post_dead(found["player"], self.units(found))

    def ante(self, found: re.Match[str]) -> None:
        """Read an ante."""
        self.table.post_ante(found["player"], self.units(found))

    def deal(self, found: re.Match[str]) -> None:
        """Read hole cards that are seen."""
        cards = find_cards(found["cards"])
        self.table.deal(found["player"], cards)
        if cards:
            self.heroes.append(found["player"])

    def deal_board(self, found: re.Match[str]) -> None:
        """Read new cards of the board; those of earlier streets may stand with them."""
        text = find_cards(found["cards"])
        cards = [text[place : place + 2] for place in range(0, len(text), 2)]
        new = [card for card in cards if card not in self.board]
        self.table.next_street()
        self.board += new
        if new:
            self.table.deal_board("".join(new))

    def fold(self, found: re.Match[str]) -> None:
        """Read a fold."""
        self.table.fold(found["player"])

    def check(self, found: re.Match[str]) -> None:
        """Read a check."""
        self.table.check(found["player"])

    def call(self, found: re.Match[str]) -> None:
        """Read a call."""
        self.table.call(found["player"], self.units(found))

    def bet(self, found: re.Match[str]) -> None:
        """Read a bet, or a raise with what is paid for it."""
        self.table.bet(found["player"], self.units(found))

    def raise_to(self, found: re.Match[str]) -> None:
        """Read a raise with what it comes to on the street."""
        self.table.raise_to(found["player"], self.units(found))

    def put_in(self, found: re.Match[str]) -> None:
        """Read what somebody pays who is all-in, be it a call or a raise."""
        self.table.put_in(found["player"], self.units(found))

    def give_back(self, found: re.Match[str]) -> None:
        """Read a bet that nobody called."""
        self.table.give_back(found["player"], self.units(found))

    def show(self, found: re.Match[str]) -> None:
        """Read what somebody shows."""
        self.table.show(found["player"], find_cards(found["cards"]))

    def muck(self, found: re.Match[str]) -> None:
        """Read that somebody mucks."""
        self.table.muck(found["player"])

    def collect(self, found: re.Match[str]) -> None:
        """Read what somebody wins."""
        self.table.collect(found["player"], self.units(found))

    def find_game(self, names: dict[str, str], text: str) -> str:
        """Return the code of the game that a text names, the longest name first.

        Raises:
            ParseError: It names none.
        """
        for name in sorted(names, key=len, reverse=True):
            if name.lower() in text.lower():
                return names[name]
        raise self.table.error(f"the header names no game that is known: {text[:80]!r}")

    def keep(self, **facts: Any) -> None:
        """Keep fields of the history."""
        self.table.facts |= {name: value for name, value in facts.items() if value is not None}
