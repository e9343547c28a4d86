"""Games of files at hosted tables."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from croupier.errors import PokerError, RefusedError
from croupier.hosting import Lobby, TableLog, TableSettings, intents
from croupier.hosting.own_games import MAX_DEFINITION, holds_game, load_definition, read_games
from croupier.hosting.settings import check_settings, fill_definition

from .people import Session

ROOT = Path(__file__).resolve().parents[2]
LIFEBOAT = ROOT / "examples" / "lifeboat.json"
MIX = {
    "name": "ours",
    "displayName": "Our mix",
    "category": "Mixed",
    "description": "Two games.",
    "aliases": [],
    "minPlayers": 2,
    "maxPlayers": 6,
    "rotationType": "hands",
    "handsPerGame": 1,
    "bettingStructures": ["Limit"],
    "rotation": [
        {"variant": "razz", "bettingStructure": "Limit", "letter": "R"},
        {"variant": "badugi", "bettingStructure": "Limit", "letter": "B"},
    ],
}


def test_hands_of_a_game_of_a_file_are_played_and_restored() -> None:
    definition = read_games([LIFEBOAT])["lifeboat"]
    session = Session(TableSettings("lifeboat", definition=definition, small_bet=10))
    session.sit("Ann", "Bob", "Cy")
    for _ in range(3):
        session.play_hand()
    session.deal()
    again = session.restore()
    assert again.title.startswith("Lifeboat") and again.count_chips() == 0
    assert again.version == session.table.version
    assert repr(again.state) == repr(session.table.state)


def test_host_changes_to_a_game_of_a_file_and_back(tmp_path: Path) -> None:
    async def play() -> None:
        lobby = Lobby(TableLog(tmp_path / "log"), games=read_games([LIFEBOAT]))
        opened = lobby.open(TableSettings("nlhe"))
        host = opened.enter("secret", is_host=True)
        opened.submit(host.id, intents.ChangeGame(id="1", game="lifeboat", limit="Pot Limit"))
        opened.submit(host.id, intents.Sit(id="2", name="Ann"))
        assert opened.table.game_title == "Lifeboat, Pot Limit"
        lobby.close()
        # Another server has no such file, and does not need it.
        again = Lobby(TableLog(tmp_path / "log"))
        (table,) = (one.table for one in again.tables.values())
        assert table.game_title == "Lifeboat, Pot Limit"
        (opened,) = again.tables.values()
        opened.submit(host.id, intents.ChangeGame(id="3", game="razz"))
        opened.submit(host.id, intents.Leave(id="4"))
        assert table.settings.definition == "" and not again.unreadable
        with pytest.raises(RefusedError) as caught:
            opened.submit(host.id, intents.ChangeGame(id="5", game=str(LIFEBOAT)))
        assert caught.value.code == "game-file"
        again.close()

    asyncio.run(play())


def test_mix_of_a_file_is_played(tmp_path: Path) -> None:
    path = tmp_path / "ours.json"
    path.write_text(json.dumps(MIX))
    assert holds_game(path)
    definition = read_games([path])["ours"]
    session = Session(TableSettings("ours", definition=definition))
    session.sit("Ann", "Bob")
    for _ in range(2):
        session.play_hand()
    assert session.table.count_chips() == 0
    assert session.restore().game_title == "Our mix"


def test_definition_opens_no_file(tmp_path: Path) -> None:
    other = json.loads(json.dumps(MIX))
    other["rotation"][0]["variant"] = str(LIFEBOAT)
    with pytest.raises(PokerError):
        load_definition(json.dumps(other))
    for text in ("[]", "7", "{", '{"gamePlay": 7}', '"' + "x" * MAX_DEFINITION + '"'):
        with pytest.raises(PokerError):
            check_settings(TableSettings("x", definition=text))
    large = tmp_path / "large.json"
    large.write_text(json.dumps({**json.loads(LIFEBOAT.read_text()), "description": "x" * 70_000}))
    with pytest.raises(PokerError, match="too large"):
        read_games([large])
    twin = tmp_path / "lifeboat.json"
    twin.write_bytes(LIFEBOAT.read_bytes())
    with pytest.raises(PokerError, match="another game"):
        read_games([LIFEBOAT, twin])


def test_guests_bring_no_definitions() -> None:
    games = read_games([LIFEBOAT])
    assert fill_definition(TableSettings("lifeboat"), games).definition == games["lifeboat"]
    assert fill_definition(TableSettings("razz"), games).definition == ""
    for settings in (
        TableSettings("lifeboat", definition=games["lifeboat"]),
        TableSettings("lifeboat.json"),
        TableSettings("a/b"),
    ):
        with pytest.raises(RefusedError) as caught:
            fill_definition(settings, games)
        assert caught.value.code == "game-file"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 1}', "7"])
def test_other_json_is_not_a_game(text: str, tmp_path: Path) -> None:
    path = tmp_path / "hands.json"
    path.write_text(text)
    assert not holds_game(path) and not holds_game(tmp_path / "missing.json")
    assert not holds_game(tmp_path)
