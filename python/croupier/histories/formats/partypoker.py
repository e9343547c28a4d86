"""The text of PartyPoker."""

from __future__ import annotations

import re
from typing import ClassVar

from croupier.histories.formats.ongame import read_long_date
from croupier.histories.formats.patterns import RoomFormat, RoomReader, Rules, rules

__all__ = ["PartyPokerFormat"]

_GAMES = {
    "NL Texas Hold'em": "NT",
    "NL  Texas Hold'em": "NT",
    "PL Texas Hold'em": "X:PT",
    "FL Texas Hold'em": "FT",
    "PL Omaha Hi-Lo": "X:PO/8",
    "PL  Omaha Hi-Lo": "X:PO/8",
    "PL Omaha": "PO",
    "PL  Omaha": "PO",
    "FL Omaha Hi-Lo": "FO/8",
    "Texas Hold'em Game Table (NL)": "NT",
    "Texas Hold'em Game Table (PL)": "X:PT",
    "Texas Hold'em Game Table (FL)": "FT",
    "Omaha Hi Game Table (PL)": "PO",
    "Omaha Hi-Lo Game Table (PL)": "X:PO/8",
}
_PLAYER = r"(?P<player>.+?)"
# `[€0.10 EUR]`, `[0,35 €]`, `[ $25 USD ]` and `(0.25)`.
_AMOUNT = r"\s*[\[(]\s*(?P<amount>\D?\d(?:[\d.,]*\d)?)[^\])]*[\])]\.?"


class _Reader(RoomReader):
    # The last line is what somebody wins.
    ends = False
    patterns: ClassVar[Rules] = rules(
        (r"\*{5} Hand History [Ff]or Game (?P<hand>\w+) \*{5}.*", "begin"),
        (
            r"(?P<stakes>\S+)\s+(?P<code>[A-Z]{3} )?(?P<game>[NPF]L .*?)\s*-\s*(?P<date>\w+,.*)",
            "set_game",
        ),
        (
            r"(?P<stakes>\D?[\d.,]+/\D?[\d.,]+) (?P<code>(?!))?(?P<game>.* Game Table \(.*?\))"
            r" - (?P<date>.*)",
            "set_game",
        ),
        (
            r"Table (?P<table>.*?) \([^()]*\) -- Seat (?P<seat>\d+) is the button",
            "set_table_and_button",
        ),
        (r"Table (?P<table>.*?) \(.*", "set_table"),
        (r"Seat (?P<seat>\d+) is the button", "button"),
        (r"[Ss]eat ?(?P<seat>\d+): (?P<player>.+) \( ?(?P<stack>\D?[\d.,]+)[^)]*\)", "sit"),
        (rf"{_PLAYER} posts small blind{_AMOUNT}", "small_blind"),
        (rf"{_PLAYER} posts big blind \+ dead{_AMOUNT}", "both_blinds"),
        (rf"{_PLAYER} posts big blind{_AMOUNT}", "big_blind"),
        (rf"{_PLAYER} posts ante{_AMOUNT}", "ante"),
        (rf"Dealt to {_PLAYER} \[(?P<cards>[^\]]*)\]", "deal"),
        (r"\*\* Dealing (?:Flop|Turn|River) \*\*(?: :)?\s+\[(?P<cards>[^\]]*)\]", "deal_board"),
        (rf"{_PLAYER} folds\.?", "fold"),
        (rf"{_PLAYER} checks\.?", "check"),
        (rf"{_PLAYER} calls{_AMOUNT}", "call"),
        (rf"{_PLAYER} bets{_AMOUNT}", "bet"),
        (rf"{_PLAYER} raises \S+ to (?P<amount>\D?[\d.,]+\d).*", "raise_to"),
        (rf"{_PLAYER} raises{_AMOUNT}", "bet"),
        (rf"{_PLAYER} is all-In{_AMOUNT}", "put_in"),
        (r"Main Pot: .*? Rake: (?P<amount>\D?[\d.,]+)", "read_rake"),
        (
            rf"{_PLAYER} balance \D?[\d.,]+, (?:bet \S+ )?(?:collected (?P<amount>\D?[\d.,]*\d), )?"
            r"(?:net|lost|didn't) [^\[]*(?:\[(?P<cards>[^\]]*)\].*)?",
            "balance",
        ),
        (rf"{_PLAYER} (?:shows|doesn't show) \[(?P<cards>[^\]]*)\].*", "show"),
        (rf"{_PLAYER} (?:does not show cards|didn't show hand).*", "muck"),
        (rf"{_PLAYER} wins (?P<amount>\D?\d[\d.,]*\d|\D?\d)(?: .*|\.|)", "collect"),
    )
    ignored = re.compile(
        r"\*\*|#Game|Game #|Total number|Trny|Board: |Creating "
        r"|.*(?: has | is | will | does | left | joined|: )"
    )

    def begin(self, found: re.Match[str]) -> None:
        hand = found["hand"]
        self.table.hand = hand
        self.keep(venue="PartyPoker", hand=int(hand) if hand.isdecimal() else hand)

    def set_game(self, found: re.Match[str]) -> None:
        table = self.table
        table.variant = self.find_game(_GAMES, found["game"])
        self.keep(currency=(found["code"] or "").strip() or None, **read_long_date(found["date"]))
        stakes = found["stakes"].split("/")
        if len(stakes) == 2:
            small, big = (table.chips.read(text) for text in stakes)
            if table.variant in {"FT", "FO/8"}:
                table.small_bet, table.big_bet = small, big
            else:
                table.small_blind, table.big_blind = small, big

    def set_table(self, found: re.Match[str]) -> None:
        self.keep(table=found["table"].strip())

    def set_table_and_button(self, found: re.Match[str]) -> None:
        self.set_table(found)
        self.button(found)

    def read_rake(self, found: re.Match[str]) -> None:
        self.table.rake = self.units(found)

    def balance(self, found: re.Match[str]) -> None:
        """Read what somebody wins and shows, in the form of late years."""
        if found["amount"]:
            self.collect(found)
        if found["cards"]:
            self.show(found)

    def units(self, found: re.Match[str], name: str = "amount") -> int:
        # Some lines have a comma for the point.
        text = re.sub(r",(\d\d)$", r".\1", found[name])
        return self.table.chips.read(text)


class PartyPokerFormat(RoomFormat):
    """Read the text of PartyPoker."""

    name = "partypoker"
    title = "PartyPoker text"
    start = re.compile(r"\s*\*{5} Hand History [Ff]or Game \w")
    reader = _Reader
