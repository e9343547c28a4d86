"""`croupier range`: what a range is, as a grid and as numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from croupier.cli.arguments.options import AsJson, Force, Picture
from croupier.cli.arguments.outputs import claim_picture
from croupier.cli.output.console import console, print_json, print_saved
from croupier.files import Claim, whole_text

if TYPE_CHECKING:
    from croupier.analysis import Range

__all__ = ["show_range"]

_GRID_CARDS = 2
_CELL = 5
_STYLES = {"": "black on color(172)", "s": "black on color(72)", "o": "black on color(110)"}
_SOME = 40


def show_range(
    *text: Annotated[str, Parameter(required=True)],
    cards: int = 2,
    dead: str = "",
    picture: Picture = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Show the hands of a range, as a grid and in numbers.

    Parameters
    ----------
    text
        The range, such as "22+, AJs+, KQo:0.5" or "top 15%".
    cards
        How many hole cards a player has; four for Omaha.
    dead
        Cards that are known to be elsewhere: hands with them are left out.
    picture
        Draw the grid into this file: .png, .svg or .pdf.
    force
        Replace the picture if it is there.
    as_json
        Print the results as JSON, and nothing else.
    """
    from croupier.analysis import Range

    place = claim_picture(picture, force=force, by_hand=(".svg",))
    found = Range.parse(*text, card_count=cards).without(dead)
    if place is not None:
        _draw(found, place, ", ".join(text))
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
        print_json(data)
        return
    if cards == _GRID_CARDS:
        console.print(_make_grid(found))
    else:
        _show_some(found)
    _show_shorts(found)
    if picture is not None:
        print_saved("picture", picture)


def _draw(found: Range, picture: Claim, title: str) -> None:
    if Path(picture).suffix == ".svg":
        # Needs no other package.
        with whole_text(picture) as text:
            text.write(found.svg(title=title))
    else:
        found.draw(picture, title=title)


def _make_grid(found: Range) -> Table:
    from croupier.analysis.ranges.classes import RANKS

    cells = found.cells()
    # Cells stand closer together where there is little room, but all in line.
    width = _CELL if console.width >= _CELL * len(RANKS) else _CELL - 1
    table = Table.grid(padding=(0, 0))
    for _ in RANKS:
        table.add_column(width=width, no_wrap=True)
    for start in range(0, len(cells), len(RANKS)):
        table.add_row(*(_make_cell(*cell, width) for cell in cells[start : start + len(RANKS)]))
    return table


def _make_cell(name: str, weight: float, width: int) -> Text:
    if weight <= 0:
        # Without colours a hand that is not there must not look like one that is.
        text = name if console.is_terminal and not console.no_color else "."
        return Text(f"{text:^{width}}", style="dim")
    text = name if weight > 1 - 1e-9 else f"{weight:.0%}"
    return Text(f"{text:^{width}}", style=_STYLES[name[2:]])


def _show_some(found: Range) -> None:
    hands = found.combos()
    for hand in hands[:_SOME]:
        console.print(Text("".join(map(repr, hand))))
    if len(hands) > _SOME:
        console.print(Text(f"… and {len(hands) - _SOME:,} more", style="dim"))


def _show_shorts(found: Range) -> None:
    from croupier.analysis import starting_hand_equities
    from croupier.analysis.ranges.classes import class_of

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
