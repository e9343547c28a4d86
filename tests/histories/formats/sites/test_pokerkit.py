"""Hands of PokerStars as PokerKit parses them, and as they are read here."""

from __future__ import annotations

import warnings
from decimal import Decimal

import pokerkit

from croupier.histories import HandHistory
from shared import data_path

FIELDS = (
    "variant",
    "players",
    "seats",
    "antes",
    "blinds_or_straddles",
    "min_bet",
    "starting_stacks",
    "hand",
    "table",
    "seat_count",
    "day",
    "month",
    "year",
)


def betting(actions: list[str]) -> list[str]:
    """Return what was done and dealt to the board, amounts without zeros at the end."""
    found = []
    for action in actions:
        *words, last = action.split()
        if "sm" in [*words, last] or "dh" in words:
            continue
        if "cbr" in words:
            last = str(Decimal(last).normalize())
        found.append(" ".join([*words, last]))
    return found


def test_the_same_hands() -> None:
    path = data_path("pokerstars", "cash", "Flop", "NLHE-6max-USD-0.05-0.10-200911.txt")
    text = path.read_text(encoding="utf-8-sig")
    # PokerKit knows a hand by the lines behind it.
    parts = text.replace("\r", "").split("PokerStars ")[1:]
    spaced = "".join(f"PokerStars {part.strip()}\n\n\n\n" for part in parts)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = list(pokerkit.HandHistory.from_pokerstars(spaced))
    ours = list(HandHistory.from_pokerstars(text))
    assert len(ours) == len(theirs) == 78
    for mine, other in zip(ours, theirs, strict=True):
        for name in FIELDS:
            assert getattr(mine, name) == getattr(other, name), (mine.hand, name)
        assert betting(mine.actions) == betting(other.actions), mine.hand
