"""The hands of the corpus, which the engine played, in every format that can be written."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from croupier.analysis import read_statistics
from croupier.histories import HandHistory, check_all
from croupier.histories.formats import detect, read

from .corpus import FOLDER, NAMES, SESSIONS, make_files
from .formats.test_round_trips import compare

FILES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file())
# The format that a text says it is, where another name stands on its folder.
DETECTED = {"gtowizard": "pokerstars"}


def hands_of(session: str) -> dict[str, HandHistory]:
    path = FOLDER / "phh" / f"{session}.phhs"
    return {str(hand.hand): hand for hand in (each.unwrap() for each in read(path))}


def test_files_are_what_would_be_written() -> None:
    made = make_files()
    assert sorted(made) == FILES
    for name, text in made.items():
        assert (FOLDER / name).read_bytes().decode() == text, f"{name}: run corpus.py"


@pytest.mark.parametrize("name", FILES)
def test_every_hand_is_read_and_proved(name: str) -> None:
    folder, _, file = name.partition("/")
    path = FOLDER / name
    assert detect(path).name == DETECTED.get(folder, folder)
    readings = list(read(path))
    assert readings and all(reading.ok and not reading.problems for reading in readings)
    expected = hands_of(Path(file).stem)
    found = {str(reading.unwrap().hand): reading.unwrap() for reading in readings}
    assert found.keys() == expected.keys()
    for number, hand in found.items():
        different = set(compare(expected[number], hand))
        # The logs of Pluribus know players, but no seats.
        assert different <= ({"people"} if folder == "pluribus" else set())
        assert hand.players == expected[number].players


def test_all_files_of_standard_hands_are_checked_at_once() -> None:
    surveys = list(check_all(FOLDER / "phh"))
    assert sum(len(survey.batch) for survey in surveys) == sum(each.hands for each in SESSIONS)
    assert [violation for survey in surveys for violation in survey.violations] == []


@pytest.mark.parametrize(
    "session", [each.name for each in SESSIONS if "ohh" in each.formats and each.game == "nlhe"]
)
def test_statistics_do_not_depend_on_the_format(session: str) -> None:
    paths = [FOLDER / name for name in FILES if Path(name).stem == session]
    # GTO Wizard takes tournaments: chips without a currency are tournament chips there.
    tables = [
        read_statistics([path], all_in=session == "nlhe-two")
        for path in paths
        if path.parent.name not in ("gtowizard", "pluribus")
    ]
    assert len(tables) >= 3
    for table in tables[1:]:
        assert table == tables[0]


def test_names_that_are_easy_to_take_apart_stay_whole() -> None:
    seen: Counter[str] = Counter()
    for name in FILES:
        if not name.startswith("pluribus/"):
            for reading in read(FOLDER / name):
                seen.update(reading.unwrap().players or ())
    assert set(seen) == set(NAMES)
