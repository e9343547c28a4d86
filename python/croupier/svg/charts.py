"""Charts: lines over hands, and bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor, log10

from croupier.svg.ink import Ink, Picture, Theme, fit, number
from croupier.texts import escape_markup

__all__ = ["draw_bars", "draw_lines"]

# More points than a picture has dots are drawn for nothing.
_POINTS = 600
_TICKS = 5
_STEPS = (1, 2, 2.5, 5, 10)
_DASHES = ("", "7 4", "2 4", "10 4 2 4")
_COLOURS = 8
# The widths of the label of an axis, and of a character of its numbers.
_LABEL = 24.0
_DIGIT = 7.0
# Heavy letters need more room.
_BOLD = 0.88


def draw_lines(
    lines: Mapping[str, Sequence[float]],
    *,
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    theme: str | Theme = Theme.AUTO,
    size: tuple[int, int] = (820, 400),
    headed: bool = True,
) -> Picture:
    """Draw lines, one for each name, with the names where the lines end.

    >>> picture = draw_lines({"Ann": [0, 5, 3], "Bob": [0, -5, -3]}, title="Chips")
    >>> picture.count("<polyline"), "Ann" in picture
    (2, True)

    Args:
        lines: The values of each line, from the first point to the last.
        title: What stands above.
        x_label: What stands below.
        y_label: What stands at the left.
        theme: `light`, `dark`, or `auto` for what the page is.
        size: The width and the height.
        headed: Whether the title is drawn, and not only told to those who do not see the picture.

    Returns:
        The picture.
    """
    ink = Ink(theme)
    return Picture.make(
        size,
        _Chart(lines, ink, size, headed).draw(title if headed else "", x_label, y_label),
        ink,
        title=title or "Lines",
        summary=" ".join(
            f"{name}: {_show(line[-1])} after {len(line) - 1}."
            for name, line in lines.items()
            if line
        ),
    )


class _Chart:
    """A chart of lines with their axes."""

    def __init__(
        self,
        lines: Mapping[str, Sequence[float]],
        ink: Ink,
        size: tuple[int, int],
        headed: bool = True,
    ) -> None:
        self._lines = {name: [float(one) for one in line] for name, line in lines.items() if line}
        self._ink = ink
        width, height = size
        longest = max((len(name) for name in self._lines), default=0)
        self._names = min(34 + 8.2 * longest, width * 0.28) if self._lines else 20.0
        self._top = 44.0 if headed else 16.0
        self._right, self._bottom = width - self._names - 8, height - 46.0
        values = [value for line in self._lines.values() for value in line] or [0.0]
        self._ticks = _find_ticks(min(0.0, *values), max(0.0, *values))
        self._left = 72.0
        self._low, self._high = self._ticks[0], self._ticks[-1]
        self._last = max((len(line) - 1 for line in self._lines.values()), default=1) or 1

    def _x(self, place: float) -> float:
        return self._left + (self._right - self._left) * place / self._last

    def _y(self, value: float) -> float:
        share = (value - self._low) / (self._high - self._low)
        return self._bottom - (self._bottom - self._top) * share

    def draw(self, title: str, x_label: str, y_label: str) -> Iterator[str]:
        """Yield the elements."""
        # The numbers of the axis are between its label and the lines.
        widest = max(len(_show(tick)) for tick in self._ticks)
        self._left = max(self._left, (_LABEL if y_label else 4) + _DIGIT * widest + 8)
        paint = self._ink.paint
        yield f'<rect width="100%" height="100%" rx="8"{paint(fill="ground")}/>'
        if title:
            yield self._write(title, self._left, 26, 16, "text", "start", 600)
        for tick in self._ticks:
            y = self._y(tick)
            colour, width = ("quiet", 1.4) if tick == 0 else ("line", 1)
            yield (
                f'<path d="M{number(self._left)} {number(y)}H{number(self._right)}"'
                f' stroke-width="{width}"{paint(stroke=colour)}/>'
            )
            yield self._write(_show(tick), self._left - 8, y + 4, 12, "quiet", "end")
        for tick in _find_ticks(0, self._last):
            if tick <= self._last and tick == int(tick):
                x = self._x(tick)
                yield self._write(_show(tick), x, self._bottom + 18, 12, "quiet", "middle")
        if x_label:
            middle = (self._left + self._right) / 2
            yield self._write(x_label, middle, self._bottom + 37, 12.5, "quiet", "middle")
        if y_label:
            y = (self._top + self._bottom) / 2
            yield (
                f'<text transform="translate(17 {number(y)}) rotate(-90)" font-size="12.5"'
                f' text-anchor="middle"{paint(fill="quiet")}>{escape_markup(y_label)}</text>'
            )
        ends = []
        for place, (name, line) in enumerate(self._lines.items()):
            yield self._draw_line(place, line)
            ends.append((self._y(line[-1]), place, name))
        yield from self._draw_names(ends)

    def _draw_line(self, place: int, line: Sequence[float]) -> str:
        step = max(1, ceil(len(line) / _POINTS))
        places = [*range(0, len(line), step)]
        if places[-1] != len(line) - 1:
            places.append(len(line) - 1)
        points = " ".join(f"{number(self._x(one))},{number(self._y(line[one]))}" for one in places)
        dash = _DASHES[place // _COLOURS % len(_DASHES)]
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        return (
            f'<polyline points="{points}" fill="none" stroke-width="2" stroke-linejoin="round"'
            f"{dashes}{self._ink.paint(stroke=f'line-{place % _COLOURS}')}/>"
        )

    def _draw_names(self, ends: list[tuple[float, int, str]]) -> Iterator[str]:
        """Yield the names beside the ends of the lines, none over another."""
        ends.sort()
        room = min(16.0, (self._bottom - self._top + 30) / max(len(ends), 1))
        spots: list[float] = []
        for y, _, _ in ends:
            spots.append(max(y, spots[-1] + room) if spots else y)
        excess = max(0.0, spots[-1] - self._bottom - 16) if spots else 0.0
        for place in range(len(spots) - 1, -1, -1):
            limit = spots[place + 1] - room if place + 1 < len(spots) else spots[place] - excess
            spots[place] = min(spots[place], limit)
        for spot, (y, place, name) in zip(spots, ends, strict=True):
            text, size = fit(name, (self._names - 26) * _BOLD, min(13.0, room))
            colour = f"line-{place % _COLOURS}"
            yield (
                f'<path d="M{number(self._right + 2)} {number(y)}L{number(self._right + 14)}'
                f' {number(spot)}" fill="none" stroke-width="1"{self._ink.paint(stroke=colour)}/>'
            )
            yield self._write(text, self._right + 18, spot + 4, size, colour, "start", 600)

    def _write(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: str,
        anchor: str,
        weight: int = 400,
    ) -> str:
        heavy = f' font-weight="{weight}"' if weight != 400 else ""
        return (
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
            f' text-anchor="{anchor}"{heavy}{self._ink.paint(fill=colour)}>'
            f"{escape_markup(text)}</text>"
        )


def _find_ticks(low: float, high: float) -> list[float]:
    """Return round numbers from below the lowest to above the highest."""
    span = (high - low) or 1.0
    size = 10 ** floor(log10(span / _TICKS))
    step = next(size * one for one in _STEPS if span / (size * one) <= _TICKS + 0.5)
    first, last = floor(low / step), ceil(high / step)
    return [step * place for place in range(first, max(last, first + 1) + 1)]


def _show(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.4g}"


def draw_bars(
    bars: Sequence[tuple[str, Sequence[float], str]],
    *,
    title: str = "",
    legend: Sequence[str] = (),
    theme: str | Theme = Theme.AUTO,
    width: int = 640,
) -> Picture:
    """Draw bars of parts of a whole, each with its name before and words behind.

    >>> picture = draw_bars([("Ann", (0.6, 0.1), "65 %")], legend=("wins", "ties"))
    >>> picture.count("65 %</text>")
    1

    Args:
        bars: The name, the parts from 0 to 1, and the words of each bar.
        title: What stands above.
        legend: What the parts are.
        theme: `light`, `dark`, or `auto` for what the page is.
        width: How wide the picture is.

    Returns:
        The picture.
    """
    ink = Ink(theme)
    paint = ink.paint
    names = min(20 + 8 * max((len(name) for name, _, _ in bars), default=0), width * 0.3)
    words = 22 + 7.6 * max((len(said) for _, _, said in bars), default=0)
    room = max(width - names - words, 60)
    top = 40 if title else 12
    parts = [f'<rect width="100%" height="100%" rx="8"{paint(fill="ground")}/>']
    if title:
        parts.append(
            f'<text x="14" y="26" font-size="16" font-weight="600"{paint(fill="text")}>'
            f"{escape_markup(title)}</text>"
        )
    for place, (name, shares, said) in enumerate(bars):
        y = top + 34 * place
        text, size = fit(name, names - 18, 14)
        parts.append(
            f'<text x="{number(names - 6)}" y="{y + 19}" font-size="{number(size)}"'
            f' text-anchor="end"{paint(fill="text")}>{escape_markup(text)}</text>'
            f'<rect x="{number(names)}" y="{y + 2}" width="{number(room)}" height="24" rx="4"'
            f"{paint(fill='cell')}/>"
        )
        x = names
        for number_of_share, share in enumerate(shares):
            wide = max(0.0, min(share, 1.0)) * room
            parts.append(
                f'<rect x="{number(x)}" y="{y + 2}" width="{number(wide)}" height="24"'
                f"{paint(fill=f'line-{number_of_share}')}/>"
            )
            x += wide
        parts.append(
            f'<text x="{number(names + room + 8)}" y="{y + 19}" font-size="13.5"'
            f"{paint(fill='text')}>{escape_markup(said)}</text>"
        )
    height = top + 34 * len(bars) + (30 if legend else 6)
    x = names
    for place, word in enumerate(legend):
        parts.append(
            f'<rect x="{number(x)}" y="{height - 24}" width="12" height="12" rx="2"'
            f'{paint(fill=f"line-{place}")}/><text x="{number(x + 17)}" y="{height - 13}"'
            f' font-size="12.5"{paint(fill="quiet")}>{escape_markup(word)}</text>'
        )
        x += 34 + 7 * len(word)
    summary = " ".join(f"{name}: {said}." for name, _, said in bars)
    return Picture.make((width, height), parts, ink, title=title or "Bars", summary=summary)
