"""`croupier equity`: how often hands and ranges win."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.bar import Bar
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from croupier.cli.arguments.missing import find_missing, print_missing
from croupier.cli.arguments.options import AsJson, Board, Flag, Force, Game, Picture, Seed
from croupier.cli.arguments.outputs import claim_picture
from croupier.cli.output.console import (
    CONFIDENCE,
    console,
    print_json,
    print_saved,
    print_table,
    show_cards,
)
from croupier.cli.output.progress import Bar as ProgressBar
from croupier.errors import SetupError

if TYPE_CHECKING:
    from croupier.analysis import EquityResult, HeatMap

__all__ = ["show_equity"]

_SAMPLES = 1_000_000
_SUIT_ROWS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
# The widest bar, which fits into a terminal of 80 columns, and the narrowest; what all other
# columns need; what more an error needs; and the width of short hands.
_BAR_WIDTHS = (18, 8)
_OTHER_COLUMNS = 62
_ERROR_COLUMN = 10
_HAND_WIDTH = 13
# From lost to won, in colours that every terminal of 256 colours has.
_COLOURS = (160, 166, 172, 178, 184, 148, 112, 76, 40, 34)


def show_equity(
    *players: str,
    board: Board = "",
    dead: str = "",
    game: Game = "holdem",
    choice: Annotated[dict[str, str] | None, Parameter(negative="")] = None,
    exact: Annotated[bool | None, Parameter(negative="--sampled")] = None,
    samples: int = _SAMPLES,
    precision: float | None = None,
    seed: Seed = None,
    threads: int | None = None,
    list_hands: Flag = False,
    heatmap: Flag = False,
    picture: Picture = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Tell how often hands and ranges win if nobody folds.

    Parameters
    ----------
    players
        What each player may have: cards, such as AsKs, or a range, such as "QQ+, AKs:0.5"; random
        for anything. Parts of a hand are written with slashes between them.
    board
        The board cards, such as Qs7h2c; several boards with slashes between them.
    dead
        Cards that are known to be elsewhere.
    game
        A game by its name, such as omaha8, razz or dramaha, or the path of a JSON file.
    choice
        What was chosen about the game, such as --choice.variant holdem.
    exact
        Count every deal, however long it takes, or deal at random in any case.
    samples
        How many deals to look at where not all are counted.
    precision
        Stop dealing when every standard error is no larger, such as 0.001.
    seed
        A number that makes deals at random the same every time.
    threads
        How many threads work; one for each core when left out.
    list_hands
        Show every hand of every player, too.
    heatmap
        Show what each card that may come next does.
    picture
        Draw that, too, into this file: .png, .svg or .pdf.
    force
        Replace the picture if it is there.
    as_json
        Print the results as JSON, and nothing else.
    """
    from croupier.analysis import equity, next_card_equities
    from croupier.analysis.showdowns import find_showdown

    if len(players) < 2:
        raise SetupError(
            "an equity is between players: name the hands of at least two", code="player-count"
        )
    counted = {"--samples": samples != _SAMPLES, "--precision": precision is not None}
    for option, is_given in counted.items():
        if exact and is_given:
            raise SetupError(
                f"{option} has no effect with --exact, which deals nothing at random",
                code="unused-option",
            )
    place = claim_picture(picture, force=force)
    options: dict[str, Any] = {
        "exact": exact,
        "samples": samples,
        "precision": precision,
        "seed": seed,
        "threads": threads,
    }
    with ProgressBar("Dealing") as bar:
        result = equity(
            *players,
            board=board,
            dead=dead,
            game=game,
            choices=choice,
            progress=bar.update,
            **options,
        )
    heat = None
    if heatmap or picture is not None:
        with ProgressBar("Turning cards"):
            heat = next_card_equities(
                *players, board=board, dead=dead, game=game, choices=choice, **options
            )
        if place is not None:
            heat.draw(place)
    showdown = find_showdown(game, len(players))
    missing = find_missing(showdown, players, board)
    if as_json:
        data = _as_data(players, board, dead, game, result, heat, hands=list_hands)
        print_json({**data, "not_named": missing})
        return
    print_table(_make_table(showdown.title, players, board, result))
    print_missing(missing)
    if list_hands:
        for player, found in zip(players, result, strict=True):
            console.print(_make_hand_table(player, found.hands))
    if heat is not None:
        console.print(_make_heat_table(heat))
        if picture is not None:
            print_saved("picture", picture)


def _make_table(title: str, players: tuple[str, ...], board: str, result: EquityResult) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    # Hands are as wide as they are where there is little room.
    fits = console.width >= _OTHER_COLUMNS + (0 if result.exact else _ERROR_COLUMN)
    least = _HAND_WIDTH if fits else len("Player")
    longest = max(least, *map(len, players))
    others = _OTHER_COLUMNS + longest - _HAND_WIDTH + (0 if result.exact else _ERROR_COLUMN)
    bar = min(_BAR_WIDTHS[0], console.width - others)
    table.add_column("Player", min_width=least)
    table.add_column("Equity", justify="right", no_wrap=True)
    if bar >= _BAR_WIDTHS[1]:
        table.add_column("", no_wrap=True)
    table.add_column("Wins all", justify="right", no_wrap=True)
    table.add_column("Wins part", justify="right", no_wrap=True)
    table.add_column("Loses", justify="right", no_wrap=True)
    if not result.exact:
        table.add_column("± 95 %", justify="right", no_wrap=True)
    best = max(result.equities)
    for player, found in zip(players, result, strict=True):
        row: list[RenderableType] = [
            Text(player),
            Text(f"{found.equity:.2%}", style="bold green" if found.equity == best else "bold"),
        ]
        if bar >= _BAR_WIDTHS[1]:
            row.append(Bar(1, 0, found.equity, width=bar, color=_colour(found.equity)))
        row += [f"{found.win:.2%}", f"{found.tie:.2%}", f"{found.loss:.2%}"]
        if not result.exact:
            row.append(f"{CONFIDENCE * found.error:.3%}")
        table.add_row(*row)
    how = "every deal counted" if result.exact else f"{result.deals:,} deals at random"
    shown = _show_board(board)
    table.caption = Text.assemble(shown, "  " if shown.plain else "", (how, "dim"))
    table.caption_justify = "left"
    return table


def _show_board(board: str) -> Text:
    from croupier.cards import Card

    parts = [show_cards(Card.clean(part.strip())) for part in board.split("/") if part.strip()]
    return Text("  |  ").join(parts)


def _make_hand_table(player: str, hands: Mapping[str, Any]) -> Table:
    from croupier.cards import Card

    table = Table(title=escape(player), title_justify="left", title_style="bold")
    table.add_column("Hand", no_wrap=True)
    for name in ("Equity", "Wins all", "Wins part", "Weight"):
        table.add_column(name, justify="right", no_wrap=True)
    possible = [(name, found) for name, found in hands.items() if found.weight > 0]
    total = sum(found.weight for _, found in possible)
    for name, found in sorted(possible, key=lambda item: -item[1].equity):
        shown = Text(" / ").join(show_cards(Card.clean(part)) for part in name.split("/"))
        part = found.weight / total
        table.add_row(
            shown, f"{found.equity:.2%}", f"{found.win:.2%}", f"{found.tie:.2%}", f"{part:.2%}"
        )
    return table


def _make_heat_table(heat: HeatMap) -> Table:
    from croupier.analysis.ranges.classes import RANKS

    now = heat.now.equities[0]
    table = Table(
        title=f"Player 1 after the next card ({now:.1%} now)",
        title_justify="left",
        title_style="bold",
        padding=(0, 0),
        show_edge=False,
    )
    table.add_column("")
    for rank in RANKS:
        table.add_column(rank, justify="center", width=4)
    for suit, row in heat.table().items():
        cells = [
            Text("") if share is None else Text(f"{share:4.0%}", style=f"black on {_colour(share)}")
            for share in row
        ]
        table.add_row(_SUIT_ROWS[suit], *cells)
    return table


def _colour(share: float) -> str:
    return f"color({_COLOURS[min(int(share * len(_COLOURS)), len(_COLOURS) - 1)]})"


def _as_data(
    players: tuple[str, ...],
    board: str,
    dead: str,
    game: str,
    result: EquityResult,
    heat: HeatMap | None,
    *,
    hands: bool,
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "game": game,
        "board": board,
        "dead": dead,
        "exact": result.exact,
        # A table knows the answer where nothing was dealt.
        "deals": result.deals or None,
        "players": [],
    }
    for player, part in zip(players, result, strict=True):
        row = {
            "hand": player,
            "equity": part.equity,
            "win": part.win,
            "tie": part.tie,
            "error": CONFIDENCE * part.error,
        }
        if hands:
            row["hands"] = {
                name: {"equity": each.equity, "win": each.win, "tie": each.tie}
                for name, each in part.hands.items()
                if each.weight > 0
            }
        found["players"].append(row)
    if heat is not None:
        found["next_card"] = {repr(card): each.equities for card, each in heat.cards.items()}
    return found
