"""The material of pictures: colours by name, text that fits, and the picture itself."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from os import PathLike
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

from croupier.errors import SetupError
from croupier.texts import escape_markup, show_line

__all__ = ["Ink", "Palette", "Picture", "Theme", "fit", "number"]

_FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"
# How wide letters are on average, in parts of their size, and what is the smallest size to read.
_LETTER = 0.56
_SMALLEST = 0.72


class Theme(StrEnum):
    """The colours of a picture: light, dark, or those that the viewer prefers.

    >>> Theme("dark")
    <Theme.DARK: 'dark'>
    """

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


class Palette(StrEnum):
    """The colours of the suits.

    >>> Palette("two")
    <Palette.TWO: 'two'>
    """

    FOUR = "four"
    TWO = "two"
    COLOUR_BLIND = "colour-blind"


# Colours by what they are for: on light pages, and on dark ones.
COLOURS = {
    "ground": ("#ffffff", "#14181d"),
    "text": ("#1f2328", "#e8edf2"),
    "quiet": ("#57606a", "#a5b0bb"),
    "line": ("#d0d7de", "#3a434d"),
    "felt": ("#2f7d5b", "#1f4f3d"),
    "rim": ("#8a5a33", "#4a3524"),
    "mark": ("#5aa884", "#35705a"),
    "onfelt": ("#ffffff", "#eef4f0"),
    "plate": ("#ffffff", "#222a32"),
    "out": ("#e9edf0", "#1b2127"),
    "edge": ("#b6c0ca", "#47525d"),
    "act": ("#e09b00", "#f0b429"),
    "win": ("#1a7f37", "#3fb950"),
    "loss": ("#c62828", "#ff7b72"),
    "chip": ("#f3d26b", "#d9b54a"),
    "onchip": ("#3a2b00", "#2a1f00"),
    "face": ("#ffffff", "#f4f2ec"),
    "faceedge": ("#9aa4ae", "#0c0f12"),
    "back": ("#3b5b92", "#35527f"),
    "weave": ("#7d9bcb", "#6f8dbd"),
    "cell": ("#eef0f2", "#252c33"),
    "pair": ("#c8803c", "#b8722f"),
    "suited": ("#3f7f5f", "#3b7a5a"),
    "fold": ("#4f7ba6", "#47709a"),
    "call": ("#3f7f5f", "#3b7a5a"),
    "bet-0": ("#d07a52", "#c4713f"),
    "bet-1": ("#bf4f36", "#b14a33"),
    "bet-2": ("#98302a", "#93332d"),
    "bet-3": ("#6b1f2a", "#7a2b36"),
    "offsuit": ("#4a6fa5", "#48699c"),
}
SUITS = {
    Palette.FOUR: {"s": "#17191c", "h": "#c8102e", "d": "#0b57d0", "c": "#0f7a32"},
    Palette.TWO: {"s": "#17191c", "h": "#c8102e", "d": "#c8102e", "c": "#17191c"},
    Palette.COLOUR_BLIND: {"s": "#17191c", "h": "#d55e00", "d": "#0072b2", "c": "#00835f"},
}
# Lines of charts: told apart by most people, on light and on dark pages.
_LINES = (
    ("#0072b2", "#56b4e9"),
    ("#d55e00", "#ff8a3d"),
    ("#00835f", "#2fc79a"),
    ("#b0508a", "#e58fc0"),
    ("#8a6d00", "#e6c229"),
    ("#5b4bb7", "#a99bff"),
    ("#4d5761", "#b9c3cd"),
    ("#a3352c", "#ff9a8f"),
)


class Ink:
    """The colours of a theme, as attributes of elements.

    A picture whose theme is `auto` has the light colours as attributes, which every program that
    shows pictures understands, and the dark ones as rules of style for pages that are dark.

    >>> ink = Ink("dark")
    >>> ink.paint(fill="ground")
    ' fill="#14181d"'
    >>> Ink().paint(fill="ground", stroke="line")
    ' fill="#ffffff" stroke="#d0d7de" class="fc-ground sc-line"'
    """

    def __init__(
        self, theme: str | Theme = Theme.AUTO, palette: str | Palette = Palette.FOUR
    ) -> None:
        """Make the ink.

        Args:
            theme: `light`, `dark`, or `auto` for what the page is.
            palette: The colours of the suits: `four`, `two` or `colour-blind`.

        Raises:
            SetupError: There is no such theme or palette.
        """
        self.theme = _choose(Theme, theme, "theme")
        self.palette = _choose(Palette, palette, "palette")
        self._used: set[tuple[str, str]] = set()

    @property
    def key(self) -> str:
        """A word that differs for inks that look different."""
        return f"{self.theme[0]}{self.palette[0]}"

    def paint(self, *, fill: str | None = None, stroke: str | None = None) -> str:
        """Return the attributes that give an element its colours.

        Args:
            fill: The name of a colour.
            stroke: The name of a colour.

        Returns:
            The attributes, each with a blank before it.
        """
        said, classes = "", []
        for attribute, name in (("fill", fill), ("stroke", stroke)):
            if name is None:
                continue
            light, dark = _find(name, self.palette)
            said += f' {attribute}="{dark if self.theme is Theme.DARK else light}"'
            if self.theme is Theme.AUTO and light != dark:
                self._used.add((attribute, name))
                classes.append(f"{attribute[0]}c-{name}")
        return f'{said} class="{" ".join(classes)}"' if classes else said

    def style(self) -> str:
        """Return the rules for dark pages, for what has been painted so far.

        Returns:
            An element, or nothing where there are no such rules.
        """
        if not self._used:
            return ""
        rules = "".join(
            f".{attribute[0]}c-{name}{{{attribute}:{_find(name, self.palette)[1]}}}"
            for attribute, name in sorted(self._used)
        )
        return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"


def _find(name: str, palette: Palette) -> tuple[str, str]:
    if name.startswith("suit-"):
        colour = SUITS[palette].get(name[5:], "#5b4bb7")
        return colour, colour
    if name.startswith("line-"):
        return _LINES[int(name[5:]) % len(_LINES)]
    return COLOURS[name]


def _choose(kind: type[Any], value: str, what: str) -> Any:
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(repr(str(one)) for one in kind)
        raise SetupError(
            f"there is no {what} {value!r}; there are {known}", code="unknown-option"
        ) from None


class Picture(str):
    """An SVG picture: a text that notebooks show and that can be saved.

    >>> picture = Picture("<svg/>")
    >>> picture._repr_svg_()
    '<svg/>'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the picture to a file.

        Args:
            path: Where it goes.

        Returns:
            Where it is.

        Raises:
            OSError: It cannot be written.
        """
        from croupier.files import whole_file

        with whole_file(path) as stream:
            stream.write(self.encode())
        return Path(path)

    @classmethod
    def make(
        cls,
        size: tuple[float, float],
        parts: Iterable[str],
        ink: Ink,
        *,
        title: str,
        summary: str = "",
        defs: str = "",
    ) -> Picture:
        """Put a picture together.

        Args:
            size: The width and the height.
            parts: What is drawn.
            ink: What it was painted with.
            title: What it is, for those who do not see it.
            summary: The same in more words.
            defs: What is used in it.

        Returns:
            The picture.
        """
        width, height = map(number, size)
        body = "".join(parts)
        described = f"<desc>{escape_markup(summary)}</desc>" if summary else ""
        return cls(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" role="img" font-family="{_FONT}"'
            f' style="max-width:100%;height:auto">'
            f"<title>{escape_markup(title)}</title>{described}{ink.style()}"
            f"{f'<defs>{defs}</defs>' if defs else ''}{body}</svg>"
        )


def number(value: float) -> str:
    """Return a length with as few digits as do.

    >>> number(3.0), number(2.504)
    ('3', '2.5')

    Args:
        value: The length.

    Returns:
        The text.
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def fit(text: object, width: float, size: float) -> tuple[str, float]:
    """Make a text fit into a width: smaller letters first, and fewer if that is not enough.

    >>> fit("Ann", 100, 15)
    ('Ann', 15)
    >>> fit("A very long name that nobody reads", 80, 15)
    ('A very long…', 10.8)

    Args:
        text: The text.
        width: How wide it may be.
        size: The size of its letters.

    Returns:
        The text, not yet escaped, and the size.
    """
    said = show_line(str(text))
    needed = _measure(said) * size
    if needed <= width:
        return said, size
    smaller = max(size * width / needed, size * _SMALLEST)
    if _measure(said) * smaller > width + 0.5:
        while said and _measure(said + "…") * smaller > width:
            said = said[:-1]
        said = said.rstrip() + "…"
    return said, round(smaller, 2)


def _measure(text: str) -> float:
    """Return how wide a text is, in parts of the size of its letters."""
    wide = sum(east_asian_width(one) in "WF" for one in text)
    return _LETTER * (len(text) - wide) + wide
