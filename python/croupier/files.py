"""Files that are whole or not there: written beside their places, and put there when complete."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from os import PathLike
from pathlib import Path

__all__ = ["whole_file"]


@contextmanager
def whole_file(path: str | PathLike[str]) -> Iterator[Path]:
    """Give a path to write to, and put what was written in its place when it is complete.

    Whoever stops the program finds the file as it was before. So does everybody if what writes it
    fails, or writes nothing at all.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     place = Path(folder, "new", "hands.txt")
    ...     with whole_file(place) as part:
    ...         _ = part.write_text("a hand")
    ...         before = place.exists()
    ...     (before, place.read_text())
    (False, 'a hand')

    Args:
        path: Where the file belongs. Folders that are missing are made. Where there is something
            that is no file, such as a pipe, it is written to as it is.

    Yields:
        The path to write to, in the same folder and with the same suffix.

    Raises:
        OSError: It cannot be written; the error names the place.
    """
    # What a link leads to is replaced, and not the link.
    place = Path(path).resolve()
    if place.exists() and not place.is_file():
        if place.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR), os.fspath(path))
        yield place
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_name(f".{place.stem}-{os.urandom(4).hex()}{place.suffix}")
    try:
        yield part
        if part.exists():
            if place.exists():
                part.chmod(place.stat().st_mode & 0o777)
            part.replace(place)
    except OSError as error:
        if error.filename == os.fspath(part):
            error.filename = os.fspath(path)
        raise
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
