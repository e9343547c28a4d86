"""Hands of plain games of files: what is written in one go is what is written step by step."""

from __future__ import annotations

import pytest

from croupier.games import load
from croupier.games.configuration.library import library
from croupier.histories import HandHistory, custom_recording
from croupier.tables import HistoryRecorder, Table

# Games with many draws deal cards again.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
NAMES = list(library().files)[::4]


@pytest.mark.parametrize("name", NAMES)
def test_both_ways_write_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    configuration = load(name)
    game = configuration.game(None, {"small_bet": 2})
    quickly = custom_recording._write_fast
    compared = 0

    def compare(*hand: object) -> list[str] | None:
        nonlocal compared
        written = quickly(*hand)  # type: ignore[arg-type]
        if written is not None:
            with monkeypatch.context() as patch:
                patch.setattr(custom_recording, "_write_fast", lambda *_: None)
                slowly = HandHistory.from_game_state(*hand)  # type: ignore[arg-type]
            assert written == slowly.actions
            compared += 1
        return written

    monkeypatch.setattr(custom_recording, "_write_fast", compare)
    # Short stacks are all-in soon.
    for stack in (6, 200):
        players = ["caller", "caller", "random"]
        recorder = HistoryRecorder()
        Table(game, players, stack=stack, seed=1, reset_stacks=True, recorders=[recorder]).play(3)
        for history in recorder.histories:
            again = HandHistory.loads(history.dumps())
            assert list(again.replay().state.stacks) == list(history.finishing_stacks or ())
    assert bool(compared) == game.deals_street_by_street(3)


def test_most_games_deal_street_by_street() -> None:
    plain = [
        name for name in NAMES if load(name).game(None, {"small_bet": 2}).deals_street_by_street(3)
    ]
    assert len(plain) > len(NAMES) / 3


def test_equal_fields_of_other_games_are_not_mixed_up() -> None:
    # Two games of files with the same amounts, and the same game for other limits.
    for name, structure in (
        ("texas_holdem", "Limit"),
        ("pineapple", "Limit"),
        ("texas_holdem", "Pot Limit"),
    ):
        game = load(name).game(structure, {"small_bet": 2, "big_blind": 2})
        recorder = HistoryRecorder()
        Table(game, ["caller"] * 3, stack=50, seed=1, recorders=[recorder]).play(2)
        for history in recorder.histories:
            state = HandHistory.loads(history.dumps()).replay(strict=True).state
            assert list(state.stacks) == list(history.finishing_stacks or ())
            assert state.betting_structure.name == game(50, 3).betting_structure.name


def test_a_hand_for_other_stakes_is_refused_after_one_that_is_right() -> None:
    game = load("texas_holdem").game("No Limit", {"big_blind": 2})
    recorder = HistoryRecorder()
    Table(game, ["caller"] * 3, stack=50, seed=1, recorders=[recorder]).play(1)
    text = recorder.histories[0].dumps()
    assert HandHistory.loads(text).create_state().blinds_or_straddles == (1, 2, 0)
    wrong = text.replace("{big_blind = 2}", "{big_blind = 4}")
    assert wrong != text
    with pytest.raises(ValueError, match="as the game and its stakes have it"):
        HandHistory.loads(wrong).create_state()
