"""Mixed games: whose turn it is, and what is refused."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice, repeat
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import ParseError, SetupError
from croupier.games.mixed import MixedGame, RotationEntry, RotationRule, load, names
from croupier.games.mixed.game import STRUCTURES
from croupier.state import BettingStructure
from shared import data_path

from .files import plain, read_all

LETTERS = {
    "horse": "HORSE",
    "hose": "HOSE",
    "shoe": "SHOE",
    "heros": "HEROS",
    "roe": "ROE",
    "hoe": "HOE",
    "oe": "OE",
    "ho": "HO",
    "ha": "HA",
    "rash": "RASH",
    "torse": "TORSE",
    "eight_game_mix": "THORSENP",
    "nine_game_mix": "THORSENPD",
    "ten_game_mix": "THORSENPDB",
}
RAZZ = {"variant": "razz", "bettingStructure": "Limit", "letter": "R"}
every_mix = pytest.mark.parametrize("name", names())


@pytest.mark.parametrize("name", LETTERS)
def test_letters_spell_the_rotation(name: str) -> None:
    assert "".join(entry.letter for entry in load(name).rotation) == LETTERS[name]


@every_mix
def test_games_are_in_the_library(name: str) -> None:
    library = read_all()
    mix = load(name, games=library)
    limits = {structure: text for text, structure in STRUCTURES.items()}
    for entry in mix.rotation:
        game = library[entry.game]
        assert limits[entry.betting_structure] in game["bettingStructures"]
        assert game["players"]["min"] <= mix.minimum_players
        assert mix.maximum_players <= game["players"]["max"]
        assert entry.letter
    assert mix.name == name and mix.title and mix.description.endswith(".")


def test_names_are_unique() -> None:
    mixes = [load(name) for name in names()]
    found = Counter(
        text
        for mix in mixes
        for text in {plain(name) for name in (mix.name, mix.title, *mix.aliases)}
    )
    assert set(found.values()) == {1}


@every_mix
def test_what_is_written_is_read_again(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(load(name).to_dict()), encoding="utf-8")
    assert load(path) == load(name)


def test_an_alias_names_it() -> None:
    assert load("8-Game").name == load("8-game mix").name == "eight_game_mix"


def test_files_of_others_are_read() -> None:
    paths = sorted(data_path("mixed_game_configs").glob("*.json"))
    mixes = {path.stem: load(path) for path in paths}
    assert mixes["horse"].next_game(7, 7).game == "omaha_8"
    assert mixes["8_game_mix"].rotation[-1].betting_structure == BettingStructure.POT_LIMIT
    known = {
        plain(text)
        for name, game in read_all().items()
        for text in (name, game["game"], *game.get("aliases", []))
    }
    games = {entry.game for mix in mixes.values() for entry in mix.rotation}
    assert not {game for game in games if plain(game) not in known}


def test_orbits_have_a_hand_for_each_player() -> None:
    horse = load("horse")
    assert "".join(horse.next_game(hand, 3).letter for hand in range(18)) == "HHHOOORRRSSSEEEHHH"
    assert [horse.is_change(hand, 3) for hand in range(4)] == [True, False, False, True]


def test_hands_may_be_counted_instead() -> None:
    mix = load("holdem_and_omaha")
    assert mix.rule is RotationRule.HANDS and mix.hands_per_game == 8
    letters = "".join(mix.next_game(hand, 6).letter for hand in range(24))
    assert letters == "N" * 8 + "P" * 8 + "N" * 8


@every_mix
def test_a_steady_table_plays_what_the_numbers_say(name: str) -> None:
    mix = load(name)
    for count in (2, mix.maximum_players):
        choices = {hand: mix.rotation[hand % len(mix.rotation)].letter for hand in range(60)}
        if mix.dealers_choice:
            played = mix.play(repeat(count), choices.__getitem__)
            expected = [mix.next_game(hand, count, choices[hand]) for hand in range(60)]
        else:
            played = mix.play(repeat(count))
            expected = [mix.next_game(hand, count) for hand in range(60)]
        assert list(islice(played, 60)) == expected


def test_players_may_come_and_go() -> None:
    hose = load("hose")
    # The orbit that began with two lasts longer as a third one comes, and shorter as one goes.
    assert "".join(entry.letter for entry in hose.play([2, 3, 3, 3, 2, 2])) == "HHHOOS"


def test_dealers_choose_once_for_each_game() -> None:
    orbit = MixedGame("mine", load("dealers_choice").rotation, dealers_choice=True)
    asked = []

    def choose(hand_number: int) -> str:
        asked.append(hand_number)
        return "R" if hand_number else "badugi"

    played = [entry.game for entry in orbit.play(repeat(2, 5), choose)]
    assert played == ["badugi", "badugi", "razz", "razz", "razz"]
    assert asked == [0, 2, 4]


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (None, "the dealer picks the game"),
        ("Z", "'Z' is no game"),
        ("texas_holdem", "may be several games .* by its letter: H, N"),
    ],
)
def test_dealers_must_choose_well(choice: str | None, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        load("dealers_choice").next_game(0, 6, choice)


def test_nobody_chooses_in_a_rotation() -> None:
    with pytest.raises(SetupError, match="not a dealer: 'R'"):
        load("horse").next_game(0, 6, "R")
    with pytest.raises(SetupError, match="not a dealer"):
        list(load("horse").play([6], lambda _: "R"))
    with pytest.raises(SetupError, match="dealers choose"):
        list(load("dealers_choice").play([6]))


@pytest.mark.parametrize(("hand", "players"), [(-1, 6), (0, 1), (0, 9), (0, 0)])
def test_impossible_numbers_are_refused(hand: int, players: int) -> None:
    with pytest.raises(SetupError):
        load("horse").next_game(hand, players)
    with pytest.raises(SetupError):
        load("horse").is_change(hand, players)
    if hand == 0:
        with pytest.raises(SetupError):
            list(load("horse").play([6, players]))


@pytest.mark.parametrize(
    ("value", "messages"),
    [
        ({}, ["name must be", "rotation must list"]),
        ({"name": "x", "rotation": []}, ["at least one game"]),
        ({"name": "x", "rotation": {}}, ["rotation must be a list"]),
        ({"name": "x", "rotation": [3]}, ["rotation[0] must be an object, not 3"]),
        (
            {"name": "x", "rotation": [{}]},
            ["rotation[0].variant must name", "[0].bettingStructure"],
        ),
        (
            {"name": "x", "rotation": [RAZZ, {**RAZZ, "leter": "R"}]},
            ["rotation[1].leter is unknown; did you mean 'letter'?"],
        ),
        ({"name": "x", "rotation": [{**RAZZ, "letter": 1}]}, ["rotation[0].letter must be text"]),
        ({"name": "x", "rotation": [RAZZ], "turns": 1}, ["turns is unknown; there are name"]),
        ({"name": "x", "rotation": [RAZZ], "minPlayers": True}, ["minPlayers must be a whole"]),
        ({"name": "x", "rotation": [RAZZ], "minPlayers": 7, "maxPlayers": 6}, ["7 to 6"]),
        ({"name": "x", "rotation": [RAZZ], "minPlayers": 1}, ["at least two players"]),
        ({"name": "x", "rotation": [RAZZ], "rotationType": "time"}, ["'orbit' or 'hands'"]),
        ({"name": "x", "rotation": [RAZZ], "rotationType": []}, ["'orbit' or 'hands'"]),
        ({"name": "x", "rotation": [RAZZ], "rotationType": "hands"}, ["1 or more, not None"]),
        ({"name": "x", "rotation": [RAZZ], "handsPerGame": 3}, ["has no number of hands"]),
        (
            {"name": "x", "rotation": [RAZZ], "rotationType": "hands", "handsPerGame": 0},
            ["1 or more, not 0"],
        ),
        ({"name": "x", "rotation": [RAZZ], "category": "Stud"}, ["category must be 'Mixed'"]),
        ({"name": "x", "rotation": [RAZZ], "aliases": [1]}, ["aliases must be a list of names"]),
        (
            {"name": "x", "rotation": [RAZZ], "bettingStructures": ["No Limit", "Pot"]},
            ["bettingStructures[1] must be", "bettingStructures must have 'Limit'"],
        ),
        ({"name": "x", "rotation": [RAZZ], "dealersChoice": "yes"}, ["must be true or false"]),
    ],
)
def test_everything_that_is_wrong_is_said(value: dict[str, Any], messages: list[str]) -> None:
    with pytest.raises(SetupError) as error:
        load(value)
    for message in messages:
        assert message in str(error.value)


def test_unknown_games_are_refused_where_games_are_known() -> None:
    value = {"name": "x", "rotation": [RAZZ, {**RAZZ, "variant": "badugy"}]}
    assert load(value).rotation[1].game == "badugy"
    with pytest.raises(SetupError, match=r"rotation\[1\].variant .* did you mean 'badugi'"):
        load(value, games=read_all())


def test_files_that_are_no_mixed_games(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text('{"name":\n "x",}', encoding="utf-8")
    with pytest.raises(ParseError) as error:
        load(path)
    assert (error.value.line, error.value.format) == (2, "json")
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(SetupError, match=r"mine.json: a mixed game must be an object"):
        load(str(path))
    with pytest.raises(SetupError, match="did you mean horse"):
        load("hors")
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "absent.json")


def test_a_mixed_game_is_made_in_a_program() -> None:
    entry = RotationEntry("razz", BettingStructure.FIXED_LIMIT)
    assert MixedGame("mine", (entry,)).next_game(100, 10) is entry
    assert MixedGame("mine", (entry,), dealers_choice=True).next_game(0, 2, "razz") is entry
