"""Stakes, stacks and players of a command line, and what goes with them where they are left out."""

from __future__ import annotations

from inspect import Parameter as Argument
from inspect import signature
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments.amounts import read_amounts
from croupier.cli.arguments.custom_games import choose_players
from croupier.errors import SetupError
from croupier.games import Poker
from croupier.games.finding import show_name
from croupier.games.making import complete_stakes, name_stakes

if TYPE_CHECKING:
    from croupier.games import CustomGame

__all__ = ["find_seats", "find_stakes", "read_options"]

_BIG_BLINDS = 100
_PLAYERS = 6


def read_options(**texts: str | None) -> dict[str, Any]:
    """Return the amounts of the options that were given, by the names of the options.

    >>> read_options(blinds="1,2", small_bet="4", ante=None)
    {'blinds': (1, 2), 'small-bet': 4}

    Args:
        **texts: What was given for each option.

    Returns:
        The amounts.

    Raises:
        SetupError: Something is no amount.
    """
    named = ((name.replace("_", "-"), text) for name, text in texts.items())
    return {name: _read(name, text) for name, text in named if text is not None}


def find_stakes(kind: type[Poker], given: dict[str, Any]) -> dict[str, Any]:
    """Return the game's arguments: what was given, and what goes with it for the rest."""
    stakes = {name.replace("-", "_"): amount for name, amount in given.items()}
    taken = name_stakes(kind)
    wrong = [_show_option(name) for name in stakes if name not in taken]
    if wrong:
        known = ", ".join(map(_show_option, taken))
        raise SetupError(
            f"{show_name(kind.__name__)} takes no {', '.join(wrong)}, but {known}",
            code="unknown-option",
        )
    return complete_stakes(kind, stakes)


def _show_option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _read(name: str, text: str) -> Any:
    """Read one amount, or several with commas."""
    amounts = read_amounts(name, text)
    return amounts if len(amounts) > 1 else amounts[0]


def find_seats(
    table: Poker | CustomGame, stack: str | None, players: int | None
) -> tuple[Any, int]:
    """Return the stacks and the number of players."""
    defaults = signature(table).parameters
    stacks = None if stack is None else _read("stack", stack)
    if stacks is None:
        stacks = defaults["raw_starting_stacks"].default
    if stacks is Argument.empty:
        stacks = _BIG_BLINDS * table.small_bet
    if players is None and isinstance(stacks, tuple):
        players = len(stacks)
    if players is None:
        players = defaults["player_count"].default
    if players is Argument.empty:
        players = _PLAYERS
        if not isinstance(table, Poker):
            players = choose_players(table.configuration)
    if isinstance(stacks, tuple) and len(stacks) != players:
        raise SetupError(
            f"--stack has {len(stacks)} amounts for {players} players", code="amount-count"
        )
    return stacks, players
