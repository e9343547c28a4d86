"""The state of a table between two hands, as the log stores it.

Each hand ends with a difference, `Ended`; some are followed by a full `Snapshot`. A `TableRecord`
applies them in order, so that a table is restored without replaying its hands.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from croupier.errors import RefusedError
from croupier.hosting import entries as log
from croupier.hosting.entries import Entry
from croupier.hosting.people import ACKNOWLEDGED_FOR, MAX_ACKNOWLEDGED, Person
from croupier.hosting.record_types import PersonRecord, TournamentRecord
from croupier.hosting.settings import TableSettings
from croupier.hosting.tournaments import Tournament
from croupier.tables.table import TableProgress

if TYPE_CHECKING:
    from croupier.hosting.logged_table import LoggedTable

__all__ = [
    "SNAPSHOT_EVERY",
    "TableRecord",
    "find_changes",
    "find_left_at",
    "fold",
    "make_ended",
    "make_snapshot",
    "restore_record",
]

SNAPSHOT_EVERY: Final = 20
"""The number of hands after which there is a snapshot."""

# Acknowledgements follow from the entries themselves; only snapshots store them.
_FIELDS: Final = tuple(
    name for name in PersonRecord.__struct_fields__ if name not in ("id", "done")
)
_KEPT_WORDS: Final = 20
# Most entries are of these kinds, which change nothing between hands.
_OF_HANDS: Final = (
    log.Moved,
    log.Dealt,
    log.Planned,
    log.Promised,
    log.Committed,
    log.Replaced,
    log.Revealed,
)
_WITH_VERSIONS: Final = log.Ended, log.Snapshot

Done = dict[str, dict[str, tuple[int, int]]]
"""The intents that were done last, by person: the versions of the table after them, and when."""


class TableRecord:
    """The state of a table between two hands, according to its log.

    Attributes:
        at: The time of the last entry of a hand's end.
        version: The version of the table with that entry.
        hand: The hand that was played last.
        people: Everybody, by their ids.
        house: What left the table.
        places: The seats of the small blind, the big blind and the button.
        lineup: Where a mix of games is.
        tournament: How far a tournament is that has begun.
        settings: How the table is played.
        said: What people said last: when, who, what.
        joined: How many people have come to the table so far.
        forgotten: The chips that forgotten people bought, and those that they took away.
        since: How many hands were played since the last snapshot.
    """

    def __init__(self, opened: log.Opened, settings: TableSettings) -> None:
        """Begin with a table that was just opened.

        Args:
            opened: The first entry of its log.
            settings: Its settings, checked.
        """
        self._opened = settings
        self.at, self.version, self.hand, self.since = opened.at, 1, 0, 0
        self.people: dict[str, PersonRecord] = {}
        self.house = 0
        self.places: tuple[int | None, int | None, int | None] = (None, None, None)
        self.lineup: tuple[int, ...] = ()
        self.tournament: TournamentRecord | None = None
        self.settings = settings
        self.said: deque[tuple[int, str, str]] = deque(maxlen=_KEPT_WORDS)
        self.joined = 0
        self.forgotten = 0, 0
        self._next_settings: TableSettings | None = None

    def copy(self) -> TableRecord:
        """Return an independent copy."""
        other = copy(self)
        other.people, other.said = dict(self.people), self.said.copy()
        return other

    def take(self, entry: Entry) -> None:
        """Apply the next entry of the log.

        Args:
            entry: The entry; those of hands change nothing.

        Raises:
            RefusedError: The entry contradicts those before it.
        """
        if isinstance(entry, _OF_HANDS):
            return
        match entry:
            case log.Ended():
                self._end(entry)
            case log.Snapshot():
                self._replace(entry)
            case log.Joined():
                self.joined += 1
                self.people[entry.person] = PersonRecord(
                    entry.person,
                    entry.name,
                    entry.key,
                    entry.is_host,
                    entry.bot,
                    has_played=False,
                )
            case log.Named():
                self.people[entry.person] = replace(self._find(entry.person), name=entry.name)
            case log.Forgotten():
                self._forget(entry.people)
            case log.GameChanged():
                self._next_settings = entry.settings
            case log.Said():
                self.said.append((entry.at, self._find(entry.person).name, entry.text))
            case _:
                self._expect(entry)

    def _expect(self, entry: Entry) -> None:
        """Predict how an entry changes a person by the end of the hand.

        `Ended` stores the differences from this prediction, so it is part of the format: changing
        it needs a new kind of entry.
        """
        one = self.people.get(getattr(entry, "person", ""))
        if one is None:
            return
        match entry:
            case log.Seated(amount=amount):
                is_asking = entry.is_asking
                if one.is_link_given:
                    one = replace(one, link="", is_link_given=False)
                one = replace(
                    one,
                    seat=entry.seat,
                    bought=one.bought + amount,
                    bank=1000 * self.settings.bank,
                    is_asking=is_asking,
                    amount=amount if is_asking else 0,
                    stack=None if is_asking else amount,
                    left_at=0,
                )
            case log.Approved():
                one = replace(one, is_asking=False, stack=one.amount, amount=0, removed_at=0)
            case log.Bought(amount=amount):
                one = replace(one, bought=one.bought + amount)
                one = one if one.stack is None else replace(one, stack=one.stack + amount)
            case log.Granted(amount=amount):
                one = replace(one, bought=one.bought + amount)
                one = one if one.stack is None else replace(one, stack=one.stack + amount)
            case log.CashedOut(amount=amount):
                one = replace(one, taken=one.taken + amount)
                one = one if one.stack is None else replace(one, stack=one.stack - amount)
            case log.Left():
                one = PersonRecord(
                    one.id,
                    one.name,
                    one.key,
                    one.is_host,
                    one.bot,
                    away_at=one.away_at,
                    bank=one.bank,
                    late=one.late,
                    bought=one.bought,
                    taken=one.taken,
                    has_played=one.has_played,
                    left_at=entry.at,
                    removed_at=entry.at if entry.kicked else one.removed_at,
                    is_banned=one.is_banned,
                    link=one.link,
                    is_link_given=one.is_link_given,
                    hidden_hands=one.hidden_hands,
                )
            case log.Linked():
                one = replace(one, link=entry.link, is_link_given=entry.given)
            case log.Keyed():
                hidden = self.hand if entry.given else one.hidden_hands
                one = replace(one, key=entry.key, link="", is_link_given=False, hidden_hands=hidden)
            case log.Banned():
                one = replace(one, is_banned=entry.banned, removed_at=0)
            case log.Away():
                one = replace(one, is_away=entry.away, away_at=entry.at, late=0)
            case _:
                return
        self.people[one.id] = one

    def _forget(self, people: Iterable[str]) -> None:
        bought, taken = self.forgotten
        for id in people:
            gone = self.people.pop(id, None)
            if gone is not None:
                bought, taken = bought + gone.bought, taken + gone.taken
        self.forgotten = bought, taken

    @property
    def next_settings(self) -> TableSettings:
        """How the table is expected to be played from the next hand on."""
        return self._next_settings or self.settings

    def is_like(self, other: TableRecord) -> bool:
        """Return whether another record has the same state.

        Args:
            other: The record.

        Returns:
            Whether it does.
        """
        names = ("at", "version", "hand", "people", "house", "places", "lineup", "tournament")
        return all(
            getattr(self, name) == getattr(other, name)
            for name in (*names, "settings", "said", "joined", "forgotten")
        )

    def add_results(self, results: Mapping[str, int]) -> dict[str, PersonRecord]:
        """Return everybody as they are after a hand if nothing but chips has changed.

        Args:
            results: What each player of the hand won or lost, by their ids.

        Returns:
            The records, by ids.
        """
        people = dict(self.people)
        for id, amount in results.items():
            one = people.get(id)
            if one is None:
                continue
            if one.stack is not None:
                one = replace(
                    one, stack=one.stack + amount, won=one.won + amount, hands=one.hands + 1
                )
            people[id] = one if one.has_played else replace(one, has_played=True)
        return people

    def _find(self, id: str) -> PersonRecord:
        found = self.people.get(id)
        if found is None:
            raise RefusedError(f"{id!r:.50} is not at the table", code="unknown-person")
        return found

    def _end(self, entry: log.Ended) -> None:
        people = self.add_results(entry.results)
        changed: dict[str, dict[str, Any]] = {}
        for field, values in entry.changes.items():
            for id, value in values.items():
                changed.setdefault(id, {})[field] = value
        for id, fields in changed.items():
            before = people.get(id) or PersonRecord(id, "", "")
            whole = {name: getattr(before, name) for name in PersonRecord.__struct_fields__}
            people[id] = msgspec.convert({**whole, **fields}, PersonRecord)
        for id in entry.gone:
            people.pop(id, None)
        self.people = people
        self.hand, self.house, self.places = entry.hand, entry.house, entry.places
        self.lineup, self.at, self.version = entry.lineup, entry.at, entry.version
        self.tournament = entry.tournament or self.tournament
        self.settings = entry.settings or self.next_settings
        self._next_settings = None
        if entry.joined is not None:
            self.joined = entry.joined
        self.forgotten = entry.forgotten or self.forgotten
        self.since += 1

    def _replace(self, entry: log.Snapshot) -> None:
        self.people = {
            one.id: replace(one, done={}, left_at=find_left_at(one, entry.at))
            for one in entry.people
        }
        # Logs of version 1 do not have it, and no person was forgotten.
        self.joined = max(entry.joined, len(entry.people))
        self.forgotten = entry.forgotten
        self.hand, self.house, self.places = entry.hand, entry.house, entry.places
        self.lineup, self.at, self.version = entry.lineup, entry.at, entry.version
        self.tournament, self.settings = entry.tournament, entry.settings or self._opened
        self.said = deque(entry.said, maxlen=_KEPT_WORDS)
        self._next_settings, self.since = None, 0


def fold(
    opened: log.Opened, settings: TableSettings, rest: Iterable[Entry]
) -> tuple[TableRecord, Done]:
    """Apply the entries of a log without replaying any hand.

    Args:
        opened: The first entry.
        settings: The settings of the table, checked.
        rest: The entries after it, the last of which ends a hand.

    Returns:
        The record, and the intents that were done last.

    Raises:
        RefusedError: The entries do not fit together.
    """
    record, done, version = TableRecord(opened, settings), Done(), 1
    for entry in rest:
        version = entry.version if isinstance(entry, _WITH_VERSIONS) else version + 1
        record.take(entry)
        if isinstance(entry, log.Snapshot):
            done = {one.id: _read_done(one) for one in entry.people}
        elif entry.id:
            own = done.setdefault(entry.by, {})
            own[entry.id] = version, entry.at
            if len(own) > MAX_ACKNOWLEDGED:
                del own[next(iter(own))]
    return record, done


def _read_done(one: PersonRecord) -> dict[str, tuple[int, int]]:
    return {id: (known, 0) if isinstance(known, int) else known for id, known in one.done.items()}


def make_ended(
    table: LoggedTable, progress: TableProgress, now: int, before: Sequence[Entry]
) -> log.Ended:
    """Return the entry with everything that a hand changed.

    Args:
        table: The table.
        progress: How far it is.
        now: The time, in milliseconds since 1970.
        before: Entries that are written before it, and are not applied yet.

    Returns:
        The entry.
    """
    record, results = table.kept, table.results
    if before:
        record = record.copy()
        for entry in before:
            record.take(entry)
    people = {person.id: _record_person(table, person) for person in table.people.values()}
    changes, gone = find_changes(record.add_results(results), people)
    tournament = _record_tournament(table.tournament)
    return log.Ended(
        at=now,
        hand=table.hand,
        version=table.version + len(before) + 1,
        results=results,
        house=progress.house,
        places=progress.places,
        lineup=progress.lineup,
        changes=changes,
        gone=gone,
        tournament=None if tournament == record.tournament else tournament,
        settings=None if table.settings == record.next_settings else table.settings,
        joined=None if table.joined == record.joined else table.joined,
        forgotten=None if table.forgotten == record.forgotten else table.forgotten,
    )


def find_changes(
    expected: Mapping[str, PersonRecord], people: Mapping[str, PersonRecord]
) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """Return the differences between predicted and actual people.

    Args:
        expected: Everybody as they would be, by their ids.
        people: Everybody as they are.

    Returns:
        For each field the new values, by the ids of the people; and the ids of those who are gone.
    """
    changes: dict[str, dict[str, Any]] = {}
    for id, one in people.items():
        known = expected.get(id) or PersonRecord(id, "", "")
        if one != known:
            for name in _FIELDS:
                value = getattr(one, name)
                if value != getattr(known, name):
                    changes.setdefault(name, {})[id] = value
    return changes, [id for id in expected if id not in people]


def find_left_at(person: PersonRecord, at: int) -> int:
    """Return when a person of a full record left; 0 for a person who is there.

    Args:
        person: The person.
        at: The time of the record, for logs of version 1, which do not say when people left.

    Returns:
        The time, in milliseconds since 1970.
    """
    has_left = person.seat is None and bool(person.bought)
    return person.left_at or (at if has_left else 0)


def make_snapshot(
    table: LoggedTable, progress: TableProgress, now: int, version: int
) -> log.Snapshot:
    """Return the entry with the full state of a table between two hands.

    Args:
        table: The table.
        progress: How far it is.
        now: The time, in milliseconds since 1970.
        version: The version of the table with the entry.

    Returns:
        The entry.
    """
    people = []
    for person in table.people.values():
        done: dict[str, int | tuple[int, int]] = {}
        done.update(person.list_done(now - ACKNOWLEDGED_FOR))
        people.append(replace(_record_person(table, person), done=done))
    return log.Snapshot(
        at=now,
        hand=table.hand,
        people=people,
        house=progress.house,
        places=progress.places,
        lineup=progress.lineup,
        version=version,
        tournament=_record_tournament(table.tournament),
        settings=None if table.settings == table.opened_settings else table.settings,
        said=list(table.said),
        joined=table.joined,
        forgotten=table.forgotten,
    )


def _record_person(table: LoggedTable, person: Person) -> PersonRecord:
    player = table.find_player(person)
    return PersonRecord(
        id=person.id,
        name=person.name,
        key=person.key,
        is_host=person.is_host,
        bot=person.bot,
        seat=person.seat,
        is_asking=person.is_asking,
        is_away=person.is_away,
        away_at=person.away_at,
        amount=person.amount,
        bank=person.bank,
        late=person.late,
        bought=person.bought,
        taken=person.taken,
        buying=person.buying,
        new_stack=person.new_stack,
        stack=None if player is None else int(player.stack),
        won=0 if player is None else int(player.won),
        hands=0 if player is None else player.hands,
        is_new=player is not None and player.is_new,
        owes_small=player is not None and player.owes_small,
        owes_big=player is not None and player.owes_big,
        has_played=person.has_played,
        left_at=person.left_at,
        removed_at=person.removed_at,
        is_banned=person.is_banned,
        link=person.link,
        is_link_given=person.is_link_given,
        hidden_hands=person.hidden_hands,
    )


def _record_tournament(kept: Tournament) -> TournamentRecord | None:
    if kept.started_at is None:
        return None
    places = dict(kept.places)
    return TournamentRecord(kept.started_at, kept.paused, kept.pool, places, kept.talked)


def restore_record(table: LoggedTable, record: TableRecord, done: Done) -> None:
    """Restore a table that was just opened to its state at the end of a hand.

    Args:
        table: The table.
        record: The state in the log.
        done: The intents that were done last.
    """
    table.version, table._at = record.version, record.at
    if record.settings != table.settings:
        table._change_game(record.settings)
    table._next_deal = record.at + table.settings.rest
    table.said.extend(record.said)
    table.joined, table.forgotten = record.joined, record.forgotten
    for one in record.people.values():
        person = Person(one.id, one.name, one.key, is_host=one.is_host, bot=one.bot)
        table.people[one.id] = person
        person.seat, person.is_asking = one.seat, one.is_asking
        person.is_away, person.away_at = one.is_away, one.away_at
        person.amount, person.bank, person.late = one.amount, one.bank, one.late
        person.bought, person.taken = one.bought, one.taken
        person.buying, person.new_stack = one.buying, one.new_stack
        person.has_played, person.hidden_hands = one.has_played, one.hidden_hands
        person.left_at = one.left_at
        person.removed_at, person.is_banned = one.removed_at, one.is_banned
        person.link, person.is_link_given = one.link, one.is_link_given
        for id, (version, at) in done.get(one.id, {}).items():
            person.acknowledge(id, version, at)
        if one.stack is None or one.seat is None:
            continue
        # A player without chips keeps the seat.
        player = table._table.join(
            table._make_guest(person), name=one.name, seat=one.seat, stack=one.stack or 1
        )
        player.stack, player.won, player.hands = one.stack, one.won, one.hands
        # In a tournament blinds are posted for players who are away.
        player.is_away = one.is_away and not table.is_tournament
        player.is_new = one.is_new
        player.owes_small, player.owes_big = one.owes_small, one.owes_big
    if record.tournament is not None:
        kept = record.tournament
        table.tournament.started_at, table.tournament.paused = kept.started_at, kept.paused
        table.tournament.pool, table.tournament.places = kept.pool, dict(kept.places)
        table.tournament.talked = kept.talked
        # The winner is placed last.
        table.is_over = any(place == 1 for place, _ in kept.places.values())
    table.kept = record
    table._table.resume(TableProgress(record.hand, record.house, record.places, record.lineup))
