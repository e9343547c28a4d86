"""Hands as texts of rooms, made up for the tests."""

from __future__ import annotations

POKERSTARS = """\
PokerStars Hand #101:  Hold'em No Limit ($0.50/$1.00 USD)\
 - 2024/03/05 14:07:09 CET [2024/03/05 8:07:09 ET]
Table 'Ceres II' 6-max Seat #2 is the button
Seat 1: ann: the 1st ($100 in chips)
Seat 2: Bob ($250.50 in chips)
Seat 4: Cat (x) ($40 in chips)
Seat 5: Dan ($12 in chips) is sitting out
Cat (x): posts small blind $0.50
ann: the 1st: posts big blind $1
*** HOLE CARDS ***
Dealt to Bob [Ah Kd]
Cat (x) said, "Bob: folds"
Bob: raises $2 to $3
Cat (x): calls $2.50
ann: the 1st: folds
*** FLOP *** [Kh 7c 2d]
Cat (x): bets $37 and is all-in
Bob: raises $210.50 to $247.50 and is all-in
Uncalled bet ($210.50) returned to Bob
*** TURN *** [Kh 7c 2d] [Qs]
*** RIVER *** [Kh 7c 2d Qs] [3h]
*** SHOW DOWN ***
Cat (x): shows [Kc Qc] (two pair, Kings and Queens)
Bob: shows [Ah Kd] (a pair of Kings)
Cat (x) collected $78.20 from pot
*** SUMMARY ***
Total pot $81 | Rake $2.80
Board [Kh 7c 2d Qs 3h]
Seat 1: ann: the 1st (big blind) folded before Flop
Seat 2: Bob (button) showed [Ah Kd] and lost with a pair of Kings
Seat 4: Cat (x) (small blind) showed [Kc Qc] and won ($78.20) with two pair, Kings and Queens
"""

SHORT = """\
PokerStars Hand #{number}: Tournament #9, $1.00+$0.10 USD Hold'em No Limit - Level IV\
 (50/100) - 2024/03/05 8:07:09 ET
Table '9 1' 9-max Seat #1 is the button
Seat 1: Ann (1500 in chips)
Seat 2: Bob (1480 in chips)
Seat 3: Cat (60 in chips)
Ann: posts the ante 10
Bob: posts the ante 10
Cat: posts the ante 10
Bob: posts small blind 50
Cat: posts big blind 50 and is all-in
*** HOLE CARDS ***
Dealt to Ann [2c 7d]
Ann: folds
*** FLOP *** [3s 8h Jd]
*** TURN *** [3s 8h Jd] [Jc]
*** RIVER *** [3s 8h Jd Jc] [4d]
*** SHOW DOWN ***
Bob: shows [Ks 4c] (two pair, Jacks and Fours)
Cat: shows [Ad 5d] (a pair of Jacks)
Bob collected 130 from pot
Cat finished the tournament in 3rd place
*** SUMMARY ***
Total pot 130 | Rake 0
Board [3s 8h Jd Jc 4d]
Seat 1: Ann (button) folded before Flop (didn't bet)
Seat 2: Bob (small blind) showed [Ks 4c] and won (130) with two pair, Jacks and Fours
Seat 3: Cat (big blind) showed [Ad 5d] and lost with a pair of Jacks
"""

ABSOLUTE = """\
Stage #77001: Holdem  No Limit $2 - 2009-06-10 19:01:02 (ET)
Table: ELM ST (Real Money) Seat #4 is the dealer
Seat 4 - ANN ($210 in chips)
Seat 5 - BOB ($99 in chips)
Seat 6 - CAT ($150.25 in chips)
BOB - Posts small blind $1
CAT - Posts big blind $2
*** POCKET CARDS ***
ANN - Raises $7 to $7
BOB - Folds
CAT - Calls $5
*** FLOP *** [2s 9d Kc]
CAT - Checks
ANN - Bets $10
CAT - All-In(Raise) $143.25 to $143.25
ANN - Folds
CAT - returned ($133.25) : not called
*** SHOW DOWN ***
CAT - Does not show
CAT Collects $33.50 from main pot
*** SUMMARY ***
Total Pot($35) | Rake ($1.50)
Board [2s 9d Kc]
Seat 4: ANN (dealer) Folded on the FLOP
Seat 5: BOB (small blind) Folded on the POCKET CARDS
Seat 6: CAT (big blind) collected Total ($33.50)
"""

FULL_TILT = """\
Full Tilt Poker Game #500: Table Oak (6 max) - $1/$2 - No Limit Hold'em - 11:12:13 ET - 2010/04/05
Seat 1: Ann ($200)
Seat 3: Bob the 2nd ($80.50)
Seat 6: Cat ($1,000), is sitting out
Ann posts the small blind of $1
Bob the 2nd posts the big blind of $2
The button is in seat #1
*** HOLE CARDS ***
Dealt to Bob the 2nd [Tc Td]
Ann raises to $6
Bob the 2nd raises to $20
Ann calls $14
*** FLOP *** [9h 5h 2c] (Total Pot: $40, 2 Players)
Bob the 2nd bets $60.50, and is all in
Ann calls $60.50
Bob the 2nd shows [Tc Td]
Ann shows [Ah Kh]
*** TURN *** [9h 5h 2c] [2d] (Total Pot: $161, 2 Players, 1 All-In)
*** RIVER *** [9h 5h 2c 2d] [Th] (Total Pot: $161, 2 Players, 1 All-In)
Bob the 2nd shows a full house, Tens full of Twos
Ann shows a flush, Ace high
Bob the 2nd wins the pot ($158) with a full house, Tens full of Twos
*** SUMMARY ***
Total pot $161 | Rake $3
Board: [9h 5h 2c 2d Th]
Seat 1: Ann (small blind) showed [Ah Kh] and lost with a flush, Ace high
Seat 3: Bob the 2nd (big blind) showed [Tc Td] and won ($158) with a full house
"""

ONGAME = """\
***** History for hand R5-900-3 *****
Start hand: Tue Mar 05 10:11:12 CET 2013
Table: Graz [900] (NO_LIMIT TEXAS_HOLDEM $0.05/$0.10, Real money)
Button: seat 1
Players in round: 3
Seat 1: Ann ($10.00)
Seat 2: -Bob- ($7.35)
Seat 8: Cat ($20.00)
-Bob- posts small blind ($0.05)
Cat posts big blind ($0.10)
---
Dealing pocket cards
Ann folds
-Bob- raises $0.25 to $0.30
Cat calls $0.20
--- Dealing flop [3h, Jd, 10c]
-Bob- bets $0.40
Cat calls $0.40
--- Dealing turn [2c]
-Bob- checks
Cat checks
--- Dealing river [2h]
-Bob- checks
Cat checks
---
Summary:
Main pot: $1.40 won by Cat ($1.33)
Rake taken: $0.07
Seat 1: Ann ($10.00), net: $0.00
Seat 2: -Bob- ($6.65), net: -$0.70, [Ah, Qd]
Seat 8: Cat ($20.63), net: +$0.63, [10s, 9s]
***** End of hand R5-900-3 *****
"""

PARTYPOKER = """\
***** Hand History for Game 3100 *****
$20 USD NL Texas Hold'em - Tuesday, March 05, 10:11:12 CET 2013
Table Table 12 (Real Money)
Seat 2 is the button
Total number of players : 3/6
Seat 2: Ann ( $20 USD )
Seat 3: Bob ( $31.20 USD )
Seat 5: Cat ( $4 USD )
Bob posts small blind [$0.10 USD].
Cat posts big blind [$0.20 USD].
** Dealing down cards **
Dealt to Ann [ Qs, Qh ]
Ann raises [$0.60 USD]
Bob folds
Cat is all-In [$3.80 USD]
Ann calls [$3.40 USD]
** Dealing Flop ** [ 5s, Jc, 7c ]
** Dealing Turn ** [ 8c ]
** Dealing River ** [ 2d ]
Cat shows [ Ad, Jd ]a pair of Jacks.
Ann shows [ Qs, Qh ]a pair of Queens.
Ann wins $7.70 USD from the main pot with a pair of Queens.
"""

IPOKER = """\
<session sessioncode="1">
<general>
<gametype>Holdem NL $0.10/$0.20</gametype>
<tablename>Elm, 7</tablename>
<currency>USD</currency>
<nickname>Ann</nickname>
</general>
<game gamecode="8001">
<general>
<startdate>2012-02-03 04:05:06</startdate>
<players>
<player seat="1" name="Ann" chips="$20" dealer="1" win="$1.62" bet="$0.60"/>
<player seat="4" name="Bob" chips="$11.30" dealer="0" win="$0" bet="$0.10"/>
<player seat="8" name="Cat" chips="$40" dealer="0" win="$0" bet="$0.80"/>
</players>
</general>
<round no="0">
<action no="1" player="Bob" type="1" sum="$0.10" cards="[cards]"/>
<action no="2" player="Cat" type="2" sum="$0.20" cards="[cards]"/>
</round>
<round no="1">
<cards type="Pocket" player="Ann">H10 D10</cards>
<cards type="Pocket" player="Bob">X X</cards>
<cards type="Pocket" player="Cat">X X</cards>
<action no="3" player="Ann" type="23" sum="$0.60" cards=""/>
<action no="4" player="Bob" type="0" sum="$0" cards=""/>
<action no="5" player="Cat" type="3" sum="$0.40" cards=""/>
</round>
<round no="2">
<cards type="Flop" player="">DK S8 H2</cards>
<action no="6" player="Cat" type="5" sum="$0.20" cards=""/>
<action no="7" player="Ann" type="6" sum="$0.80" cards=""/>
<action no="8" player="Cat" type="0" sum="$0" cards=""/>
</round>
</game>
</session>
"""

FULL_TILT_TWICE = """\
Full Tilt Poker Game #501: Table Oak (6 max, shallow) - $1/$2\
 - Pot Limit Omaha Hi - 11:14:13 ET - 2010/04/05
Seat 1: Ann ($100)
Seat 3: Bob ($30)
Ann posts the small blind of $1
Bob posts the big blind of $2
The button is in seat #1
*** HOLE CARDS ***
Dealt to Bob [Tc Td 9c 9d]
Ann raises to $6
Bob raises to $18
Ann calls $12
*** FLOP *** [9h 5h 2c]
Bob bets $12, and is all in
Ann calls $12
Players agree to Run It Twice
Bob shows [Tc Td 9c 9d]
Ann shows [Ah Kh Qs Js]
*** TURN 1 *** [9h 5h 2c] [2d]
*** RIVER 1 *** [9h 5h 2c 2d] [3s]
*** TURN 2 *** [9h 5h 2c] [Jh]
*** RIVER 2 *** [9h 5h 2c Jh] [3d]
*** SHOW DOWN 1 ***
Bob shows a full house
*** SHOW DOWN 2 ***
Ann shows a flush, Ace high
Bob wins pot 1 ($29) with a full house
Ann wins pot 2 ($29) with a flush, Ace high
*** SUMMARY ***
Duration 65s
Total pot $60 | Rake $2
*** SUMMARY 1 ***
Board: [9h 5h 2c 2d 3s]
"""

PARTYPOKER_LATE = """\
***** Hand History For Game 31bywbird *****
0.10/0.25 Omaha Hi Game Table (PL) - Mon Jul 20 11:01:17 EDT 2026
Table Table 74 (Real Money) -- Seat 1 is the button
Total number of players : 3/6
Seat 1: Cat ($113.97)
Seat 2: Ann ($12.60)
Seat 3: Bob ($51.56)
Ann posts small blind (0.10)
Bob posts big blind (0.25)
** Dealing down cards **
Dealt to Bob [ 7s, Tc, 5c, Jh ]
Cat folds
Ann raises 0.65 to 0.75
Bob calls (0.50)
** Dealing Flop ** :  [ 8d, 5s, 8h ]
Ann checks
Bob checks
** Dealing Turn ** :  [ 2c ]
Ann bets (0.50)
Bob calls (0.50)
** Dealing River ** :  [ 6s ]
Ann checks
Bob checks
** Summary **
Main Pot: $2.40 Rake: $0.10
Board: [ 8d, 5s, 8h, 2c, 6s ]
Cat balance $113.97, didn't bet (folded)
Ann balance $13.75, bet $1.25, collected $2.40, net +$1.15\
[ 9s, 4d, 8s, Jc ] [ three of a kind, eights -- Jc,8s,8d,8h,6s ]
Bob balance $50.31, lost $1.25[ 7s, Tc, 5c, Jh ] [ two pairs, eights and fives -- Jh,8d,8h,5c,5s ]
"""

GGPOKER = """\
Poker Hand #OM12: PLO ($1/$2) - 2022/02/03 04:05:06
Table 'PLO1' 6-max Seat #1 is the button
Seat 1: Hero ($1,200.5 in chips)
Seat 2: 1a2b ($210 in chips)
Seat 3: 9f9f ($80 in chips)
1a2b: posts small blind $1
9f9f: posts big blind $2
Hero: straddle $4
*** HOLE CARDS ***
Dealt to Hero [As Ac Kd Qd]
Dealt to 1a2b
Dealt to 9f9f
1a2b: folds
9f9f: folds
Uncalled bet ($2) returned to Hero
*** SHOWDOWN ***
Hero collected $5 from pot
*** SUMMARY ***
Total pot $5 | Rake $0 | Jackpot $0 | Bingo $0
Seat 1: Hero (button) collected ($5)
"""

WINAMAX = """\
Winamax Poker - CashGame - HandId: #12-3-456 - Holdem no limit (1€/2€) - 2015/02/03 04:05:06 UTC
Table: 'Lyon' 5-max (real money) Seat #5 is the button
Seat 1: jean paul (200€)
Seat 4: Marie (150.50€)
Seat 5: Luc (90€)
*** ANTE/BLINDS ***
jean paul posts small blind 1€
Marie posts big blind 2€
Luc posts small blind 1€ out of position
Dealt to Marie [Ah Ad]
*** PRE-FLOP ***
Luc calls 2€
jean paul folds
Marie raises 6€ to 8€
Luc folds
Marie collected 12€ from pot
*** SUMMARY ***
Total pot 12€ | No rake
Seat 4: Marie (big blind) won 12€
"""

IGNITION = """\
Ignition Hand #44 TBL#9 HOLDEM No Limit - 2019-02-03 04:05:06
Seat 1: Dealer ($50 in chips)
Seat 2: Small Blind [ME] ($42.10 in chips)
Seat 5: Big Blind ($20 in chips)
Dealer : Set dealer [1]
Small Blind [ME] : Small Blind $0.25
Big Blind : Big Blind $0.50
*** HOLE CARDS ***
Dealer : Card dealt to a spot [7d 2c]
Small Blind [ME] : Card dealt to a spot [Ks Kh]
Big Blind : Card dealt to a spot [As Jc]
Dealer : Folds
Small Blind [ME] : Raises $1.25 to $1.50
Big Blind : All-in(raise) $19.50 to $20
Small Blind [ME] : Calls $18.50
*** FLOP *** [2s 3s 9d]
*** TURN *** [2s 3s 9d] [Qc]
*** RIVER *** [2s 3s 9d Qc] [Qd]
Small Blind [ME] : Showdown [Ks Kh Qc Qd 9d] (Two pair)
Big Blind : Mucks [As Jc] (One pair)
Small Blind [ME] : Hand result $38
*** SUMMARY ***
Total Pot($40) | Rake ($2)
Board [2s 3s 9d Qc Qd]
Seat+1: Dealer Folded before the FLOP
Seat+2: Small Blind $38 with Two pair [Ks Kh-Ks Kh Qc Qd 9d]
Seat+5: Big Blind [Mucked] [As Jc]
"""

ALL = {
    "pokerstars": POKERSTARS,
    "absolute": ABSOLUTE,
    "fulltilt": FULL_TILT,
    "ongame": ONGAME,
    "partypoker": PARTYPOKER,
    "ipoker": IPOKER,
    "ggpoker": GGPOKER,
    "winamax": WINAMAX,
    "ignition": IGNITION,
}
