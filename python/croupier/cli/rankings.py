"""`croupier rankings`: the rankings that there are."""

from __future__ import annotations

from rich.table import Table

from croupier import rankings
from croupier.cli.console import console

__all__ = ["show_rankings"]


def show_rankings() -> None:
    """List the rankings by name."""
    table = Table()
    for column in ("Name", "What it is", "Cards", "Other names"):
        table.add_column(column)
    for name in rankings.names():
        ranking = rankings.get(name)
        fewest, most = ranking.minimum_cards, ranking.maximum_cards
        cards = str(most) if fewest == most else f"{fewest}-{most}"
        table.add_row(name, ranking.title, cards, ", ".join(ranking.aliases))
    console.print(table)
