"""Real logs of PokerNow."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.histories.formats.pokernow.format import PokerNowFormat
from shared import data_path

LOGS = sorted(
    path
    for folder in ("logs", "pokernow2gw")
    for path in data_path("pokernow", folder).glob("*.csv")
)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem[-6:])
def test_every_hand_of_real_logs_is_read_and_balances(path: Path) -> None:
    started = path.read_text(encoding="utf-8").count("-- starting hand #")
    readings = list(PokerNowFormat().read(path))
    assert len(readings) == started
    for reading in readings:
        history = reading.unwrap()
        state = history.replay().state
        assert state.stacks == history.finishing_stacks
        assert sum(state.stacks) == sum(history.starting_stacks)
