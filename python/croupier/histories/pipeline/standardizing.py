"""Hands of any format as documents of PHH, which the core reads by the thousand."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import PokerError, UnsupportedError, guard
from croupier.histories.formats.base import ReadResult
from croupier.histories.formats.files import count_read_bytes
from croupier.histories.formats.sites.rooms import CoreFormat
from croupier.histories.pipeline.finding import HistoryFile

if TYPE_CHECKING:
    from concurrent.futures import Future

    from croupier.histories.pipeline.splitting import FilePart

__all__ = ["Standardized", "read_documents"]

_PHH = "PHH"
# After so many hands it is said how far it is.
_OFTEN = 64


class Standardized(NamedTuple):
    """The result of standardizing a hand.

    Attributes:
        reading: Where it is, and what was odd or wrong.
        text: The document; nothing for a hand that is refused.
        wrong: Why there is none, where the hand could be read.
    """

    reading: ReadResult
    text: str | None
    wrong: PokerError | None = None


def read_documents(
    file: HistoryFile,
    threads: int | None = None,
    tell_bytes: Callable[[int], object] | None = None,
) -> Iterator[Standardized]:
    """Read the hands of a file, one after the other; those of a large one on all cores.

    Args:
        file: The file.
        threads: How many threads read; one for each core when omitted.
        tell_bytes: Called now and then with how many more bytes were read.

    Yields:
        The result for each hand.

    Raises:
        OSError: The file cannot be read.
        PokerError: It cannot be read to its end.
    """
    format = file.format
    if not isinstance(format, CoreFormat):
        yield from _tell(_read_histories(file), file, tell_bytes)
        return
    count = threads or os.cpu_count() or 1
    parts: list[FilePart] = []
    if count > 1:
        from croupier.histories.pipeline.splitting import cut_file

        parts = cut_file(file.path, format)
    if parts:
        for part, some in zip(parts, _read_parts(file.path, format, parts, count), strict=True):
            if tell_bytes is not None:
                tell_bytes(part.end - part.start)
            yield from some
    else:
        hands = (Standardized(*one) for one in format.read_documents(file.path))
        yield from _tell(hands, file, tell_bytes)


def _tell(
    hands: Iterable[Standardized], file: HistoryFile, tell_bytes: Callable[[int], object] | None
) -> Iterator[Standardized]:
    """Yield hands, and say now and then how many more bytes of their file were read."""
    if tell_bytes is None:
        yield from hands
        return
    reported = 0
    for number, hand in enumerate(hands):
        if number % _OFTEN == 0 and (read := count_read_bytes()) > reported:
            tell_bytes(read - reported)
            reported = read
        yield hand
    if reported < file.size:
        tell_bytes(file.size - reported)


def _read_histories(file: HistoryFile) -> Iterator[Standardized]:
    for reading in file.format.read(file.path):
        text, wrong = None, None
        if reading.history is not None:
            try:
                with guard("checked", f"the writer of {_PHH}", UnsupportedError):
                    text = reading.history.dumps()
            except PokerError as error:
                wrong = error
        yield Standardized(reading, text, wrong)


def _read_parts(
    path: Path, format: CoreFormat, parts: list[FilePart], threads: int
) -> Iterator[list[Standardized]]:
    """Yield the hands of each part in their order, a few of which are read at once."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads, thread_name_prefix="croupier-reading") as pool:
        waited: deque[Future[list[Standardized]]] = deque()
        try:
            for part in parts:
                waited.append(pool.submit(_read_part, path, format, part))
                if len(waited) > threads:
                    yield waited.popleft().result()
            while waited:
                yield waited.popleft().result()
        finally:
            for one in waited:
                one.cancel()


def _read_part(path: Path, format: CoreFormat, part: FilePart) -> list[Standardized]:
    with path.open("rb") as file:
        file.seek(part.start)
        data = file.read(part.end - part.start)
    return [Standardized(*one) for one in format.read_documents(data, part.line)]
