"""The parts of a report, for whatever shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from croupier.svg import Picture

__all__ = ["Drawing", "Listing", "Paragraph", "Rows", "Section"]


class Paragraph(NamedTuple):
    """A paragraph of a report.

    Attributes:
        text: The words.
        strong: Whether they must be seen.
    """

    text: str
    strong: bool = False


class Listing(NamedTuple):
    """A list of a report.

    Attributes:
        items: What is listed.
    """

    items: tuple[str, ...]


class Rows(NamedTuple):
    """A table of a report.

    Attributes:
        label: What it is.
        headings: What stands above the columns.
        rows: The cells.
        places: Which hands of the night the rows are about, from 1, where they are about hands.
    """

    label: str
    headings: Sequence[str]
    rows: Sequence[Sequence[object]]
    places: tuple[int, ...] = ()


class Drawing(NamedTuple):
    """A picture of a report.

    Attributes:
        label: What it is.
        picture: The picture.
        narrow: The same for narrow screens.
    """

    label: str
    picture: Picture
    narrow: Picture


class Section(NamedTuple):
    """A part of a report.

    Attributes:
        heading: What stands above; nothing above the first part.
        parts: What it says.
    """

    heading: str
    parts: tuple[Paragraph | Listing | Rows | Drawing, ...]
