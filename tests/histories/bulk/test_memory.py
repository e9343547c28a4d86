"""Memory does not grow with the number of files."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from croupier.histories import check_all, read_all
from histories.hands import CHECK_DOWN, make

HANDS = 500


def write_files(folder: Path, count: int) -> None:
    history = make(*CHECK_DOWN, "p1 sm AsAh", "p2 sm", players=["Ann", "Bob"], hand=7)
    text = "\n\n".join(f"[{key}]\n{history.dumps()}" for key in range(1, HANDS + 1))
    (folder / "0.phhs").write_text(text, encoding="utf-8")
    for number in range(1, count):
        (folder / f"{number}.phhs").symlink_to(folder / "0.phhs")


def resident() -> int:
    """Return how many bytes of memory the process has."""
    try:
        status = Path("/proc/self/statm").read_text(encoding="ascii")
    except OSError:
        pytest.skip("this system does not say how much memory a process has")
    return int(status.split()[1]) * 4096


@pytest.mark.parametrize("reader", [read_all, check_all])
def test_many_files_need_no_more_memory_than_some(tmp_path: Path, reader: object) -> None:
    write_files(tmp_path, 400)
    assert callable(reader)
    peaks = []
    for number, _ in enumerate(reader(tmp_path, files_at_once=10)):
        if number >= 5:
            peaks.append(resident())
    gc.collect()
    assert len(peaks) == 35
    # A batch of 5,000 hands takes some megabytes, and all of them many times that.
    assert max(peaks[-10:]) - max(peaks[:10]) < 4 << 20
