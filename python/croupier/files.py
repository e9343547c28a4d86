"""Files that are whole or not there, whose names are kept for them, and that replace nothing.

Whoever writes a file claims its name first. What is written goes to a hidden part beside the place,
`.NAME.croupier-part`, and is put there when it is complete. The part is locked while its run lives,
so nobody else takes the name; of a run that was killed the lock is gone, and the next one in that
folder removes what it left.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter, FileIO, RawIOBase, TextIOWrapper
from os import PathLike
from pathlib import Path
from stat import S_ISREG
from time import sleep
from typing import IO, TextIO

try:
    import fcntl
except ImportError:
    # Without locks, names are kept all the same; only what was left behind must be removed by hand.
    fcntl = None  # type: ignore[assignment]

__all__ = [
    "FULL",
    "STANDARD",
    "Claim",
    "RecordFile",
    "blame",
    "new_file",
    "open_text",
    "parts_folder",
    "whole_file",
    "whole_text",
]

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""The errors of a system without room for a file, or without a disk any more."""
STANDARD = "-"
"""The name of the standard output, and of the standard input, as other programs have it."""

_PART = ".croupier-part"
# A folder for parts; its lock is the part of the same name.
_FOLDER = ".croupier-parts"
# With the dot and the ending, longer names are no names any more.
_LONGEST = 255 - len(_PART) - 1
# Another process that tests the lock of a part holds it for a moment.
_TRIES = 5

_MOMENT = 0.02
# For the owner, and nobody else.
_PRIVATE = 0o600
# A file system without locks, or without links.
_CANNOT = frozenset({errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL, errno.ENOLCK})
_CANNOT_LINK = _CANNOT | {errno.EPERM, errno.EMLINK}

_swept: set[Path] = set()


class Claim(PathLike[str]):
    """The name of a file that is going to be written, kept for it from the beginning of a run.

    Nothing is there before the file is complete. What is no file, such as a pipe or the standard
    output, is not claimed: it is written to as it is.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     place = Path(folder, "new", "hands.txt")
    ...     with Claim(place) as claim:
    ...         with whole_text(claim) as text:
    ...             _ = text.write("a hand")
    ...             before = place.exists()
    ...     (before, place.read_text())
    (False, 'a hand')
    """

    def __init__(
        self, path: str | PathLike[str], *, force: bool = False, lasting: bool = True
    ) -> None:
        """Make the claim; the name is claimed when the claim is entered.

        Args:
            path: Where the file belongs; - is the standard output. Folders that are missing are
                made, and what a link leads to is written, and not the link.
            force: Whether a file that is there is replaced.
            lasting: Whether the file is whole even after a loss of power, which takes a moment for
                each: many small ones that can be made again are as well off without.
        """
        self._path = os.fspath(path)
        self._place = Path(os.path.realpath(self._path))
        self._force = force
        self._lasting = lasting
        self._direct = False
        self._part: Path | None = None
        self._lock: int | None = None
        self._folders: list[Path] = []

    def __fspath__(self) -> str:
        """Return the path that was given."""
        return self._path

    def __str__(self) -> str:
        return self._path

    @property
    def folder(self) -> Path | None:
        """The folder that the file comes into; `None` for what is no file."""
        return None if self._direct else self._place.parent

    def __enter__(self) -> Claim:
        """Claim the name.

        Raises:
            FileExistsError: There is such a file.
            BlockingIOError: Another run is about to write it.
            OSError: It cannot be written; the error names the path that was given.
        """
        with blame(self._path):
            self._direct = self._is_stream()
            if not self._direct:
                self._refuse_existing()
                self._folders = _make_folders(self._place.parent)
                _sweep(self._place.parent)
                try:
                    part = _name_part(self._place)
                    self._lock = _create(part)
                    self._part = part
                    # The process that had it a moment ago may have written it.
                    self._refuse_existing()
                except BaseException:
                    self.release()
                    raise
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def _is_stream(self) -> bool:
        """Return whether there is something to write to that is no file of its own."""
        if self._path == STANDARD:
            return True
        if self._place.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), self._path)
        try:
            status = os.stat(self._path)
        except OSError:
            return False
        # /dev/stdout is a file where the output is redirected to one.
        return not S_ISREG(status.st_mode) or _find_descriptor(self._path) is not None

    def _refuse_existing(self) -> None:
        if not self._force and os.path.lexists(self._place):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), self._path)

    def open(self) -> FileIO:
        """Open what is written until it is complete.

        Returns:
            The stream, empty and without a buffer.
        """
        if self._part is not None:
            return FileIO(self._part, "w")
        descriptor = _find_descriptor(self._path)
        return FileIO(self._path if descriptor is None else os.dup(descriptor), "w")

    def put(self) -> None:
        """Put what was written in its place.

        Raises:
            FileExistsError: There is such a file by now.
            OSError: It cannot be written; the error names the path that was given.
        """
        if self._part is None or self._lock is None:
            return
        with blame(self._path):
            if self._lasting:
                # Otherwise a loss of power can leave a name without what belongs to it.
                os.fsync(self._lock)
            if self._force:
                with suppress(FileNotFoundError):
                    self._part.chmod(self._place.stat().st_mode & 0o777)
                self._part.replace(self._place)
            else:
                _move(self._part, self._place)
        self._part = None
        self.release()

    def release(self) -> None:
        """Give the name up; what was written and not put in its place is lost."""
        if self._part is not None:
            with suppress(OSError):
                self._part.unlink()
            self._part = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        _remove_empty(self._folders)
        self._folders = []


@contextmanager
def whole_file(path: str | PathLike[str]) -> Iterator[IO[bytes]]:
    """Give a stream to write to, and put what was written in its place when it is complete.

    Whoever stops the program finds the file as it was before. So does everybody if what writes it
    fails.

    Args:
        path: Where the file belongs, or a claim. Without a claim a file that is there is replaced.

    Yields:
        The stream.

    Raises:
        OSError: It cannot be written; the error names the path that was given.
    """
    if not isinstance(path, Claim):
        with Claim(path, force=True) as claim, whole_file(claim) as stream:
            yield stream
        return
    with blame(path):
        with BufferedWriter(path.open()) as stream:
            yield stream
        path.put()


@contextmanager
def whole_text(path: str | PathLike[str]) -> Iterator[TextIO]:
    """Give a text to write to, as `whole_file` does; lines end as they are written.

    Args:
        path: Where the file belongs, or a claim.

    Yields:
        The text; what is no character becomes a question mark.
    """
    with whole_file(path) as stream, _as_text(stream) as text:
        yield text


def make_private(path: str | PathLike[str]) -> None:
    """See to it that a file is there, and that nobody but its owner can read it.

    Args:
        path: The file; what is in it stays.

    Raises:
        OSError: It cannot be made, or is somebody else's.
    """
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, _PRIVATE))
    os.chmod(path, _PRIVATE)


def open_text(path: str | PathLike[str]) -> TextIO:
    """Open a part of something, or a file that is soon gone: it need not be whole at any time.

    Args:
        path: The file, which is emptied.

    Returns:
        The text, as `whole_text` gives it.
    """
    return _as_text(open(path, "wb"))


def _as_text(stream: IO[bytes]) -> TextIO:
    return TextIOWrapper(stream, encoding="utf-8", errors="replace", newline="")


@contextmanager
def new_file(path: str | PathLike[str]) -> Iterator[None]:
    """Make a file that is there from now on, so that nobody else takes its name.

    It is for what grows where it is. If nothing came into it, it is removed.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     place = Path(folder, "hands.txt")
    ...     with new_file(place):
    ...         before = place.exists()
    ...     (before, place.exists())
    (True, False)

    Args:
        path: The file.

    Yields:
        Nothing.

    Raises:
        FileExistsError: There is such a file.
    """
    place = Path(path)
    folders = _make_folders(place.parent.resolve())
    try:
        os.close(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        try:
            yield
        finally:
            with suppress(OSError):
                if not place.stat().st_size:
                    place.unlink()
    finally:
        _remove_empty(folders)


class RecordFile:
    """A file that grows record by record, and has every record whole or not at all.

    A disk that is full leaves the records before, and so does an interruption.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     hands = RecordFile(Path(folder, "hands.txt"))
    ...     hands.add("one hand")
    ...     hands.add("and another")
    ...     hands.close()
    ...     Path(folder, "hands.txt").read_text()
    'one handand another'
    """

    def __init__(self, path: str | PathLike[str], stream: RawIOBase | None = None) -> None:
        """Open it.

        Args:
            path: The file, which is emptied; or a claim, whose part it is until it is put.
            stream: What is written to instead, without a buffer; the path stands in errors.
        """
        self._path = os.fspath(path)
        with blame(self._path):
            if stream is None:
                stream = path.open() if isinstance(path, Claim) else FileIO(path, "w")
            self._stream = stream
            self._is_file = S_ISREG(os.fstat(self._stream.fileno()).st_mode)

    def add(self, text: str) -> None:
        """Write a record.

        Args:
            text: The record.

        Raises:
            OSError: There is no room for it; the error names the path that was given.
        """
        left = memoryview(text.encode("utf-8", "replace"))
        start = self._stream.tell() if self._is_file else 0
        with blame(self._path):
            try:
                while left:
                    left = left[self._stream.write(left) :]
            except BaseException:
                # Half a record is worse than none.
                if self._is_file and left:
                    self._stream.seek(start)
                    self._stream.truncate()
                raise

    def close(self) -> None:
        """Finish it."""
        with blame(self._path), self._stream as stream:
            if self._is_file and not stream.closed:
                os.fsync(stream.fileno())


@contextmanager
def blame(path: str | PathLike[str]) -> Iterator[None]:
    """Let errors name the file that somebody asked for, and not the part that it is made of.

    >>> with blame("hands.txt"):
    ...     raise OSError(28, "No space left on device")
    Traceback (most recent call last):
    OSError: [Errno 28] No space left on device: 'hands.txt'

    Args:
        path: The file.

    Yields:
        Nothing.
    """
    try:
        yield
    except OSError as error:
        named = error.filename
        if error.errno is not None and (named is None or _is_hidden(named)):
            error.filename = os.fspath(path)
            # Of what is moved, the place is named already.
            error.filename2 = None
        raise


@contextmanager
def parts_folder(beside: str | PathLike[str] | None) -> Iterator[Path]:
    """Give a folder for what is not complete, and remove it with everything in it.

    Args:
        beside: The folder that it lies in, hidden; made if it is missing. It lies where temporary
            files do if this is `None`.

    Yields:
        The folder.
    """
    from shutil import rmtree
    from tempfile import TemporaryDirectory

    if beside is None:
        with TemporaryDirectory(prefix="croupier-") as folder:
            yield Path(folder)
        return
    above = Path(beside)
    with blame(above), Claim(above / f"run-{os.urandom(6).hex()}") as claim:
        part = claim._part
        if part is None:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), os.fspath(beside))
        parts = part.with_suffix(_FOLDER)
        try:
            parts.mkdir(mode=0o700)
            yield parts
        finally:
            rmtree(parts, ignore_errors=True)


def _name_part(place: Path) -> Path:
    name = place.name
    if len(os.fsencode(name)) > _LONGEST:
        from hashlib import sha256

        name = sha256(os.fsencode(name)).hexdigest()
    return place.with_name(f".{name}{_PART}")


def _is_hidden(path: object) -> bool:
    if not isinstance(path, (str, bytes)):
        return False
    return any(name.endswith((_PART, _FOLDER)) for name in Path(os.fsdecode(path)).parts)


def _find_descriptor(path: str) -> int | None:
    """Return the open file that a path names, such as that of /dev/stdout."""
    if path == STANDARD:
        return 1
    head, _, number = os.path.abspath(path).rpartition("/")
    if head in ("/dev/fd", "/proc/self/fd") and number.isdecimal():
        return int(number)
    return {"/dev/stdout": 1, "/dev/stderr": 2}.get(f"{head}/{number}")


def _make_folders(folder: Path) -> list[Path]:
    """Make folders that are missing, and return them from the top."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), os.fspath(folder))
    made: list[Path] = []
    for one in reversed(missing):
        with suppress(FileExistsError):
            one.mkdir()
            made.append(one)
    return made


def _remove_empty(folders: list[Path]) -> None:
    for folder in reversed(folders):
        with suppress(OSError):
            folder.rmdir()


def _create(part: Path) -> int:
    """Create a part that nobody else has, lock it, and return its descriptor."""
    for attempt in range(_TRIES):
        if attempt:
            sleep(_MOMENT)
        try:
            descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        except FileExistsError:
            _remove_stale(part)
            continue
        if _lock(descriptor, part):
            return descriptor
        os.close(descriptor)
    raise BlockingIOError(errno.EAGAIN, "another run is writing it", os.fspath(part))


def _lock(descriptor: int, part: Path) -> bool:
    """Lock a part, and tell whether it is still there."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        status, there = os.fstat(descriptor), os.stat(part, follow_symlinks=False)
    except OSError as error:
        return error.errno in _CANNOT
    return (status.st_dev, status.st_ino) == (there.st_dev, there.st_ino)


def _remove_stale(part: Path) -> None:
    """Remove a part whose run is no more, with the folder that belongs to it."""
    if fcntl is None:
        return
    try:
        descriptor = os.open(part, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        # Where there are no locks, nobody can tell who lives.
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if _lock(descriptor, part):
            from shutil import rmtree

            rmtree(part.with_suffix(_FOLDER), ignore_errors=True)
            part.unlink()
    except OSError:
        return
    finally:
        os.close(descriptor)


def _sweep(folder: Path) -> None:
    """Remove what runs that were killed have left in a folder."""
    if folder in _swept:
        return
    _swept.add(folder)
    with suppress(OSError), os.scandir(folder) as entries:
        stale = [entry.name for entry in entries if entry.name.endswith(_PART)]
        for name in stale:
            _remove_stale(folder / name)


def _move(part: Path, place: Path) -> None:
    """Move a part to a place where nothing is."""
    try:
        os.link(part, place)
    except OSError as error:
        if error.errno not in _CANNOT_LINK:
            raise
        # Nothing better can be had here.
        if os.path.lexists(place):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), place) from None
        part.replace(place)
    else:
        part.unlink()
