"""`croupier rankings`: the rankings that there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from croupier.cli.arguments.options import AsJson
from croupier.cli.output.console import console, print_json
from croupier.cli.output.lists import lay_out

if TYPE_CHECKING:
    from croupier import rankings

__all__ = ["show_rankings"]


def show_rankings(*, as_json: AsJson = False) -> None:
    """List the rankings by name.

    Parameters
    ----------
    as_json
        Print the results as JSON, and nothing else.
    """
    from croupier import rankings

    if as_json:
        print_json([_as_data(rankings.get(name)) for name in rankings.names()])
        return
    rows = []
    for name in rankings.names():
        ranking = rankings.get(name)
        fewest, most = ranking.minimum_cards, ranking.maximum_cards
        cards = str(most) if fewest == most else f"{fewest}-{most}"
        rows.append((name, cards, ranking.title, ", ".join(ranking.aliases)))
    room = console.width if console.is_terminal else None
    heading, *lines = lay_out(("Name", "Cards", "What it is", "Other names"), rows, room)
    console.print(Text(heading, style="bold"), soft_wrap=True)
    print("\n".join(lines))


def _as_data(ranking: rankings.Ranking) -> dict[str, Any]:
    return {
        "name": ranking.name,
        "title": ranking.title,
        "cards": {"min": ranking.minimum_cards, "max": ranking.maximum_cards},
        "aliases": list(ranking.aliases),
    }
