"""Stakes, stacks and players of a command line, and what goes with them where they are left out."""

from __future__ import annotations

from inspect import Parameter as Argument
from inspect import signature
from typing import TYPE_CHECKING, Any

from croupier.cli.amounts import read_amounts
from croupier.cli.configured import choose_players
from croupier.cli.names import show_name
from croupier.errors import SetupError
from croupier.games import Poker

if TYPE_CHECKING:
    from croupier.games import ConfiguredGame

__all__ = ["find_seats", "find_stakes", "read_options"]

# What a game's constructor calls the options.
_OPTIONS = {
    "raw_antes": "ante",
    "raw_blinds_or_straddles": "blinds",
    "bring_in": "bring-in",
    "bet": "bet",
    "min_bet": "bet",
    "small_bet": "small-bet",
    "big_bet": "big-bet",
}
_BLIND = 2
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
    parameters = {
        name: parameter
        for name, parameter in signature(kind).parameters.items()
        if name in _OPTIONS and parameter.kind is not Argument.KEYWORD_ONLY
    }
    taken = {_OPTIONS[name]: name for name in parameters}
    wrong = [f"--{name}" for name in given if name not in taken]
    if wrong:
        known = ", ".join(f"--{name}" for name in taken)
        raise SetupError(f"{show_name(kind.__name__)} takes no {', '.join(wrong)}, but {known}")
    stakes = {taken[name]: amount for name, amount in given.items()}
    # Antes that differ do so on purpose.
    trimming = not isinstance(stakes.get("raw_antes", 0), tuple)
    return {"ante_trimming_status": trimming, **_complete(parameters, stakes)}


def _complete(parameters: dict[str, Argument], stakes: dict[str, Any]) -> dict[str, Any]:
    """Add what was left out and has no default of its own."""
    blinds = stakes.get("raw_blinds_or_straddles", _BLIND)
    largest = max(blinds) if isinstance(blinds, tuple) else blinds
    unit = stakes.get("small_bet") or stakes.get("min_bet") or largest or _BLIND
    defaults = {
        # Without blinds, antes make the pot worth playing for.
        "raw_antes": 0 if "raw_blinds_or_straddles" in parameters else _half(unit),
        "raw_blinds_or_straddles": (_half(unit), unit),
        "bring_in": _half(unit),
        "min_bet": unit,
        "small_bet": unit,
        "big_bet": 2 * unit,
    }
    missing = {
        name
        for name, parameter in parameters.items()
        if parameter.default is Argument.empty or (name == "big_bet" and "small_bet" in stakes)
    }
    return {name: defaults[name] for name in missing} | stakes


def _half(amount: Any) -> Any:
    """Return half an amount, in whole chips where it is in whole chips."""
    return max(amount // 2, 1) if isinstance(amount, int) else amount / 2


def _read(name: str, text: str) -> Any:
    """Read one amount, or several with commas."""
    amounts = read_amounts(name, text)
    return amounts if len(amounts) > 1 else amounts[0]


def find_seats(
    table: Poker | ConfiguredGame, stack: str | None, players: int | None
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
        raise SetupError(f"--stack has {len(stacks)} amounts for {players} players")
    return stacks, players
