"""The samples of pokernow2gw and the official examples, as that program writes them."""

from __future__ import annotations

import io
from decimal import Decimal

import pytest

from croupier.histories.formats import get
from croupier.histories.pipeline.converting import Conversion, convert
from shared import data_path

from .hands import messages, rewrite

SAMPLE_OF_A_SHOWDOWN = """\
PokerStars Hand #9876543210:  Tournament #9876543210, $0+$0 Hold'em No Limit - Level 1 (100/200)\
 - 2025/12/01 20:30:00
Table 'PokerNow 9876543210' 3-max Seat #3 is the button
Seat 1: Alice (5000 in chips)
Seat 2: Bob (4500 in chips)
Seat 3: Charlie (3000 in chips)
*** HOLE CARDS ***
Dealt to Alice [As Ks]
Alice: posts an ante of 25
Bob: posts an ante of 25
Charlie: posts an ante of 25
Alice: posts small blind 100
Bob: posts big blind 200
Charlie: raises to 600
Alice: calls 500
Bob: folds
*** FLOP *** [Ac Kh 2d]
Alice: checks
Charlie: bets 800
Alice: raises to 2000
Charlie: calls 1200
*** TURN *** [Ac Kh 2d] [7s]
Alice: bets 1000
Charlie: calls 1000 and is all-in
*** SHOW DOWN ***
Alice: shows [As Ks]
Alice collected 6475 from pot
*** SUMMARY ***
Total pot 6475 | Rake 0
Board [Ac Kh 2d 7s Qh]
Seat 1: Alice (small blind) collected (6475)
Seat 2: Bob (big blind) folded before Flop (didn't bet)
Seat 3: Charlie (button) showed and lost
"""
SAMPLE_OF_A_CASH_GAME = """\
PokerStars Hand #1: Hold'em No Limit (0.50/1) - 2026/02/02 15:17:51 ET
Table 'Ten-Four - ff-26941' 4-max Seat #3 is the button
Seat 1: IsZ*** (100 in chips)
Seat 2: KyQ*** (100 in chips)
Seat 3: Ulv*** (100 in chips)
Seat 4: adN*** (100 in chips)
*** HOLE CARDS ***
Dealt to adN*** [Ks 9s]
adN***: posts small blind 0.50
IsZ***: posts big blind 1
KyQ***: folds
Ulv***: folds
adN***: raises 1.50 to 2.50
IsZ***: raises 7.50 to 10
adN***: calls 7.50
*** FLOP *** [9h 8h Kc]
adN***: checks
IsZ***: bets 15
adN***: calls 15
*** TURN *** [9h 8h Kc] [Ad]
adN***: checks
IsZ***: bets 25
adN***: calls 25
*** RIVER *** [9h 8h Kc Ad] [Ah]
adN***: raises 50 to 50 and is all-in
IsZ***: folds
adN***: doesn't show hand
adN*** collected 146 from pot
*** SUMMARY ***
Total pot 146 | Rake 4
Board [9h 8h Kc Ad Ah]
Seat 1: IsZ*** (big blind) folded on the River
Seat 2: KyQ*** folded before Flop (didn't bet)
Seat 3: Ulv*** (button) folded before Flop (didn't bet)
Seat 4: adN*** (small blind) collected (146)
"""


def test_the_sample_of_a_showdown() -> None:
    # By the rules of poker it is no hand: Charlie has not got the chips of his last call.
    path = data_path("ohh", "sample_ohh_showdown.json")
    text, result = rewrite(path, hero="Alice")
    assert text == SAMPLE_OF_A_SHOWDOWN
    assert (result.read, result.converted, result.skipped, result.entries) == (1, 1, 0, [])
    assert not next(iter(get("ohh-simplified").read(path))).ok


def test_the_sample_of_a_cash_game() -> None:
    text, result = rewrite(
        data_path("ohh", "sample_ohh_tenfour.json"),
        hero="adN***",
        cash=True,
        time_zone="America/New_York",
        rake_percent=Decimal(5),
        rake_cap=Decimal(4),
    )
    assert text == SAMPLE_OF_A_CASH_GAME
    assert messages(result, "not-carried") == [
        "the cards of IsZ*** are dealt to adN***",
        "the rake of the file is left out",
    ]


def test_the_sample_that_is_no_hand_by_the_rules() -> None:
    path = data_path("ohh", "sample_ohh.json")
    text, result = rewrite(path, hero="Player1")
    assert "Player1: bets 400\nPlayer2: calls 400\n*** TURN ***" in text
    assert "Uncalled bet (500) returned to Player1\nPlayer1: doesn't show hand\n" in text
    assert text.endswith(
        "Seat 1: Player1 (small blind) collected (1420)\n"
        "Seat 2: Player2 (big blind) folded on the River\n"
    )
    assert (result.converted, result.skipped) == (1, 0)
    proved = convert(path, Conversion(target="gtowizard"), io.StringIO())
    assert (proved.converted, proved.skipped) == (0, 1)


def test_the_sample_of_two_lines() -> None:
    text, result = rewrite(data_path("ohh", "sample_ohh_spec.jsonl"), hero="Hero")
    first, second = text.split("\n\n\n")
    assert (result.read, result.converted, result.skipped) == (2, 2, 0)
    assert first.startswith("PokerStars Hand #1:  Tournament #1, $0+$0 Hold'em No Limit")
    assert second.startswith("PokerStars Hand #2:  Tournament #1, $0+$0 Hold'em No Limit")
    # A flop without actions stands in the summary alone.
    assert "*** FLOP ***" not in second and "Board [Ad Kd 2h]" in second


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("holdem_cash_game_pokerstars.ohh", "ohh.rounds[0].actions[2].action"),
        ("omaha_cash_game_wpn.ohh", "ohh.bet_limit.bet_type: pokernow2gw knows only NL"),
    ],
)
def test_the_official_examples_are_beyond_the_program(name: str, reason: str) -> None:
    text, result = rewrite(data_path("ohh", name))
    assert not text and (result.read, result.skipped) == (1, 1)
    assert messages(result, "skipped")[0].startswith(reason)
