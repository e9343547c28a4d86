"""Where the check of a room's text finds fault: at the line that tells it, not at the header."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from croupier.cards.records import replace
from croupier.histories import Violation, check_histories
from croupier.histories.formats import get
from croupier.histories.formats.base import ReadResult
from croupier.histories.pipeline import checking
from croupier.histories.pipeline.finding import find_histories
from histories.formats.pokernow.logs import hand_lines, make_log, who

from .ohh.hands import simplified

STARS = """\
PokerStars Hand #101:  Hold'em No Limit ($0.50/$1.00 USD) - 2024/03/05 14:07:09 ET
Table 'Ceres' 2-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($50 in chips)
Ann: posts small blind $0.50
Bob: posts big blind $1
*** HOLE CARDS ***
Dealt to Bob [Ah Kd]
Ann: raises $0.50 to $1.50
Bob: calls $0.50
*** FLOP *** [Kh 7c 2d]
Bob: checks
Ann: checks
*** TURN *** [Kh 7c 2d] [3s]
Bob: checks
Ann: bets $1
Bob: folds
Uncalled bet ($1) returned to Ann
Ann collected $2.80 from pot
*** SUMMARY ***
Total pot $3 | Rake $0.20
Board [Kh 7c 2d 3s]
Seat 1: Ann (button) (small blind) collected ($2.80)
Seat 2: Bob (big blind) folded on the Turn
"""
GG = STARS.replace(
    "PokerStars Hand #101:  Hold'em No Limit ($0.50/$1.00 USD)",
    "Poker Hand #HD101:\
 Hold'em No Limit ($0.50/$1.00)",
)
WINAMAX = """\
Winamax Poker - CashGame - HandId: #12-3-456 - Holdem no limit (1€/2€) - 2015/02/03 04:05:06 UTC
Table: 'Lyon' 5-max (real money) Seat #1 is the button
Seat 1: Zoé (200€)
Seat 4: Marie (150.50€)
*** ANTE/BLINDS ***
Zoé posts small blind 1€
Marie posts big blind 2€
Dealt to Marie [Ah Ad]
*** PRE-FLOP ***
Zoé raises 1€ to 3€
Marie calls 1€
*** FLOP *** [2s 9d Kc]
Marie bets 2€
Zoé folds
Marie collected 7.50€ from pot
*** SUMMARY ***
Total pot 7.50€ | Rake 0.50€
Seat 4: Marie (big blind) won 7.50€
"""
IGNITION = """\
Ignition Hand #44 TBL#9 HOLDEM No Limit - 2019-02-03 04:05:06
Seat 1: Dealer ($50 in chips)
Seat 5: Big Blind [ME] ($20 in chips)
Dealer : Set dealer [1]
Dealer : Small Blind $0.25
Big Blind [ME] : Big Blind $0.50
*** HOLE CARDS ***
Dealer : Card dealt to a spot [7d 2c]
Big Blind [ME] : Card dealt to a spot [As Jc]
Dealer : Raises $0.50 to $0.75
Big Blind [ME] : Calls $0.25
*** FLOP *** [2s 3s 9d]
Big Blind [ME] : Checks
Dealer : Bets $1
Big Blind [ME] : Folds
Dealer : Return uncalled portion of bet $1
Dealer : Hand result $1.40
*** SUMMARY ***
Total Pot($1.50) | Rake ($0.10)
Board [2s 3s 9d]
Seat+1: Dealer $1.40 [Does not show]
Seat+5: Big Blind Folded on the FLOP
"""
ABSOLUTE = """\
Stage #77001: Holdem  No Limit $2 - 2009-06-10 19:01:02 (ET)
Table: ELM ST (Real Money) Seat #4 is the dealer
Seat 4 - ANN ($210 in chips)
Seat 6 - CAT ($150.25 in chips)
ANN - Posts small blind $1
CAT - Posts big blind $2
*** POCKET CARDS ***
ANN - Raises $2 to $3
CAT - Calls $1
*** FLOP *** [2s 9d Kc]
CAT - Checks
ANN - Bets $10
CAT - Folds
ANN - returned ($10) : not called
*** SHOW DOWN ***
ANN - Does not show
ANN Collects $5.50 from main pot
*** SUMMARY ***
Total Pot($6) | Rake ($0.50)
Board [2s 9d Kc]
Seat 4: ANN (dealer) collected Total ($5.50)
Seat 6: CAT (big blind) Folded on the FLOP
"""
FULL_TILT = """\
Full Tilt Poker Game #500: Table Oak (6 max) - $1/$2 - No Limit Hold'em - 11:12:13 ET - 2010/04/05
Seat 1: Ann ($200)
Seat 3: Bob the 2nd ($80.50)
Ann posts the small blind of $1
Bob the 2nd posts the big blind of $2
The button is in seat #1
*** HOLE CARDS ***
Dealt to Bob the 2nd [Tc Td]
Ann raises to $3
Bob the 2nd calls $1
*** FLOP *** [9h 5h 2c]
Bob the 2nd bets $6
Ann folds
Uncalled bet of $6 returned to Bob the 2nd
Bob the 2nd mucks
Bob the 2nd wins the pot ($5.50)
*** SUMMARY ***
Total pot $6 | Rake $0.50
Board: [9h 5h 2c]
Seat 1: Ann (small blind) folded on the Flop
Seat 3: Bob the 2nd (big blind) collected ($5.50), mucked
"""
ONGAME = """\
***** History for hand R5-900-3 *****
Start hand: Tue Mar 05 10:11:12 CET 2013
Table: Graz [900] (NO_LIMIT TEXAS_HOLDEM $0.50/$1.00, Real money)
Button: seat 1
Players in round: 2
Seat 1: Ann ($100.00)
Seat 8: Cat ($200.00)
Ann posts small blind ($0.50)
Cat posts big blind ($1.00)
---
Dealing pocket cards
Ann raises $1.00 to $1.50
Cat calls $0.50
--- Dealing flop [3h, Jd, 10c]
Cat bets $4.00
Ann folds
---
Summary:
Main pot: $3.00 won by Cat ($2.75)
Rake taken: $0.25
Seat 1: Ann ($98.50), net: -$1.50
Seat 8: Cat ($201.25), net: +$1.25
***** End of hand R5-900-3 *****
"""
PARTYPOKER = """\
***** Hand History for Game 3100 *****
$20 USD NL Texas Hold'em - Tuesday, March 05, 10:11:12 CET 2013
Table Table 12 (Real Money)
Seat 2 is the button
Total number of players : 2/6
Seat 2: Ann ( $20 USD )
Seat 5: Cat ( $40 USD )
Ann posts small blind [$0.10 USD].
Cat posts big blind [$0.20 USD].
** Dealing down cards **
Dealt to Ann [ Qs, Qh ]
Ann raises [$0.20 USD]
Cat calls [$0.10 USD]
** Dealing Flop ** [ 5s, Jc, 7c ]
Cat bets [$0.60 USD]
Ann folds
Cat wins $1.15 USD
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
<player seat="1" name="Ann" chips="$20" dealer="1" win="$0.55" bet="$0.30"/>
<player seat="8" name="Cat" chips="$40" dealer="0" win="$0" bet="$0.30"/>
</players>
</general>
<round no="0">
<action no="1" player="Ann" type="1" sum="$0.10" cards="[cards]"/>
<action no="2" player="Cat" type="2" sum="$0.20" cards="[cards]"/>
</round>
<round no="1">
<cards type="Pocket" player="Ann">H10 D10</cards>
<cards type="Pocket" player="Cat">X X</cards>
<action no="3" player="Ann" type="23" sum="$0.30" cards=""/>
<action no="4" player="Cat" type="3" sum="$0.10" cards=""/>
</round>
<round no="2">
<cards type="Flop" player="">DK S8 H2</cards>
<action no="5" player="Cat" type="4" sum="$0" cards=""/>
<action no="6" player="Ann" type="5" sum="$0.20" cards=""/>
<action no="7" player="Cat" type="0" sum="$0" cards=""/>
</round>
</game>
</session>
"""
POKER_NOW = make_log(
    hand_lines(
        "{Bob} posts a small blind of 5",
        "{Cat} posts a big blind of 10",
        "{Ann} folds",
        "{Bob} raises to 15",
        "{Cat} calls 15",
        "Flop:  [2♥, 9♦, K♣]",
        "{Bob} checks",
        "{Cat} bets 10",
        "{Bob} folds",
        "Uncalled bet of 10 returned to {Cat}",
        "{Cat} collected 30 from pot",
    )
)


def _act(number: int, player: int, kind: str, amount: float = 0) -> dict[str, Any]:
    return {"action_number": number, "player_id": player, "action": kind, "amount": amount}


OHH: dict[str, Any] = {
    "ohh": {
        "spec_version": "1.4.7",
        "site_name": "Elm",
        "game_number": "9",
        "start_date_utc": "2024-03-05T14:07:09Z",
        "table_name": "Žofín",
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "NL"},
        "table_size": 6,
        "currency": "USD",
        "dealer_seat": 1,
        "small_blind_amount": 0.5,
        "big_blind_amount": 1.0,
        "ante_amount": 0,
        "players": [
            {"id": 1, "seat": 1, "name": "Zoé", "starting_stack": 100.0},
            {"id": 2, "seat": 2, "name": "Bob", "starting_stack": 50.0},
        ],
        "rounds": [
            {
                "id": 0,
                "street": "Preflop",
                "cards": [],
                "actions": [
                    _act(1, 1, "Post SB", 0.5),
                    _act(2, 2, "Post BB", 1.0),
                    _act(3, 1, "Raise", 1.5),
                    _act(4, 2, "Call", 0.5),
                ],
            },
            {
                "id": 1,
                "street": "Flop",
                "cards": ["Kh", "7c", "2d"],
                "actions": [_act(1, 2, "Check"), _act(2, 1, "Bet", 1), _act(3, 2, "Fold")],
            },
        ],
        "pots": [
            {
                "number": 0,
                "amount": 3.0,
                "rake": 0.2,
                "player_wins": [{"player_id": 1, "win_amount": 2.8, "contributed_rake": 0.2}],
            }
        ],
    }
}
SIMPLIFIED = json.dumps(
    simplified(
        actions=[
            *simplified()["actions"][:4],
            {"player": "Ann", "actionType": "raise", "amount": 150, "street": "preflop"},
            {"player": "Bob", "actionType": "call", "amount": 50, "street": "preflop"},
            {"player": "Bob", "actionType": "check", "street": "flop"},
            {"player": "Ann", "actionType": "bet", "amount": 400, "street": "flop"},
            {"player": "Bob", "actionType": "fold", "street": "flop"},
            {"player": "Ann", "actionType": "uncalled", "amount": 400, "street": "flop"},
            {"player": "Ann", "actionType": "collect", "amount": 320, "street": "showdown"},
        ],
        winners=[{"player": "Ann", "amount": 320}],
    )
)


def _beginning(text: str, member: str) -> str:
    """Return an object up to one of its members."""
    end = text.index(member)
    return text[text.rindex("{", 0, end) : end] + member


# The format, its hand, what tells of the raise that is too small, and what of the end.
CASES = {
    "pokerstars": (STARS, "raises $0.50", "Total pot"),
    "ggpoker": (GG, "raises $0.50", "Total pot"),
    "winamax": (WINAMAX, "raises 1€", "Total pot"),
    "ignition": (IGNITION, "Raises $0.50", "Total Pot"),
    "absolute": (ABSOLUTE, "ANN - Raises $2", "Total Pot"),
    "fulltilt": (FULL_TILT, "Ann raises", "Total pot"),
    "ongame": (ONGAME, "Ann raises", "Main pot"),
    "partypoker": (PARTYPOKER, "Ann raises", "Cat wins"),
    # Who wins is said where the players are.
    "ipoker": (IPOKER, '<action no="3"', '<player seat="1"'),
    "pokernow": (POKER_NOW, f"{who('Bob')} raises".replace('"', '""'), ""),
    "ohh": (json.dumps(OHH, ensure_ascii=False), '{"action_number": 3', '{"number": 0'),
    "ohh, on many lines": (
        json.dumps(OHH, ensure_ascii=False, indent=1),
        _beginning(json.dumps(OHH, ensure_ascii=False, indent=1), '"action_number": 3'),
        _beginning(json.dumps(OHH, ensure_ascii=False, indent=1), '"amount": 3.0'),
    ),
    "ohh-simplified": (
        SIMPLIFIED,
        '{"player": "Ann", "actionType": "raise"',
        "",
    ),
}


def check(path: Path, text: str) -> list[Violation]:
    path.write_text(text, encoding="utf-8")
    return [one for checked in check_histories(path) for one in checked.violations]


def find(text: str, part: str) -> tuple[int, int]:
    """Return the line and the column of the first of some parts of a text."""
    before = text[: text.index(part)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


@pytest.mark.parametrize("between", [0, 2])
@pytest.mark.parametrize("name", CASES)
def test_every_format_says_which_line_is_wrong(tmp_path: Path, name: str, between: int) -> None:
    text, raised, ended = CASES[name]
    margin = "" if name in ("ipoker", "pokernow") else "\n" * between
    found = check(tmp_path / "hands.txt", margin + text)
    places = {one.code: (one.line, one.column) for one in found}
    assert places["rules"] == find(margin + text, raised), found
    if ended:
        assert places["rake"] == find(margin + text, ended)
    else:
        assert "rake" not in places
    (rules,) = (one for one in found if one.code == "rules")
    assert rules.action == 3 + (name == "pokernow") * 2


def test_cards_are_blamed_where_they_are_dealt_and_shown(tmp_path: Path) -> None:
    rightly = STARS.replace("$0.50 to $1.50", "$1 to $2").replace("calls $0.50", "calls $1")
    rightly = rightly.replace("$2.80", "$4").replace("$3 | Rake $0.20", "$4 | Rake $0")
    assert not check(tmp_path / "right.txt", rightly)
    twice = rightly.replace("[Kh 7c 2d] [3s]", "[Kh 7c 2d] [Ah]").replace("2d 3s]", "2d Ah]")
    places = [(one.code, one.line, one.column) for one in check(tmp_path / "twice.txt", twice)]
    assert places == [("note", 14, None), ("rules", 14, 1)]


def test_a_large_file_is_checked_some_hands_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = [WINAMAX.replace("3-456", f"3-{number}") for number in range(5)]
    # The reader wants a summary.
    hands[1] = hands[1].split("*** SUMMARY")[0]
    text = "\n\n".join(hands)
    path = tmp_path / "hands.txt"
    path.write_text(text, encoding="utf-8")
    (whole,) = check_histories(path)
    monkeypatch.setattr(checking, "_MANY", 2)
    some = list(check_histories(path))
    assert [0 if one.batch is None else len(one.batch) for one in some] == [1, 2, 1]
    assert [one.unread for one in some] == [1, 0, 0]
    found = [one for checked in some for one in checked.violations]
    assert sorted(map(str, found)) == sorted(map(str, whole.violations))
    lines = text.split("\n")
    raises = [number for number, line in enumerate(lines, 1) if "raises 1€" in line]
    del raises[1]
    assert [(one.line, one.column) for one in found if one.code == "rules"] == [
        (line, len("Zoé ") + 1) for line in raises
    ]


def test_places_of_many_hands_of_a_text() -> None:
    text = "\n\n".join([WINAMAX.replace("Marie", "Zoë 2€"), WINAMAX.replace("Zoé", "Ünï €")])
    first, second = get("winamax").read(text)
    assert first.places is not None
    assert second.places is not None
    assert first.places.find("actions", 3) == find(text, "calls 1€")
    assert first.places.find("winnings") == find(text, "Total pot")
    assert second.places.find("actions", 2) == find(text.replace("Zoé raises", ""), "raises 1€")


def test_a_log_of_other_columns(tmp_path: Path) -> None:
    rows = POKER_NOW.splitlines()[1:]
    other = ["order,at,entry"]
    for row in rows:
        entry, at, order = row.rsplit(",", 2)
        other.append(f"{order},{at},{entry}")
    text = "\n".join(other) + "\n"
    path = tmp_path / "log.csv"
    path.write_text(text, encoding="utf-8")
    (checked,) = check_histories(find_histories(path, "pokernow"))
    (rules,) = (one for one in checked.violations if one.code == "rules")
    assert (rules.line, rules.column) == find(text, f"{who('Bob')} raises".replace('"', '""'))


def test_a_format_that_knows_no_places(tmp_path: Path) -> None:
    (reading,) = get("pokerstars").read(STARS)
    assert reading.places is not None
    assert reading.places.find("actions", 2) == (9, 6)
    assert reading.places.find("actions", 99) is None
    assert reading.places.find("players") is None
    assert ReadResult(reading.history).places is None


@pytest.mark.parametrize("kind", ["utf-16", "utf-16-le", "gzip"])
def test_phh_has_the_same_places_however_it_is_kept(tmp_path: Path, kind: str) -> None:
    hand = (
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
        "starting_stacks = [100, 100]\nplayers = ['Žofie', 'Bob']\nseats = [1, 1]\n"
        "actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p2 cbr 3', 'p1 f']\n"
    )
    text = f"[1]\n{hand}\n[2]\n{hand.replace('seats', '_mine')}finishing_stacks = [97, 103]\n"
    plain = check(tmp_path / "plain.phhs", text)
    assert {one.code for one in plain} == {"repeated", "rules", "finishing-stacks"}
    path = tmp_path / "kept.phhs"
    path.write_bytes(gzip.compress(text.encode()) if kind == "gzip" else text.encode(kind))
    kept = [one for checked in check_histories(path) for one in checked.violations]
    assert kept == [replace(one, file=str(path)) for one in plain]
