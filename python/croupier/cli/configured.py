"""Games of files and of the library for commands that play them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import SetupError
from croupier.games import Configuration, ConfiguredGame
from croupier.games.making import make_stakes
from croupier.state import Mode

__all__ = ["choose_players", "make_configured_game"]

_PLAYERS = 6


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
    given = {name.replace("-", "_"): amount for name, amount in amounts.items()}
    blinds = given.get("blinds")
    if blinds is not None and (not isinstance(blinds, tuple) or len(blinds) != 2):
        raise SetupError(f"--blinds takes the small and the big blind, unlike {blinds}")
    given = make_stakes(given | _read_stakes(stakes))
    return configuration.game(structure, given, mode=mode)


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
