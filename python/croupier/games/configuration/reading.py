"""From JSON to a game configuration, with everything that is wrong on the way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from os import PathLike
from typing import Any

from croupier.cards.records import replace
from croupier.errors import ConfigurationError, ParseError
from croupier.games.configuration.check.game import check, check_parts, find_renames
from croupier.games.configuration.problems import Problem, Report
from croupier.games.configuration.schema.model import Configuration, Deck, Players
from croupier.games.configuration.schema.shapes import NOTHING, ObjectOf
from croupier.games.documents import read_json, read_json_file

__all__ = ["find_problems", "parse_json", "read", "read_file", "read_text"]

_ROOT = ObjectOf(Configuration)


def read(data: Mapping[str, Any], *, source: str = "the game") -> Configuration:
    """Read a game configuration.

    >>> read({"game": "Nothing"})
    Traceback (most recent call last):
        ...
    croupier.errors.ConfigurationError: ...

    Args:
        data: The configuration as JSON has it.
        source: What it was read from, for messages.

    Returns:
        The configuration; its `warnings` say what is odd.

    Raises:
        ConfigurationError: It is wrong; all problems are in the error, which is a ValueError.
    """
    configuration, problems = _examine(data)
    if configuration is None:
        raise ConfigurationError(source, problems)
    return configuration


def read_text(text: str | bytes, *, source: str = "the game") -> Configuration:
    """Read a game configuration from JSON text.

    Args:
        text: The text; UTF-8 if it is bytes.
        source: What it was read from, for messages.

    Returns:
        The configuration.

    Raises:
        ConfigurationError: The text is no JSON, or no game.
    """
    configuration, problems = _examine(parse_json(text, source=source))
    if configuration is None:
        raise ConfigurationError(source, _locate(text, problems))
    return configuration


def read_file(path: str | PathLike[str]) -> Configuration:
    """Read a game configuration from a file.

    Args:
        path: The file.

    Returns:
        The configuration.

    Raises:
        ConfigurationError: The file holds no game.
        OSError: The file cannot be read.
    """
    try:
        data = read_json_file(path)
    except ParseError as error:
        raise ConfigurationError(str(path), [Problem("json", error.args[0])]) from None
    return read_text(data, source=str(path))


def find_problems(text: str | bytes) -> tuple[Configuration | None, tuple[Problem, ...]]:
    """Return a configuration, if the text holds one, and everything that is wrong or odd.

    >>> _, problems = find_problems('{"game": "Nothing", "players": {"min": 5, "max": 4}}')
    >>> for problem in problems[:2]:
    ...     print(problem)
    error: line 1, column 1: deck: is missing; it must be an object with "type" and "cards"
    error: line 1, column 1: bettingStructures: is missing; it must be a list that is not empty

    Args:
        text: JSON text; UTF-8 if it is bytes.

    Returns:
        The configuration or `None`, and the problems.
    """
    try:
        data = parse_json(text)
    except ConfigurationError as error:
        return None, error.problems
    configuration, problems = _examine(data)
    return configuration, _locate(text, problems)


def _locate(text: str | bytes, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return problems with their lines and columns."""
    if not problems:
        return problems
    # Only what is wrong needs it.
    from croupier.games.configuration.source_map import locate

    decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    return locate(decoded, problems)


def _examine(data: object) -> tuple[Configuration | None, tuple[Problem, ...]]:
    report = Report()
    configuration = _ROOT.read(data, "", report)
    if configuration is NOTHING or report.has_errors:
        check_parts(*_read_parts(data), report)
        return None, tuple(report.problems)
    renames = find_renames(configuration, report)
    if renames:
        # A slip with one possible meaning: the subset is read under the name that is meant.
        noted = report.problems
        report = Report(renames=renames)
        configuration = _ROOT.read(data, "", report)
        report.problems = noted
    check(configuration, report)
    problems = tuple(report.problems)
    if report.has_errors:
        return None, problems
    return replace(configuration, warnings=problems, source=_write(data)), problems


def _read_parts(data: object) -> tuple[Players | None, Deck | None]:
    """Return the players and the deck of a game that is wrong elsewhere, if they are right."""

    def part(key: str, kind: type) -> Any:
        # Mistakes of the part itself are known already.
        scratch = Report()
        value = data.get(key) if isinstance(data, Mapping) else None
        found = ObjectOf(kind).read(value, key, scratch)
        return None if scratch.has_errors else found

    return part("players", Players), part("deck", Deck)


def _write(data: object) -> str:
    """Return what was read as JSON on one line."""
    return json.dumps(data, default=dict, ensure_ascii=False, separators=(", ", ": "))


class _Object(dict[str, Any]):
    """A JSON object that remembers which keys came more than once."""

    repeated: tuple[str, ...] = ()


def _make_object(pairs: list[tuple[str, Any]]) -> _Object:
    made = _Object(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        made.repeated = tuple(dict.fromkeys(key for key in keys if keys.count(key) > 1))
    return made


def parse_json(text: str | bytes, *, source: str = "the game") -> Any:
    """Return what JSON text says; its objects remember keys that came more than once.

    Args:
        text: The text; UTF-8 if it is bytes.
        source: What it was read from, for messages.

    Returns:
        The value.

    Raises:
        ConfigurationError: It is no JSON; the problem says in which line and column.
    """
    try:
        return read_json(text, _make_object)
    except ParseError as error:
        problem = Problem("json", error.args[0], line=error.line, column=error.column)
    raise ConfigurationError(source, [problem])
