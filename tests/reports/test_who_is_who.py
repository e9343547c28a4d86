"""Statistics, reports and stores agree on who a player is: by room, id and alias."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.analysis import read_statistics
from croupier.analysis.statistics import PlayerStatistics
from croupier.cli import run
from croupier.errors import ParseError, SetupError
from croupier.histories import HandHistory, read
from croupier.histories.people import Identity, People, Person
from croupier.reports import read_night
from croupier.store import Store
from reports.texts import RAKED


def hand(number: int, players: list[str], room: str | None = None, **others: Any) -> HandHistory:
    """Return a hand in which the first player wins two chips of the second."""
    return HandHistory(
        variant="NT",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        min_bet=2,
        starting_stacks=[200, 200],
        actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 cc", "p1 cbr 6", "p2 f"],
        players=players,
        hand=1_000_000 + number,
        venue=room,
        user_defined_fields=others,
    )


HANDS = [
    hand(1, ["Dan", "Eve"], "PokerStars"),
    hand(2, ["Dan", "Eve"], "PokerStars"),
    hand(3, ["Dan", "Bob"], "Winamax"),
    hand(4, ["Bob", "Dan"], "Winamax"),
    hand(5, ["Hero", "Bob"], "GGPoker", _hero="Hero"),
    hand(6, ["Dan", "Eve"]),
    hand(7, ["K. Godel", "Bob"], "PokerNow", _player_ids={"K. Godel": "TN11", "Bob": "b1"}),
    hand(8, ["K Godel", "Bob"], "PokerNow", _player_ids={"K Godel": "TN11", "Bob": "b1"}),
    hand(9, ["K Godel", "Bob"], "PokerNow", _player_ids={"K Godel": "Di5c", "Bob": "b1"}),
]
COUNTS = {
    "Dan @ PokerStars": 2,
    "Eve @ PokerStars": 2,
    "Dan @ Winamax": 2,
    "Bob @ Winamax": 2,
    "Hero @ GGPoker": 1,
    "Bob @ GGPoker": 1,
    "Dan": 1,
    "Eve": 1,
    "@TN11": 2,
    "@Di5c": 1,
    "@b1": 3,
}
PEOPLE = {
    "version": 1,
    "people": [
        {
            "name": "Daniel",
            "me": True,
            "identities": [
                {"room": "PokerStars", "name": "Dan"},
                {"room": "GGPoker", "name": "Hero"},
                {"room": "PokerNow", "id": "TN11"},
            ],
        },
        {
            "name": "Bob",
            "identities": [{"room": "Winamax", "name": "Bob"}, {"room": "GGPoker", "name": "Bob"}],
        },
    ],
}
JOINED = {
    "@:Daniel": 5,
    "@:Bob": 3,
    "Eve @ PokerStars": 2,
    "Dan @ Winamax": 2,
    "Dan": 1,
    "Eve": 1,
    "@Di5c": 1,
    "@b1": 3,
}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "hands"
    folder.mkdir()
    for number, history in enumerate(HANDS):
        (folder / f"{number}.phh").write_text(history.dumps())
    return folder


@pytest.fixture
def people(tmp_path: Path) -> Path:
    place = tmp_path / "people.json"
    place.write_text(json.dumps(PEOPLE))
    return place


def count_store(store: Store) -> dict[str, int]:
    rows = store.query("select who, count(*) as hands from players group by who").to_pylist()
    assert {row["who"]: row["hands"] for row in rows} == {
        row["who"]: row["hands"] for row in store.query("from people").to_pylist()
    }
    return {row["who"]: row["hands"] for row in rows}


@pytest.mark.parametrize("on", [None, "processes:2"])
def test_rooms_are_part_of_who_a_player_is(files: Path, tmp_path: Path, on: str | None) -> None:
    counted = read_statistics(files, by_id=True, on=on)
    assert {key: one.hands for key, one in counted.items()} == COUNTS
    by_hand = PlayerStatistics(HANDS, by_id=True)
    assert {key: one.hands for key, one in by_hand.items()} == COUNTS
    assert by_hand.labels == counted.labels
    assert counted.labels["Dan @ Winamax"] == "Dan @ Winamax"
    assert counted.labels["Hero @ GGPoker"] == "Hero"
    night = read_night(files)
    assert {key: night.statistics[key].hands for key in night.chips} == COUNTS
    store = Store(tmp_path / "store")
    store.add(files)
    assert count_store(store) == COUNTS
    labels = {row["who"]: row["name"] for row in store.query("from people").to_pylist()}
    assert labels == counted.labels
    # Names alone are one choice away.
    assert read_statistics(files)["Dan"].hands == 5


def test_aliases_join_names_of_rooms(files: Path, people: Path, tmp_path: Path) -> None:
    for counted in (
        read_statistics(files, people=people),
        read_statistics(files, people=people, on="processes:2"),
        PlayerStatistics(HANDS, people=People.read(people)),
    ):
        assert {key: one.hands for key, one in counted.items()} == JOINED
        assert counted.labels["@:Daniel"] == "Daniel"
        assert set(counted.names_of("@:Daniel")) == {"Daniel", "Dan", "Hero", "K. Godel", "K Godel"}
    night = read_night(files, people=people)
    assert {key: line[-1] for key, line in night.chips.items()} == {
        key: counted[key].net for key in JOINED
    }
    store = Store(tmp_path / "store")
    store.add(files)
    store.alias("Daniel", "Dan @ PokerStars", "Hero @ GGPoker", "@TN11", me=True)
    store.alias("Bob", "Bob @ Winamax", "Bob @ ggpoker")
    assert store.people.keys == People.read(people).keys
    assert count_store(store) == JOINED
    won = store.report("players").to_pylist()
    assert {(row["name"], row["won"]) for row in won} == {
        (counted.labels[key], float(counted[key].net)) for key in JOINED
    }
    # The rows of a person in the store are those of the hero.
    assert store.report("graph").num_rows == 5
    assert store.report("graph", player="Daniel").num_rows == 5
    store.unalias("Daniel", "Bob @ Winamax")
    assert count_store(store) == {
        key: hands for key, hands in COUNTS.items() if key != "Bob @ GGPoker"
    } | {"@:Bob": 1}


def test_listed_hands_are_those_of_one_room(files: Path, people: Path) -> None:
    listed = read_statistics(files, by_id=True, list_players=["Dan @ Winamax"])
    assert listed["Dan @ Winamax"].payoffs == [2, -2]
    joined = read_statistics(files, people=people, list_players=["@:Daniel"], hero=True)
    assert joined["@:Daniel"].payoffs == [2] * 5


def test_texts_of_rooms_are_counted_by_room(tmp_path: Path) -> None:
    (tmp_path / "stars.txt").write_text(RAKED)
    (tmp_path / "kitchen.phh").write_text(hand(1, ["Ned", "Oda"], "Kitchen").dumps())
    counted = read_statistics(tmp_path, by_id=True, list_players=["Ned @ PokerStars"])
    assert sorted(counted) == [
        "Ned @ Kitchen",
        "Ned @ PokerStars",
        "Oda @ Kitchen",
        "Oda @ PokerStars",
    ]
    assert counted["Ned @ PokerStars"].payoffs == [Fraction(387, 100)]
    people = People([Person("Ned", (Identity("Kitchen", "Ned"), Identity("PokerStars", "Ned")))])
    joined = read_statistics(tmp_path, people=people)
    # Chips and dollars of one person are never added up.
    assert [
        (row["currency"], row["net"]) for row in joined.to_rows() if row["player"] == "Ned"
    ] == [
        ("USD", Fraction(387, 100)),
        ("", 2),
    ]
    assert [
        str(reading.problems) for reading in read(tmp_path / "stars.txt") if reading.problems
    ] == []


def test_command_line_takes_people(
    files: Path, people: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["stats", str(files), "--people", str(people), "--me", "--json"]) == 0
    (player,) = json.loads(capsys.readouterr().out)["players"].items()
    assert player[0] == "Daniel" and player[1]["hands"] == 5
    assert run(["stats", str(files), "--player", "Dan", "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["players"]) == ["Dan"]
    assert run(["stats", str(files), "--player", "Eve @ PokerStars", "--json"]) == 0
    (player,) = json.loads(capsys.readouterr().out)["players"].values()
    assert player["hands"] == 2 and player["key"] == "Eve @ PokerStars"
    assert run(["stats", str(files), "--people", str(people), "--no-ids"]) == 2
    assert run(["stats", str(files), "--people", str(tmp_path / "none.json")]) == 2
    assert "expected a file of people" in capsys.readouterr().err
    assert run(["report", str(files), "--people", str(people), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["players"]
    assert {row["player"]: row["hands"] for row in rows}["Daniel"] == 5


def test_store_aliases_from_the_command_line(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = str(tmp_path / "store")
    assert run(["store", "add", where, str(files)]) == 0
    assert run(["store", "alias", where]) == 0
    assert "There are no aliases." in capsys.readouterr().out
    assert run(["store", "alias", where, "Daniel", "Dan @ Winamax", "@TN11", "--me"]) == 0
    read_back = capsys.readouterr()
    assert read_back.out.strip() == "Daniel (me): Dan @ Winamax, @TN11" and not read_back.err
    assert run(["store", "alias", where, "Daniel", "Nobody @ Winamax"]) == 0
    assert "There is no hand of Nobody @ Winamax" in capsys.readouterr().err
    assert run(["store", "alias", where, "Eve", "@TN11"]) == 2
    assert "already an alias of 'Daniel'" in capsys.readouterr().err
    assert run(["store", "report", where, "graph", "--json"]) == 0
    # The hero's hand at GGPoker is of the same player.
    assert len(json.loads(capsys.readouterr().out)) == 5
    assert run(["store", "unalias", where, "Nobody @ Winamax"]) == 0
    assert run(["store", "alias", where, "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)
    assert one == {"name": "Daniel", "me": True, "identities": ["Dan @ Winamax", "@TN11"]}
    assert run(["store", "unalias", where, "Daniel"]) == 0
    assert run(["store", "unalias", where, "Daniel"]) == 2
    assert run(["store", "unalias", where]) == 2
    assert run(["store", "add", where, str(files), "--me"]) == 2


def test_notes_are_about_one_of_two_players(files: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    store.add(files)
    store.tag("Dan @ Winamax", "fish")
    assert store.hands("tagged fish").num_rows == 2
    with pytest.raises(SetupError) as caught:
        store.tag("K Godel", "fish")
    assert caught.value.code == "ambiguous-player"
    store.alias("Daniel", "Dan @ Winamax", "Dan @ PokerStars")
    # What was noted about an alias is about the person.
    assert store.hands("tagged fish").num_rows == 4


def test_damaged_people_of_a_store_are_an_error(files: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    store.add(files)
    (store.path / "people.json").write_text('{"version": 9}')
    ask: list[Callable[[], object]] = [lambda: store.query("from people"), lambda: store.people]
    for one in ask:
        with pytest.raises(ParseError) as caught:
            one()
        assert caught.value.code == "people-file" and "expected 1, got 9" in str(caught.value)


def test_quotes_in_names_stay_names(tmp_path: Path) -> None:
    name = "O'Neil {who} \\ \" %s"
    (tmp_path / "a.phh").write_text(hand(1, [name, "Eve"], "Bob's {x}").dumps())
    store = Store(tmp_path / "store")
    store.add(tmp_path / "a.phh")
    store.alias("The 'Me' {y}", f"{name} @ Bob's {{x}}", me=True)
    assert store.hands("hero").num_rows == 1
    assert store.report("players", player="The 'Me' {y}")["name"].to_pylist() == ["The 'Me' {y}"]


def test_other_names_hide_aliases(files: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    store.add(files)
    store.alias("Daniel", "Dan @ Winamax")
    hidden = Store(store.path, anonymize=True, key="k")
    told = str(hidden.query("select * from players").to_pylist())
    told += str(hidden.query("from people").to_pylist())
    assert "Dan" not in told and "Winamax" not in told


def test_rooms_of_players_are_not_ambiguous(files: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    store.add(files)
    asked = "select room, count(*) as n from players join hands using (hand) group by 1"
    rooms = {row["room"]: row["n"] for row in store.query(asked).to_pylist()}
    assert rooms == {"PokerStars": 4, "Winamax": 4, "GGPoker": 2, "PokerNow": 6, None: 2}
    assert "room_2" not in store.hands().column_names
