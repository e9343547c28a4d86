"""Hands that rooms write in ways of their own: each was read wrongly once."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest

from croupier.histories import HandHistory, check, detect, read
from croupier.histories.formats import get
from histories.formats import texts

# The player who must bring it in completes the bet at once.
COMPLETED = """\
PokerStars Hand #8101:  7 Card Stud Limit ($0.10/$0.20 USD) - 2026/02/03 20:15:00 ET
Table 'Vesta II' 8-max
Seat 1: Milo ($8 in chips)
Seat 2: Orla ($6 in chips)
Milo: posts the ante $0.01
Orla: posts the ante $0.01
*** 3rd STREET ***
Dealt to Milo [Qd 7h 2c]
Dealt to Orla [9s]
Milo: bets $0.10
Orla: folds
Uncalled bet ($0.10) returned to Milo
Milo collected $0.02 from pot
Milo: doesn't show hand
*** SUMMARY ***
Total pot $0.02 | Rake $0
Seat 1: Milo collected ($0.02)
Seat 2: Orla folded on the 3rd Street
"""


# Somebody draws five cards, and keeps none.
DRAWN = """\
PokerStars Hand #8202:  5 Card Draw Limit ($0.10/$0.20 USD) - 2026/02/03 21:00:00 ET
Table 'Juno V' 6-max Seat #1 is the button
Seat 1: Pia ($5 in chips)
Seat 2: Quin ($4 in chips)
Pia: posts small blind $0.05
Quin: posts big blind $0.10
*** DEALING HANDS ***
Dealt to Pia [2c 3d 5h 8s Tc]
Pia: calls $0.05
Quin: checks
*** FIRST DRAW ***
Quin: discards 2 cards
Pia: discards 5 cards [2c 3d 5h 8s Tc]
Dealt to Pia [Kh Kd 4s 9c 9d]
Quin: checks
Pia: bets $0.20
Quin: folds
Uncalled bet ($0.20) returned to Pia
Pia collected $0.20 from pot
Pia: doesn't show hand
*** SUMMARY ***
Total pot $0.20 | Rake $0
Seat 1: Pia (button) (small blind) collected ($0.20)
Seat 2: Quin (big blind) folded after the 1st Draw
"""


# The first player has a card that is on the board.
TWICE = """\
PokerStars Hand #8303: Hold'em No Limit ($0.10/$0.20 USD) - 2026/02/03 22:00:00 ET
Table 'Ceres' 6-max Seat #1 is the button
Seat 1: Pia ($5 in chips)
Seat 2: Quin ($4 in chips)
Pia: posts small blind $0.10
Quin: posts big blind $0.20
*** HOLE CARDS ***
Dealt to Pia [Ah Kd]
Pia: calls $0.10
Quin: checks
*** FLOP *** [Ah 8c 3d]
Quin: bets $0.20
Pia: folds
Uncalled bet ($0.20) returned to Quin
Quin collected $0.40 from pot
*** SUMMARY ***
Total pot $0.40 | Rake $0
Seat 1: Pia (button) (small blind) folded on the Flop
Seat 2: Quin (big blind) collected ($0.40)
"""


def only(text: str, format: str | None = None) -> HandHistory:
    (reading,) = read(text, format)
    return reading.unwrap()


def test_a_bring_in_that_nobody_posts_is_half_a_bet() -> None:
    (reading,) = read(COMPLETED)
    history = reading.unwrap()
    assert 0 < history.bring_in < history.small_bet  # type: ignore[operator]
    assert [note.kind for note in reading.notes] == ["bring-in"]
    assert [str(one) for one in check(history.dumps()) if one.is_error] == []
    assert HandHistory.loads(history.dumps()).replay(strict=True).state.stacks == [
        *map(type(history.starting_stacks[0]), ("8.01", "5.99"))
    ]


def test_a_whole_hand_may_be_drawn() -> None:
    history = only(DRAWN)
    assert history.actions[1] == "d dh p2 2c3d5h8sTc"
    assert history.actions[5:8] == ["p2 sd 2c3d5h8sTc", "d dh p1 ????", "d dh p2 KhKd4s9c9d"]
    assert history.user_defined_fields["_hero"] == "Pia"


@pytest.mark.parametrize(
    "site", ["Bodog.eu", "Bodog.com", "Bodog UK", "Bodog88", "Bodog Canada", "Bovada"]
)
def test_sites_of_ignition_have_many_names(site: str) -> None:
    text = re.sub(r"^\w+ Hand", f"{site} Hand", texts.ALL["ignition"])
    assert detect(text).name == "ignition"
    history = only(text)
    assert history.venue == site
    assert history.actions == only(texts.ALL["ignition"]).actions


@pytest.mark.parametrize("blank", [" ", "\t", "\u00a0", "\u2003 "])
@pytest.mark.parametrize("name", ["pokerstars", "ggpoker", "winamax", "ignition"])
def test_blanks_before_lines_mean_nothing(name: str, blank: str) -> None:
    text = texts.ALL[name]
    assert only("\n".join(f"{blank}{line}" for line in text.split("\n"))) == only(text)


@pytest.mark.parametrize("name", ["pokerstars", "ggpoker", "winamax", "ignition"])
def test_a_header_behind_a_line_that_is_cut_off_begins_a_hand(name: str) -> None:
    text = texts.ALL[name].strip("\n")
    cut = text[: text.rindex("***") + 20]
    first, second = read(f"{cut}{text}\n")
    assert second.unwrap() == only(text)
    assert second.line == cut.count("\n") + 1
    assert first.hand == second.hand


@pytest.mark.parametrize("name", ["fulltilt", "partypoker", "ongame", "absolute"])
def test_a_header_behind_a_last_line_that_is_cut_off_begins_a_hand(name: str) -> None:
    text = texts.ALL[name].strip("\n")
    lines = text.split("\n")
    cut = "\n".join([*lines[:-1], lines[-1][:4]])
    first, second = read(f"{cut}{text}\n")
    assert second.unwrap() == only(text)
    assert second.line == len(lines)
    assert first.hand == second.hand


@pytest.mark.parametrize("length", [20, 30, 45, 60])
@pytest.mark.parametrize(
    "name", [name for name in sorted(texts.ALL) if name not in ("ipoker", "pokernow", "ohh")]
)
def test_a_header_behind_one_that_is_cut_off_begins_a_hand(name: str, length: int) -> None:
    text = texts.ALL[name].strip("\n")
    cut = text[: min(length, text.index("\n") - 8)]
    *refused, second = read(f"{cut}{text}\n", name)
    assert second.unwrap() == only(text)
    assert second.line == 1
    # What is not even the number of a hand is none.
    assert len(refused) <= 1
    assert not any(one.ok for one in refused)
    assert refused or length < 45


def test_who_does_not_show_at_absolute_mucks() -> None:
    text = texts.ALL["absolute"]
    said = text.replace("*** SUMMARY", "CAT - Does not show\n*** SUMMARY")
    assert only(said) == only(said.replace("Does not show", "Mucks"))


def test_a_card_that_is_there_twice_is_noted() -> None:
    (reading,) = read(TWICE)
    assert reading.ok
    assert [note.kind for note in reading.notes] == ["repeated-card"]
    assert "Ah" in reading.notes[0].message
    assert [one.code for one in check(reading.unwrap().dumps()) if one.is_error] == ["rules"]
    (reading,) = read(TWICE.replace("[Ah Kd]", "[As Kd]"))
    assert reading.notes == ()


def test_nobody_begins_a_hand_by_talking() -> None:
    said = f'Bob said, "{texts.POKERSTARS.splitlines()[0]}"'
    (reading,) = read(
        texts.POKERSTARS.replace("Bob: raises $2 to $3", f"{said}\nBob: raises $2 to $3")
    )
    assert reading.unwrap() == only(texts.POKERSTARS)


# Two tables of one tournament: their hands are numbered by table.
WINAMAX = """\
Winamax Poker - Tournament "Nightly Sprint" buyIn: 4.50€ + 0.50€ level: 2\
 - HandId: #{hand}-3-1767300000 - Holdem no limit (20/40) - 2026/01/01 20:40:00 UTC
Table: 'Nightly Sprint(77120031)#{table}' 6-max (real money) Seat #1 is the button
Seat 1: Ida (1500)
Seat 2: Jon (1400)
*** ANTE/BLINDS ***
Ida posts small blind 20
Jon posts big blind 40
*** PRE-FLOP ***
Ida folds
Jon collected 60 from pot
*** SUMMARY ***
Total pot 60 | No rake
Seat 2: Jon (big blind) won 60
"""


def test_tables_of_one_tournament_are_one_tournament() -> None:
    found = [
        only(WINAMAX.format(hand=hand, table=table))
        for hand, table in ((331241000000000001, "004"), (331241000000000977, "011"))
    ]
    assert {one.user_defined_fields["_tournament"] for one in found} == {"77120031"}
    assert len({one.table for one in found}) == 2


def test_streets_that_nobody_marks_end_when_everybody_has_acted() -> None:
    """Texts of Bovada's first year have the board in the summary alone."""
    marked = """\
Bovada Hand #2204 TBL#31 HOLDEM No Limit - 2012-03-04 20:15:00
Seat 1: Dealer ($30 in chips)
Seat 3: Small Blind ($24 in chips)
Seat 4: Big Blind [ME] ($18 in chips)
Dealer : Set dealer [1]
Small Blind : Small Blind $0.50
Big Blind [ME] : Big Blind $1
*** HOLE CARDS ***
Big Blind [ME] : Card dealt to a spot [Jd Jc]
Dealer : Calls $1
Small Blind : Calls $0.50
Big Blind [ME] : Checks
*** FLOP *** [4h 8s Kd]
Small Blind : Checks
Big Blind [ME] : Bets $2
Dealer : Folds
Small Blind : Raises $5 to $5
Big Blind [ME] : Calls $3
*** TURN *** [4h 8s Kd] [2c]
Small Blind : Bets $4
Big Blind [ME] : Folds
Small Blind : Return uncalled portion of bet $4
Small Blind : Hand result $12.35
*** SUMMARY ***
Total Pot($13) | Rake ($0.65)
Board [4h 8s Kd 2c]
"""
    bare = re.sub(r"\*\*\* (?:FLOP|TURN).*\n", "", marked)
    assert only(bare) == only(marked)
    assert "d db 4h8sKd" in only(bare).actions


WALK = """\
PokerStars Hand #8301:  Hold'em No Limit ($0.50/$1.00 USD) - 2026/03/01 19:00:00 ET
Table 'Ceres' 6-max Seat #1 is the button
Seat 1: Rae ($80 in chips)
Seat 2: Sol ($90 in chips)
Seat 4: Tess ($70 in chips)
Tess: posts big blind $1
*** HOLE CARDS ***
Rae: folds
Sol: folds
Uncalled bet ($1) returned to Tess
*** SUMMARY ***
Total pot $0 | Rake $0
Seat 4: Tess (big blind) collected ($0)
"""


def test_a_blind_that_everybody_folds_to_leaves_no_pot() -> None:
    history = only(WALK)
    assert history.finishing_stacks == history.starting_stacks
    again = only(get("pokerstars").write(history))
    assert (again.actions, again.finishing_stacks) == (history.actions, history.finishing_stacks)


def test_an_open_pair_may_bet_the_big_bet() -> None:
    text = """\
PokerStars Hand #8401:  7 Card Stud Limit ($1/$2 USD) - 2026/03/01 19:00:00 ET
Table 'Pallas' 8-max
Seat 1: Uma ($40 in chips)
Seat 2: Vic ($40 in chips)
Uma: posts the ante $0.10
Vic: posts the ante $0.10
*** 3rd STREET ***
Dealt to Uma [9c]
Dealt to Vic [3d]
Vic: brings in for $0.50
Uma: calls $0.50
*** 4th STREET ***
Dealt to Uma [9c] [9h]
Dealt to Vic [3d] [Ks]
Uma: bets $2
Vic: folds
Uncalled bet ($2) returned to Uma
Uma collected $1.20 from pot
*** SUMMARY ***
Total pot $1.20 | Rake $0
"""
    assert "p1 cbr 2" in only(text).actions


OMAHA = """\
PokerStars Hand #8501:  Omaha Pot Limit ($0.50/$1.00 USD) - 2026/03/01 19:00:00 ET
Table 'Flora' 6-max Seat #1 is the button
Seat 1: Wyn ($80 in chips)
Seat 2: Xia ($90 in chips)
Wyn: posts small blind $0.50
Xia: posts big blind $1
*** HOLE CARDS ***
Dealt to Wyn [2c 3c 4c 5c 6d]
Wyn: calls $0.50
Xia: checks
*** FLOP *** [Ts Js Qs]
Xia: bets $2
Wyn: folds
Uncalled bet ($2) returned to Xia
Xia collected $1.90 from pot
*** SUMMARY ***
Total pot $2 | Rake $0.10
"""


def test_players_have_the_cards_that_they_are_dealt() -> None:
    (reading,) = read(OMAHA)
    assert reading.unwrap().variant == "X:PO5"
    assert [note.kind for note in reading.notes] == ["game"]
    four = OMAHA.replace(" 6d]", "]")
    assert only(four).variant == "PO"
    fixed = four.replace("Pot Limit", "Fixed Limit").replace("$2)", "$0.50)")
    assert only(fixed.replace("bets $2", "bets $0.50")).variant == "X:FO"


@pytest.mark.parametrize("name", ["Wyn", "Xia"])
def test_lines_may_have_no_colon(name: str) -> None:
    assert only(OMAHA.replace(f"{name}: ", f"{name} ")) == only(OMAHA)


def test_both_blinds_are_posted_in_other_words() -> None:
    base = OMAHA.replace("Seat 2: Xia", "Seat 3: Yan ($50 in chips)\nSeat 2: Xia")
    base = base.replace("Wyn: calls", "Yan: folds\nWyn: calls").replace("$1.90", "$3.40")
    base = base.replace("Total pot $2", "Total pot $3.50")
    found = [
        only(base.replace("*** HOLE", f"Yan: posts {words} blinds $1.50\n*** HOLE"))
        for words in ("small & big", "both")
    ]
    assert found[0] == found[1]
    assert found[0].user_defined_fields["_dead_posts"] == {"Yan": Decimal("0.50")}


def test_an_ante_may_take_all_of_a_stack_heads_up() -> None:
    text = """\
PokerStars Hand #8601: Tournament #77, $5+$0.50 USD Hold'em No Limit - Level IX (200/400)\
 - 2026/03/01 19:00:00 ET
Table '77 1' 9-max Seat #1 is the button
Seat 1: Zoe (30 in chips)
Seat 2: Ada (4000 in chips)
Zoe: posts the ante 30 and is all-in
Ada: posts the ante 50
Ada: posts big blind 400
*** HOLE CARDS ***
Dealt to Ada [Kd 7s]
Uncalled bet (400) returned to Ada
*** FLOP *** [2c 3d 8h]
*** TURN *** [2c 3d 8h] [9s]
*** RIVER *** [2c 3d 8h 9s] [Kc]
*** SHOW DOWN ***
Ada: shows [Kd 7s] (a pair of Kings)
Zoe: shows [Qd Jd] (high card King)
Ada collected 60 from pot
*** SUMMARY ***
Total pot 60 | Rake 0
"""
    (reading,) = read(text)
    assert reading.ok, reading.problems
    assert reading.unwrap().finishing_stacks == [4030, 0]


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("pokerstars", "raises $2 to $3", "raises $2 to $x", "amount-syntax"),
        ("pokerstars", "Bob: raises $2 to $3", "Bob: posts a song $3", "unknown-post"),
        ("ggpoker", "*** SUMMARY ***", "", "cut-off"),
        ("winamax", "Holdem no limit", "Whist no limit", "unknown-game"),
        ("ignition", "$18.50", "$18.51", "other-call"),
        ("fulltilt", "*** SUMMARY ***", "", "cut-off"),
        ("ignition", "Total Pot($40)", "Total Pot($41)", "other-pot"),
    ],
)
def test_what_is_refused_has_a_code_and_a_place(name: str, old: str, new: str, code: str) -> None:
    text = texts.ALL[name]
    assert old in text
    (reading,) = read(text.replace(old, new), name)
    (problem,) = reading.problems
    assert problem.code == code
    assert problem.line and problem.column


def test_what_is_refused_is_found_by_its_column() -> None:
    (reading,) = read(texts.POKERSTARS.replace("raises $2 to $3", "raises $2 to $x"))
    (problem,) = reading.problems
    line = texts.POKERSTARS.replace("raises $2 to $3", "raises $2 to $x").split("\n")[
        (problem.line or 0) - 1
    ]
    assert line[(problem.column or 0) - 1 :].startswith("$x")


def test_what_is_said_is_kept_where_something_else_is_right() -> None:
    """A raise is written without what was bet before it, and the call says so."""
    text = OMAHA.replace(
        "Wyn: calls $0.50\nXia: checks\n", "Wyn: raises $1 to $2\nXia: calls $1.50\n"
    )
    text = text.replace("$1.90", "$4.90").replace("Total pot $2", "Total pot $5")
    (reading,) = read(text)
    history = reading.unwrap()
    assert "p2 cbr 2.50" in history.actions
    assert history.user_defined_fields["_said"] == [{"action": 3, "said": "raises to 2"}]
    assert {note.kind for note in reading.notes} == {"raise-paid", "game"}


@pytest.mark.parametrize(
    ("before", "code"), [('seat="', "seat-number"), ('sum="', "amount-too-large")]
)
def test_numbers_beyond_all_bounds_are_refused(before: str, code: str) -> None:
    # The sign of a currency may stand before the digits.
    text = re.sub(rf"{before}(\D?)", rf"{before}\g<1>{'9' * 30}", texts.ALL["ipoker"], count=1)
    (reading,) = read(text, "ipoker")
    assert reading.problems[0].code == code


# What is shown in the end are not the cards that were dealt.
EXCHANGED = """\
PokerStars Hand #8303:  Hold'em No Limit ($0.05/$0.10 USD) - 2026/02/03 22:00:00 ET
Table 'Ceres II' 6-max Seat #1 is the button
Seat 1: Rhea ($5 in chips)
Seat 2: Sol ($4 in chips)
Rhea: posts small blind $0.05
Sol: posts big blind $0.10
*** HOLE CARDS ***
Dealt to Rhea [Qs Qh]
Rhea: calls $0.05
Sol: checks
*** FLOP *** [5s Jc 7c]
Sol: checks
Rhea: checks
*** TURN *** [5s Jc 7c] [8c]
Sol: checks
Rhea: checks
*** RIVER *** [5s Jc 7c 8c] [2d]
Sol: checks
Rhea: checks
*** SHOW DOWN ***
Sol: shows [Ad Jd] (a pair of Jacks)
Rhea: shows [Qs Qc] (a pair of Queens)
Rhea collected $0.20 from pot
*** SUMMARY ***
Total pot $0.20 | Rake $0
"""


def test_cards_that_nobody_holds_are_not_shown() -> None:
    (refused,) = read(EXCHANGED)
    assert refused.history is None
    (problem,) = refused.problems
    assert problem.code == "not-held"
    said = {name: problem.details[name] for name in ("name", "held", "shown")}
    assert said == {"name": "Rhea", "held": "QsQh", "shown": "Qc"}
    (right,) = read(EXCHANGED.replace("[Qs Qc]", "[Qs Qh]"))
    assert right.history is not None and not right.problems
