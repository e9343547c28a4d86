"""The stacks, seats and clocks of everybody between two hands, as the log keeps them."""

from __future__ import annotations

from croupier.hosting import entries as log
from croupier.hosting.logged_table import LoggedTable
from croupier.hosting.people import Person
from croupier.hosting.tournaments import Tournament
from croupier.tables.table import TableProgress

__all__ = ["make_record", "restore_record"]


def make_record(table: LoggedTable, progress: TableProgress, now: int) -> log.Ended:
    """Return the entry that says where everybody is when a hand is over.

    Args:
        table: The table.
        progress: How far it is.
        now: The time, in milliseconds since 1970.

    Returns:
        The entry, from which the table can be opened again.
    """
    people = []
    for one in table.people.values():
        player = table.find_player(one)
        people.append(
            log.PersonRecord(
                id=one.id,
                name=one.name,
                key=one.key,
                is_host=one.is_host,
                bot=one.bot,
                seat=one.seat,
                is_asking=one.is_asking,
                is_away=one.is_away,
                away_at=one.away_at,
                amount=one.amount,
                bank=one.bank,
                late=one.late,
                bought=one.bought,
                taken=one.taken,
                buying=one.buying,
                new_stack=one.new_stack,
                has_played=one.has_played,
                left_at=one.left_at,
                removed_at=one.removed_at,
                is_banned=one.is_banned,
                link=one.link,
                is_link_given=one.is_link_given,
                hidden_hands=one.hidden_hands,
                done=one.acknowledged,
                stack=None if player is None else player.stack,
                won=0 if player is None else player.won,
                hands=0 if player is None else player.hands,
                is_new=player is not None and player.is_new,
                owes_small=player is not None and player.owes_small,
                owes_big=player is not None and player.owes_big,
            )
        )
    return log.Ended(
        at=now,
        hand=table.hand,
        people=people,
        house=progress.house,
        places=progress.places,
        lineup=progress.lineup,
        version=table.version + 1,
        tournament=_record_tournament(table.tournament),
        settings=None if table.settings == table.opened.settings else table.settings,
        said=list(table.said),
        joined=table.joined,
        forgotten=table.forgotten,
    )


def _record_tournament(kept: Tournament) -> log.TournamentRecord | None:
    if kept.started_at is None:
        return None
    places = dict(kept.places)
    return log.TournamentRecord(kept.started_at, kept.paused, kept.pool, places, kept.talked)


def restore_record(table: LoggedTable, ended: log.Ended) -> None:
    """Restore a table that was just opened to its state at the end of a hand.

    Args:
        table: The table.
        ended: The entry that says where everybody was.
    """
    table.version, table._at = ended.version, ended.at
    if ended.settings is not None:
        table._change_game(ended.settings)
    table._next_deal = ended.at + table.settings.rest
    table.said.extend(ended.said)
    table.joined = max(ended.joined, len(ended.people))
    table.forgotten = ended.forgotten
    for one in ended.people:
        person = Person(one.id, one.name, one.key, is_host=one.is_host, bot=one.bot)
        table.people[one.id] = person
        person.seat, person.is_asking = one.seat, one.is_asking
        person.is_away, person.away_at = one.is_away, one.away_at
        person.amount, person.bank, person.late = one.amount, one.bank, one.late
        person.bought, person.taken = one.bought, one.taken
        person.buying, person.new_stack = one.buying, one.new_stack
        person.has_played, person.hidden_hands = one.has_played, one.hidden_hands
        # Records of earlier versions do not say when people left.
        has_left = one.seat is None and bool(one.bought)
        person.left_at = one.left_at or (ended.at if has_left else 0)
        person.removed_at, person.is_banned = one.removed_at, one.is_banned
        person.link, person.is_link_given = one.link, one.is_link_given
        for id, done in one.done.items():
            person.acknowledge(id, done)
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
    if ended.tournament is not None:
        kept = ended.tournament
        table.tournament.started_at, table.tournament.paused = kept.started_at, kept.paused
        table.tournament.pool, table.tournament.places = kept.pool, dict(kept.places)
        table.tournament.talked = kept.talked
        # The winner is placed last.
        table.is_over = any(place == 1 for place, _ in kept.places.values())
    table._table.resume(TableProgress(ended.hand, ended.house, ended.places, ended.lineup))
