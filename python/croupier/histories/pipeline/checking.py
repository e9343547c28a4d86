"""Strict checks of files of any format."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby, islice
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import ParseError, PokerError
from croupier.files import open_text
from croupier.histories.bulk.batch import Batch
from croupier.histories.bulk.checking import check_all
from croupier.histories.formats.base import ReadResult, decode
from croupier.histories.formats.files import open_bytes
from croupier.histories.phh.documents import FORMAT
from croupier.histories.phh.field_problems import ERROR, WARNING
from croupier.histories.phh.validation import Violation
from croupier.histories.pipeline.finding import Found, HistoryFile, find_histories
from croupier.histories.pipeline.standardizing import Standardized, read_documents
from croupier.limits import read_limited

if TYPE_CHECKING:
    from croupier.executors import On

__all__ = ["Checked", "check_histories"]

# So many hands of a file are kept at once, with the texts that they come from.
_MANY = 4096


class Checked(NamedTuple):
    """The result of checking some files, or some hands of a large one.

    Attributes:
        batch: What came of the hands that could be read; nothing if there are none. Texts of hands
            can be asked of PHH alone.
        violations: Everything that is not as the format and the rules want it.
        unread: How many hands could not be read.
    """

    batch: Batch | None
    violations: list[Violation]
    unread: int = 0


def check_histories(
    paths: str | PathLike[str] | Found,
    *,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
    tell_bytes: Callable[[int], object] | None = None,
    on: On | None = None,
) -> Iterator[Checked]:
    """List everything that is wrong with files and folders of hand histories of any format.

    PHH is checked as `check_all` does it. Hands of other formats are read, and checked as the PHH
    that they become; what their readers find odd is a warning.

    >>> import tempfile
    >>> line = "STATE:7:r200fffff:AsKs|2c2d|3c3d|4c4d|5c5d|6c6d:-50|-100|150|0|0|0:A|B|C|D|E|F"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "hands.log").write_text(line)
    ...     [checked] = check_histories(folder)
    >>> len(checked.batch), checked.violations, checked.unread
    (1, [], 0)

    Args:
        paths: A file, a folder, or what `find_histories` found.
        threads: How many threads read; one for each core when omitted.
        progress: Called with the number of files that are done.
        tell_bytes: Called with how many more bytes are read in this process, by any thread; large
            files are read in parts.
        on: Where files are checked, if not in this process: `processes`, `ray` and others, see
            `croupier.executors`. What comes of them is the same.

    Yields:
        The results for some files, or for some hands of a large one.

    Raises:
        SetupError: There is no such file or folder; it is a ValueError.
    """
    found = paths if isinstance(paths, Found) else find_histories(paths)
    if on is not None:
        yield from _check_elsewhere(found, on, progress)
        return
    done = 0

    def tell(more: int) -> None:
        if progress is not None:
            progress(done + more)

    for quick, group in groupby(found.files, key=lambda file: file.quick):
        files = list(group)
        if quick:
            paths_of_group = [file.path for file in files]
            for outcome in check_all(
                paths_of_group, threads=threads, progress=tell, tell_bytes=tell_bytes
            ):
                yield Checked(*outcome)
            done += len(files)
            continue
        for some in _check_others(files, threads, tell_bytes):
            yield from some
            done += 1
            tell(0)


def _check_elsewhere(
    found: Found, on: On, progress: Callable[[int], object] | None
) -> Iterator[Checked]:
    """Check files in shards."""
    # Few programs need more than this process.
    from croupier.executors import map_shards, open_executor

    with open_executor(on) as executor:
        runs = found.share(executor)
        for some in map_shards(_check_shard, runs, executor, progress=progress, weigh=len):
            yield from some


def _check_shard(files: list[HistoryFile]) -> list[Checked]:
    return list(check_histories(Found(files, []), threads=1))


def _check_others(
    files: list[HistoryFile], threads: int | None, tell_bytes: Callable[[int], object] | None
) -> Iterator[Iterable[Checked]]:
    """Yield what is to be said of each file that is no PHH, some of which are read at once."""
    count = min(threads or os.cpu_count() or 1, len(files))
    if count == 1:
        yield from (_check_other(file, threads, tell_bytes) for file in files)
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    def check_whole(file: HistoryFile) -> list[Checked]:
        return list(_check_other(file, 1, tell_bytes))

    with ThreadPoolExecutor(count, thread_name_prefix="croupier-checking") as pool:
        waited: deque[Future[list[Checked]]] = deque()
        try:
            for file in files:
                waited.append(pool.submit(check_whole, file))
                if len(waited) > 2 * count:
                    yield waited.popleft().result()
            while waited:
                yield waited.popleft().result()
        finally:
            for one in waited:
                one.cancel()


def _check_other(
    file: HistoryFile, threads: int | None, tell_bytes: Callable[[int], object] | None
) -> Iterator[Checked]:
    """Yield what is to be said of a file that is no PHH, some hands at a time."""
    if file.format.name == FORMAT:
        yield _check_decoded(file, threads, tell_bytes)
        return
    hands = read_documents(file, threads, tell_bytes)
    with TemporaryDirectory(prefix="croupier-") as folder:
        made = Path(folder, "hands.phhs")
        is_first = True
        while (checked := _check_some(file, hands, made, threads)) is not None or is_first:
            yield checked or Checked(None, [])
            is_first = False


def _check_some(
    file: HistoryFile, hands: Iterator[Standardized], made: Path, threads: int | None
) -> Checked | None:
    """Check some more hands as PHH that is made of them; nothing where there are no more."""
    name = str(file.path)
    violations: list[Violation] = []
    readings: list[ReadResult] = []
    count = unread = 0
    with open_text(made) as out:
        try:
            for reading, text, wrong in islice(hands, _MANY):
                count += 1
                violations += _tell(name, reading)
                if wrong is not None:
                    violations.append(_wrong(name, wrong, reading))
                if text is None:
                    unread += not reading.outside
                    continue
                # Everything but the places of a hand is read from the file.
                place = ReadResult(
                    None, hand=reading.hand, line=reading.line, places=reading.places
                )
                readings.append(place)
                out.write(f"[{len(readings)}]\n{text}\n")
        except (OSError, PokerError) as error:
            violations.append(_wrong(name, error))
    if not readings:
        return Checked(None, violations, unread) if count or violations else None
    # One file makes one batch.
    (survey,) = check_all(made, threads=threads)
    for one in survey.violations:
        reading = readings[int(one.hand or 1) - 1]
        line, column = _find_place(reading, one)
        hand = reading.hand or one.hand
        violations.append(replace(one, file=name, hand=hand, line=line, column=column))
    # The hands are those of the file, and not of one that is gone.
    survey.batch.paths = (file.path,)
    return Checked(survey.batch, violations, unread)


def _check_decoded(
    file: HistoryFile, threads: int | None, tell_bytes: Callable[[int], object] | None
) -> Checked:
    """Check PHH that is packed or in UTF-16, as the text that it is: places are the same."""
    name = str(file.path)
    with TemporaryDirectory(prefix="croupier-") as folder:
        made = Path(folder, "hands.phhs")
        try:
            with open_bytes(file.path) as packed:
                text = decode(read_limited(packed, name), escapes=True)
        except (OSError, PokerError) as error:
            return Checked(None, [_wrong(name, error)])
        with open_text(made) as out:
            out.buffer.write(text.encode("utf-8", "surrogateescape"))
        if tell_bytes is not None:
            tell_bytes(file.size)
        (survey,) = check_all(made, threads=threads)
        survey.batch.paths = (file.path,)
        return Checked(survey.batch, [replace(one, file=name) for one in survey.violations])


def _find_place(reading: ReadResult, violation: Violation) -> tuple[int, int | None]:
    """Return where a file says what a document that was made of it says."""
    place = None
    if reading.places is not None and violation.field is not None:
        item = None if violation.action is None else violation.action - 1
        place = reading.places.find(violation.field, item)
    return place or (reading.line, None)


def _tell(name: str, reading: ReadResult) -> Iterator[Violation]:
    for problem in reading.problems:
        yield _wrong(name, problem, reading)
    for note in reading.notes:
        yield Violation(
            severity=WARNING,
            code="note",
            message=f"{note.kind}: {note.message}",
            hand=reading.hand or None,
            file=name,
            line=note.line or reading.line,
        )


def _wrong(name: str, error: Exception, reading: ReadResult | None = None) -> Violation:
    parsed = error if isinstance(error, ParseError) else None
    hand = str(parsed.hand or "") if parsed else ""
    line, column = (parsed.line, parsed.column) if parsed else (None, None)
    if reading is not None:
        hand, line = reading.hand or hand, line or reading.line
    return Violation(
        severity=ERROR,
        code="read",
        message=str(parsed.args[0]) if parsed else str(error),
        hand=hand or None,
        file=name,
        line=line,
        column=column,
        reason=error.code if isinstance(error, PokerError) else None,
    )
