"""Hands of any format as documents of PHH, which the core reads by the thousand."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import PokerError, UnsupportedError, guard
from croupier.histories.formats.base import ReadResult
from croupier.histories.formats.sites.rooms import CoreFormat
from croupier.histories.pipeline.finding import HistoryFile

if TYPE_CHECKING:
    from concurrent.futures import Future

    from croupier.histories.pipeline.splitting import Part

__all__ = ["Standardized", "read_documents"]

_PHH = "PHH"


class Standardized(NamedTuple):
    """What came of a hand.

    Attributes:
        reading: Where it is, and what was odd or wrong.
        text: The document; nothing for a hand that is refused.
        wrong: Why there is none, where the hand could be read.
    """

    reading: ReadResult
    text: str | None
    wrong: PokerError | None = None


def read_documents(file: HistoryFile, threads: int | None = None) -> Iterator[Standardized]:
    """Read the hands of a file, one after the other; those of a large one on all cores.

    Args:
        file: The file.
        threads: How many threads read; one for each core when omitted.

    Yields:
        What came of each hand.

    Raises:
        OSError: The file cannot be read.
        PokerError: It cannot be read to its end.
    """
    format = file.format
    if not isinstance(format, CoreFormat):
        yield from _read_histories(file)
        return
    count = threads or os.cpu_count() or 1
    parts: list[Part] = []
    if count > 1:
        from croupier.histories.pipeline.splitting import cut_file

        parts = cut_file(file.path, format)
    if parts:
        yield from _read_parts(file.path, format, parts, count)
    else:
        yield from (Standardized(*one) for one in format.read_documents(file.path))


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
    path: Path, format: CoreFormat, parts: list[Part], threads: int
) -> Iterator[Standardized]:
    """Yield the hands of parts in their order, a few of which are read at once."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads, thread_name_prefix="croupier-reading") as pool:
        waited: deque[Future[list[Standardized]]] = deque()
        try:
            for part in parts:
                waited.append(pool.submit(_read_part, path, format, part))
                if len(waited) > threads:
                    yield from waited.popleft().result()
            while waited:
                yield from waited.popleft().result()
        finally:
            for one in waited:
                one.cancel()


def _read_part(path: Path, format: CoreFormat, part: Part) -> list[Standardized]:
    with path.open("rb") as file:
        file.seek(part.start)
        data = file.read(part.end - part.start)
    return [Standardized(*one) for one in format.read_documents(data, part.line)]
