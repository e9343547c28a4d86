"""Files of rooms as documents of PHH, for the core to count: some of them at once."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from croupier.errors import PokerError
from croupier.files import open_text
from croupier.histories.formats.sites.rooms import CoreFormat
from croupier.histories.identities import FIELD
from croupier.histories.pipeline.finding import HistoryFile
from croupier.histories.pipeline.standardizing import read_documents

__all__ = ["Standard", "standardize"]


class Standard(NamedTuple):
    """A file of a room, as the core counts it.

    Attributes:
        path: The documents of its hands.
        names: What the room calls the hands, in their order.
        problems: What is wrong with the file, and with hands that could not be read.
    """

    path: Path
    names: Sequence[str]
    problems: Sequence[str]


def standardize(
    runs: Iterable[Sequence[HistoryFile]],
    by_id: bool,
    threads: int | None,
    tell_bytes: Callable[[int], object] | None = None,
) -> Iterator[tuple[Sequence[HistoryFile], Standard | None]]:
    """Give the core what it can count of files that it cannot.

    Args:
        runs: Files that the core counts together, or one that it does not.
        by_id: Whether hands that say who is who are counted one by one.
        threads: How many threads read; one for each core when omitted.
        tell_bytes: Called with how many more bytes were read, by any thread.

    Yields:
        The same runs, and the documents of those that can be counted in the core all the same.
        They are gone when the next run is asked for.
    """
    count = threads or os.cpu_count() or 1
    waited: deque[tuple[Sequence[HistoryFile], Future[Standard | None] | None]] = deque()
    with TemporaryDirectory(prefix="croupier-") as folder, _open_pool(count) as pool:
        try:
            for number, files in enumerate(runs):
                future = None
                if not files[0].quick and isinstance(files[0].format, CoreFormat):
                    made = Path(folder, f"{number}.phhs")
                    future = pool.submit(_standardize, files[0], made, by_id, count, tell_bytes)
                waited.append((files, future))
                if len(waited) > 2 * count:
                    yield from _finish(*waited.popleft())
            while waited:
                yield from _finish(*waited.popleft())
        finally:
            for _, future in waited:
                if future is not None:
                    future.cancel()


def _open_pool(count: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(count, thread_name_prefix="croupier-counting")


def _finish(
    files: Sequence[HistoryFile], future: Future[Standard | None] | None
) -> Iterator[tuple[Sequence[HistoryFile], Standard | None]]:
    standard = None if future is None else future.result()
    yield files, standard
    if standard is not None:
        standard.path.unlink()


def _standardize(
    file: HistoryFile,
    made: Path,
    by_id: bool,
    threads: int,
    tell_bytes: Callable[[int], object] | None,
) -> Standard | None:
    names: list[str] = []
    problems: list[str] = []
    with open_text(made) as out:
        try:
            for reading, text, _ in read_documents(file, threads, tell_bytes):
                problems += [f"{file.path}: {problem}" for problem in reading.problems]
                if text is None:
                    continue
                if by_id and FIELD in text:
                    return None
                names.append(reading.hand)
                out.write(f"[{len(names)}]\n{text}\n")
        except (OSError, PokerError) as error:
            said = error.strerror if isinstance(error, OSError) else None
            problems.append(f"{file.path}: {said or error}")
    return Standard(made, names, problems)
