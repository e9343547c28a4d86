"""`croupier evaluate`: what hands are worth, and which one wins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from croupier.cli.arguments.options import AsJson, Board
from croupier.cli.output.console import console, print_json, print_table, show_cards
from croupier.errors import CardError

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.rankings import HandValue, Ranking, Selection

__all__ = ["evaluate"]


def evaluate(
    hole: str,
    *,
    board: Board = "",
    type: Annotated[list[str] | None, Parameter(name=["--type", "-t"], negative="")] = None,
    vs: Annotated[list[str] | None, Parameter(negative="")] = None,
    use: Annotated[str | None, Parameter(name=["--use", "-u"])] = None,
    wild: str = "",
    bug: str = "",
    as_json: AsJson = False,
) -> None:
    """Rank a hand, or compare several.

    Parameters
    ----------
    hole
        The hole cards, such as "AsKs".
    board
        The board cards, such as "QsJsTs2c3d".
    type
        A ranking, such as high or a5_low; may be given several times. `croupier rankings` lists
        them.
    vs
        The hole cards of another hand; may be given several times.
    use
        How many hole and board cards form the hand, such as 2+3 for Omaha; "all+3" for all hole
        cards, and several pairs with commas. Any cards when left out.
    wild
        The cards that are wild, or ranks of which all cards are, such as "2 *s".
    bug
        The cards that are bugs.
    as_json
        Print the results as JSON, and nothing else.
    """
    from croupier import rankings
    from croupier.cards import Card

    selection = None if use is None else rankings.Selection.parse(use)
    board_cards = Card.clean(board)
    hands = [Card.clean(cards) for cards in (hole, *(vs or ()))]
    _refuse_duplicates(hands, board_cards)
    ranked: list[tuple[Ranking, list[HandValue | None]]] = []
    for name in type or ["high"]:
        ranking = rankings.get(name)
        values = [
            _rank(ranking, cards, board_cards, selection, wild, bug, alone=len(hands) == 1)
            for cards in hands
        ]
        ranked.append((ranking, values))
    if as_json:
        parts = [_as_data(ranking, hands, values) for ranking, values in ranked]
        print_json({"board": _name_cards(board_cards), "rankings": parts})
        return
    if board_cards:
        console.print(Text("Board  ") + show_cards(board_cards))
    for ranking, values in ranked:
        print_table(_make_table(ranking, hands, values), wraps=True)


def _name_cards(cards: Iterable[Card]) -> str:
    return "".join(map(repr, cards))


def _as_data(
    ranking: Ranking, hands: list[tuple[Card, ...]], values: list[HandValue | None]
) -> dict[str, Any]:
    best = max((value for value in values if value is not None), default=None)
    return {
        "ranking": ranking.name,
        "title": ranking.title,
        "hands": [
            {
                "hole": _name_cards(cards),
                "best": None if value is None else _name_cards(value.cards),
                "description": None if value is None else value.description,
                "place": None if value is None else list(value.standing),
                "wins": value is not None and value == best,
            }
            for cards, value in zip(hands, values, strict=True)
        ],
    }


def _rank(
    ranking: Ranking,
    cards: tuple[Card, ...],
    board: tuple[Card, ...],
    selection: Selection | None,
    wild: str,
    bug: str,
    *,
    alone: bool,
) -> HandValue | None:
    """Return what a hand is worth; of several hands one may be worth nothing."""
    held = cards + board
    roles = {"wild": _pick(held, wild), "bug": _pick(held, bug)}
    try:
        return ranking.best(cards, board, selection=selection, **roles)
    except CardError as error:
        if alone or error.code != "no-hand":
            raise
        return None


def _pick(held: tuple[Card, ...], wanted: str) -> tuple[Card, ...]:
    """Return those of the cards that are named, or whose rank is."""
    from croupier.cards import Card

    words = wanted.replace(",", " ").split()
    named = {card for word in words if len(word) > 1 for card in Card.parse(word)}
    ranks = {word for word in words if len(word) == 1}
    return tuple(card for card in held if card in named or card.rank.value in ranks)


def _refuse_duplicates(hands: list[tuple[Card, ...]], board: tuple[Card, ...]) -> None:
    from croupier.cards import Card

    seen = set[Card]()
    for card in (*board, *(card for hand in hands for card in hand)):
        if card in seen:
            raise CardError(f"the card {card!r} was given twice", value=card, code="duplicate-card")
        seen.add(card)


def _make_table(
    ranking: Ranking, hands: list[tuple[Card, ...]], values: list[HandValue | None]
) -> Table:
    """Show the hands from the best to the worst."""
    table = Table(
        title=f"{ranking.name}: {ranking.title}", title_justify="left", title_style="bold"
    )
    table.add_column("Hand", no_wrap=True)
    table.add_column("Best", no_wrap=True)
    table.add_column("What it is")
    # Numbers as qualifiers of game files have them: the kind of hand, and the hand in its kind.
    table.add_column("Kind", justify="right", no_wrap=True)
    table.add_column("Place", justify="right", no_wrap=True)
    if len(hands) > 1:
        table.add_column("", no_wrap=True)
    best = max((value for value in values if value is not None), default=None)
    winners = sum(value == best for value in values if value is not None)
    rows = sorted(
        zip(hands, values, strict=True),
        key=lambda row: -1 if row[1] is None else row[1].strength,
        reverse=True,
    )
    for cards, value in rows:
        if value is None:
            table.add_row(show_cards(cards, dim=True), "", "no hand")
            continue
        result = ("ties" if winners > 1 else "wins") if value == best else ""
        row: list[Text | str] = [
            show_cards(cards),
            show_cards(value.cards),
            value.description,
            *map(str, value.standing),
            Text(result, style="bold green"),
        ]
        table.add_row(*row[: len(table.columns)])
    return table
