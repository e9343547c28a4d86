"""Two players of one name stay two, in every format and in statistics."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.analysis import PlayerStatistics, read_statistics
from croupier.histories import HandHistory
from croupier.histories.formats import get
from croupier.histories.pipeline.losses import find_losses
from croupier.store import Store

NAMES = ["Moss @ seat 2", "Ina", "Moss @ seat 7"]


def make(**others: object) -> HandHistory:
    return HandHistory(
        variant="NT",
        antes=[0, 0, 0],
        blinds_or_straddles=[1, 2, 0],
        min_bet=2,
        starting_stacks=[150, 160, 170],
        actions=[
            *("d dh p1 9s9h", "d dh p2 ????", "d dh p3 ????"),
            *("p3 cbr 6", "p1 cc", "p2 f", "d db 2c3d4h", "p1 cbr 10", "p3 f"),
        ],
        players=["Moss", "Ina", "Moss"],
        seats=[2, 5, 7],
        hand=17,
        **others,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("name", ["pokerstars", "ohh", "ohh-simplified"])
def test_people_of_one_name_are_told_apart(name: str) -> None:
    history = make()
    (reading,) = get(name).read(get(name).write(history))
    again = reading.unwrap()
    assert again.players == NAMES
    assert [action for action in again.actions if "d dh" not in action] == history.actions[3:]
    assert again.finishing_stacks == [158, 158, 164]
    assert "same-name" in {note.kind for note in find_losses(history, name)}
    assert "same-name" not in {note.kind for note in find_losses(again, name)}


def test_phh_keeps_them_as_they_are() -> None:
    history = make()
    assert HandHistory.loads(history.dumps()).players == ["Moss", "Ina", "Moss"]
    assert not find_losses(history, "phh")


@pytest.mark.parametrize("by_id", [False, True])
def test_people_of_one_name_are_counted_apart(tmp_path: Path, by_id: bool) -> None:
    (tmp_path / "hand.phh").write_text(make().dumps())
    found = read_statistics(tmp_path, by_id=by_id)
    slowly = PlayerStatistics([make()], by_id=by_id)
    for statistics in (found, slowly):
        assert {name: one.net for name, one in statistics.items()} == {
            "Moss @ seat 2": 8,
            "Ina": -2,
            "Moss @ seat 7": -6,
        }


def test_names_of_the_record_count_where_ids_do_not(tmp_path: Path) -> None:
    said = {"_said_names": {"Ina": "Nia"}, "_player_ids": {"Ina": "i1"}}
    history = make(user_defined_fields=said)
    (tmp_path / "hand.phh").write_text(history.dumps())
    for statistics in (read_statistics(tmp_path), PlayerStatistics([history])):
        assert sorted(statistics) == ["Moss @ seat 2", "Moss @ seat 7", "Nia"]
    assert PlayerStatistics([history], by_id=True).names_of("@i1") == ["Nia"]


def test_an_id_is_nobodys_where_two_have_the_name(tmp_path: Path) -> None:
    history = make(user_defined_fields={"_player_ids": {"Moss": "m1", "Ina": "i1"}})
    (tmp_path / "hand.phh").write_text(history.dumps())
    for statistics in (
        read_statistics(tmp_path, by_id=True),
        PlayerStatistics([history], by_id=True),
    ):
        assert {key: one.hands for key, one in statistics.items()} == {
            "Moss @ seat 2": 1,
            "@i1": 1,
            "Moss @ seat 7": 1,
        }
    pytest.importorskip("pyarrow")
    store = Store(tmp_path / "store")
    store.add(tmp_path / "hand.phh")
    asked = store.query("select name, person from players order by player").to_pylist()
    people = [(one["name"], one["person"] or "") for one in asked]
    assert people == [("Moss @ seat 2", ""), ("Ina", "@i1"), ("Moss @ seat 7", "")]


def test_records_of_open_hand_history_keep_the_names_that_they_say() -> None:
    record = json.loads(get("ohh").write(make()))
    for player in record["ohh"]["players"]:
        player["name"] = player["name"].partition(" @")[0]
    (reading,) = get("ohh").read(json.dumps(record))
    history = reading.unwrap()
    assert [note.kind for note in reading.notes].count("name") == 2
    said = history.user_defined_fields["_said_names"]
    assert sorted(said.values()) == ["Moss", "Moss"]
    assert set(said) == {name for name in history.players or () if name != "Ina"}
    assert sorted(PlayerStatistics([history])) == ["Ina", *sorted({NAMES[0], NAMES[2]})]
