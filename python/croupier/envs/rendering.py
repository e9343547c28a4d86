"""The view of the player who decides, as text and as a picture."""

from __future__ import annotations

from typing import Any

from croupier.cards import Card
from croupier.tables import TableBatch
from croupier.tables.batch import DECISION_KINDS

__all__ = ["draw"]

_KNOWN = 56
_RANKS = "23456789TJQKA"
_SUITS = "cdhs"
_WIDTH = 480
_LINE = 22
_MARGIN = 16


def draw(batch: TableBatch, table: int, mode: str) -> str:
    """Show a table as the player to act sees it.

    >>> from croupier.tables import TableBatch
    >>> batch = TableBatch("nlhe", 1, stacks=200, player_count=2, seed=1)
    >>> print(draw(batch, 0, "ansi"))
    Street 1, pot 3
    Player 2: ... stack 199, bet 1
    Player 1: ?? ??, stack 198, bet 2
    Player 2 decides: fold, call 1, pot 0.5 for 3, pot 1 for 5, max for 199

    Args:
        batch: The tables.
        table: Which of them.
        mode: `ansi` or `svg`.

    Returns:
        Text, or SVG.
    """
    lines = list(_describe_table(batch, table))
    if mode == "ansi":
        return "\n".join(lines)
    from html import escape

    height = 2 * _MARGIN + _LINE * len(lines)
    rows = [
        f'<text x="{_MARGIN}" y="{_MARGIN + _LINE * place + 14}">{escape(line)}</text>'
        for place, line in enumerate(lines)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}"'
        f' viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" font-size="14">'
        f'<rect width="100%" height="100%" fill="#f4f1ea"/>{"".join(rows)}</svg>'
    )


def _describe_table(batch: TableBatch, table: int) -> Any:
    kind = DECISION_KINDS[int(batch.kinds[table])]
    if kind == "nothing":
        yield "The hand is over"
        return
    count = batch.player_count
    board = " ".join(_show(code) for code in batch.board[table] if code < _KNOWN)
    street = int(batch.streets[table]) + 1
    yield f"Street {street}, {board + ', ' if board else ''}pot {int(batch.pots[table])}"
    player = int(batch.players[table])
    for place in range(count):
        number = (player + place) % count + 1
        cards = " ".join(_show(code) for code in batch.cards[table, place])
        status = "" if batch.statuses[table, place] else ", out"
        yield (
            f"Player {number}: {cards}, stack {int(batch.stacks[table, place])},"
            f" bet {int(batch.bets[table, place])}{status}"
        )
    from croupier.envs.tables import name_actions

    names = name_actions(batch)
    chosen = []
    for place, name in enumerate(names):
        if not batch.legal[table, place]:
            continue
        added = int(batch.amounts[table, place]) if place < len(batch.menu) else 0
        joined = f"{name} {added}" if name == "call" else f"{name} for {added}"
        chosen.append(joined if added else name)
    yield f"Player {player + 1} decides{'' if kind == 'bet' else f' what to {kind}'}: " + ", ".join(
        chosen
    )


def _show(code: Any) -> str:
    number = int(code)
    if number >= _KNOWN:
        return "??"
    if number >= len(_RANKS) * len(_SUITS):
        return "joker"
    return repr(Card.clean(f"{_RANKS[number // 4]}{_SUITS[number % 4]}")[0])
