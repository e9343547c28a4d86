"""Views of a hand: the table as plain values, and words for all that happens.

Terminal, pictures, notebooks and pages are given the same view, which knows seats, cards, boards,
pots and choices, and no game. It shows what its state shows: a view for a player is made of what
`State.observe` returns.

>>> from croupier.games import make_game
>>> state = make_game("iron_cross")(200, 2, seed=1)
>>> from croupier.views import view_table
>>> view = view_table(state.observe(0), ["Ann", "Bob"], viewer=0)
>>> [seat.name for seat in view.seats], len(view.boards[0].rows), view.pot
(['Ann', 'Bob'], 3, 3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.later import import_later

if TYPE_CHECKING:
    from croupier.views.play_by_play import Line, LinePart, PlayByPlay, Tone
    from croupier.views.table import (
        BoardRowView,
        BoardView,
        CardView,
        PotView,
        SeatView,
        Standing,
        TableView,
        view_table,
    )
    from croupier.views.words import describe_choice, describe_choices

__all__ = [
    "BoardRowView",
    "BoardView",
    "CardView",
    "Line",
    "LinePart",
    "PlayByPlay",
    "PotView",
    "SeatView",
    "Standing",
    "TableView",
    "Tone",
    "describe_choice",
    "describe_choices",
    "view_table",
]

_LATER = {
    name: f"croupier.views.{module}"
    for module, names in {
        "table": (
            "BoardRowView",
            "BoardView",
            "CardView",
            "Standing",
            "PotView",
            "SeatView",
            "TableView",
            "view_table",
        ),
        "play_by_play": ("Line", "LinePart", "PlayByPlay", "Tone"),
        "words": ("describe_choice", "describe_choices"),
    }.items()
    for name in names
}
__getattr__, __dir__ = import_later("croupier.views", _LATER)
