"""Real logs of PokerNow."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.histories.formats import get
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
        state = history.replay(strict=True).state
        assert state.stacks == history.finishing_stacks
        assert sum(state.stacks) == sum(history.starting_stacks)


@pytest.mark.parametrize("target", ["ohh", "ohh-simplified", "pokerstars"])
def test_hands_come_back_from_other_formats(target: str) -> None:
    format = get(target)
    for reading in PokerNowFormat().read(LOGS[-1]):
        history = reading.unwrap()
        (again,) = format.read(format.write(history))
        back = again.unwrap()
        assert back.finishing_stacks == history.finishing_stacks
        assert back.blinds_or_straddles == history.blinds_or_straddles
        deals = len(history.starting_stacks)
        assert back.actions[deals:] == history.actions[deals:]
        if target == "ohh":
            assert back.actions == history.actions
