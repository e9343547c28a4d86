"""The text of Full Tilt Poker."""

from __future__ import annotations

import re
from typing import ClassVar

from croupier.histories.formats.amounts import CENTS, WHOLE
from croupier.histories.formats.base import Chunk
from croupier.histories.formats.headers import read_time
from croupier.histories.formats.patterns import (
    AMOUNT,
    RoomFormat,
    RoomReader,
    Rules,
    find_cards,
    rules,
)

__all__ = ["FullTiltFormat"]

_GAMES = {
    "No Limit Hold'em": "NT",
    "NL Hold'em": "NT",
    "Pot Limit Hold'em": "X:PT",
    "PL Hold'em": "X:PT",
    "Limit Hold'em": "FT",
    "FL Hold'em": "FT",
    "Pot Limit Omaha Hi": "PO",
    "PL Omaha Hi": "PO",
    "Pot Limit Omaha H/L": "X:PO/8",
    "PL Omaha H/L": "X:PO/8",
    "Limit Omaha H/L": "FO/8",
    "No Limit Omaha Hi": "X:NO",
}
_PLAYER = r"(?P<player>.+?)"
_END = r"(?:,? and is all in)?.*"


class _Reader(RoomReader):
    patterns: ClassVar[Rules] = rules(
        (
            r"Full ?Tilt ?Poker Game #(?P<hand>\d+): (?P<place>.*?) - (?P<stakes>[^-]*\d/[^-]*\d)"
            r"(?: Ante [^-]*)? - (?:(?P<cap>\D?[\d.,]+) Cap )?(?P<game>.*?) - (?P<time>\d.*?)"
            r" - (?P<date>\d{4}/\d+/\d+).*",
            "begin",
        ),
        (r"Seat (?P<seat>\d+): (?P<player>.+) \((?P<stack>\D?[\d.,]+)\)(?P<out>.*)", "sit_or_end"),
        (rf"{_PLAYER} posts the small blind of {AMOUNT}", "small_blind"),
        (rf"{_PLAYER} posts the big blind of {AMOUNT}", "big_blind"),
        (rf"{_PLAYER} posts a dead small blind of {AMOUNT}", "dead"),
        (rf"{_PLAYER} posts {AMOUNT}", "late"),
        (rf"{_PLAYER} antes {AMOUNT}", "ante"),
        (r"The button is in seat #(?P<seat>\d+)", "button"),
        (rf"Dealt to {_PLAYER} \[(?P<cards>[^\]]*)\].*", "deal"),
        (r"\*\*\* (?:FLOP|TURN|RIVER) \*\*\* (?P<cards>\[.*)", "deal_board"),
        (r"\*\*\* (?:FLOP|TURN|RIVER) (?P<run>\d) \*\*\* (?P<cards>\[.*)", "deal_run"),
        (r"\*\*\* SUMMARY \*\*\*", "end"),
        (rf"{_PLAYER} folds", "fold"),
        (rf"{_PLAYER} checks", "check"),
        (rf"{_PLAYER} calls {AMOUNT}{_END}", "call"),
        (rf"{_PLAYER} bets {AMOUNT}{_END}", "bet"),
        (rf"{_PLAYER} raises to {AMOUNT}{_END}", "raise_to"),
        (rf"Uncalled bet of {AMOUNT} returned to (?P<player>.+)", "give_back"),
        (rf"{_PLAYER} shows \[(?P<cards>[^\]]*)\].*", "show"),
        (rf"{_PLAYER} mucks", "muck"),
        (rf"{_PLAYER} (?:wins|ties for) (?:.* )?pot(?: #?\d+)? \({AMOUNT}\).*", "collect"),
        (r"Total pot (?P<total>\D?[\d.,]+).*? \| Rake (?P<rake>\D?[\d.,]+).*", "read_pot"),
    )
    ignored = re.compile(
        r"\*\*\*|Board: |Seat \d+: |Players agree|Duration |Pot \d |.* shows (?!\[)"
        r"|.*(?: has | is |: | sits down| stands up| adds |seconds left)"
    )

    def __init__(self, format: str, chunk: Chunk) -> None:
        super().__init__(format, chunk)
        self.runs: dict[int, list[str]] = {}

    def begin(self, found: re.Match[str]) -> None:
        table = self.table
        table.hand = found["hand"]
        table.variant = self.find_game(_GAMES, found["game"])
        tournament = re.search(r"(.*) \((\d+)\), Table (.*)", found["place"])
        stakes = found["stakes"]
        money = tournament is None and re.search(r"[^\d./,\s]", stakes) is not None
        table.chips = CENTS if money else WHOLE
        if tournament is not None:
            self.keep(event=tournament[1], table=tournament[3])
            table.others["_tournament"] = tournament[2]
        else:
            name = found["place"].removeprefix("Table ")
            seats = re.search(r"\((\d+) max", name)
            self.keep(table=re.sub(r" \(.*\)$", "", name), seat_count=seats and int(seats[1]))
        if money:
            self.set_money(stakes.strip()[:1])
        small, big = (table.chips.read(text) for text in stakes.split("/"))
        if table.variant in {"FT", "FO/8"}:
            table.small_bet, table.big_bet = small, big
            table.small_blind, table.big_blind = small // 2, small
        else:
            table.small_blind, table.big_blind = small, big
        if found["cap"]:
            table.cap = self.units(found, "cap")
        date = f"{found['date']} {found['time']}"
        self.keep(venue="Full Tilt Poker", hand=int(found["hand"]), **read_time(date))

    def sit_or_end(self, found: re.Match[str]) -> None:
        # The summary has such lines, too.
        if not self.ended and found["player"] not in self.table.seats:
            self.sit(found)

    def deal_run(self, found: re.Match[str]) -> None:
        """Read cards of a board that is run several times."""
        run = int(found["run"]) - 1
        if not self.runs:
            self.runs = {0: list(self.board)}
            self.table.next_street()
        board = self.runs.setdefault(run, list(self.board))
        text = find_cards(found["cards"])
        cards = [text[place : place + 2] for place in range(0, len(text), 2)]
        new = [card for card in cards if card not in board]
        board += new
        if new:
            self.table.deal_board("".join(new), run)

    def read_pot(self, found: re.Match[str]) -> None:
        self.table.total_pot = self.units(found, "total")
        self.table.rake = self.units(found, "rake")


class FullTiltFormat(RoomFormat):
    """Read the text of Full Tilt Poker."""

    name = "fulltilt"
    title = "Full Tilt Poker text"
    start = re.compile(r"\s*Full ?Tilt ?Poker Game #\d+:")
    reader = _Reader
