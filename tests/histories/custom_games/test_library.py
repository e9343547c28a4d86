"""Hands of every game of the library become histories, files, histories and hands again."""

from __future__ import annotations

import pickle
import warnings
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games import load
from croupier.games.configuration.custom_game import CustomGame
from croupier.histories import HandHistory, check_all, read_all
from croupier.state import (
    Automation,
    CardBurning,
    HoleDealing,
    Mode,
    Operation,
    RunoutCountSelection,
    State,
)
from shared import data_path

from .playing import NAMES, play, start, start_game

ATTRIBUTES = (
    "status",
    "stacks",
    "bets",
    "payoffs",
    "statuses",
    "hole_cards",
    "hole_card_statuses",
    "hole_card_subsets",
    "board_cards",
    "board_card_subsets",
    "dice",
    "declarations",
    "choices",
    "actor_index",
    "decider_index",
    "showdown_index",
    "total_pot_amount",
)


def played(
    name: str, seed: int, limit: int | None = None, **options: Any
) -> tuple[CustomGame, State]:
    game, state, random = start(name, seed, **options)
    with warnings.catch_warnings():
        # Decks run out.
        warnings.simplefilter("ignore")
        play(state, random, limit)
    return game, state


def told(state: State) -> list[Operation]:
    """Return what a record tells: nobody knows which cards were burnt."""
    left_out = CardBurning | RunoutCountSelection
    return [one for one in state.operations if not isinstance(one, left_out)]


def dealt(state: State) -> list[Any]:
    """Return what happened, with cards that are dealt to a player one by one, player by player."""
    seen: list[Any] = []
    cards: list[Any] = []
    for one in told(state):
        if isinstance(one, HoleDealing):
            pairs = zip(one.cards, one.statuses, strict=True)
            cards.extend((one.player_index, *pair) for pair in pairs)
            continue
        seen += sorted(cards, key=lambda card: card[0])
        cards.clear()
        seen.append(one)
    return seen + sorted(cards, key=lambda card: card[0])


def picture(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in ATTRIBUTES}


@pytest.mark.parametrize("name", NAMES)
@given(
    seed=st.integers(0, 2**32),
    limit=st.sampled_from([None, None, 3, 12]),
    mode=st.sampled_from([*Mode]),
)
@settings(max_examples=3, deadline=None)
def test_hands_come_back(name: str, seed: int, limit: int | None, mode: Mode) -> None:
    game, state = played(name, seed, limit, mode=mode)
    history = HandHistory.from_game_state(game, state, hand=seed)
    assert history.user_defined_fields["_game"] == name
    text = history.dumps()
    again = HandHistory.loads(text)
    assert again == history
    assert again.dumps() == text
    assert pickle.loads(pickle.dumps(again)) == deepcopy(again) == again
    replay = again.replay(strict=True)
    assert not replay.repairs
    assert picture(replay.state) == picture(state)
    assert dealt(replay.state) == dealt(state)
    assert HandHistory.from_game_state(game, replay.state).actions == history.actions
    with warnings.catch_warnings():
        # Cards are dealt again when the deck has run out.
        warnings.simplefilter("ignore")
        assert [action for _, action in again.state_actions if action is not None] == again.actions
    assert again.check() == []
    single = HandHistory.from_game_state(game, state, False)
    assert told(single.replay(strict=True).state) == told(state)


def test_games_of_others_come_back_whole() -> None:
    for seed, path in enumerate(sorted(data_path("game_configs").glob("*.json"))):
        game, state, random = start_game(load(path), seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            play(state, random)
        history = HandHistory.loads(HandHistory.from_game_state(game, state).dumps())
        assert "_game" not in history.user_defined_fields
        made = history.create_game()
        assert isinstance(made, CustomGame)
        assert made.configuration == game.configuration
        assert picture(history.replay(strict=True).state) == picture(state)


def test_boards_are_run_again() -> None:
    counts: Counter[int | None] = Counter()
    automations = tuple(one for one in Automation if one is not Automation.RUNOUT_COUNT_SELECTION)
    for seed in range(60):
        name = ("texas_holdem", "crazy_pineapple", "omaha_holdem")[seed % 3]
        game, state = played(name, seed, automations=automations, mode=Mode.CASH_GAME)
        counts[state.runout_count] += 1
        history = HandHistory.loads(HandHistory.from_game_state(game, state).dumps())
        replay = history.replay(strict=True)
        assert picture(replay.state) == picture(state)
        assert replay.state.runout_count == state.runout_count
    assert counts[2] > 3


def test_many_are_read_at_once(tmp_path: Path) -> None:
    ends = []
    hands = []
    for seed, name in enumerate(NAMES[::7]):
        game, state = played(name, seed)
        ends.append((tuple(state.stacks), tuple(state.payoffs), not state.status))
        ended = HandHistory.from_game_state(game, state, finishing_stacks=list(state.stacks))
        hands.append(ended)
    plain = HandHistory.loads(
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
        "starting_stacks = [9, 9]\nactions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p2 f']\n"
    )
    path = tmp_path / "hands.phhs"
    path.write_text(HandHistory.dumps_all([plain, *hands, plain]), encoding="utf-8")
    [batch] = read_all(path)
    assert batch.problems == []
    summaries = [(one.stacks, one.payoffs, one.ended) for one in batch]
    assert summaries == [((10, 8), (1, -1), True), *ends, ((10, 8), (1, -1), True)]
    assert set(batch.columns["finishing_check"].tolist()[1:-1]) == {0}
    assert batch.columns["repair_count"].tolist() == [0] * len(batch)
    [survey] = check_all(path)
    assert survey.violations == []
