"""How the board of a game is drawn: what a configuration says of it, and whether it can be so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from croupier.games.configuration.problems import Report, listed
from croupier.games.configuration.schema.model import Configuration, Layout
from croupier.games.configuration.schema.names import LayoutType, Location
from croupier.games.configuration.schema.steps import Deal
from croupier.games.configuration.schema.walking import walk_steps
from croupier.state.layout import BoardLayout, BoardRow

__all__ = ["check_layout", "find_layout"]

_PATH = "communityCardLayout"
_Names = tuple[str, ...]


def find_layout(configuration: Configuration) -> BoardLayout | None:
    """Return where the cards of the board lie.

    A part of a row has all cards of its subsets, one after the other. A cell of a grid has one
    card; of several cells with the same subsets the last one has all cards that are left. A single
    row need not be told.

    >>> from croupier.games import load
    >>> layout = find_layout(load("double_board_holdem"))
    >>> [(row.label, len(row.places)) for row in layout.rows]
    [('Top', 5), ('Bottom', 5)]

    Args:
        configuration: The game.

    Returns:
        The layout; `None` where the game says nothing of it.
    """
    layout = configuration.layout
    if layout is None:
        return None
    dealt = tuple(_list_dealt(configuration))
    homes = _find_homes(layout, dealt)
    rows: list[BoardRow] = []
    if _is_single_row(layout):
        rows = [BoardRow(None, dealt)]
    elif layout.type is LayoutType.GRID:
        widest = max(map(len, layout.cells), default=0)
        held = [
            [homes.get((number, column), []) for column in range(widest)]
            for number in range(len(layout.cells))
        ]
        widths = [max(1, *(len(row[column]) for row in held)) for column in range(widest)]
        rows = [BoardRow(None, tuple(_fill(row, widths))) for row in held]
    else:
        for number, row in enumerate(layout.rows):
            places: list[_Names | None] = []
            for column, part in enumerate(row.parts):
                places += [None] if part is None else homes.get((number, column), [])
            rows.append(BoardRow(row.label, tuple(places)))
    return BoardLayout(tuple(rows), layout.type is LayoutType.BRANCHING, dealt)


def check_layout(configuration: Configuration, report: Report) -> None:
    """Report what a layout leaves out or has too often; the game can be played all the same.

    Args:
        configuration: The configuration.
        report: What was found so far; warnings are added.
    """
    layout = configuration.layout
    if layout is None or _is_single_row(layout):
        return
    is_grid = layout.type is LayoutType.GRID
    needed, other = ("cells", "rows") if is_grid else ("rows", "cells")
    if not getattr(layout, needed):
        report.warn(f"{_PATH}.{needed}", f'is missing; "{layout.type}" needs it', "missing")
        return
    if getattr(layout, other):
        report.warn(f"{_PATH}.{other}", f'says nothing with "{layout.type}"')
    if layout.type is LayoutType.SINGLE_ROW and len(layout.rows) > 1:
        report.warn(f"{_PATH}.rows", f'must be one row for "{layout.type}", not {len(layout.rows)}')
    if is_grid:
        for number, row in enumerate(layout.cells):
            columns = layout.columns or len(layout.cells[0])
            if len(row) != columns:
                report.warn(
                    f"{_PATH}.cells[{number}]", f"must have {columns} cells, not {len(row)}"
                )
    dealt = list(_list_dealt(configuration))
    homes = _find_homes(layout, dealt)
    placed = Counter(names for held in homes.values() for names in held)
    for names, count in Counter(dealt).items():
        if placed[names] < count:
            said = listed((f'"{name}"' for name in names), "and") or "no subset"
            report.warn(_PATH, f"has no place for the cards of {said}")
    seen: set[_Names] = set()
    for (number, column), part in _list_parts(layout):
        path = f"{_PATH}.cells[{number}][{column}]"
        if not is_grid:
            path = f"{_PATH}.rows[{number}].subsets[{column}]"
        if part in seen and not is_grid:
            report.warn(path, f"{listed(part, 'and')} is there twice", "repeated-name")
        elif not homes[number, column]:
            report.warn(path, "is a place in which no card comes to lie")
        seen.add(part)


def _is_single_row(layout: Layout) -> bool:
    """Return whether the cards lie in one row, as they are dealt."""
    return layout.type is LayoutType.SINGLE_ROW and not layout.rows and not layout.cells


def _list_dealt(configuration: Configuration) -> Iterator[_Names]:
    """Yield the subsets of the cards of the board, in the order in which they are dealt."""
    for _, action, _ in walk_steps(configuration):
        if isinstance(action, Deal) and action.location is not Location.PLAYER:
            for cards in action.cards:
                yield from [tuple(cards.subsets)] * cards.number


def _list_parts(layout: Layout) -> Iterator[tuple[tuple[int, int], _Names]]:
    """Yield what a layout has a place for, row by row, with the row and the column."""
    is_grid = layout.type is LayoutType.GRID
    rows = layout.cells if is_grid else tuple(row.parts for row in layout.rows)
    for number, row in enumerate(rows):
        for column, part in enumerate(row):
            if part is not None:
                yield (number, column), part


def _find_homes(layout: Layout, dealt: Sequence[_Names]) -> dict[tuple[int, int], list[_Names]]:
    """Return which cards lie at each place of a layout.

    They are those whose subsets it names, or else those that are of all the subsets that it names.
    """
    parts = list(_list_parts(layout))
    homes: dict[tuple[int, int], list[_Names]] = {place: [] for place, _ in parts}
    for names in dealt:
        fitting = [place for place, part in parts if set(part) == set(names)]
        if not fitting:
            near = [(place, part) for place, part in parts if set(part) <= set(names)]
            fitting = [place for place, part in near if part == near[0][1]]
        if fitting:
            empty = [place for place in fitting if not homes[place]]
            homes[empty[0] if empty else fitting[-1]].append(names)
    return homes


def _fill(row: Sequence[list[_Names]], widths: Sequence[int]) -> Iterator[_Names | None]:
    """Yield the places of a row of a grid, with gaps where other rows are wider."""
    for held, width in zip(row, widths, strict=True):
        yield from held
        yield from [None] * (width - len(held))
