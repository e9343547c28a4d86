"""Validation of entries against the state of their table, before they are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.errors import RefusedError
from croupier.hosting import entries as log
from croupier.hosting.entries import Entry

if TYPE_CHECKING:
    from croupier.hosting.table import HostedTable

__all__ = ["check_entries"]


def check_entries(table: HostedTable, entries: Sequence[Entry]) -> None:
    """Refuse entries that cannot be applied to a table.

    Args:
        table: The table.
        entries: The entries, in order.

    Raises:
        RefusedError: An entry has an unknown person, seat or hand, forgets a person at a seat, or
            opens the table again.
    """
    people = set(table.people)
    for entry in entries:
        if isinstance(entry, log.Joined):
            if entry.person in people:
                raise RefusedError(
                    f"{entry.person!r:.50} is at the table already", code="duplicate-person"
                )
            people.add(entry.person)
        elif isinstance(entry, log.Opened):
            raise RefusedError("a table is opened once", code="log-opening")
        elif (person := getattr(entry, "person", None)) is not None and person not in people:
            raise RefusedError(f"{person!r:.50} is not at the table", code="unknown-person")
        if isinstance(entry, log.Forgotten):
            for id in entry.people:
                _check_forgotten(table, id, people)
                people.remove(id)
        if isinstance(entry, log.Seated):
            seats = (table.next_settings or table.settings).seats
            if not 0 <= entry.seat < seats:
                raise RefusedError(
                    f"seat: expected an integer from 0 to {seats - 1}, got {entry.seat}",
                    code="seat-taken",
                )
        if isinstance(entry, log.Moved) and (
            table.decider is None or entry.person != table.decider.id or entry.hand != table.hand
        ):
            raise RefusedError("it is not their turn any more", code="stale-move")
        if isinstance(entry, log.Dealt) and (table.is_playing or not table._can_deal()):
            raise RefusedError("no hand can be dealt now", code="stale-move")
        if isinstance(entry, log.Cancelled) and entry.hand not in (table.hand, table.hand + 1):
            raise RefusedError(f"hand: expected {table.hand}, got {entry.hand}", code="stale-move")


def _check_forgotten(table: HostedTable, id: str, people: set[str]) -> None:
    if id not in people:
        raise RefusedError(f"{id!r:.50} is not at the table", code="unknown-person")
    person = table.people.get(id)
    if person is None or person.seat is not None:
        raise RefusedError(
            f"{id!r:.50} is at the table: only people who left can be forgotten",
            code="seated-already",
        )
