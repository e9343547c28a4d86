"""Hands of every game become histories, files, histories and hands again."""

from __future__ import annotations

import pickle
import warnings
from copy import deepcopy
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import games
from croupier.errors import UnsupportedError
from croupier.games import NoLimitTexasHoldem, Poker
from croupier.histories import HandHistory
from croupier.histories.phh.variants import STANDARD_CODES
from croupier.state import Automation, State

from .play import CODES, make_game, play

SMALL = {"X:FK", "X:FL"}


def played(
    code: str, seed: int, *, limit: int | None = None, **options: Any
) -> tuple[Poker, State]:
    random = Random(seed)
    game = make_game(code, **options)
    player_count = 2 if code in SMALL else random.randint(2, 3)
    state = game([random.randint(5, 60) for _ in range(player_count)], player_count, seed=seed)
    with warnings.catch_warnings():
        # Decks run out.
        warnings.simplefilter("ignore")
        play(state, random, limit=limit)
    return game, state


def test_every_game_has_a_code() -> None:
    kinds = [getattr(games, name) for name in games.__all__]
    complete = {
        kind
        for kind in kinds
        if issubclass(kind, Poker) and hasattr(kind, "hand_types") and hasattr(kind, "deck")
        if hasattr(kind, "betting_structure")
    }
    assert complete == set(HandHistory.variants)
    assert len(STANDARD_CODES) == 11
    assert all(code.startswith("X:") for code in set(CODES) - STANDARD_CODES)


def test_every_code_is_documented() -> None:
    text = Path(__file__).parents[2].joinpath("docs", "histories.md").read_text(encoding="utf-8")
    assert [code for code in CODES if f"`{code}`" not in text] == []


@pytest.mark.parametrize("code", CODES)
@given(seed=st.integers(0, 2**32), options=st.sampled_from([{}, {"limit": 4}, {"limit": 9}]))
@settings(max_examples=12, deadline=None)
def test_hands_come_back(code: str, seed: int, options: dict[str, Any]) -> None:
    game, state = played(code, seed, **options)
    history = HandHistory.from_game_state(game, state, hand=seed, players=["", "Ann", "Bob"])
    history.players = (history.players or [])[: state.player_count]
    again = HandHistory.loads(history.dumps())
    assert again == history
    assert again.dumps() == history.dumps()
    assert pickle.loads(pickle.dumps(again)) == deepcopy(again) == again
    replay = again.replay(strict=True)
    assert not replay.repairs
    assert replay.state.status == state.status
    assert replay.state.stacks == state.stacks
    assert replay.state.bets == state.bets
    assert replay.state.payoffs == state.payoffs
    assert HandHistory.from_game_state(game, replay.state).actions == history.actions
    with warnings.catch_warnings():
        # A burnt card that nobody saw may be dealt again, and then it is in no deck.
        warnings.filterwarnings("ignore", "The card .. is not in the deck", UserWarning)
        told = [action for _, action in again.state_actions if action is not None]
    assert told == again.actions
    assert not again.check()


@pytest.mark.parametrize("code", ["NT", "PO", "FO/8", "X:PC", "X:NCP"])
def test_boards_and_runs_come_back(code: str) -> None:
    seen = set()
    for seed in range(60):
        without = (Automation.RUNOUT_COUNT_SELECTION,) if seed % 2 else ()
        game, state = played(code, seed, boards=1 + seed % 3 // 2, without=without)
        seen.add((state.starting_board_count, state.board_count))
        history = HandHistory.loads(HandHistory.from_game_state(game, state).dumps())
        assert history.board_count == state.starting_board_count
        replay = history.replay(strict=True)
        assert replay.state.stacks == state.stacks
        boards = [list(state.get_board_cards(index)) for index in state.board_indices]
        assert boards == [
            list(replay.state.get_board_cards(index)) for index in replay.state.board_indices
        ]
        # A reader that knows nothing of this plays the first board, and only that.
        plain = HandHistory.loads(history.dumps())
        plain.user_defined_fields.clear()
        plain.actions = [action.replace("croupier:", "other:") for action in history.actions]
        first = plain.replay(strict=True).state
        assert list(first.get_board_cards(0)) == boards[0]
        assert first.status == state.status
    assert seen >= {(1, 1), (1, 2), (2, 2), (2, 4)}


def test_games_without_a_code_are_refused() -> None:
    class Mine(NoLimitTexasHoldem):
        pass

    game = Mine((), True, 0, (1, 2), 2)
    with pytest.raises(UnsupportedError, match="Mine"):
        HandHistory.from_game_state(game, game(200, 2))


def test_chips_of_all_kinds() -> None:
    for unit in (0.5, Decimal("0.50")):
        game = NoLimitTexasHoldem(tuple(Automation), True, 0, (unit, 2 * unit), 2 * unit)
        state = game(100 * unit, 2, seed=1)
        state.complete_bet_or_raise_to(5 * unit)
        state.fold()
        history = HandHistory.from_game_state(game, state)
        again = HandHistory.loads(history.dumps())
        assert again.actions == history.actions
        assert history.replay(strict=True).state.stacks == state.stacks
        assert again.replay(strict=True).state.stacks == state.stacks
    thirds = NoLimitTexasHoldem((), True, 0, (Fraction(1, 3), 1), 1)
    with pytest.raises(UnsupportedError, match="fractions"):
        HandHistory.from_game_state(thirds, thirds(9, 2))


def test_commentaries_are_kept() -> None:
    automations = (Automation.BLIND_OR_STRADDLE_POSTING, Automation.BET_COLLECTION)
    game = NoLimitTexasHoldem(automations, True, 0, (1, 2), 2)
    state = game(200, 2)
    state.deal_hole("AsAh", 0, commentary="aces")
    state.deal_hole("Ks", 1)
    state.deal_hole("Kh", 1)
    state.check_or_call(commentary="  a trap # indeed ")
    state.no_operate(commentary="a pause")
    state.check_or_call(commentary="")
    state.burn_card("??", commentary="burnt")
    state.deal_board("2c3c4c", commentary="low")
    history = HandHistory.from_game_state(game, state)
    assert history.actions == [
        "d dh p1 AsAh # aces",
        "d dh p2 KsKh",
        "p2 cc #   a trap # indeed ",
        "# a pause",
        "p1 cc # ",
        "# burnt",
        "d db 2c3c4c # low",
    ]
    operations = HandHistory.loads(history.dumps()).replay().state.operations
    assert [one.commentary for one in operations if one.commentary is not None] == [
        "aces",
        "  a trap # indeed ",
        "a pause",
        "",
        "burnt",
        "low",
    ]


def test_dealing_card_by_card_may_be_kept() -> None:
    game = NoLimitTexasHoldem((Automation.BLIND_OR_STRADDLE_POSTING,), True, 0, (1, 2), 2)
    state = game(200, 2)
    for card in ("As", "Ks", "Ah", "Kh"):
        state.deal_hole(card)
    whole = HandHistory.from_game_state(game, state)
    assert whole.actions == ["d dh p1 AsAh", "d dh p2 KsKh"]
    single = HandHistory.from_game_state(game, state, False)
    assert single.actions == ["d dh p1 As", "d dh p2 Ks", "d dh p1 Ah", "d dh p2 Kh"]
    assert single.replay(strict=True).state.hole_cards == whole.replay().state.hole_cards
