"""Lists of names that people type: nothing of them is ever cut."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

__all__ = ["lay_out"]

_GAP = "  "
_INDENT = "    "


def lay_out(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    room: int | None,
    *,
    shown_below: Sequence[str] = (),
) -> list[str]:
    r"""Return a heading and the lines of a list, as wide as there is room.

    Where there is too little room, some columns become text below each row. The first column never
    does, and is never broken, for it is what people type.

    >>> rows = [("high", "high hand", "standard_high"), ("badugi", "badugi", "")]
    >>> print(*lay_out(("Name", "What it is", "Other names"), rows, None), sep="\n")
    Name    What it is  Other names
    high    high hand   standard_high
    badugi  badugi
    >>> print(*lay_out(("Name", "What it is", "Other names"), rows, 20), sep="\n")
    Name    What it is
    high    high hand
        standard_high
    badugi  badugi

    Args:
        columns: The headings.
        rows: What stands in each column.
        room: How many characters a line may have, if that is limited.
        shown_below: The columns that go first where there is too little room, in this order; then
            it is the last ones.

    Returns:
        The lines.
    """
    table = [columns, *rows]
    widths = [max(len(row[place]) for row in table) for place in range(len(columns))]
    order = [columns.index(name) for name in shown_below]
    order += [place for place in reversed(range(1, len(columns))) if place not in order]
    kept = list(range(len(columns)))
    while room is not None and _measure(widths, kept) > room and len(kept) > 1:
        kept.remove(order.pop(0))
    below = [place for place in range(1, len(columns)) if place not in kept]
    lines = []
    for row in table:
        cells = [row[place].ljust(widths[place]) for place in kept]
        lines.append(_GAP.join(cells).rstrip())
        # Many titles are nothing but the name in other letters.
        known = {"", _normalize(row[0])}
        below_text = "; ".join(row[place] for place in below if _normalize(row[place]) not in known)
        if below_text and room is not None and row is not columns:
            lines += wrap(
                below_text,
                max(room, len(_INDENT) + 1),
                initial_indent=_INDENT,
                subsequent_indent=_INDENT,
                break_long_words=False,
                break_on_hyphens=False,
            )
    return lines


def _normalize(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def _measure(widths: Sequence[int], kept: Sequence[int]) -> int:
    return sum(widths[place] for place in kept) + len(_GAP) * (len(kept) - 1)
