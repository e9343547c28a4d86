"""The rounds of fair dealing at a table: commitments, decks, numbers and replaced decks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import RefusedError
from croupier.histories import HandHistory
from croupier.hosting import entries as log
from croupier.hosting import intents
from croupier.hosting.deal_replay import write_setup
from croupier.hosting.entries import Entry
from croupier.hosting.fairness import MAX_ATTEMPTS, VERSION, commit_number
from croupier.tables.preview import preview_hand

if TYPE_CHECKING:
    from croupier.hosting.logged_table import LoggedTable
    from croupier.hosting.people import Person

__all__ = [
    "commit",
    "handle_pledge",
    "handle_reveal",
    "make_commitment",
    "make_replacement",
    "replace_deck",
]


def handle_pledge(
    table: LoggedTable, person: Person, intent: intents.Pledge, now: int
) -> log.Promised:
    """Return the entry for the commitment of a player to a number.

    Raises:
        RefusedError: No commitment is expected from the player now.
    """
    fairness = table.fairness
    if person.seat is None:
        raise RefusedError("only who sits at the table can do that", code="not-seated")
    if not table.settings.fair or fairness.fixed is not None or intent.hand != table.hand + 1:
        raise RefusedError(
            f"the deck of hand {intent.hand} is committed to already", code="stale-promise"
        )
    if intent.attempt != fairness.attempt or person.name in fairness.silent:
        raise RefusedError("no commitment is expected from you now", code="stale-promise")
    others = (one for id, one in fairness.promises.items() if id != person.id)
    if intent.promise in others:
        raise RefusedError("another player sent the same commitment", code="stale-promise")
    return log.Promised(at=now, person=person.id, promise=intent.promise)


def handle_reveal(
    table: LoggedTable, person: Person, intent: intents.Reveal, now: int
) -> log.Revealed:
    """Return the entry for the number of a player.

    Raises:
        RefusedError: No number is expected from the player now, or it is another number.
    """
    fairness = table.fairness
    fixed = None if fairness.fixed is None else fairness.fixed.entry
    if (
        fixed is None
        or (intent.hand, intent.attempt) != (fixed.hand, fixed.attempt)
        or person.name in fairness.numbers
    ):
        raise RefusedError("no number is expected from you now", code="stale-promise")
    promise = fairness.promised.get(person.name)
    if promise is None or commit_number(fairness.context, intent.number) != promise:
        raise RefusedError("the number does not fit your commitment", code="wrong-number")
    return log.Revealed(at=now, person=person.id, number=intent.number)


def make_commitment(table: LoggedTable, now: int, secret: str) -> log.Committed:
    """Return the entry by which the server commits to the deck of the next hand."""
    fairness = table.fairness
    promises = {
        table.people[id].name: promise
        for id, promise in fairness.promises.items()
        if table.people[id].seat is not None
    }
    return log.Committed(
        at=now,
        hand=table.hand + 1,
        secret=secret,
        promises=promises,
        version=VERSION,
        table=fairness.code,
        attempt=fairness.attempt,
    )


def make_replacement(table: LoggedTable, now: int) -> list[Entry]:
    """Return the entries by which a deck is replaced, because a player did not reveal a number."""
    replaced = log.Replaced(at=now, hand=table.hand + 1)
    if table.fairness.attempt < MAX_ATTEMPTS:
        return [replaced]
    # Decks are not replaced without end: the host has to see who withholds numbers.
    return [replaced, log.Paused(at=now, paused=True)]


def commit(table: LoggedTable, entry: log.Committed) -> None:
    """Commit to the deck of the next hand, which is as it would begin now."""
    cards = table._list_deck()
    if entry.version < VERSION:
        table.fairness.commit(entry, cards)
        return
    table._choose_lineup(entry.at)
    hand = preview_hand(table._table)
    assert hand is not None
    game, state, players = hand
    names = [player.name for player in players]
    seats = [player.seat + 1 for player in players]
    history = HandHistory.from_game_state(game, state, players=names, seats=seats)
    table.fairness.commit(
        entry,
        cards,
        setup=write_setup(history),
        definition=state._setup.definition.to_json(),
        board_count=state.starting_board_count,
        players=names,
    )


def replace_deck(table: LoggedTable, entry: log.Replaced) -> None:
    """Replace the deck of the next hand."""
    table.fairness.replace_deck()
    silent = ", ".join(sorted(table.fairness.silent))
    table.notice = (
        f"The deck of hand {entry.hand} was replaced: {silent} did not reveal a number in time."
    )
    table._next_deal = entry.at
    table._settle()
