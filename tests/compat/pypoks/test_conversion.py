"""Histories of events become `HandHistory`s and come back."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.compat.pypoks import (
    GameConfig,
    HHistory,
    PTable,
    from_hand_history,
    to_hand_history,
)
from croupier.errors import UnsupportedError
from croupier.histories import HandHistory

from .vectors import CONFIGS, ERAS, plain, rows, without_probs


def no_probs(events: object) -> object:
    found = plain(events)
    for name, values in found:
        if name == "MOV":
            values[3] = []
    return found


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("name", CONFIGS)
def test_nothing_but_probabilities_is_lost(era: str, name: str) -> None:
    for row in rows(era, f"hands_{name}.jsonl"):
        made = to_hand_history(HHistory(row["events"]))
        read = HandHistory.loads(made.dumps(), strict=True)
        state = read.replay(strict=True).state
        assert not state.status and sum(state.stacks) == sum(read.starting_stacks)
        assert no_probs(from_hand_history(read, dialect=era).events) == no_probs(row["events"])


def test_moves_are_found_without_their_names() -> None:
    named = 0
    for row in rows("D", "hands_6players_9bets.jsonl"):
        made = to_hand_history(HHistory(row["events"]))
        made.user_defined_fields = {}
        found = from_hand_history(made)
        assert found.config_name == "6players_9bets"
        expected = without_probs(row["events"])
        assert [event for event in without_probs(found.events) if event[0] != "MOV"] == [
            event for event in expected if event[0] != "MOV"
        ]
        named += without_probs(found.events) == expected
    assert named > 100


def test_unfinished_hands_are_kept_unfinished() -> None:
    table = PTable("t", "2players_2bets", ["agent", "human"], seed=1)
    lines = ["POS: agent BTN 1000", "POS: human BB 1000", "MOV: agent CLL 5", "MOV: human CCK 0"]
    for end in (2, 3, 4):
        hh = table.run_hand(lines[:end], play_on=False)
        made = to_hand_history(hh, year=2026)
        assert made.year == 2026 and made.table == "t"
        assert no_probs(from_hand_history(made).events) == no_probs(hh.events)
        table.rotate_players()


HAND: dict[str, Any] = {
    "variant": "NT",
    "antes": [0, 0],
    "blinds_or_straddles": [5, 10],
    "min_bet": 10,
    "starting_stacks": [1000, 1000],
    "actions": ["d dh p1 AsAh", "d dh p2 ????", "p2 cbr 25", "p1 cbr 62", "p2 f"],
    "players": ["Big Ben", "ann"],
}


def test_hands_of_others_become_events() -> None:
    hh = from_hand_history(HandHistory(**HAND))
    assert hh.config_name == "2players_2bets"
    assert hh.players == ("ann", "Big_Ben")
    assert [values for name, values in hh.events if name == "PLH"] == [
        ("Big_Ben", "AS", "AH"),
        ("ann", "XS", "XS"),
    ]
    assert hh.results == {"ann": -25, "Big_Ben": 25.0}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"actions": ["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 26"]},
            "adds 21 chips and is not on the menu",
        ),
        ({"starting_stacks": [900, 1000]}, r"the stacks are \[900, 1000\], not \[1000, 1000\]"),
        ({"antes": [1, 1]}, "without antes"),
        ({"blinds_or_straddles": [6, 10]}, r"the forced bets are \[10, 6\]"),
        ({"actions": HAND["actions"][:3]}, "p2, who does not fold, are unknown"),
        ({"actions": []}, "p1 was dealt 0 hole cards"),
    ],
)
def test_hands_that_do_not_fit_are_refused(changes: dict[str, Any], message: str) -> None:
    config = GameConfig.from_name("2players_2bets")
    with pytest.raises(UnsupportedError, match=message):
        from_hand_history(HandHistory(**HAND | changes), config)
    with pytest.raises(UnsupportedError, match="no known game config fits"):
        from_hand_history(HandHistory(**HAND | changes))


def test_other_games_are_refused() -> None:
    history = HandHistory(
        variant="PO",
        antes=[0, 0],
        blinds_or_straddles=[5, 10],
        min_bet=10,
        starting_stacks=[1000, 1000],
        actions=[],
    )
    with pytest.raises(UnsupportedError, match="no-limit hold'em"):
        from_hand_history(history)
