"""Making hands fit for GTO Wizard, which reads the text of PokerStars with some limits."""

from __future__ import annotations

from copy import copy
from typing import Any

from croupier.errors import UnsupportedError
from croupier.histories.formats.base import Note
from croupier.histories.formats.sites.pokerstars_header import (
    TITLES,
    make_number,
    number_of,
    write_title,
)
from croupier.histories.history import HandHistory

__all__ = ["MAX_PLAYERS", "prepare"]

# The games that are surely read.
_READ = frozenset({"NT"})
MAX_PLAYERS = 10
"""How many players a hand may have."""


def prepare(
    history: HandHistory, *, cash: bool = False, level: int = 1
) -> tuple[HandHistory, list[Note]]:
    """Return a hand that GTO Wizard can import, and what was changed for it.

    Seats are numbered from 1 without gaps, since a button on seat 10 is not found. The hand gets a
    number if it has a name. Hands of play money are those of a tournament, unless it is said that
    they are not.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 f"],
    ...     seats=[10, 4],
    ...     hand="2z0scfgs6h8y",
    ... )
    >>> ready, notes = prepare(history)
    >>> ready.seats, ready.hand, [note.kind for note in notes]
    ([2, 1], 504090512932910326, ['number', 'seats', 'tournament'])

    Args:
        history: The hand, which is not changed.
        cash: Whether hands of play money are those of a cash game.
        level: The level of a tournament, where the hand does not say it.

    Returns:
        The other hand, and notes.

    Raises:
        UnsupportedError: There are too many players.
    """
    count = len(history.starting_stacks)
    if count > MAX_PLAYERS:
        raise UnsupportedError(
            f"there are {count} players, and room for {MAX_PLAYERS}", code="too-many-players"
        )
    notes: list[Note] = []
    if history.variant in TITLES and history.variant not in _READ:
        message = (
            f"GTO Wizard may not read {write_title(history.variant)}: it knows no-limit hold'em"
        )
        notes.append(Note("game", message))
    others = dict(history.user_defined_fields)
    changes: dict[str, Any] = {"user_defined_fields": others}
    number = number_of(history)
    if history.hand is not None and str(number) != str(history.hand):
        changes["hand"] = number
        notes.append(Note("number", f"the hand's name {history.hand} becomes the number {number}"))
    _number_seats(history, changes, notes)
    if not cash and not history.currency and "_tournament" not in others and _is_whole(history):
        others["_tournament"] = str(make_number(str(history.table or "croupier")))
        changes["level"] = history.level or level
        notes.append(Note("tournament", "the hand is written as one of a tournament"))
    ready = copy(history)
    vars(ready).update(changes)
    return ready, notes


def _is_whole(history: HandHistory) -> bool:
    return all(stack % 1 == 0 for stack in history.starting_stacks)


def _number_seats(history: HandHistory, changes: dict[str, Any], notes: list[Note]) -> None:
    seats = history.seats
    if not seats:
        return
    others = changes["user_defined_fields"]
    absent = [one for one in others.get("_sitting_out") or [] if isinstance(one, dict)]
    taken = sorted({*seats, *(one["seat"] for one in absent)})
    numbers = {seat: number for number, seat in enumerate(taken, start=1)}
    if all(seat == number for seat, number in numbers.items()):
        return
    changes["seats"] = [numbers[seat] for seat in seats]
    changes["seat_count"] = None
    if absent:
        others["_sitting_out"] = [{**one, "seat": numbers[one["seat"]]} for one in absent]
    button = others.get("_button")
    if button is not None and button not in numbers:
        # A dead button goes to the player before it, so that the same players act first.
        before = [seat for seat in taken if seat < button]
        button = before[-1] if before else taken[-1]
    if button is not None:
        others["_button"] = numbers[button]
    notes.append(Note("seats", f"the seats {', '.join(map(str, taken))} are numbered from 1"))
