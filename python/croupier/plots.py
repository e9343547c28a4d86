"""Pictures of numbers: lines over time, and cells of a table in colours.

They need matplotlib, which comes with the extra `plots`. The suffix of the file decides what it is:
`.png`, `.svg` or `.pdf`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from io import BytesIO
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.errors import SetupError, UnsupportedError
from croupier.files import whole_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["check_picture", "draw_cells", "draw_lines"]

_SUFFIXES = (".png", ".svg", ".pdf")
_DOTS_PER_INCH = 144
_NO_VALUE = "0.93"
# Darker cells have white letters.
_DARK = 0.45
# More points than a picture has dots are drawn for nothing.
_POINTS = 4096


def check_picture(path: str | PathLike[str]) -> None:
    """Make sure that a picture can be drawn, before anything is done for it.

    Args:
        path: Where the picture is to go.

    Raises:
        SetupError: There is no such kind of picture.
        UnsupportedError: matplotlib is not installed.
    """
    if Path(path).suffix.lower() not in _SUFFIXES:
        raise SetupError(
            f"the name of a picture must end with one of {', '.join(_SUFFIXES)},"
            f" unlike {fspath(path)!r}",
            code="file-type",
        )
    # To look whether it is there takes no time; to import it does.
    if find_spec("matplotlib") is None:
        raise UnsupportedError(
            "pictures need matplotlib: install croupier[plots]", code="missing-extra"
        )


def draw_lines(
    path: str | PathLike[str],
    lines: Mapping[str, Sequence[float]],
    *,
    title: str = "",
    x_label: str = "",
    y_label: str = "",
) -> Path:
    """Draw lines, one for each name, and save the picture.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     picture = draw_lines(f"{folder}/chips.svg", {"Ann": [0, 5, 3], "Bob": [0, -5, -3]})
    ...     picture.read_text().startswith("<?xml")
    True

    Args:
        path: Where the picture goes; its suffix says what kind it is of.
        lines: The values of each line, from the first point to the last.
        title: What stands above.
        x_label: What stands below.
        y_label: What stands at the left.

    Returns:
        Where the picture is.

    Raises:
        SetupError: There is no such kind of picture.
        UnsupportedError: matplotlib is not installed.
    """
    with _Picture(path, (9, 5)) as axes:
        axes.axhline(0, color="0.6", linewidth=0.8)
        for name, values in lines.items():
            step = max(1, -(-len(values) // _POINTS))
            places = [*range(0, len(values), step)]
            if places and places[-1] != len(values) - 1:
                places.append(len(values) - 1)
            axes.plot(places, [values[place] for place in places], label=name, linewidth=1.4)
        axes.set_title(title)
        axes.set_xlabel(x_label)
        axes.set_ylabel(y_label)
        axes.margins(x=0.01)
        axes.grid(alpha=0.3)
        if lines:
            axes.legend(loc="best", fontsize="small")
    return Path(path)


def draw_cells(
    path: str | PathLike[str],
    cells: Sequence[Sequence[float | None]],
    *,
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    texts: Sequence[Sequence[str]] = (),
    title: str = "",
    bounds: tuple[float, float] | None = None,
) -> Path:
    """Draw a table whose cells have colours, and save the picture.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = f"{folder}/equity.svg"
    ...     picture = draw_cells(path, [[0.1, 0.9]], columns=["2", "A"], rows=["s"])
    ...     picture.read_text().startswith("<?xml")
    True

    Args:
        path: Where the picture goes; its suffix says what kind it is of.
        cells: The values, row by row; `None` for a cell that has none.
        rows: What stands beside the rows.
        columns: What stands above the columns.
        texts: What stands inside of the cells.
        title: What stands above.
        bounds: The values of the first and of the last colour; if omitted, the least and the
            largest value.

    Returns:
        Where the picture is.

    Raises:
        SetupError: There is no such kind of picture.
        UnsupportedError: matplotlib is not installed.
    """
    width = max((len(row) for row in cells), default=1)
    nothing = float("nan")
    values = [[nothing if cell is None else cell for cell in row] for row in cells]
    low, high = bounds or (None, None)
    with _Picture(path, (0.55 * width + 1, 0.55 * len(cells) + 1)) as axes:
        axes.set_facecolor(_NO_VALUE)
        image = axes.imshow(values, cmap="RdYlGn", vmin=low, vmax=high, aspect="equal")
        axes.set_xticks(range(len(columns)), columns)
        axes.set_yticks(range(len(rows)), rows)
        axes.tick_params(top=True, bottom=False, labeltop=True, labelbottom=False, length=0)
        axes.set_title(title)
        for spine in axes.spines.values():
            spine.set_visible(False)
        # White lines keep the cells apart.
        axes.set_xticks([place - 0.5 for place in range(1, width)], minor=True)
        axes.set_yticks([place - 0.5 for place in range(1, len(cells))], minor=True)
        axes.grid(which="minor", color="white", linewidth=1.5)
        axes.tick_params(which="minor", length=0)
        drawn = image.get_array()
        colours = None if drawn is None else image.to_rgba(drawn)
        for row, words in enumerate(texts):
            for column, text in enumerate(words):
                cell = cells[row][column]
                ink = "0.45"
                if cell is not None and colours is not None:
                    red, green, blue, _ = colours[row][column]
                    is_dark = 0.3 * red + 0.59 * green + 0.11 * blue < _DARK
                    ink = "white" if is_dark else "black"
                axes.text(column, row, text, ha="center", va="center", fontsize=7, color=ink)
    return Path(path)


class _Picture:
    """A picture that is saved when all of it was drawn."""

    def __init__(self, path: str | PathLike[str], size: tuple[float, float]) -> None:
        check_picture(path)
        from matplotlib.figure import Figure

        self._path = path
        self._figure = Figure(figsize=size, dpi=_DOTS_PER_INCH, layout="constrained")

    def __enter__(self) -> Axes:
        return self._figure.add_subplot()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            # Without a date, the same numbers make the same file.
            suffix = Path(self._path).suffix.lower()
            metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(suffix)
            picture = BytesIO()
            self._figure.savefig(picture, format=suffix[1:], metadata=metadata)
            with whole_file(self._path) as stream:
                stream.write(picture.getbuffer())
