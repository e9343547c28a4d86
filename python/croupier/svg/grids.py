"""Grids: ranges of starting hands, and numbers as colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.svg.ink import Ink, Picture, Theme, fit, number
from croupier.texts import escape_markup

__all__ = ["draw_cells", "draw_hand_grid", "draw_strategy_grid"]

_CELL = 38
# From low to high: told apart by those who do not see red and green as well.
_SCALE = ((0xC8, 0x5A, 0x12), (0xF3, 0xEF, 0xE6), (0x1B, 0x66, 0xA8))
# Actions that are no bets, with their colours.
_PASSIVE = {"fold": "fold", "check": "call", "call": "call"}
_SYMBOLS = {"♥": "loss", "♦": "line-0", "♣": "win"}


def draw_hand_grid(
    cells: Sequence[tuple[str, float]],
    *,
    columns: int = 13,
    title: str = "",
    theme: str | Theme = Theme.AUTO,
) -> Picture:
    """Draw a grid of starting hands, in which a cell is filled by as much as its weight.

    >>> draw_hand_grid([("AA", 1.0), ("AKs", 0.5)], columns=2).count("<text")
    2

    Args:
        cells: The hands and their weights, row by row.
        columns: How many hands a row has.
        title: What stands above it, if anything.
        theme: `light`, `dark`, or `auto` for what the page is.

    Returns:
        The picture.
    """
    # Pairs, suited hands and others have colours of their own.
    kinds = {"s": "suited", "o": "offsuit"}
    filled = [(hand, weight, {kinds.get(hand[2:], "pair"): 1.0}) for hand, weight in cells]
    ink = Ink(theme)
    size, parts = _draw_grid(filled, columns, title, ink)
    held = sum(weight > 0 for _, weight in cells)
    summary = f"{held} of {len(cells)} starting hands are in it."
    return Picture.make(size, parts, ink, title=title or "A range", summary=summary)


def draw_strategy_grid(
    cells: Sequence[tuple[str, float, Mapping[str, float]]],
    totals: Mapping[str, float],
    *,
    columns: int = 13,
    title: str = "",
    theme: str | Theme = Theme.AUTO,
) -> Picture:
    """Draw what hands do: cells are as high as hands weigh, and as wide as actions are taken.

    >>> picture = draw_strategy_grid([("AA", 1.0, {"bet 4": 0.75, "check": 0.25})], {"bet 4": 0.75})
    >>> "bet 4 75.0%" in picture
    True

    Args:
        cells: The hands, their weights, and the part of each action, row by row.
        totals: The part of each action over all hands, which is told below.
        columns: How many hands a row has.
        title: What stands above it, if anything.
        theme: `light`, `dark`, or `auto` for what the page is.

    Returns:
        The picture.
    """
    ink = Ink(theme)
    names = list(dict.fromkeys([*totals, *(name for _, _, shares in cells for name in shares)]))
    bets = [name for name in names if name not in _PASSIVE]
    colours = _PASSIVE | {name: f"bet-{min(place, 3)}" for place, name in enumerate(bets)}
    filled = [
        (hand, weight, {colours[name]: share for name, share in shares.items()})
        for hand, weight, shares in cells
    ]
    (width, height), parts = _draw_grid(filled, columns, title, ink)
    room = width / max(1, len(totals))
    for place, (name, share) in enumerate(totals.items()):
        x = place * room + 4
        text, font = fit(f"{name} {share:.1%}", room - 24, 13)
        parts.append(
            f'<rect x="{number(x)}" y="{number(height + 6)}" width="14" height="14" rx="2"'
            f'{ink.paint(fill=colours[name])}/><text x="{number(x + 19)}"'
            f' y="{number(height + 18)}" font-size="{number(font)}"{ink.paint(fill="text")}>'
            f"{escape_markup(text)}</text>"
        )
    summary = " ".join(f"{name}: {share:.1%}." for name, share in totals.items())
    return Picture.make(
        (width, height + 28), parts, ink, title=title or "A strategy", summary=summary
    )


def _draw_grid(
    cells: Sequence[tuple[str, float, Mapping[str, float]]], columns: int, title: str, ink: Ink
) -> tuple[tuple[float, float], list[str]]:
    """Return the size of a grid, and its elements; the parts of a cell are by their colours."""
    paint = ink.paint
    top = 32 if title else 0
    # Weights above 1 are relative to the largest.
    largest = max([1.0, *(weight for _, weight, _ in cells)])
    size = (columns * _CELL, -(-len(cells) // columns) * _CELL + top)
    parts = [f'<rect width="100%" height="100%"{paint(fill="ground")}/>']
    if title:
        parts.append(
            f'<text x="{size[0] // 2}" y="21" font-size="16" font-weight="600"'
            f' text-anchor="middle"{paint(fill="text")}>{escape_markup(title)}</text>'
        )
    side = _CELL - 2
    for place, (hand, weight, shares) in enumerate(cells):
        x, y = place % columns * _CELL + 1, place // columns * _CELL + top + 1
        high = side * max(weight, 0.0) / largest
        parts.append(
            f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="3"{paint(fill="cell")}/>'
        )
        left = float(x)
        for colour, share in shares.items():
            if high > 0 and share > 0:
                wide = side * share
                parts.append(
                    f'<rect x="{number(left)}" y="{number(y + side - high)}"'
                    f' width="{number(wide)}" height="{number(high)}"'
                    f' rx="{number(min(3.0, high / 2, wide / 2))}"{paint(fill=colour)}/>'
                )
                left += wide
        # In cells that are about half full, the hand stands above what is filled.
        middle, font, name = side // 2 + 4, 12, "quiet"
        if high > side * 0.6:
            name = "onfelt"
        elif high > side * 0.25:
            middle, font = 13, 11
        parts.append(
            f'<text x="{x + side // 2}" y="{y + middle}" font-size="{font}"'
            f' text-anchor="middle"{paint(fill=name)}>{escape_markup(hand)}</text>'
        )
    return size, parts


def draw_cells(
    cells: Sequence[Sequence[float | None]],
    *,
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    texts: Sequence[Sequence[str]] = (),
    title: str = "",
    bounds: tuple[float, float] = (0.0, 1.0),
    theme: str | Theme = Theme.AUTO,
) -> Picture:
    """Draw a table whose cells have colours, from orange for the least to blue for the most.

    >>> draw_cells([[0.1, None]], rows=["♠"], columns=["A", "K"]).count("<rect")
    3

    Args:
        cells: The values, row by row; `None` for a cell that has none.
        rows: What stands beside the rows.
        columns: What stands above the columns.
        texts: What stands inside of the cells.
        title: What stands above.
        bounds: The values of the first and of the last colour.
        theme: `light`, `dark`, or `auto` for what the page is.

    Returns:
        The picture.
    """
    ink = Ink(theme)
    paint = ink.paint
    step = 46
    left = 30 if rows else 6
    top = (34 if title else 6) + (20 if columns else 0)
    wide = max((len(row) for row in cells), default=1)
    size = (left + wide * step + 6, top + len(cells) * step + 6)
    parts = [f'<rect width="100%" height="100%" rx="8"{paint(fill="ground")}/>']

    def write(text: str, x: float, y: float, font: float, colour: str, weight: int = 400) -> None:
        parts.append(
            f'<text x="{number(x)}" y="{number(y)}" font-size="{font}" text-anchor="middle"'
            f' font-weight="{weight}"{paint(fill=colour)}>{escape_markup(text)}</text>'
        )

    if title:
        write(title, size[0] / 2, 23, 15, "text", 600)
    for place, name in enumerate(columns):
        write(name, left + step * (place + 0.5), top - 7, 14, "text", 600)
    for place, name in enumerate(rows):
        write(name, left / 2 + 1, top + step * (place + 0.5) + 6, 18, _SYMBOLS.get(name, "text"))
    low, high = bounds
    for row, values in enumerate(cells):
        for column, value in enumerate(values):
            x, y = left + step * column + 1, top + step * row + 1
            box = f'<rect x="{x}" y="{y}" width="{step - 2}" height="{step - 2}" rx="4"'
            if value is None:
                parts.append(f"{box}{paint(fill='cell')}/>")
                continue
            shade = _mix((value - low) / ((high - low) or 1))
            parts.append(f'{box} fill="#{shade[0]:02x}{shade[1]:02x}{shade[2]:02x}"/>')
            if texts:
                dark = 0.3 * shade[0] + 0.59 * shade[1] + 0.11 * shade[2] < 140
                parts.append(
                    f'<text x="{x + step // 2 - 1}" y="{y + step // 2 + 3}" font-size="12"'
                    f' text-anchor="middle" fill="{"#ffffff" if dark else "#1f2328"}">'
                    f"{escape_markup(texts[row][column])}</text>"
                )
    return Picture.make(size, parts, ink, title=title or "A table of numbers")


def _mix(share: float) -> tuple[int, int, int]:
    """Return the colour of a share from 0 to 1."""
    place = min(max(share, 0.0), 1.0) * 2
    first = min(int(place), 1)
    below, above = _SCALE[first], _SCALE[first + 1]
    red, green, blue = (
        round(one + (other - one) * (place - first))
        for one, other in zip(below, above, strict=True)
    )
    return red, green, blue
