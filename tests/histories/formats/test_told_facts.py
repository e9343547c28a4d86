"""What writers tell of a hand: what its record says, and nothing else."""

from __future__ import annotations

import datetime
import json
from decimal import Decimal
from typing import Any

import pytest

from croupier.errors import UnsupportedError
from croupier.histories import HandHistory
from croupier.histories.formats import get


def make_hand(**fields: Any) -> HandHistory:
    """Return a hand of three players in which Bob raises and wins."""
    base: dict[str, Any] = {
        "variant": "NT",
        "antes": [0, 0, 0],
        "blinds_or_straddles": [1, 2, 0],
        "min_bet": 2,
        "starting_stacks": [200, 200, 200],
        "actions": ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 f"],
        "players": ["Ann", "Bob", "Cat"],
        "seats": [1, 2, 3],
        "hand": 7,
    }
    return HandHistory(**(base | fields))


# The post of a player who comes late was dead in this record, which the field cannot say.
DEAD_POST: dict[str, Any] = {
    "antes": [0] * 4,
    "blinds_or_straddles": [5, 10, 0, -5],
    "min_bet": 10,
    "starting_stacks": [900, 400, 1000, 1100],
    "actions": [
        *(f"d dh p{number} ????" for number in range(1, 5)),
        *("p3 f", "p4 cbr 30", "p1 cbr 105", "p2 f", "p4 f"),
    ],
    "players": ["Ann", "Bob", "Cat", "Dan"],
    "seats": [1, 2, 3, 4],
}


@pytest.mark.parametrize("target", ["pokerstars", "ohh", "ohh-simplified"])
def test_money_that_cannot_be_told_is_refused(target: str) -> None:
    ends = {"finishing_stacks": [945, 390, 1000, 1065], "winnings": [75, 0, 0, 0]}
    with pytest.raises(UnsupportedError, match="Ann ends with 945 by the record") as caught:
        get(target).write(make_hand(**DEAD_POST, **ends))
    assert caught.value.code == "other-end"
    with pytest.raises(UnsupportedError, match="Ann wins 75 by the record") as caught:
        get(target).write(make_hand(**DEAD_POST, winnings=[75, 0, 0, 0]))
    assert caught.value.code == "other-winnings"


@pytest.mark.parametrize("target", ["pokerstars", "ohh"])
def test_finishing_stacks_and_winnings_are_kept_where_the_format_has_them(target: str) -> None:
    ends = {"finishing_stacks": [940, 390, 1000, 1070], "winnings": [70, 0, 0, 0]}
    (reading,) = get(target).read(get(target).write(make_hand(**DEAD_POST, **ends)))
    assert reading.unwrap().finishing_stacks == [940, 390, 1000, 1070]


@pytest.mark.parametrize("field", ["_shows", "_shown_after"])
def test_who_shows_after_a_fold_is_not_the_hero(field: str) -> None:
    cards = ["d dh p1 QhJh", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 f"]
    history = make_hand(actions=cards, user_defined_fields={field: {"Ann": "QhJh"}})
    text = get("pokerstars").write(history)
    assert "Dealt to" not in text
    (reading,) = get("pokerstars").read(text)
    assert "_hero" not in reading.unwrap().user_defined_fields


def test_who_shows_at_the_showdown_is_not_the_hero() -> None:
    actions = [
        *("d dh p1 ????", "d dh p2 AsKs", "d dh p3 ????", "p3 f", "p1 cc", "p2 cc"),
        *("d db 2c2d7h", "p1 cc", "p2 cc", "d db 8d", "p1 cc", "p2 cc"),
        *("d db Jc", "p1 cc", "p2 cc", "p1 sm", "p2 sm AsKs"),
    ]
    text = get("pokerstars").write(make_hand(actions=actions))
    assert "Dealt to" not in text
    (reading,) = get("pokerstars").read(text)
    again = reading.unwrap()
    assert "_hero" not in again.user_defined_fields
    assert "p2 sm AsKs" in again.actions


@pytest.mark.parametrize(("symbol", "code"), [("$", "USD"), ("€", "EUR"), ("£", "GBP"), ("C$", "")])
@pytest.mark.parametrize("small", [1, Decimal("0.5")])
def test_money_with_a_sign_is_no_play_money(symbol: str, code: str, small: Any) -> None:
    blinds = [small, 2 * small, 0]
    history = make_hand(currency_symbol=symbol, blinds_or_straddles=blinds, min_bet=2 * small)
    text = get("pokerstars").write(history)
    assert "Play Money" not in text
    small_said, big_said = ("1", "2") if small == 1 else ("0.50", "1.00")
    # The text has no sign of several letters.
    sign = symbol if code else ""
    assert f" ({sign}{small_said}/{sign}{big_said} {code}".rstrip() + ") - " in text
    (reading,) = get("pokerstars").read(text)
    again = reading.unwrap()
    assert "_play_money" not in again.user_defined_fields
    assert again.blinds_or_straddles == blinds


def test_play_money_stays_play_money() -> None:
    history = make_hand(currency_symbol="$", user_defined_fields={"_play_money": True})
    assert "(Play Money)" in get("pokerstars").write(history)
    assert "(Play Money)" in get("pokerstars").write(make_hand())


@pytest.mark.parametrize("variant", ["FT", "NT"])
def test_two_players_have_one_small_blind(variant: str) -> None:
    bets = {"small_bet": 2, "big_bet": 4, "min_bet": None} if variant == "FT" else {}
    history = make_hand(
        variant=variant,
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        starting_stacks=[200, 200],
        actions=["d dh p1 ????", "d dh p2 ????", "p2 f"],
        players=["Ann", "Bob"],
        seats=[1, 2],
        **bets,
    )
    text = get("pokerstars").write(history)
    summary = text.split("*** SUMMARY ***")[1]
    assert "Seat 1: Ann (big blind) collected" in summary
    assert "Seat 2: Bob (button) (small blind) folded" in summary
    assert "Bob: posts small blind 1\n" in text
    assert "Ann: posts big blind 2\n" in text


@pytest.mark.parametrize(
    ("seats", "absent", "size"), [([4, 6, 9], [], 9), ([1, 2, 3], [], 6), ([1, 2, 3], [10], 10)]
)
def test_a_table_has_room_for_its_seats(seats: list[int], absent: list[int], size: int) -> None:
    out = [{"seat": seat, "player": "Eve", "stack": 50} for seat in absent]
    fields = {"_sitting_out": out} if out else {}
    history = make_hand(seats=seats, user_defined_fields=fields)
    assert json.loads(get("ohh").write(history))["ohh"]["table_size"] == size
    assert f" {size}-max" in get("pokerstars").write(history)
    history.seat_count = 12
    assert json.loads(get("ohh").write(history))["ohh"]["table_size"] == 12


@pytest.mark.parametrize(
    ("letters", "zone", "hour"),
    [("GMT+2", "Etc/GMT-2", 18), ("UTC+01:00", "Etc/GMT-1", 19), ("GMT-0910", None, None)],
)
def test_hours_of_a_zone_are_read(letters: str, zone: str | None, hour: int | None) -> None:
    history = make_hand(
        time=datetime.time(20, 15), day=1, month=7, year=2024, time_zone_abbreviation=letters
    )
    text = get("pokerstars").write(history)
    assert f"2024/07/01 20:15:00 {letters}\n" in text
    (reading,) = get("pokerstars").read(text)
    again = reading.unwrap()
    assert (again.time_zone_abbreviation, again.time_zone) == (letters, zone)
    moment = again.moment
    assert (None if moment is None else moment.astimezone(datetime.UTC).hour) == hour
    (reading,) = get("pokerstars").read(get("pokerstars").write(again))
    assert reading.unwrap().moment == moment


@pytest.mark.parametrize("target", ["pokerstars", "ohh"])
@pytest.mark.parametrize(
    "later", [["p1 f"], ["p1 cc", "p2 cc", "d db QdJsAs", "p1 cc", "p2 cbr 4", "p1 f"]]
)
def test_the_big_blind_of_two_players_may_have_the_button(target: str, later: list[str]) -> None:
    history = make_hand(
        antes=[0, 0],
        blinds_or_straddles=[2, 1],
        starting_stacks=[200, 150],
        actions=["d dh p1 ????", "d dh p2 ????", *later],
        players=["Ann", "Bob"],
        seats=[4, 2],
    )
    text = get(target).write(history)
    (reading,) = get(target).read(text)
    again = reading.unwrap()
    for name in ("blinds_or_straddles", "starting_stacks", "players", "seats"):
        assert getattr(again, name) == getattr(history, name)
    assert [action for action in again.actions if action[:2] != "d "][: len(later)] == [
        action for action in later if action[:2] != "d "
    ]


def test_an_odd_chip_of_money_in_whole_chips_comes_back() -> None:
    history = make_hand(
        currency_symbol="$",
        blinds_or_straddles=[1, 2, 0],
        actions=[
            *("d dh p1 ????", "d dh p2 ????", "d dh p3 ????"),
            *("p3 cbr 200", "p1 f", "p2 cc"),
            *("p3 sm AsKs", "p2 sm AhKh", "d db 2c2d7h", "d db 8d", "d db Jc"),
        ],
    )
    text = get("pokerstars").write(history)
    assert "Bob collected $201 from pot" in text
    assert "Cat collected $200 from pot" in text
    (reading,) = get("pokerstars").read(text)
    assert reading.unwrap().finishing_stacks == [199, 201, 200]


@pytest.mark.parametrize("target", ["pokerstars", "ohh"])
def test_fractions_of_who_sits_out_come_back(target: str) -> None:
    out = [{"seat": 5, "player": "Eve", "stack": Decimal("9.25")}]
    history = make_hand(user_defined_fields={"_sitting_out": out})
    (reading,) = get(target).read(get(target).write(history))
    assert reading.unwrap().user_defined_fields["_sitting_out"] == out


@pytest.mark.parametrize("target", ["pokerstars", "ohh"])
@pytest.mark.parametrize("field", ["_rake", "_jackpot"])
def test_what_is_taken_is_taken_from_the_winner(target: str, field: str) -> None:
    taken = {"user_defined_fields": {field: 1}}
    (reading,) = get(target).read(get(target).write(make_hand(**taken)))
    again = reading.unwrap()
    assert again.finishing_stacks == [199, 200, 200]
    assert again.winnings == [0, 1, 0]
    known = again.user_defined_fields
    assert known.get("_rake", 0) + known.get("_jackpot", 0) == 1
    # The record has the winner get all of it.
    with pytest.raises(UnsupportedError, match="1 is taken from the pot") as caught:
        get(target).write(make_hand(**taken, finishing_stacks=[199, 201, 200]))
    assert caught.value.code == "other-taken"
    with pytest.raises(UnsupportedError, match="2 is taken from the pot"):
        get(target).write(make_hand(user_defined_fields={field: 2}))
