"""How much a document may be: the model and the core draw the same lines."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from croupier.errors import ParseError
from croupier.histories import HandHistory, check, read_all
from croupier.histories.limits import (
    MOST_ACTIONS,
    MOST_DEPTH,
    MOST_FILE_BYTES,
    MOST_HAND_BYTES,
    MOST_PLAYERS,
)

from .hands import DEAL, document

GOOD = document(*DEAL, "p2 f")


def nested(depth: int, style: str) -> str:
    """Return a hand with a field of so many lists or tables in each other."""
    if style == "lists":
        return f"{GOOD}\n_deep = {'[' * depth}{']' * depth}"
    if style == "tables":
        return f"{GOOD}\n_deep = {'{a=' * depth}1{'}' * depth}"
    return f"{GOOD}\n[_deep{'.a' * (depth - 1)}]"


def players(count: int) -> str:
    return (
        "variant = 'NT'\nmin_bet = 2\nactions = []\n"
        f"antes = {[0] * count}\nblinds_or_straddles = {[1, 2] + [0] * (count - 2)}\n"
        f"starting_stacks = {[50] * count}\n"
    )


def actions(count: int) -> str:
    return document(*DEAL, "p2 f", *[""] * (count - 3))


def padded(size: int) -> str:
    start = f"{GOOD}\n_words = '"
    return start + "x" * (size - len(start) - 1) + "'"


CASES = {
    "players": (players(MOST_PLAYERS), players(MOST_PLAYERS + 1), "25 players"),
    "actions": (actions(MOST_ACTIONS), actions(MOST_ACTIONS + 1), "10001 actions"),
    "hand": (padded(MOST_HAND_BYTES), padded(MOST_HAND_BYTES + 1), "in the hand"),
    **{
        f"depth of {style}": (nested(MOST_DEPTH, style), nested(MOST_DEPTH + 1, style), "32 deep")
        for style in ("lists", "tables", "headers")
    },
}


@pytest.mark.parametrize("case", CASES)
def test_there_is_room_for_so_much_and_not_for_more(tmp_path: Path, case: str) -> None:
    most, more, reason = CASES[case]
    path = tmp_path / "hand.phh"
    HandHistory.loads(most)
    path.write_text(most, encoding="utf-8")
    (batch,) = read_all(path)
    assert not batch.problems
    with pytest.raises(ParseError, match=reason):
        HandHistory.loads(more)
    assert [reason in one.message for one in check(more)] == [True]
    path.write_text(more, encoding="utf-8")
    (batch,) = read_all(path)
    assert [reason in one.message for one in batch.problems] == [True]


def test_other_hands_of_the_file_are_read(tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    path.write_text(f"[1]\n{GOOD}\n\n[2]\n{players(99)}\n[3]\n{GOOD}\n", encoding="utf-8")
    (batch,) = read_all(path)
    assert [(one.key, one.message) for one in batch.problems] == [
        ("2", "there are 99 players, but no more than 24 are read")
    ]
    assert [one.ended for one in batch] == [True, False, True]


def test_very_large_files_are_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    with path.open("wb") as file:
        # A hole takes no room on the disk.
        file.truncate(MOST_FILE_BYTES + 1)
    tracemalloc.start()
    (batch,) = read_all(path)
    assert tracemalloc.get_traced_memory()[1] < MOST_FILE_BYTES // 16
    tracemalloc.stop()
    assert "268435457 bytes in the file" in batch.problems[0].message


@pytest.mark.parametrize("opening", ["[", "{a=", "[["])
def test_bottomless_documents_are_refused(tmp_path: Path, opening: str) -> None:
    text = f"{GOOD}\n_deep = {opening * 100_000}"
    with pytest.raises(ParseError):
        HandHistory.loads(text)
    path = tmp_path / "hand.phh"
    path.write_text(text, encoding="utf-8")
    (batch,) = read_all(path)
    assert len(batch.problems) == 1
