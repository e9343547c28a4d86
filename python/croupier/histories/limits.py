"""How much a document may be: more than any real hand needs, and less than would harm a reader."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from croupier._native import is_too_deep
from croupier.errors import ParseError
from croupier.limits import (
    MOST_DEPTH,
    MOST_FILE_BYTES,
    MOST_PLAYERS,
    find_most_file_bytes,
    too_large,
)
from croupier.numbers import verify_number

__all__ = [
    "MOST_ACTIONS",
    "MOST_DEPTH",
    "MOST_FILE_BYTES",
    "MOST_HAND_BYTES",
    "MOST_PLAYERS",
    "verify_depth",
    "verify_document",
    "verify_size",
]

# The core has the same numbers.
MOST_HAND_BYTES: Final = 1 << 20
"""The most bytes of a hand."""
MOST_ACTIONS: Final = 10_000
"""The most actions of a hand."""

_FORMAT: Final = "phh"


def verify_size(text: str) -> None:
    """Check the size of a document.

    Args:
        text: The document.

    Raises:
        ParseError: It is too large.
    """
    # Characters are counted, since bytes are never fewer.
    most = find_most_file_bytes()
    if len(text) > most:
        raise too_large("the document", most)
    # Without a table there is one hand, if any.
    if len(text) > MOST_HAND_BYTES and not text.startswith("[") and "\n[" not in text:
        raise _too_much("characters in the hand", len(text), MOST_HAND_BYTES, None)


def verify_depth(text: str) -> None:
    """Check how deep a document is before it is read: readers of TOML take long over deep ones.

    >>> verify_depth("a" + ".a" * 99)
    Traceback (most recent call last):
        ...
    croupier.errors.ParseError: values are nested more than 32 deep (phh)

    Args:
        text: The document.

    Raises:
        ParseError: Lists and tables lie too deep in each other, or a key has too many parts.
    """
    # Half of a character is no text, and no TOML either.
    if is_too_deep(text.encode("utf-8", "replace").decode("utf-8")):
        raise ParseError(f"values are nested more than {MOST_DEPTH} deep", format=_FORMAT)


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
    _verify_integers(values.values(), key)
    level: list[Any] = _containers(values.values())
    for _ in range(MOST_DEPTH):
        if not level:
            return
        for one in level:
            _verify_integers(one.values() if isinstance(one, dict) else one, key)
        level = [
            inner
            for one in level
            for inner in _containers(one.values() if isinstance(one, dict) else one)
        ]
    if level:
        raise ParseError(f"values are nested more than {MOST_DEPTH} deep", format=_FORMAT, hand=key)


def _verify_integers(values: Iterable[Any], key: str | None) -> None:
    for value in values:
        if type(value) is int:
            try:
                verify_number(value)
            except ParseError as error:
                raise ParseError(error.args[0], format=_FORMAT, hand=key) from None


def _containers(values: Iterable[Any]) -> list[Any]:
    return [value for value in values if isinstance(value, list | dict)]


def _too_much(what: str, given: int, most: int, key: str | None) -> ParseError:
    return ParseError(
        f"there are {given} {what}, but no more than {most} are read", format=_FORMAT, hand=key
    )
