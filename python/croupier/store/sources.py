"""Hands as their files have them: read again, and compared with what the store knows of them."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import IO, NamedTuple

from croupier import _native
from croupier.errors import PokerError, SetupError
from croupier.histories import HandHistory
from croupier.histories.formats import get
from croupier.histories.phh.documents import decode

__all__ = ["PLACES", "HandSource", "is_continued", "read_again", "read_text"]

_BYTES = 8


class HandSource(NamedTuple):
    """The origin of a hand, and what it is known by.

    Attributes:
        hand: The number of the hand.
        id: The first half of its fingerprint.
        cards: The hash of its cards; 0 where not all are known.
        path: The file.
        format: The name of its format.
        size: How many bytes the file had.
        start: Where the hand begins in it, in bytes; only of PHH.
        length: How many bytes it has there.
        line: The line where it begins.
        text: The hand as PHH, if that is kept.
    """

    hand: int
    id: int
    cards: int
    path: str
    format: str
    size: int
    start: int | None
    length: int | None
    line: int | None
    text: str | None


PLACES = (
    "select hand, id, coalesce(cards, 0), path, format, size, start, length, line, text"
    " from hands join files using (part, file) left join texts using (hand)"
)
"""The question for places."""


def _is_same(place: HandSource, *documents: str) -> bool:
    """Return whether a hand is the one that was added, by one of the ways to write it."""
    for document in documents:
        known = _native.KnownHands()
        known.take(place.id.to_bytes(_BYTES, "little"), place.cards.to_bytes(_BYTES, "little"))
        if known.was_there(document):
            return True
        # A hand with neither a number nor a time is known by all that is written of it.
        written = sha256(document.strip().encode("utf-8", "surrogatepass")).digest()[:_BYTES]
        if int.from_bytes(written, "big") == place.id:
            return True
    return False


def is_continued(place: HandSource) -> bool:
    """Return whether a file that has changed begins as it did when a hand was read from it.

    Args:
        place: The place of the file's last hand.

    Returns:
        Whether the hand is found in the bytes that the file had at the time. Then it may have been
        cut off and is to be read anew; otherwise the file is another one by now.
    """
    try:
        with open(place.path, "rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if place.start is not None:
                text = _read_span(file, place)
                return _is_same(place, text, HandHistory.load_part(text, None).dumps())
            data = file.read(place.size)
            if len(data) < place.size:
                return False
            for reading in get(place.format).read(data):
                if reading.line == place.line:
                    return reading.history is not None and _is_same(place, reading.history.dumps())
    except (OSError, PokerError):
        pass
    return False


def _read_span(file: IO[bytes], place: HandSource) -> str:
    file.seek(place.start or 0)
    return decode(file.read(place.length or 0))


def _open(place: HandSource) -> IO[bytes]:
    try:
        return Path(place.path).open("rb")
    except OSError as error:
        raise SetupError(
            f"the file {place.path} cannot be opened: {error.strerror or error}; hands are read"
            " where their files were when they were added",
            code="store-source-moved",
        ) from error


def read_text(place: HandSource) -> str:
    """Return the text of a hand.

    Args:
        place: Its place.

    Returns:
        Its fields where the file is PHH; of other formats the hand as PHH has it.

    Raises:
        SetupError: The file is not where it was, or has changed.
    """
    if place.text is not None:
        return place.text
    (history,) = read_again([place])
    if place.start is None:
        return history.dumps()
    with _open(place) as file:
        return _read_span(file, place)


def read_again(places: Iterable[HandSource]) -> Iterator[HandHistory]:
    """Read hands again; a file is read once for those of it that follow each other.

    Args:
        places: Their places.

    Yields:
        The hands, in the same order.

    Raises:
        SetupError: A file is not where it was, or has changed.
    """
    reader = _Reader()
    for place in places:
        try:
            history = reader.read(place)
        except (OSError, PokerError) as error:
            if isinstance(error, SetupError):
                raise
            said = error.strerror if isinstance(error, OSError) else None
            raise SetupError(
                f"hand {place.hand} cannot be read from {place.path}: {said or error}",
                code="store-source",
            ) from error
        if history is None:
            where = f"line {place.line}" if place.start is None else f"byte {place.start}"
            raise SetupError(
                f"hand {place.hand} is not in {where} of {place.path} any more: the file has"
                " changed",
                code="store-source-changed",
            )
        yield history


class _Reader:
    """A reader that goes on in a file where it stopped."""

    def __init__(self) -> None:
        self.path = ""
        self.line = 0
        self.readings: Iterator[tuple[int, HandHistory | None]] = iter(())

    def read(self, place: HandSource) -> HandHistory | None:
        """Return the hand of a place, or `None` if it is no longer there."""
        if place.text is not None:
            return HandHistory.load_part(place.text, None)
        if place.start is not None:
            with _open(place) as file:
                text = _read_span(file, place)
            found = HandHistory.load_part(text, None)
            return found if _is_same(place, text, found.dumps()) else None
        line = place.line or 0
        if self.path != place.path or line <= self.line:
            _open(place).close()
            self.path = place.path
            readings = get(place.format).read(Path(place.path))
            self.readings = ((one.line, one.history) for one in readings)
        for at, history in self.readings:
            self.line = at
            if at == line:
                same = history is not None and _is_same(place, history.dumps())
                return history if same else None
        self.path = ""
        return None
