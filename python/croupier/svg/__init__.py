"""Pictures without any dependency: cards, tables, ranges, heat maps, charts, and players of hands.

They are SVG with drawings of our own, light or dark, and show themselves in notebooks.

>>> from croupier.svg import draw_cards
>>> draw_cards("AsKhQdJc").startswith("<svg")
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.later import import_later

if TYPE_CHECKING:
    from croupier.svg.cards import draw_cards
    from croupier.svg.charts import draw_bars, draw_lines
    from croupier.svg.grids import draw_cells, draw_hand_grid, draw_strategy_grid
    from croupier.svg.ink import Palette, Picture, Theme
    from croupier.svg.pages import Page, make_player
    from croupier.svg.table import draw_state, draw_table

__all__ = [
    "Page",
    "Palette",
    "Picture",
    "Theme",
    "draw_bars",
    "draw_cards",
    "draw_cells",
    "draw_hand_grid",
    "draw_lines",
    "draw_state",
    "draw_strategy_grid",
    "draw_table",
    "make_player",
]

_LATER = {
    name: f"croupier.svg.{module}"
    for module, names in {
        "cards": ("draw_cards",),
        "charts": ("draw_bars", "draw_lines"),
        "grids": ("draw_cells", "draw_hand_grid", "draw_strategy_grid"),
        "ink": ("Palette", "Picture", "Theme"),
        "pages": ("Page", "make_player"),
        "table": ("draw_state", "draw_table"),
    }.items()
    for name in names
}
__getattr__, __dir__ = import_later("croupier.svg", _LATER)
