"""Problems of a game configuration, with their places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from croupier.cards.records import Record

__all__ = ["ERROR", "WARNING", "Mention", "Problem", "Report", "join_path", "listed", "suggest"]

ERROR = "error"
WARNING = "warning"

_NEAR = 0.6
# What people say, and the words of a configuration for it: none where no word that looks alike is
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


class Problem(Record):
    """A problem of a game configuration: what is wrong, and where.

    >>> print(Problem(path="deck.cards", message="must be 52, not 51"))
    error: deck.cards: must be 52, not 51

    Attributes:
        path: The place in the JSON document, such as `gamePlay[3].deal.cards[0].number`; empty for
            the whole document.
        message: What is wrong, and what was expected.
        severity: `error` if the game cannot be played, `warning` if it is merely odd.
        line: The line in the text, from 1, if there is a text.
        column: The column in the text, from 1.
    """

    path: str = ""
    message: str
    severity: str = ERROR
    line: int | None = None
    column: int | None = None

    @property
    def is_error(self) -> bool:
        """Whether the game cannot be played."""
        return self.severity == ERROR

    @property
    def located(self) -> str:
        """The place and the message, without the severity."""
        line = "" if self.line is None else f"line {self.line}, column {self.column}"
        return ": ".join(filter(None, (line, self.path, self.message)))

    def __str__(self) -> str:
        return f"{self.severity}: {self.located}"

    def describe(self) -> str:
        """Return the severity and the message without the place."""
        return f"{self.severity}: {self.message}"

    def to_dict(self) -> dict[str, Any]:
        """Return the problem as it is written to JSON."""
        known = {
            "severity": self.severity,
            "path": self.path,
            "message": self.message,
            "line": self.line,
            "column": self.column,
        }
        return {name: value for name, value in known.items() if value is not None}


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

    def error(self, path: str, message: str) -> None:
        """Note an error."""
        self.problems.append(Problem(path=path, message=message))

    def warn(self, path: str, message: str) -> None:
        """Note a warning."""
        self.problems.append(Problem(path=path, message=message, severity=WARNING))

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
