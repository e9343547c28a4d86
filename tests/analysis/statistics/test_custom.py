"""Hands of games that only their own fields describe are counted in the core, like all others."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.analysis import PlayerStatistics, read_statistics
from croupier.analysis.statistics import files
from croupier.games import load
from croupier.games.configuration.custom_game import CustomGame
from croupier.histories import HandHistory


def play(name: str, seed: int) -> HandHistory:
    """Return a hand in which everybody folds but one."""
    made = CustomGame(load(name), stakes={"small_bet": 4, "ante": 1})
    state = made(100, 3, seed=seed)
    while state.status:
        if state.can_post_bring_in():
            state.post_bring_in()
        else:
            state.fold()
    history = HandHistory.from_game_state(made, state)
    history.players, history.hand = ["Ann", "Bob", "Cat"], seed
    return history


def test_the_core_counts_games_of_configurations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = [play(name, seed) for name in ("razz", "canadian_stud") for seed in (1, 2)]
    for number, history in enumerate(hands):
        (tmp_path / f"{number}.phh").write_text(history.dumps())
    monkeypatch.setattr(files._Taking, "_play", None)
    found = read_statistics(tmp_path)
    assert found.hands == len(hands) and not found.problems
    slowly = PlayerStatistics(hands)
    for name in ("Ann", "Bob", "Cat"):
        one, other = found[name], slowly[name]
        assert (one.hands, one.net, one.frequencies) == (other.hands, other.net, other.frequencies)
