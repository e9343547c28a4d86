"""Finding hand histories of any format among files and folders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import ParseError, SetupError, guard
from croupier.histories.formats import Format, detect, get
from croupier.histories.formats.files import needs_no_decoding

if TYPE_CHECKING:
    from croupier.executors import Executor

__all__ = ["Found", "HistoryFile", "PassedOver", "find_histories", "list_folder"]

_PHH = "phh"
# So much is read at once, unless a file has more.
_MAX_BYTES = 1 << 25
# Shards for each worker, and the sizes of them.
_SHARDS = 8
_MIN_BYTES = 1 << 20
_MAX_FILES = 256


class HistoryFile(NamedTuple):
    """A file of hands.

    Attributes:
        path: The file.
        format: What reads it.
        quick: Whether the core reads it as it is, many files at once.
    """

    path: Path
    format: Format
    quick: bool

    @property
    def size(self) -> int:
        """How many bytes it has; none where that cannot be known."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0


class PassedOver(NamedTuple):
    """A file that holds no hands.

    Attributes:
        path: The file.
        reason: Why it is passed over.
        named: Whether somebody named it, unlike one of a folder.
    """

    path: Path
    reason: str
    named: bool

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


class Found(NamedTuple):
    """The hand histories that were found in files and folders.

    Attributes:
        files: The files of hands, in order.
        passed: The other files.
    """

    files: list[HistoryFile]
    passed: list[PassedOver]

    def runs(self, most: int, most_bytes: int = _MAX_BYTES) -> Iterator[list[HistoryFile]]:
        """Yield the files in their order, as many at once as the core reads together.

        Args:
            most: How many of them at once; fewer where they are large.
            most_bytes: How many bytes they have at most, unless a file has more.

        Yields:
            Files that the core reads, or one that it does not.
        """
        for quick, files in groupby(self.files, key=lambda file: file.quick):
            chosen: list[HistoryFile] = []
            size = 0
            for file in files:
                size += file.size
                if chosen and (not quick or len(chosen) == most or size > most_bytes):
                    yield chosen
                    chosen, size = [], file.size
                chosen.append(file)
            yield chosen

    def share(self, executor: Executor) -> list[list[HistoryFile]]:
        """Divide the files so that the workers of an executor end at about the same time.

        Args:
            executor: Who reads them.

        Returns:
            Files that the core reads, or one that it does not; all of them in their order.
        """
        from croupier.executors import count_workers

        size = sum(file.size for file in self.files) // (_SHARDS * count_workers(executor))
        return list(self.runs(_MAX_FILES, min(max(size, _MIN_BYTES), _MAX_BYTES)))


def find_histories(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]], format: str | Format = ""
) -> Found:
    """Find the hand histories among files and in folders, whatever their format.

    PHH is known by the names of its files, and others by what is in them.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "log.csv").write_text("entry,at,order")
    ...     _ = Path(folder, "notes.txt").write_text("Bring chips.")
    ...     found = find_histories(folder)
    >>> [(file.path.name, file.format.name) for file in found.files]
    [('log.csv', 'pokernow')]
    >>> [file.path.name for file in found.passed]
    ['notes.txt']

    Args:
        paths: Files and folders.
        format: The format of all of them, or its name; found for each one if nothing is said.

    Returns:
        The files of hands, and those that are none.

    Raises:
        SetupError: There is no such file or folder; it is a ValueError.
        UnsupportedError: There is no such format.
    """
    if isinstance(paths, str | PathLike):
        paths = [paths]
    chosen = get(format) if format else None
    found = Found([], [])
    for path in map(Path, paths):
        folder = path.is_dir()
        if not folder and not path.exists():
            raise SetupError(f"there is no file {path}", code="unknown-file")
        for file in list_folder(path) if folder else [path]:
            try:
                with guard("looked at", "what finds hand histories", passing=(OSError,)):
                    found.files.append(_find_format(file, chosen))
            except ParseError as error:
                found.passed.append(PassedOver(file, str(error), not folder))
            except OSError as error:
                reason = error.strerror or str(error)
                found.passed.append(PassedOver(file, reason, not folder))
    return found


def list_folder(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder and in those below it, but none that is hidden.

    Args:
        folder: The folder.

    Yields:
        The files, in the order of their names.
    """
    for file in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if not hidden and _is_file(file):
            yield file


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        # The reader that opens it reports why it cannot be read.
        return True


def _find_format(path: Path, chosen: Format | None) -> HistoryFile:
    if chosen is None:
        standard = get(_PHH)
        chosen = standard if path.suffix in standard.suffixes else detect(path)
    quick = chosen.name == _PHH and needs_no_decoding(path)
    return HistoryFile(path, chosen, quick)
