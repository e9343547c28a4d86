"""How much a document may be: more than any real hand needs, and less than would harm a reader."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from croupier.errors import ParseError

__all__ = [
    "MOST_ACTIONS",
    "MOST_DEPTH",
    "MOST_FILE_BYTES",
    "MOST_HAND_BYTES",
    "MOST_PLAYERS",
    "verify_document",
    "verify_size",
]

# The core has the same numbers.
MOST_FILE_BYTES: Final = 256 << 20
"""The most bytes of a file."""
MOST_HAND_BYTES: Final = 1 << 20
"""The most bytes of a hand."""
MOST_ACTIONS: Final = 10_000
"""The most actions of a hand."""
MOST_PLAYERS: Final = 24
"""The most players of a hand."""
MOST_DEPTH: Final = 32
"""How deep lists and tables may lie in each other."""

_FORMAT: Final = "phh"


def verify_size(text: str) -> None:
    """Check the size of a document.

    Args:
        text: The document.

    Raises:
        ParseError: It is too large.
    """
    # Characters are counted first, since bytes are never fewer.
    if len(text) > MOST_FILE_BYTES:
        raise _too_much("characters in the document", len(text), MOST_FILE_BYTES, None)


def verify_document(document: dict[str, Any], size: int) -> None:
    """Check the size of the hands of a document.

    >>> verify_document({"variant": "NT", "starting_stacks": [1] * 25}, 100)
    Traceback (most recent call last):
        ...
    croupier.errors.ParseError: there are 25 players, but no more than 24 are read (phh)

    Args:
        document: What the document says.
        size: How many characters it has.

    Raises:
        ParseError: It is too large, or too deep.
    """
    if "variant" in document:
        if size > MOST_HAND_BYTES:
            raise _too_much("characters in the hand", size, MOST_HAND_BYTES, None)
        _verify_hand(document, None)
        return
    for key, values in document.items():
        if isinstance(values, dict):
            _verify_hand(values, key)


def _verify_hand(values: dict[str, Any], key: str | None) -> None:
    for name, what, most in (
        ("actions", "actions", MOST_ACTIONS),
        ("starting_stacks", "players", MOST_PLAYERS),
    ):
        found = values.get(name)
        if isinstance(found, list) and len(found) > most:
            raise _too_much(what, len(found), most, key)
    level: list[Any] = _containers(values.values())
    for _ in range(MOST_DEPTH):
        if not level:
            return
        level = [
            inner
            for one in level
            for inner in _containers(one.values() if isinstance(one, dict) else one)
        ]
    if level:
        raise ParseError(f"values are nested more than {MOST_DEPTH} deep", format=_FORMAT, hand=key)


def _containers(values: Iterable[Any]) -> list[Any]:
    return [value for value in values if isinstance(value, list | dict)]


def _too_much(what: str, given: int, most: int, key: str | None) -> ParseError:
    return ParseError(
        f"there are {given} {what}, but no more than {most} are read", format=_FORMAT, hand=key
    )
