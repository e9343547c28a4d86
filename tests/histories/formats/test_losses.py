"""Losses: fields that formats have no room for, and their page."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.histories import HandHistory
from croupier.histories.formats import NAMES, get
from croupier.histories.pipeline.converting import TARGETS
from croupier.histories.pipeline.losses import CARRIED, find_losses

PAGE = Path(__file__).resolve().parents[3] / "docs" / "formats" / "index.md"


@pytest.mark.parametrize("name", sorted({*NAMES, *TARGETS}))
def test_every_format_is_on_the_page(name: str) -> None:
    assert f"`{name}`" in PAGE.read_text(encoding="utf-8")


def test_every_format_that_is_written_says_what_it_carries() -> None:
    assert set(CARRIED) == set(TARGETS)
    assert {name for name in NAMES if get(name).writes} == set(TARGETS) - {"gtowizard"}


def make_history(**fields: object) -> HandHistory:
    return HandHistory(
        variant="NT",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        min_bet=2,
        starting_stacks=[200, 200],
        actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 f"],
        players=["Ann", "Bob"],
        user_defined_fields=fields,
    )


@pytest.mark.parametrize(
    ("target", "fields", "lost"),
    [
        ("phh", {"_anything": 1}, []),
        ("ohh", {"_anything": 1, "_hero": "Ann"}, ["_anything"]),
        ("ohh-simplified", {}, ["cards of players who neither show them nor are the hero"]),
        ("pokerstars", {}, []),
        (
            "pokerstars",
            {"_hero": "Ann"},
            ["cards of players who neither show them nor are the hero"],
        ),
    ],
)
def test_losses(target: str, fields: dict[str, object], lost: list[str]) -> None:
    notes = find_losses(make_history(**fields), target)
    assert [note.message for note in notes] == [f"there is no room for {name}" for name in lost]
