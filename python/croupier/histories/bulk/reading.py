"""Many hand histories at once: read, replayed and checked in the core, on all cores."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any

from croupier import _native
from croupier.errors import SetupError
from croupier.histories.bulk.batch import Batch
from croupier.histories.history import HandHistory
from croupier.histories.phh.variants import CONFIGURED, GAME_TYPES, REQUIRED_FIELDS
from croupier.limits import find_most_file_bytes, verify_threads
from croupier.state import Automation

__all__ = ["find_files", "list_games", "read_all", "read_batches"]

_SUFFIXES = (".phh", ".phhs")
_FILES_AT_ONCE = 256
# A batch takes about as much memory as the files that it is read from.
_BYTES_AT_ONCE = 1 << 25


def find_files(paths: Iterable[str | PathLike[str]]) -> Iterator[Path]:
    """Yield files, and all hand histories in folders, in the order of their names.

    Args:
        paths: Files and folders.

    Yields:
        The files.

    Raises:
        SetupError: There is no such file or folder; it is a ValueError.
    """
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(
                found for found in path.rglob("*") if found.suffix in _SUFFIXES and found.is_file()
            )
        elif path.exists():
            yield path
        else:
            raise SetupError(f"there is no file {path}", code="unknown-file", path=str(path))


def read_all(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    threads: int | None = None,
    files_at_once: int = _FILES_AT_ONCE,
    progress: Callable[[int], object] | None = None,
) -> Iterator[Batch]:
    """Read, replay and check hand histories; memory is used for some files at a time only.

    A batch holds no more than `files_at_once` files, and fewer where they are large together, so
    whoever lets batches go needs little memory, however many files there are.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = Path(folder.name, "hand.phh")
    >>> _ = path.write_text('''variant = 'NT'
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 f']
    ... ''')
    >>> [batch] = read_all(folder.name)
    >>> batch[0].payoffs, batch[0].ended
    ((1, -1), True)
    >>> folder.cleanup()

    Args:
        paths: Files and folders.
        threads: How many threads read; one for each core when omitted.
        files_at_once: How many files make up a batch at most.
        progress: Called with the number of files that are done.

    Yields:
        The hands of some files, as columns.

    Raises:
        SetupError: There is no such file or folder; it is a ValueError.
    """
    for batch, _ in read_batches(paths, threads, files_at_once, progress):
        yield batch


def read_batches(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]],
    threads: int | None,
    files_at_once: int,
    progress: Callable[[int], object] | None,
    rules: _native.FieldRules | None = None,
    tell_bytes: Callable[[int], object] | None = None,
) -> Iterator[tuple[Batch, dict[str, Any]]]:
    """Yield what `read_all` does, each with all that the core said.

    Args:
        paths: Files and folders.
        threads: How many threads read.
        files_at_once: How many files make up a batch.
        progress: Called with the number of files that are done.
        rules: What fields must be: with these, hands are looked at strictly.
        tell_bytes: Called with how many more bytes are read, by any thread.

    Yields:
        A batch, and the columns of the core.
    """
    verify_threads(threads)
    if isinstance(paths, str | PathLike):
        paths = [paths]
    files = list(find_files(paths))
    _native.set_most_file_bytes(find_most_file_bytes())
    done = 0

    def read(chosen: list[Path]) -> dict[str, Any]:
        return _native.read_histories(
            chosen, list_games(), provide_setup, threads, rules, tell_bytes
        )

    for chosen, columns in _read_ahead(read, _share(files, files_at_once), threads):
        yield Batch(chosen, columns), columns
        done += len(chosen)
        if progress is not None:
            progress(done)


def _read_ahead(
    read: Callable[[list[Path]], dict[str, Any]],
    batches: Iterator[list[Path]],
    threads: int | None,
) -> Iterator[tuple[list[Path], dict[str, Any]]]:
    """Yield the files of each batch and what is in them; the next one is read meanwhile.

    Where one thread is to do everything, nothing is done meanwhile.
    """
    chosen = next(batches, None)
    following = next(batches, None) if threads != 1 else None
    if following is None:
        while chosen is not None:
            yield chosen, read(chosen)
            chosen = next(batches, None)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1, thread_name_prefix="croupier-histories") as pool:
        waited = pool.submit(read, chosen) if chosen is not None else None
        while chosen is not None and waited is not None:
            columns = waited.result()
            waited = None if following is None else pool.submit(read, following)
            yield chosen, columns
            chosen, following = following, next(batches, None)


def _share(files: list[Path], most: int) -> Iterator[list[Path]]:
    """Yield the files in their order, so many at once, and fewer where they are large."""
    chosen: list[Path] = []
    size = 0
    for file in files:
        try:
            own = file.stat().st_size
        except OSError:
            # The reader of the file reports why it cannot be read.
            own = 0
        if chosen and (len(chosen) >= most or size + own > _BYTES_AT_ONCE):
            yield chosen
            chosen, size = [], 0
        chosen.append(file)
        size += own
    if chosen:
        yield chosen


def provide_setup(text: str, key: str | None) -> _native.Setup | None:
    """Return the setup of a hand whose game only its own fields say.

    Args:
        text: The hand.
        key: The key of its table.

    Returns:
        The setup, or `None` for a hand of a game that is not known.

    Raises:
        ParseError: The hand cannot begin.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        history = HandHistory.load_part(text, key)
        return history.start_under(None)._setup if history.variant == CONFIGURED else None


@cache
def list_games() -> list[tuple[str, _native.Setup, list[str]]]:
    """Return all games with stakes by which the core tells small bets from big ones."""
    found = []
    for code, game_type in GAME_TYPES.items():
        fields = set(REQUIRED_FIELDS[code])
        bets = (2, 4) if {"small_bet", "big_bet"} <= fields else (2,)
        forced: tuple[Any, ...] = ()
        if "blinds_or_straddles" in fields:
            forced = ((1, 2),)
        elif "bring_in" in fields:
            forced = (1,)
        game: Any = game_type
        made = game(tuple(Automation), True, 1, *forced, *bets)
        found.append((code, made(100, 2)._setup, sorted(fields)))
    return found
