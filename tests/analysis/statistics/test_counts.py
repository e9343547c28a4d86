"""What the core counts is what a slow and obvious count finds, on real hands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from croupier.analysis.statistics.definitions import DEFINITIONS, NAMES
from croupier.analysis.statistics.hands import count_history
from croupier.errors import ReplayError
from croupier.histories import HandHistory
from shared import data_path

from . import slow_count as slow

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def histories(path: Path, most: int) -> Iterator[HandHistory]:
    with path.open("rb") as file:
        if path.suffix == ".phhs":
            yield from islice(HandHistory.load_all(file), most)
        else:
            yield HandHistory.load(file)


def compare(history: HandHistory) -> bool:
    """Compare both counts of a hand; say whether it could be played to its end."""
    try:
        counted = count_history(history, all_in=False)
        hand = slow.read(history)
    except ReplayError:
        return False
    assert (counted is None) == bool(hand.state.status)
    if counted is None:
        return False
    for seat, one in enumerate(counted.seats):
        pairs = zip(one.counts[::2], one.counts[1::2], strict=True)
        found = dict(zip(NAMES, pairs, strict=True))
        assert found == slow.count(hand, seat), (history.actions, seat)
        assert one.net == slow.net(hand, seat), (history.actions, seat)
        assert one.key.position == slow.position(hand, seat)
    return True


def files(folder: str) -> list[Path]:
    found = sorted(data_path("phh", folder).rglob("*.phh*"))
    assert found
    return found


def test_hands_of_all_games_of_a_tournament() -> None:
    counted = [compare(history) for path in files("wsop") for history in histories(path, 99)]
    assert sum(counted) > 70


def test_hands_of_pluribus() -> None:
    counted = [compare(history) for path in files("pluribus") for history in histories(path, 1)]
    assert sum(counted) == len(counted) == 500


@pytest.mark.parametrize(
    "most", [25, pytest.param(10**6, marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_hands_of_rooms(most: int) -> None:
    counted = [compare(history) for path in files("handhq") for history in histories(path, most)]
    assert sum(counted) > 0.95 * len(counted) > 500


def test_every_statistic_is_defined() -> None:
    assert list(DEFINITIONS) == list(NAMES)


def test_the_document_has_every_definition() -> None:
    page = Path(__file__).resolve().parents[3] / "docs" / "analysis" / "statistics.md"
    rows = [line for line in page.read_text().splitlines() if line.startswith("| `")]
    assert rows == [
        f"| `{one.name}` | {one.title} | {one.chance} | {one.done} |"
        for one in DEFINITIONS.values()
    ]
