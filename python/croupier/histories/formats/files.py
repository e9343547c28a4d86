"""Files of hands as bytes: unpacked where they are compressed, refused where they hold no text."""

from __future__ import annotations

import gzip
import os
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, BytesIO, RawIOBase
from threading import local
from typing import Any, BinaryIO

from croupier.errors import ParseError
from croupier.limits import find_most_file_bytes, too_large

__all__ = [
    "count_read_bytes",
    "is_packed",
    "is_wide",
    "needs_no_decoding",
    "open_bytes",
    "refuse_binary",
    "unpack",
]

_GZIP = b"\x1f\x8b"
# How files begin that other programs unpack.
_PACKED = {
    b"PK\x03\x04": "zip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\0": "xz",
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"Rar!": "rar",
}
_UTF_16 = (BOM_UTF16_LE, BOM_UTF16_BE)
_LOOKED_AT = 4096
_AT_ONCE = 1 << 20
# Of the bytes of a text, at most this share are control characters.
_MAX_CONTROLS = 0.05
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b"))


@contextmanager
def open_bytes(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file, and unpack it if it is one of gzip.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "log.csv.gz")
    ...     _ = path.write_bytes(gzip.compress(b"entry,at,order"))
    ...     with open_bytes(path) as file:
    ...         file.read()
    b'entry,at,order'

    Args:
        path: The file.

    Yields:
        The open file, or what was in it.

    Raises:
        ParseError: It cannot be unpacked, or holds no text.
        OSError: It cannot be read.
    """
    with open(path, "rb") as file:
        start = file.read(_LOOKED_AT)
        files: list[BinaryIO] = _being_read.__dict__.setdefault("files", [])
        files.append(file)
        try:
            if start.startswith(_GZIP):
                file.seek(0)
                with BufferedReader(_Unpacked(file, os.fspath(path)), _LOOKED_AT) as unpacked:
                    refuse_binary(unpacked.peek(_LOOKED_AT))
                    yield unpacked
            else:
                refuse_binary(start)
                file.seek(0)
                yield file
        finally:
            files.remove(file)


_being_read = local()


def count_read_bytes() -> int:
    """Return how many bytes of a file that is open were read; 0 where none is.

    >>> count_read_bytes()
    0
    """
    files: list[BinaryIO] = _being_read.__dict__.get("files", [])
    return files[-1].tell() if files else 0


def is_packed(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is one of gzip."""
    with open(path, "rb") as file:
        return file.read(len(_GZIP)) == _GZIP


def needs_no_decoding(path: str | os.PathLike[str]) -> bool:
    """Return whether the text of a file is what its bytes are: neither packed nor in UTF-16.

    Args:
        path: The file.

    Returns:
        Whether it can be read as it is.

    Raises:
        ParseError: It is empty, cannot be unpacked, or holds no text.
        OSError: It cannot be read.
    """
    with open_bytes(path) as file:
        start = file.read(_LOOKED_AT)
        if not start.strip() and not file.read(_AT_ONCE).strip():
            raise ParseError("this is empty", code="empty")
    return start[:2] not in _UTF_16 and not is_wide(start) and not is_packed(path)


def unpack(data: bytes) -> bytes:
    """Return what is in bytes of gzip; others are what they are.

    >>> unpack(gzip.compress(b"a hand")), unpack(b"a hand")
    (b'a hand', b'a hand')

    Args:
        data: The bytes.

    Returns:
        What is in them.

    Raises:
        ParseError: They cannot be unpacked, or there are too many.
    """
    return _Unpacked(BytesIO(data), "this").readall() if data.startswith(_GZIP) else data


class _Unpacked(RawIOBase):
    """The content of a file of gzip, as far as it is read, and no more than a file may have."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = gzip.GzipFile(fileobj=file, mode="rb")
        self._name = name
        self._most = find_most_file_bytes()
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._file.read(len(buffer))
        except (OSError, EOFError, zlib.error) as error:
            said = str(error).rstrip(".")
            raise ParseError(
                f"this is compressed (gzip), and cannot be unpacked: {said}", code="compressed"
            ) from error
        self._count += len(data)
        if self._count > self._most:
            raise too_large(f"{self._name}, unpacked,", self._most)
        buffer[: len(data)] = data
        return len(data)

    def readall(self) -> bytes:
        # In large parts, since every part costs a call.
        return b"".join(iter(lambda: self.read(_AT_ONCE), b""))


def refuse_binary(data: bytes) -> None:
    r"""Refuse what is no text.

    >>> refuse_binary("Ann folds".encode("utf-16"))
    >>> refuse_binary(b"\x7fELF\x02\x01\x01\0\0\0")
    Traceback (most recent call last):
    croupier.errors.ParseError: this is no text, so there are no hands in it

    Args:
        data: The beginning of a file.

    Raises:
        ParseError: It is compressed, or no text.
    """
    for start, kind in _PACKED.items():
        if data.startswith(start):
            raise ParseError(f"this is compressed ({kind}): unpack it first", code="compressed")
    if data[:2] in _UTF_16 or is_wide(data):
        return
    controls = len(data) - len(data.translate(None, _CONTROLS))
    if controls > _MAX_CONTROLS * len(data):
        raise ParseError("this is no text, so there are no hands in it", code="not-text")


def is_wide(data: bytes) -> bool:
    """Return whether bytes are UTF-16 without a mark: letters of Latin have a byte of zeros each.

    >>> is_wide("entry,at".encode("utf-16-le")), is_wide(b"entry,at")
    (True, False)

    Args:
        data: The beginning of a file.

    Returns:
        Whether zeros stand before or behind most characters, and hardly anywhere else.
    """
    data = data[:_LOOKED_AT]
    fewer, more = sorted((data[::2].count(0), data[1::2].count(0)))
    return 4 * more > len(data) and 20 * fewer < more
