"""Hands and tables as coloured text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from croupier.cards import Card
from croupier.cli.output.console import show_cards
from croupier.views import BoardView, Line, LinePart, TableView, Tone
from croupier.views.play_by_play import describe_hole_cards

__all__ = ["show_boards", "show_hole_cards", "style_line"]

_STYLES = {
    Tone.PLAIN: "",
    Tone.LOW: "dim",
    Tone.BET: "yellow",
    Tone.STRONG: "bold",
    Tone.POT: "cyan",
    Tone.WIN: "bold green",
}
_NO_CARD = "--"
# A card is two letters wide, and a blank is between cards.
_STEP = 3


def style_line(line: Line | Iterable[LinePart], *, dim: bool = False) -> Text:
    """Return words and cards as coloured text.

    >>> style_line([LinePart("Ann shows "), LinePart(Card.clean("AsKd"))]).plain
    'Ann shows A♠ K♦'

    Args:
        line: What is said.
        dim: Whether to hold the cards back.

    Returns:
        The text.
    """
    parts = line.parts if isinstance(line, Line) else line
    return Text().join(
        Text(part.what, style=_STYLES[part.tone])
        if isinstance(part.what, str)
        else show_cards(part.what, dim=dim)
        for part in parts
    )


def show_hole_cards(
    cards: Sequence[Card],
    statuses: Sequence[bool],
    *,
    dim: bool = False,
    numbered: bool = False,
) -> Text:
    """Return a player's cards as coloured text, those that lie face up behind the word "up".

    >>> show_hole_cards(Card.clean("AsKd2c"), (False, False, True)).plain
    'A♠ K♦ up 2♣'
    >>> show_hole_cards(Card.clean("AsKd2c"), (False, True, False), numbered=True).plain
    '1:A♠ 3:2♣ up 2:K♦'

    Args:
        cards: The cards.
        statuses: Which of them lie face up.
        dim: Whether to hold them back.
        numbered: Whether they have the numbers by which their player calls them.

    Returns:
        The text.
    """
    return style_line(describe_hole_cards(cards, statuses, numbered=numbered), dim=dim)


def show_boards(view: TableView, heading: Text) -> list[Text]:
    """Return the boards, as they lie, with words before the first row.

    Plain boards stand on the line of the words; others have a line for each row.

    >>> from croupier.games import make_game
    >>> from croupier.views import view_table
    >>> state = make_game("double_board_holdem")(200, 2, seed=1)
    >>> for _ in range(2):
    ...     operation = state.check_or_call()
    >>> for line in show_boards(view_table(state), Text("Pot 4")):
    ...     print(line.plain)
    Pot 4   Top     A♥ 7♦ Q♣ -- --
            Bottom  3♣ J♦ 5♦ -- --

    Args:
        view: What is shown.
        heading: What stands before the boards.

    Returns:
        The lines.
    """
    rows = [row for board in view.boards for row in _show_rows(board)]
    if not rows or all(len(board.rows) == 1 for board in view.boards):
        return [Text("   ").join([heading, *rows])]
    indent = Text(" " * heading.cell_len)
    return [(indent if number else heading) + Text("   ") + row for number, row in enumerate(rows)]


def _show_rows(board: BoardView) -> list[Text]:
    if not any(card for row in board.rows for card in row.cards):
        return []
    widest = max(len(row.cards) for row in board.rows)
    label = max(len(row.label) for row in board.rows)
    shown = []
    for row in board.rows:
        cells = []
        for card, is_gap in zip(row.cards, row.gaps, strict=True):
            if card is None:
                cells.append(Text("  " if is_gap else _NO_CARD, style="dim"))
            else:
                cells.append(show_cards([card.card], dim=card.dead))
        before = (widest - len(row.cards)) * _STEP // 2 if board.centred else 0
        name = Text(f"{row.label:<{label}}  " if label else "", style="dim")
        shown.append(name + Text(" " * before) + Text(" ").join(cells))
        shown[-1].rstrip()
    return shown
