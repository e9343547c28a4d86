"""Games by name: the files that come with the package, and files of one's own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from os import PathLike, sep
from typing import Any

from croupier.errors import UnsupportedError
from croupier.games.configuration.model import Configuration
from croupier.games.configuration.problems import suggest
from croupier.games.configuration.reading import read, read_file, read_text

__all__ = ["find_name", "game_files", "load", "plain"]


def plain(name: str) -> str:
    """Return a name without what does not matter: capitals, spaces and punctuation.

    >>> plain("Hold'em Hi-Lo")
    'holdemhilo'
    """
    return "".join(filter(str.isalnum, name.casefold()))


def load(source: str | PathLike[str] | Mapping[str, Any]) -> Configuration:
    """Load a game: by its name, from a JSON file, or from what a JSON file says.

    Args:
        source: The name or an alias of a game that comes with the package, the path of a JSON file,
            or the configuration as a mapping.

    Returns:
        The game; its `warnings` say what is odd about it.

    Raises:
        ConfigurationError: The game is wrong; all problems are in the error, a ValueError.
        UnsupportedError: There is no game of this name; it is a ValueError.
        OSError: The file cannot be read.
    """
    if isinstance(source, Mapping):
        return read(source)
    if isinstance(source, PathLike) or source.endswith(".json") or sep in source:
        return read_file(source)
    name = find_name(source)
    return read_text(game_files()[name].read_bytes(), source=f"{name}.json")


@cache
def game_files() -> dict[str, Traversable]:
    """Return the files that come with the package, by the names of the games."""
    folder = files("croupier.games").joinpath("library")
    if not folder.is_dir():
        return {}
    found = [file for file in folder.iterdir() if file.name.endswith(".json")]
    return {
        file.name.removesuffix(".json"): file for file in sorted(found, key=lambda file: file.name)
    }


def find_name(text: str) -> str:
    """Return the name of the file of a game, however the game is spelled.

    Args:
        text: The name of the file, the title of the game, or an alias.

    Returns:
        The name of the file, without its ending.

    Raises:
        UnsupportedError: There is no such game; a name that looks alike is in the message.
    """
    wanted = plain(text)
    for name in game_files():
        if plain(name) == wanted:
            return name
    names = _all_names()
    if wanted in names:
        return names[wanted]
    known = {**dict.fromkeys(game_files()), **dict.fromkeys(names.values())}
    hint = suggest(text, known)
    near = [name for name in known if wanted and wanted in plain(name)]
    if not hint and near:
        hint = f'; did you mean "{near[0]}"?'
    hint = hint or "; a path must end in .json or have a folder"
    raise UnsupportedError(f"there is no game {text!r}{hint}")


@cache
def _all_names() -> dict[str, str]:
    """Return the names of the files by titles and aliases; titles count more."""
    titles: dict[str, str] = {}
    aliases: dict[str, str] = {}
    for name, file in game_files().items():
        data = json.loads(file.read_bytes())
        titles.setdefault(plain(data["game"]), name)
        for alias in data.get("aliases", ()):
            aliases.setdefault(plain(alias), name)
    return aliases | titles
