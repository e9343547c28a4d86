"""Every hand of the shared data, written and read again, is the same, or its loss has a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import PokerError, UnsupportedError
from croupier.histories import HandHistory
from croupier.histories.formats import detect, get
from croupier.histories.formats.losses import find_losses
from shared import data_path

ROOMS = ("pokernow", "ohh", "pokerstars", "ggpoker", "winamax", "ignition")
CHIPS = ("antes", "blinds_or_straddles", "min_bet", "starting_stacks", "finishing_stacks")


def hands(room: str) -> Iterator[HandHistory]:
    for path in sorted(data_path(room).rglob("*")):
        if path.is_file():
            yield from read_file(path)


def read_file(path: Path) -> Iterator[HandHistory]:
    try:
        format = detect(path)
    except PokerError:
        return
    for reading in format.read(path):
        if reading.history is not None:
            yield reading.history


def bets(history: HandHistory) -> list[str]:
    """Return what players decide and which cards come to the board."""
    made = []
    for action in history.actions:
        parts = action.split()
        if parts[1] in ("f", "cc", "cbr", "pb", "sd"):
            # Cards that are discarded may not be seen.
            made.append(" ".join(parts[:3] if parts[1] == "cbr" else parts[:2]))
        elif parts[:2] == ["d", "db"]:
            made.append(action)
    return made


def amounts(history: HandHistory) -> dict[str, Any]:
    return {
        name: list(map(float, value)) if isinstance(value, list) else value
        for name in CHIPS
        if (value := getattr(history, name)) is not None
    }


def people(history: HandHistory) -> list[tuple[str, int]]:
    seats = history.seats or range(1, len(history.players or ()) + 1)
    return sorted(zip(history.players or (), seats, strict=True))


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("target", ["phh", "pokerstars", "ohh"])
def test_hands_come_back(room: str, target: str) -> None:
    format = get(target)
    counts: Counter[str] = Counter()
    for history in hands(room):
        try:
            text = format.write(history)
        except UnsupportedError as error:
            # The format has no room for the game, and says so.
            assert error.code in ("no-room-for-game", "no-such-room-game"), error
            counts["no room"] += 1
            continue
        (reading,) = format.read(text)
        assert reading.ok, (history.hand, reading.problems)
        again = reading.unwrap()
        if target == "phh":
            assert again.fields == history.fields, history.hand
        different = [
            name
            for name, look in (("actions", bets), ("chips", amounts), ("people", people))
            if look(history) != look(again)
        ]
        lost = {note.message for note in find_losses(history, target)}
        assert not different or lost, (history.hand, different)
        counts["different" if different else "same"] += 1
    assert counts["same"] >= 0.99 * (counts["same"] + counts["different"]), counts
