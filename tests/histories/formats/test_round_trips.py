"""Hands of the corpus and of the shared data, written and read again: the same, or with a name for
each loss.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import PokerError, UnsupportedError
from croupier.histories import HandHistory
from croupier.histories.formats import detect, get
from croupier.histories.identities import fingerprint
from histories.corpus import FOLDER
from shared import data_path

ROOMS = ("corpus", "pokernow", "ohh", "pokerstars", "ggpoker", "winamax", "ignition", "phh/wsop")
MANY = ("phh/pluribus", "phh/handhq")
CHIPS = ("antes", "blinds_or_straddles", "min_bet", "starting_stacks", "finishing_stacks")
# Why a hand is not written: the formats have no room for the game, or need stacks.
UNWRITTEN = {"no-room-for-game", "no-such-room-game", "unknown-stack"}
# What comes back otherwise, by room and format: the document on converting names these.
LOSSES: dict[tuple[str, str], Counter[str]] = {
    # The big blind of a table that nobody posts.
    ("ggpoker", "pokerstars"): Counter({"min_bet": 1}),
    ("ggpoker", "ohh"): Counter({"min_bet": 1}),
    # A raise that the rules made smaller: what was played is written.
    ("phh/wsop", "pokerstars"): Counter({"actions": 1}),
    # By the record players end with other stacks than by the rules.
    ("phh/handhq", "pokerstars"): Counter({"refused": 2}),
    # The blinds of two players the wrong way round: the players come back in order.
    ("phh/handhq", "ohh"): Counter(
        refused=2, blinds_or_straddles=2, starting_stacks=2, finishing_stacks=2, actions=2
    ),
}


def hands(room: str, *, every: int = 1) -> Iterator[HandHistory]:
    number = 0
    folder = FOLDER / "phh" if room == "corpus" else data_path(*room.split("/"))
    for path in sorted(folder.rglob("*")):
        for history in read_file(path) if path.is_file() else ():
            number += 1
            if number % every == 0:
                yield history


def read_file(path: Path) -> Iterator[HandHistory]:
    try:
        format = detect(path)
    except PokerError:
        return
    for reading in format.read(path):
        if reading.history is not None:
            yield reading.history


def bets(history: HandHistory) -> list[tuple[Any, ...]]:
    """Return what players decide and which cards come to the board."""
    made: list[tuple[Any, ...]] = []
    for action in history.actions:
        parts = action.split()
        if parts[1] == "cbr":
            made.append((parts[0], Decimal(parts[2])))
        elif parts[1] in ("f", "cc", "pb", "sd"):
            # Cards that are discarded may not be seen.
            made.append((parts[0], parts[1]))
        elif parts[:2] == ["d", "db"]:
            made.append((action,))
    return made


def people(history: HandHistory) -> list[tuple[str, int]]:
    seats = history.seats or range(1, len(history.players or ()) + 1)
    return sorted(zip(history.players or (), seats, strict=True))


def compare(history: HandHistory, again: HandHistory) -> list[str]:
    """Return what of a hand came back otherwise."""
    different = [
        name
        for name in CHIPS
        if (value := getattr(history, name)) is not None and getattr(again, name) != value
    ]
    if bets(history) != bets(again):
        different.append("actions")
    if history.players and people(history) != people(again):
        different.append("people")
    return different


def come_back(room: str, target: str, *, every: int = 1) -> None:
    format = get(target)
    found: Counter[str] = Counter()
    same = unwritten = 0
    for history in hands(room, every=every):
        try:
            text = format.write(history)
        except UnsupportedError as error:
            assert error.code in UNWRITTEN, error
            unwritten += 1
            continue
        (reading,) = format.read(text)
        if room == "phh/handhq" and not reading.ok:
            # By the record a player ends with other stacks than by the rules.
            assert reading.problems[0].code == "other-stack"
            found["refused"] += 1
            continue
        assert reading.ok, (history.hand, reading.problems)
        again = reading.unwrap()
        if target == "phh":
            assert again.fields == history.fields, history.hand
        different = compare(history, again)
        found.update(different)
        same += not different
        timed = target != "ohh" or history.moment is not None or history.time is None
        if not different and history.players and history.hand is not None and timed:
            assert fingerprint(again) == fingerprint(history), history.hand
    assert found == LOSSES.get((room, target), Counter()), found
    assert same > 0
    print(f"{room} as {target}: {same} the same, {unwritten} not written, {dict(found)}")


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("target", ["phh", "pokerstars", "ohh"])
def test_hands_come_back(room: str, target: str) -> None:
    come_back(room, target)


@pytest.mark.slow
@pytest.mark.parametrize("room", MANY)
@pytest.mark.parametrize("target", ["phh", "pokerstars", "ohh"])
def test_many_hands_come_back(room: str, target: str) -> None:
    come_back(room, target, every=5 if room == "phh/handhq" else 1)
