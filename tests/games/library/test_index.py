"""Games are found by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier import games
from croupier.errors import ConfigurationError, UnsupportedError
from croupier.games.configuration.index import (
    GameSummary,
    make_index,
    read_index,
    summarize,
    write_index,
)
from croupier.games.configuration.library import Library, library
from games.build import draw, holdem


@pytest.fixture
def folder(tmp_path: Path) -> Library:
    for name, data in {
        "texas_holdem": holdem() | {"game": "Texas Hold'em", "aliases": ["NLHE", "Draw Game"]},
        "draw_game": draw() | {"aliases": ["Texas Hold'em", "5CD"]},
        "wrong_game": {"game": "Wrong"},
    }.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(data), "utf-8")
    (tmp_path / "notes.txt").write_text("no game", "utf-8")
    return Library(tmp_path)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("texas_holdem", "texas_holdem"),
        ("Texas Hold'em", "texas_holdem"),
        ("texas-holdem", "texas_holdem"),
        ("nlhe", "texas_holdem"),
        # The name of a file counts more than a title, and a title more than an alias.
        ("draw game", "draw_game"),
        ("5cd", "draw_game"),
        ("Wrong", "wrong_game"),
    ],
)
def test_names(folder: Library, text: str, name: str) -> None:
    assert folder.find(text) == name


def test_loading(folder: Library) -> None:
    assert list(folder.files) == ["draw_game", "texas_holdem", "wrong_game"]
    assert folder.load("NLHE").name == "Texas Hold'em"
    with pytest.raises(ConfigurationError, match=r"^wrong_game\.json has 5 errors:"):
        folder.load("wrong")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("texas_hodlem", "there is no game 'texas_hodlem'; did you mean \"texas_holdem\"?"),
        ("hold", 'did you mean "texas_holdem"?'),
        ("xyz", "the path of a file ends in .json"),
    ],
)
def test_unknown_names(folder: Library, text: str, message: str) -> None:
    with pytest.raises(UnsupportedError) as caught:
        folder.find(text)
    assert message in str(caught.value)


def test_a_folder_that_is_missing(tmp_path: Path) -> None:
    assert Library(tmp_path / "nothing").load_all() == {}


def test_all_games_of_the_package_can_be_played() -> None:
    for name, game in library().load_all().items():
        assert library().find(name) == name
        assert library().find(game.name) is not None
        assert game.describe()
        for structure in game.structures:
            program = game.compile(structure, {"small_bet": 10}, game.players.minimum)
            assert program.steps and program.contests


def test_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(holdem()), "utf-8")
    assert games.load(path) == games.load(str(path)) == games.load(holdem())
    monkeypatch.chdir(tmp_path)
    assert games.load("game.json").name == "Test"
    with pytest.raises(FileNotFoundError):
        games.load("other.json")
    with pytest.raises(UnsupportedError):
        games.load("no such game")


def test_names_are_imported_when_they_are_asked_for() -> None:
    assert {"load", "Configuration"} <= set(dir(games))
    assert isinstance(games.load(holdem()), games.Configuration)
    with pytest.raises(AttributeError, match="no attribute 'lood'"):
        _ = games.lood  # type: ignore[attr-defined]


def test_the_index_says_what_the_files_say() -> None:
    # `make index` writes it anew.
    assert read_index() == make_index()
    assert list(read_index()) == list(library().files)


def test_the_index_is_written_as_it_is_read(tmp_path: Path) -> None:
    write_index(tmp_path / "index.json")
    text = (tmp_path / "index.json").read_text("utf-8")
    assert json.loads(text) == read_index()
    # A line for each game, and the braces.
    assert len(text.splitlines()) == len(library().files) + 2


@pytest.fixture
def listed(tmp_path: Path) -> Library:
    """A folder whose index knows one of two games, and one that is gone."""
    for name, data in {"known": holdem(), "new": draw() | {"aliases": ["Newest"]}}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(data), "utf-8")
    known = summarize(games.load(holdem())) | {"game": "In the Index", "aliases": ["Indexed"]}
    return Library(tmp_path, lambda: {"known": known, "gone": known})


def test_what_the_index_knows_is_not_read(listed: Library) -> None:
    listed.files["known"].write_text("nothing that could be read", "utf-8")
    assert listed.find("in the index") == listed.find("indexed") == "known"
    assert listed.summarize_all()["known"]["game"] == "In the Index"


def test_files_that_the_index_does_not_know(listed: Library) -> None:
    assert listed.find("newest") == "new"
    assert list(listed.summarize_all()) == ["known", "new"]
    assert listed.summarize_all()["new"] == summarize(listed.load("new"))
    with pytest.raises(UnsupportedError):
        listed.find("gone")


def test_names_of_files_need_no_index(tmp_path: Path) -> None:
    def fail() -> dict[str, GameSummary]:
        raise AssertionError("the index is read")

    (tmp_path / "some_game.json").write_text(json.dumps(holdem()), "utf-8")
    assert Library(tmp_path, fail).load("Some Game").name == "Test"
