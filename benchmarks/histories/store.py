"""The store: hands to tables, bytes, and reports, beside SQLite on the same rows."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.measuring import harness
from benchmarks.measuring.harness import Case, Clock, Contender, Effort, Result, Target, Unit
from benchmarks.measuring.play import CROUPIER
from benchmarks.measuring.shared_data import SHARED_DATA
from croupier import _native
from croupier.histories import read_all
from croupier.histories.pipeline.finding import find_histories

__all__ = ["make_cases", "run"]

_SECTION = "The store"
_DATA = SHARED_DATA / "phh" / "handhq"
_READ_ALL = "read_all"
_SQLITE = "SQLite"
_MILLION = 1_000_000
_REPORT = (
    "select h.big_blind, p.position, count(*), avg(vpip::int), avg(pfr::int), avg(three_bet::int),"
    " sum(net / h.bet) from players p join hands h using (hand) group by all order by 1, 2"
)


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run has some files, and no million hands.

    Yields:
        The cases.
    """
    try:
        import duckdb  # noqa: F401
        import pyarrow  # noqa: F401
    except ImportError:
        return
    if not _DATA.is_dir():
        return
    from croupier.store import Store
    from croupier.store.adding import make_parts

    paths = sorted(path for path in _DATA.rglob("*.phhs") if path.stat().st_size)
    if effort.quick:
        paths = paths[:4]
    files = find_histories(paths).files
    hands = sum(len(batch) for batch in read_all(paths))

    def read() -> None:
        for _ in read_all(paths, threads=1):
            pass

    yield Case(
        section=_SECTION,
        name="files to tables of Parquet",
        what="hands of `.phhs` files as hands, players and actions on one thread, with fingerprints"
        " and luck, to bytes of Parquet; one operation is one hand",
        ours=Contender(
            CROUPIER,
            lambda: list(make_parts(files, 1, _native.KnownHands(), threads=1)),
            hands,
            Clock.PROCESS,
        ),
        peers=[Contender(_READ_ALL, read, hands, Clock.PROCESS)],
        targets=[Target.ratio(_READ_ALL, 0.5)],
        unit=Unit.RATE,
    )
    folder = Path(tempfile.mkdtemp())
    try:
        small = Store(folder / "small")
        small.add(paths)
        size = sum(path.stat().st_size for path in (folder / "small").rglob("*.parquet"))
        print(f"The store: {size / small_count(small):.1f} bytes a hand (at most 75)")
        if not effort.quick:
            few, more = measure_memory(paths, 10), measure_memory(paths, 30)
            print(f"Memory of adding 10 times as many hands: {few} MB, and 30 times: {more} MB")
        many = small if effort.quick else multiply(small, folder / "many", _MILLION)
        many.limit(threads=1)
        database = to_sqlite(many, folder / "rows.sqlite")
        sql = (
            "select h.big_blind, p.position, count(*), avg(vpip), avg(pfr), avg(three_bet),"
            " sum(net * 1.0 / h.bet) from players p join hands h using (hand) group by 1, 2"
        )
        name = many.query("select name from names order by hands desc, name limit 1")["name"][0]
        yield Case(
            section=_SECTION,
            name="report by position and stakes",
            what="VPIP, PFR, 3-bet and what was won of everybody by stakes and position, in all"
            " hands of the store; SQLite has the same rows with a key",
            ours=Contender(CROUPIER, lambda: many.query(_REPORT), 1, Clock.PROCESS),
            peers=[Contender(_SQLITE, lambda: database.execute(sql).fetchall(), 1, Clock.PROCESS)],
            targets=[Target.rate(1), Target.ratio(_SQLITE, 10.0)],
            unit=Unit.RATE,
        )
        yield Case(
            section=_SECTION,
            name="report and graph of one player",
            what="the report by position and the graph, hand by hand, of the player with the most"
            " hands",
            ours=Contender(CROUPIER, lambda: report_player(many, str(name)), 2, Clock.PROCESS),
            peers=[],
            targets=[Target.rate(5)],
            unit=Unit.RATE,
        )
        hand = many.query("select max(hand) as hand from hands")["hand"][0].as_py()
        yield Case(
            section=_SECTION,
            name="one hand by its number",
            what="all actions of a hand",
            ours=Contender(
                CROUPIER,
                lambda: many.query("select * from actions where hand = ? order by number", [hand]),
                1,
                Clock.PROCESS,
            ),
            peers=[],
            targets=[Target.rate(50)],
            unit=Unit.RATE,
        )
        database.close()
    finally:
        shutil.rmtree(folder)


_ADDING = """
import re, sys
from croupier.store import Store
Store(sys.argv[1]).add(sys.argv[2], threads=1)
# The peak of getrusage includes the memory of the process that started this one.
print(int(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1]) // 1024)
"""


def measure_memory(paths: Sequence[Path], times: int) -> int:
    """Return how many megabytes it takes to add hands that are there so often, each of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "hands").mkdir()
        for time in range(times):
            for place, path in enumerate(paths):
                text = path.read_text("utf-8")
                # Other numbers are other hands.
                text = re.sub(r"(?m)^hand = '?(\w+)'?$", rf"hand = '\1x{time}'", text)
                (folder / "hands" / f"{time}-{place}.phhs").write_text(text, "utf-8")
        command = [sys.executable, "-c", _ADDING, str(folder / "store"), str(folder / "hands")]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def small_count(store: Any) -> int:
    return int(store.query("select count(*) as n from hands")["n"][0].as_py())


def report_player(store: Any, name: str) -> None:
    store.report("position", player=name)
    store.report("graph", player=name)


def multiply(store: Any, place: Path, count: int) -> Any:
    """Write the same hands again and again with other numbers, as a store."""
    import pyarrow as pa
    import pyarrow.compute as pc

    from croupier.store import Store
    from croupier.store.folder import HAND_BITS, StoreFolder, encode

    (part,) = [one["part"] for one in StoreFolder(store.path).read()["parts"]]
    tables = StoreFolder(store.path).load(part)
    folder = StoreFolder(place)
    copies = 4
    number = 0
    while number * copies * tables["hands"].num_rows < count:
        number += 1
        made = {}
        for name, table in tables.items():
            parts = []
            for copy in range(copies):
                moved = table
                if "hand" in table.schema.names:
                    first = (number << HAND_BITS) - (part << HAND_BITS)
                    first += copy * tables["hands"].num_rows
                    moved = moved.set_column(
                        0, "hand", pc.add(table["hand"], pa.scalar(first, pa.int64()))
                    )
                if name == "hands":
                    mixed = pc.bit_wise_xor(
                        table["id"], pa.scalar(number * copies + copy, pa.uint64())
                    )
                    moved = moved.set_column(1, "id", mixed)
                parts.append(moved)
            made[name] = encode(pa.concat_tables(parts[:1] if name == "files" else parts))
        folder.put(number, made)
    return Store(place)


def to_sqlite(store: Any, place: Path) -> sqlite3.Connection:
    """Put the rows that the report needs into a database."""
    database = sqlite3.connect(os.fspath(place))
    database.execute("pragma journal_mode = off")
    database.execute("pragma synchronous = off")
    database.execute("create table hands (hand integer primary key, big_blind real, bet int)")
    database.execute(
        "create table players (hand int, player int, position text, net int, vpip int, pfr int,"
        " three_bet int, primary key (hand, player)) without rowid"
    )
    for table, columns in (
        ("hands", "hand, big_blind, bet"),
        ("players", "hand, player, position, net, vpip::int, pfr::int, three_bet::int"),
    ):
        marks = ", ".join("?" * (columns.count(",") + 1))
        rows = store.connect().execute(f"select {columns} from {table} order by all")
        while block := rows.fetchmany(100_000):
            database.executemany(f"insert into {table} values ({marks})", block)
    database.commit()
    return database


def run(effort: Effort) -> list[Result]:
    """Measure all cases.

    Args:
        effort: How long to measure.

    Returns:
        The results.
    """
    return [harness.measure(case, effort) for case in make_cases(effort)]
