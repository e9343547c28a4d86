"""The text of Absolute Poker and UltimateBet."""

from __future__ import annotations

import re
from typing import ClassVar

from croupier.histories.formats.headers import read_time
from croupier.histories.formats.patterns import AMOUNT, RoomFormat, RoomReader, Rules, rules

__all__ = ["AbsoluteFormat"]

_GAMES = {
    "Holdem  No Limit": "NT",
    "Holdem No Limit": "NT",
    "Holdem (1 on 1)  No Limit": "NT",
    "Holdem  Pot Limit": "X:PT",
    "Holdem Pot Limit": "X:PT",
    "Holdem  Normal": "FT",
    "Holdem Normal": "FT",
    "Omaha  Pot Limit": "PO",
    "Omaha Pot Limit": "PO",
    "Omaha Hi-Lo  Pot Limit": "X:PO/8",
    "Omaha HiLo  Pot Limit": "X:PO/8",
    "Omaha HiLo Pot Limit": "X:PO/8",
}
_PLAYER = r"(?P<player>.+?)"


class _Reader(RoomReader):
    patterns: ClassVar[Rules] = rules(
        (r"Stage #(?P<hand>\w+):\s*(?P<game>.*?) - (?P<date>\d{4}-.*)", "begin"),
        (r"Table: (?P<table>.*?) \(.*?\) Seat #(?P<seat>\d+) is the (?:dead )?dealer", "sit_table"),
        (r"Seat (?P<seat>\d+) - (?P<player>.+) \((?P<stack>\D?[\d.,]+) in chips\).*", "sit"),
        (rf"{_PLAYER} - Posts small blind {AMOUNT}.*", "small_blind"),
        (rf"{_PLAYER} - Posts big blind {AMOUNT}.*", "big_blind"),
        (rf"{_PLAYER} - Posts dead blind {AMOUNT}.*", "dead"),
        (rf"{_PLAYER} - Posts {AMOUNT} dead (?P<dead>\D?[\d.,]+)", "post_with_dead"),
        (rf"{_PLAYER} - Posts {AMOUNT}", "late"),
        (rf"{_PLAYER} - Ante {AMOUNT}.*", "ante"),
        (rf"Dealt to {_PLAYER} \[(?P<cards>[^\]]*)\].*", "deal"),
        (r"\*\*\* (?:FLOP|TURN|RIVER) \*\*\* (?P<cards>\[.*)", "deal_board"),
        (r"\*\*\* SUMMARY \*\*\*", "end"),
        (rf"{_PLAYER} - Folds.*", "fold"),
        (rf"{_PLAYER} - Checks.*", "check"),
        (rf"{_PLAYER} - Calls {AMOUNT}.*", "call"),
        (rf"{_PLAYER} - Bets {AMOUNT}.*", "bet"),
        (rf"{_PLAYER} - (?:Raises|All-In\(Raise\)) \S+ to {AMOUNT}.*", "raise_to"),
        (rf"{_PLAYER} - Raises {AMOUNT}.*", "bet"),
        (rf"{_PLAYER} - All-In(?:\(Raise\))? {AMOUNT}.*", "put_in"),
        (rf"{_PLAYER} - returned \({AMOUNT}\) ?: not called", "give_back"),
        (rf"{_PLAYER} - Shows \[(?P<cards>[^\]]*)\].*", "show"),
        (rf"{_PLAYER} - (?:Mucks|Does not show).*", "muck"),
        (rf"{_PLAYER} Collects {AMOUNT} from .*", "collect"),
        (r"Total Pot\((?P<total>\D?[\d.,]+)\)(?: \| Rake \((?P<rake>\D?[\d.,]+)\))?.*", "read_pot"),
    )
    ignored = re.compile(r"\*\*\*|Board |Seat \d+: |.* - (?:sitout|Sits|Bounty|Connection|is )")

    def begin(self, found: re.Match[str]) -> None:
        table = self.table
        table.hand = found["hand"]
        game = found["game"]
        table.variant = self.find_game(_GAMES, game)
        self.keep(venue="Absolute Poker", hand=_number(found["hand"]), **read_time(found["date"]))
        stakes = [table.chips.read(text) for text in re.findall(r"\$\d(?:[\d.,]*\d)?", game)]
        if table.variant == "FT":
            table.small_bet = stakes[0] if stakes else 0
            table.big_bet = stakes[1] if len(stakes) > 1 else 2 * table.small_bet
        elif stakes:
            # One number is the big blind.
            table.big_blind = stakes[-1]

    def sit_table(self, found: re.Match[str]) -> None:
        self.keep(table=found["table"])
        self.button(found)

    def post_with_dead(self, found: re.Match[str]) -> None:
        self.late(found)
        self.table.post_dead(found["player"], self.units(found, "dead"))

    def read_pot(self, found: re.Match[str]) -> None:
        self.table.total_pot = self.units(found, "total")
        if found["rake"]:
            self.table.rake = self.units(found, "rake")


def _number(text: str) -> int | str:
    return int(text) if text.isdecimal() else text


class AbsoluteFormat(RoomFormat):
    """Read the text of Absolute Poker."""

    name = "absolute"
    title = "Absolute Poker text"
    start = re.compile(r"\s*Stage #\w+:")
    reader = _Reader
