"""Problems of a game configuration, with their places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from croupier.errors import Problem

__all__ = [
    "CODES",
    "ERROR",
    "WARNING",
    "Mention",
    "Problem",
    "Report",
    "join_path",
    "listed",
    "suggest",
]

ERROR = "error"
WARNING = "warning"

_NEAR = 0.6
# Words that people use, and those of a configuration for them: none where no similar word is
# meant.
_MEANINGS: dict[str, tuple[str, ...]] = {
    "poker": ("high",),
    "standard": ("high",),
    "holdem": ("high",),
    "omaha": ("high",),
    "stud": ("high",),
    "hi": ("high",),
    "low": ("a5_low",),
    "lo": ("a5_low",),
    "razz": ("a5_low",),
    "lowball": ("27_low",),
    "8low": ("eight_or_better_low",),
    "10": ("T",),
    "ten": ("T",),
    "jack": ("J",),
    "queen": ("Q",),
    "king": ("K",),
    "ace": ("A",),
    "board": ("community",),
    "table": ("community",),
    "hole": ("player",),
    "hand": ("player",),
    "up": ("face up",),
    "open": ("face up",),
    "down": ("face down",),
    "hidden": ("face down",),
    "nl": ("No Limit",),
    "pl": ("Pot Limit",),
    "fl": ("Limit",),
    "fixed": ("Limit",),
    "suit": (),
}


CODES: Final = {
    "json": "a text that is no JSON, or a file that cannot be read",
    "missing": "something is missing",
    "wrong-value": "a value is none of those that can be",
    "unknown-key": "an object has no such key",
    "repeated-key": "a key is there more than once, or two keys mean the same",
    "unknown-name": "a name is that of nothing in the game",
    "repeated-name": "something is there more than once",
    "conflict": "something that does not go with the rest of the game",
    "odd": "something that is possible, but hardly meant",
}
"""The meaning of each code of a problem of a game configuration."""


class Mention(NamedTuple):
    """A mention of a subset of cards in a configuration.

    Attributes:
        zone: `hole`, `board` or `any`.
        name: The name of the subset.
        path: The place in the JSON document.
    """

    zone: str
    name: str
    path: str


class Report:
    """A report of everything found while a configuration is read and checked.

    Attributes:
        problems: What is wrong.
        mentions: Which subsets are spoken of.
        renames: Subsets that are called otherwise from now on.
    """

    def __init__(self, renames: Mapping[str, str] | None = None) -> None:
        self.problems: list[Problem] = []
        self.mentions: list[Mention] = []
        self.renames = renames or {}

    def error(self, path: str, message: str, code: str = "conflict") -> None:
        """Note an error; its code is one of `CODES`."""
        self.problems.append(Problem(code, message, path=path))

    def warn(self, path: str, message: str, code: str = "odd") -> None:
        """Note a warning; its code is one of `CODES`."""
        self.problems.append(Problem(code, message, path=path, severity=WARNING))

    @property
    def has_errors(self) -> bool:
        """Whether there is an error among the problems."""
        return any(problem.is_error for problem in self.problems)


def join_path(path: str, step: str | int) -> str:
    """Return the path of a member or an item.

    >>> join_path(join_path("gamePlay", 3), "deal"), join_path("", "odd key")
    ('gamePlay[3].deal', '["odd key"]')
    """
    if isinstance(step, int):
        return f"{path}[{step}]"
    if not step.replace("_", "a").isalnum():
        return f'{path}["{step}"]'
    return f"{path}.{step}" if path else step


def listed(words: Iterable[object], conjunction: str = "or") -> str:
    """Return words as English lists them.

    >>> listed(["high", "low"]), listed(["a", "b", "c"], "and")
    ('high or low', 'a, b and c')
    """
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {conjunction} {texts[-1]}"


def suggest(word: str, known: Iterable[str]) -> str:
    """Return a question after what was meant, or nothing if nothing is near.

    >>> suggest("anteS", ["antes", "blinds"])
    '; did you mean "antes"?'
    >>> suggest("board", ["player", "community"])
    '; did you mean "community"?'
    """
    known = list(known)
    said = "".join(filter(str.isalnum, word.lower()))
    if said in _MEANINGS:
        meant = [name for name in _MEANINGS[said] if name in known]
        if meant or not _MEANINGS[said]:
            return f'; did you mean "{meant[0]}"?' if meant else ""
    by_letters = {"".join(filter(str.isalnum, name.lower())): name for name in known}
    # Only a mistake needs it.
    from difflib import get_close_matches

    near = get_close_matches(said, by_letters, 1, _NEAR)
    return f'; did you mean "{by_letters[near[0]]}"?' if near else ""
