"""Restoring of hosted tables and of their hands from logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from croupier.errors import PokerError, RefusedError
from croupier.hosting import entries as log
from croupier.hosting.entries import Entry
from croupier.hosting.logged_table import DifferentRulesError, LoggedTable
from croupier.hosting.records import TableRecord, fold, restore_record

if TYPE_CHECKING:
    from croupier.tables.events import HandEnded

__all__ = ["list_hands", "restore"]

T = TypeVar("T", bound=LoggedTable)
_BETWEEN_HANDS = log.Ended, log.Snapshot
_OF_HANDS = (
    log.Dealt | log.Moved | log.Planned | log.Promised | log.Committed | log.Replaced | log.Revealed
)


def restore(kind: type[T], kept: Iterable[Entry], *, with_hand: bool) -> T:
    """Open a table again.

    Args:
        kind: The class of the table.
        kept: The entries of its log.
        with_hand: Whether to continue an unfinished hand.

    Returns:
        The table, as it was after the last of them.

    Raises:
        RefusedError: The entries do not begin with the opening, or contradict each other.
        DifferentRulesError: A hand replays differently from the log.
    """
    known = list(kept)
    if not known or not isinstance(known[0], log.Opened):
        raise RefusedError("the log of a table begins with its opening", code="log-opening")
    try:
        ends = _list_ends(known)
        if len(ends) > 1 and with_hand:
            # The last hand is played again, so that people see it.
            try:
                return _play_again(kind, known, ends[-2])
            except DifferentRulesError:
                pass
        cancelled = [n for n, one in enumerate(known) if isinstance(one, log.Cancelled)]
        if with_hand and cancelled and cancelled[-1] > ends[-1]:
            try:
                return _play_again(kind, known, ends[-1])
            except DifferentRulesError:
                # The hand that differs was cancelled later.
                return _play_again(kind, known, ends[-1], hands_from=cancelled[-1])
        return _play_again(kind, known, ends[-1], hands_from=0 if with_hand else len(known))
    except PokerError:
        raise
    except Exception as error:
        # Damaged entries can fail anywhere.
        raise _refuse(error) from error


def list_hands(
    kind: type[LoggedTable], kept: Iterable[Entry]
) -> Iterator[tuple[HandEnded, tuple[str, ...]]]:
    """Play all hands of a log again, one by one.

    Args:
        kind: The class of the table.
        kept: All entries of the log.

    Yields:
        The hands, each with the ids of its players.

    Raises:
        RefusedError: The entries do not begin with the opening, or contradict each other.
    """
    try:
        yield from _list_hands(kind, kept)
    except PokerError:
        raise
    except Exception as error:
        raise _refuse(error) from error


def _refuse(error: Exception) -> RefusedError:
    return RefusedError(f"the entries contradict each other: {error!r:.200}", code="log-entry")


def _list_hands(
    kind: type[LoggedTable], kept: Iterable[Entry]
) -> Iterator[tuple[HandEnded, tuple[str, ...]]]:
    rest = iter(kept)
    first = next(rest, None)
    if not isinstance(first, log.Opened):
        raise RefusedError("the log of a table begins with its opening", code="log-opening")
    table, is_same = kind(first), True
    record = TableRecord(first, table.settings)
    for entry in rest:
        record.take(entry)
        if is_same:
            try:
                table.apply(entry)
            except PokerError:
                is_same = False
        if isinstance(entry, log.Ended | log.OldEnded):
            if is_same:
                yield from table.ended
                table.ended.clear()
            if not is_same or not table.is_as_kept:
                # The next hand starts from the log, not from this replay.
                table, is_same = kind(first), True
                restore_record(table, record.copy(), {})
    if is_same:
        yield from table.ended


def _play_again(kind: type[T], known: Sequence[Entry], start: int, *, hands_from: int = 0) -> T:
    """Restore a table from an index of its log, without the hands before another index."""
    opened = known[0]
    assert isinstance(opened, log.Opened)
    table = kind(opened)
    if start:
        restore_record(table, *fold(opened, table.settings, known[1 : start + 1]))
    for place, entry in enumerate(known[start + 1 :], start + 1):
        if place >= hands_from or not isinstance(entry, _OF_HANDS):
            table.apply(entry)
        else:
            table.version += 1
    return table


def _list_ends(known: Sequence[Entry]) -> list[int]:
    """Return the places in a log where no hand is played, from which a table can be opened again.

    The first is the opening, or the snapshot that follows where earlier entries were not read.
    """
    ends = [1 if len(known) > 1 and isinstance(known[1], log.Snapshot) else 0]
    for place, one in enumerate(known):
        if place < 2 or not isinstance(one, _BETWEEN_HANDS):
            continue
        if not isinstance(one, log.Ended | log.OldEnded) and ends[-1] == place - 1:
            # A snapshot is of the hand that has just ended.
            ends[-1] = place
        else:
            ends.append(place)
    return ends
