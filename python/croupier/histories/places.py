"""Where in a TOML document its values stand."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from typing import Final

__all__ = ["Places"]

_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BLANK = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]*")

Path = tuple[str | int, ...]
_NOWHERE: Final = (None, None)


class Places:
    r"""Know the line and column of every value of a document, by its path.

    The document must be valid TOML. Keys of tables and numbers of array elements make a path.

    >>> places = Places("[1]\nhand = 7\nactions = ['p1 f',\n  'p2 cc']")
    >>> places.find("1", "hand"), places.find("1", "actions", 1)
    ((2, 8), (4, 3))
    >>> places.find("1", "winnings")
    (1, 1)
    """

    def __init__(self, text: str) -> None:
        """Read a document.

        Args:
            text: The document.
        """
        self._text = text
        self._offsets: dict[Path, int] = {}
        # How many tables there are in a list of them.
        self._counts: Counter[Path] = Counter()
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self._place = 0
        self._table: Path = ()
        try:
            self._read()
        except (IndexError, AttributeError, ValueError):
            # A place that is not found is not worth an error of its own.
            return

    def find(self, *path: str | int) -> tuple[int, int] | tuple[None, None]:
        """Return the line and column of a value, or of the nearest that has it, from 1.

        Args:
            *path: The keys and numbers that lead to the value.

        Returns:
            The line and the column; nothing twice where neither is known.
        """
        while path:
            offset = self._offsets.get(path)
            if offset is not None:
                line = bisect_left(self._ends, offset)
                return line + 1, offset - (self._ends[line - 1] + 1 if line else 0) + 1
            path = path[:-1]
        return _NOWHERE

    def _read(self) -> None:
        text = self._text
        while True:
            self._skip(_SPACE)
            if self._place >= len(text):
                return
            start = self._place
            if text[start] == "[":
                double = text.startswith("[[", start)
                self._place += 1 + double
                keys = self._keys()
                self._place += 1 + double
                number: Path = ()
                if double:
                    number = (self._counts[keys],)
                    self._counts[keys] += 1
                self._table = (*keys, *number)
                self._offsets.setdefault(self._table, start)
            else:
                keys = self._keys()
                self._place += 1
                self._skip(_BLANK)
                self._value((*self._table, *keys))

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self._text, self._place)
        if found is not None:
            self._place = found.end()

    def _keys(self) -> Path:
        import tomllib

        keys: list[str | int] = []
        while True:
            self._skip(_BLANK)
            string = _STRING.match(self._text, self._place)
            found = string or _BARE.match(self._text, self._place)
            if found is None:
                raise ValueError("there is no key")
            self._place = found.end()
            quoted = tomllib.loads(f"key = {found[0]}")["key"] if string else found[0]
            keys.append(quoted)
            self._skip(_BLANK)
            if self._text[self._place] != ".":
                return tuple(keys)
            self._place += 1

    def _value(self, path: Path) -> None:
        text, start = self._text, self._place
        self._offsets[path] = start
        if text[start] == "[":
            self._items(path, "]")
        elif text[start] == "{":
            self._items(path, "}")
        else:
            string = _STRING.match(text, start)
            if string is not None:
                self._place = string.end()
            else:
                self._skip(_SCALAR)

    def _items(self, path: Path, end: str) -> None:
        self._place += 1
        number = 0
        while True:
            self._skip(_SPACE)
            if self._text[self._place] == end:
                self._place += 1
                return
            if end == "]":
                self._value((*path, number))
            else:
                keys = self._keys()
                self._place += 1
                self._skip(_BLANK)
                self._value((*path, *keys))
            number += 1
            self._skip(_SPACE)
            if self._text[self._place] == ",":
                self._place += 1
