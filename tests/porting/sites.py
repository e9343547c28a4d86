"""A parser for a site that nobody knows, written to PokerKit's protocol, and hands of that site."""

# PokerKit's users write dictionaries without annotations.
# ruff: noqa: RUF012

from __future__ import annotations

import operator
import re
from typing import Any


def make_parser(base: Any, unmatchable: re.Pattern[str]) -> Any:
    """Return the parser as PokerKit's or Croupier's class is its base.

    It has every kind of pattern, and overrides a hook: raises are written as whole bets.
    """

    class ClubParser(base):  # type: ignore[misc]
        HAND = re.compile(r"^Club hand #.+?^---$", re.DOTALL | re.MULTILINE)
        FINAL_SEAT = re.compile(r"Dealer: seat (?P<final_seat>\d+)")
        SEATS = re.compile(r"^Seat (?P<seat>\d+): (?P<player>.+) \([0-9.,]+\)$")
        VARIANT = re.compile(r"\[(?P<variant>NL Holdem|PL Omaha|Draw)\]")
        VARIANTS = {"NL Holdem": "NT", "PL Omaha": "PO"}
        ANTE_POSTING = re.compile(r"^(?P<player>.+) antes (?P<ante>[0-9.,]+)$")
        BLIND_OR_STRADDLE_POSTING = re.compile(
            r"^(?P<player>.+) posts (?P<blind_or_straddle>[0-9.,]+)$"
        )
        STARTING_STACKS = re.compile(r"^Seat \d+: (?P<player>.+) \((?P<starting_stack>[0-9.,]+)\)$")
        HOLE_DEALING = re.compile(r"^Dealt (?P<player>.+): (?P<cards>.+)$")
        BOARD_DEALING = re.compile(r"^Board: (?P<cards>.+)$")
        FOLDING = re.compile(r"^(?P<player>.+) folds$")
        CHECKING_OR_CALLING = re.compile(r"^(?P<player>.+) (?:checks|calls)")
        COMPLETION_BETTING_OR_RAISING = re.compile(
            r"^(?P<player>.+) (?:bets|raises to|is all in for) (?P<amount>[0-9.,]+)$"
        )
        HOLE_CARDS_SHOWING = re.compile(r"^(?P<player>.+) shows (?P<cards>.+)$")
        CONSTANTS = {"venue": "The Club"}
        VARIABLES = {
            "hand": (re.compile(r"#(?P<hand>\d+)"), int),
            "table": (re.compile(r"table (?P<table>\w+)"), str),
            "event": (re.compile(r"event (?P<event>\w+)"), str),
        }
        PLAYER_VARIABLES = {
            "winnings": (
                re.compile(r"^(?P<player>.+) wins (?P<winnings>[0-9.,]+)$"),
                None,
                int,
                operator.add,
            ),
        }

        def _get_completion_betting_or_raising_to_amount(
            self,
            bets: Any,
            player: str,
            completion_betting_or_raising_amount: int,
            line: str,
        ) -> int:
            if "all in" in line:
                whole: int = bets[player] + completion_betting_or_raising_amount
                return whole
            return completion_betting_or_raising_amount

    assert unmatchable.search("") is None
    return ClubParser


def make_plain_parser(base: Any, unmatchable: re.Pattern[str]) -> Any:
    """Return a parser without hooks, for which raises are what is added to the highest bet."""
    club = make_parser(base, unmatchable)

    class PlainParser(base):  # type: ignore[misc]
        HAND = re.compile(r"(?m)^Club hand ((?:.+\n)+?)---$")
        HOLE_DEALING = unmatchable
        HOLE_CARDS_SHOWING = unmatchable

    for name, value in vars(club).items():
        if name.isupper() and name not in vars(PlainParser):
            setattr(PlainParser, name, value)
    return PlainParser


SHOWDOWN = """Club hand #11 [NL Holdem] table Oak
Dealer: seat 5
Seat 1: Ann (200)
Seat 3: Bob the 2nd (1,500)
Seat 4: Sitting Out (99)
Seat 5: Cy (340)
Ann posts 1
Bob the 2nd posts 2
Dealt Ann: AsAh
Dealt Bob the 2nd: KsKh
Dealt Cy: 7c2d
Cy folds
Ann raises to 6
Bob the 2nd calls
Board: 2c3c4c
Ann bets 10
Bob the 2nd raises to 30
Ann calls
Board: 9d
Ann checks
Bob the 2nd checks
Board: Jd
Ann checks
Bob the 2nd bets 50
Ann calls 50
Bob the 2nd shows KsKh
Ann shows AsAh
Ann wins 100
Ann wins 72
---
"""

HEADS_UP = """Club hand #12 [NL Holdem]
Dealer: seat 2
Seat 1: Ann (20.50)
Seat 2: Bob (31.25)
Bob posts 0.25
Ann posts 0.50
Bob raises to 1.50
Ann calls
Board: 2c3c4c
Ann checks
Bob bets 2.25
Ann folds
Bob wins 3.00
---
"""

ANTES_AND_LATE_POST = """Club hand #13 [NL Holdem] event Spring
Dealer: seat 4
Seat 1: Ann (200)
Seat 2: Bob (200)
Seat 3: Cy (200)
Seat 4: Di (200)
Ann antes 1
Bob antes 1
Cy antes 1
Di antes 1
Ann posts 1
Bob posts 2
Cy posts 2
Cy checks
Di folds
Ann folds
Bob checks
Board: 2c3c4c
Bob bets 4
Cy folds
---
"""

EMPTY_BUTTON = """Club hand #14 [NL Holdem]
Dealer: seat 9
Seat 1: Ann (200)
Seat 2: Bob (200)
Seat 3: Cy (200)
Ann posts 1
Bob posts 2
Cy folds
Ann folds
---
"""

ALL_IN = """Club hand #15 [NL Holdem]
Dealer: seat 3
Seat 1: Ann (200)
Seat 2: Bob (60)
Seat 3: Cy (200)
Ann posts 1
Bob posts 2
Dealt Ann: AsAh
Dealt Bob: KsKh
Cy folds
Ann raises to 80
Bob is all in for 58
Board: 2c3c4c
Board: 9d
Board: Jd
Ann shows AsAh
Bob shows KsKh
---
"""

POT_LIMIT = """Club hand #16 [PL Omaha]
Dealer: seat 2
Seat 1: Ann (200)
Seat 2: Bob (200)
Bob posts 1
Ann posts 2
Dealt Ann: AsAhKsKh
Dealt Bob: 2s3h4s5h
Bob raises to 6
Ann calls
Board: 2c3c4c
Ann checks
Bob bets 12
Ann folds
---
"""

MUCKED = SHOWDOWN.replace("Ann shows AsAh\n", "").replace("Dealt Ann: AsAh\n", "")

HANDS = {
    "showdown": SHOWDOWN,
    "two players": HEADS_UP,
    "antes and a late post": ANTES_AND_LATE_POST,
    "nobody at the button": EMPTY_BUTTON,
    "all in": ALL_IN,
    "pot limit": POT_LIMIT,
    "a hand that is not shown": MUCKED,
}

PLAIN_HANDS = {name: text for name, text in HANDS.items() if name not in {"all in", "pot limit"}}
"""Hands that are legal, too, where raises are added to the highest bet."""

BROKEN = {
    "no button": EMPTY_BUTTON.replace("Dealer", "Deal"),
    "no game": EMPTY_BUTTON.replace("NL", "XX"),
    "a game without a code": EMPTY_BUTTON.replace("NL Holdem", "Draw"),
    "a player without a seat": EMPTY_BUTTON.replace("Seat 3: Cy", "Seat 3: Cynthia"),
    "a card that is none": SHOWDOWN.replace("2c3c4c", "2c3c4x"),
    "more than the player has": SHOWDOWN.replace("Ann raises to 6", "Ann raises to 6000"),
}

POKERSTARS = """PokerStars Hand #7:  Hold'em No Limit ($1/$2 USD) - 2026/01/02 20:30:00 ET
Table 'Ceres' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bob ($150 in chips)
Seat 5: Cy ($99.50 in chips)
Bob: posts small blind $1
Cy: posts big blind $2
*** HOLE CARDS ***
Ann: raises $4 to $6
Bob: calls $5
Cy: folds
*** FLOP *** [2c 3c 4d]
Bob: checks
Ann: bets $8
Bob: raises $12 to $20
Ann: calls $12
*** TURN *** [2c 3c 4d] [9h]
Bob: checks
Ann: checks
*** RIVER *** [2c 3c 4d 9h] [Ks]
Bob: bets $30
Ann: folds
Uncalled bet ($30) returned to Bob
Bob collected $52 from pot
*** SUMMARY ***
Total pot $54 | Rake $2
Board [2c 3c 4d 9h Ks]
Seat 1: Ann (button) folded on the River
Seat 2: Bob (small blind) collected ($52)
Seat 5: Cy (big blind) folded before Flop
"""
"""A hand that PokerKit can read, too: most of what PokerStars writes it cannot."""
