"""Where everybody is between two hands, as the log keeps it."""

from __future__ import annotations

from croupier.hosting import entries as log
from croupier.hosting.folding import TableFold
from croupier.hosting.tournaments import Tournament
from croupier.tables.table import TableProgress

__all__ = ["make_record"]


def make_record(table: TableFold, progress: TableProgress, now: int) -> log.Ended:
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
    )


def _record_tournament(kept: Tournament) -> log.TournamentRecord | None:
    if kept.started_at is None:
        return None
    return log.TournamentRecord(kept.started_at, kept.paused, kept.pool, dict(kept.places))
