"""The common part of all environments: the game, its tables, its actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, NamedTuple

from gymnasium import spaces
from numpy import float32, int8

from croupier.envs.encoders import Encoder, find_shape, make_encoder
from croupier.errors import RuleError, SetupError
from croupier.games import CustomGame, Poker
from croupier.games.making import make_game
from croupier.tables import TableBatch
from croupier.tables.batch import BATCH_MENU, MenuMove
from croupier.tables.lineup import make_lineup
from croupier.tables.menus import read_menu
from croupier.utilities import ValuesLike

__all__ = [
    "DEFAULT_STACK",
    "RENDER_MODES",
    "EnvironmentTables",
    "as_action",
    "find_unit",
    "name_actions",
    "seat",
    "seat_one",
]

DEFAULT_STACK = 200
RENDER_MODES = ["ansi", "svg"]
_ILLEGAL = ("raise", "fold")


def find_unit(game: Poker | CustomGame) -> int:
    """Return the unit of rewards and observations: the big blind, or the small bet.

    >>> find_unit(make_game("kuhn"))
    1

    Args:
        game: The game.

    Returns:
        The chips.
    """
    return max(int(make_lineup(game).small_bet), 1)


class EnvironmentTables(NamedTuple):
    """Tables of a game, and how they are seen.

    Attributes:
        batch: The tables.
        encoder: How observations are made.
        unit: The chips that rewards are measured in.
        observation_space: The observations of one table.
        action_space: The actions of one table.
    """

    batch: TableBatch
    encoder: Encoder
    unit: int
    observation_space: spaces.Dict
    action_space: spaces.Discrete


def seat(
    game: Poker | CustomGame | str,
    table_count: int,
    *,
    num_players: int,
    stacks: ValuesLike,
    menu: Sequence[MenuMove] = BATCH_MENU,
    encoder: str = "flat",
    opponents: Mapping[int, Any] | None = None,
    illegal: str = "raise",
    **options: Any,
) -> EnvironmentTables:
    """Make tables of a game, with encoder and menu.

    Args:
        game: The game, or its name.
        table_count: How many tables there are.
        num_players: How many players each has.
        stacks: What everybody begins with.
        menu: The bets.
        encoder: One of `ENCODERS`.
        opponents: Players whom the core plays.
        illegal: What is done where an action is not possible.
        options: Other options of `TableBatch`.

    Returns:
        The tables, and their spaces.

    Raises:
        SetupError: Something of it cannot be.
    """
    if illegal not in _ILLEGAL:
        raise SetupError(
            f"illegal is one of {', '.join(map(repr, _ILLEGAL))}, unlike {illegal!r:.80}",
            code="illegal-option",
        )
    made = make_game(game) if isinstance(game, str) else game
    unit = find_unit(made)
    batch = TableBatch(
        made,
        table_count,
        stacks=stacks,
        player_count=num_players,
        menu=read_menu(menu, with_amounts=False),
        by_picks=True,
        unit=unit if encoder == "flat" else None,
        opponents=opponents,
        **options,
    )
    found = make_encoder(encoder, batch, unit)
    actions = batch.legal.shape[1]
    low, high = found.bounds
    observation = spaces.Box(low, high, find_shape(found), found.dtype)
    mask = spaces.Box(0, 1, (actions,), int8)
    space = spaces.Dict({"observation": observation, "action_mask": mask})
    assert found.dtype is not float32 or low <= 0
    return EnvironmentTables(batch, found, unit, space, spaces.Discrete(actions))


def seat_one(
    environment: Any,
    game: Poker | CustomGame | str,
    *,
    render_mode: str | None,
    illegal: str,
    **options: Any,
) -> EnvironmentTables:
    """Make a single table, which deals a hand each time it is reset.

    Args:
        environment: The environment, which is given `batch`, `encoder`, `unit` and `render_mode`.
        game: The game, or its name.
        render_mode: How the table is shown.
        illegal: What is done where an action is not possible.
        options: Other options of `seat`.

    Returns:
        The table, and its spaces.

    Raises:
        SetupError: Something of it cannot be.
    """
    if render_mode not in (None, *RENDER_MODES):
        raise SetupError(f"there is no render mode {render_mode!r}", code="render-mode")
    seating = seat(game, 1, illegal=illegal, seed=0, hands=1, **options)
    environment.batch, environment.encoder = seating.batch, seating.encoder
    environment.unit, environment.render_mode = seating.unit, render_mode
    environment._folds = illegal == "fold"
    all_in_ev = options.get("all_in_ev")
    environment._worth = seating.batch.expected if all_in_ev else seating.batch.payoffs
    environment._started = False
    return seating


def as_action(action: Any) -> int:
    """Return an action as a number.

    >>> as_action(2.0)
    2
    >>> as_action(float("nan"))
    Traceback (most recent call last):
        ...
    croupier.errors.RuleError: an action is a whole number, unlike nan

    Args:
        action: What an agent has decided.

    Returns:
        The number.

    Raises:
        RuleError: It is no whole number.
    """
    try:
        return index(action)
    except TypeError:
        pass
    try:
        number = float(action)
    except (TypeError, ValueError):
        number = 0.5
    if not number.is_integer():
        raise RuleError(
            f"an action is a whole number, unlike {action!r:.80}", code="decision-number"
        )
    return int(number)


def name_actions(batch: TableBatch) -> tuple[str, ...]:
    """Return what the actions are, in words.

    >>> from croupier.tables import TableBatch
    >>> name_actions(TableBatch("kuhn", 1, stacks=2, player_count=2, menu=("fold", "call", "max")))
    ('fold', 'call', 'max')

    Args:
        batch: The tables.

    Returns:
        A name for each action.
    """
    names = [str(move) if not isinstance(move, float) else f"pot {move:g}" for move in batch.menu]
    picks = batch.legal.shape[1] - len(names)
    names += [f"pick {place}" for place in range(picks - 1)]
    return (*names, "done") if picks else tuple(names)
