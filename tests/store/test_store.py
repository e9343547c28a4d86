"""Hands are there once, whatever is done with their files."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import ParseError, SetupError
from croupier.histories import HandHistory
from croupier.store import Store
from croupier.store.folder import StoreFolder
from shared import data_path

HAND = """[{key}]
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 6', 'p1 f', 'p2 {answer}'{rest}]
players = ['Ann', 'Bob', 'Cid']
hand = {number}

"""
FLOP = ", 'd db 7s7d2c', 'p2 cc', 'p3 cbr 8', 'p2 f'"


def write(path: Path, numbers: Any) -> Path:
    texts = [
        HAND.format(
            key=place,
            number=number,
            answer="cc" if number % 2 else "f",
            rest=FLOP if number % 2 else "",
        )
        for place, number in enumerate(numbers, 1)
    ]
    path.write_text("".join(texts), encoding="utf-8")
    return path


def rows(store: Store) -> list[Any]:
    """Return everything but the numbers of hands and where their files are."""
    answer = store.query(
        "select h.* exclude (hand, file, start, length, line, part),"
        " p.* exclude (hand), list(a.action order by a.number), list(a.pot order by a.number),"
        " list(a.to_call order by a.number), list(a.amount order by a.number)"
        " from hands h join players p using (hand) join actions a using (hand)"
        " group by all order by h.id, h.cards, p.player"
    )
    rows: list[Any] = answer.to_pylist()
    return rows


def test_hands_are_there_once(tmp_path: Path) -> None:
    whole = write(tmp_path / "whole.phhs", range(1, 41))
    parts = [
        write(tmp_path / "late.phhs", range(31, 41)),
        write(tmp_path / "early.phhs", range(1, 25)),
        write(tmp_path / "overlap.phhs", range(20, 35)),
    ]
    one, other = Store(tmp_path / "one"), Store(tmp_path / "other")
    assert one.add(whole).hands == 40
    assert one.add([whole, *parts]).repeated == 10 + 24 + 15
    assert sum(other.add(part).hands for part in parts) == 40
    assert other.add(whole).hands == 0
    expected = rows(one)
    assert len(expected) == 120 and rows(other) == expected
    shuffled = Store(tmp_path / "shuffled")
    numbers = list(range(1, 41))
    random.Random(1).shuffle(numbers)
    shuffled.add(write(tmp_path / "any.phhs", [*numbers, *numbers]))
    assert rows(shuffled) == expected


def test_pots_and_prices_follow_from_what_was_paid(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    store.add(write(tmp_path / "hands.phhs", [1]))
    found = store.query(
        "select player, street, action, amount, pot, to_call from actions order by number"
    )
    assert [tuple(row.values()) for row in found.to_pylist()] == [
        (0, 0, "post_blind_or_straddle", 1, 0, 0),
        (1, 0, "post_blind_or_straddle", 2, 1, 1),
        (2, 0, "complete_bet_or_raise_to", 6, 3, 2),
        (0, 0, "fold", 0, 9, 5),
        (1, 0, "check_or_call", 4, 9, 4),
        (1, 1, "check_or_call", 0, 13, 0),
        (2, 1, "complete_bet_or_raise_to", 8, 13, 0),
        (1, 1, "fold", 0, 21, 8),
    ]


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_files_are_the_same_however_many_threads_there_are(tmp_path: Path, threads: int) -> None:
    for number in range(6):
        write(tmp_path / f"{number}.phhs", range(number * 7, number * 7 + 10))
    stores = []
    for name, used in (("one", 1), ("many", threads)):
        Store(tmp_path / name).add(sorted(tmp_path.glob("*.phhs")), threads=used)
        stores.append(
            {
                path.relative_to(tmp_path / name): path.read_bytes()
                for path in sorted((tmp_path / name).rglob("*.parquet"))
            }
        )
    assert stores[0] and stores[0] == stores[1]


def test_the_last_hand_of_a_growing_file_is_there_once(tmp_path: Path) -> None:
    text = write(tmp_path / "whole.phhs", range(1, 12)).read_text(encoding="utf-8")
    growing, store = tmp_path / "growing.phhs", Store(tmp_path / "store")
    step = 97
    for end in [*range(step, len(text), step), len(text)]:
        growing.write_text(text[:end], encoding="utf-8")
        os.utime(growing, ns=(end * 10**9, end * 10**9))
        store.add(growing)
        numbers = [row["number"] for row in store.query("select number from hands").to_pylist()]
        assert len(numbers) == len(set(numbers)) and set(numbers) <= set(range(1, 12))
    expected = Store(tmp_path / "expected")
    expected.add(tmp_path / "whole.phhs")
    assert rows(store) == rows(expected)


def test_texts_of_rooms_grow_as_well(tmp_path: Path) -> None:
    source = sorted(data_path("pokerstars").rglob("*.txt"))[0]
    text = source.read_bytes()[:12_000]
    growing, store = tmp_path / "growing.txt", Store(tmp_path / "store")
    for end in [*range(2000, len(text), 1111), len(text)]:
        growing.write_bytes(text[:end])
        os.utime(growing, ns=(end * 10**9, end * 10**9))
        store.add(growing)
        found = store.query("select number, count(*) n from hands group by 1").to_pylist()
        assert all(row["n"] == 1 for row in found), found
    expected = Store(tmp_path / "expected")
    expected.add(growing)
    assert rows(store) == rows(expected) != []


def test_hands_come_back(tmp_path: Path) -> None:
    folder = data_path("phh", "pluribus")
    store = Store(tmp_path / "store")
    added = store.add(sorted(folder.rglob("*.phh"))[:50])
    place = tmp_path / "out.phhs"
    assert store.export(place) == added.hands > 40
    with place.open("rb") as file:
        found = list(HandHistory.load_all(file))
    hands = store.query("select hand from hands order by hand")["hand"].to_pylist()
    assert [one.dumps() for one in found] == [store.history(hand).dumps() for hand in hands]
    # And as their files have them.
    paths = store.query("select path from hands join files using (part, file) order by hand")
    originals = [HandHistory.loads(Path(path).read_text()) for path in paths["path"].to_pylist()]
    assert [one.dumps() for one in found] == [one.dumps() for one in originals]


def test_who_moves_a_file_is_told(tmp_path: Path) -> None:
    place = write(tmp_path / "hands.phhs", [1, 2])
    store, keeping = Store(tmp_path / "store"), Store(tmp_path / "keeping")
    store.add(place)
    keeping.add(place, keep_text=True)
    (hand, _) = store.query("select hand from hands order by hand")["hand"].to_pylist()
    text = store.text(hand)
    assert "hand = 1" in text
    place.rename(tmp_path / "moved.phhs")
    for ask in (store.text, store.history):
        with pytest.raises(SetupError, match=r"hands\.phhs") as caught:
            ask(hand)
        assert caught.value.code == "store-source-moved"
    with pytest.raises(SetupError, match=r"hands\.phhs") as caught:
        store.rebuild()
    assert caught.value.code == "store-source-gone"
    assert keeping.text(hand).strip() == text.strip()
    before = rows(keeping)
    assert keeping.rebuild().hands == 2 and rows(keeping) == before
    with pytest.raises(SetupError) as caught:
        store.text(3)
    assert caught.value.code == "unknown-hand"


def test_rows_can_be_made_anew(tmp_path: Path) -> None:
    write(tmp_path / "one.phhs", range(1, 20))
    write(tmp_path / "two.phhs", range(15, 30))
    store = Store(tmp_path / "store")
    store.add(tmp_path / "two.phhs")
    store.add([tmp_path / "one.phhs"])
    before = rows(store)
    again = store.rebuild()
    assert (again.hands, again.repeated) == (29, 5) and rows(store) == before
    assert store.is_current


def test_wrong_questions_are_refused(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    for question in ("select", "select x from hands", "select * from 'nothing.csv'"):
        with pytest.raises(ParseError) as caught:
            store.query(question)
        assert caught.value.code in ("store-sql", "store-question")
    assert store.query("select count(*) n from hands").to_pylist() == [{"n": 0}]


def test_a_store_is_a_folder_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(SetupError) as caught:
        Store(tmp_path)
    assert caught.value.code == "no-store"
    with pytest.raises(SetupError) as caught:
        Store(tmp_path / "notes.txt")
    assert caught.value.code == "store-no-folder"
    store = Store(tmp_path / "store")
    store.add(write(tmp_path / "hands.phhs", [1]))
    place = tmp_path / "store" / "store.json"
    text = place.read_text()
    for wrong, code in (
        ("{", "store-list"),
        (text.replace('"version": 1', '"version": 99'), "store-version"),
    ):
        place.write_text(wrong)
        with pytest.raises(ParseError) as refused:
            Store(tmp_path / "store").query("select 1")
        assert refused.value.code == code


def test_one_program_writes_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StoreFolder, "patience", 0.0)
    store = Store(tmp_path / "store")
    place = write(tmp_path / "hands.phhs", [1])
    with store._folder.writing(), pytest.raises(SetupError) as caught:
        Store(tmp_path / "store").add(place)
    assert caught.value.code == "store-busy"
    assert store.add(place).hands == 1


ADDING = """
import sys
from croupier.store import Store
print("ready", flush=True)
for path in sys.argv[2:]:
    Store(sys.argv[1]).add(path)
"""


@pytest.mark.parametrize(
    "count", [3, pytest.param(50, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_a_store_outlives_its_writer(tmp_path: Path, count: int) -> None:
    """Whoever is killed leaves whole hands, and the next one goes on."""
    chance = random.Random(7)
    paths = [
        str(write(tmp_path / f"{number}.phhs", range(number * 20, number * 20 + 25)))
        for number in range(12)
    ]
    expected = Store(tmp_path / "expected")
    expected.add(paths)
    wanted = rows(expected)
    folder = tmp_path / "store"
    for _ in range(count):
        adding = subprocess.Popen(
            [sys.executable, "-c", ADDING, str(folder), *paths], stdout=subprocess.PIPE
        )
        assert adding.stdout is not None
        assert adding.stdout.readline().strip() == b"ready"
        time.sleep(chance.random() * 2)
        adding.send_signal(signal.SIGKILL)
        adding.wait()
        adding.stdout.close()
        # Whatever hands are there are whole, with all their players and actions.
        found = rows(Store(folder))
        ids = {row["id"] for row in found}
        assert found == [row for row in wanted if row["id"] in ids]
        (counted,) = Store(folder).query("select count(*) n from hands").to_pylist()
        assert counted["n"] == len(ids)
    store = Store(folder)
    store.add(paths)
    assert rows(store) == wanted
