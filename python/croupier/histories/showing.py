"""Hand histories as something to step through, in notebooks and on pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2s
from itertools import count
from typing import TYPE_CHECKING, Any

from croupier.errors import guard
from croupier.histories.replaying.outcome import find_outcome
from croupier.numbers import Chips
from croupier.state import State
from croupier.svg.ink import Palette, Theme
from croupier.svg.pages import Page, make_player
from croupier.views.play_by_play import Line, PlayByPlay
from croupier.views.table import TableView, view_table

if TYPE_CHECKING:
    from croupier.histories.history import HandHistory

__all__ = ["find_names", "find_taken", "list_frames", "list_states", "name_game", "show_history"]

_players = count()


def show_history(
    history: HandHistory,
    *,
    viewer: int | None = None,
    theme: str | Theme = Theme.AUTO,
    palette: str | Palette = Palette.FOUR,
    key: str | None = None,
) -> Page:
    """Return a player of a hand, which needs no server.

    Args:
        history: The hand.
        viewer: Whose view is shown, from 0; everything that the history knows when omitted.
        theme: `light`, `dark`, or `auto` for what the page is.
        palette: The colours of the suits: `four`, `two` or `colour-blind`.
        key: A word that no other player on the same page has; one is made up when omitted.

    Returns:
        The player.

    Raises:
        ReplayError: An action cannot be done.
    """
    if key is None:
        # Two players of the same hand on one page are two.
        digest = blake2s(history.dumps().encode(), digest_size=6).hexdigest()
        key = f"hand-{digest}-{next(_players)}"
    with guard("shown", "the replay", hand=history.key):
        frames = list(list_frames(history, viewer=viewer))
    return make_player(frames, key=key, theme=theme, palette=palette)


def list_frames(
    history: HandHistory, *, viewer: int | None = None
) -> Iterator[tuple[TableView, Sequence[Line]]]:
    """Yield what is to be seen of a hand step by step, and what has happened since the last one.

    Cards that are dealt one after the other are one step.

    Args:
        history: The hand.
        viewer: Whose view is shown; everything that the history knows when omitted.

    Yields:
        The view and the lines.
    """
    names = find_names(history)
    title = name_game(history)
    states = [state.copy() for state, _ in history.state_actions]
    taken = find_taken(history, states[-1])
    for state, lines in _tell_states(states, names, taken, viewer):
        yield view_table(state, names, viewer=viewer, title=title, taken=taken), lines


def list_states(
    history: HandHistory, *, viewer: int | None = None
) -> Iterator[tuple[State, Sequence[Line]]]:
    """Yield the states of a hand that are worth a look, and what has happened since the last one.

    Args:
        history: The hand.
        viewer: Who sees it; everything that the history knows when omitted.

    Yields:
        The state and the lines.
    """
    states = [state.copy() for state, _ in history.state_actions]
    yield from _tell_states(states, find_names(history), find_taken(history, states[-1]), viewer)


def find_taken(history: HandHistory, end: State) -> Sequence[Chips | None]:
    """Return how much less each player got by the record than by the pots, as by a rake.

    Args:
        history: The hand.
        end: The end of its replay, with all cards that the history knows.

    Returns:
        The amounts; `None` for players of whom the record does not say what they won. Empty if the
        hand came to no end.
    """
    outcome = find_outcome(history, end)
    return () if outcome is None else outcome.taken


def _tell_states(
    states: Sequence[State],
    names: Sequence[str],
    taken: Sequence[Chips | None],
    viewer: int | None,
) -> Iterator[tuple[State, Sequence[Line]]]:
    if viewer is not None:
        states = [state.observe(viewer) for state in states]
    teller = PlayByPlay(names, taken)
    end, shown_count = states[-1], 0
    for place, state in enumerate(states):
        lines: list[Line] = []
        for operation in state.operations[shown_count:]:
            lines += teller.describe(operation, end)
        shown_count = len(state.operations)
        is_last = place == len(states) - 1
        if is_last or not state.can_deal_hole():
            lines += teller.describe_cards()
        if lines or is_last:
            yield state, lines


def find_names(history: HandHistory) -> list[str]:
    """Return the names of the players, made up where the history has none.

    Args:
        history: The hand.

    Returns:
        The names, in the order of the state.
    """
    given = list(history.players or [])
    return [
        (given[index] if index < len(given) else "") or f"Player {index + 1}"
        for index in range(len(history.starting_stacks))
    ]


def name_game(history: HandHistory) -> str:
    """Return what is played in a hand.

    Args:
        history: The hand.

    Returns:
        The name of the game, and its limits where they are not part of the name.
    """
    from croupier.games.configuration.custom_game import CustomGame
    from croupier.games.finding import show_title

    kind = history.game_type
    if kind is CustomGame:
        game: Any = history.create_game()
        return f"{game.configuration.name}, {game.structure}"
    return show_title(kind.__name__)
