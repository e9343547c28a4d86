"""The text of Winamax."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from croupier.errors import ParseError
from croupier.histories.formats.amounts import CENTS, WHOLE
from croupier.histories.formats.assembly import Assembly
from croupier.histories.formats.base import Chunk, Format, Reading
from croupier.histories.formats.headers import read_time
from croupier.histories.formats.pokerstars import TextReader, split_at
from croupier.limits import MOST_ROOM_LINE_CHARACTERS

__all__ = ["WinamaxFormat"]

_START = re.compile(r"\s*Winamax Poker - .*HandId: #")
_HEADER = re.compile(
    r"\s*Winamax Poker - (.*?) - HandId: #([\d-]+) - (.*?) \(([^()]*)\) - (\d{4}/\d.*)"
)
_TOURNAMENT = re.compile(r"Tournament \"(.*)\" buyIn: (.*?) level: (\d+)")
_TABLE = re.compile(r"Table: '(.*)' (\d+)-max \((.*?)\)(?: Seat #(\d+) is the button)?")
_TOURNAMENT_NUMBER = re.compile(r"\((\d+)\)#\d+$")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()]*?)(?:, (.*?) bounty)?\)")
# Some tournaments have halves of chips.
_HALF = re.compile(r"Seat \d+: .* \(\d+\.\d+\)")
_GAMES = {
    "holdem no limit": "NT",
    "holdem pot limit": "X:PT",
    "holdem fixed limit": "FT",
    "omaha pot limit": "PO",
    "omaha no limit": "X:NO",
    "omaha5 pot limit": "X:PO5",
    "5 card omaha pot limit": "X:PO5",
    "omaha8 pot limit": "X:PO/8",
    "omaha hi/lo pot limit": "X:PO/8",
    "omaha hi/lo fixed limit": "FO/8",
    "5 card omaha hi/lo pot limit": "X:PO5/8",
    "7-card stud fixed limit": "F7S",
    "7-card stud hi/lo fixed limit": "F7S/8",
    "razz fixed limit": "FR",
    "2-7 triple draw fixed limit": "F2L3D",
    "lowball27 fixed limit": "F2L3D",
    "badugi fixed limit": "FB",
}
_VERBS = frozenset(
    {"posts", "folds", "checks", "calls", "bets", "raises", "brings", "discards", "discard"}
    | {"stands", "shows", "mucks", "collected"}
)


class WinamaxFormat(Format):
    """Read the text of Winamax."""

    name = "winamax"
    title = "Winamax text"
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
    blinds = True

    def read_header(self, line: str) -> Assembly:
        found = _HEADER.match(line)
        if found is None:
            raise self.error("the header has no hand number, game and date", line)
        kind, number, game, stakes, date = found.groups()
        try:
            return self._begin(kind, number, game, stakes, date)
        except ParseError as error:
            error.hand, error.line, error.format = number, self.chunk.line, self.format
            raise

    def _begin(self, kind: str, number: str, game: str, stakes: str, date: str) -> Assembly:
        variant = _GAMES.get(game.lower())
        if variant is None:
            raise ParseError(f"there is no game {game!r}")
        facts: dict[str, Any] = {"venue": "Winamax", "hand": number}
        others: dict[str, Any] = {}
        tournament = _TOURNAMENT.match(kind)
        if tournament is not None:
            facts["event"], others["_buy_in"] = tournament[1], tournament[2]
            facts["level"] = int(tournament[3])
            others["_tournament"] = number.partition("-")[0]
        elif not kind.startswith("CashGame"):
            others["_zoom"] = True
        money = tournament is None and "€" in stakes
        halves = any(_HALF.match(line) for line in self.chunk.lines)
        chips = WHOLE if tournament is not None and not halves else CENTS
        table = Assembly(self.format, variant, chips, hand=number)
        # Where there are three numbers, the first is the ante.
        *_, small, big = (chips.read(part) for part in stakes.split("/"))
        if "fixed" in game.lower():
            table.small_bet, table.big_bet = small, big
            table.small_blind, table.big_blind = small // 2, small
        else:
            table.small_blind, table.big_blind = small, big
        if money:
            facts["currency"], facts["currency_symbol"] = "EUR", "€"
        facts |= read_time(date)
        table.facts, table.others = facts, others
        return table

    def find_actor(self, line: str) -> tuple[str, str] | None:
        # Nothing but a blank stands behind a name, which may have blanks itself.
        seats = self.table.seats
        place = line.find(" ")
        while place > 0:
            name = line[:place]
            if name in seats and line[place + 1 :].partition(" ")[0] in _VERBS:
                return name, line[place + 1 :]
            place = line.find(" ", place + 1)
        return None

    def read_deed(self, name: str, text: str) -> bool:
        verb, _, rest = text.partition(" ")
        if verb == "collected":
            self.table.collect(name, self.table.chips.read(rest.partition(" ")[0]))
            return True
        if verb == "discard":
            text = f"discards {rest}"
        elif verb == "stands":
            self.table.discard(name, "")
            return True
        elif verb == "brings" and not rest.startswith("in for"):
            text = f"brings in for {rest.removeprefix('in ')}"
        return super().read_deed(name, text)

    def _post(self, name: str, rest: str) -> bool:
        table = self.table
        if rest.startswith("small blind") and rest.endswith(" out of position"):
            table.post_dead(name, table.chips.read(rest.split(" ")[2]))
            return True
        if rest.startswith("small blind") and table.seat(name).late:
            # Who comes back has posted the big blind in the line before.
            table.post_dead(name, table.chips.read(rest.split(" ")[2]))
            return True
        if rest.startswith("big blind") and rest.endswith(" out of position"):
            table.post_late(name, table.chips.read(rest.split(" ")[2]))
            return True
        return super()._post(name, rest.removesuffix(" out of position"))

    def _raise(self, name: str, rest: str) -> bool:
        table = self.table
        words = rest.split(" ")
        if self.blinds and len(words) > 2:
            # The blinds of who comes back: what was missed is dead.
            dead = table.chips.read(words[0])
            table.post_late(name, table.chips.read(words[2]) - dead)
            table.post_dead(name, dead)
            return True
        if rest.startswith("-") and len(words) > 2:
            # A raise of who has little left: what is paid for it.
            table.bet(name, table.chips.read(words[2]))
            return True
        return super()._raise(name, rest)

    def read_table(self, line: str) -> None:
        found = _TABLE.match(line)
        if found is None:
            raise self.error("a table is written as \"Table: 'Name' 6-max (real money)\"", line)
        facts = self.table.facts
        facts["table"], facts["seat_count"] = found[1], int(found[2])
        number = _TOURNAMENT_NUMBER.search(found[1])
        if number is not None and "_tournament" in self.table.others:
            # Numbers of hands are those of a table, of which a tournament has many.
            self.table.others["_tournament"] = number[1]
        if "play" in found[3]:
            self.table.others["_play_money"] = True
        if found[4]:
            self.table.button = int(found[4])

    def read_line(self, line: str) -> None:
        if line.startswith("Table:"):
            self.read_table(line)
        else:
            super().read_line(line)

    def read_seat(self, line: str) -> None:
        found = _SEAT.match(line)
        if found is None:
            raise self.error("a seat is written as 'Seat 1: Ann (20€)'", line)
        number, name, stack, bounty = found.groups()
        self.table.sit(int(number), name, self.table.chips.read(stack))
        self.names[int(number)] = name
        if bounty:
            self.bounties[name] = bounty

    def read_marker(self, line: str) -> None:
        what = line.strip("* ")
        self.blinds = what == "ANTE/BLINDS"
        if self.blinds or what.startswith("PRE-FLOP"):
            self.stage = "play"
        elif what.endswith("-DRAW"):
            self.table.next_street()
        elif not what.endswith("-BET"):
            super().read_marker(line)

    def read_pot(self, line: str) -> None:
        table = self.table
        parts = line.split(" | ")
        text = parts[0][10:].split(" ", 1)[0]
        rake = parts[1].rpartition(" ")[2] if len(parts) > 1 and "No rake" not in line else ""
        table.rake = table.chips.read(rake) if rake else 0
        if "k" not in text:
            # What the players win, without the rake; thousands are rounded.
            table.total_pot = table.chips.read(text) + table.rake
