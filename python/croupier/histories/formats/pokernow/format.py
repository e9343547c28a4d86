"""PokerNow as a format: its logs, and its downloads of hands."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from os import PathLike
from pathlib import Path

from croupier import _native
from croupier.errors import guard
from croupier.histories.bulk.reading import list_games
from croupier.histories.formats.base import (
    Format,
    Note,
    PlayedResult,
    ReadResult,
    Source,
    read_whole,
)
from croupier.histories.formats.files import open_bytes
from croupier.histories.formats.pokernow.log import FORMAT, is_json
from croupier.histories.history import BLANK, HandHistory
from croupier.limits import read_limited

__all__ = ["PokerNowFormat"]

_HEADER = re.compile(r'\s*"?entry"?\s*,\s*"?at"?\s*,\s*"?order"?\s*(\r?\n|$)')
# Characters before a document: blanks, and a mark of Unicode.
_BLANKS = b" \t\r\n\xef\xbb\xbf"
_FILE = re.compile(r"poker_now_log_(.+)")


class PokerNowFormat(Format):
    """The logs of PokerNow, as tables of comma-separated values or as JSON, and its downloads.

    A log stands with the newest row first, so all of it is in memory while it is read.

    >>> import json
    >>> one, two = 1, 2
    >>> ann, bob = '"Ann @ a1b2c3d4e5"', '"Bob @ f6g7h8i9j0"'
    >>> said = [
    ...     f"-- starting hand #{one} (id: k3)  No Limit Texas Hold'em (dealer: {bob}) --",
    ...     f"Player stacks: #{one} {ann} (99) | #{two} {bob} (50)",
    ...     f"{bob} posts a small blind of 1",
    ...     f"{ann} posts a big blind of 2",
    ...     f"{bob} folds",
    ...     f"Uncalled bet of 1 returned to {ann}",
    ...     f"{ann} collected 2 from pot",
    ...     f"-- ending hand #{one} --",
    ... ]
    >>> rows = [
    ...     {"at": "2026-01-31T20:00:00Z", "created_at": number, "msg": text}
    ...     for number, text in enumerate(said)
    ... ]
    >>> log = json.dumps({"logs": rows})
    >>> (reading,) = PokerNowFormat().read(log)
    >>> reading.history.players, reading.history.finishing_stacks
    (['Ann', 'Bob'], [100, 49])
    """

    name = FORMAT
    title = "PokerNow"
    venues = ("PokerNow",)
    suffixes = (".csv", ".json")

    def __init__(self, hero: str = "") -> None:
        """Say whose log it is.

        Args:
            hero: The name or the number of the player; where the cards that were shown tell whose
                log it is, they decide.
        """
        self.hero = hero

    def recognize(self, text: str) -> bool:
        """Return whether it has the columns of a log, or the members of a download."""
        if _HEADER.match(text) is not None:
            return True
        if text.lstrip()[:1] != "{":
            return False
        return ('"logs"' in text and '"msg"' in text) or (
            '"hands"' in text and ('"handVersion"' in text or '"dealerSeat"' in text)
        )

    def read(self, source: Source) -> Iterator[ReadResult]:
        """Read hands in the order in which they were played.

        Args:
            source: A text, bytes, a path, an open file, or lines.

        Yields:
            A result for each hand; problems outside of hands come first.
        """
        by = f"the reader of {self.title}"
        with guard("read to the end", by, passing=(OSError,), format=self.name):
            yield from self.read_source(source)

    def read_source(self, source: Source) -> Iterator[ReadResult]:
        """Read hands in the order in which they were played.

        Args:
            source: A text, bytes, a path, an open file, or lines.

        Yields:
            A result for each hand; problems outside of hands come first.
        """
        table = _name_table(source)
        reader = _open()
        if isinstance(source, PathLike):
            with open_bytes(source) as file:
                source = read_limited(file, os.fspath(source))
        if isinstance(source, bytes) and source.lstrip(_BLANKS)[:1] != b"{":
            yield from reader.read_log(source, self.hero, table)
            return
        text = read_whole(source)
        if not is_json(text) or '"logs"' in text[:10_000]:
            yield from reader.read_log(text, self.hero, table)
        else:
            yield from reader.read_download(text, self.hero, table)


@cache
def _games() -> list[tuple[str, _native.Setup, list[str]]]:
    return list_games()


def _open() -> _native.PokerNowReader:
    return _native.PokerNowReader(_games(), HandHistory, BLANK, PlayedResult, ReadResult, Note)


def _name_table(source: Source) -> str:
    """Return the name of the table, which is in the name of a log's file."""
    if isinstance(source, PathLike):
        match = _FILE.fullmatch(Path(source).stem)
        if match is not None:
            return match[1]
    return ""
