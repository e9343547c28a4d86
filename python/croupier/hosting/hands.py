"""Hands of a hosted table as histories, with what somebody has seen of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.histories import HandHistory
from croupier.hosting.entries import Entry
from croupier.hosting.table import HostedTable

__all__ = ["list_histories", "write_hands"]


def write_hands(kept: Iterable[Entry], person_id: str | None = None, hidden_hands: int = 0) -> str:
    """Return all hands of a table in the notation of PHH.

    Args:
        kept: All entries of its log.
        person_id: Who asks: cards that they have not seen are unknown. `None` for somebody who
            only watches.
        hidden_hands: The last hand that the person is shown as a spectator is.

    Returns:
        A file of many hands; empty if there are none.
    """
    return "\n".join(
        f"[{number}]\n{history.dumps().rstrip()}\n"
        for number, history in enumerate(list_histories(kept, person_id, hidden_hands), 1)
    )


def list_histories(
    kept: Iterable[Entry], person_id: str | None = None, hidden_hands: int = 0
) -> Iterator[HandHistory]:
    """Yield all hands of a table as histories.

    Args:
        kept: All entries of its log.
        person_id: Who asks: cards that they have not seen are unknown. `None` for somebody who
            only watches.
        hidden_hands: The last hand that the person is shown as a spectator is.

    Yields:
        The histories.
    """
    for event, ids in HostedTable.list_hands(kept):
        is_own = person_id in ids and event.number + 1 > hidden_hands
        index = ids.index(person_id) if person_id is not None and is_own else None
        seen = event.state.observe(index)
        yield HandHistory.from_game_state(
            event.game,
            seen,
            hand=event.number + 1,
            players=list(event.names),
            seats=[seat + 1 for seat in event.seats],
            finishing_stacks=list(seen.stacks),
        )
