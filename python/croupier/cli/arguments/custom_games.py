"""Games of files and of the library for commands that play them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from croupier.errors import SetupError
from croupier.numbers import Chips, read_integer

if TYPE_CHECKING:
    from croupier.games import Configuration, CustomGame
    from croupier.state import Mode

__all__ = ["choose_players", "make_custom_game"]

_PLAYERS = 6
_POSTS = ("blinds", "ante", "bring-in", "bet", "small-bet", "big-bet")


def make_custom_game(
    configuration: Configuration,
    structure: str | None,
    stakes: str | None,
    amounts: Mapping[str, Chips],
    mode: Mode,
) -> CustomGame:
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
    from croupier.games.making import make_stakes

    _verify_posts(configuration, amounts)
    given = {name.replace("-", "_"): amount for name, amount in amounts.items()}
    blinds = given.get("blinds")
    if blinds is not None and (not isinstance(blinds, tuple) or len(blinds) != 2):
        raise SetupError(
            f"--blinds takes the small and the big blind, unlike {blinds}", code="option-value"
        )
    given = make_stakes(given | _read_stakes(stakes))
    return configuration.game(structure, given, mode=mode)


def _verify_posts(configuration: Configuration, amounts: Mapping[str, Chips]) -> None:
    """Refuse amounts of what nobody posts."""
    from croupier.games.configuration.schema.names import BetType
    from croupier.games.configuration.schema.walking import list_bets

    posted = list_bets(configuration)
    absent = {
        "ante": not posted & {BetType.ANTES, BetType.BLINDS},
        "blinds": BetType.BLINDS not in posted,
        "bring-in": BetType.BRING_IN not in posted,
    }
    wrong = [f"--{name}" for name in amounts if absent.get(name)]
    if wrong:
        known = [name for name in _POSTS if not absent.get(name)]
        names = ", ".join(f"--{name}" for name in known)
        raise SetupError(
            f"{configuration.name} takes no {', '.join(wrong)}, but {names}", code="unknown-option"
        )


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
                f" {part!r}",
                code="option-value",
            )
        found[name.strip().replace("-", "_")] = read_integer(amount.strip())
    return found
