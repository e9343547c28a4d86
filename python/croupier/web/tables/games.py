"""Games that a table can be opened for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from croupier.errors import UnsupportedError
from croupier.games.mixed import MixedGame
from croupier.hosting.own_games import load_definition
from croupier.web.tables.messages import LobbyGame

__all__ = [
    "OWN_FAMILY",
    "describe_played_rules",
    "describe_rules",
    "list_games",
    "list_own_games",
    "show_title",
]

OWN_FAMILY = "This server's games"
"""What the lobby calls the games of files."""


# Limits that people expect where a game has several; the first that its file has otherwise.
_DEFAULT_LIMITS = {
    "texas_holdem": "No Limit",
    "omaha_holdem": "Pot Limit",
    "short_deck_holdem": "No Limit",
}


def show_title(title: str) -> str:
    """Return what a table is called by people: the name of a class in words.

    >>> show_title("NoLimitTexasHoldem"), show_title("Badugi, Limit")
    ("No Limit Texas Hold'em", 'Badugi, Limit')

    Args:
        title: What a line-up calls it.

    Returns:
        The words.
    """
    if not title.isidentifier():
        return title
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", title)
    return words.replace("Holdem", "Hold'em")


@cache
def list_games() -> list[LobbyGame]:
    """Return all games of the library, and all mixes.

    >>> sum(game.family == "Mix" for game in list_games()) > 10
    True

    Returns:
        The games, by their titles.
    """
    from croupier.games import mixed
    from croupier.games.configuration.library import library

    found = []
    for name, summary in library().summarize_all().items():
        players = summary["players"]
        default = _DEFAULT_LIMITS.get(name)
        limits = [*summary["bettingStructures"]]
        if default in limits:
            limits.remove(default)
            limits.insert(0, default)
        found.append(
            LobbyGame(
                name=name,
                title=summary["game"],
                family=summary["category"] or "",
                players=f"{players['min']} to {players['max']} players",
                aliases=list(summary["aliases"]),
                limits=limits,
            )
        )
    for name in mixed.names():
        mix = mixed.load(name)
        found.append(
            LobbyGame(
                name=name,
                title=mix.title or name,
                family="Mix",
                players=f"{mix.minimum_players} to {mix.maximum_players} players",
                aliases=list(mix.aliases),
                words=mix.description,
            )
        )
    return sorted(found, key=lambda game: game.title)


def list_own_games(games: Mapping[str, str]) -> list[LobbyGame]:
    """Return the games of files that a server has of its own.

    Args:
        games: The definitions, by their names.

    Returns:
        The games, by their titles.
    """
    found = []
    for name, definition in games.items():
        game: Any = load_definition(definition)
        if isinstance(game, MixedGame):
            least, most, words = game.minimum_players, game.maximum_players, game.description
            title, limits = game.title or name, []
        else:
            least, most = game.players.minimum, game.players.maximum
            title, limits, words = game.name, [one.value for one in game.structures], ""
        found.append(
            LobbyGame(
                name=name,
                title=title,
                family=OWN_FAMILY,
                players=f"{least} to {most} players",
                words=words,
                limits=limits,
            )
        )
    return sorted(found, key=lambda game: game.title)


def describe_rules(name: str, games: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the rules of a game or a mix that the lobby offers, in English.

    >>> print(describe_rules("texas_holdem").splitlines()[2])
    Two hole cards and a board of five, dealt as flop, turn and river. Hole cards and board form \
the best five-card hand in any way.

    Args:
        name: One of the names of `list_games`.
        games: The definitions of the server's own games, by their names.

    Returns:
        The rules, in paragraphs.

    Raises:
        UnsupportedError: There is no such game.
    """
    from croupier.games import load, mixed

    if name in games:
        return _describe(load_definition(games[name]), name)
    if name not in {game.name for game in list_games()}:
        raise UnsupportedError(f"the lobby has no game {name!r}", code="unknown-game")
    if name not in mixed.names():
        return load(name).describe()
    return _describe(mixed.load(name), name)


def _describe(game: Any, name: str) -> str:
    from croupier.games import load
    from croupier.games.mixed.game import STRUCTURES

    if not isinstance(game, MixedGame):
        rules: str = game.describe()
        return rules
    mix = game
    limits = {structure: words for words, structure in STRUCTURES.items()}
    said = "The dealer chooses one of these games:" if mix.dealers_choice else "Games take turns:"
    games = [f"{load(one.game).name}, {limits[one.betting_structure]}" for one in mix.rotation]
    return "\n".join([mix.title or name, "", mix.description, "", said, *games])


def describe_played_rules(game: str, title: str, definition: str = "") -> str:
    """Return the rules of what a table plays now, in English.

    >>> print(describe_played_rules("horse", "Razz, Limit").splitlines()[0])
    Razz

    Args:
        game: What the table was opened for.
        title: What the hand is called that is played, as the line-up says it.
        definition: The JSON of a game of a file; empty for a game by name.

    Returns:
        The rules; those of the whole mix where no hand has been played.

    Raises:
        UnsupportedError: No rules are written down for it.
    """
    from croupier.games.finding import find_game, find_mix

    own = load_definition(definition) if definition else None
    if own is not None and not isinstance(own, MixedGame):
        return _describe(own, game)
    mix = own or find_mix(game)
    played = title.rpartition(", ")[0] if mix is not None else game
    if mix is not None and not played:
        return _describe(mix, game)
    configuration: Any = find_game(played, configuration=True)
    rules: str = configuration.describe()
    return rules
