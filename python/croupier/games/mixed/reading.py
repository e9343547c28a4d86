"""Reading mixed games, with everything that is wrong said at once and in its place."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from croupier.errors import ParseError, SetupError, guard
from croupier.games.documents import read_json, read_json_file
from croupier.games.finding import names_file
from croupier.games.mixed.game import STRUCTURES, MixedGame, RotationEntry, RotationRule

__all__ = ["load", "names"]

_FOLDER = Path(__file__).parent
_CATEGORY = "Mixed"
_KEYS = (
    "name",
    "displayName",
    "category",
    "description",
    "aliases",
    "minPlayers",
    "maxPlayers",
    "rotationType",
    "handsPerGame",
    "bettingStructures",
    "dealersChoice",
    "rotation",
)
_RULES = tuple(rule.value for rule in RotationRule)
_STRUCTURES = tuple(STRUCTURES)
_ENTRY_KEYS = ("variant", "bettingStructure", "letter")
_KINDS = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


def names() -> tuple[str, ...]:
    """Return the names of the mixed games that come with the package.

    >>> "horse" in names()
    True

    Returns:
        The names, in alphabetical order.
    """
    found = (item.name for item in _FOLDER.iterdir() if item.name.endswith(".json"))
    return tuple(sorted(name.removesuffix(".json") for name in found))


def load(
    source: str | PathLike[str] | Mapping[str, Any], *, games: Collection[str] | None = None
) -> MixedGame:
    """Return a mixed game that comes with the package, or one of the caller.

    >>> load("horse").title
    'HORSE'
    >>> load({"name": "mine", "rotation": [{"variant": "razz", "bettingStructure": "Pot"}]})
    Traceback (most recent call last):
        ...
    croupier.errors.SetupError: mine: rotation[0].bettingStructure must be 'Limit', 'No Limit' or \
'Pot Limit', not 'Pot'

    Args:
        source: The name of a mixed game, the path of a JSON file, or what such a file says.
        games: The names of all games that the rotation may have; any names if it is left out.

    Returns:
        The mixed game.

    Raises:
        SetupError: There is no such mixed game, or it is wrong; everything that is, is said.
        ParseError: The file is no JSON.
        OSError: The file cannot be read.
    """
    if isinstance(source, Mapping):
        title = source.get("name")
        return _read(title if isinstance(title, str) else "mixed game", source, games)
    path = Path(source)
    text = None
    if isinstance(source, str) and not path.suffix and len(path.parts) == 1:
        path = Path(f"{_find(source)}.json")
        text = _FOLDER.joinpath(path.name).read_bytes()
    try:
        value = read_json(read_json_file(path) if text is None else text)
    except ParseError as error:
        raise ParseError(
            f"{path.name}: {error.args[0]}",
            format=error.format,
            line=error.line,
            column=error.column,
            code=error.code,
        ) from None
    return _read(path.name, value, games)


def _read(title: str, value: Any, games: Collection[str] | None) -> MixedGame:
    with guard("read", "the reader of mixed games", SetupError):
        return _Reader(title, games).read(value)


def _find(name: str) -> str:
    """Return the name of a file for any of the names of a mixed game."""
    known = names()
    if name in known:
        return name
    for file_name in known:
        value = json.loads(_FOLDER.joinpath(f"{file_name}.json").read_text(encoding="utf-8"))
        if name.casefold() in {
            other.casefold() for other in (value["displayName"], *value.get("aliases", []))
        }:
            return file_name
    near = _find_near(name, known)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    raise SetupError(f"there is no mixed game {name!r}; {hint}", code="unknown-game")


def _find_near(name: str, known: Collection[str]) -> list[str]:
    # Only a mistake needs it.
    from difflib import get_close_matches

    return get_close_matches(name, known)


class _Reader:
    """A reader of one mixed game, which collects what is wrong with it."""

    def __init__(self, source: str, games: Collection[str] | None) -> None:
        self._source = source
        self._games = games
        self._problems: list[str] = []

    def read(self, value: Any) -> MixedGame:
        """Return the mixed game, or raise everything that is wrong with it."""
        if not isinstance(value, Mapping):
            raise SetupError(
                f"{self._source}: a mixed game must be an object, not {value!r}",
                code="mixed-game-syntax",
            )
        self._refuse_unknown("", value, _KEYS)
        name = self._get("", value, "name", str, "")
        if not name:
            self._note("name", "must be the name of the mixed game")
        rule = self._choose("rotationType", value.get("rotationType", "orbit"), _RULES)
        hands = self._get("", value, "handsPerGame", int, None)
        rotation = self._read_rotation(value)
        self._check_structures(value, rotation)
        if value.get("category", _CATEGORY) != _CATEGORY:
            self._note("category", f"must be {_CATEGORY!r}, not {value['category']!r}")
        aliases = self._get("", value, "aliases", list, [])
        if not all(isinstance(alias, str) for alias in aliases):
            self._note("aliases", f"must be a list of names, not {aliases!r}")
        least = self._get("", value, "minPlayers", int, 2)
        most = self._get("", value, "maxPlayers", int, 10)
        dealers_choice = self._get("", value, "dealersChoice", bool, False)
        title = self._get("", value, "displayName", str, "")
        description = self._get("", value, "description", str, "")
        self._finish()
        try:
            return MixedGame(
                name,
                rotation,
                RotationRule(rule),
                hands,
                dealers_choice,
                least,
                most,
                title,
                description,
                tuple(aliases),
            )
        except SetupError as error:
            raise SetupError(f"{self._source}: {error}", code="mixed-game-syntax") from None

    def _read_rotation(self, value: Mapping[str, Any]) -> tuple[RotationEntry, ...]:
        entries = self._get("", value, "rotation", list, [])
        if "rotation" not in value:
            self._note("rotation", "must list the games")
        found = []
        for place, entry in enumerate(entries):
            path = f"rotation[{place}]"
            if not isinstance(entry, Mapping):
                self._note(path, f"must be an object, not {entry!r}")
                continue
            self._refuse_unknown(path, entry, _ENTRY_KEYS)
            game = self._get(path, entry, "variant", str, "")
            if not game:
                self._note(f"{path}.variant", "must name a game")
            elif names_file(game):
                # A file opens no other file.
                self._note(
                    f"{path}.variant", f"must be the name of a game, not of a file: {game!r:.100}"
                )
            elif self._games is not None and game not in self._games:
                near = _find_near(game, self._games)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                self._note(f"{path}.variant", f"there is no game {game!r}{hint}")
            structure = self._choose(
                f"{path}.bettingStructure", entry.get("bettingStructure"), _STRUCTURES
            )
            letter = self._get(path, entry, "letter", str, "")
            if structure in STRUCTURES:
                found.append(RotationEntry(game, STRUCTURES[structure], letter))
        return tuple(found)

    def _check_structures(
        self, value: Mapping[str, Any], rotation: tuple[RotationEntry, ...]
    ) -> None:
        """Refuse a list of limits that leaves out one that a game has."""
        if "bettingStructures" not in value:
            return
        listed = self._get("", value, "bettingStructures", list, [])
        for place, name in enumerate(listed):
            self._choose(f"bettingStructures[{place}]", name, _STRUCTURES)
        missing = {
            name
            for name, structure in STRUCTURES.items()
            if name not in listed
            and any(entry.betting_structure == structure for entry in rotation)
        }
        for name in sorted(missing):
            self._note("bettingStructures", f"must have {name!r}, which the rotation has")

    def _choose(self, path: str, value: object, known: tuple[str, ...]) -> str:
        if isinstance(value, str) and value in known:
            return value
        *others, last = map(repr, known)
        self._note(path, f"must be {', '.join(others)} or {last}, not {value!r}")
        return known[0]

    def _get(self, path: str, value: Mapping[str, Any], key: str, kind: type, default: Any) -> Any:
        if key not in value:
            return default
        found = value[key]
        # A truth value would pass for a number.
        if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
            self._note(_join(path, key), f"must be {_KINDS[kind]}, not {found!r}")
            return default
        return found

    def _refuse_unknown(self, path: str, value: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for key in value:
            if key not in known:
                near = _find_near(str(key), known)
                hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(known)}"
                self._note(_join(path, str(key)), f"is unknown{hint}")

    def _note(self, path: str, message: str) -> None:
        self._problems.append(f"{path} {message}")

    def _finish(self) -> None:
        if self._problems:
            raise SetupError(
                f"{self._source}: " + "; ".join(self._problems), code="mixed-game-parts"
            )


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
