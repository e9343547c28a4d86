"""Hands that a builder makes of what readers tell it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from croupier.errors import ParseError
from croupier.histories.formats.amounts import CENTS, WHOLE
from croupier.histories.formats.builder import HandBuilder
from croupier.histories.formats.describe import describe


def make(variant: str = "NT", stack: int = 200, count: int = 3, digits: int = 0) -> HandBuilder:
    table = HandBuilder("made", variant, digits, hand="1")
    for number in range(1, count + 1):
        table.sit(number, f"P{number}", stack)
    table.button = count
    table.small_blind, table.big_blind = 1, 2
    return table


def blinds(table: HandBuilder) -> HandBuilder:
    table.post_small_blind("P1", 1)
    table.post_big_blind("P2", 2)
    return table


def test_a_pot_that_everybody_antes_for_goes_to_the_flop() -> None:
    table = make()
    for name in ("P1", "P2", "P3"):
        table.post_ante(name, 5)
        table.deal(name, "")
    table.next_street()
    table.deal_board("2c3c4c")
    table.bet("P1", 10)
    table.fold("P2")
    table.fold("P3")
    table.give_back("P1", 10)
    table.collect("P1", 15)
    history = table.finish().unwrap()
    assert history.actions[3:7] == ["p1 cc", "p2 cc", "p3 cc", "d db 2c3c4c"]
    assert history.finishing_stacks == [210, 195, 195]


def test_two_boards() -> None:
    table = blinds(make(count=2))
    table.button = 1
    table.board_count = 2
    table.deal("P1", "AsAh")
    table.call("P1", 1)
    table.check("P2")
    for cards in (("2c3c4c", "5c6c7d"), ("8h", "8s"), ("9h", "Ts")):
        table.next_street()
        for run, board in enumerate(cards):
            table.deal_board(board, run)
        table.check("P2")
        table.check("P1")
    table.show("P2", "5d5h")
    table.show("P1", "AsAh")
    table.collect("P1", 2)
    table.collect("P2", 2)
    history = table.finish().unwrap()
    assert history.board_count == 2
    assert "# croupier: d db 5c6c7d" in history.actions
    told = describe(history)
    boards = [(event.board, len(event.cards)) for event in told.events if event.kind == "board"]
    assert boards == [(0, 3), (1, 3), (0, 1), (1, 1), (0, 1), (1, 1)]
    assert [(award.board, award.player, award.amount) for award in told.awards] == [
        (0, 1, 2),
        (1, 0, 2),
    ]


def test_straddles_late_posts_and_dead_money() -> None:
    table = blinds(make(count=5))
    table.post_straddle("P3", 4)
    table.post_both_blinds("P5", 3)
    for name in ("P4", "P5", "P1", "P2"):
        table.fold(name)
    table.give_back("P3", 2)
    table.collect("P3", 8)
    history = table.finish().unwrap()
    assert history.blinds_or_straddles == [1, 2, 4, 0, -2]
    assert history.antes == [0, 0, 0, 0, 1]
    kinds = [(event.kind, event.player, event.amount) for event in describe(history).events]
    assert ("dead", 4, 1) in kinds and ("post", 4, 2) in kinds and ("straddle", 2, 4) in kinds
    assert ("uncalled", 2, 2) in kinds


def test_draws() -> None:
    table = blinds(make("F2L3D", count=2))
    table.button = 1
    table.small_bet, table.big_bet = 2, 4
    table.deal("P1", "2c3c4c5c9d")
    table.call("P1", 1)
    table.check("P2")
    table.discard("P2", "????")
    table.discard("P1", "9d")
    table.deal_more("P1", "7d")
    table.bet("P2", 2)
    table.raise_to("P1", 4)
    table.fold("P2")
    table.give_back("P1", 2)
    table.collect("P1", 8)
    history = table.finish().unwrap()
    assert history.players == ["P2", "P1"]
    assert history.actions[4:10] == [
        "p1 sd ????",
        "p2 sd 9d",
        "d dh p1 ????",
        "d dh p2 7d",
        "p1 cbr 2",
        "p2 cbr 4",
    ]


def test_stud() -> None:
    table = make("F7S", count=2)
    table.button = None
    table.small_bet, table.big_bet = 4, 8
    for name, cards in (("P1", "2c"), ("P2", "AsAhKd")):
        table.post_ante(name, 1)
        table.deal_more(name, cards)
    table.post_bring_in("P1", 2)
    table.raise_to("P2", 4)
    table.fold("P1")
    table.give_back("P2", 2)
    table.collect("P2", 6)
    history = table.finish().unwrap()
    assert history.bring_in == 2
    assert history.actions == ["d dh p1 ????2c", "d dh p2 AsAhKd", "p1 pb", "p2 cbr 4", "p1 f"]


def test_a_winner_whose_cards_nobody_saw() -> None:
    table = blinds(make(count=2))
    table.button = 1
    table.call("P1", 1)
    table.check("P2")
    for board in ("2c3c4c", "8h", "9h"):
        table.next_street()
        table.deal_board(board)
        table.check("P2")
        table.check("P1")
    table.show("P2", "5d6d")
    table.collect("P1", 4)
    reading = table.finish()
    assert [note.kind for note in reading.notes] == ["hidden"]
    assert reading.unwrap().winnings == [0, 4]


def test_somebody_of_whom_nothing_is_said_folds() -> None:
    table = blinds(make())
    table.deal("P3", "")
    table.call("P1", 1)
    table.check("P2")
    for board in ("2c3c4c", "8h", "9h"):
        table.next_street()
        table.deal_board(board)
        table.check("P1")
        table.check("P2")
    table.show("P1", "AsAd")
    table.muck("P2", "KsKd")
    table.collect("P1", 4)
    reading = table.finish()
    assert [note.kind for note in reading.notes] == ["silent-fold"]
    assert reading.unwrap().actions[:4] == [
        "d dh p1 ????",
        "d dh p2 KsKd",
        "d dh p3 ????",
        "p3 f",
    ]


def test_rake_and_fees() -> None:
    table = blinds(make(digits=2))
    table.fold("P3")
    table.call("P1", 1)
    table.bet("P2", 100)
    table.fold("P1")
    table.give_back("P2", 100)
    table.collect("P2", 2)
    table.rake, table.total_pot = 1, 4
    table.take_fee("jackpot", 1)
    others = table.finish().unwrap().user_defined_fields
    assert (others["_rake"], others["_jackpot"]) == (Decimal("0.01"), Decimal("0.01"))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda table: table.sit(9, "P1", 5), "sits at the table twice"),
        (lambda table: table.fold("Nobody"), "nobody at the table is called 'Nobody'"),
    ],
)
def test_what_cannot_be(change: object, what: str) -> None:
    table = blinds(make())
    table.line = 12
    with pytest.raises(ParseError, match=what) as caught:
        change(table)  # type: ignore[operator]
    assert (caught.value.line, caught.value.hand) == (12, "1")


def test_a_hand_of_nobody() -> None:
    with pytest.raises(ParseError, match="needs two players, not 0"):
        make().finish()


def test_order_without_a_button() -> None:
    table = make()
    table.button = None
    table.deal("P1")
    table.post_small_blind("P2", 1)
    table.post_big_blind("P3", 2)
    for name in ("P1", "P2"):
        table.fold(name)
    table.give_back("P3", 1)
    table.collect("P3", 2)
    assert table.finish().unwrap().players == ["P2", "P3", "P1"]


def test_who_posts_a_lone_ante_does_not_trim_it() -> None:
    table = blinds(make())
    table.post_ante("P2", 2)
    for name in ("P3", "P1"):
        table.fold(name)
    table.give_back("P2", 1)
    table.collect("P2", 4)
    history = table.finish().unwrap()
    assert (history.antes, history.ante_trimming_status) == ([0, 2, 0], False)


@pytest.mark.parametrize("text", ["", "1,2", "1.005", "x", "1e5", "--1", "$", "1 000"])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(ParseError):
        CENTS.read(text)


def test_amounts() -> None:
    assert [CENTS.read(text) for text in ("$1,234.5", "0.05€", "₹7", "-3")] == [
        123450,
        5,
        700,
        -300,
    ]
    assert WHOLE.read("12,000") == 12000


def test_two_big_blinds_of_two_players() -> None:
    table = make(count=2)
    table.button = 1
    table.post_big_blind("P1", 2)
    table.post_dead("P1", 1)
    table.post_big_blind("P2", 2)
    table.raise_to("P1", 6)
    table.fold("P2")
    table.give_back("P1", 4)
    table.collect("P1", 5)
    history = table.finish().unwrap()
    # Of two, the first is the big blind, and pays last.
    assert (history.players, history.blinds_or_straddles) == (["P2", "P1"], [-2, 2])
    assert (history.antes, history.finishing_stacks) == ([1, 0], [198, 202])


def test_a_call_shows_that_a_raise_leaves_out_what_was_bet_before() -> None:
    table = blinds(make(count=2))
    table.button = 1
    table.call("P1", 1)
    table.check("P2")
    table.next_street()
    table.deal_board("2c3c4c")
    table.bet("P2", 10)
    table.raise_to("P1", 30)
    table.raise_to("P2", 60)
    table.call("P1", 40)
    table.next_street()
    table.deal_board("8h")
    table.bet("P2", 50)
    table.fold("P1")
    table.give_back("P2", 50)
    table.collect("P2", 144)
    reading = table.finish()
    assert "p1 cbr 70" in reading.unwrap().actions
    assert [note.kind for note in reading.notes] == ["raise-paid"]


def test_a_raise_is_as_it_is_said_where_a_call_says_something_else() -> None:
    table = blinds(make(count=2))
    table.raise_to("P1", 6)
    table.raise_to("P2", 20)
    table.call("P1", 15)
    table.collect("P1", 40)
    with pytest.raises(ParseError, match="calls 15, but 14 is to call"):
        table.finish()


@pytest.mark.parametrize("returned", [0, 50])
def test_a_raise_of_somebody_alone_is_a_call_and_kept_as_it_is_said(returned: int) -> None:
    table = HandBuilder("made", "NT", hand="1")
    table.sit(1, "P1", 60)
    table.sit(2, "P2", 200)
    table.button = 1
    blinds(table)
    table.raise_to("P1", 60)
    table.raise_to("P2", 110)
    for cards in ("2c3c4c", "8h", "9h"):
        table.next_street()
        table.deal_board(cards)
    table.show("P1", "AsAh")
    table.show("P2", "KsKh")
    if returned:
        table.give_back("P2", returned)
    table.collect("P1", 120)
    reading = table.finish()
    history = reading.unwrap()
    assert history.actions[3] == "p1 cc"
    assert [note.kind for note in reading.notes if note.kind == "raise-alone"] == ["raise-alone"]
    said = history.user_defined_fields.get("_said", [])
    # What comes back says as much.
    assert said == ([] if returned else [{"action": 4, "said": "raises to 110"}])


def all_in(table: HandBuilder) -> HandBuilder:
    blinds(table)
    table.fold("P3")
    table.raise_to("P1", 200)
    table.call("P2", 198)
    for cards in ("2c3c4c", "8h", "9h"):
        table.next_street()
        table.deal_board(cards)
    return table


def test_checks_of_players_who_are_all_in_are_passed_over() -> None:
    table = all_in(make())
    table.check("P1")
    table.check("P2")
    table.show("P1", "AsAh")
    table.collect("P1", 400)
    reading = table.finish()
    assert reading.unwrap().finishing_stacks == [400, 0, 200]
    assert [note.kind for note in reading.notes] == ["idle-check", "idle-check"]
    table = blinds(make())
    table.check("P2")
    with pytest.raises(ParseError, match="P2 is not to act"):
        table.finish()


def test_more_is_not_won_than_there_is() -> None:
    table = all_in(make())
    table.show("P1", "AsAh")
    table.collect("P1", 400)
    table.rake, table.total_pot = 10, 400
    with pytest.raises(ParseError, match="400 and 10 is taken, but the pot is 400"):
        table.finish()


def test_halves_of_characters_are_marks() -> None:
    table = HandBuilder("made", "NT", 0, hand="\udc80")
    assert table.hand == "���"
    table.sit(1, "A\udc80", 200)
    table.note("odd", "\udc80")
    with pytest.raises(ParseError, match="'A���' sits at the table twice") as refused:
        table.sit(2, "A\udc81", 200)
    assert refused.value.code == "seated-twice"
    with pytest.raises(ParseError) as refused:
        table.read_amount("\udc801")
    assert refused.value.code == "amount-syntax"
    with pytest.raises(ParseError) as refused:
        table.fold("\udc80")
    assert refused.value.code == "unknown-player"


def test_players_are_listed_as_they_sat_down() -> None:
    table = make(count=9)
    table.sit(10, "Ann", 200, player="@ann")
    assert table.players == [*(f"P{number}" for number in range(1, 10)), "@ann"]
