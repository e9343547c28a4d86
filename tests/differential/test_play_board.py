"""Random hands of games with a board, played in PokerKit and in Croupier at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from differential.batches import (
    BATCHES,
    BOARD_GAMES,
    LONG_BATCHES,
    play_batch,
    play_long_batch,
)
from differential.quick_pokerkit import quick_pokerkit


@pytest.fixture(autouse=True, scope="module")
def _quick() -> Iterator[None]:
    with quick_pokerkit():
        yield


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("game", BOARD_GAMES)
def test_hands_are_played_alike(game: str, batch: int) -> None:
    play_batch(game, batch)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(LONG_BATCHES))
@pytest.mark.parametrize("game", BOARD_GAMES)
def test_many_hands_are_played_alike(game: str, batch: int) -> None:
    play_long_batch(game, batch)
