"""Strict checks of many files: the core finds the hands that are worth a look."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from croupier.errors import ParseError
from croupier.histories.batch import Batch
from croupier.histories.bulk import read_batches
from croupier.histories.currencies import CURRENCIES
from croupier.histories.field_problems import ERROR
from croupier.histories.validation import Violation, check_file, check_part

__all__ = ["Survey", "check_all"]

_FILES_AT_ONCE = 64


class Survey(NamedTuple):
    """What is to be said of some files.

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
) -> Iterator[Survey]:
    """List everything that is wrong with files and folders of hand histories.

    What is said of a hand is what `check` says. The core knows of most hands that nothing is wrong
    with them, so this is fast where little is.

    >>> import tempfile
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

    Yields:
        What came of some files, and what is wrong with them.

    Raises:
        SetupError: There is no such file or folder; it is a ValueError.
    """
    accepted = _accepted()
    for batch, usual in read_batches(paths, threads, files_at_once, progress, accepted):
        yield Survey(batch, list(_check_batch(batch, usual)))


@cache
def _accepted() -> dict[str, frozenset[str]]:
    from zoneinfo import available_timezones

    return {"currency": CURRENCIES, "time_zone": frozenset(available_timezones())}


def _check_batch(batch: Batch, usual: bytearray) -> Iterator[Violation]:
    columns = batch.columns
    broken = {problem.path for problem in batch.problems if not problem.line and not problem.key}
    suspects: dict[int, list[int]] = {}
    keys: dict[int, set[str]] = {}
    repeated: dict[int, list[int]] = {}
    for row, (file, key) in enumerate(zip(columns["file"], columns["key"], strict=True)):
        known = keys.setdefault(file, set())
        if key in known:
            repeated.setdefault(file, []).append(row)
        known.add(key)
        if not usual[row]:
            suspects.setdefault(file, []).append(row)
    for file, path in enumerate(batch.paths):
        try:
            if path in broken:
                yield from check_file(path)
                continue
            yield from _check_mark(path)
        except OSError as error:
            yield Violation(
                severity=ERROR, code="file", message=error.strerror or str(error), file=str(path)
            )
            continue
        for row in repeated.get(file, ()):
            yield Violation(
                severity=ERROR,
                code="toml",
                message="there is another hand with this key",
                hand=columns["key"][row],
                file=str(path),
                line=columns["line"][row],
            )
        for row in suspects.get(file, ()):
            key = columns["key"][row] or None
            line = columns["line"][row]
            try:
                text = batch.text(row)
            except ParseError as error:
                yield Violation(
                    severity=ERROR,
                    code="toml",
                    message=str(error.args[0]),
                    hand=key,
                    file=str(path),
                    line=line + (error.line or 1) - 1,
                    column=error.column,
                )
            else:
                yield from check_part(text, key=key, file=str(path), line=line)


def _check_mark(path: Path) -> Iterator[Violation]:
    with path.open("rb") as file:
        if file.read(len(BOM_UTF8)) != BOM_UTF8:
            return
    yield from (one for one in check_file(path) if one.code == "mark")
