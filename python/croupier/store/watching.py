"""Files and folders that are followed: hands are added as they are written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.errors import SetupError
from croupier.histories.pipeline.finding import find_histories, list_folder
from croupier.store.adding import AddedFiles

if TYPE_CHECKING:
    from croupier.store.folder import StoreFolder
    from croupier.store.store import Store

__all__ = ["find_changed", "follow"]


def follow(
    store: Store,
    folder: StoreFolder,
    chosen: Sequence[Path],
    *,
    every: float,
    keep_text: bool,
    sleep: Callable[[float], object],
) -> Iterator[AddedFiles]:
    """Add what is written to files, for ever.

    Args:
        store: The store.
        folder: Its parts, of which a file that grows makes many small ones.
        chosen: Files and folders; those that are missing may come later.
        every: How many seconds there are between two looks.
        keep_text: Whether the hands are copied as texts of PHH.
        sleep: What waits.

    Yields:
        What was added, each time that something was.
    """
    seen: dict[Path, tuple[int, int]] = {}
    waiting: list[str] = []
    reported: set[str] = set()
    while True:
        changed = find_changed(chosen, seen, store.path)
        # A hand that is half written cannot be read: it is reported when its file no longer grows.
        moving = tuple(f"{os.path.abspath(file)}{end}" for file in changed for end in ",:")
        due = [problem for problem in waiting if not problem.startswith(moving)]
        added = AddedFiles()
        if changed:
            try:
                added = store.add(find_histories(changed), keep_text=keep_text)
                folder.join_small()
            except SetupError as error:
                # Another writer has the lock, or a file is gone: the next round tries again.
                if error.code not in ("store-busy", "unknown-file"):
                    raise
                for file in changed:
                    seen.pop(file, None)
        waiting = [problem for problem in added.problems if problem not in reported]
        added.problems = due
        reported.update(due)
        if added.hands or added.tournaments or added.problems:
            yield added
        sleep(every)


def find_changed(
    chosen: Sequence[Path], seen: dict[Path, tuple[int, int]], store: Path
) -> list[Path]:
    """Find the files that are not as they were seen last.

    Args:
        chosen: Files and folders.
        seen: The sizes and times of files as they were, which are brought up to date.
        store: The folder of the store, whose own files are left out.

    Returns:
        The files.
    """
    own = Path(os.path.abspath(store))
    changed = []
    for path in chosen:
        for file in list_folder(path) if path.is_dir() else [path]:
            try:
                status = file.stat()
            except OSError:
                continue
            state = status.st_size, status.st_mtime_ns
            if seen.get(file) != state and own not in Path(os.path.abspath(file)).parents:
                seen[file] = state
                changed.append(file)
    return changed
