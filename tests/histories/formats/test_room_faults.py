"""Hands that rooms write in ways of their own: each was read wrongly once."""

from __future__ import annotations

import re

import pytest

from croupier.histories import HandHistory, check, detect, read
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


@pytest.mark.parametrize("site", ["Bodog.eu", "Bodog.com", "Bodog UK", "Bovada"])
def test_sites_of_ignition_have_many_names(site: str) -> None:
    text = re.sub(r"^\w+ Hand", f"{site} Hand", texts.ALL["ignition"])
    assert detect(text).name == "ignition"
    history = only(text)
    assert history.venue == site
    assert history.actions == only(texts.ALL["ignition"]).actions


@pytest.mark.parametrize("name", ["pokerstars", "ggpoker", "winamax", "ignition"])
def test_blanks_before_lines_mean_nothing(name: str) -> None:
    text = texts.ALL[name]
    assert only("\n".join(f" {line}" for line in text.split("\n"))) == only(text)


@pytest.mark.parametrize("name", ["pokerstars", "ggpoker", "winamax", "ignition"])
def test_a_header_behind_a_line_that_is_cut_off_begins_a_hand(name: str) -> None:
    text = texts.ALL[name].strip("\n")
    cut = text[: text.rindex("***") + 20]
    first, second = read(f"{cut}{text}\n")
    assert second.unwrap() == only(text)
    assert second.line == cut.count("\n") + 1
    assert first.hand == second.hand


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
