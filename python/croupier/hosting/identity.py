"""Who is who at a hosted table: secrets, private links, names, and people who left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from croupier.hosting import entries as log
from croupier.hosting.people import Person

if TYPE_CHECKING:
    from croupier.hosting.logged_table import LoggedTable

__all__ = [
    "MAX_LEFT",
    "REMOVED_MILLISECONDS",
    "IdentityEntry",
    "apply_identity",
    "list_departed",
    "list_forgettable",
]

MAX_LEFT: Final = 200
"""The most people who left and are still in the ledger by name."""

REMOVED_MILLISECONDS: Final = 10 * 60 * 1000
"""The time after which a person whom the host removed may ask for a seat again."""

IdentityEntry: TypeAlias = (
    log.Joined | log.Named | log.Linked | log.Keyed | log.Forgotten | log.Banned
)


def apply_identity(table: LoggedTable, entry: IdentityEntry) -> None:
    """Apply an entry about who is at a table.

    Args:
        table: The table.
        entry: The entry.
    """
    people = table.people
    match entry:
        case log.Joined():
            table.joined += 1
            people[entry.person] = Person(
                entry.person, entry.name, entry.key, is_host=entry.is_host, bot=entry.bot
            )
        case log.Named():
            people[entry.person].name = entry.name
        case log.Linked():
            person = people[entry.person]
            person.link, person.is_link_given = entry.link, entry.given
        case log.Keyed():
            person = people[entry.person]
            person.key, person.link, person.is_link_given = entry.key, "", False
            if entry.given:
                person.hidden_hands = table.hand
        case log.Banned():
            person = people[entry.person]
            person.is_banned = entry.banned
            person.removed_at = 0
        case log.Forgotten():
            bought, taken = table.forgotten
            for id in entry.people:
                gone = people.pop(id, None)
                if gone is not None:
                    bought, taken = bought + gone.bought, taken + gone.taken
                    table.fairness.promises.pop(id, None)
            table.forgotten = bought, taken


def list_departed(table: LoggedTable) -> list[Person]:
    """Return the people who left, who are in the ledger alone, the first to leave first.

    Hosts, players with a place in a tournament, and people whose cash-out is not in the log yet are
    left out.

    Args:
        table: The table.

    Returns:
        The people.
    """
    pending = {person_id for _, person_id, _ in table.transfers}
    found = [
        person
        for person in table.people.values()
        if person.left_at
        and person.seat is None
        and not person.is_host
        and person.id not in pending
        and person.id not in table.tournament.places
    ]
    return sorted(found, key=lambda person: person.left_at)


def list_forgettable(table: LoggedTable, now: int) -> list[str]:
    """Return the people who left and of whom nothing has to be kept.

    These are people who were never dealt cards, and the first to leave when there are too many.

    Args:
        table: The table.
        now: The time, in milliseconds since 1970.

    Returns:
        Their IDs.
    """
    departed = list_departed(table)
    too_many = len(departed) - MAX_LEFT
    return [
        person.id
        for number, person in enumerate(departed)
        if number < too_many or (not person.has_played and not _is_kept_out(person, now))
    ]


def _is_kept_out(person: Person, now: int) -> bool:
    is_removed = bool(person.removed_at) and now - person.removed_at < REMOVED_MILLISECONDS
    return not person.bot and (person.is_banned or is_removed)
