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
        ("ohh", {"_player_ids": {"Ann": 4, "Bob": 5}}, []),
        ("ohh", {"_player_ids": {"Ann": "a4", "Bob": "b5"}}, ["_player_ids"]),
        ("ohh", {"_player_ids": {"Ann": 4}}, ["_player_ids"]),
        ("ohh", {"_shown_after": {"Ann": "AsAh", "Bob": "KsKh"}}, []),
        ("pokerstars", {"_shown_after": {"Ann": "AsAh"}}, []),
        ("pokerstars", {"_shown_after": {"Bob": "KsKh"}}, ["_shown_after"]),
        ("gtowizard", {"_shown_after": {"Ann": "AsAh", "Bob": "KsKh"}}, ["_shown_after"]),
    ],
)
def test_losses(target: str, fields: dict[str, object], lost: list[str]) -> None:
    notes = find_losses(make_history(**fields), target)
    assert [note.message for note in notes] == [f"there is no room for {name}" for name in lost]


def test_a_hero_of_two_players_is_lost() -> None:
    history = make_history(_hero="Ann")
    history.players = ["Ann", "Ann"]
    for target in ("ohh", "pokerstars"):
        messages = [note.message for note in find_losses(history, target)]
        assert "there is no room for _hero: several players have the name" in messages


def test_a_sign_of_several_letters_is_lost() -> None:
    history = make_history()
    history.currency_symbol = "$"
    assert not find_losses(history, "pokerstars")
    history.currency_symbol = "C$"
    (note,) = find_losses(history, "pokerstars")
    assert note.message == "there is no room for currency_symbol"


def test_late_shows_are_told_of_who_won() -> None:
    history = make_history(_shown_after={"Ann": "AsAh", "Bob": "KsKh"})
    text = get("pokerstars").write(history)
    assert "Ann: shows [As Ah]" in text
    assert "Kh" not in text
