"""Where in the text of a game something stands: lines and columns of problems."""

from __future__ import annotations

import re
from collections.abc import Iterator

from croupier.games.configuration.problems import Problem, join_path

__all__ = ["find_places", "locate"]

_BLANKS = re.compile(r"[ \t\n\r]*")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BARE_VALUE = re.compile(r"[^\s,\]}]+")
_PARENT = re.compile(r"(\[[^\[\]]*\]|\.?[^.\[\]]+)$")


def locate(text: str, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return problems with the lines and columns of what they speak of.

    What is missing is said of what it is missing from.

    Args:
        text: The text, which is JSON.
        problems: The problems, with their paths.

    Returns:
        The problems with places.
    """
    if not problems:
        return problems
    places = dict(find_places(text))
    located = []
    for problem in problems:
        path = problem.path
        while path and path not in places:
            path = _PARENT.sub("", path)
        offset = places.get(path)
        if offset is None or problem.line is not None:
            located.append(problem)
            continue
        line = text.count("\n", 0, offset) + 1
        column = offset - (text.rfind("\n", 0, offset) + 1) + 1
        located.append(problem._replace(line=line, column=column))
    return tuple(located)


def find_places(text: str) -> Iterator[tuple[str, int]]:
    """Yield the path of every value of a JSON document, and where it begins.

    Members begin at their names.

    >>> list(find_places('{"game": "Razz", "players": {"min": 2}}'))
    [('', 0), ('game', 1), ('players', 17), ('players.min', 29)]
    >>> list(find_places('[{"a": [1, 2]}]'))
    [('', 0), ('[0]', 1), ('[0].a', 2), ('[0].a[0]', 8), ('[0].a[1]', 11)]

    Args:
        text: The text, which is JSON.

    Yields:
        Paths and offsets.
    """
    import json

    start = _skip(text, 0)
    yield "", start
    # The open values: the path, whether it is an object, and how many values came.
    stack: list[tuple[str, bool, int]] = []
    place, path = start, ""
    while True:
        if place >= len(text):
            return
        if text[place] in "{[":
            stack.append((path, text[place] == "{", 0))
            place = _skip(text, place + 1)
        else:
            found = _TEXT.match(text, place) or _BARE_VALUE.match(text, place)
            if found is None:
                return
            place = _skip(text, found.end())
        while stack and place < len(text) and text[place] in ",}]":
            if text[place] == ",":
                place = _skip(text, place + 1)
                break
            stack.pop()
            place = _skip(text, place + 1)
        if not stack:
            return
        parent, is_object, count = stack[-1]
        stack[-1] = (parent, is_object, count + 1)
        name: str | int = count
        begins = place
        if is_object:
            key = _TEXT.match(text, place)
            if key is None:
                return
            name = json.loads(key[0], strict=False)
            # Behind the name comes a colon.
            place = _skip(text, _skip(text, key.end()) + 1)
        path = join_path(parent, name)
        yield path, begins


def _skip(text: str, place: int) -> int:
    found = _BLANKS.match(text, place)
    return place if found is None else found.end()
