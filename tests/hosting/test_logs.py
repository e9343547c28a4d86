"""Logs of earlier versions, which must open for ever."""

from __future__ import annotations

from pathlib import Path

from croupier.hosting import HostedTable, TableLog
from croupier.hosting.entries import Ended, read_entry
from croupier.hosting.upkeep import compact_log

from .people import describe

LOGS = Path(__file__).parent / "logs"


def test_log_from_before_people_were_forgotten_opens() -> None:
    """A person left before playing and sat down again; another was removed and sat down again."""
    lines = (LOGS / "people.jsonl").read_bytes().splitlines()
    for count in range(1, len(lines) + 1):
        HostedTable.restore(map(read_entry, lines[:count]))
    table = HostedTable.restore(map(read_entry, lines))
    assert {
        person.name: (person.seat, person.bought, person.taken) for person in table.people.values()
    } == {
        "Host": (0, 200, 0),
        "Ann": (1, 500, 207),
        "Bobby": (2, 600, 400),
        "tight": (None, 200, 200),
    }
    assert (table.hand, table.version, table.count_chips()) == (4, 40, 0)
    assert table.decider is not None and table.decider.name == "Ann"


def test_log_from_before_people_were_forgotten_can_be_compacted(tmp_path: Path) -> None:
    lines = (LOGS / "people.jsonl").read_bytes().splitlines()
    kept = TableLog(tmp_path / "tables.db")
    kept.append("people2222", 1, list(map(read_entry, lines)))
    before = describe(HostedTable.restore(kept.read("people2222")))
    hands = len(list(HostedTable.list_hands(kept.read("people2222"))))
    kept.close()
    compact_log(tmp_path / "tables.db")
    kept = TableLog(tmp_path / "tables.db")
    assert any(isinstance(one, Ended) for one in kept.read("people2222"))
    for recent in (True, False):
        assert describe(HostedTable.restore(kept.read("people2222", recent=recent))) == before
    assert len(list(HostedTable.list_hands(kept.read("people2222")))) == hands
    kept.close()
