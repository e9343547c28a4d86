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
from croupier.histories.formats.describe import describe
from croupier.histories.identities import fingerprint
from histories.corpus import FOLDER
from shared import data_path

ROOMS = ("corpus", "pokernow", "ohh", "pokerstars", "ggpoker", "winamax", "ignition", "phh/wsop")
MANY = ("phh/pluribus", "phh/handhq")
CHIPS = ("antes", "blinds_or_straddles", "min_bet", "starting_stacks", "finishing_stacks")
# Why a hand is not written: the formats have no room for the game, need stacks and an end, or the
# record has money that its play cannot come to.
UNWRITTEN = {"no-room-for-game", "unknown-game", "unknown-stack"}
# What comes back otherwise, by room and format: the document on formats names these.
RETURNED = "a bet that came back counts as won"
NOBODY = "nobody wins"
LOSSES: dict[tuple[str, str], Counter[str]] = {
    # The big blind of a table that nobody posts.
    ("ggpoker", "pokerstars"): Counter(min_bet=1),
    ("ggpoker", "ohh"): Counter(min_bet=1),
    # A raise that the rules made smaller: what was played is written.
    ("phh/wsop", "pokerstars"): Counter(actions=1),
    ("winamax", "pokerstars"): Counter({RETURNED: 29}),
    ("winamax", "ohh"): Counter({RETURNED: 26}),
    ("ignition", "pokerstars"): Counter({RETURNED: 42}),
    ("ignition", "ohh"): Counter({RETURNED: 42}),
    # By two texts, the whole blind that everybody folds to comes back.
    ("pokerstars", "pokerstars"): Counter({RETURNED: 4, "winnings": 2}),
    ("pokerstars", "ohh"): Counter({RETURNED: 4, "winnings": 2}),
    ("phh/handhq", "pokerstars"): Counter(
        {
            RETURNED: 2293,
            NOBODY: 2844,
            # Others win than by the rules.
            "refused: other-stack": 7,
            "not written: other-end": 3,
            "not written: other-winnings": 12,
            "not written: hand-unfinished": 3,
            # An action of a player who cannot act; two players at one seat.
            "actions": 2,
            # The same two players, and a blind that is all-in for less.
            "blinds_or_straddles": 2,
            "starting_stacks": 1,
        }
    ),
    ("phh/handhq", "ohh"): Counter(
        {
            RETURNED: 2293,
            NOBODY: 2844,
            "refused: other-stack": 7,
            "not written: other-end": 3,
            "not written: other-winnings": 12,
            "not written: hand-unfinished": 3,
            "actions": 1,
            "blinds_or_straddles": 1,
        }
    ),
}


def hands(room: str) -> Iterator[HandHistory]:
    folder = FOLDER / "phh" if room == "corpus" else data_path(*room.split("/"))
    for path in sorted(folder.rglob("*")):
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
    if history.winnings is not None and again.winnings != history.winnings:
        different.append(compare_winnings(history, again))
    return different


def compare_winnings(history: HandHistory, again: HandHistory) -> str:
    """Return how other winnings came back."""
    if not any(history.winnings or ()):
        return NOBODY
    told = describe(history)
    won = told.winnings
    for event in told.events:
        if event.kind == "uncalled" and event.player is not None:
            won[event.player] += event.amount
    counted = [Decimal(amount) / told.chips.scale for amount in won]
    return RETURNED if history.winnings == counted else "winnings"


def come_back(room: str, target: str) -> None:
    format = get(target)
    found: Counter[str] = Counter()
    same = unwritten = 0
    for history in hands(room):
        try:
            text = format.write(history)
        except UnsupportedError as error:
            if error.code in UNWRITTEN:
                unwritten += 1
            else:
                found[f"not written: {error.code}"] += 1
            continue
        (reading,) = format.read(text)
        if not reading.ok:
            found[f"refused: {reading.problems[0].code}"] += 1
            continue
        again = reading.unwrap()
        if target == "phh":
            assert again.fields == history.fields, history.hand
        different = compare(history, again)
        found.update(different)
        equal = not {*different} - {RETURNED, NOBODY, "winnings"}
        same += equal
        timed = target != "ohh" or history.moment is not None or history.time is None
        if equal and history.players and history.hand is not None and timed:
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
    come_back(room, target)
