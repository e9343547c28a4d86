"""Stores that are damaged, in strange places, or on a full disk: nothing is lost without a word."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from croupier.errors import ParseError
from croupier.store import Store
from croupier.web.answers.stores import make_answer
from croupier.web.messages import StoreQuestion
from shared import data_path

from .test_store import rows, write


@pytest.mark.parametrize("name", ["a*b", "a?b", "a[c]b", "it's", 'a"b', "{hands}", "漢字 ñ"])
def test_a_folder_is_called_what_it_likes(tmp_path: Path, name: str) -> None:
    other, store = Store(tmp_path / "axb"), Store(tmp_path / name)
    other.add(write(tmp_path / "other.phhs", range(1, 6)))
    store.add(write(tmp_path / "hands.phhs", range(10, 13)))
    assert store.query("select count(*) n from hands").to_pylist() == [{"n": 3}]
    store.tag("Ann", "one")
    assert store.hands("tagged one", player="Ann").num_rows == 3
    assert store.rebuild().hands == 3 and len(rows(store)) == 9


def damage(place: Path, how: str) -> None:
    data = place.read_bytes()
    if how == "missing":
        place.unlink()
    elif how == "foreign":
        import pyarrow as pa
        import pyarrow.parquet as pq

        pq.write_table(pa.table({"x": [1, 2]}), place)
    else:
        place.write_bytes({"cut": data[: len(data) // 2], "empty": b"", "noise": b"x" * 999}[how])


@pytest.mark.parametrize("how", ["cut", "empty", "noise", "missing", "foreign"])
@pytest.mark.parametrize("table", ["hands", "players", "files"])
def test_damaged_files_are_named(tmp_path: Path, how: str, table: str) -> None:
    folder = tmp_path / "store"
    for number in range(2):
        Store(folder).add(write(tmp_path / f"{number}.phhs", range(number * 9, number * 9 + 9)))
    place = folder / "parts" / "00000002" / f"{table}.parquet"
    damage(place, how)
    growing = write(tmp_path / "1.phhs", range(9, 30))
    store = Store(folder)
    question = StoreQuestion(store="1", report="leaks")
    sql = f"select sum(hash(t)) from {table} t"
    failed = 0
    for ask in (
        lambda: store.query(sql),
        lambda: store.report("leaks"),
        lambda: store._folder.load(2),
        lambda: make_answer(folder, question),
        lambda: store.add(growing),
    ):
        try:
            ask()
        except ParseError as error:
            failed += 1
            assert error.code in ("store-sql", "store-part")
            assert str(place) in str(error)
    assert failed


FULL = """
import resource, signal, sys
from croupier.cli import run
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))
sys.exit(run(["store", "add", *sys.argv[1:]]))
"""


def test_a_full_disk_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    folder = tmp_path / "store"
    Store(folder).add(write(tmp_path / "few.phhs", [1, 2]))
    before = rows(Store(folder))
    many = write(tmp_path / "many.phhs", range(10, 2000))
    command = [sys.executable, "-c", FULL, str(folder), str(many)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode and "Traceback" not in done.stderr
    assert "parquet" in done.stderr and "too large" in done.stderr.lower()
    assert rows(Store(folder)) == before
    assert Store(folder).add(many).hands == 1990


def test_a_hand_takes_few_bytes(tmp_path: Path) -> None:
    """Tables have 75 bytes for each hand of real ones at most, and texts that are kept 60 more."""
    paths = [path for path in data_path("phh", "handhq").rglob("*.phhs") if path.stat().st_size]
    added = Store(tmp_path / "store").add(sorted(paths), keep_text=True)
    files = list((tmp_path / "store").rglob("*.parquet"))
    texts = sum(file.stat().st_size for file in files if file.stem == "texts")
    tables = sum(file.stat().st_size for file in files) - texts
    assert added.hands > 14_000
    assert tables / added.hands <= 75 and 0 < texts / added.hands <= 60
