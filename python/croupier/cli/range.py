"""`croupier range`: what a range is, as a grid and as numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from croupier.analysis import Range, starting_hand_equities
from croupier.analysis.ranges.classes import RANKS, STARTING_HANDS, class_of
from croupier.cli.console import console

__all__ = ["show_range"]

_GRID_CARDS = 2
_STYLES = {"": "black on color(172)", "s": "black on color(72)", "o": "black on color(110)"}
_SOME = 40


def show_range(
    *text: str,
    cards: Annotated[int, Parameter(name=["--cards", "-c"])] = 2,
    dead: str = "",
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
    png: str | None = None,
    svg: str | None = None,
) -> None:
    """Show a range: its grid, how many hands it has, and the shortest way to write it.

    Parameters
    ----------
    text
        The range, such as "22+, AJs+, KQo:0.5" or "top 15%".
    cards
        How many hole cards a player has; four for Omaha.
    dead
        Cards that are known to be elsewhere: hands with them are left out.
    as_json
        Print numbers for other programs instead of a grid.
    png
        Save a picture of the grid as this file; it needs matplotlib.
    svg
        Save a picture of the grid as this SVG file.
    """
    found = Range.parse(*text, card_count=cards).without(dead)
    if png is not None:
        found.draw(png, title=", ".join(text))
    if svg is not None:
        Path(svg).write_text(found.svg(title=", ".join(text)), encoding="utf-8")
    if as_json:
        hands = {"".join(map(repr, hand)): found.weight(hand) for hand in found.combos()}
        data = {
            "range": str(found),
            "cards": cards,
            "hands": found.combo_count,
            "weight": found.total,
            "fraction": found.fraction,
            "weights": hands,
        }
        print(json.dumps(data))
        return
    if cards == _GRID_CARDS:
        console.print(_make_grid(found))
    else:
        _show_some(found)
    _show_numbers(found)
    for path in (png, svg):
        if path is not None:
            console.print(Text(f"The picture is {path}.", style="dim"))


def _make_grid(found: Range) -> Table:
    weights = dict.fromkeys(STARTING_HANDS, 0.0)
    counts = dict.fromkeys(STARTING_HANDS, 0)
    for name, size in ((name, _size(name)) for name in STARTING_HANDS):
        counts[name] = size
    for hand in found.combos():
        name = class_of(hand)
        weights[name] += found.weight(hand) / counts[name]
    table = Table.grid(padding=(0, 0))
    for _ in RANKS:
        table.add_column(width=5, justify="center")
    for start in range(0, len(STARTING_HANDS), len(RANKS)):
        row = STARTING_HANDS[start : start + len(RANKS)]
        table.add_row(*(_make_cell(name, weights[name]) for name in row))
    return table


def _size(name: str) -> int:
    return {"": 6, "s": 4, "o": 12}[name[2:]]


def _make_cell(name: str, weight: float) -> Text:
    if weight <= 0:
        return Text(f"{name:^5}", style="dim")
    text = name if weight > 1 - 1e-9 else f"{weight:.0%}"
    return Text(f"{text:^5}", style=_STYLES[name[2:]])


def _show_some(found: Range) -> None:
    hands = found.combos()
    for hand in hands[:_SOME]:
        console.print(Text("".join(map(repr, hand))))
    if len(hands) > _SOME:
        console.print(Text(f"… and {len(hands) - _SOME:,} more", style="dim"))


def _show_numbers(found: Range) -> None:
    weight = f"{found.total:g}" if found.total != found.combo_count else ""
    table = Table.grid(padding=(0, 2))
    table.add_row("Hands", f"{found.combo_count:,}")
    if weight:
        table.add_row("Weight", weight)
    table.add_row("Of all", f"{found.fraction:.2%}")
    if found.card_count == _GRID_CARDS and len(found):
        equities = starting_hand_equities()
        shares = [found.weight(hand) * equities[class_of(hand)] for hand in found.combos()]
        table.add_row("Against a random hand", f"{sum(shares) / found.total:.2%}")
        table.add_row("Written", escape(str(found)))
    console.print(table)
