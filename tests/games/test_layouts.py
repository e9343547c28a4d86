"""Where the cards of boards lie: what configurations say, and what is odd about it."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from croupier.agents.legal_moves import choose_randomly
from croupier.games import load, make_game
from croupier.games.configuration.compile.layouts import find_layout
from croupier.games.configuration.schema.names import Location
from croupier.games.configuration.schema.steps import Deal
from croupier.games.configuration.schema.walking import walk_steps
from croupier.state import Automation, BoardLayout, BoardRow

from .build import Json, bet, boards, cards, deal, game, holdem, read, warnings
from .files import read_all

GAMES = read_all()
LAID_OUT = [name for name, each in GAMES.items() if "communityCardLayout" in each]


def _named_boards() -> set[str]:
    found = set()
    for name in GAMES:
        for _, action, _ in walk_steps(load(name)):
            if not isinstance(action, Deal) or action.location is not Location.COMMUNITY:
                continue
            if any(cards.subsets for cards in action.cards):
                found.add(name)
    return found


def test_every_game_with_parts_of_the_board_has_a_layout() -> None:
    assert set(LAID_OUT) == _named_boards()
    assert len(LAID_OUT) >= 25


@pytest.mark.parametrize("name", LAID_OUT)
def test_every_card_has_a_place_of_its_own(name: str) -> None:
    configuration = load(name)
    assert not [one for one in configuration.warnings if "Layout" in one.path]
    layout = find_layout(configuration)
    assert layout is not None
    placed = [card for row in layout.place(layout.dealt) for card in row if card is not None]
    assert sorted(placed) == list(range(len(layout.dealt)))
    assert len(layout.place(layout.dealt)) == len(layout.rows)


@pytest.mark.parametrize("name", LAID_OUT)
def test_cards_that_are_dealt_lie_in_their_places(name: str) -> None:
    made = make_game(name)
    made.automations = tuple(Automation)
    state = made(200, load(name).players.minimum, seed=1)
    random = Random(1)
    while state.status:
        move = choose_randomly(state, random)
        if move.name in ("fold", "complete_bet_or_raise_to"):
            state.check_or_call()
        else:
            move.apply(state)
        layout = state.board_layout
        assert layout is not None
        placed = layout.place(state.board_card_subsets)
        assert len(placed) == len(layout.rows)
        for cells, row in zip(placed, layout.rows, strict=True):
            for column, card in enumerate(cells):
                if card is not None and column < len(row.places) and state.status:
                    assert set(row.places[column] or ()) >= set(state.board_card_subsets[card])


def _boards(**layout: object) -> Json:
    return boards() | {"communityCardLayout": layout}


def test_rows() -> None:
    rows = [{"label": "One", "subsets": ["Board 2", None]}, {"subsets": ["Board 1"]}]
    layout = find_layout(read(_boards(type="multi-row", rows=rows)))
    assert layout is not None and not layout.centred
    assert layout.rows[0] == BoardRow("One", (*[("Board 2",)] * 5, None))
    assert layout.rows[1].label is None
    # Five cards of the first board are dealt before those of the second.
    assert layout.place(layout.dealt) == [[5, 6, 7, 8, 9, None], [0, 1, 2, 3, 4]]


def test_a_tree_is_centred() -> None:
    rows = [{"subsets": ["Board 1"]}, {"subsets": ["Board 2"]}]
    layout = find_layout(read(_boards(type="branching", rows=rows)))
    assert layout is not None and layout.centred


def test_cells_alike() -> None:
    """Each has a card, and the last one what is left: then its column is wider in all rows."""
    cells = [["Board 1", "Board 1"], ["Board 2", None]]
    layout = find_layout(read(_boards(type="grid", columns=2, cells=cells)))
    assert layout is not None
    assert [len(row.places) for row in layout.rows] == [9, 9]
    assert layout.place(layout.dealt) == [
        [0, *[None] * 4, 1, 2, 3, 4],
        [5, 6, 7, 8, 9, *[None] * 4],
    ]


def test_a_card_of_several_subsets_lies_where_one_of_them_is() -> None:
    """Where no place has all of its subsets."""
    both = game(
        deal("player", cards(2)),
        deal(
            "community",
            cards(1, "face up", subset=["Row 1", "Left"]),
            cards(1, "face up", subset=["Row 1", "Right"]),
            cards(1, "face up", subset=["Row 2", "Left"]),
        ),
        bet("small"),
    )
    rows = [{"subsets": ["Row 1"]}, {"subsets": ["Row 2"]}]
    layout = find_layout(read(both | {"communityCardLayout": {"type": "multi-row", "rows": rows}}))
    assert layout is not None
    assert layout.place(layout.dealt) == [[0, 1], [2]]


def test_cards_without_a_place_lie_behind_the_others() -> None:
    layout = BoardLayout((BoardRow(None, (("A",),)), BoardRow(None, (("B",),))), False, (("A",),))
    assert layout.place([("A",), ("A",), ("B",)]) == [[0, 1], [2]]
    assert layout.place([("C",), ("B",)]) == [[None], [1], [0]]


def test_cards_that_are_out_of_play_keep_their_places() -> None:
    layout = find_layout(load("survivor_holdem"))
    assert layout is not None
    gone = [() if names == ("Middle",) else names for names in layout.dealt]
    assert layout.place(gone) == layout.place(layout.dealt)


@pytest.mark.parametrize(
    ("layout", "path", "message"),
    [
        ({"type": "grid"}, "communityCardLayout.cells", "is missing"),
        ({"type": "branching"}, "communityCardLayout.rows", "is missing"),
        (
            {"type": "multi-row", "rows": [{"subsets": ["Board 1"]}]},
            "communityCardLayout",
            'has no place for the cards of "Board 2"',
        ),
        (
            {"type": "multi-row", "rows": [{"subsets": ["Board 1", "Board 2", "Board 1"]}]},
            "communityCardLayout.rows[0].subsets[2]",
            "is there twice",
        ),
        (
            {"type": "multi-row", "rows": [{"subsets": ["Board 1", "Board 2"]}], "cells": [[None]]},
            "communityCardLayout.cells",
            "says nothing",
        ),
        (
            {
                "type": "single-row",
                "rows": [{"subsets": ["Board 1"]}, {"subsets": ["Board 2"]}],
            },
            "communityCardLayout.rows",
            "must be one row",
        ),
        (
            {"type": "grid", "columns": 3, "cells": [["Board 1", "Board 2"]]},
            "communityCardLayout.cells[0]",
            "must have 3 cells, not 2",
        ),
        (
            {"type": "grid", "cells": [["Board 1", ["Board 1", "Board 2"], "Board 2"]]},
            "communityCardLayout.cells[0][1]",
            "no card comes to lie",
        ),
    ],
)
def test_what_is_odd_is_said(layout: Json, path: str, message: str) -> None:
    """A layout has nothing to do with the rules: the game can be played."""
    assert message in warnings(_boards(**layout))[path]


def test_subsets_of_layouts_must_be_dealt() -> None:
    from .build import errors

    found = errors(_boards(type="multi-row", rows=[{"subsets": ["Board 1", "Board 3"]}]))
    assert "no cards are dealt" in found["communityCardLayout.rows[0].subsets[1]"]


def test_a_plain_board_may_be_laid_out() -> None:
    """Cards of no subset have no place in rows of subsets."""
    plain = holdem() | {
        "communityCardLayout": {"type": "single-row", "rows": [{"subsets": [None]}]}
    }
    assert "no place for the cards of no subset" in warnings(plain)["communityCardLayout"]
    layout = find_layout(read(holdem() | {"communityCardLayout": {"type": "single-row"}}))
    assert layout is not None and layout.place(layout.dealt) == [[0, 1, 2, 3, 4]]


def test_states_have_the_layout() -> None:
    made = make_game("iron_cross")
    made.automations = tuple(Automation)
    state = made(200, 3, seed=1)
    assert state.board_layout == find_layout(load("iron_cross"))
    assert state.observe(0).board_layout == state.board_layout
    assert pickle.loads(pickle.dumps(state)).board_layout == state.board_layout
    plain = make_game("nlhe")(200, 2, seed=1)
    assert plain.board_layout is None
