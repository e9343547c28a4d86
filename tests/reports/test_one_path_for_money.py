"""Every report takes results, rake, kinds of money and players from one place."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from croupier.analysis.statistics import read_statistics
from croupier.errors import SetupError
from croupier.histories import HandHistory, read
from croupier.histories.money import Money, find_money
from croupier.histories.replaying.outcome import find_outcome
from croupier.histories.showing import list_frames
from croupier.reports import Night, read_night
from reports.texts import EUROS, PLAY, RAKED, TOURNAMENT


def only(text: str) -> HandHistory:
    (reading,) = read(text)
    return reading.unwrap()


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    def make(*texts: str, name: str = "hands.txt") -> Path:
        place = tmp_path / name
        place.write_text("\n\n".join(texts))
        return place

    return make


def test_outcome_has_the_rake_of_the_record() -> None:
    history = only(RAKED)
    outcome = find_outcome(history, history.replay().state)
    assert outcome is not None
    # Oda is the big blind, and the first of two.
    assert outcome.net == (Decimal("-4.30"), Decimal("3.87"))
    assert (outcome.rake, outcome.pot, outcome.bet) == (
        Decimal("0.43"),
        Decimal("8.60"),
        Decimal("0.10"),
    )
    assert sum(Decimal(one) for one in (*outcome.net, outcome.rake) if one is not None) == 0


def test_replayer_shows_what_players_collected() -> None:
    *_, (view, _) = list_frames(only(RAKED))
    assert [(seat.name, seat.payoff, seat.stack) for seat in view.seats] == [
        ("Oda", Decimal("-4.30"), Decimal("7.70")),
        ("Ned", Decimal("3.87"), Decimal("13.87")),
    ]
    words = [str(line) for _, lines in list_frames(only(RAKED)) for line in lines]
    assert words[-2] == "Rake 0.43"
    assert words[-1].startswith("Ned wins 8.17 with one pair")


def test_replayer_takes_the_rake_from_a_pot_without_a_showdown() -> None:
    text = RAKED[: RAKED.index("*** TURN")] + "*** TURN *** [2h 7s 9d] [Jc]\nOda: checks\n"
    text += "Ned: bets $1\nOda: folds\nUncalled bet ($1) returned to Ned\n"
    text += "Ned collected $8.17 from pot\n*** SUMMARY ***\nTotal pot $8.60 | Rake $0.43\n"
    words = [str(line) for _, lines in list_frames(only(text)) for line in lines]
    assert words[-3:] == ["Ned takes back 1.00", "Rake 0.43", "Ned wins 8.17"]


def test_replayer_says_that_the_winner_is_not_known() -> None:
    history = HandHistory(
        variant="NT",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        min_bet=2,
        starting_stacks=[100, 100],
        actions=[
            *("d dh p1 ????", "d dh p2 ????", "p2 cc", "p1 cc", "d db 2c3c4c", "p1 cc", "p2 cc"),
            *("d db 5d", "p1 cc", "p2 cc", "d db 9h", "p1 cc", "p2 cc", "p1 sm ????", "p2 sm ????"),
        ],
    )
    outcome = find_outcome(history, history.replay().state)
    assert outcome is not None and outcome.net == (None, None) and outcome.rake is None
    *_, (view, lines) = list_frames(history)
    assert [seat.payoff for seat in view.seats] == [0, 0]
    assert "The record does not say who won." in [str(line) for line in lines]
    assert not any("wins" in str(line) for line in lines)


def test_report_has_the_results_of_statistics(write: Callable[..., Path]) -> None:
    place = write(RAKED)
    night, statistics = read_night(place), read_statistics(place)
    assert {row["player"]: row["won"] for row in night.to_rows()} == {
        "Ned": Decimal("3.87"),
        "Oda": Decimal("-4.30"),
    }
    assert {name: one.net for name, one in statistics.items()} == {
        "Ned": Decimal("3.87"),
        "Oda": Decimal("-4.30"),
    }
    assert night.rake == Decimal("0.43")
    assert night.pots[0].amount == Decimal("8.60")
    assert night.pots[0].winners == (("Ned", Decimal("3.87")),)
    # A raked session is not settled between players.
    payments, remarks = night.settle()
    assert payments == [] and "the house took 0.43" in remarks[0]


def test_report_counts_a_hand_once(write: Callable[..., Path]) -> None:
    first = write(RAKED, RAKED.replace("Hand #7001", "Hand #7009").replace("19:00:00", "20:00:00"))
    again = write(RAKED, name="again.txt")
    night = read_night([first, again])
    assert (night.hands, night.repeated) == (2, 1)
    assert night.chips["Ned"][-1] == 2 * Decimal("3.87")
    # Places are those in the files, where hands that are there again have one, too.
    assert [pot.place for pot in read_night([again, first]).pots] == [1, 3]


@pytest.mark.parametrize(
    ("text", "money"),
    [
        (RAKED, Money("cash", "USD")),
        (EUROS, Money("cash", "EUR")),
        (TOURNAMENT, Money("tournament")),
        (PLAY, Money("chips")),
    ],
)
def test_money_of_a_hand_is_the_same_everywhere(
    text: str, money: Money, write: Callable[..., Path]
) -> None:
    assert find_money(only(text)) == money
    place = write(text)
    for one in read_statistics(place).values():
        assert [*one.by_money] == [money]
    standard = write("[1]\n" + only(text).dumps(), name="hands.phhs")
    for one in read_statistics(standard).values():
        assert [*one.by_money] == [money]
    assert read_night(place).money == money


@pytest.mark.parametrize(
    ("fields", "money"),
    [
        ({}, Money("chips")),
        ({"event": "WSOP Main Event"}, Money("tournament")),
        ({"event": "Poker After Dark", "currency": "USD"}, Money("cash", "USD")),
        ({"currency_symbol": "$"}, Money("cash", "$")),
        ({"user_defined_fields": {"_tournament": "77"}, "currency": "USD"}, Money("tournament")),
        ({"user_defined_fields": {"_tournament": 77}}, Money("tournament")),
        ({"user_defined_fields": {"_buy_in": "$5+$1"}}, Money("tournament")),
        ({"user_defined_fields": {"_tournament": ""}}, Money("chips")),
    ],
)
def test_money_by_the_fields_of_a_history(
    fields: dict[str, Any], money: Money, write: Callable[..., Path]
) -> None:
    history = HandHistory(
        variant="NT",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        min_bet=2,
        starting_stacks=[100, 100],
        actions=["d dh p1 ????", "d dh p2 ????", "p2 f"],
        players=["Ann", "Bob"],
        hand=1,
        **fields,
    )
    assert find_money(history) == money
    statistics = read_statistics(write("[1]\n" + history.dumps(), name="hands.phhs"))
    assert [*statistics["Ann"].by_money] == [money]


def test_different_money_is_never_added_up(write: Callable[..., Path]) -> None:
    place = write(RAKED, EUROS, TOURNAMENT, PLAY)
    one = read_statistics(place)["Ned"]
    assert {money: part.net for money, part in one.by_money.items()} == {
        Money("cash", "EUR"): Decimal("3.87"),
        Money("cash", "USD"): Decimal("3.87"),
        Money("chips"): 430,
        Money("tournament"): 430,
    }
    # Cash and tournaments have no rate in common, but one each.
    assert one.win_rate is None and one.adjusted_win_rate is None
    assert all(part.win_rate is not None for part in one.by_money.values())
    rows = read_statistics(place).to_rows()
    assert len(rows) == 8 and {row["hands"] for row in rows} == {1}
    night = read_night(place, money="tournament")
    assert night.hands == 1 and night.chips["Ned"][-1] == 430
    assert "tournament chips" in night.note and "cash in USD" in night.note
    assert "not money" in night.settle()[1][0]
    assert read_night(place, money="USD").chips["Ned"][-1] == Decimal("3.87")


def test_hero_is_one_player_at_all_rooms(write: Callable[..., Path]) -> None:
    other = RAKED.replace("Ned", "NedAtHome").replace("Hand #7001", "Hand #7008")
    place = write(RAKED, other)
    statistics = read_statistics(place, hero=True)
    assert set(statistics) == {"@hero", "Oda"}
    assert statistics["@hero"].hands == 2
    assert statistics.labels["@hero"] == "(hero)"
    histories = [reading.unwrap() for reading in read(place)]
    from croupier.analysis.statistics import PlayerStatistics

    assert PlayerStatistics(histories, hero=True)["@hero"].net == statistics["@hero"].net


def named(ids: dict[str, str], number: int, minute: int) -> str:
    players = [*ids]
    history = HandHistory(
        variant="NT",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        min_bet=2,
        starting_stacks=[100, 100],
        actions=["d dh p1 ????", "d dh p2 ????", "p2 cbr 6", "p1 f"],
        players=players,
        hand=number,
        year=2026,
        month=3,
        day=1,
        time=time(19, minute),
        user_defined_fields={"_player_ids": ids},
    )
    return f"[{number}]\n{history.dumps()}"


@pytest.fixture
def people(tmp_path: Path) -> Path:
    place = tmp_path / "people.phhs"
    hands = [
        named({"Bob": "b1", "Ann": "a1"}, 1, 1),
        named({"Bob": "b2", "Ann": "a1"}, 2, 2),
        named({"Rob": "b1", "Bob": "b2"}, 3, 3),
        named({"Bob": "b1", "Cid": "c1"}, 4, 4),
    ]
    place.write_text("\n".join(hands))
    return place


def test_two_people_of_one_name_stay_two_everywhere(people: Path, tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    from croupier.store import Store

    expected = {"@b1": ("Bob @b1", 3), "@b2": ("Bob @b2", 2), "@a1": ("Ann", 2), "@c1": ("Cid", 1)}
    statistics = read_statistics(people, by_id=True)
    labels = statistics.labels
    assert {key: (labels[key], statistics[key].hands) for key in statistics} == expected
    night = read_night(people)
    assert {key: night.labels[key] for key in night.chips} == labels
    store = Store(tmp_path / "store")
    store.add(people)
    rows = store.query("select who, name, hands from people").to_pylist()
    assert {row["who"]: (row["name"], row["hands"]) for row in rows} == expected
    report = store.report("players").to_pylist()
    assert {row["name"]: row["hands"] for row in report} == dict(expected.values())
    names = store.query("select name, person, hands from names order by all").to_pylist()
    assert [tuple(row.values()) for row in names] == [
        ("Ann", "@a1", 2),
        ("Bob", "@b1", 2),
        ("Bob", "@b2", 2),
        ("Cid", "@c1", 1),
        ("Rob", "@b1", 1),
    ]
    for wanted, count in (("@b2", 2), ("Bob @b1", 3), ("Rob", 3), ("Ann", 2)):
        (row,) = store.report("players", player=wanted).to_pylist()
        assert row["hands"] == count
        assert store.hands(f"player {wanted}").num_rows == count
    with pytest.raises(SetupError, match="2 players may be 'Bob'") as caught:
        store.report("players", player="Bob")
    assert caught.value.code == "ambiguous-player"
    with pytest.raises(SetupError, match="no player '@b9'") as caught:
        store.report("players", player="@b9")
    assert caught.value.code == "unknown-player"


def test_store_reports_keep_money_apart(write: Callable[..., Path], tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    from croupier.store import Store

    store = Store(tmp_path / "store")
    store.add(write(RAKED, EUROS, TOURNAMENT, PLAY))
    expected = {
        ("cash", "USD"): 3.87,
        ("cash", "EUR"): 3.87,
        ("tournament", None): 430,
        ("chips", None): 430,
    }
    for name in ("players", "position", "month", "stakes", "opponents", "sessions"):
        rows = store.report(name, player="Ned").to_pylist()
        assert {(row["kind"], row["currency"]): row["won"] for row in rows} == expected, name
        assert {row["hands"] for row in rows} == {1}
    graph = store.report("graph", player="Ned").to_pylist()
    assert {(row["kind"], row["currency"]): row["chips"] for row in graph} == expected
    assert {row["hand_number"] for row in graph} == {1}
    for phrase, count in {
        "cash": 2,
        "tournament": 1,
        "play money": 1,
        "currency USD": 1,
        "cash, currency EUR": 1,
        "tournament, currency USD": 0,
    }.items():
        assert store.hands(phrase, player="Ned").num_rows == count, phrase
    # The records are Ned's, who is the hero and so whom reports of one player are about.
    assert store.hands("hero").num_rows == 4
    assert store.report("graph").num_rows == 4
    assert "hands, " in str(store.draw_graph())
    hidden = Store(tmp_path / "store", anonymize=True, key="a secret")
    kinds = {(row["kind"], row["currency"]) for row in hidden.report("players").to_pylist()}
    assert kinds == {*expected}


def test_night_of_a_table_has_no_other_results_than_its_hands() -> None:
    night = Night()
    assert night.add(only(RAKED)) and not night.add(only(RAKED))
    assert (night.hands, night.repeated, night.money) == (1, 1, Money("cash", "USD"))
    assert Night().labels == {} and Night().money is None and Night().note == ""
