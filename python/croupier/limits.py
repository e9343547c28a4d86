"""How much is taken from outside: far more than anybody needs, and less than would do harm.

The core has the same numbers where it reads by itself; docs/limits.md has all of them in one table.
"""

from __future__ import annotations

import os
from operator import index
from typing import Any, BinaryIO, Final, TextIO, overload

from croupier.errors import ParseError, SetupError
from croupier.numbers import show_short

__all__ = [
    "FILE_BYTES_VARIABLE",
    "LINE_BYTES_VARIABLE",
    "MAX_BOARDS",
    "MAX_BOARD_CARDS",
    "MAX_DEPTH",
    "MAX_DOCUMENT_DEPTH",
    "MAX_FILE_BYTES",
    "MAX_GAME_BYTES",
    "MAX_GAME_CARDS",
    "MAX_GAME_ITEMS",
    "MAX_GAME_NUMBER",
    "MAX_HANDS",
    "MAX_HOLE_CARDS",
    "MAX_ICM_PLAYERS",
    "MAX_LINE_ACTIONS",
    "MAX_LINE_BYTES",
    "MAX_MOVE_CHARACTERS",
    "MAX_NAME_CHARACTERS",
    "MAX_PLAYERS",
    "MAX_RAISES",
    "MAX_RANGE_CHARACTERS",
    "MAX_RANGE_HANDS",
    "MAX_ROOM_LINE_CHARACTERS",
    "MAX_SAMPLES",
    "MAX_TABLES",
    "MAX_THREADS",
    "find_most_file_bytes",
    "find_most_line_bytes",
    "read_limited",
    "too_large",
    "verify_count",
    "verify_threads",
]

MAX_FILE_BYTES: Final = 256 << 20
"""The most bytes of a file of hands, unpacked, if nobody says otherwise."""

FILE_BYTES_VARIABLE: Final = "CROUPIER_MOST_FILE_BYTES"
"""The variable of the environment that says otherwise."""

MAX_LINE_BYTES: Final = 64 << 20
"""The most bytes of a line of such a file, if nobody says otherwise."""

LINE_BYTES_VARIABLE: Final = "CROUPIER_MOST_LINE_BYTES"
"""The variable of the environment that says otherwise."""

MAX_GAME_BYTES: Final = 1 << 20
"""The most bytes of a game, or a mixed game, that is a JSON file."""

MAX_GAME_CARDS: Final = 100
"""The largest number of cards that such a file can name: more than any deck has."""

MAX_GAME_NUMBER: Final = 1_000_000
"""The largest of its other numbers: chips, raises, seconds, places of a hand."""

MAX_GAME_ITEMS: Final = 64
"""The most items of a list in it."""

MAX_DOCUMENT_DEPTH: Final = 64
"""How deep objects and lists of such a file may lie in each other."""

MAX_DEPTH: Final = 32
"""How deep lists and tables of a hand may lie in each other, and how many parts a key may have."""

MAX_MOVE_CHARACTERS: Final = 500
"""The most characters of what a player says."""

MAX_NAME_CHARACTERS: Final = 1_000
"""The most characters of the name of a game, or of its file."""

MAX_ROOM_LINE_CHARACTERS: Final = 1_000
"""The most characters of a line of a room's text: five times as many as any room writes."""

MAX_RANGE_CHARACTERS: Final = 4 << 20
"""The most characters of a range: room for all hands of Omaha, one by one."""

MAX_RANGE_HANDS: Final = 6_000_000
"""The most hands that the parts of a range stand for: all of five cards, and more."""

MAX_LINE_ACTIONS: Final = 256
"""The most actions of a line of a tree that is solved."""

MAX_ICM_PLAYERS: Final = 100_000
"""The most players of a tournament whose chips are worth something."""

MAX_PLAYERS: Final = 24
"""The most players of a hand."""

MAX_BOARDS: Final = 64
"""The most boards of a hand."""

MAX_BOARD_CARDS: Final = 52
"""The most cards of a board."""

MAX_HOLE_CARDS: Final = 23
"""The most cards that a player is dealt."""

MAX_RAISES: Final = 1_000_000
"""The most bets and raises of a round that a street can name; nobody needs to name any."""

MAX_HANDS: Final = 1 << 48
"""The most hands that are simulated at once."""

MAX_SAMPLES: Final = 1 << 48
"""The most deals that are sampled."""

MAX_TABLES: Final = 1 << 20
"""The most tables of a batch."""

MAX_THREADS: Final = 1024
"""The most threads that work at once."""


def verify_count(one: str, given: int, most: int, *, least: int = 1) -> None:
    """Refuse a number before anything is made so often.

    >>> verify_count("table", 10**12, MAX_TABLES)
    Traceback (most recent call last):
        ...
    croupier.errors.SetupError: there are at most 1048576 tables, not 1000000000000

    Args:
        one: What there is one of at least.
        given: How many there are to be.
        most: How many there may be.
        least: How many there must be.

    Raises:
        SetupError: There are too few or too many.
        TypeError: It is no whole number.
    """
    number = index(given)
    if number < least:
        number_word = "one" if least == 1 else least
        raise SetupError(
            f"there must be at least {number_word} {one}{'s' * (least != 1)}, not"
            f" {show_short(number)}",
            code="too-few",
            given=number,
            minimum=least,
            maximum=most,
        )
    if number > most:
        raise SetupError(
            f"there are at most {most} {one}s, not {show_short(number)}",
            code="too-many",
            given=number,
            minimum=least,
            maximum=most,
        )


def verify_threads(threads: int | None) -> None:
    """Refuse a number of threads that no machine has; nothing is one for each core."""
    if threads is not None:
        verify_count("thread", threads, MAX_THREADS)


def find_most_file_bytes() -> int:
    """Return how many bytes a file of hands may have, unpacked.

    >>> find_most_file_bytes()
    268435456

    Returns:
        The limit; `CROUPIER_MOST_FILE_BYTES` in the environment sets another one.

    Raises:
        SetupError: What is in the environment is no number of bytes.
    """
    return _find(FILE_BYTES_VARIABLE, MAX_FILE_BYTES)


def find_most_line_bytes() -> int:
    """Return how many bytes a line of a file of hands may have.

    >>> find_most_line_bytes()
    67108864

    Returns:
        The limit; `CROUPIER_MOST_LINE_BYTES` in the environment sets another one.

    Raises:
        SetupError: What is in the environment is no number of bytes.
    """
    return _find(LINE_BYTES_VARIABLE, MAX_LINE_BYTES)


def _find(variable: str, default: int) -> int:
    given = os.environ.get(variable)
    if given is None:
        return default
    if not given.isascii() or not given.isdecimal() or len(given) > _LONGEST:
        raise SetupError(
            f"{variable} must be a number of bytes, unlike {given[:40]!r}", code="setting-value"
        )
    return int(given)


_LONGEST: Final = 18


@overload
def read_limited(file: BinaryIO, name: str = ...) -> bytes: ...
@overload
def read_limited(file: TextIO, name: str = ...) -> str: ...
def read_limited(file: Any, name: str = "the file") -> Any:
    """Read all of an open file, and stop where it is too large.

    >>> from io import BytesIO
    >>> read_limited(BytesIO(b"a hand"))
    b'a hand'

    Args:
        file: The file, of bytes or of text.
        name: What it is called in the error.

    Returns:
        The contents.

    Raises:
        ParseError: There is more in it than a file may have.
    """
    most = find_most_file_bytes()
    data = file.read(most + 1)
    if len(data) > most:
        raise too_large(name, most)
    return data


def too_large(name: str, most: int, variable: str = FILE_BYTES_VARIABLE) -> ParseError:
    """Return the error that says that a file, or a line of it, has more than so many bytes.

    >>> print(too_large("log.csv", 10))
    log.csv has more than 10 bytes, which is the limit: CROUPIER_MOST_FILE_BYTES sets another one

    Args:
        name: What is too large.
        most: How many bytes there may be.
        variable: What sets another limit.

    Returns:
        The error.
    """
    return ParseError(
        f"{name} has more than {most} bytes, which is the limit: {variable} sets another one",
        code="too-large",
    )
