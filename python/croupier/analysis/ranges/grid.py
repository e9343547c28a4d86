"""Ranges as the usual grid of starting hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path

from croupier.analysis.ranges.classes import RANKS, STARTING_HANDS, sets_of_class
from croupier.errors import UnsupportedError

__all__ = ["cells", "draw", "write_text"]

_SIZE = len(RANKS)


def cells(weights: Mapping[int, float], card_count: int) -> Iterator[tuple[str, float]]:
    """Yield each starting hand, row by row, with the mean weight of its hole cards.

    Args:
        weights: The weights by set of two cards.
        card_count: How many hole cards there are.

    Yields:
        The starting hand and the weight.

    Raises:
        UnsupportedError: There are not two hole cards.
    """
    if card_count != 2:
        raise UnsupportedError(
            f"only hands of two cards have a grid, not of {card_count}", code="card-count"
        )
    for hand in STARTING_HANDS:
        sets = sets_of_class(hand)
        yield hand, sum(weights.get(number, 0.0) for number in sets) / len(sets)


def write_text(weights: Mapping[int, float], card_count: int, *, colour: bool) -> str:
    """Write the grid for a terminal.

    Args:
        weights: The weights by set of two cards.
        card_count: How many hole cards there are.
        colour: Whether to use the colours of terminals.

    Returns:
        The grid, a line for each row.
    """
    texts = []
    for hand, weight in cells(weights, card_count):
        whole = abs(weight - 1) < 1e-9
        text = hand if whole else f"{weight:.0%}" if weight > 0 else "."
        texts.append((f"{text:<4}", weight > 0))
    if colour:
        shown = [f"\x1b[7m{text}\x1b[0m" if held else text for text, held in texts]
    else:
        shown = [text for text, _ in texts]
    rows = (shown[start : start + _SIZE] for start in range(0, len(shown), _SIZE))
    return "\n".join(" ".join(row).rstrip() for row in rows)


def draw(
    path: str | PathLike[str], weights: Mapping[int, float], card_count: int, *, title: str
) -> Path:
    """Draw the grid with matplotlib, and save the picture.

    Args:
        path: Where the picture goes; its suffix says what kind it is of.
        weights: The weights by set of two cards.
        card_count: How many hole cards there are.
        title: What stands above it.

    Returns:
        Where the picture is.
    """
    found = list(cells(weights, card_count))
    largest = max(1.0, *(weight for _, weight in found))
    rows = [found[start : start + _SIZE] for start in range(0, len(found), _SIZE)]
    from croupier.plots import draw_cells

    return draw_cells(
        path,
        [[weight / largest if weight > 0 else None for _, weight in row] for row in rows],
        texts=[[_cell_text(hand, weight) for hand, weight in row] for row in rows],
        title=title,
        bounds=(0, 1),
    )


def _cell_text(hand: str, weight: float) -> str:
    partly = weight > 0 and abs(weight - 1) > 1e-9
    return f"{hand}\n{weight:.0%}" if partly else hand
