"""How far it is while files are read: in bytes, within a large file, too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock

import pytest

from croupier.analysis.statistics import read_statistics
from croupier.histories.pipeline.checking import check_histories
from histories.formats import texts

HAND = """\
[{number}]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [{number}, 200]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']
hand = {number}
players = ['Ann', 'Bob']
_note = '{note}'
"""
# The core cuts files of 8 MB and more.
NOTE = "x" * 20_000
LARGE = 600


class Progress:
    """A list of the progress that was reported, by whatever threads."""

    def __init__(self) -> None:
        self.parts: list[int] = []
        self._lock = Lock()

    def add(self, more: int) -> None:
        """Take a part."""
        with self._lock:
            self.parts.append(more)


def check(path: Path, threads: int, progress: Callable[[int], object]) -> int:
    found = check_histories(path, threads=threads, tell_bytes=progress)
    return sum(len(checked.batch or ()) for checked in found)


def count(path: Path, threads: int, progress: Callable[[int], object]) -> int:
    return read_statistics(path, threads=threads, tell_bytes=progress).hands


@pytest.mark.parametrize("work", [check, count])
@pytest.mark.parametrize("threads", [1, 2])
def test_progress_of_a_large_file_comes_in_parts(
    work: Callable[[Path, int, Callable[[int], object]], int], threads: int, tmp_path: Path
) -> None:
    path = tmp_path / "large.phhs"
    hands = (HAND.format(number=number, note=NOTE) for number in range(100, 100 + LARGE))
    path.write_text("\n".join(hands))
    progress = Progress()
    assert work(path, threads, progress.add) == LARGE
    assert sum(progress.parts) == path.stat().st_size
    assert len(progress.parts) > 2


@pytest.mark.parametrize("work", [check, count])
def test_progress_of_small_files_and_rooms_comes_once(
    work: Callable[[Path, int, Callable[[int], object]], int], tmp_path: Path
) -> None:
    hand = HAND.format(number=100, note="")
    (tmp_path / "a.phhs").write_text(hand)
    (tmp_path / "b.phhs").write_text(HAND.format(number=101, note=""))
    (tmp_path / "c.txt").write_text(texts.SHORT.format(number=77))
    progress = Progress()
    assert work(tmp_path, 1, progress.add) == 3
    assert sum(progress.parts) == sum(path.stat().st_size for path in tmp_path.iterdir())


@pytest.mark.parametrize("work", [check, count])
def test_progress_of_a_large_file_of_a_room_comes_in_parts(
    work: Callable[[Path, int, Callable[[int], object]], int], tmp_path: Path
) -> None:
    path = tmp_path / "large.txt"
    # With as many hands, more than one block is read.
    hands = 4000
    path.write_text("\n\n\n".join(texts.SHORT.format(number=77 + one) for one in range(hands)))
    progress = Progress()
    assert work(path, 1, progress.add) == hands
    assert sum(progress.parts) == path.stat().st_size
    assert len(progress.parts) > 2


def test_who_is_told_may_end_it(tmp_path: Path) -> None:
    path = tmp_path / "large.phhs"
    path.write_text(HAND.format(number=100, note=""))

    def refuse(more: int) -> None:
        raise RuntimeError(f"{more} are too many")

    with pytest.raises(RuntimeError, match="are too many"):
        check(path, 1, refuse)
