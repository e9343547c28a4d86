"""Games of files at hosted tables, whose definitions are kept in settings and logs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from croupier.errors import SetupError
from croupier.games.documents import read_json, read_json_file
from croupier.games.finding import names_file

if TYPE_CHECKING:
    from croupier.games import Configuration
    from croupier.games.mixed import MixedGame

__all__ = ["MAX_DEFINITION", "holds_game", "load_definition", "read_games"]

MAX_DEFINITION: Final = 65_536
"""The most characters of the definition of a game at a hosted table."""

_GAME, _MIX = "gamePlay", "rotation"


def holds_game(path: str | PathLike[str]) -> bool:
    """Return whether a file holds a game, or a mix of games, and not hands.

    Args:
        path: The file.

    Returns:
        Whether it is an object of JSON with what games or mixes have.
    """
    if Path(path).suffix.lower() != ".json":
        return False
    try:
        content = read_json(read_json_file(path))
    except (OSError, ValueError):
        # The reader of hands reports what is wrong with the file.
        return False
    return isinstance(content, dict) and (_GAME in content or _MIX in content)


def read_games(paths: Iterable[str | PathLike[str]]) -> dict[str, str]:
    """Read games of files.

    Args:
        paths: The files.

    Returns:
        The definitions, by the names of the files without their endings.

    Raises:
        SetupError: A game is too large, or two files have the same name.
        PokerError: A game is not valid.
        OSError: A file cannot be read.
    """
    found: dict[str, str] = {}
    for path in map(Path, paths):
        name = path.stem[:80]
        if name in found:
            raise SetupError(f"{path}: another game is called {name}", code="option-value")
        content = read_json(read_json_file(path))
        definition = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        if len(definition) > MAX_DEFINITION:
            raise SetupError(
                f"{path}: the game is too large for a hosted table: expected at most"
                f" {MAX_DEFINITION} characters, got {len(definition)}",
                code="too-large",
            )
        load_definition(definition)
        found[name] = definition
    return found


@lru_cache(maxsize=64)
def load_definition(definition: str) -> Configuration | MixedGame:
    """Return the game of a definition.

    Args:
        definition: The JSON.

    Returns:
        The game, or the mix.

    Raises:
        PokerError: It is not a valid game, or a mix that refers to files.
    """
    content: Any = read_json(definition)
    if not isinstance(content, dict):
        raise SetupError("definition: expected an object of JSON", code="game-definition")
    if _MIX not in content:
        from croupier.games import load

        return load(content)
    from croupier.games import mixed

    mix = mixed.load(content)
    files = [one.game for one in mix.rotation if names_file(one.game)]
    if files:
        raise SetupError(
            f"a mix at a hosted table has games of the library, and not the file {files[0]!r:.80}",
            code="game-file",
        )
    return mix
