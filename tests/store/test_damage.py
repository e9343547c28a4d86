"""Stores that are damaged, in strange places, or on a full disk: nothing is lost without a word."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from attack.structures import change
from croupier.cli import run
from croupier.errors import ParseError, PokerError, SetupError
from croupier.store import Store
from croupier.store.folder import MAX_DOCUMENT_BYTES
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


@pytest.fixture
def noted(tmp_path: Path) -> Store:
    made = Store(tmp_path / "store")
    made.add(write(tmp_path / "hands.phhs", range(1, 6)))
    made.note("Ann", "calls too much")
    made.tag(made.query("select min(hand) as n from hands").to_pylist()[0]["n"], "bluff")
    return made


def test_names_of_columns_that_are_not_utf_8_are_errors(noted: Store) -> None:
    place = noted.path / "parts" / "00000001" / "players.parquet"
    data = place.read_bytes()
    for column in (b"luck_numerator", b"later_deeds"):
        place.write_bytes(data.replace(column, b"\xe6" + column[1:]))
        with pytest.raises(ParseError) as caught:
            ask_everything(noted.path)
        assert caught.value.code in ("store-part", "store-sql")


def ask_everything(folder: Path) -> None:
    store = Store(folder)
    store.query("select count(*) from hands, notes")
    store.report("leaks")
    assert store.is_current in (True, False)
    store.tag("Ann", "regular")


@pytest.mark.parametrize("name", ["store.json", "notes.json"])
@pytest.mark.parametrize("how", ["latin", "cut", "deep", "large", "pipe", "device", "folder"])
def test_documents_that_cannot_be_read_are_named(noted: Store, name: str, how: str) -> None:
    place = noted.path / name
    data = place.read_bytes()
    place.unlink()
    if how == "latin":
        place.write_bytes(data.replace(b"{", b"{\xff", 1))
    elif how == "cut":
        place.write_bytes(data[: len(data) // 2])
    elif how == "deep":
        place.write_text("[" * 100_000)
    elif how == "large":
        with place.open("wb") as file:
            file.truncate(MAX_DOCUMENT_BYTES + 1)
    elif how == "folder":
        place.mkdir()
    elif hasattr(os, "mkfifo"):
        os.mkfifo(place) if how == "pipe" else place.symlink_to("/dev/zero")
    else:
        pytest.skip("this system has neither")
    with pytest.raises(ParseError) as caught:
        ask_everything(noted.path)
    assert caught.value.code == ("store-list" if name == "store.json" else "store-notes")
    assert str(place) in str(caught.value)


@pytest.mark.parametrize("name", ["store.json", "notes.json"])
def test_documents_with_other_structure_are_errors(noted: Store, name: str) -> None:
    place, random = noted.path / name, Random(name)
    document, refused = json.loads(place.read_text()), 0
    for _ in range(60):
        place.write_text(json.dumps(change(random, document)))
        try:
            ask_everything(noted.path)
        except PokerError as error:
            refused += 1
            assert str(noted.path) in str(error)
    assert 20 < refused < 60


@pytest.mark.parametrize(("version", "hint"), [(1, "croupier store rebuild"), (3, "newer")])
def test_rows_of_another_derivation_are_refused(noted: Store, version: int, hint: str) -> None:
    place = noted.path / "store.json"
    place.write_text(place.read_text().replace('"derivation": 2', f'"derivation": {version}'))
    store = Store(noted.path)
    for ask in (
        lambda: store.query("select 1"),
        lambda: store.report("leaks"),
        lambda: store.hands(),
        lambda: store.add(noted.path.parent / "hands.phhs"),
    ):
        with pytest.raises(SetupError) as caught:
            ask()
        assert caught.value.code == "store-derivation" and hint in str(caught.value)
    assert not store.is_current
    if version == 1:
        store.rebuild()
        assert store.is_current and store.query("from hands").num_rows == 5


@pytest.mark.parametrize("url", ["s3://bucket/x", "https://example.com/x", "gs://x/y", "file:///x"])
def test_urls_are_no_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], url: str
) -> None:
    monkeypatch.chdir(tmp_path)
    hands = write(tmp_path / "hands.phhs", [1])
    with pytest.raises(SetupError) as caught:
        Store(url)
    assert caught.value.code == "store-url" and url in str(caught.value)
    assert run(["store", "add", url, str(hands)]) == 2
    assert f"{url.partition(':')[0]}:/" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == [hands]
