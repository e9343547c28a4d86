"""Cutting lines into hands, for readers whose texts are not read in the core."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from croupier.histories.formats.base import Chunk
from croupier.limits import MOST_ROOM_LINE_CHARACTERS

__all__ = ["split_at"]


def split_at(
    lines: Iterable[str],
    is_start: Callable[[str], object],
    mark: str = "#",
    header: re.Pattern[str] | None = None,
) -> Iterator[Chunk]:
    """Cut lines into hands, each of which begins with a line that is told by a function.

    What stands before the first hand is left out, unless there is no hand at all.

    Args:
        lines: The lines.
        is_start: Tells whether a hand begins with a line.
        mark: What such lines have; a quick look for it saves the question.
        header: The whole of such a line, which may stand behind a line that was cut off.

    Yields:
        The hands.
    """
    first, hand = 0, list[str]()
    for number, line in enumerate(lines, 1):
        if mark in line:
            start = is_start(line)
            place = 0 if start or header is None else _find_header(line, header)
            if place:
                hand.append(line[:place])
                line = line[place:]
            if start or place:
                if first:
                    yield Chunk(first, hand)
                first, hand = number, []
        if first:
            hand.append(line)
    if first:
        yield Chunk(first, hand)


def _find_header(line: str, header: re.Pattern[str]) -> int:
    """Return where a header begins behind something else; 0 if there is none, or players say it."""
    found = None if len(line) > MOST_ROOM_LINE_CHARACTERS else header.search(line)
    return 0 if found is None or ' said, "' in line[: found.start()] else found.start()
