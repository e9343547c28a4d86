"""Games that a table can be opened for."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from croupier.errors import UnsupportedError
from croupier.web.tables.messages import LobbyGame

__all__ = ["describe_played_rules", "describe_rules", "list_games", "show_title"]

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


def describe_rules(name: str) -> str:
    """Return the rules of a game or a mix that the lobby offers, in English.

    >>> print(describe_rules("texas_holdem").splitlines()[2])
    Two hole cards and a board of five, dealt as flop, turn and river. Hole cards and board form \
the best five-card hand in any way.

    Args:
        name: One of the names of `list_games`.

    Returns:
        The rules, in paragraphs.

    Raises:
        UnsupportedError: There is no such game.
    """
    from croupier.games import load, mixed
    from croupier.games.mixed.game import STRUCTURES

    if name not in {game.name for game in list_games()}:
        raise UnsupportedError(f"the lobby has no game {name!r}", code="unknown-game")
    if name not in mixed.names():
        return load(name).describe()
    mix = mixed.load(name)
    limits = {structure: words for words, structure in STRUCTURES.items()}
    said = "The dealer chooses one of these games:" if mix.dealers_choice else "Games take turns:"
    games = [f"{load(one.game).name}, {limits[one.betting_structure]}" for one in mix.rotation]
    return "\n".join([mix.title or name, "", mix.description, "", said, *games])


def describe_played_rules(game: str, title: str) -> str:
    """Return the rules of what a table plays now, in English.

    >>> print(describe_played_rules("horse", "Razz, Limit").splitlines()[0])
    Razz

    Args:
        game: What the table was opened for.
        title: What the hand is called that is played, as the line-up says it.

    Returns:
        The rules; those of the whole mix where no hand has been played.

    Raises:
        UnsupportedError: No rules are written down for it.
    """
    from croupier.games.finding import find_game, find_mix

    mix = find_mix(game)
    played = title.rpartition(", ")[0] if mix is not None else game
    if mix is not None and not played:
        return describe_rules(mix.name)
    configuration: Any = find_game(played, configuration=True)
    rules: str = configuration.describe()
    return rules
