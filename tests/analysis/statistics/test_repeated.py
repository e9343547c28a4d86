"""A hand that is there several times is counted once, whatever the format."""

from __future__ import annotations

from datetime import time
from pathlib import Path
from typing import Any

import pytest

from croupier.analysis import read_statistics
from croupier.histories import HandHistory
from croupier.histories.formats import get
from croupier.histories.identities import fingerprint


def make(number: int | str | None = 41, cards: str = "JsJh", **others: Any) -> HandHistory:
    return HandHistory(
        variant="NT",
        antes=[0, 0, 0],
        blinds_or_straddles=[1, 2, 0],
        min_bet=2,
        starting_stacks=[150, 160, 170],
        actions=[
            *(f"d dh p1 {cards}", "d dh p2 4s4h", "d dh p3 8s8h"),
            *("p3 f", "p1 cbr 6", "p2 f"),
        ],
        players=["Ida", "Jon", "Kim"],
        seats=[2, 5, 7],
        hand=number,
        **others,
    )


@pytest.mark.parametrize("threads", [1, 2])
def test_a_copy_is_counted_once(tmp_path: Path, threads: int) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.phh").write_text(make().dumps())
    (tmp_path / "d.phh").write_text(make(42).dumps())
    found = read_statistics(tmp_path, threads=threads, list_players=["Ida"])
    assert (found.hands, found.repeated) == (2, 2)
    assert {name: (one.hands, one.net) for name, one in found.items()} == {
        "Ida": (2, 4),
        "Jon": (2, -4),
        "Kim": (2, 0),
    }
    assert found["Ida"].payoffs == [2, 2]
    once = read_statistics([tmp_path / "a.phh", tmp_path / "d.phh"], list_players=["Ida"])
    assert dict(found) == dict(once)


@pytest.mark.parametrize("number", [41, "rc-77x"])
def test_other_formats_of_a_hand_are_the_same_hand(tmp_path: Path, number: int | str) -> None:
    clock: dict[str, Any] = {"time": time(21, 4, 5), "time_zone": "Europe/Vienna"}
    history = make(number, **clock, day=3, month=2, year=2026)
    for name, suffix in (("phh", "phh"), ("pokerstars", "txt"), ("ohh", "ohh")):
        text = get(name).write(history)
        (tmp_path / f"hand.{suffix}").write_text(text)
        (reading,) = get(name).read(text)
        assert fingerprint(reading.unwrap()) == fingerprint(history)
    found = read_statistics(tmp_path)
    assert (found.hands, found.repeated) == (1, 2)


@pytest.mark.parametrize("number", [3056743724, 1234567, "rc-77x"])
def test_hands_of_rooms_are_the_same_where_the_zone_is_not_known(
    tmp_path: Path, number: int | str
) -> None:
    clock: dict[str, Any] = {"time": time(8, 16, 51), "time_zone_abbreviation": "ET"}
    history = make(number, **clock, day=3, month=2, year=2026)
    for name, suffix in (("phh", "phh"), ("pokerstars", "txt"), ("ohh", "ohh")):
        text = get(name).write(history)
        (tmp_path / f"hand.{suffix}").write_text(text)
        (reading,) = get(name).read(text)
        assert fingerprint(reading.unwrap()) == fingerprint(history)
    found = read_statistics(tmp_path)
    assert (found.hands, found.repeated) == (1, 2)
    assert fingerprint(make(number)) == fingerprint(history)
    # A short number may be that of many hands.
    assert fingerprint(make(41)) != fingerprint(make(41, **clock))


def test_hands_that_went_the_same_way_are_not_the_same(tmp_path: Path) -> None:
    hands = [
        make(None),
        make(None),
        make(),
        make(42),
        make(time=time(10, 0, 1)),
        # Whose cards are all known is told by them, too.
        make(cards="QsQh"),
    ]
    for number, history in enumerate(hands):
        (tmp_path / f"{number}.phh").write_text(history.dumps())
    found = read_statistics(tmp_path)
    assert (found.hands, found.repeated) == (6, 0)
    # Whoever did not see the cards may have seen this hand.
    (tmp_path / "x.phh").write_text(make(cards="????").dumps())
    assert read_statistics(tmp_path).repeated == 1


def test_nobody_comes_of_hands_that_are_not_counted(tmp_path: Path) -> None:
    ids = {"Ida": "i1", "Jon": "j2", "Kim": "k3"}
    (tmp_path / "a.phh").write_text(make(user_defined_fields={"_player_ids": ids}).dumps())
    (tmp_path / "b.phh").write_text(make().dumps())
    found = read_statistics(tmp_path, by_id=True)
    assert (found.hands, found.repeated) == (1, 1)
    assert {key: one.hands for key, one in found.items()} == {"@i1": 1, "@j2": 1, "@k3": 1}
