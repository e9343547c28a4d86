"""Games that a table can be opened for."""

from __future__ import annotations

import re
from functools import cache

from croupier.web.tables.messages import LobbyGame

__all__ = ["list_games", "show_title"]


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
        limits = ", ".join(summary["bettingStructures"])
        found.append(
            LobbyGame(
                name=name,
                title=summary["game"],
                family=summary["category"] or "",
                players=f"{players['min']} to {players['max']} players",
                aliases=list(summary["aliases"]),
                words=limits,
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
