"""PHH is TOML, which is UTF-8: other bytes are refused with their place, whoever reads them."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.analysis.statistics import read_statistics
from croupier.errors import ParseError
from croupier.histories import (
    HandHistory,
    check,
    check_all,
    check_file,
    check_histories,
    read,
    read_all,
)
from croupier.histories.pipeline.converting import TARGETS, Conversion, convert
from croupier.store import Store
from histories.hands import CHECK_DOWN, document

GOOD = document(*CHECK_DOWN, "p1 sm AsAh", "p2 sm")
# The line before has more bytes than characters.
BAD = f"{GOOD}\nevent = 'é€'\nplayers = ['Zoë', 'B']"
TEXT = f"[1]\n{GOOD}\n\n[2]\n{BAD}\n\n[3]\n{GOOD}\n"


def spoil(text: str) -> bytes:
    """Write a name as Windows-1252, and all else as UTF-8."""
    before, after = text.split("Zoë")
    return before.encode() + "Zoë".encode("cp1252") + after.encode()


LINE = TEXT.split("Zoë")[0].count("\n") + 1
PLACE = rf"line {LINE}, column 15"


def raised(read: Callable[[], object]) -> list[str]:
    with pytest.raises(ParseError) as caught:
        read()
    assert caught.value.code == "phh-no-utf8"
    return [str(caught.value)]


def load(path: Path) -> list[str]:
    with path.open("rb") as file:
        return raised(lambda: HandHistory.load(file))


def load_all(path: Path) -> list[str]:
    with path.open("rb") as file:
        return raised(lambda: list(HandHistory.load_all(file)))


def read_path(path: Path) -> list[str]:
    readings = list(read(path))
    assert [reading.ok for reading in readings] == [True, False, True]
    return [str(one) for reading in readings for one in reading.problems]


def read_opened(path: Path) -> list[str]:
    with path.open("rb") as file:
        return [str(one) for reading in read(file, "phh") for one in reading.problems]


def read_bytes(path: Path) -> list[str]:
    content = path.read_bytes()
    return [str(one) for reading in read(content, "phh") for one in reading.problems]


def read_lines(path: Path) -> list[str]:
    lines: Any = path.read_bytes().splitlines(keepends=True)
    return [str(one) for reading in read(lines, "phh") for one in reading.problems]


def bulk(path: Path) -> list[str]:
    (batch,) = read_all(path)
    assert [summary.ended for summary in batch] == [True, False, True]
    return [str(one) for one in batch.problems]


def validate(path: Path) -> list[str]:
    return [str(one) for found in check_histories(path) for one in found.violations]


def statistics(path: Path) -> list[str]:
    return list(read_statistics(path).problems)


def convert_all(path: Path) -> list[str]:
    said = []
    for target in TARGETS:
        result = convert(path, Conversion(target=target), io.StringIO())
        assert (result.read, result.skipped) == (3, 1)
        said += [f"{one.message}, line {one.line}, column {one.column}" for one in result.entries]
    return [one for one in said if "byte" in one]


def store(path: Path) -> list[str]:
    added = Store(path.parent / "store").add(path)
    assert (added.hands, added.repeated) == (1, 1)
    return added.problems


PLAIN: dict[str, Callable[[Path], list[str]]] = {
    "load": load,
    "load_all": load_all,
    "read an open file": read_opened,
    "read bytes": read_bytes,
    "read lines": read_lines,
    "check": lambda path: [str(one) for one in check(path.read_bytes())],
    "check_file": lambda path: [str(one) for one in check_file(path)],
    "check_all": lambda path: [str(one) for found in check_all(path) for one in found.violations],
    "read_all": bulk,
}
ALSO_PACKED: dict[str, Callable[[Path], list[str]]] = {
    "read": read_path,
    "validate": validate,
    "stats": statistics,
    "convert": convert_all,
    "store": store,
}


@pytest.mark.parametrize("name", [*PLAIN, *ALSO_PACKED])
def test_other_bytes_are_refused_with_their_place(tmp_path: Path, name: str) -> None:
    path = tmp_path / "hands.phhs"
    path.write_bytes(spoil(TEXT))
    said = (PLAIN | ALSO_PACKED)[name](path)
    assert said
    for one in said:
        assert "the byte 0xeb is no UTF-8" in one
        assert re.search(PLACE, one), one


@pytest.mark.parametrize("name", ALSO_PACKED)
def test_packed_files_are_read_alike(tmp_path: Path, name: str) -> None:
    path = tmp_path / "hands.phhs"
    path.write_bytes(gzip.compress(spoil(TEXT)))
    said = ALSO_PACKED[name](path)
    assert said
    for one in said:
        assert "the byte 0xeb is no UTF-8" in one
        assert re.search(PLACE, one), one


def test_other_hands_of_the_file_are_read_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    path.write_bytes(spoil(TEXT + f"\n[4]\n{GOOD}\nmine = 1\n"))
    found = [one for checked in check_histories(path) for one in checked.violations]
    assert [(one.hand, one.code) for one in found] == [("2", "toml"), ("4", "unknown")]


def test_what_is_utf_8_is_taken_as_it_is() -> None:
    (reading,) = read(BAD.encode(), "phh")
    assert reading.history is not None
    assert reading.history.players == ["Zoë", "B"]
