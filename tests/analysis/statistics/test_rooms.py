"""Texts of rooms are counted in the core, on all cores: as they are hand by hand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from croupier.analysis import read_statistics
from croupier.analysis.statistics import PlayerStatistics, standards
from croupier.histories.formats import get
from croupier.histories.formats.sites.rooms import CoreFormat
from croupier.histories.pipeline.splitting import cut_file
from histories.formats import texts

CORE = [name for name in texts.ALL if isinstance(get(name), CoreFormat)]


def outline(found: PlayerStatistics) -> tuple[object, ...]:
    return dict(found), found.hands, found.repeated, found.unfinished, found.problems


def number_hands(count: int) -> str:
    """Return copies of a hand, each with a number of its own."""
    text = texts.ALL["pokerstars"]
    number = re.findall(r"#(\d+)", text)[0]
    return "\n\n\n".join(text.replace(number, str(int(number) + one)) for one in range(count))


def count_slowly(path: Path, monkeypatch: pytest.MonkeyPatch, **options: Any) -> PlayerStatistics:
    with monkeypatch.context() as patch:
        patch.setattr(standards, "_standardize", lambda *_: None)
        return read_statistics(path, **options)


@pytest.mark.parametrize("name", CORE)
def test_rooms_are_counted_as_hand_by_hand(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(texts.ALL[name] + "\n\n\n" + texts.ALL[name])
    quick = read_statistics(path, by_id=False)
    assert quick.hands and quick.repeated == quick.hands
    assert outline(quick) == outline(count_slowly(path, monkeypatch, by_id=False))


def test_hands_that_are_refused_are_named(tmp_path: Path) -> None:
    text = texts.ALL["pokerstars"]
    path = tmp_path / "hands.txt"
    path.write_text(text + "\n\n\n" + text.replace("collected", "wanted"))
    found = read_statistics(path)
    assert found.hands and len(found.problems) == 1
    assert str(path) in found.problems[0] and "croupier-" not in found.problems[0]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_large_text_is_counted_in_parts(
    threads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(number_hands(40) + "\n\n\nno hand\n")
    whole = read_statistics(path, threads=1)
    assert whole.hands == 40
    assert cut_file.__kwdefaults__ is not None
    monkeypatch.setitem(cut_file.__kwdefaults__, "size", 4000)
    assert len(cut_file(path, get("pokerstars"))) > 5
    assert outline(read_statistics(path, threads=threads)) == outline(whole)


def test_many_files_come_in_their_order(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"{number:02}.txt").write_text(number_hands(number + 1))
    found = read_statistics(tmp_path, threads=3)
    assert (found.hands, found.repeated) == (12, 66)
    assert outline(found) == outline(read_statistics(tmp_path, threads=1))
