"""Files that grow, are rotated, cut or replaced while a store follows them: no hand is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from croupier.cli import run
from croupier.errors import SetupError
from croupier.histories.formats import get
from croupier.histories.formats.base import Format
from croupier.store import AddedFiles, Store
from croupier.store.folder import StoreFolder
from croupier.store.watching import find_changed
from shared import data_path

from .test_store import rows, write


def numbers(store: Store) -> list[int]:
    found: list[int] = store.query("select number from hands order by number")["number"].to_pylist()
    return found


def _do_nothing() -> None:
    pass


def follow(
    store: Store, path: Path, *steps: Callable[[], object], idle: int = 3
) -> list[AddedFiles]:
    """Watch a path while something is done between looks, and then nothing a few times."""
    waiting = [*steps, *[_do_nothing] * idle]
    found = []

    def sleep(_: float) -> None:
        if not waiting:
            raise KeyboardInterrupt
        waiting.pop(0)()

    try:
        for added in store.watch(path, sleep=sleep):
            found.append(added)
    except KeyboardInterrupt:
        return found
    raise AssertionError("it never ends by itself")


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    return folder


def test_a_file_that_is_replaced_takes_no_hand_with_it(tmp_path: Path, logs: Path) -> None:
    store, log = Store(tmp_path / "store"), logs / "log.phhs"
    write(log, range(1, 11))
    steps: list[Callable[[], object]] = [
        lambda: write(log, range(11, 15)),
        lambda: log.write_text(""),
        lambda: write(log, range(15, 40)),
        lambda: log.rename(logs / "old.phhs"),
        lambda: write(log, [40, 41]),
        log.unlink,
    ]
    added = follow(store, logs, *steps)
    assert [one.hands for one in added] == [10, 4, 25, 2]
    assert numbers(store) == list(range(1, 42))


def test_texts_of_rooms_are_replaced_as_well(tmp_path: Path, logs: Path) -> None:
    texts = [path.read_bytes() for path in sorted(data_path("ggpoker").rglob("*.txt"))[:2]]
    expected = Store(tmp_path / "expected")
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.txt").write_bytes(text)
        expected.add(tmp_path / f"{number}.txt")
    store, log = Store(tmp_path / "store"), logs / "log.txt"
    log.write_bytes(texts[0])
    follow(store, logs, lambda: log.write_bytes(texts[1]), lambda: log.write_bytes(texts[1][:99]))
    assert rows(store) == rows(expected) != []


def test_a_hand_that_was_cut_off_goes_when_it_is_whole(tmp_path: Path, logs: Path) -> None:
    """The number of a hand that is half written is another number."""
    log, store = logs / "log.phhs", Store(tmp_path / "store")
    text = write(tmp_path / "whole.phhs", [3, 1234]).read_text()
    cut = text.index("1234") + 2
    log.write_text(text[:cut])
    seen = []
    follow(
        store,
        logs,
        lambda: seen.append(numbers(store)),
        lambda: log.write_text(text),
        lambda: seen.append(numbers(store)),
    )
    assert seen == [[3, 12], [3, 1234]]


def test_errors_are_reported_when_a_file_no_longer_grows(tmp_path: Path, logs: Path) -> None:
    text = write(tmp_path / "whole.phhs", range(1, 5)).read_text()
    log, store = logs / "log.phhs", Store(tmp_path / "store")
    pieces = [text[: len(text) * part // 9] for part in range(2, 10)]
    steps = [partial(log.write_text, piece) for piece in pieces]
    added = follow(store, logs, *steps)
    assert sum(len(one.problems) for one in added) == 0 and numbers(store) == [1, 2, 3, 4]
    # What stays wrong is told once, however often the file is read.
    wrong = text.replace("p3 cbr 6", "p3 cbr 1", 1)
    steps = [partial(log.write_text, wrong + end) for end in ("", "\n", "\n\n")]
    added = follow(store, logs, *steps)
    (problem,) = [problem for one in added for problem in one.problems]
    assert "log.phhs" in problem


def test_who_follows_waits_for_other_writers(
    tmp_path: Path, logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StoreFolder, "patience", 0.0)
    write(logs / "log.phhs", [1, 2])
    store, other = Store(tmp_path / "store"), Store(tmp_path / "store")._folder.writing()
    other.__enter__()
    added = follow(store, logs, lambda: None, lambda: other.__exit__(None, None, None))
    assert [one.hands for one in added] == [2]


def test_a_note_waits_for_its_turn(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    store.add(write(tmp_path / "hands.phhs", [1]))
    holding, held = threading.Event(), threading.Event()

    def hold() -> None:
        with Store(tmp_path / "store")._folder.writing():
            held.set()
            holding.wait(60)

    writer = threading.Thread(target=hold)
    writer.start()
    held.wait(60)
    threading.Timer(0.2, holding.set).start()
    store.note("Ann", "patient")
    writer.join()
    assert store.query("select note from notes")["note"].to_pylist() == ["patient"]


def test_a_store_does_not_follow_itself(tmp_path: Path) -> None:
    write(tmp_path / "hands.phhs", [1])
    store = Store(tmp_path / "store")
    assert [one.hands for one in follow(store, tmp_path)] == [1]
    assert not find_changed([store.path], {}, store.path)


def test_another_hand_in_the_same_place_is_not_taken_for_it(tmp_path: Path) -> None:
    source = sorted(data_path("ggpoker").rglob("*.txt"))
    room, phh = tmp_path / "room.txt", write(tmp_path / "hands.phhs", [1, 3])
    room.write_bytes(source[0].read_bytes())
    store = Store(tmp_path / "store")
    store.add([room, phh])
    hands = store.query("select min(hand) as hand from hands group by file, part")["hand"]
    assert all(store.text(hand) for hand in hands.to_pylist())
    room.write_bytes(source[1].read_bytes())
    write(phh, [5, 7])
    for hand in hands.to_pylist():
        for ask in (store.text, store.history, lambda _: store.export(tmp_path / "out.phhs")):
            with pytest.raises(SetupError) as caught:
                ask(hand)
            assert caught.value.code == "store-source-changed"


def test_rebuilding_loses_nothing_unless_it_is_forced(tmp_path: Path) -> None:
    log, store = write(tmp_path / "log.phhs", range(1, 11)), Store(tmp_path / "store")
    store.add(log)
    write(log, range(6, 16))
    before = rows(store)
    with pytest.raises(SetupError, match=r"log\.phhs") as caught:
        store.rebuild()
    assert caught.value.code == "store-source-lost" and rows(store) == before
    assert run(["store", "rebuild", str(store.path)]) == 2
    assert run(["store", "rebuild", str(store.path), "--force"]) == 0
    assert numbers(store) == list(range(6, 16))
    # Whatever grew is no loss, its last hand neither.
    text = log.read_text()
    log.write_text(text[: text.rindex("15") + 1])
    cut = Store(tmp_path / "cut")
    cut.add(log)
    assert numbers(cut) == [1, *range(6, 15)]
    log.write_text(text)
    assert cut.rebuild().hands == 10 and numbers(cut) == list(range(6, 16))


def test_parts_that_no_longer_count_go_after_a_while(tmp_path: Path, logs: Path) -> None:
    store, log = Store(tmp_path / "store"), logs / "log.phhs"
    for end in range(2, 6):
        write(log, range(1, end))
        store.add(log)
    parts = tmp_path / "store" / "parts"
    counted = {f"{one['part']:08d}" for one in store._folder.read()["parts"]}
    assert {one.name for one in parts.iterdir()} > counted
    store._folder.sweep(time.time())
    assert {one.name for one in parts.iterdir()} > counted
    store._folder.sweep(time.time() + 3600)
    assert {one.name for one in parts.iterdir()} == counted
    assert numbers(store) == [1, 2, 3, 4]


def test_a_file_of_a_room_is_read_once_for_an_export(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "store")
    source = max(data_path("ggpoker").rglob("*.txt"), key=lambda path: path.stat().st_size)
    hands = store.add(source).hands
    reads = []
    kind = type(get("ggpoker"))
    read = kind.read

    def count(self: Format, given: object) -> Iterator[object]:
        reads.append(given)
        return read(self, given)  # type: ignore[arg-type]

    monkeypatch.setattr(kind, "read", count)
    assert store.export(tmp_path / "out.phhs") == hands > 2
    assert reads == [source]
