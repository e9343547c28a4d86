"""Solutions of custom games have the game in them, and open no other file."""

from __future__ import annotations

import json
import os
import pickle
import shutil
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import ParseError, PokerError, SetupError
from croupier.games import load
from croupier.games.configuration.library import library
from croupier.games.finding import find_mix
from croupier.solving import Solution, Spot, solve

SPOT: dict[str, Any] = {
    "board": "Th8h3c5dKs",
    "pot": 100,
    "stacks": 250,
    "ranges": ("AA, KQs", "QQ, 98s"),
    "sizes": "50% / a",
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    place = tmp_path / "games" / "mine.json"
    place.parent.mkdir()
    source = json.loads(library().files["texas_holdem"].read_bytes())
    own = {"game": "My Hold'em", "aliases": ["mine"], "bettingStructures": ["No Limit"]}
    place.write_text(json.dumps(source | own))
    return place


def save(spot: Spot, path: Path) -> Path:
    solve(spot, "1%", threads=1).save(path)
    return path


def rewrite(path: Path, **changes: Any) -> Path:
    """Write a file with other values in its first line, and other values of its spot."""
    head, _, packed = path.read_bytes().partition(b"\n")
    document = json.loads(head)
    document["spot"] |= {key: changes.pop(key) for key in list(changes) if key in document["spot"]}
    path.write_bytes(json.dumps(document | changes).encode() + b"\n" + packed)
    return path


def test_solutions_of_game_files_open_without_them(game: Path, tmp_path: Path) -> None:
    by_path, by_rules = Spot(game=str(game), **SPOT), Spot(game=load(game), **SPOT)
    for number, spot in enumerate((by_path, by_rules, pickle.loads(pickle.dumps(by_path)))):
        path = save(spot, tmp_path / f"{number}.crs")
        shutil.move(game, game.with_suffix(".away"))
        loaded = Solution.load(path)
        shutil.move(game.with_suffix(".away"), game)
        assert loaded.spot.title == "My Hold'em"
        assert loaded.spot.to_dict()["game"]["game"] == "My Hold'em"
        assert loaded.root.ev == pytest.approx(solve(spot, "1%", threads=1).root.ev, abs=0.01)


def test_spots_of_documents_may_have_a_game_in_them(game: Path) -> None:
    document = Spot(game=str(game), **SPOT).to_dict()
    assert json.loads(json.dumps(document)) == document
    assert Spot.from_dict(document).size() == Spot(**SPOT).size()


def test_solutions_of_version_1_open(game: Path, tmp_path: Path) -> None:
    path = rewrite(save(Spot(**SPOT), tmp_path / "named.crs"), version=1)
    assert Solution.load(path).spot.title == "nlhe"
    rewrite(path, game=str(game))
    with pytest.raises(ParseError, match="opens no other file") as caught:
        Solution.load(path)
    assert caught.value.code == "game-file"
    assert Solution.load(path, game=str(game)).spot.title == "My Hold'em"
    assert Solution.load(path, game="nlhe").node("b50").pot == 150


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("form", ["{}", "{}/../fifo.json", "./{}", "//host{}", "{}/x"])
def test_solutions_open_no_other_file(version: int, form: str, tmp_path: Path) -> None:
    # Opening it would wait for a writer for ever.
    fifo = tmp_path / "fifo.json"
    os.mkfifo(fifo)
    path = save(Spot(**SPOT), tmp_path / "spot.crs")
    rewrite(path, version=version, game=form.format(fifo))
    with pytest.raises(ParseError, match="opens no other file"):
        Solution.load(path)
    with pytest.raises(SetupError, match="opens no file"):
        Spot.from_dict({**SPOT, "ranges": list(SPOT["ranges"]), "game": form.format(fifo)})


@pytest.mark.parametrize(
    "game", [5, None, [], {}, {"game": "x"}, "no such game", "x" * 5_000, True]
)
def test_damaged_games_are_refused(game: object, tmp_path: Path) -> None:
    path = rewrite(save(Spot(**SPOT), tmp_path / "spot.crs"), game=game)
    with pytest.raises(ParseError):
        Solution.load(path)


def test_mixes_name_games_and_no_files(game: Path, tmp_path: Path) -> None:
    path = tmp_path / "mix.json"
    entry = {"variant": str(game), "bettingStructure": "Limit", "letter": "M"}
    mix = {"name": "mix", "displayName": "Mix", "minPlayers": 2, "maxPlayers": 6}
    path.write_text(json.dumps(mix | {"rotation": [entry, entry]}))
    with pytest.raises(PokerError, match="must be the name of a game, not of a file"):
        find_mix(str(path))
