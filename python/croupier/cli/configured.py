"""Games of files and of the library for commands that play them."""

from __future__ import annotations

from collections.abc import Mapping
from os import sep
from typing import TYPE_CHECKING, Any

from croupier.cli.names import find_game
from croupier.errors import SetupError, UnsupportedError

if TYPE_CHECKING:
    from croupier.games import Configuration, ConfiguredGame, Poker
    from croupier.state import Mode

__all__ = ["choose_players", "find_class_or_configuration", "make_configured_game"]

_SMALL_BET = 2
_PLAYERS = 6
# What the options are among the stakes of a configuration.
_STAKES = {
    "ante": "ante",
    "bring-in": "bring_in",
    "bet": "big_blind",
    "small-bet": "small_bet",
    "big-bet": "big_bet",
}


def find_class_or_configuration(
    text: str, *, configuration: bool = False
) -> type[Poker] | Configuration:
    """Return a game by its name, or the game of a file.

    >>> find_class_or_configuration("nlhe").__name__
    'NoLimitTexasHoldem'
    >>> find_class_or_configuration("dramaha").name
    'Dramaha'

    Args:
        text: The name of a class or of a game of the library, or the path of a file.
        configuration: Whether only files and the library are looked through.

    Returns:
        A class, or else a configuration.

    Raises:
        UnsupportedError: There is no such game.
        OSError: The file cannot be read.
    """
    if configuration or text.endswith(".json") or sep in text:
        return _load(text)
    try:
        return find_game(text)
    except UnsupportedError as error:
        try:
            return _load(text)
        except UnsupportedError:
            raise error from None


def make_configured_game(
    configuration: Configuration,
    structure: str | None,
    stakes: str | None,
    amounts: Mapping[str, Any],
    mode: Mode,
) -> ConfiguredGame:
    """Make a game of a configuration with the stakes of a command line.

    Args:
        configuration: The game.
        structure: The limits; the first that the game allows when omitted.
        stakes: Names and amounts, such as `small_bet=10,ante=1`.
        amounts: What was given by the options of the command, by their names.
        mode: The kind of rules.

    Returns:
        The game.

    Raises:
        SetupError: The limits or stakes are wrong.
    """
    _verify_posts(configuration, amounts)
    given = {_STAKES[name]: value for name, value in amounts.items() if name in _STAKES}
    blinds = amounts.get("blinds")
    if blinds is not None:
        if not isinstance(blinds, tuple) or len(blinds) != 2:
            raise SetupError(f"--blinds takes the small and the big blind, unlike {blinds}")
        given |= {"small_blind": blinds[0], "big_blind": blinds[1]}
    given |= _read_stakes(stakes)
    if not any(given.get(name) for name in ("small_bet", "big_blind")):
        given["small_bet"] = _SMALL_BET
    return configuration.game(structure, given, mode=mode)


def _verify_posts(configuration: Configuration, amounts: Mapping[str, Any]) -> None:
    """Refuse amounts of what nobody posts."""
    from croupier.games.configuration.names import BetType
    from croupier.games.configuration.walking import list_bets

    posted = list_bets(configuration)
    absent = {
        "ante": not posted & {BetType.ANTES, BetType.BLINDS},
        "blinds": BetType.BLINDS not in posted,
        "bring-in": BetType.BRING_IN not in posted,
    }
    wrong = [f"--{name}" for name in amounts if absent.get(name)]
    if wrong:
        known = [name for name in ("blinds", *_STAKES) if not absent.get(name)]
        names = ", ".join(f"--{name}" for name in known)
        raise SetupError(f"{configuration.name} takes no {', '.join(wrong)}, but {names}")


def choose_players(configuration: Configuration) -> int:
    """Return how many players there are when nobody says it: six, or as many as there may be.

    >>> from croupier.games import load
    >>> choose_players(load("razz"))
    6

    Args:
        configuration: The game.

    Returns:
        The number.
    """
    players = configuration.players
    return max(players.minimum, min(players.maximum, _PLAYERS))


def _load(text: str) -> Configuration:
    # Games of files take long to import, and most games are classes.
    from croupier.games import load

    return load(text)


def _read_stakes(text: str | None) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in () if text is None else text.split(","):
        name, equals, amount = part.partition("=")
        if not equals or not amount.strip().isdecimal():
            raise SetupError(
                "--stakes takes names and whole chips, such as small_bet=10,ante=1, unlike"
                f" {part!r}"
            )
        found[name.strip().replace("-", "_")] = int(amount)
    return found
