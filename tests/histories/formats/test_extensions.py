"""Fields of formats beyond PHH: one record, its names in files, and values that cannot be."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import UnsupportedError
from croupier.histories import HandHistory
from croupier.histories.formats.extensions import NAMES, AbsentSeat, Extensions, Saying

ROOT = Path(__file__).parents[3]

FULL = Extensions(
    board_count=2,
    hero="Ann",
    hero_cards="AsKs",
    button=3,
    small_blind=Decimal("0.50"),
    rake=1,
    jackpot=2,
    bingo=3,
    fortune=4,
    tax=5,
    added=6,
    cap=70,
    stacks=[100, 200],
    cash_outs={"Ann": 7},
    dead_posts={"Bob": 8},
    said=[Saying(5, "raises to 9"), Saying(0, "Ann collected 7")],
    shows={"Ann": "AsKs"},
    shown_after={"Bob": "2c"},
    sitting_out=[AbsentSeat(4, "Cat", Decimal("9.25"))],
    player_ids={"Ann": "x1", "Bob": 2},
    said_names={"Ann": "Annie"},
    hand_number=12,
    tournament="77",
    buy_in="$1+$0.10",
    round=2,
    bounties={"Ann": "$5"},
    remarks=["Bob finished"],
    seven_deuce={"Ann": -5},
    bomb_pot=True,
    zoom=True,
    mix="HORSE",
    play_money=True,
    flags=["Fast"],
    network="Net",
    currency="XPM",
    ohh="{}",
)


def make(**others: Any) -> HandHistory:
    return HandHistory(
        variant="NT",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        min_bet=2,
        starting_stacks=[200, 200],
        actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 f"],
        user_defined_fields=others,
    )


def test_everything_goes_through_a_file() -> None:
    fields = FULL.to_fields()
    assert list(fields) == list(NAMES)
    history = HandHistory.loads(make(**fields).dumps())
    assert Extensions.of(history) == FULL


def test_nothing_becomes_no_field() -> None:
    assert Extensions.of(make()) == Extensions()
    assert Extensions().to_fields() == {}


def test_fields_of_others_are_left_alone() -> None:
    assert Extensions.of(make(_mine=[1], _seed=5)) == Extensions()


def test_the_core_has_the_same_fields_in_the_same_order() -> None:
    source = ROOT / "crates" / "histories" / "src" / "extensions.rs"
    names = re.findall(r'^    \w+: .+ = "(_\w+)",$', source.read_text(encoding="utf-8"), re.M)
    assert names == list(NAMES)


def test_every_field_is_documented() -> None:
    page = (ROOT / "docs" / "formats" / "index.md").read_text(encoding="utf-8")
    for name in NAMES:
        assert f"`{name}`" in page, name


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("_hero", ["Ann"]),
        ("_button", "3"),
        ("_button", True),
        ("_button", 1 << 80),
        ("_cap", "x"),
        ("_cap", Decimal("nan")),
        ("_rake", float("inf")),
        ("_stacks", 5),
        ("_stacks", ["x", 1]),
        ("_dead_posts", [1]),
        ("_dead_posts", {"Ann": None}),
        ("_shows", {"Ann": 1.5}),
        ("_sitting_out", [{"seat": 1}]),
        ("_sitting_out", ["Ann"]),
        ("_sitting_out", [{"seat": "x", "player": "A", "stack": 1}]),
        ("_player_ids", {"Ann": []}),
        ("_remarks", "text"),
        ("_said", ["raises to 9"]),
        ("_said", [{"action": 1}]),
        ("_hand_number", 1.5),
    ],
)
def test_values_that_cannot_be_name_the_field(name: str, value: Any) -> None:
    with pytest.raises(UnsupportedError, match=name) as caught:
        Extensions.of(make(**{name: value}))
    assert caught.value.code == "extension-value"
    assert caught.value.details["field"] == name
