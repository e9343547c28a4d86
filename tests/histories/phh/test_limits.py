"""How much a document may be: the model and the core draw the same lines."""

from __future__ import annotations

import gzip
import tracemalloc
from pathlib import Path

import pytest

from croupier.errors import ParseError, SetupError
from croupier.histories import HandHistory, check, check_file, read, read_all
from croupier.histories.formats import get
from croupier.histories.phh.limits import (
    MAX_ACTIONS,
    MAX_DEPTH,
    MAX_FILE_BYTES,
    MAX_HAND_BYTES,
    MAX_PLAYERS,
)
from histories.hands import DEAL, document
from histories.mutation.sources import find_sources

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
    "players": (players(MAX_PLAYERS), players(MAX_PLAYERS + 1), "25 players"),
    "actions": (actions(MAX_ACTIONS), actions(MAX_ACTIONS + 1), "10001 actions"),
    "hand": (padded(MAX_HAND_BYTES), padded(MAX_HAND_BYTES + 1), "in the hand"),
    **{
        f"depth of {style}": (nested(MAX_DEPTH, style), nested(MAX_DEPTH + 1, style), "32 deep")
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
        file.truncate(MAX_FILE_BYTES + 1)
    tracemalloc.start()
    (batch,) = read_all(path)
    assert tracemalloc.get_traced_memory()[1] < MAX_FILE_BYTES // 16
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


# What is short, and would take long.


DOTTED = {
    "key": f"{GOOD}\n_a{'.a' * 20_000} = 1",
    "header": f"{GOOD}\n[_a{'.a' * 20_000}]",
    "quoted": f"{GOOD}\n_a" + ".'a'" * 20_000 + " = 1",
    "inline": f"{GOOD}\n_a = {{a{'.a' * 20_000} = 1}}",
    "second hand": f"[1]\n{GOOD}\n\n[2]\n{GOOD}\n_a{'.a' * 20_000} = 1",
}


@pytest.mark.parametrize("case", DOTTED)
def test_keys_have_few_parts(tmp_path: Path, case: str) -> None:
    """A reader of TOML takes seconds and gigabytes for these; none ever sees them."""
    text = DOTTED[case]
    tracemalloc.start()
    with pytest.raises(ParseError, match="nested more than 32 deep"):
        list(HandHistory.loads_all(text))
    assert [one.message for one in check(text)] == ["values are nested more than 32 deep"]
    path = tmp_path / "hands.phhs"
    path.write_text(text, encoding="utf-8")
    (batch,) = read_all(path)
    assert [one.message for one in batch.problems] == ["values are nested more than 32 deep"]
    assert tracemalloc.get_traced_memory()[1] < 64 << 20
    tracemalloc.stop()


def test_points_in_texts_and_numbers_are_no_parts() -> None:
    many = "." * 1000
    history = HandHistory.loads(f"{GOOD}\n_a = '{many}' # {many}\n_b = [{'1.5, ' * 1000}]")
    assert history.user_defined_fields["_a"] == many
    assert len(history.user_defined_fields["_b"]) == 1000


def test_one_hand_is_measured_before_it_is_read() -> None:
    with pytest.raises(ParseError, match="bytes in the hand"):
        HandHistory.loads("a = 1\n" * (MAX_HAND_BYTES // 4))


# Files that are packed, and lines without an end.


def test_what_is_unpacked_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_MOST_FILE_BYTES", "1000000")
    path = tmp_path / "hands.phh.gz"
    path.write_bytes(gzip.compress(GOOD.encode() + b"#" + b"x" * 50_000_000))
    tracemalloc.start()
    for source in (path, path.read_bytes()):
        with pytest.raises(ParseError, match=r"more than 1000000 bytes.*CROUPIER_MOST_FILE_BYTES"):
            list(read(source))
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()
    with pytest.raises(ParseError, match=r"hands\.phh\.gz"):
        list(read(path))


def test_packed_files_are_read_as_before(tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs.gz"
    parts = (f"[1]\n{GOOD}\n", f"[2]\n{GOOD}")
    path.write_bytes(b"".join(gzip.compress(part.encode()) for part in parts))
    assert len(list(read(path))) == len(list(read(path.read_bytes()))) == 2


def test_the_limit_of_files_can_be_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(GOOD, encoding="utf-8")
    monkeypatch.setenv("CROUPIER_MOST_FILE_BYTES", str(len(GOOD) - 1))
    (batch,) = read_all(path)
    assert "CROUPIER_MOST_FILE_BYTES" in batch.problems[0].message
    for load in (HandHistory.load, lambda file: list(HandHistory.load_all(file))):
        with path.open("rb") as file, pytest.raises(ParseError, match="CROUPIER_MOST_FILE_BYTES"):
            load(file)
    (violation,) = check_file(path)
    assert "CROUPIER_MOST_FILE_BYTES" in violation.message
    monkeypatch.setenv("CROUPIER_MOST_FILE_BYTES", str(len(GOOD)))
    (batch,) = read_all(path)
    assert not batch.problems
    assert not check_file(path)


def test_lines_have_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text("PokerStars Hand #1: Hold'em No Limit\n" + "x" * 2000, encoding="utf-8")
    (reading,) = get("pokerstars").read(path)
    assert not reading.ok
    assert any("no more than 1000 are read" in str(one) for one in reading.problems)


@pytest.mark.parametrize("given", ["", "many", "-1", "1e9", "9" * 100])
def test_limits_are_numbers(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("CROUPIER_MOST_FILE_BYTES", given)
    with pytest.raises(SetupError, match="must be a number of bytes"):
        HandHistory.loads(GOOD + "\n_a = 1e1")


# Patterns that see such a line for the first time would take days over it.
LONG = 3_000_000


@pytest.mark.parametrize("name", ["pokerstars", "ggpoker", "winamax", "ignition", "ongame"])
@pytest.mark.parametrize("run", ["1", "(", ". ", "- "])
def test_a_long_line_of_a_room_costs_its_hand_alone(name: str, run: str) -> None:
    hand = next(
        one.text for one in find_sources(name) if all(it.ok for it in get(name).read(one.text))
    )
    lines = hand.split("\n")
    lines[1] = lines[1][:9] + run * (LONG // len(run)) + lines[1][9:]
    good = "\n".join(["", "", "", hand])
    bad, *others = get(name).read("\n".join(lines) + good)
    (problem,) = bad.problems
    assert "characters, but no more than 1000 are read" in str(problem) and problem.line == 2
    assert [one.history for one in others] == [one.history for one in get(name).read(hand)]


def test_text_of_nothing_but_line_breaks_is_soon_known() -> None:
    assert not get("phh").recognize("\n" * LONG)
