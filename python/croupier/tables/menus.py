"""Menus: the bets that deciders choose from, as moves of a short list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from croupier import _native
from croupier.errors import SetupError
from croupier.state import State

__all__ = ["BATCH_MENU", "MenuMove", "price_menu", "read_menu", "read_move"]

MenuMove: TypeAlias = str | float | tuple[str, float] | tuple[float, float]
"""A move of a menu, which is `"fold"`, `"call"`, `"min"`, `"max"`, a part of the pot,
`("times", x)` for so many times the largest bet, a pair of that on the first street and of a
part of the pot later, or `"any"` for a raise to an amount that is given with the decision."""

BATCH_MENU: tuple[MenuMove, ...] = ("fold", "call", 0.5, 1.0, "max")
"""To fold, to check or call, and to raise by half the pot, the pot or as much as possible."""


def price_menu(state: State, menu: Sequence[MenuMove]) -> list[tuple[bool, int, int]]:
    """Return the amounts of a menu's moves for the player who is to bet.

    >>> from croupier.games.making import make_game
    >>> price_menu(make_game("nlhe")(200, 2, seed=1), ("fold", "call", 1.0))
    [(True, 0, 0), (True, 1, 0), (True, 5, 6)]

    Args:
        state: The hand.
        menu: The moves.

    Returns:
        For each move whether it is possible, the chips that it adds, and what is raised to; nothing
        where nobody is to bet.
    """
    priced = _native.price_menu(state, [read_move(move) for move in menu])
    return [] if priced is None else priced[0]


def read_menu(menu: Sequence[MenuMove], *, with_amounts: bool = True) -> tuple[MenuMove, ...]:
    """Check a menu: every move is valid, and one of them is always possible.

    >>> read_menu(["fold", "call", 0.5])
    ('fold', 'call', 0.5)
    >>> read_menu([0.5, 1.0])
    Traceback (most recent call last):
        ...
    croupier.errors.SetupError: invalid menu: expected 'call' among the moves, got (0.5, 1.0)

    Args:
        menu: The moves.
        with_amounts: Whether decisions can have amounts, which `"any"` needs.

    Returns:
        The moves.

    Raises:
        SetupError: A move is invalid, or there are decisions at which no move would be possible.
    """
    if isinstance(menu, str) or not isinstance(menu, Iterable):
        raise SetupError(
            f"invalid menu: expected a sequence of moves, got {menu!r:.80}", code="unknown-move"
        )
    moves = tuple(menu)
    for move in moves:
        read_move(move)
    if "call" not in moves:
        # Nothing else is possible at every decision: folds and raises have their conditions.
        raise SetupError(
            f"invalid menu: expected 'call' among the moves, got {moves!r:.80}", code="menu-move"
        )
    if "any" in moves and not with_amounts:
        raise SetupError(
            "invalid menu: 'any' needs an amount with each decision, which an environment cannot"
            " take; use a TableBatch, or parts of the pot",
            code="menu-move",
        )
    return moves


def read_move(move: MenuMove) -> tuple[str, float, float]:
    """Return a move as the core knows it: what it is, and two numbers."""
    match move:
        case "fold" | "call" | "min" | "max" | "any":
            return move, 0, 0
        case int() | float() if not isinstance(move, bool) and 0 < move < float("inf"):
            return "pot", float(move), 0
        case ("times", int() | float() as times) if 0 < times < float("inf"):
            return "times", float(times), 0
        case (int() | float() as times, int() | float() as part) if min(times, part) > 0:
            return "street", float(times), float(part)
    raise SetupError(
        f"{move!r} is no move: there are 'fold', 'call', 'min', 'max', 'any', a part of the pot,"
        " ('times', 2.5), and (2.5, 0.75): times on the first street, a part of the pot later.",
        code="unknown-move",
    )
