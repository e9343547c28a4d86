"""Views for everybody at once: those that each would have alone, in all games at every moment."""

from __future__ import annotations

import re

import msgspec
import pytest

from croupier.cards.records import replace
from croupier.state import State
from croupier.views import Line, PlayByPlay, view_table
from croupier.views.following import HandViews
from croupier.web.encoding import TableEncoder, encode_table
from croupier.web.messages import Table

from .hands import CLASSES, LIBRARY, go_through, start

NAMES = [f"P{number}" for number in range(10)]


def check(views: HandViews, encoder: TableEncoder, state: State) -> None:
    views.follow(state)
    actor = state.legal.decisions[0].player_indices[0] if state.legal.decisions else 1
    # All of them would take minutes.
    for viewer in {0, actor, (actor + 1) % state.player_count, None}:
        seen = state.observe(viewer)
        alone = view_table(seen, NAMES, viewer=viewer, title="game")
        decisions = seen.legal.decisions
        if viewer is None or not decisions or decisions[0].player_indices[0] != viewer:
            # What others may do is their business.
            alone = replace(alone, legal=(), words=())
        found = views.view(viewer)
        assert found == alone
        # What is encoded once for all is what each would be sent alone.
        assert msgspec.json.decode(encoder.encode(viewer), type=Table) == encode_table(alone)


def check_words(views: HandViews, state: State) -> None:
    """Compare all that was told with what is told at the end."""
    for viewer in (*state.player_indices, None):
        seen = state.observe(viewer)
        teller = PlayByPlay(NAMES)
        said = [line for one in seen.operations for line in teller.describe(one, seen)]
        said += teller.describe_cards()
        told = views.describe_since(viewer, 0)
        assert _pick(told) == _pick(said)
        # What was decided in secret is told when it is none any more.
        assert {str(line) for line in said} - {str(line) for line in told} <= _list_cards(said)


def _pick(lines: list[Line]) -> list[str]:
    """Return what does not depend on when it is told, as rows of boards and secrets do."""
    return [str(line) for line in lines if not _LATER.search(str(line))]


def _list_cards(lines: list[Line]) -> set[str]:
    return {str(line) for line in lines if re.search("is dealt|Board", str(line))}


_LATER = re.compile("is dealt|Board|declares|turns up|chooses")


@pytest.mark.parametrize("name", [*LIBRARY, *CLASSES])
def test_each_sees_what_they_would_see_alone(name: str) -> None:
    views = HandViews(NAMES, title="game")
    encoder = TableEncoder(views)
    for state in go_through(start(name, 2), 2):
        check(views, encoder, state)
    check_words(views, state)


def test_a_late_viewer_gets_all_lines_that_others_got() -> None:
    views, told = HandViews(NAMES), {0: [], None: []}  # type: ignore[var-annotated]
    count = 0
    for state in go_through(start("badugi", 3), 3):
        views.follow(state)
        for viewer in told:
            told[viewer] += views.describe_since(viewer, count)
        count = views.operation_count
    for viewer, said in told.items():
        assert said == views.describe_since(viewer, 0)
    assert told[0] != told[None]
