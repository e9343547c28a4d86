"""Histories of events: text, files, views, and what is refused."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from croupier.compat.pypoks import (
    STATE_NAMES,
    GameConfig,
    HHistory,
    PTable,
    read_texts,
    write_texts,
)
from croupier.errors import ParseError, UnsupportedError
from shared import data_path

from .vectors import CONFIGS, ERAS, hidden, plain, rows, without_probs


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("name", CONFIGS)
def test_hands_become_texts_and_texts_become_hands(era: str, name: str) -> None:
    hands = rows(era, f"hands_{name}.jsonl")
    for row in hands:
        hh = HHistory(row["events"])
        texts = row["texts"] if isinstance(row["texts"], list) else row["texts"].split("\n")
        assert plain(hh.events) == row["events"]
        assert write_texts(hh) == texts
        played = read_texts(texts)
        assert without_probs(played.events) == without_probs(row["events"])
        assert write_texts(played) == texts
    assert len(hands) > 100


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("name", CONFIGS)
def test_files_are_the_same_to_the_byte(era: str, name: str, tmp_path: Any) -> None:
    for number in range(6):
        stem = f"{name}_hand_{number:03}"
        path = data_path("pypoks", f"era_{era}", f"{stem}.jsonl")
        hh = HHistory.load(path)
        hh.save(tmp_path / "copy.jsonl")
        assert (tmp_path / "copy.jsonl").read_bytes().rstrip() == path.read_bytes().rstrip()
        text = path.with_suffix(".txt").read_text(encoding="utf-8")
        assert "\n".join(write_texts(hh)) == text
        assert write_texts(read_texts(text)) == text.split("\n")


@pytest.mark.parametrize("era", ERAS)
def test_views_hide_what_others_have_and_think(era: str) -> None:
    first, *views = rows(era, "translated.jsonl")
    hh = HHistory(first["events"])
    for row in views:
        assert row["translated"] != hidden(row["translated"])
        seen = hh.view(row["player"], row["pls"])
        assert plain(seen) == hidden(row["translated"])
        assert plain(hh.view(row["player"])) == plain(seen)
    assert {row["player"] for row in views} == {"a", "b", "c"}
    with pytest.raises(UnsupportedError, match="there is no player 'z': there are a, b, c"):
        hh.view("z")


def test_pots_and_results_add_up() -> None:
    for name in CONFIGS:
        config = GameConfig.from_name(name)
        table = PTable("t", config, [f"p{seat}" for seat in range(config.table_size)], seed=5)
        for _ in range(100):
            hh = table.run_hand()
            pot = 0
            for event, values in hh.events:
                if event in ("PSB", "PBB"):
                    pot += values[1]
                elif event == "MOV":
                    pot += values[2]
                elif event == "T$$" and values[0]:
                    assert values[0] == pot
            # A third of a pot is no float; the engine's chips are exact.
            assert abs(sum(hh.results.values())) < 1e-9
            assert hh.hand is not None
            state = hh.hand.state
            payoffs = list(reversed(state.payoffs)) if config.table_size == 2 else state.payoffs
            # The events show equal shares; the engine divides whole chips, the first winner's odd.
            assert sum(payoffs) == 0
            winners = sum(isinstance(won, float) for won in hh.results.values())
            for won, payoff in zip(hh.results.values(), payoffs, strict=True):
                assert abs(won - payoff) < winners
                assert isinstance(won, float) or won == payoff


def test_half_chips_are_shown_and_whole_ones_are_paid() -> None:
    hh = read_texts(
        """GCF: 3players_2bets
        POS: a SB 500
        POS: b BB 500
        POS: c BTN 500
        PLH: a 2D 3D
        PLH: b 2H 3H
        PLH: c 4H 4D
        MOV: c FLD 0
        MOV: a BR1 10
        MOV: b CLL 7
        TCD: AS KS DD
        MOV: a CCK 0
        MOV: b CCK 0
        TCD: JC
        MOV: a CCK 0
        MOV: b CCK 0
        TCD: TC
        MOV: a CCK 0
        MOV: b CCK 0"""
    )
    assert hh.results == {"a": 0.0, "b": 0.0, "c": 0}
    assert [type(won) for won in hh.results.values()] == [float, float, int]
    odd = next(
        row
        for row in rows("D", "hands_3players_2bets.jsonl")
        if any(event == "PRS" and values[1] % 1 == 0.5 for event, values in row["events"])
    )
    hh = read_texts(odd["texts"])
    assert any(won % 1 == 0.5 for won in hh.results.values())
    assert hh.hand is not None
    assert all(type(payoff) is int for payoff in hh.hand.state.payoffs)
    assert sum(hh.hand.state.payoffs) == sum(hh.results.values()) == 0


def test_probabilities_can_be_written() -> None:
    hh = PTable("t", "2players_2bets", ["a", "b"], seed=1).run_hand()
    move = next(values for event, values in hh.events if event == "MOV")
    lines = write_texts(hh, add_probs=True, rename={"a": "ann"})
    assert f"MOV: ann {('CCK', 'FLD', 'CLL', 'BR3', 'BR6')[move[1]]} {move[2]} {move[3]}" in lines
    assert read_texts(lines).players == ("ann", "b")


def test_histories_can_be_pickled_and_compared() -> None:
    hh = PTable("t", "3players_2bets", "abc", seed=1).run_hand()
    copy = pickle.loads(pickle.dumps(hh))
    assert copy == hh and copy.events == hh.events
    assert HHistory.loads(hh.dumps()) == hh
    assert HHistory() != hh and (hh == 1) is False
    assert repr(copy) == f"<HHistory of {len(hh.events)} events>"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[1", "the line is no JSON"),
        ('["GCF"]', "an event is a name and its values"),
        ('["ABC", [1]]', "there is no event 'ABC': there are GCF, HST"),
        ('["GCF", "x"]', "the values of GCF must be a list"),
        ('["HST", ["t", "0"]]', "value 2 of HST cannot be '0'"),
        ('["TST", [true]]', "value 1 of TST cannot be True"),
        ('["TCD", []]', "TCD has 1 values, not 0"),
        ('["MOV", ["a", 1, 2, [], [1, 2]]]', "three whole numbers"),
        ('["PRS", ["a", 1, [1, 2]]]', "the rank of PRS is"),
    ],
)
def test_wrong_events_are_refused_with_their_lines(line: str, message: str) -> None:
    with pytest.raises(ParseError, match=message) as caught:
        HHistory.loads(f'["GCF", ["x"]]\n\n{line}')
    assert caught.value.line == 3


def test_a_history_of_another_config_is_refused() -> None:
    hh = PTable("t", "6players_9bets", "abcdef", seed=1).run_hand()
    with pytest.raises(UnsupportedError, match="of another game config"):
        write_texts(hh, GameConfig.from_name("2players_2bets"))
    with pytest.raises(UnsupportedError, match=r"there is no game config 'x'"):
        write_texts(HHistory([("GCF", ("x",))]))
    with pytest.raises(UnsupportedError, match="does not say which game config"):
        write_texts(HHistory())


def test_names_of_states() -> None:
    names = json.loads(data_path("pypoks", "era_D", "names.json").read_text(encoding="utf-8"))
    assert tuple(names["table_states"].values()) == STATE_NAMES
