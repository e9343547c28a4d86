"""Logs that are damaged, of another program, or in use; and logs that are compacted."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import run as run_command
from croupier.errors import PokerError, RefusedError
from croupier.hosting import HostedTable, Lobby, TableLog, TableSettings, intents
from croupier.hosting import entries as log
from croupier.hosting.codes import make_secret
from croupier.hosting.hands import write_hands
from croupier.hosting.upkeep import compact_log, list_tables

from .damage import damage
from .test_records import OLD_FACTS, copy_old_log, play_on, state_facts

MUTANTS = int(os.environ.get("CROUPIER_MUTANTS", "200"))


def use(path: Path) -> tuple[int, int]:
    """Do with a log what a server and its owner do; return how many tables open and do not."""
    kept = TableLog(path)
    try:
        lobby = Lobby(kept)
        for opened in lobby.tables.values():
            # All hands are only given to those who ask.
            try:
                write_hands(lobby.log.read(opened.code))
            except PokerError:
                continue
        return len(lobby.tables), len(lobby.unreadable)
    finally:
        kept.close()


def test_damaged_log_is_refused_or_closes_tables(tmp_path: Path) -> None:
    path = copy_old_log(tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        # Of one game, which is made quickly.
        file.execute("delete from entries where code not in ('cash222222', 'cup2222222')")
        file.execute("delete from tables where code not in ('cash222222', 'cup2222222')")
        file.execute("vacuum")
    whole = path.read_bytes()
    found = {"opened": 0, "refused": 0, "some": 0}
    for data in damage(whole, MUTANTS):
        for name in path.parent.iterdir():
            name.unlink()
        path.write_bytes(data)
        for work in (use, list_tables, compact_log):
            try:
                result = work(path)
            except RefusedError as error:
                assert error.code in {"no-log", "log-version", "log-damaged"}, error
                assert "\n" not in str(error)
                found["refused"] += 1
            else:
                is_whole = work is not use or result[1] == 0
                found["opened" if is_whole else "some"] += 1
    # All three happen, or the damage would be no test.
    assert all(found.values()), found


def forge(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as file:
        for statement in statements:
            file.execute(statement)


@pytest.mark.parametrize(
    "statements",
    [
        ("update entries set entry = x'ff00' where code = 'cash222222' and number = 2",),
        ("update entries set entry = cast(x'fffe' as text) where code = 'cash222222'",),
        ("update entries set entry = '[]' where code = 'cash222222' and number > 90",),
        ("update entries set entry = 5 where code = 'cash222222' and number > 90",),
        ("delete from entries where code = 'cash222222' and number = 98",),
        ("delete from entries where code = 'cash222222'",),
        (
            "update entries set entry = replace(entry, '\"p1\"', '\"p77\"')"
            " where code = 'cash222222'",
        ),
        ("update entries set entry = '{}' where code = 'cash222222' and number = 97",),
        ("update entries set number = 1099 where code = 'cash222222' and number = 99",),
        (
            "update entries set entry = replace(entry, '\"seats\":9', '\"seats\":99')"
            " where code = 'cash222222'",
        ),
    ],
)
def test_damaged_table_does_not_close_others(tmp_path: Path, statements: tuple[str, ...]) -> None:
    path = copy_old_log(tmp_path)
    forge(path, *statements)
    lobby = Lobby(TableLog(path))
    lobby_codes, problems = set(lobby.tables), dict(lobby.unreadable)
    lobby.close()
    if "cash222222" in lobby_codes:
        # What was changed is of the last hand, which is cancelled, or was not needed.
        assert not problems
    assert lobby_codes | set(problems) == set(OLD_FACTS)
    assert set(problems) <= {"cash222222"}
    assert all("\n" not in one for one in problems.values())
    listed = {one.code: one.problem for one in list_tables(path)}
    assert set(problems) <= {code for code, problem in listed.items() if problem}


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda path: path.mkdir(), "no-log"),
        (lambda path: path.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000), "no-log"),
        (lambda path: forge(path, "create table entries (code text)"), "no-log"),
        (lambda path: forge(path, "create table tables (a)", "create table entries (b)"), "no-log"),
        (lambda path: forge(path, "create view tables as select 1 code"), "no-log"),
        (lambda path: forge(path, "pragma user_version = 3"), "log-version"),
        (lambda path: forge(path, "pragma user_version = -1"), "log-version"),
    ],
)
def test_other_file_is_refused_as_a_log(
    tmp_path: Path, make: Callable[[Path], object], code: str
) -> None:
    path = tmp_path / "tables.db"
    make(path)
    for work in (TableLog, list_tables, compact_log):
        with pytest.raises(RefusedError) as caught:
            work(path)
        assert caught.value.code == code
        assert "tables.db" in str(caught.value)


def test_log_in_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RefusedError) as caught:
        TableLog(tmp_path / "nowhere" / "tables.db")
    assert caught.value.code == "no-log"


def test_command_lists_tables_and_exits_with_1_if_one_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copy_old_log(tmp_path)
    assert run_command(["tables", str(path), "--json"]) == 0
    known = json.loads(capsys.readouterr().out)["tables"]
    assert {one["code"]: one["hands"] for one in known}["games22222"] == 5
    forge(path, "update entries set entry = 'x' where code = 'games22222' and number = 50")
    assert run_command(["tables", str(path)]) == 1
    out = capsys.readouterr().out
    assert "damaged" in out and "games22222: entry 50 of the table games22222 cannot be read" in out


def test_server_prints_damaged_tables(tmp_path: Path) -> None:
    path = copy_old_log(tmp_path)
    forge(path, "update entries set entry = 'x' where code = 'games22222' and number > 40")
    command = [sys.executable, "-m", "croupier", "serve", "--no-open", "--json", "--log", str(path)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        assert process.stdout is not None and process.stderr is not None
        lines: list[str] = []
        while not (lines and lines[-1] == "}\n"):
            line = process.stdout.readline()
            assert line, process.stderr.read()
            lines.append(line)
        facts = json.loads("".join(lines))
        assert list(facts["unreadable"]) == ["games22222"]
        # The log of the process says why.
        errors = process.stderr.readline() + process.stderr.readline()
        assert "opening table games22222 failed: entry" in errors
        assert "1 table of the log cannot be opened: games22222" in errors
        # Nobody compacts a log that a server has open.
        with pytest.raises(RefusedError) as caught:
            compact_log(path)
        assert caught.value.code == "log-in-use"
    finally:
        process.kill()
        process.communicate()


def list_played(path: Path) -> dict[str, list[Any]]:
    kept = TableLog(path)
    found = {
        code: [
            (event.number, repr(event.payoffs), ids)
            for event, ids in HostedTable.list_hands(kept.read(code))
        ]
        for code in OLD_FACTS
    }
    kept.close()
    return found


def check_whole(path: Path) -> None:
    kept = TableLog(path)
    for code, facts in OLD_FACTS.items():
        for recent in (True, False):
            assert state_facts(HostedTable.restore(kept.read(code, recent=recent))) == facts
    kept.close()


def test_compacting_loses_nothing(tmp_path: Path) -> None:
    path = copy_old_log(tmp_path)
    played = list_played(path)
    sizes = {one.code: one.size for one in list_tables(path)}
    before, after = compact_log(path)
    assert after < before and after == path.stat().st_size
    smaller = {one.code: one.size for one in list_tables(path)}
    assert all(smaller[code] <= size for code, size in sizes.items())
    assert smaller["cash222222"] < 0.85 * sizes["cash222222"]
    check_whole(path)
    assert list_played(path) == played
    # Once more changes nothing, and play goes on.
    assert {one.code: one.size for one in list_tables(path)} == smaller
    compact_log(path)
    kept = TableLog(path)
    for code in OLD_FACTS:
        table = HostedTable.restore(kept.read(code, recent=True))
        play_on(table, kept, code, 2)
        assert table.count_chips() == 0
    kept.close()


def test_compacting_shrinks_a_long_log(tmp_path: Path) -> None:
    """Write what version 1 wrote: everybody, after every hand."""
    from .test_records import play_session

    session = play_session(3, 20, 60)
    table = HostedTable.open(TableSettings())
    kept = TableLog(tmp_path / "tables.db")
    entries: list[log.Entry] = []
    opened = log.read_entry(session.entries[0])
    assert isinstance(opened, log.Opened)
    from croupier.hosting.records import TableRecord

    record = TableRecord(opened, opened.settings)
    for line in session.entries:
        entry = log.read_entry(line)
        if isinstance(entry, log.Snapshot | log.CashedOut):
            record.take(entry)
            continue
        if not isinstance(entry, log.Opened):
            record.take(entry)
        if isinstance(entry, log.Ended):
            entry = log.OldEnded(
                at=entry.at,
                hand=entry.hand,
                people=list(record.people.values()),
                house=entry.house,
                places=entry.places,
                version=len(entries) + 1,
                said=list(record.said),
            )
        entries.append(entry)
    assert table.version == 1
    kept.append("abc", 1, entries)
    hands = len(list(HostedTable.list_hands(kept.read("abc"))))
    known = state_facts(HostedTable.restore(kept.read("abc", recent=True)))
    kept.close()
    before, after = compact_log(tmp_path / "tables.db")
    assert after < before / 2
    kept = TableLog(tmp_path / "tables.db")
    assert state_facts(HostedTable.restore(kept.read("abc", recent=True))) == known
    assert len(list(HostedTable.list_hands(kept.read("abc")))) == hands
    kept.close()


_KILLED = """
import os, signal, sys
from croupier.hosting.upkeep import compact_log
steps = int(sys.argv[2])
def step(code):
    global steps
    steps -= 1
    if steps == 0:
        os.kill(os.getpid(), signal.SIGKILL)
compact_log(sys.argv[1], step)
"""


@pytest.mark.parametrize("steps", [1, 4, 7, 8])
def test_killing_the_compaction_loses_nothing(tmp_path: Path, steps: int) -> None:
    path = copy_old_log(tmp_path)
    played = list_played(path)
    ended = subprocess.run([sys.executable, "-c", _KILLED, str(path), str(steps)], check=False)
    assert ended.returncode == -signal.SIGKILL
    check_whole(path)
    assert list_played(path) == played
    compact_log(path)
    check_whole(path)
    assert list_played(path) == played


def test_log_of_a_running_server_is_not_compacted(tmp_path: Path) -> None:
    path = copy_old_log(tmp_path)
    data = path.read_bytes()
    kept = TableLog(path)
    assert kept.list_open()
    with pytest.raises(RefusedError) as caught:
        compact_log(path)
    assert caught.value.code == "log-in-use"
    assert run_command(["tables", str(path), "--compact"]) == 2
    # It can be listed, and the server writes on.
    assert len(list_tables(path)) == 7
    table = HostedTable.restore(kept.read("games22222", recent=True))
    play_on(table, kept, "games22222", 1)
    kept.close()
    assert data != b""
    compact_log(path)


def test_hand_continues_after_compacting(tmp_path: Path) -> None:
    path = copy_old_log(tmp_path)
    compact_log(path)

    async def play() -> None:
        lobby = Lobby(TableLog(path))
        opened = lobby.tables["cash222222"]
        assert opened.table.is_playing
        lobby.start()
        guest = opened.enter(make_secret())
        opened.submit(guest.id, intents.Sit(id="sit", name="Newcomer"))
        assert opened.table.count_chips() == 0
        lobby.close()

    asyncio.run(play())
