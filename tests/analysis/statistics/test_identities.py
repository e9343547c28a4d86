"""Players who change their names."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from croupier import HandHistory
from croupier.analysis import PlayerStatistics, read_statistics


def make(ann: str, bob: str, *, minute: int | None = None, ids: Any = None) -> HandHistory:
    """Return a hand that the first of two players wins without a fight."""
    from datetime import time

    when: dict[str, Any] = {}
    if minute is not None:
        when = {"time": time(20, minute), "time_zone": "UTC", "day": 1, "month": 2, "year": 2026}
    return HandHistory(
        variant="NT",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        min_bet=2,
        starting_stacks=[200, 200],
        actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 f"],
        players=[ann, bob],
        user_defined_fields={"_player_ids": {ann: "a1", bob: "b2"} if ids is None else ids},
        **when,
    )


def test_who_changes_the_name_stays_one_player() -> None:
    hands = [make("Breezy", "Bob", minute=5), make("Windy", "Bob", minute=1)]
    statistics = PlayerStatistics(hands, by_id=True)
    assert sorted(statistics) == ["@a1", "@b2"]
    assert statistics["@a1"].hands == 2 and statistics["@a1"].net == 2
    # The latest hand decides, not the order of reading.
    assert statistics.names_of("@a1") == ["Breezy", "Windy"]
    assert statistics.names_of("@b2") == ["Bob"]
    assert sorted(PlayerStatistics(hands)) == ["Bob", "Breezy", "Windy"]


def test_without_times_the_last_hand_has_the_latest_name() -> None:
    statistics = PlayerStatistics([make("Windy", "Bob"), make("Breezy", "Bob")], by_id=True)
    assert statistics.names_of("@a1") == ["Breezy", "Windy"]


def test_players_of_one_name_are_told_apart() -> None:
    one = make("Bob @ a1", "Bob @ b2")
    one.user_defined_fields["_player_ids"] = {"Bob @ a1": "a1", "Bob @ b2": "b2"}
    statistics = PlayerStatistics([one], by_id=True)
    assert statistics.names_of("@a1") == statistics.names_of("@b2") == ["Bob"]


@pytest.mark.parametrize("ids", [{"Ann": 0, "Bob": 1}, {}, ["a"], "x", {"Ann": ""}])
def test_what_is_no_id_of_a_person_does_not_count(ids: Any) -> None:
    statistics = PlayerStatistics([make("Ann", "Bob", ids=ids)], by_id=True)
    assert sorted(statistics) == ["Ann", "Bob"]


def test_sums_and_pickles_keep_names() -> None:
    first = PlayerStatistics([make("Windy", "Bob")], by_id=True)
    second = PlayerStatistics([make("Breezy", "Bob")], by_id=True)
    merged = pickle.loads(pickle.dumps(first + second))
    assert merged["@a1"].hands == 2
    assert merged.names_of("@a1") == ["Breezy", "Windy"]


def test_files_are_counted_by_id_in_their_order(tmp_path: Path) -> None:
    plain = make("Ann", "Bob", ids={"Ann": 1})
    (tmp_path / "a.phh").write_text(make("Windy", "Bob").dumps())
    (tmp_path / "b.phh").write_text(plain.dumps().replace("_player_ids", "_numbers"))
    (tmp_path / "c.phh").write_text(make("Breezy", "Bob").dumps())
    found = read_statistics(tmp_path, by_id=True, list_players=["@a1"])
    assert {key: found[key].hands for key in found} == {"@a1": 2, "@b2": 2, "Ann": 1, "Bob": 1}
    assert found["@a1"].payoffs == [1, 1]
    assert found.names_of("@a1") == ["Breezy", "Windy"]
    assert read_statistics(tmp_path)["Bob"].hands == 3


def test_other_formats_are_counted_as_the_same_hands_in_phh(tmp_path: Path) -> None:
    line = "STATE:{}:r200fffff:AsKs|2c2d|3c3d|4c4d|5c5d|6c6d:-50|-100|150|0|0|0:A|B|C|D|E|F\n"
    log = tmp_path / "hands.log"
    log.write_text(line.format(1) + line.format(2) + "# the end\n")
    from croupier.histories import read

    (tmp_path / "phh").mkdir()
    for number, reading in enumerate(read(log)):
        (tmp_path / "phh" / f"{number}.phh").write_text(reading.unwrap().dumps())
    one = read_statistics(log, list_players=["C"])
    other = read_statistics(tmp_path / "phh", list_players=["C"])
    assert one.hands == other.hands == 2
    assert {name: one[name] for name in one} == {name: other[name] for name in other}
    assert one["C"].payoffs == [150, 150]


def test_files_without_hands_are_named(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Bring chips.")
    found = read_statistics(tmp_path)
    assert found.hands == 0
    (passed,) = found.passed_over
    assert passed.startswith(f"{tmp_path / 'notes.txt'}: the format is none of")
