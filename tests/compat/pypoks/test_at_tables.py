"""Games of pypoks at Croupier's own tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.agents import make_agent
from croupier.compat.pypoks import (
    CONFIG_NAMES,
    EventHistoryRecorder,
    GameConfig,
    HHistory,
    MenuAgent,
    read_texts,
    to_hand_history,
)
from croupier.errors import UnsupportedError
from croupier.tables import Table

AGENTS = ("random", "tight", "caller", "loose", "random", "random")


@pytest.mark.parametrize("name", CONFIG_NAMES)
def test_hands_of_agents_become_histories_of_events(tmp_path: Path, name: str) -> None:
    config = GameConfig.from_name(name)
    agents = [MenuAgent(make_agent(agent), config) for agent in AGENTS[: config.table_size]]
    recorder = EventHistoryRecorder(config, tmp_path / "hh.jsonl", tmp_path / "hh.txt")
    with Table(
        config.create_game(),
        agents,
        stack=config.table_cash_start,
        reset_stacks=True,
        seed=5,
        recorders=[recorder],
    ) as table:
        assert table.play(30) == 30
    assert recorder.count == 30
    lines = (tmp_path / "hh.jsonl").read_text().splitlines(keepends=True)
    starts = [place for place, line in enumerate(lines) if line.startswith('["GCF"')]
    texts = (tmp_path / "hh.txt").read_text().split("\n\n")
    assert len(starts) == len(texts) == 30
    raises = 0
    for start, end, text in zip(starts, [*starts[1:], None], texts, strict=True):
        events = HHistory.loads("".join(lines[start:end]))
        said = read_texts(text, config)
        assert said.results == events.results
        assert sum(events.results.values()) == 0
        raises += sum(kind == "MOV" and values[1] > 2 for kind, values in events.events)
        assert to_hand_history(events, config).replay().state.status is False
    assert raises


def test_a_table_of_other_stakes_cannot_be_recorded(tmp_path: Path) -> None:
    config = GameConfig.from_name("2players_2bets")
    recorder = EventHistoryRecorder(config, tmp_path / "hh.jsonl")
    table = Table(
        config.create_game(), ["caller", "caller"], stack=999, seed=1, recorders=[recorder]
    )
    with pytest.raises(UnsupportedError, match="stacks are"):
        table.play(1)
    recorder.close()
