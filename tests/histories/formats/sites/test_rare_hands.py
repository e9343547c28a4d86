"""Hands of rooms that few people ever see: each was refused or read wrongly once."""

from __future__ import annotations

from decimal import Decimal

import pytest

from croupier.histories import HandHistory, check, read
from croupier.histories.formats import get


def only(text: str, format: str | None = None) -> HandHistory:
    (reading,) = read(text, format)
    return reading.unwrap()


ENTRANTS = """\
Ignition Hand #5105 TBL#7 HOLDEM [MVS] Tournament #3311 No Limit - Level 4 (50/100)\
 - 2021-04-05 19:00:00
Seat 6: Dealer [ME] (1,500 in chips)
Seat 2: Small Blind (1,200 in chips)
Seat 9: Big Blind (1,900 in chips)
Seat 4: UTG (1,400 in chips)
Dealer [ME] : Set dealer [6]
Small Blind : Small Blind 50
Big Blind : Big Blind 100
*** HOLE CARDS ***
Dealer [ME] : Card dealt to a spot [Ah Kh]
UTG : Folds
Dealer [ME] : Raises 250 to 250
Small Blind : Folds
Big Blind : Folds
Dealer [ME] : Return uncalled portion of bet 150
Dealer [ME] : Hand result 250
*** SUMMARY ***
Total Pot(250)
"""


def test_seats_of_ignition_tournaments_are_in_the_order_of_the_lines() -> None:
    history = only(ENTRANTS)
    assert history.players == ["Small Blind", "Big Blind", "UTG", "Dealer"]
    assert history.seats == [2, 3, 4, 1]
    assert history.finishing_stacks == [1150, 1800, 1400, 1650]


def test_people_of_ignition_are_known_by_more_than_positions() -> None:
    said = "Player Info: Seat2: P2-aa11, Seat9: P9-bb22, Seat5: P5-cc33\nSmall Blind : Small"
    history = only(ENTRANTS.replace("Small Blind : Small", said, 1))
    ids = {"Small Blind": "aa11", "Big Blind": "bb22"}
    assert history.user_defined_fields["_player_ids"] == ids
    assert history.players == only(ENTRANTS).players


CASHED_OUT = """\
PokerStars Hand #8901:  Hold'em No Limit ($1/$2 USD) - 2026/03/01 19:00:00 ET
Table 'Irma' 6-max Seat #1 is the button
Seat 1: Ned ($100 in chips)
Seat 2: Oda ($100 in chips)
Ned: posts small blind $1
Oda: posts big blind $2
*** HOLE CARDS ***
Dealt to Ned [Ac Ad]
Ned: raises $98 to $100 and is all-in
Oda: calls $98 and is all-in
*** FLOP *** [2h 7s 9d]
*** TURN *** [2h 7s 9d] [Jc]
*** RIVER *** [2h 7s 9d Jc] [3s]
*** SHOW DOWN ***
Oda: shows [Kc Kd] (a pair of Kings)
Ned: shows [Ac Ad] (a pair of Aces)
Ned cashed out the hand for $160 | Cash Out Fee $1.60
*** SUMMARY ***
Total pot $200 | Rake $1
Board [2h 7s 9d Jc 3s]
Seat 1: Ned (button) (small blind) showed [Ac Ad] and won ($199) with a pair of Aces (pot not\
 awarded as player cashed out)
Seat 2: Oda (big blind) showed [Kc Kd] and lost with a pair of Kings
"""


@pytest.mark.parametrize("target", ["phh", "ohh", "pokerstars"])
def test_a_hand_that_was_cashed_out_comes_back(target: str) -> None:
    history = only(CASHED_OUT)
    assert history.finishing_stacks == [0, 160]
    assert history.user_defined_fields["_cash_outs"] == {"Ned": 160}
    again = only(get(target).write(history), target)
    assert again.finishing_stacks == [0, 160]
    assert again.user_defined_fields["_cash_outs"] == {"Ned": 160}
    assert again.user_defined_fields["_rake"] == history.user_defined_fields["_rake"] == 1


@pytest.mark.parametrize("target", ["phh", "ohh", "pokerstars"])
def test_who_loses_a_hand_may_have_cashed_it_out(target: str) -> None:
    text = CASHED_OUT.replace("Ned cashed out the hand for $160", "Oda cashed out the hand for $30")
    text = text.replace("*** SUMMARY", "Ned collected $199 from pot\n*** SUMMARY")
    history = only(text.replace("(pot not awarded as player cashed out)", ""))
    assert history.finishing_stacks == [30, 199]
    again = only(get(target).write(history), target)
    assert again.finishing_stacks == [30, 199]
    assert again.user_defined_fields["_cash_outs"] == {"Oda": 30}


def test_cards_are_counted_and_not_chips() -> None:
    """Where amounts have cents, how many cards are dealt has none."""
    text = """\
PokerStars Hand #8801:  Hold'em No Limit ($0.02/$0.04 USD) - 2026/03/01 19:00:00 ET
Table 'Juno' 6-max Seat #1 is the button
Seat 1: Lea ($4 in chips)
Seat 2: Max ($4 in chips)
Lea: posts small blind $0.02
Max: posts big blind $0.04
*** HOLE CARDS ***
Dealt to Lea [2c 3c 4c]
Lea: folds
Uncalled bet ($0.02) returned to Max
Max collected $0.04 from pot
*** SUMMARY ***
Total pot $0.04 | Rake $0
"""
    (reading,) = read(text)
    assert "dealt 1 to 2 cards, not 3" in str(reading.problems[0])


DROP = """\
Poker Hand #OM77: PLO ($1/$2) - 2024/02/03 04:05:06
Table 'PLO9' 6-max Seat #1 is the button
Seat 1: Hero ($300 in chips)
Seat 2: 5c5c ($310 in chips)
Seat 3: 7e7e ($280 in chips)
Cash Drop to Pot : total $20
5c5c: posts small blind $1
7e7e: posts big blind $2
*** HOLE CARDS ***
Dealt to Hero [9s 9c 8d 7d]
Dealt to 5c5c
Dealt to 7e7e
Hero: raises $25 to $27
5c5c: folds
7e7e: folds
Uncalled bet ($25) returned to Hero
*** SHOWDOWN ***
Hero collected $25 from pot
*** SUMMARY ***
Total pot $25 | Rake $0 | Jackpot $0 | Bingo $0
Seat 1: Hero (button) collected ($25)
"""
SPLASH = """\
PokerStars Hand #9901:  Omaha Pot Limit (€0.50/€1.00 EUR) - 2019/08/01 20:00:00 ET
Table 'Metis' 6-max Seat #1 is the button
Seat 1: Abe (€100 in chips)
Seat 2: Bea (€100 in chips)
Seat 3: Cal (€100 in chips)
STP added: €10
Bea: posts small blind €0.50
Cal: posts big blind €1
*** HOLE CARDS ***
Dealt to Cal [2c 2d 3c 3d]
Abe: raises €12.50 to €13.50
Bea: folds
Cal: folds
Uncalled bet (€12.50) returned to Abe
Abe collected €12.50 from pot
*** SUMMARY ***
Total pot €12.50 | Rake €0
"""


@pytest.mark.parametrize(("text", "raised", "added"), [(DROP, 27, 20), (SPLASH, "13.50", 10)])
def test_chips_of_the_house_count_for_the_limit_of_the_pot(
    text: str, raised: int | str, added: int
) -> None:
    (reading,) = read(text)
    history = reading.unwrap()
    assert f"p3 cbr {raised}" in history.actions
    assert history.user_defined_fields["_added"] == added
    # The rules of the game know nothing of what a house adds.
    assert [note.kind for note in reading.notes] == ["odd-raise"]
    assert sum(map(Decimal, history.finishing_stacks or ())) == added + sum(
        map(Decimal, history.starting_stacks)
    )


def test_stud_of_winamax() -> None:
    text = """\
Winamax Poker - CashGame - HandId: #77-8-99 - 7-Card Stud fixed limit (1€/2€/10€/20€)\
 - 2019/02/03 04:05:06 UTC
Table: 'Nice' 6-max (real money) Seat #2 is the button
Seat 1: Yves (200€)
Seat 2: Zita (250€)
*** ANTE/BLINDS ***
Yves posts ante 1€
Zita posts ante 1€
*** 3rd STREET ***
Dealt to Yves [X X Kd]
Dealt to Zita [4c 5c 2h]
Zita brings in 2€
Yves raises 10€ to 10€
Zita calls 8€
*** 4th STREET ***
Dealt to Yves [X X Kd] [Ks]
Dealt to Zita [4c 5c 2h] [8d]
Yves bets 10€
Zita folds
Yves collected 22€ from pot
*** SUMMARY ***
Total pot 22€ | No rake
Seat 1: Yves won 22€
"""
    history = only(text)
    assert (history.variant, history.bring_in, history.small_bet) == ("F7S", 2, 10)
    assert history.actions == [
        *("d dh p1 ????Kd", "d dh p2 4c5c2h", "p2 pb", "p1 cbr 10", "p2 cc"),
        *("d dh p1 Ks", "d dh p2 8d", "p1 cbr 10", "p2 f"),
    ]
    assert not [one for one in check(history.dumps()) if one.is_error]


def test_who_sits_out_may_fold_a_blind_that_was_all_in() -> None:
    text = """\
PokerStars Hand #8701: Tournament #79, $5+$0.50 USD Hold'em No Limit - Level IX (200/400)\
 - 2026/03/01 19:00:00 ET
Table '79 1' 9-max Seat #1 is the button
Seat 1: Gus (3000 in chips)
Seat 2: Hal (2500 in chips)
Seat 3: Ivy (150 in chips) is sitting out
Hal: posts small blind 200
Ivy: posts big blind 150 and is all-in
*** HOLE CARDS ***
Dealt to Gus [Kd 7s]
Gus: calls 400
Hal: folds
Ivy: folds
Uncalled bet (200) returned to Gus
Gus collected 550 from pot
*** SUMMARY ***
Total pot 550 | Rake 0
"""
    (reading,) = read(text)
    history = reading.unwrap()
    assert "all-in-fold" in {note.kind for note in reading.notes}
    assert dict(zip(history.players or (), history.finishing_stacks or (), strict=True)) == {
        "Gus": 3350,
        "Hal": 2300,
        "Ivy": 0,
    }


SMALLEST_STUD = """\
Ignition Hand #45 TBL#9 7CARD Fixed Limit - 2019-02-03 04:05:06
Seat+1: $0.50 in chips
Seat+2 [ME]: $0.40 in chips
Seat+3: $0.30 in chips
*** 3RD STREET ***
Seat+1 : Card dealt to a spot [6d Ad 2s]
Seat+2 [ME] : Card dealt to a spot [4d Qd Ac]
Seat+3 : Card dealt to a spot [Kd 3c Ts]
Seat+1 : Bets $0.01
Seat+2 [ME] : Folds
Seat+3 : Calls $0.01
*** 4TH STREET ***
Seat+1 : Card dealt to a spot [3s]
Seat+3 : Card dealt to a spot [5c]
Seat+3 : Checks
Seat+1 : Bets $0.01
Seat+3 : Folds
Seat+1 : Return uncalled portion of bet $0.01
Seat+1 : Hand result $0.02
*** SUMMARY ***
Total Pot($0.02)
Seat+1: $0.02 [Does not show]
Seat+2: Folded on the 3RD STREET
Seat+3: Folded on the 4TH STREET
"""


def test_the_smallest_stud_of_ignition_has_half_cents() -> None:
    # Whoever had to bring it in bet at once, so that the text does not say how much that is.
    history = only(SMALLEST_STUD)
    assert (history.small_bet, history.big_bet) == (Decimal("0.01"), Decimal("0.02"))
    assert history.bring_in == Decimal("0.005")
    assert history.finishing_stacks == [Decimal(text) for text in ("0.51", "0.4", "0.29")]
    again = HandHistory.loads(history.dumps())
    assert again == history and not check(history.dumps())
    # It may be told as well, and the one behind completes.
    told = SMALLEST_STUD.replace("Seat+1 : Bets $0.01\n", "Seat+3 : Bring_in chip $0.005\n", 1)
    told = told.replace("Seat+3 : Calls $0.01\n", "", 1).replace(
        "Seat+2 [ME] : Folds\n", "Seat+1 : Bets $0.01\nSeat+2 [ME] : Folds\nSeat+3 : Calls $0.005\n"
    )
    told = (
        told.replace("Seat+3 : Checks\n", "")
        .replace("[Kd 3c Ts]", "[Kd 3c 2c]")
        .replace("[6d Ad 2s]", "[6d Ad Ts]")
    )
    history = only(told)
    assert history.bring_in == Decimal("0.005")
    assert history.finishing_stacks is not None
    assert sorted(history.finishing_stacks) == sorted(map(Decimal, ("0.51", "0.4", "0.29")))


def test_a_big_bet_of_odd_cents_of_ignition() -> None:
    text = SMALLEST_STUD.replace("Ts]\n", "2c]\n").replace("Ad 2s", "Ad Ts")
    played = (
        "Seat+3 : Bring_in chip $0.01\nSeat+1 : Calls $0.01\nSeat+2 [ME] : Folds\n"
        "*** 4TH STREET ***\nSeat+1 : Card dealt to a spot [3s]\n"
        "Seat+3 : Card dealt to a spot [5c]\n"
        "Seat+1 : Checks\nSeat+3 : Checks\n*** 5TH STREET ***\n"
        "Seat+1 : Card dealt to a spot [Ks]\nSeat+3 : Card dealt to a spot [5d]\n"
        "Seat+3 : Checks\nSeat+1 : Bets $0.05\nSeat+3 : Folds\n"
        "Seat+1 : Return uncalled portion of bet $0.05\n"
    )
    before, after = text.index("Seat+1 : Bets"), text.index("Seat+1 : Hand result")
    history = only(text[:before] + played + text[after:])
    assert (history.small_bet, history.big_bet) == (Decimal("0.025"), Decimal("0.05"))


ANTE_TOOK_ALL = """\
PokerStars Hand #8601: Tournament #80, $1+$0.15 USD Hold'em No Limit - Level VIII (60/120)\
 - 2026/03/01 19:00:00 ET
Table '80 1' 9-max Seat #1 is the button
Seat 1: Gus (3000 in chips)
Seat 2: Hal (2500 in chips)
Seat 3: Ivy (11 in chips)
Seat 4: Jon (1500 in chips)
Gus: posts the ante 15
Hal: posts the ante 15
Ivy: posts the ante 11 and is all-in
Jon: posts the ante 15
Hal: posts small blind 60
*** HOLE CARDS ***
Dealt to Gus [Kd 7s]
Jon: calls 120
Gus: folds
Hal: calls 60
*** FLOP *** [9s 5s Qd]
Hal: checks
Jon: bets 400
Hal: folds
Uncalled bet (400) returned to Jon
*** TURN *** [9s 5s Qd] [Jd]
*** RIVER *** [9s 5s Qd Jd] [3c]
*** SHOW DOWN ***
Jon: shows [Qh Ks] (a pair of Queens)
Jon collected 252 from side pot
Ivy: shows [9c Ts] (a pair of Nines)
Jon collected 44 from main pot
*** SUMMARY ***
Total pot 296 Main pot 44. Side pot 252. | Rake 0
Board [9s 5s Qd Jd 3c]
"""


@pytest.mark.parametrize("target", ["phh", "ohh", "pokerstars"])
def test_big_blind_all_in_on_the_ante_costs_others_the_full_blind(target: str) -> None:
    history = only(ANTE_TOOK_ALL)
    for one in (history, only(get(target).write(history), target)):
        # Hal, Ivy, Jon, Gus.
        assert one.blinds_or_straddles == [60, 120, 0, 0]
        state = one.replay(strict=True).state
        assert state.stacks == [2365, 0, 1661, 2985]
        assert one.finishing_stacks == state.stacks


def test_big_blind_of_two_all_in_on_the_ante_costs_the_full_blind() -> None:
    text = """\
PokerStars Hand #8602: Tournament #80, $1+$0.15 USD Hold'em No Limit - Level VIII (60/120)\
 - 2026/03/01 19:00:00 ET
Table '80 1' 9-max Seat #2 is the button
Seat 1: Ivy (11 in chips)
Seat 2: Hal (2500 in chips)
Ivy: posts the ante 11 and is all-in
Hal: posts the ante 15
Hal: posts small blind 60
*** HOLE CARDS ***
Dealt to Hal [Kd 7s]
Uncalled bet (60) returned to Hal
*** FLOP *** [9s 5s Qd]
*** TURN *** [9s 5s Qd] [Jd]
*** RIVER *** [9s 5s Qd Jd] [3c]
*** SHOW DOWN ***
Ivy: shows [9c Ts] (a pair of Nines)
Hal: shows [Kd 7s] (high card King)
Ivy collected 22 from pot
*** SUMMARY ***
Total pot 22 | Rake 0
Board [9s 5s Qd Jd 3c]
"""
    history = only(text)
    assert history.blinds_or_straddles == [60, 120]
    assert history.finishing_stacks == [22, 2489]


def test_player_all_in_on_the_ante_outside_the_blinds_owes_no_blind() -> None:
    text = ANTE_TOOK_ALL.replace("Ivy (11 in chips)", "Ivy (2511 in chips)")
    text = text.replace("ante 11 and is all-in", "ante 15").replace("Jon (1500", "Jon (12")
    text = text.replace("Jon: posts the ante 15", "Jon: posts the ante 12 and is all-in")
    text = text.replace("small blind 60\n", "small blind 60\nIvy: posts big blind 120\n")
    text = text[: text.index("Jon: calls")] + "\n".join(
        [
            "Gus: folds\nHal: folds",
            "Uncalled bet (60) returned to Ivy",
            "Ivy collected 129 from side pot",
            "*** FLOP *** [9s 5s Qd]\n*** TURN *** [9s 5s Qd] [Jd]",
            "*** RIVER *** [9s 5s Qd Jd] [3c]",
            "*** SHOW DOWN ***\nIvy: shows [Ah Ad] (a pair of Aces)",
            "Jon: shows [2h 2d] (a pair of Twos)\nIvy collected 48 from main pot",
            "*** SUMMARY ***\nTotal pot 177 Main pot 48. Side pot 129. | Rake 0",
            "Board [9s 5s Qd Jd 3c]\n",
        ]
    )
    history = only(text)
    assert history.blinds_or_straddles == [60, 120, 0, 0]
    assert history.finishing_stacks == [2425, 2613, 0, 2985]


DOUBLE_BET = """\
PokerStars Hand #8501:  7 Card Stud Limit ($1/$2 USD) - 2026/03/01 19:00:00 ET
Table 'Kore' 8-max
Seat 1: Ned ($50 in chips)
Seat 2: Oda ($50 in chips)
Seat 3: Pia ($50 in chips)
Ned: posts the ante $0.10
Oda: posts the ante $0.10
Pia: posts the ante $0.10
*** 3rd STREET ***
Dealt to Ned [2c 3d 4h]
Dealt to Oda [Jc]
Dealt to Pia [9s]
Ned: brings in for $0.50
Oda: calls $0.50
Pia: calls $0.50
*** 4th STREET ***
Dealt to Ned [2c 3d 4h] [8d]
Dealt to Oda [Jc] [Jd]
Dealt to Pia [9s] [Ts]
Pair on board - a double bet is allowed
Oda: bets $2
Pia: raises $2 to $4
Ned: folds
Oda: folds
Uncalled bet ($2) returned to Pia
Pia collected $5.50 from pot
Pia: doesn't show hand
*** SUMMARY ***
Total pot $5.80 | Rake $0.30
"""


def test_double_bet_on_an_open_pair_is_within_the_rules_of_stud() -> None:
    (reading,) = read(DOUBLE_BET)
    history = reading.unwrap()
    assert (history.variant, history.small_bet, history.big_bet) == ("F7S", 1, 2)
    assert [note.kind for note in reading.notes] == []
    assert not history.replay(strict=True).repairs
    assert {one.code for one in check(history.dumps())} == {"rake"}
    other = check(history.dumps().replace("'d dh p2 Jd'", "'d dh p2 Qd'"))
    assert {one.code for one in other if one.is_error}


@pytest.mark.parametrize("pair", [True, False])
def test_double_bet_needs_an_open_pair(pair: bool) -> None:
    text = DOUBLE_BET if pair else DOUBLE_BET.replace("[Jc] [Jd]", "[Jc] [Qd]")
    (reading,) = read(text)
    assert [note.kind for note in reading.notes] == ([] if pair else ["odd-raise"])


def test_first_bet_of_an_ignition_stud_hand_may_be_the_double_one() -> None:
    text = """\
Bovada Hand #8502: 7CARD Tournament #81 TBL#1, Fixed Limit- Level 1 (0/0) - 2026-03-01 19:00:00
Seat+1: 1,500 in chips
Seat+2 [ME]: 1,500 in chips
Seat+1 : Ante chip 2
Seat+2 [ME] : Ante chip 2
*** HOLE CARDS ***
Seat+1 : Card dealt to a spot [Tc 2s 4d]
Seat+2 [ME] : Card dealt to a spot [8s 4h 6c]
Seat+1 : Big blind/Bring in 5
Seat+2 [ME] : Call 5
Seat+1 : Card dealt to a spot [6s]
Seat+2 [ME] : Card dealt to a spot [6h]
Seat+2 [ME] : Double bets 20
Seat+1 : Call 20
Seat+1 : Card dealt to a spot [3s]
Seat+2 [ME] : Card dealt to a spot [Kh]
Seat+2 [ME] : Bets 20
Seat+1 : Folds
Seat+2 [ME] : Return uncalled portion of bet 20
Seat+2 [ME] : Does not show [8s 4h 6c 6h Kh] (One pair)
Seat+2 [ME] : Hand Result 54
*** SUMMARY ***
Total Pot(54)
"""
    (reading,) = read(text)
    history = reading.unwrap()
    assert (history.small_bet, history.big_bet, reading.notes) == (10, 20, ())
    assert not history.replay(strict=True).repairs
