"""The text of Ignition, Bovada and Bodog, which names players by their positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from croupier.errors import ParseError
from croupier.histories.formats.amounts import CENTS, WHOLE
from croupier.histories.formats.assembly import Assembly
from croupier.histories.formats.base import Chunk, Format, Reading
from croupier.histories.formats.headers import read_time
from croupier.histories.formats.splitting import split_at
from croupier.limits import MOST_ROOM_LINE_CHARACTERS

__all__ = ["IgnitionFormat"]

_SITES = r"Ignition|Bovada|Bodog(?: UK| EU|\.eu|\.com)?"
_START = re.compile(rf"\s*(?:{_SITES}) Hand #\d")
_HEADER = re.compile(rf"\s*({_SITES}) Hand #(\d+):?\s*(.*?) - (\d{{4}}-\d.*)")
_TOURNAMENT = re.compile(r"Tournament #(\d+)")
_TABLE = re.compile(r"TBL#(\d+)")
_LEVEL = re.compile(r"Level (\d+) \((\d[\d,]*)/(\d[\d,]*)\)")
_SEAT = re.compile(r"Seat ?\+?(\d+):? ?(.*?)(?: \(|:? )(\$?[\d.,]+) in chips\)?")
_STUD_SEAT = re.compile(r"(Seat\+\d+)\s*(\[ME\])?:\s*(\$?[\d.,]+) in chips")
_BRACKET = re.compile(r"\[([^\]]*)\]")
_CARD = re.compile(r"[2-9TJQKA][cdhs]")
_NUMBER = re.compile(r"\$?\d[\d,]*(?:\.\d+)?")
_GAMES = (
    (r"OMAHA\s*H/?i/?L|OMAHA HiLo", {"pot": "X:PO/8", "fixed": "FO/8", "no": "X:NO/8"}),
    (r"OMAHA", {"pot": "PO", "fixed": "X:FO", "no": "X:NO"}),
    (r"7CARD HiLo", {"fixed": "F7S/8"}),
    (r"7CARD", {"fixed": "F7S"}),
    (r"HOLDEM", {"no": "NT", "pot": "X:PT", "fixed": "FT"}),
)
_NOISE = re.compile(
    r"(?i)seat |table |sit ?out|re-?join|stand|leave|enter|ranking|prize|draw for dealer|set dealer"
    r"|player info|bounty|small blind\)|timeout|sit in"
)


class IgnitionFormat(Format):
    """Read the text of Ignition, Bovada and Bodog."""

    name = "ignition"
    title = "Ignition text"
    longest_line = MOST_ROOM_LINE_CHARACTERS

    def recognize(self, text: str) -> bool:
        """Tell whether a line is the header of a hand."""
        return any("#" in line and _START.match(line) for line in text.split("\n"))

    def split(self, lines: Iterable[str]) -> Iterator[Chunk]:
        """Cut lines at headers."""
        return split_at(lines, _START.match, header=_HEADER)

    def read_hand(self, chunk: Chunk) -> Reading:
        """Read one hand."""
        return _Reader(chunk).read()


class _Reader:
    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.names: dict[int, str] = {}
        self.board: list[str] = []
        self.summary = False
        self.posting = True
        self.table = self._begin(chunk.lines[0])
        self.table.first_line = chunk.line
        self.is_stud = self.table.variant.startswith("F7S")

    def _begin(self, line: str) -> Assembly:
        found = _HEADER.match(line)
        if found is None:
            raise ParseError(
                "the header has no hand number, game and date",
                format="ignition",
                line=self.chunk.line,
                excerpt=line[:80],
            )
        site, number, middle, date = found.groups()
        limit = "fixed" if "fixed" in middle.lower() else "pot" if "Pot Limit" in middle else "no"
        variant = next(
            (codes.get(limit) for name, codes in _GAMES if re.search(name, middle)), None
        )
        if variant is None:
            raise ParseError(
                "the header names no game that is known",
                format="ignition",
                line=self.chunk.line,
                hand=number,
                excerpt=middle[:80],
            )
        tournament = _TOURNAMENT.search(middle)
        table = Assembly("ignition", variant, CENTS if tournament is None else WHOLE, hand=number)
        facts: dict[str, Any] = {"venue": site, "hand": int(number)}
        if tournament is not None:
            table.others["_tournament"] = tournament[1]
        else:
            facts["currency"], facts["currency_symbol"] = "USD", "$"
        name = _TABLE.search(middle)
        if name is not None:
            facts["table"] = name[1]
        level = _LEVEL.search(middle)
        if level is not None:
            facts["level"] = int(level[1])
            small, big = (table.chips.read(text) for text in level.groups()[1:])
            self._set_stakes(table, small, big)
        if "ZonePoker" in middle or "Zone Poker" in middle:
            table.others["_zoom"] = True
        table.facts = facts | read_time(date)
        return table

    def _set_stakes(self, table: Assembly, small: int, big: int) -> None:
        if table.variant.startswith("F7S"):
            table.small_bet, table.big_bet = small, big
        else:
            table.small_blind, table.big_blind = small, big

    def read(self) -> Reading:
        table = self.table
        number = self.chunk.line
        try:
            for line in self.chunk.lines[1:]:
                number += 1
                line = line.strip()
                table.line = number
                if not line:
                    continue
                if self.summary:
                    self._read_summary(line)
                else:
                    self._read_line(line)
        except ParseError as error:
            error.format = "ignition"
            error.hand, error.line = error.hand or table.hand, error.line or number
            raise
        if not self.summary:
            raise table.error("the hand is cut off: there is no summary")
        if "_tournament" in table.others:
            self._number_seats()
        if self.is_stud and not table.small_bet:
            self._find_bets()
        return table.finish()

    def _read_line(self, line: str) -> None:
        if line.startswith("***"):
            self._read_marker(line)
        elif line.startswith(("Card dealt to table", "Card to the table")):
            self._deal_board(line)
        elif line.startswith("Seat") and "in chips" in line:
            self._read_seat(line)
        else:
            name, mark, text = line.partition(" : ")
            if mark:
                self._read_deed(_plain(name), text.strip())
            elif not _NOISE.match(line):
                self.table.note("unread", f"nothing is known of {line[:80]!r}")

    def _read_seat(self, line: str) -> None:
        stud = _STUD_SEAT.match(line)
        if stud is not None:
            number, name, stack, mine = int(stud[1][5:]), stud[1], stud[3], bool(stud[2])
        else:
            found = _SEAT.match(line)
            if found is None:
                raise self.table.error(f"a seat is written as 'Seat 1: UTG ($20 in chips)': {line}")
            number, stack, mine = int(found[1]), found[3], "[ME]" in found[2]
            name = _plain(found[2])
        self.table.sit(number, name, self.table.chips.read(stack))
        self.names[number] = name
        if mine:
            self.table.others["_hero"] = name

    def _read_marker(self, line: str) -> None:
        what = line.strip("* ").partition(" ***")[0].upper()
        self.posting = False
        if what == "SUMMARY":
            self.summary = True
        elif what in {"FLOP", "TURN", "RIVER"} and not self.is_stud:
            self._deal_board(line)
        elif (what.endswith("STREET") or what == "RIVER") and what != "3RD STREET":
            self.table.next_street()

    def _deal_board(self, line: str) -> None:
        new = [card for card in _CARD.findall(line) if card not in self.board]
        if new:
            self.table.next_street()
            self.board += new
            self.table.deal_board("".join(new))

    def _read_deed(self, name: str, text: str) -> None:
        table = self.table
        if text.startswith("Set dealer"):
            place = _BRACKET.search(text)
            if place is not None and place[1].isdecimal():
                table.button = int(place[1])
            return
        lower = re.sub(r"\s*\(.*?(?:timeout|auth|disconnect\w*)\)", "", text, flags=re.IGNORECASE)
        lower = lower.replace("-timeout", "").lower()
        for start, deed in _DEEDS:
            if lower.startswith(start):
                deed(self, name, lower, text)
                return
        if not _NOISE.match(text):
            table.note("unread", f"nothing is known of {text[:80]!r}")

    def _number_seats(self) -> None:
        """Number seats in the order of the text where their numbers are those of entrants."""
        table = self.table
        seats = list(table.seats.values())
        dealer, small = table.seats.get("Dealer"), table.seats.get("Small Blind")
        numbers = [seat.number for seat in seats]
        if numbers == sorted(numbers) and (dealer is None or dealer.number == table.button):
            return
        for number, seat in enumerate(seats, 1):
            seat.number = number
        if dealer is not None:
            table.button = dealer.number
        elif small is not None:
            table.button = small.number - 1

    def _amounts(self, text: str) -> list[int]:
        amounts = [self.table.chips.read(one) for one in _NUMBER.findall(text)]
        if not amounts:
            raise self.table.error(f"there is no amount in {text!r}")
        return amounts

    def _deal(self, name: str, lower: str, text: str) -> None:
        found = _BRACKET.search(text)
        cards = "".join(_CARD.findall(found[1])) if found else ""
        if self.is_stud:
            if self.table.moves and self.table.moves[-1].kind in {"f", "cc", "cbr"}:
                # Not every text marks the streets.
                self.table.next_street()
            self.table.deal_more(name, cards)
        elif cards:
            self.table.deal(name, cards)

    def _small_blind(self, name: str, lower: str, text: str) -> None:
        amount = self._amounts(text)[-1]
        self.table.post_small_blind(name, amount)
        if not self.table.small_blind:
            self.table.small_blind = amount

    def _big_blind(self, name: str, lower: str, text: str) -> None:
        if self.is_stud:
            self._bring_in(name, lower, text)
            return
        self.table.post_big_blind(name, self._amounts(text)[-1])

    def _bring_in(self, name: str, lower: str, text: str) -> None:
        self.table.post_bring_in(name, self._amounts(text)[-1])

    def _ante(self, name: str, lower: str, text: str) -> None:
        self.table.post_ante(name, self._amounts(text)[-1])

    def _dead(self, name: str, lower: str, text: str) -> None:
        self.table.post_both_blinds(name, self._amounts(text)[-1])

    def _late(self, name: str, lower: str, text: str) -> None:
        self.table.post_late(name, self._amounts(text)[-1])

    def _fold(self, name: str, lower: str, text: str) -> None:
        self.table.fold(name)

    def _check(self, name: str, lower: str, text: str) -> None:
        self.table.check(name)

    def _call(self, name: str, lower: str, text: str) -> None:
        self.table.call(name, self._amounts(text)[-1])

    def _bet(self, name: str, lower: str, text: str) -> None:
        self.table.bet(name, self._amounts(text)[-1])

    def _raise(self, name: str, lower: str, text: str) -> None:
        self.table.raise_to(name, self._amounts(text)[-1])

    def _all_in(self, name: str, lower: str, text: str) -> None:
        amounts = self._amounts(text)
        if self.posting:
            self._post_all_in(name, lower, text)
        elif len(amounts) > 1:
            self.table.raise_to(name, amounts[-1])
        else:
            self.table.put_in(name, amounts[0])

    def _post_all_in(self, name: str, lower: str, text: str) -> None:
        """Read a post that takes all of a stack: an ante, or the blind of who has paid it."""
        antes = any(seat.ante for seat in self.table.seats.values())
        blinds = {"Small Blind": self._small_blind, "Big Blind": self._big_blind}
        if name in blinds and (self.table.seat(name).ante or not antes):
            blinds[name](name, lower, text)
        else:
            self._ante(name, lower, text)

    def _return(self, name: str, lower: str, text: str) -> None:
        self.table.give_back(name, self._amounts(text)[-1])

    def _show(self, name: str, lower: str, text: str) -> None:
        # What is shown is the best hand; the hole cards were told before.
        seat = self.table.seat(name)
        seat.shown = seat.dealt

    def _muck(self, name: str, lower: str, text: str) -> None:
        self.table.muck(name)

    def _result(self, name: str, lower: str, text: str) -> None:
        self.table.collect(name, self._amounts(text)[-1])

    def _read_summary(self, line: str) -> None:
        table = self.table
        if line.startswith("Total Pot"):
            total, _, rake = line.partition("|")
            table.total_pot = self._amounts(total)[0]
            if "Rake" in rake:
                table.rake = self._amounts(rake)[0]
        elif line.startswith("Board"):
            self._deal_rest(_CARD.findall(line))

    def _deal_rest(self, cards: list[str]) -> None:
        """Deal what only the summary has: the board of players who were all-in."""
        while len(self.board) < len(cards):
            new = cards[len(self.board) : max(3, len(self.board) + 1)]
            self.board += new
            self.table.deal_board("".join(new))

    def _find_bets(self) -> None:
        """Find out the bets of a stud game that the text does not name, by those that were made."""
        table = self.table
        street = 0
        for move in table.moves:
            street += move.kind == "st"
            if move.kind == "cbr":
                table.small_bet = move.value if street < 2 else move.value // 2
                break
        table.small_bet = table.small_bet or 2 * table.bring_in
        table.big_bet = 2 * table.small_bet


def _plain(name: str) -> str:
    """Return a position without what marks the hero."""
    return " ".join(name.replace("[ME]", "").split())


_DEEDS: tuple[tuple[str, Callable[[_Reader, str, str, str], None]], ...] = (
    ("card dealt to a spot", _Reader._deal),
    ("ante/small blind", _Reader._small_blind),
    ("small blind", _Reader._small_blind),
    ("big blind", _Reader._big_blind),
    ("bring_in chip", _Reader._bring_in),
    ("bring in", _Reader._bring_in),
    ("ante chip", _Reader._ante),
    ("posts dead chip", _Reader._dead),
    ("posts chip", _Reader._late),
    ("folds", _Reader._fold),
    ("fold", _Reader._fold),
    ("checks", _Reader._check),
    ("calls", _Reader._call),
    ("call", _Reader._call),
    ("bets", _Reader._bet),
    ("double bets", _Reader._bet),
    ("raises", _Reader._raise),
    ("all-in", _Reader._all_in),
    ("return uncalled", _Reader._return),
    ("showdown", _Reader._show),
    ("does not show", _Reader._muck),
    ("mucks", _Reader._muck),
    ("hand result", _Reader._result),
)
