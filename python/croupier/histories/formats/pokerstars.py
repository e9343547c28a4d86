"""The text of PokerStars, and of rooms and programs that imitate it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from croupier.errors import ParseError
from croupier.histories.formats.assembly import Assembly
from croupier.histories.formats.base import Chunk, Format, Reading
from croupier.histories.formats.headers import read_header, read_time
from croupier.histories.formats.playing import find_shape
from croupier.histories.history import HandHistory
from croupier.limits import MOST_ROOM_LINE_CHARACTERS

__all__ = ["PokerStarsFormat", "TextReader", "split_at"]

_SITES = "PokerStars|Full Tilt(?! Poker)|Run It Once Poker|PokerMaster|PokerBros|BetOnline"
_HEADER = re.compile(
    rf"\s*((?:{_SITES})\b[^#]*?) ?(?:Hand|Game) \#(\d+):\s*(.*?) - (\d{{4}}/\d.*)", re.IGNORECASE
)
_START = re.compile(rf"\s*(?:{_SITES})\b[^#]*(?:Hand|Game) \#\d", re.IGNORECASE)
_TABLE = re.compile(
    r"Table(?: ID)? '(.*)'(?: (\d+)-max)?(?: \(([^)]*)\))?(?: Seat #(\d+) is the button)?",
    re.IGNORECASE,
)
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()]*?) in chips(?:, (.*?) bounty)?\)(.*)")
_CARD = re.compile(r"[2-9TJQKA][cdhs]")
_BRACKETS = re.compile(r"\[([^\]]*)\]?")
_UNCALLED = re.compile(r"Uncalled bet \((.*?)\) returned to (.*)")
_COLLECTED = re.compile(r"(.*) collected (\S+) from (.*)")
_CASHED = re.compile(r"(.*) cashed out the hand for (\S+)(?: \| Cash Out Fee (\S+))?")
_MARKER = re.compile(r"\*\*\* (?:(FIRST|SECOND|THIRD|FOURTH) )?([^*]+?)\s*\*\*\*(.*)")
_SUMMARY_SEAT = re.compile(
    r"Seat (\d+): .*? (mucked|showed) \[([^\]]*)\](?: and won \(?([^ )]+)\)?)?"
)
_REMARK = re.compile(
    r".* (?:wins the .* bounty for|wins .* for (?:eliminating|splitting)|split the .* bounty for"
    r"|finished the tournament|wins the tournament|wins an entry|re-buys and|takes the add-on)"
)
_NOISE = re.compile(
    r".*(?: said, \"| is disconnected| is connected| has timed out| has returned| joins the table"
    r"| leaves the table| leave user| will be allowed| sits out| is sitting out| was removed"
    r"| timed out| has been disconnected| is capped|The deck is reshuffled|No low hand qualified"
    r"|Hand was run|: doesn't show hand|: is sitting out| is feeling| stands up| sits down"
    r"|Table \w+ )"
)
_RUNS = {"": 0, "FIRST": 0, "SECOND": 1, "THIRD": 2, "FOURTH": 3}
_STREETS = frozenset({"FLOP", "TURN", "RIVER", "PRE-FLOP"})
_SHOWDOWNS = frozenset({"SHOW DOWN", "SHOWDOWN"})


def split_at(
    lines: Iterable[str],
    is_start: Callable[[str], object],
    mark: str = "#",
    header: re.Pattern[str] | None = None,
) -> Iterator[Chunk]:
    """Cut lines into hands, each of which begins with a line that is told by a function.

    What stands before the first hand is left out, unless there is no hand at all.

    Args:
        lines: The lines.
        is_start: Tells whether a hand begins with a line.
        mark: What such lines have; a quick look for it saves the question.
        header: The whole of such a line, which may stand behind a line that was cut off.

    Yields:
        The hands.
    """
    first, hand = 0, list[str]()
    for number, line in enumerate(lines, 1):
        if mark in line:
            start = is_start(line)
            place = 0 if start or header is None else _find_header(line, header)
            if place:
                hand.append(line[:place])
                line = line[place:]
            if start or place:
                if first:
                    yield Chunk(first, hand)
                first, hand = number, []
        if first:
            hand.append(line)
    if first:
        yield Chunk(first, hand)


def _find_header(line: str, header: re.Pattern[str]) -> int:
    """Return where a header begins behind something else; 0 if there is none, or players say it."""
    found = None if len(line) > MOST_ROOM_LINE_CHARACTERS else header.search(line)
    return 0 if found is None or ' said, "' in line[: found.start()] else found.start()


class PokerStarsFormat(Format):
    """Read and write the text of PokerStars."""

    name = "pokerstars"
    title = "PokerStars text"
    longest_line = MOST_ROOM_LINE_CHARACTERS
    writes = True

    def recognize(self, text: str) -> bool:
        """Tell whether a line is the header of a hand."""
        return any("#" in line and _START.match(line) for line in text.split("\n"))

    def split(self, lines: Iterable[str]) -> Iterator[Chunk]:
        """Cut lines at headers."""
        return split_at(lines, _START.match, header=_HEADER)

    def read_hand(self, chunk: Chunk) -> Reading:
        """Read one hand."""
        return TextReader(self.name, chunk).read()

    def write_hand(self, history: HandHistory, **options: Any) -> str:
        """Write a hand; the options are those of `write_pokerstars`."""
        from croupier.histories.formats.pokerstars_writer import write_pokerstars

        return write_pokerstars(history, **options)


class TextReader:
    """Read one hand, line by line."""

    def __init__(self, format: str, chunk: Chunk) -> None:
        """Prepare to read.

        Args:
            format: The name of the format.
            chunk: The lines of the hand.
        """
        self.format = format
        self.chunk = chunk
        self.boards: list[list[str]] = [[]]
        self.base: list[str] | None = None
        self.gaps: list[int] = []
        self.names: dict[int, str] = {}
        self.remarks: list[str] = []
        self.bounties: dict[str, str] = {}
        self.shows: dict[str, str] = {}
        # Whose cards were seen when they were dealt, and how many.
        self.heroes: dict[str, int] = {}
        self.stage = "seats"
        self.table: Assembly = self.read_header(chunk.lines[0])
        self.table.first_line = chunk.line
        self.is_stud = find_shape(self.table.variant).is_stud

    # The header.

    def read_header(self, line: str) -> Assembly:
        """Read the first line.

        Args:
            line: The line.

        Returns:
            The table.

        Raises:
            ParseError: It is no header, or of a game that is not known.
        """
        found = _HEADER.match(line)
        if found is None:
            raise self.error("the header has no hand number, game and date", line)
        site, number, middle, date = found.groups()
        try:
            return self.begin(site, number, middle, date)
        except ParseError as error:
            error.hand, error.line, error.format = number, self.chunk.line, self.format
            raise

    def begin(self, site: str, number: str, middle: str, date: str) -> Assembly:
        """Begin a table with what the header says."""
        facts, others, game, limit, variant, stakes = read_header(site, middle)
        table = Assembly(self.format, variant, stakes.chips, hand=number)
        self.set_stakes(table, game, limit, stakes.small, stakes.big)
        table.cap = stakes.cap
        table.facts = facts | {"hand": int(number)} | read_time(date)
        table.others = dict(others)
        return table

    def set_stakes(self, table: Assembly, game: str, limit: str, small: int, big: int) -> None:
        """Set the blinds or the bets of a table."""
        if limit == "limit":
            table.small_bet, table.big_bet = small, big
            table.small_blind, table.big_blind = small // 2, small
        elif game == "6+ hold'em":
            table.small_blind, table.big_blind = 0, small
        else:
            table.small_blind, table.big_blind = small, big
        if game == "split hold'em":
            table.board_count = 2
        if limit.startswith("pot limit pre"):
            table.note("limits", "limits that change after the flop are played as no limit")

    def error(self, message: str, line: str | None = None) -> ParseError:
        """Return an error in the line that is being read, or in the first."""
        table = getattr(self, "table", None)
        place = self.chunk.line if table is None else table.line
        return ParseError(
            message,
            format=self.format,
            line=place or None,
            hand=None if table is None else table.hand,
            excerpt=None if line is None else line[:80],
        )

    # The body.

    def read(self) -> Reading:
        """Read all lines, play the hand, and prove its money.

        Returns:
            What came of it.

        Raises:
            ParseError: Something is wrong.
        """
        table = self.table
        number = self.chunk.line
        lines = self.chunk.lines
        try:
            for line in lines[1:]:
                number += 1
                line = line.rstrip()
                if not line:
                    continue
                if line[0] in " \t" and self.find_actor(line) is None:
                    # Blanks before a line mean nothing, unless a name begins with them.
                    line = line.lstrip()
                table.line = number
                if self.stage == "summary":
                    self.read_summary(line)
                    continue
                found = self.find_actor(line)
                if found is None or not self.read_deed(*found):
                    self.read_line(line)
        except ParseError as error:
            error.format = self.format
            error.hand = error.hand or table.hand
            error.line = error.line or number
            raise
        if self.stage != "summary":
            table.line = number
            raise self.error("the hand is cut off: there is no summary")
        self.fill_gaps()
        self.add_fields()
        return table.finish()

    def read_deed(self, name: str, text: str) -> bool:
        """Read what a player does; return whether it was understood."""
        verb, _, rest = text.partition(" ")
        deed = _DEEDS.get(verb)
        return deed is not None and getattr(self, deed)(name, rest)

    def find_actor(self, line: str) -> tuple[str, str] | None:
        """Return who acts in a line and what is said of it, or `None` if it is no deed."""
        seats = self.table.seats
        place = line.find(": ")
        while place > 0:
            name = line[:place]
            if name in seats:
                return name, line[place + 2 :]
            place = line.find(": ", place + 1)
        return None

    def _fold(self, name: str, rest: str) -> bool:
        self.table.fold(name)
        if rest.startswith("["):
            cards = "".join(_CARD.findall(rest))
            self.table.seats[name].thrown = cards
            self.shows[name] = cards
        return True

    def _check(self, name: str, rest: str) -> bool:
        self.table.check(name)
        return True

    def _call(self, name: str, rest: str) -> bool:
        self.table.call(name, self.table.chips.read(rest.partition(" ")[0]))
        return True

    def _bet(self, name: str, rest: str) -> bool:
        self.table.bet(name, self.table.chips.read(rest.partition(" ")[0]))
        return True

    def _raise(self, name: str, rest: str) -> bool:
        words = rest.split(" ", 3)
        if len(words) < 3 or words[1] != "to":
            raise self.error("a raise is written as 'raises $2 to $4'", rest)
        self.table.raise_to(name, self.table.chips.read(words[2]))
        return True

    def _post(self, name: str, rest: str) -> bool:
        table = self.table
        rest = rest.removesuffix(" and is all-in")
        what, _, last = rest.rpartition(" ")
        amount = table.chips.read(last)
        if what == "small blind":
            table.post_small_blind(name, amount)
        elif what == "big blind":
            table.post_big_blind(name, amount)
        elif what in {"the ante", "ante"}:
            table.post_ante(name, amount)
        elif what == "small & big blinds":
            table.post_both_blinds(name, amount)
        elif what in {"button blind", "straddle", "a straddle"}:
            table.post_straddle(name, amount)
        elif what in {"missed blind", "dead", "dead blind"}:
            self.post_missed(name, amount)
        else:
            raise self.error(f"there is no post called {what!r}")
        return True

    def post_missed(self, name: str, amount: int) -> None:
        """Let a player make up for blinds that were missed."""
        self.table.post_dead(name, amount)

    def _straddle(self, name: str, rest: str) -> bool:
        amount = rest.removesuffix(" and is all-in").rpartition(" ")[2]
        self.table.post_straddle(name, self.table.chips.read(amount))
        return True

    def _show(self, name: str, rest: str) -> bool:
        found = _BRACKETS.search(rest)
        if found is None:
            return False
        self.table.show(name, "".join(_CARD.findall(found[1])))
        return True

    def _muck(self, name: str, rest: str) -> bool:
        self.table.muck(name)
        return True

    def _discard(self, name: str, rest: str) -> bool:
        count, _, seen = rest.partition(" ")
        cards = "".join(_CARD.findall(seen))
        if not cards:
            if not count.isdecimal() or len(count) > 1:
                raise self.error("discards are written as 'discards 2 cards'", rest)
            cards = "??" * int(count)
        self.table.discard(name, cards)
        return True

    def _stand(self, name: str, rest: str) -> bool:
        if not rest.startswith("pat"):
            return False
        self.table.discard(name, "")
        return True

    def _bring(self, name: str, rest: str) -> bool:
        words = rest.removesuffix(" and is all-in").split(" ")
        self.table.post_bring_in(name, self.table.chips.read(words[-1]))
        return True

    def read_line(self, line: str) -> None:
        """Read a line that is not a player's deed."""
        table = self.table
        if line.startswith("***"):
            self.read_marker(line)
        elif self.stage == "seats" and line.startswith("Seat "):
            self.read_seat(line)
        elif line.startswith("Dealt to "):
            self.read_deal(line[9:])
        elif self.stage == "seats" and line.startswith("Table "):
            self.read_table(line)
        elif line.startswith("Uncalled bet ") and (found := _UNCALLED.match(line)):
            table.give_back(found[2], table.chips.read(found[1]))
        elif found := _COLLECTED.fullmatch(line):
            if ' said, "' not in line:
                table.collect(found[1], table.chips.read(found[2]))
        elif found := _CASHED.match(line):
            table.cash_out(found[1], table.chips.read(found[2]))
        else:
            self.read_other(line)

    def read_other(self, line: str) -> None:
        """Read a line that moves no chips in the usual way."""
        table = self.table
        if line.startswith("Hand cancelled"):
            raise self.error("the hand was cancelled")
        if line.startswith("STP added: "):
            table.added += table.chips.read(line.rpartition(" ")[2])
            return
        if _REMARK.match(line):
            self.remarks.append(line)
        elif " shows [" in line and line[: line.index(" shows [")] in table.seats:
            name, _, rest = line.partition(" shows ")
            self._show(name, rest)
        elif not _NOISE.match(line):
            table.note("unread", f"nothing is known of {line[:80]!r}")

    def read_table(self, line: str) -> None:
        """Read the line that names the table."""
        found = _TABLE.match(line)
        if found is None:
            table_name = line.removeprefix("Table ").strip("'")
            self.table.facts["table"] = table_name
            return
        facts = self.table.facts
        facts["table"] = found[1]
        if found[2]:
            facts["seat_count"] = int(found[2])
        if found[3] and "play" in found[3].lower():
            self.table.others["_play_money"] = True
        if found[4]:
            self.table.button = int(found[4])

    def read_seat(self, line: str) -> None:
        """Read who sits where."""
        found = _SEAT.fullmatch(line)
        if found is None:
            raise self.error("a seat is written as 'Seat 1: Ann ($20 in chips)'", line)
        number, name, stack, bounty, rest = found.groups()
        self.table.sit(
            int(number), name, self.table.chips.read(stack), sitting_out="sitting out" in rest
        )
        self.names[int(number)] = name
        if bounty:
            self.bounties[name] = bounty
        if "[hero]" in rest:
            self.table.others["_hero"] = name

    def read_deal(self, text: str) -> None:
        """Read which hole cards somebody gets."""
        name, mark, rest = text.partition(" [")
        while mark and name not in self.table.seats:
            more, mark, rest = rest.partition(" [")
            name += " [" + more
        if not mark:
            # Some rooms name everybody, and show nothing.
            self.table.deal(text, "")
            return
        parts = [_CARD.findall(part) for part in _BRACKETS.findall("[" + rest)]
        cards = "".join(parts[-1])
        if len(parts) > 1 or self.is_stud:
            self.table.deal_more(name, cards)
        else:
            self.table.deal(name, cards)
        if cards and (not self.is_stud or len(parts) > 1 or len(parts[0]) > 1):
            self.heroes.setdefault(name, len(parts[0]))

    def read_marker(self, line: str) -> None:
        """Read the beginning of a part of the hand."""
        found = _MARKER.match(line)
        if found is None:
            raise self.error("a part of a hand is marked as '*** FLOP ***'", line)
        run, what, rest = _RUNS[found[1] or ""], found[2].upper(), found[3]
        self.stage = "play"
        if what == "SUMMARY":
            self.stage = "summary"
        elif what in _STREETS or what.startswith("HOLE CARDS"):
            cards = list(dict.fromkeys(_CARD.findall(rest)))
            # Courchevel shows the first card of the board before the flop.
            if what in {"FLOP", "TURN", "RIVER"} and not (self.is_stud and what == "RIVER"):
                if not run:
                    self.table.next_street()
                self.deal_board(cards, run, what, first=found[1] == "FIRST")
            elif what == "RIVER":
                self.table.next_street()
            elif cards:
                self.deal_board(cards, 0, what, first=False)
        elif what.endswith(("STREET", "DRAW")):
            self.table.next_street()

    def deal_board(self, cards: list[str], run: int, what: str, *, first: bool) -> None:
        """Deal those of the cards that are new on their board."""
        table = self.table
        if first and self.base is None and table.board_count == 1:
            self.base = list(self.boards[0])
        while len(self.boards) <= run:
            self.boards.append(list(self.base or []))
        board = self.boards[run]
        new = [card for card in cards if card not in board]
        wanted = {"PRE-FLOP": 1, "FLOP": 3, "TURN": 4, "RIVER": 5}.get(what, 1) - len(board)
        if len(new) < wanted:
            new += ["??"] * (wanted - len(new))
            self.gaps.append(len(table.moves))
        if not new:
            return
        board += new
        table.deal_board("".join(new), run)

    # The end.

    def read_summary(self, line: str) -> None:
        """Read a line of the summary."""
        table = self.table
        if line.startswith("Seat "):
            if " mucked [" in line or " showed [" in line:
                self.read_summary_seat(line)
        elif line.startswith("Total pot "):
            self.read_pot(line)
        elif line.startswith("Board [") and self.gaps:
            self.boards.append(_CARD.findall(line))
        elif line.startswith("Hand cancelled"):
            raise self.error("the hand was cancelled")
        elif _REMARK.match(line):
            self.remarks.append(line)
        elif _COLLECTED.fullmatch(line):
            found = _COLLECTED.fullmatch(line)
            assert found is not None
            table.collect(found[1], table.chips.read(found[2]))

    def read_summary_seat(self, line: str) -> None:
        """Read the cards of somebody who mucked; or showed, if no line said so before."""
        found = _SUMMARY_SEAT.match(line)
        if found is None:
            return
        name = self.names.get(int(found[1]))
        if name is None:
            raise self.error(f"nobody sits in seat {found[1]}", line)
        seat = self.table.seats[name]
        if found[4]:
            self.table.summary_wins[name] = self.table.chips.read(found[4])
        cards = "".join(_CARD.findall(found[3]))
        if not seat.playing or seat.shown:
            return
        if found[2] == "mucked":
            self.table.muck(name, cards)
        else:
            self.table.show(name, cards)

    def read_pot(self, line: str) -> None:
        """Read the pot and what was taken from it."""
        table = self.table
        parts = line.split(" | ")
        table.total_pot = table.chips.read(parts[0][10:].split(" ", 1)[0])
        for part in parts[1:]:
            what, _, amount = part.rstrip(". ").rpartition(" ")
            what = what.lower()
            if what == "rake":
                table.rake = table.chips.read(amount)
            elif what in _FEES:
                units = table.chips.read(amount)
                if units:
                    table.fees[what] = units

    def fill_gaps(self) -> None:
        """Put in cards of the board that only the summary has."""
        if not self.gaps:
            return
        moves = self.table.moves
        final = self.boards[-1] if len(self.boards) > 1 else []
        place = 0
        for number, move in enumerate(moves):
            if move.kind != "db":
                continue
            count = len(move.value) // 2
            if number in self.gaps and len(final) >= place + count:
                moves[number] = move._replace(value="".join(final[place : place + count]))
                self.table.note("gap", "a card of the board is in the summary alone")
            place += count

    def add_fields(self) -> None:
        """Keep what the standard has no field for."""
        others = self.table.others
        heroes = [name for name, count in self.heroes.items() if count > 1 or not self.is_stud]
        if len(heroes) == 1:
            others.setdefault("_hero", heroes[0])
        if self.bounties:
            others["_bounties"] = self.bounties
        if self.remarks:
            others["_remarks"] = self.remarks
        if self.shows:
            others["_shows"] = self.shows


_FEES = frozenset({"jackpot", "bingo", "fortune", "tax", "bad beat"})
# Methods by their names, since readers of other rooms have their own.
_DEEDS = {
    "folds": "_fold",
    "checks": "_check",
    "calls": "_call",
    "bets": "_bet",
    "raises": "_raise",
    "posts": "_post",
    "straddle": "_straddle",
    "straddles": "_straddle",
    "shows": "_show",
    "mucks": "_muck",
    "discards": "_discard",
    "stands": "_stand",
    "brings": "_bring",
}
