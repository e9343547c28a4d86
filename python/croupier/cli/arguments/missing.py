"""Cards that a question does not name, and which may be any."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from croupier.cli.output.console import console

if TYPE_CHECKING:
    from croupier.cards import Card

__all__ = ["find_missing", "print_missing"]

_FLOP = 3


def find_missing(showdown: Any, hands: Sequence[str], board: str) -> list[str]:
    """Return what may be any card although somebody may have meant to name it.

    The cards to come are no such thing: only hands and flops of which a part is named.

    Args:
        showdown: What game it is.
        hands: What was said of the players.
        board: The cards of the board.

    Returns:
        One text for each hand or board.
    """
    found = []
    for hand in hands:
        cards = _read(hand)
        missing = showdown.hole_count - len(cards)
        if cards and missing > 0:
            found.append(f"{missing} of {showdown.hole_count} hole cards of {hand}")
    for part in board.split("/"):
        missing = _FLOP - len(_read(part))
        if 0 < missing < _FLOP <= showdown.board_count:
            found.append(f"{missing} of the {_FLOP} cards of the flop")
    return found


def print_missing(missing: Sequence[str]) -> None:
    """Say which cards may be any.

    Args:
        missing: What `find_missing` found.
    """
    if missing:
        message = f"Not named, so any card may be there: {'; '.join(missing)}"
        console.print(Text(message, style="yellow"), soft_wrap=True)


def _read(text: str) -> tuple[Card, ...]:
    from croupier.cards import Card

    try:
        return Card.clean(text.strip())
    except ValueError:
        # A range, of which nothing is missing.
        return ()
