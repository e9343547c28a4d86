"""The index of the library: what is listed of a game without reading its file.

`index.json` beside this module is what `write_index` writes, from all files of the library.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from croupier.games.configuration.schema.model import Configuration

__all__ = ["Bounds", "GameSummary", "make_index", "read_index", "summarize", "write_index"]

_PLACE = Path(__file__).with_name("index.json")


class Bounds(TypedDict):
    """The fewest and the most players of a game."""

    min: int
    max: int


class GameSummary(TypedDict):
    """The entry of a game in the index, under the keys of its file, with its warnings."""

    game: str
    category: str | None
    aliases: list[str]
    players: Bounds
    bettingStructures: list[str]
    warnings: list[dict[str, Any]]


def summarize(game: Configuration) -> GameSummary:
    """Return what is listed of a game.

    >>> from croupier.games import load
    >>> summary = summarize(load("razz"))
    >>> summary["game"], summary["category"], summary["players"]
    ('Razz', 'Stud', {'min': 2, 'max': 8})

    Args:
        game: The game.

    Returns:
        The summary, as JSON has it.
    """
    return {
        "game": game.name,
        "category": game.category,
        "aliases": list(game.aliases),
        "players": {"min": game.players.minimum, "max": game.players.maximum},
        "bettingStructures": [str(structure) for structure in game.structures],
        "warnings": [problem.to_dict() for problem in game.warnings],
    }


def make_index() -> dict[str, GameSummary]:
    """Make the index of the library by reading all of its files.

    Returns:
        The summaries by the names of the files.
    """
    from croupier.games.configuration.library import library

    return {name: summarize(game) for name, game in library().load_all().items()}


def read_index() -> dict[str, GameSummary]:
    """Read the index that comes with the package.

    >>> read_index()["razz"]["game"]
    'Razz'

    Returns:
        The summaries by the names of the files.
    """
    index: dict[str, GameSummary] = json.loads(_PLACE.read_bytes())
    return index


def write_index(path: Path = _PLACE) -> None:
    """Write the index of the library to a file.

    Args:
        path: The file; the one that comes with the package when omitted.
    """
    lines = (f"{json.dumps(name)}: {json.dumps(one)}" for name, one in make_index().items())
    # A line for each game: who adds one changes one line.
    from croupier.files import whole_text

    with whole_text(path) as text:
        text.write("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    write_index()
