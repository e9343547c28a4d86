"""Games by name: the files that come with the package, and files of one's own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from os import PathLike, fspath, sep
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.errors import UnsupportedError
from croupier.games.configuration.index import GameSummary, read_index, summarize
from croupier.games.spelling import normalize_name, verify_name

# To find a game by its name, none is read.
if TYPE_CHECKING:
    from croupier.games.configuration.schema.model import Configuration

__all__ = ["Library", "library", "load", "normalize_name"]


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
    from croupier.games.configuration.reading import read, read_file

    if isinstance(source, Mapping):
        return read(source)
    verify_name(fspath(source))
    if isinstance(source, PathLike) or source.endswith(".json") or sep in source:
        return read_file(source)
    return library().load(source)


@cache
def library() -> Library:
    """Return the games that come with the package."""
    return Library(Path(__file__).parents[1] / "library", read_index)


class Library:
    """A library of games: a folder of JSON files, found by their names.

    A game has the name of its file, its title and its aliases.
    """

    def __init__(
        self, folder: Path, read_index: Callable[[], Mapping[str, GameSummary]] = dict
    ) -> None:
        """Look into a folder.

        Args:
            folder: The folder; there are no games where it is missing.
            read_index: Returns what is listed of games. Files of which it knows nothing are read
                when something of them is asked for.
        """
        self._folder = folder
        self._read_index = read_index

    @cached_property
    def files(self) -> dict[str, Path]:
        """The files by their names without the ending."""
        if not self._folder.is_dir():
            return {}
        found = [file for file in self._folder.iterdir() if file.name.endswith(".json")]
        return {
            file.name.removesuffix(".json"): file
            for file in sorted(found, key=lambda file: file.name)
        }

    def load(self, name: str) -> Configuration:
        """Load a game.

        Args:
            name: Any of its names, however it is spelled.

        Returns:
            The game.

        Raises:
            UnsupportedError: There is no game of this name.
            ConfigurationError: The game is wrong.
        """
        from croupier.games.configuration.reading import read_text

        found = self.find(name)
        return read_text(self.files[found].read_bytes(), source=f"{found}.json")

    def load_all(self) -> dict[str, Configuration]:
        """Load all games.

        Returns:
            The games by the names of their files.
        """
        return {name: self.load(name) for name in self.files}

    def summarize_all(self) -> dict[str, GameSummary]:
        """Return what is listed of all games, from the index where it is in there.

        Returns:
            The summaries by the names of the files.
        """
        return {name: self.summarize(name) for name in self.files}

    def summarize(self, name: str) -> GameSummary:
        """Return what is listed of a game.

        Args:
            name: Any of its names, however it is spelled.

        Returns:
            The summary, from the index if it is in there.

        Raises:
            UnsupportedError: There is no game of this name.
            ConfigurationError: The game is wrong.
        """
        found = self.find(name)
        return self._index[found] if found in self._index else summarize(self.load(found))

    def find(self, text: str) -> str:
        """Return the name of the file of a game.

        Args:
            text: The name of the file, the title of the game or an alias, however it is spelled.

        Returns:
            The name of the file, without its ending.

        Raises:
            UnsupportedError: There is no such game; a name that looks alike is in the message.
        """
        if text in self.files:
            return text
        wanted = normalize_name(text)
        for name in self.files:
            if normalize_name(name) == wanted:
                return name
        if wanted in self._names:
            return self._names[wanted]
        from croupier.games.configuration.problems import suggest

        near = next(
            (name for name in self.files if wanted and wanted in normalize_name(name)), None
        )
        hint = suggest(text, [*self.files])
        if near is not None and not hint:
            hint = f'; did you mean "{near}"?'
        hint = hint or "; the path of a file ends in .json or has a folder"
        raise UnsupportedError(f"there is no game {text!r}{hint}", code="unknown-game")

    @cached_property
    def _index(self) -> Mapping[str, GameSummary]:
        return self._read_index()

    @cached_property
    def _names(self) -> dict[str, str]:
        """The names of the files by titles and aliases; titles count more."""
        titles: dict[str, str] = {}
        aliases: dict[str, str] = {}
        for name, file in self.files.items():
            data = self._index[name] if name in self._index else json.loads(file.read_bytes())
            titles.setdefault(normalize_name(data["game"]), name)
            for alias in data.get("aliases", ()):
                aliases.setdefault(normalize_name(alias), name)
        return aliases | titles
