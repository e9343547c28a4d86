"""Strict checks of many files: the core says what is wrong with their hands."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, NamedTuple

from croupier.histories.bulk.batch import Batch
from croupier.histories.bulk.reading import read_batches
from croupier.histories.phh.field_problems import ERROR
from croupier.histories.phh.fields import list_rules
from croupier.histories.phh.validation import (
    Finding,
    Violation,
    check_file,
    check_mark,
    make_violation,
)

__all__ = ["CheckedBatch", "check_all"]

_FILES_AT_ONCE = 64


class CheckedBatch(NamedTuple):
    """The result of checking some files.

    Attributes:
        batch: What came of their hands.
        violations: Everything that is not as the standard and the rules want it.
    """

    batch: Batch
    violations: list[Violation]


def check_all(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    threads: int | None = None,
    files_at_once: int = _FILES_AT_ONCE,
    progress: Callable[[int], object] | None = None,
    tell_bytes: Callable[[int], object] | None = None,
) -> Iterator[CheckedBatch]:
    """List everything that is wrong with files and folders of hand histories.

    What is said of a hand is what `check` says.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "hand.phh").write_text("variant = 'NT'")
    ...     [survey] = check_all(folder)
    >>> len(survey.batch), [violation.field for violation in survey.violations]
    (1, ['antes', 'blinds_or_straddles', 'min_bet', 'starting_stacks', 'actions'])

    Args:
        paths: Files and folders.
        threads: How many threads read; one for each core when omitted.
        files_at_once: How many files make up a batch.
        progress: Called with the number of files that are done.
        tell_bytes: Called with how many more bytes are read, by any thread; large files are read
            in parts.

    Yields:
        The results for some files, and the problems of their hands.

    Raises:
        SetupError: There is no such file or folder; it is a ValueError.
    """
    for batch, said in read_batches(
        paths, threads, files_at_once, progress, list_rules(), tell_bytes
    ):
        yield CheckedBatch(batch, list(_check_batch(batch, said)))


def _check_batch(batch: Batch, said: dict[str, Any]) -> Iterator[Violation]:
    columns = batch.columns
    findings: dict[int, list[tuple[int, Finding]]] = {}
    for row, finding in said["findings"]:
        findings.setdefault(columns["file"][row], []).append((row, finding))
    broken = {problem.path for problem in batch.problems if not problem.line and not problem.key}
    for file, path in enumerate(batch.paths):
        try:
            if path in broken:
                yield from check_file(path)
                continue
            with path.open("rb") as opened:
                yield from check_mark(opened.read(len(BOM_UTF8)), str(path))
        except OSError as error:
            yield Violation(
                severity=ERROR, code="file", message=error.strerror or str(error), file=str(path)
            )
            continue
        for row in _find_repeated(columns["key"], columns["file"], file):
            yield Violation(
                severity=ERROR,
                code="toml",
                message="there is another hand with this key",
                hand=columns["key"][row],
                file=str(path),
                line=columns["line"][row],
            )
        for row, finding in findings.get(file, ()):
            yield make_violation(finding, columns["key"][row] or None, str(path))


def _find_repeated(keys: list[str], files: Sequence[int], file: int) -> Iterator[int]:
    """Yield the rows of a file's hands whose keys were there before; files are in order."""
    first, last = bisect_left(files, file), bisect_right(files, file)
    if len(set(keys[first:last])) == last - first:
        return
    known: set[str] = set()
    for row in range(first, last):
        if keys[row] in known:
            yield row
        known.add(keys[row])
