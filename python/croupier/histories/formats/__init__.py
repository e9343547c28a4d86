"""Formats of hand histories: what reads them, what writes them, and which one a text is in.

>>> line = "STATE:7:r200fffff:AsKs|2c2d|3c3d|4c4d|5c5d|6c6d:-50|-100|150|0|0|0:A|B|C|D|E|F"
>>> detect(line).name
'pluribus'
>>> [reading.history.players[2] for reading in read(line)]
['C']
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Final

from croupier.errors import ParseError, UnsupportedError
from croupier.histories.formats.base import (
    Chunk,
    Format,
    Note,
    ReadResult,
    Source,
    decode,
    open_lines,
    read_start,
)
from croupier.histories.formats.files import unpack
from croupier.histories.formats.summaries import is_tournament_summary

__all__ = [
    "NAMES",
    "Chunk",
    "Format",
    "Note",
    "ReadResult",
    "Source",
    "decode",
    "detect",
    "get",
    "open_lines",
    "read",
]

# The modules and classes by the names of formats, in the order in which texts are tried; and for
# rooms that the core reads, what people call their texts. A module
# is imported when somebody asks for its format, or for what format a text is in.
_PLACES: dict[str, str] = {
    "pokernow": "pokernow.format:PokerNowFormat",
    "ohh": "ohh.format:OhhFormat",
    "ohh-simplified": "ohh.format:SimplifiedOhhFormat",
    "phh": "standard:PhhFormat",
    "pokerstars": "sites.rooms:PokerStarsFormat",
    "ggpoker": "sites.rooms:RoomFormat:GGPoker text",
    "winamax": "sites.rooms:RoomFormat:Winamax text",
    "ignition": "sites.rooms:RoomFormat:Ignition text",
    "fulltilt": "sites.rooms:RoomFormat:Full Tilt Poker text",
    "absolute": "sites.rooms:RoomFormat:Absolute Poker text",
    "ongame": "sites.rooms:RoomFormat:Ongame text",
    "partypoker": "sites.rooms:RoomFormat:PartyPoker text",
    "ipoker": "sites.ipoker:IPokerFormat",
    "pluribus": "standard:PluribusFormat",
    "acpc": "standard:AcpcFormat",
}

NAMES: Final = tuple(_PLACES)
"""The names of all formats."""

# A text of one line that ends as names of files do.
_LIKE_A_PATH = re.compile(r".{1,250}\.\w{1,5}")
_made: dict[str, Format] = {}


def get(name: str | Format) -> Format:
    """Return a format by its name; one that is a format already is that.

    >>> get("phh").title
    'PHH'

    Args:
        name: The name, or the format.

    Returns:
        The format.

    Raises:
        UnsupportedError: There is none of this name.
    """
    if isinstance(name, Format):
        return name
    made = _made.get(name)
    if made is None:
        place = _PLACES.get(name)
        if place is None:
            near = get_close_matches(name, NAMES, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise UnsupportedError(
                f"there is no format {name!r}: there are {', '.join(NAMES)}{hint}",
                code="unknown-format",
            )
        module, kind, *title = place.split(":")
        made_by = getattr(import_module(f"croupier.histories.formats.{module}"), kind)
        # Rooms that are read in the core have one class for all.
        found = made_by(name, *title) if title else made_by()
        assert isinstance(found, Format)
        made = _made[name] = found
    return made


def detect(source: str | bytes | os.PathLike[str]) -> Format:
    """Tell which format a text or a file is in, by what is in it.

    Args:
        source: A text, bytes, or a path; a text of one line that is the path of a file is that.

    Returns:
        The format.

    Raises:
        ParseError: It is none that is known, is empty, or is no text; or it is like a path, and
            there is no such file.
    """
    text = read_start(source)
    if is_tournament_summary(text):
        # Formats with loose rules would take some of its lines for hands.
        raise ParseError("a tournament summary has no hands", code="tournament-summary")
    for name in NAMES:
        found = get(name)
        if found.recognize(text):
            return found
    start = next((line.strip() for line in text.splitlines() if line.strip()), "")
    if not start:
        raise ParseError("this is empty", code="empty")
    if isinstance(source, str) and _LIKE_A_PATH.fullmatch(source):
        raise ParseError(f"there is no file {source!r}", code="unknown-file")
    raise ParseError(
        f"the format is none of {', '.join(NAMES)}",
        line=1,
        column=1,
        excerpt=start[:60],
        code="unrecognized-format",
    )


def read(source: Source, format: str | Format | None = None) -> Iterator[ReadResult]:
    """Read hands in any format, one after the other.

    A hand that cannot be read does not stop the next ones: what is wrong with it is in its reading.

    Args:
        source: A text, bytes, a path, an open file, or lines. A text of one line that is the path
            of a file is that. Files and bytes may be compressed with gzip.
        format: The format or its name; if nothing is said, what `detect` finds.

    Returns:
        What came of each hand.

    Raises:
        ParseError: The format is not known, or a file is no text.
        UnsupportedError: There is no format of this name; or nothing is said, and the source is
            one that can be read only once.
    """
    if isinstance(source, str) and "\n" not in source and os.path.exists(source):
        source = Path(source)
    elif isinstance(source, bytes):
        source = unpack(source)
    if format is not None:
        return get(format).read(source)
    if not isinstance(source, str | bytes | os.PathLike):
        raise UnsupportedError(
            "the format of an open file or of lines must be given", code="format-not-given"
        )
    return detect(source).read(source)
