"""Archives that are dropped: the files in them lie on the shelf as if dropped by themselves."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, LargeZipFile, ZipFile, ZipInfo

from croupier.errors import ParseError
from croupier.limits import find_most_file_bytes
from croupier.web.shelves.shelf import Shelf, show_size

__all__ = ["ARCHIVE", "is_archive", "unpack"]

ARCHIVE = "zip"
"""The format of files that hold other files."""

_START = b"PK\x03\x04"
_AT_ONCE = 1 << 20
_MAX_MEMBERS = 1000
_FAULTS = (BadZipFile, LargeZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error)
# Names that systems add to archives beside the files.
_OTHERS = {"__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"}


def is_archive(path: Path) -> bool:
    """Return whether a file is an archive.

    Args:
        path: The file.

    Returns:
        Whether it begins like one.
    """
    with path.open("rb") as file:
        return file.read(len(_START)) == _START


def unpack(shelf: Shelf, name: str, path: Path) -> Iterator[tuple[int, Path]]:
    """Put the files of an archive on a shelf, one by one.

    What they are called in the archive is shown, and becomes no path. All of them together may
    have as many bytes as a single file that is unpacked; the bytes are counted while they come
    out, whatever the archive says of them.

    Args:
        shelf: The shelf.
        name: What the archive is called.
        path: Where it lies.

    Yields:
        The number of each file, and where it lies.

    Raises:
        ParseError: It is damaged, locked, or has too many or too large files in it.
    """
    left = most = find_most_file_bytes()
    try:
        with ZipFile(path) as archive:
            for member in _list_members(archive):
                with archive.open(member) as packed:
                    pieces = _count(iter(partial(packed.read, _AT_ONCE), b""), left, most)
                    number, place, size = shelf.store(f"{name}/{member.filename}", pieces)
                left -= size
                yield number, place
    except _FAULTS as error:
        raise ParseError(
            f"this is an archive (zip), and cannot be unpacked: {error}", code="compressed"
        ) from error


def _count(pieces: Iterable[bytes], left: int, most: int) -> Iterator[bytes]:
    """Pass pieces on until they are too many."""
    for piece in pieces:
        left -= len(piece)
        if left < 0:
            raise ParseError(
                f"there is more than {show_size(most)} in it, unpacked", code="too-large"
            )
        yield piece


def _list_members(archive: ZipFile) -> list[ZipInfo]:
    found = [
        member
        for member in archive.infolist()
        if not member.is_dir() and not _OTHERS & set(PurePosixPath(member.filename).parts)
    ]
    if len(found) > _MAX_MEMBERS:
        raise ParseError(
            f"there are {len(found):,} files in it: an archive may have {_MAX_MEMBERS:,}",
            code="too-many-files",
        )
    if any(member.flag_bits & 1 for member in found):
        raise ParseError("this is an archive (zip) with a password", code="compressed")
    return found
