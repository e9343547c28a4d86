"""Documents of hands: bytes to text, and text to fields, with numbers as they are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, BinaryIO, Final, TextIO

from croupier._native import HandReader
from croupier.errors import ParseError
from croupier.limits import find_most_file_bytes, read_limited, too_large
from croupier.utilities import parse_value as default_parse_value

__all__ = ["FORMAT", "decode", "open_document", "read_text", "verify_size"]

FORMAT: Final = "phh"
_MARK = "\ufeff"


def decode(data: bytes | str) -> str:
    r"""Return the text of a file without a byte order mark.

    >>> decode(b"\xef\xbb\xbfhand = 1")
    'hand = 1'

    Args:
        data: The content of a file.

    Returns:
        The text.

    Raises:
        ParseError: It is no UTF-8.
    """
    if isinstance(data, str):
        return data.removeprefix(_MARK)
    try:
        return data.decode("utf-8").removeprefix(_MARK)
    except UnicodeDecodeError as error:
        before = data[: error.start]
        raise ParseError(
            f"the byte {data[error.start]:#04x} is no UTF-8",
            code="phh-no-utf8",
            format=FORMAT,
            line=before.count(b"\n") + 1,
            column=len(before[before.rfind(b"\n") + 1 :].decode()) + 1,
        ) from None


def read_text(file: BinaryIO | TextIO) -> str:
    """Return the text of an open file, of bytes or of text."""
    return decode(read_limited(file))


def verify_size(text: str) -> None:
    """Refuse a document that is too large.

    Args:
        text: The document.

    Raises:
        ParseError: It is.
    """
    # Characters are counted, since bytes are never fewer.
    most = find_most_file_bytes()
    if len(text) > most:
        raise too_large("the document", most)


def open_document(
    text: str,
    parse_value: Callable[[str], Any] = default_parse_value,
    *,
    part: str | None = None,
    kind: type[Any] | None = None,
    attributes: dict[str, Any] | None = None,
) -> HandReader:
    r"""Return a reader that takes the hands of a document one after the other.

    A document with many hands has a table for each. A document with one hand has its fields at the
    top; its key is `None`.

    >>> list(open_document("[1]\nvariant = 'NT'\n[2]\nhand = 2.50"))
    [('1', {'variant': 'NT'}), ('2', {'hand': Decimal('2.50')})]
    >>> list(open_document("variant = 'NT'\n_x.y = 07:30:00"))
    [(None, {'variant': 'NT', '_x': {'y': datetime.time(7, 30)}})]

    Args:
        text: The document.
        parse_value: What reads numbers that are no integers. The usual function keeps their digits.
        part: The key of a hand, or nothing, if the text is the fields of that one hand.
        kind: A class of histories, for objects of it instead of keys and fields, where hands have
            all fields that every hand has, and no other ones than those of the standard and those
            that begin with an underscore.
        attributes: What an object of this class has without any field.

    Returns:
        The reader.

    Raises:
        ParseError: It is no TOML, or no document of hands, or too large.
    """
    verify_size(text)
    is_default = parse_value is default_parse_value
    try:
        return HandReader(
            decode(text),
            parse_value=None if is_default else parse_value,
            part=part,
            kind=kind,
            attributes=attributes,
        )
    except ParseError as error:
        raise ParseError(
            error.args[0],
            code=error.code,
            format=FORMAT,
            line=error.line,
            column=error.column,
            hand=error.hand,
        ) from error.__cause__
