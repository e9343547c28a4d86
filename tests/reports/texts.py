"""The same hand for dollars with a rake, for euros, in a tournament and for play money."""

from __future__ import annotations

RAKED = """\
PokerStars Hand #7001:  Hold'em No Limit ($0.05/$0.10 USD) - 2026/03/01 19:00:00 ET
Table 'Irma' 6-max Seat #1 is the button
Seat 1: Ned ($10 in chips)
Seat 2: Oda ($12 in chips)
Ned: posts small blind $0.05
Oda: posts big blind $0.10
*** HOLE CARDS ***
Dealt to Ned [Ac Ad]
Ned: raises $0.20 to $0.30
Oda: calls $0.20
*** FLOP *** [2h 7s 9d]
Oda: checks
Ned: bets $4
Oda: calls $4
*** TURN *** [2h 7s 9d] [Jc]
Oda: checks
Ned: checks
*** RIVER *** [2h 7s 9d Jc] [3s]
Oda: checks
Ned: checks
*** SHOW DOWN ***
Oda: shows [Kc Kd] (a pair of Kings)
Ned: shows [Ac Ad] (a pair of Aces)
Ned collected $8.17 from pot
*** SUMMARY ***
Total pot $8.60 | Rake $0.43
Board [2h 7s 9d Jc 3s]
Seat 1: Ned (button) (small blind) showed [Ac Ad] and won ($8.17) with a pair of Aces
Seat 2: Oda (big blind) showed [Kc Kd] and lost with a pair of Kings
"""
TOURNAMENT = (
    RAKED.replace("Hand #7001:  Hold'em No Limit ($0.05/$0.10 USD)",
                  "Hand #7002: Tournament #5, $5+$0.50 USD Hold'em No Limit - Level I (5/10)")
    .replace("$0.05", "5").replace("$0.10", "10").replace("$0.20", "20").replace("$0.30", "30")
    .replace("$10 in", "1000 in").replace("$12 in", "1200 in").replace("$4", "400")
    .replace("$8.17", "860").replace("$8.60", "860").replace("$0.43", "0")
)  # fmt: skip
EUROS = RAKED.replace("$", "€").replace("USD", "EUR").replace("Hand #7001", "Hand #7003")
PLAY = (
    RAKED.replace(" USD", "").replace("$", "").replace("Hand #7001", "Hand #7004")
    .replace("0.43", "0").replace("8.17", "8.60").replace("0.05", "5").replace("0.10", "10")
    .replace("0.20", "20").replace("0.30", "30").replace("(10 in", "(1000 in")
    .replace("(12 in", "(1200 in").replace("bets 4", "bets 400").replace("calls 4", "calls 400")
    .replace("8.60", "860")
)  # fmt: skip
