"""The log of tables: how much is written for a hand, and logs of earlier versions."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.hosting import HostedTable, Lobby, TableLog, TableSettings, intents
from croupier.hosting import entries as log
from croupier.hosting.entries import Entry, read_entry, write_entry
from croupier.hosting.people import ACKNOWLEDGED_FOR
from croupier.hosting.records import SNAPSHOT_EVERY

from .people import Session, describe

# Written by the program before `Ended` was a difference: `version-1.json` has what it knew.
OLD_LOG = Path(__file__).parent / "logs" / "version-1.db"
OLD_FACTS: dict[str, dict[str, Any]] = json.loads(OLD_LOG.with_suffix(".json").read_text("utf-8"))


def copy_old_log(folder: Path) -> Path:
    return Path(shutil.copy(OLD_LOG, folder / "tables.db"))


def state_facts(table: HostedTable) -> dict[str, Any]:
    """Return what `version-1.json` has of a table."""
    return {
        "version": table.version,
        "hand": table.hand,
        "is_playing": table.is_playing,
        "game": table.settings.game,
        "is_paused": table.is_paused,
        "house": str(table.house),
        "decider": table.decider.name if table.decider else None,
        "deadline": table.deadline,
        "due": table.due,
        "level": table.level,
        "places": {id: list(place) for id, place in table.tournament.places.items()},
        "people": {
            one.id: {
                "name": one.name,
                "seat": one.seat,
                "bought": one.bought,
                "taken": one.taken,
                "bank": one.bank,
                "is_away": one.is_away,
                "is_host": one.is_host,
                "bot": one.bot,
                "amount": one.amount,
                "buying": one.buying,
                "key": one.key,
                "stack": None if (player := table.find_player(one)) is None else int(player.stack),
                "last": (list(one.list_done()) or [""])[-1],
            }
            for one in table.people.values()
        },
        "views": hashlib.sha256("\n".join(describe(table)["views"]).encode()).hexdigest(),
        "said": [list(one) for one in table.said],
    }


def play_on(table: HostedTable, kept: TableLog, code: str, hands: int) -> None:
    """Play at a table of a log, every entry of which is written before it counts."""
    session = Session()
    session.table, session.now = table, table.changed_at
    before = session.keep

    def keep(*entries: Entry) -> None:
        kept.append(code, table.version + 1, entries)
        before(*entries)

    session.keep = keep  # type: ignore[method-assign]
    keep(log.Resumed(at=session.now))
    if table.is_paused:
        keep(log.Paused(at=session.now, paused=False))
    wanted = table.hand + hands
    while table.hand < wanted:
        session.now = max(session.now, table.due or session.now)
        decider = table.decider
        if decider is None or not decider.bot:
            if not session.wait() and decider is not None:
                session.act(session.choose())
        else:
            keep(table.move(decider, choose_call(), now=session.now))
        if table.due is None and table.decider is None:
            break


def choose_call() -> Any:
    from croupier.agents import Move

    return Move("check_or_call")


@pytest.mark.parametrize("code", OLD_FACTS)
def test_log_of_version_1_opens_as_it_was(tmp_path: Path, code: str) -> None:
    kept = TableLog(copy_old_log(tmp_path))
    for recent in (True, False):
        table = HostedTable.restore(kept.read(code, recent=recent))
        assert state_facts(table) == OLD_FACTS[code]
        assert table.count_chips() == 0
    assert sorted(kept.list_open()) == sorted(OLD_FACTS)
    kept.close()


@pytest.mark.parametrize("code", OLD_FACTS)
def test_log_of_version_1_plays_on(tmp_path: Path, code: str) -> None:
    kept = TableLog(copy_old_log(tmp_path))
    table = HostedTable.restore(kept.read(code, recent=True))
    hands = len(list(HostedTable.list_hands(kept.read(code))))
    play_on(table, kept, code, 3)
    assert table.count_chips() == 0
    for recent in (True, False):
        again = HostedTable.restore(kept.read(code, recent=recent))
        assert describe(again) == describe(table)
    played = len(list(HostedTable.list_hands(kept.read(code))))
    assert played >= hands and played + (1 if table.is_playing else 0) >= table.hand
    kept.close()


def play_session(seated: int, others: int, hands: int) -> Session:
    """Play hands at a table with people who sit, and others whom the host banned."""
    session = Session(TableSettings("nlhe", seats=max(seated, 2), rest=0, buy_in=2_000))
    session.now = 1_763_600_000_000
    people = session.sit("Player 0")
    for number in range(others):
        (guest,) = session.sit(f"Guest {number}")
        session.send(guest, intents.Say(id=f"{number:024x}", text="x" * 200))
        # Others who never played would be forgotten.
        session.send(people[0], intents.Kick(id=f"{number + 1000:024x}", person=guest, ban=True))
        session.wait()
    people += session.sit(*[f"Player {number}" for number in range(1, seated)])
    for _ in range(hands):
        for person in people:
            player = session.table.find_player(session.table.people[person])
            if player is not None and not player.stack:
                session.send(person, intents.Buy(id=session.id()))
        session.deal()
        while session.table.is_playing:
            session.now += 4_000
            # As long as those of the page.
            session.act(session.choose(), id=f"{len(session.entries):024x}")
        session.wait()
    return session


def measure_hands(session: Session) -> tuple[list[int], list[int], int]:
    """Return the bytes of the entries that end hands, of whole hands, and of all snapshots."""
    ends, hands, snapshots, size = [], [], 0, 0
    for line in session.entries:
        entry = read_entry(line)
        if isinstance(entry, log.Dealt):
            size = 0
        size += len(line)
        if isinstance(entry, log.Ended):
            ends.append(len(line))
            hands.append(size)
        elif isinstance(entry, log.Snapshot):
            snapshots += len(line)
    return ends, hands, snapshots


@pytest.mark.parametrize(("seated", "others"), [(6, 0), (6, 54), (12, 0), (12, 48)])
def test_log_of_a_hand_is_small(seated: int, others: int) -> None:
    session = play_session(seated, others, 45)
    assert len(session.table.people) == seated + others
    ends, hands, snapshots = measure_hands(session)
    assert len(ends) == 45 and max(ends) <= 1_000
    if seated == 6:
        assert max(hands) <= 4_000
        # Snapshots have everybody, and are few.
        assert (sum(hands) + snapshots) / len(hands) <= 4_000
    assert describe(session.restore()) == describe(session.table)
    written = [one for one in map(read_entry, session.entries) if isinstance(one, log.Snapshot)]
    assert len(written) == 45 // SNAPSHOT_EVERY


def test_end_of_a_hand_is_small_with_the_largest_numbers() -> None:
    session = Session(TableSettings("nlhe", seats=12, rest=0, small_bet=10**7, buy_in=10**9))
    session.now = 1_763_600_000_000
    session.sit(*[f"Player {number}" for number in range(12)])
    session.play_hand()
    (end,) = measure_hands(session)[0]
    assert end <= 1_000


def test_end_of_a_hand_is_small_when_everybody_leaves_in_it() -> None:
    session = Session(TableSettings("nlhe", seats=6, rest=0, buy_in=10**9))
    session.now = 1_763_600_000_000
    people = session.sit(*[f"Player {number}" for number in range(6)])
    table = session.table
    session.deal()
    for person in people:
        session.keep(table.make_link(table.people[person], person, "f" * 64, session.now))
        session.keep(log.Banned(at=session.now, person=person, banned=True))
        session.send(person, intents.Leave(id=session.id()))
    while table.is_playing:
        session.now += 100
        session.wait()
    session.wait()
    (end,) = measure_hands(session)[0]
    assert end <= 1_000
    assert all(person.left_at and person.has_played for person in table.people.values())
    assert describe(session.restore()) == describe(table)


def test_snapshot_keeps_recent_acknowledgements() -> None:
    session = Session(TableSettings("nlhe", rest=0, seats=2))
    ann, bob = session.sit("Ann", "Bob")
    session.send(ann, intents.Say(id="old", text="a"))
    session.now += ACKNOWLEDGED_FOR + 1
    while session.table.kept.hand < SNAPSHOT_EVERY - 1:
        session.play_hand()
        for person in (ann, bob):
            if not session.table.find_player(session.table.people[person]).stack:  # type: ignore[union-attr]
                session.send(person, intents.Buy(id=session.id()))
    session.send(bob, intents.Say(id="new", text="b"))
    session.play_hand()
    entries = list(map(read_entry, session.entries))
    place, _snapshot = next(
        (place, one) for place, one in enumerate(entries) if isinstance(one, log.Snapshot)
    )
    table = HostedTable.restore([entries[0], *entries[place:]])
    assert describe(table)["people"] == describe(session.table)["people"]
    assert table.people[bob].find_version("new") is not None
    assert table.people[ann].find_version("old") is None


def test_hand_with_other_results_is_detected() -> None:
    session = Session()
    session.sit("Ann", "Bob")
    session.play_hand()
    entries = list(map(read_entry, session.entries))
    ended = entries[-1]
    assert isinstance(ended, log.Ended)
    results = {id: amount - 1 for id, amount in ended.results.items()}
    entries[-1] = replace(ended, results=results)
    # What the log says of the chips holds, and the hand is not shown.
    table = HostedTable.restore(entries)
    assert table.state is None
    assert {id: one.won for id, one in table.kept.people.items()} == results
    assert list(HostedTable.list_hands(entries)) == []


def test_opening_an_old_log_updates_its_version(tmp_path: Path) -> None:
    path = copy_old_log(tmp_path)
    TableLog(path).close()
    with sqlite3.connect(path) as file:
        assert file.execute("pragma user_version").fetchone() == (2,)


def test_lobby_opens_all_tables_of_version_1(tmp_path: Path) -> None:
    lobby = Lobby(TableLog(copy_old_log(tmp_path)))
    assert sorted(lobby.tables) == sorted(OLD_FACTS) and not lobby.unreadable
    lobby.close()


def test_entries_round_trip() -> None:
    for line in play_session(3, 2, 22).entries:
        assert write_entry(read_entry(line)) == line
