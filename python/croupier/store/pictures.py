"""Pictures of reports."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from croupier.errors import SetupError
from croupier.histories.money import Money
from croupier.svg import Picture, draw_lines

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["draw_graph", "select_money"]

# A picture cannot show more points than it has columns.
_MAX_POINTS = 2000
_SIZE = (820, 360)


def select_money(report: pa.Table) -> tuple[str, pa.Table]:
    """Return the rows of the report `graph` for the kind of money with the most hands.

    Args:
        report: The report.

    Returns:
        What they were played for, behind a comma, and nothing if all rows are; and the rows.
    """
    import pyarrow.compute as pc

    rows = report.select(["kind", "currency"]).to_pylist()
    counts = Counter((row["kind"], row["currency"]) for row in rows)
    if len(counts) < 2:
        return "", report
    ((kind, currency), _), *_ = counts.most_common(1)
    chosen = pc.equal(report["kind"], kind)
    if currency is not None:
        chosen = pc.and_(chosen, pc.equal(report["currency"], currency))
    money = Money(kind, currency or "")
    return f", {money}", report.filter(chosen)


def draw_graph(report: pa.Table, player: str) -> Picture:
    """Draw the report `graph`.

    Args:
        report: The report.
        player: Who it is about.

    Returns:
        One picture with two charts: chips above, big blinds below, each with and without luck.

    Raises:
        SetupError: There is no hand.
    """
    if not report.num_rows:
        raise SetupError(f"there is no hand of {player} to draw", code="no-hands")
    money, report = select_money(report)
    step = max(-(-report.num_rows // _MAX_POINTS), 1)
    places = [*range(0, report.num_rows - 1, step), report.num_rows - 1]
    thin = report.take(places)

    def line(name: str) -> list[float]:
        values: list[Any] = thin[name].to_pylist()
        return [0.0, *(float(value or 0) for value in values)]

    label = "hands" if step == 1 else f"hands, one point for {step}"
    charts = [
        draw_lines(
            {"won": line(won), "all-in EV": line(expected)},
            title=f"{player}: {unit}, {report.num_rows:,} hands{money}",
            x_label=label,
            y_label=unit,
            size=_SIZE,
        )
        for unit, won, expected in (
            ("chips", "chips", "expected_chips"),
            ("big blinds", "big_blinds", "expected_big_blinds"),
        )
    ]
    width, height = _SIZE
    inner = "".join(
        str(chart).replace("<svg ", f'<svg y="{place * height}" ', 1)
        for place, chart in enumerate(charts)
    )
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{2 * height}"'
        f' viewBox="0 0 {width} {2 * height}">{inner}</svg>'
    )
