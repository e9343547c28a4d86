"""People with several names, and the file that joins them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import ParseError, SetupError
from croupier.histories.identities import choose_player, label_players
from croupier.histories.people import MAX_IDENTITIES, Identity, People, Person

ME = {
    "name": "Daniel",
    "me": True,
    "identities": [
        {"room": "PokerStars", "name": "Dan"},
        {"room": "ggpoker", "name": "Hero"},
        {"room": "PokerNow", "id": "TN11"},
    ],
}


def write(folder: Path, document: Any) -> Path:
    place = folder / "people.json"
    place.write_text(document if isinstance(document, str) else json.dumps(document))
    return place


def test_people_file_round_trip(tmp_path: Path) -> None:
    people = People.read(write(tmp_path, {"version": 1, "people": [ME]}))
    assert people.me == "@:Daniel"
    # Rooms are found whatever the case.
    keys = ["Dan @ PokerStars", "Hero @ GGPoker", "@TN11"]
    assert people.keys == dict.fromkeys(keys, "@:Daniel")
    people.write(tmp_path / "again.json")
    assert People.read(tmp_path / "again.json") == people
    assert People.read(tmp_path / "again.json").people[0].identities[1].room == "GGPoker"


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("{", "is no JSON"),
        ("[1]", "the file: expected an object with version and people, got [1]"),
        ({"people": []}, "version: expected 1, got None"),
        ({"version": True, "people": []}, "version: expected 1, got True"),
        ({"version": 2, "people": []}, "version: expected 1, got 2"),
        ({"version": 1}, "people: expected a list of people, got None"),
        ({"version": 1, "people": [], "x": 1}, "the file: expected no other members"),
        ({"version": 1, "people": ["Ann"]}, "people[0]: expected an object"),
        ({"version": 1, "people": [{"identities": []}]}, "people[0].name: expected a name"),
        ({"version": 1, "people": [{"name": "@a", "identities": []}]}, "people[0].name: expected"),
        ({"version": 1, "people": [{"name": "a\nb", "identities": []}]}, "people[0].name: expect"),
        ({"version": 1, "people": [{"name": "Ann"}]}, "people[0].identities: expected a list"),
        ({"version": 1, "people": [ME, ME]}, "people[1].name: expected each name once"),
        (
            {"version": 1, "people": [ME, {**ME, "name": "Ann", "identities": []}]},
            "people[1].me: expected at most one person who is me, got 'Ann'",
        ),
        (
            {"version": 1, "people": [{**ME, "me": 1}]},
            "people[0].me: expected true or false, got 1",
        ),
        (
            {"version": 1, "people": [ME, {"name": "Ann", "identities": [ME["identities"][0]]}]},  # type: ignore[index]
            "people[1].identities[0]: expected each identity once, got 'Dan @ PokerStars'",
        ),
        (
            {"version": 1, "people": [{"name": "Ann", "identities": [{"room": "x"}]}]},
            "people[0].identities[0]: expected either a name or an id",
        ),
        (
            {"version": 1, "people": [{"name": "Ann", "identities": [{"name": "x", "id": "y"}]}]},
            "people[0].identities[0]: expected either a name or an id",
        ),
        (
            {"version": 1, "people": [{"name": "Ann", "identities": [{"name": 7}]}]},
            "people[0].identities[0].name: expected text",
        ),
        (
            {"version": 1, "people": [{"name": "Ann", "identities": [{"nick": "x"}]}]},
            "people[0].identities[0]: expected no other members than room, name, id, got 'nick'",
        ),
    ],
)
def test_invalid_people_file_names_the_place(tmp_path: Path, document: Any, message: str) -> None:
    place = write(tmp_path, document)
    with pytest.raises(ParseError) as caught:
        People.read(place)
    assert caught.value.code == "people-file"
    assert str(place) in str(caught.value) and message in str(caught.value)


def test_damaged_people_files_never_end_in_a_traceback(tmp_path: Path) -> None:
    whole = json.dumps({"version": 1, "people": [ME]}).encode()
    place = tmp_path / "people.json"
    for cut in range(len(whole)):
        for damaged in (whole[:cut], whole[:cut] + b"\xff" + whole[cut + 1 :]):
            place.write_bytes(damaged)
            with pytest.raises(ParseError):
                People.read(place)
    place.write_text("[" * 100_000)
    with pytest.raises(ParseError):
        People.read(place)
    os.mkfifo(tmp_path / "pipe")
    for other in (tmp_path, tmp_path / "pipe", tmp_path / "none.json"):
        with pytest.raises(SetupError) as caught:
            People.read(other)
        assert caught.value.code == "no-people-file" and str(other) in str(caught.value)


def test_too_many_identities_are_refused() -> None:
    identities = tuple(Identity(name=str(number)) for number in range(MAX_IDENTITIES + 1))
    with pytest.raises(SetupError, match=f"expected at most {MAX_IDENTITIES} identities"):
        People([Person("Ann", identities)])


@pytest.mark.parametrize("text", ["", " ", "@", "@hero", "@:Ann", "a\nb", "x" * 300])
def test_invalid_identities_are_refused(text: str) -> None:
    with pytest.raises(SetupError):
        Identity.parse(text)


def test_identities_of_another_person_are_refused() -> None:
    people = People().join("Ann", [Identity.parse("Annie @ Winamax")])
    with pytest.raises(SetupError) as caught:
        people.join("Bob", [Identity.parse("Annie @ winamax")])
    assert caught.value.code == "alias-taken" and "'Ann'" in str(caught.value)
    again = people.join("Ann", [Identity.parse("Annie @ Winamax"), Identity(id="a1")], me=True)
    assert again.me == "@:Ann" and len(again.keys) == 2
    assert again.join("Bob", [], me=True).me == "@:Bob"
    assert again.part("@a1").keys == {"Annie @ Winamax": "@:Ann"}
    assert not again.part("Ann").people
    with pytest.raises(SetupError) as caught:
        again.part("Eve")
    assert caught.value.code == "unknown-alias"


def test_one_name_in_two_rooms_is_two_players() -> None:
    names = {"Dan @ PokerStars": ["Dan"], "Dan @ Winamax": ["Dan"], "Ned @ Winamax": ["Ned"]}
    assert label_players(names) == {key: key for key in names} | {"Ned @ Winamax": "Ned"}
    assert choose_player(names, "Dan @ Winamax", "2 hands") == "Dan @ Winamax"
    assert choose_player(names, "Ned", "2 hands") == "Ned @ Winamax"
    with pytest.raises(SetupError) as caught:
        choose_player(names, "Dan", "2 hands")
    assert caught.value.code == "ambiguous-player" and "Dan @ PokerStars" in str(caught.value)
