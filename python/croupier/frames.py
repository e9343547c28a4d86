"""Results as tables: rows for programs, data frames, and what notebooks show.

Whatever has `to_rows` can be given to `to_pandas` and `to_arrow`: equities, odds, the values of
ICM, statistics, simulations, matches. pandas and pyarrow are imported when somebody asks for what
they make, and not before. `to_stream` is for all who take tables of Arrow, whatever is installed.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from croupier.errors import UnsupportedError
from croupier.texts import escape_markup

__all__ = [
    "HasRows",
    "is_number",
    "show_rows",
    "show_table",
    "show_value",
    "to_arrow",
    "to_pandas",
    "to_stream",
]

_STYLE = "border-collapse:collapse;font-variant-numeric:tabular-nums"
_CELL = "padding:.25em .8em;border-bottom:1px solid rgba(128,128,128,.35)"


class HasRows(Protocol):
    """An object that can be shown as a table."""

    def to_rows(self) -> list[dict[str, Any]]:
        """Return the rows, each with the same names."""


def to_pandas(self: HasRows) -> Any:
    """Return the rows as a data frame of pandas.

    Returns:
        The `pandas.DataFrame`.

    Raises:
        UnsupportedError: pandas is not installed.
    """
    return _import("pandas").DataFrame(_list_portable_rows(self.to_rows()))


def to_arrow(self: HasRows) -> Any:
    """Return the rows as a table of Arrow.

    Returns:
        The `pyarrow.Table`.

    Raises:
        UnsupportedError: pyarrow is not installed.
    """
    return _import("pyarrow").table(_make_table(self.to_rows()))


def to_stream(self: HasRows, requested_schema: object = None) -> object:
    """Give the rows to libraries of Arrow tables: pyarrow, Polars, DuckDB, pandas and others.

    Args:
        self: What has rows.
        requested_schema: Is not looked at.

    Returns:
        The capsule that `__arrow_c_stream__` is to return.
    """
    return _make_table(self.to_rows()).__arrow_c_stream__(requested_schema)


def _make_table(rows: list[dict[str, Any]]) -> Any:
    """Put rows into columns of Arrow: what is of several types becomes texts."""
    from croupier import _native

    portable = _list_portable_rows(rows)
    return _native.ArrowTable(
        "rows",
        [_make_column(name, [row[name] for row in portable]) for name in (portable or [{}])[0]],
    )


def _make_column(name: str, values: list[Any]) -> tuple[str, str, Any, Any]:
    known = [value for value in values if value is not None]
    kinds = {type(value) for value in known}
    valid = None if len(known) == len(values) else bytes(value is not None for value in values)
    if kinds == {bool}:
        return name, "bool", bytes(bool(value) for value in values), valid
    if kinds == {int} and all(-_LARGEST <= value < _LARGEST for value in known):
        return (
            name,
            "i64",
            memoryview(array("q", [value or 0 for value in values])).cast("B"),
            valid,
        )
    if kinds and kinds <= {int, float}:
        numbers = array("d", [value or 0.0 for value in values])
        return name, "f64", memoryview(numbers).cast("B"), valid
    return name, "texts", [None if value is None else str(value) for value in values], None


_LARGEST = 1 << 63


def show_rows(self: HasRows) -> str:
    """Return the rows as a table of HTML, for notebooks.

    Returns:
        The table.
    """
    rows = self.to_rows()
    headings = [name.replace("_", " ") for name in (rows[0] if rows else {})]
    return show_table(headings, [list(row.values()) for row in rows])


def show_table(
    headings: Sequence[str], rows: Iterable[Sequence[object]], *, caption: str = ""
) -> str:
    """Return a table of HTML; numbers stand at the right.

    >>> show_table(["name"], [["<Ann>"]]).count("&lt;Ann&gt;")
    1

    Args:
        headings: What stands above the columns.
        rows: The cells of each row.
        caption: What stands above it all.

    Returns:
        The table.
    """
    parts = [f'<table style="{_STYLE}">']
    if caption:
        parts.append(f"<caption>{escape_markup(caption)}</caption>")
    listed = [list(row) for row in rows]
    sides = [
        "right"
        if all(is_number(row[place]) for row in listed if row[place] is not None)
        else "left"
        for place in range(len(headings))
    ]
    cells = zip(headings, sides, strict=True)
    parts.append("<thead><tr>")
    parts += [
        f'<th scope="col" style="{_CELL};text-align:{side}">{escape_markup(heading)}</th>'
        for heading, side in cells
    ]
    parts.append("</tr></thead><tbody>")
    for row in listed:
        parts.append("<tr>")
        parts += [
            f'<td style="{_CELL};text-align:{side}">{escape_markup(show_value(value))}</td>'
            for value, side in zip(row, sides, strict=True)
        ]
        parts.append("</tr>")
    return "".join([*parts, "</tbody></table>"])


def show_value(value: object) -> str:
    """Return a value as it stands in a table.

    >>> show_value(1234), show_value(0.12345), show_value(None), show_value(Fraction(1, 2))
    ('1,234', '0.1235', '', '0.5')

    Args:
        value: The value.

    Returns:
        The text.
    """
    if type(value) is int:
        return f"{value:,}"
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, Fraction):
        return show_value(_to_portable(value))
    if isinstance(value, float):
        return f"{value:z,.2f}" if abs(value) >= 10 else f"{value:z.4g}"
    return str(value)


def _import(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise UnsupportedError(
            f"this needs {name}, which is not installed", code="missing-extra"
        ) from None


def is_number(value: object) -> bool:
    """Return whether a cell of a table is a number, or a text that is written like one.

    >>> is_number("+1,065"), is_number("Ann")
    (True, False)

    Args:
        value: What is in the cell.

    Returns:
        Whether it stands at the right.
    """
    if isinstance(value, str):
        return not value.strip("+-0123456789.,% ")
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)


def _list_portable_rows(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{name: _to_portable(value) for name, value in row.items()} for row in rows]


def _to_portable(value: Any) -> Any:
    """Return a value that data frames know: fractions of chips are floats there."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value
