"""`croupier simulate`: many hands of a game, and who wins how much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from rich.table import Table
from rich.text import Text

from croupier.cli.arguments.options import (
    AsJson,
    Flag,
    Game,
    HandCount,
    On,
    PlayerCount,
    Seed,
    Stack,
)
from croupier.cli.arguments.unused import refuse_threads
from croupier.cli.output.console import CONFIDENCE, console, print_json, show_signed
from croupier.cli.output.progress import Bar
from croupier.errors import SetupError
from croupier.numbers import Chips

if TYPE_CHECKING:
    from croupier.games import CustomGame, Poker
    from croupier.simulation import Simulation

__all__ = ["simulate"]


def simulate(
    game: Game,
    *,
    players: PlayerCount = None,
    hands: HandCount = 100_000,
    stack: Stack = None,
    seed: Seed = None,
    ante: str | None = None,
    blinds: str | None = None,
    bring_in: str | None = None,
    bet: str | None = None,
    small_bet: str | None = None,
    big_bet: str | None = None,
    policy: Literal["mixed", "call"] = "mixed",
    structure: str | None = None,
    stakes: str | None = None,
    boards: int = 1,
    cash: Flag = False,
    threads: int | None = None,
    on: On = None,
    as_json: AsJson = False,
) -> None:
    """Play many hands at once and show who won how much.

    Parameters
    ----------
    game
        The name of a game in any spelling, such as no-limit-texas-holdem, or a short one, such as
        nlhe, plo, o8, stud, razz, 27td, badugi or kuhn; a game that `croupier games` lists; or a
        JSON file.
    players
        How many players there are: 6, or 2 in games for two, when left out.
    hands
        How many hands are played.
    stack
        What everybody starts each hand with: one amount, or one for each player with commas; 100
        big blinds or small bets when left out.
    seed
        A number that makes the hands the same every time.
    ante
        The ante, or one for each player with commas.
    blinds
        The blinds and straddles with commas; 1,2 when left out.
    bring_in
        The bring-in of stud games.
    bet
        The smallest bet where there is no fixed limit; the big blind when left out.
    small_bet
        The smaller bet of a fixed-limit game; the big blind when left out.
    big_bet
        The larger bet of a fixed-limit game; twice the smaller one when left out.
    policy
        How everybody plays: mostly calling, or calling only.
    structure
        The limits of a game that `croupier games` lists or of a file: limit, no-limit or pot-limit;
        the first that the game allows when left out.
    stakes
        Names and amounts of bets of such a game, such as small_bet=10,ante=1.
    boards
        How many boards there are.
    cash
        Play by the rules of cash games instead of those of tournaments.
    threads
        How many threads play; one for each core when left out.
    on
        Who does the work: processes, processes:4, ray, ray://HOST:PORT or dask://HOST:PORT; threads
        of this process when left out. The results are the same.
    as_json
        Print the results as JSON, and nothing else.
    """
    refuse_threads(threads, on)
    from croupier.cli.arguments.custom_games import make_custom_game
    from croupier.cli.arguments.stakes import find_seats, find_stakes, read_options
    from croupier.games.finding import find_game, show_name
    from croupier.simulation import simulate as play
    from croupier.state import Mode

    given = read_options(
        ante=ante,
        blinds=blinds,
        bring_in=bring_in,
        bet=bet,
        small_bet=small_bet,
        big_bet=big_bet,
    )
    mode = Mode.CASH_GAME if cash else Mode.TOURNAMENT
    named = structure is not None or stakes is not None
    kind = find_game(game, configuration=named)
    table: Poker | CustomGame
    if not isinstance(kind, type):
        if boards != 1:
            raise SetupError(
                f"{kind.name} has the boards of its file: it takes no --boards",
                code="unknown-option",
            )
        table = make_custom_game(kind, structure, stakes, given, mode)
        title = f"{kind.name}, {table.structure}"
    else:
        made: Any = kind
        table = made((), **find_stakes(kind, given), mode=mode, starting_board_count=boards)
        title = show_name(kind.__name__)
    stacks, count = find_seats(table, stack, players)
    _verify_players(table, title, count)
    with Bar(title, hands) as bar:
        result = play(
            table,
            hands,
            policy,
            seed,
            stacks=stacks,
            player_count=count,
            threads=threads,
            progress=bar.update,
            parts=_has_parts(table),
            on=on,
        )
    parts = dict(zip(_name_parts(table, len(result.parts)), result.parts, strict=True))
    # One hand that wins everything is no part of it.
    parts = parts if len(parts) > 1 else {}
    if as_json:
        print_json(_as_data(title, result, parts))
        return
    console.print(Text(title, style="bold"), highlight=False, soft_wrap=True)
    console.print(_make_table(result))
    if parts:
        console.print(_make_parts(result, parts))
    console.print(_summarize(result), highlight=False, soft_wrap=True)


def _verify_players(table: Poker | CustomGame, title: str, count: int) -> None:
    """Refuse more players than the deck has cards for, as tables do."""
    from croupier.games.bounds import find_player_bounds

    least, most = find_player_bounds(table)
    if not least <= count <= most:
        raise SetupError(
            f"{title} is for {least} to {most} players, not {count}", code="player-count"
        )


def _has_parts(table: Poker | CustomGame) -> bool:
    """Return whether several hands share a pot."""
    from croupier.games import Poker

    return len(table.hand_types) > 1 if isinstance(table, Poker) else True


def _make_parts(result: Simulation, parts: dict[str, int]) -> Table:
    """Show how often each part of the pot is won."""
    table = Table()
    table.add_column("Part of the pot", no_wrap=True)
    table.add_column("Won in showdowns", justify="right", no_wrap=True)
    for name, won in (*parts.items(), ("all by one player", result.scoops)):
        table.add_row(Text(name), f"{_share(won, result.showdowns):.1%}")
    return table


def _name_parts(table: Poker | CustomGame, count: int) -> list[str]:
    """Return what the parts of the pot are called."""
    from croupier.games import Poker

    if isinstance(table, Poker):
        from croupier.rankings import get

        names = [getattr(kind.lookup, "ranking_name", None) for kind in table.hand_types]
        titles = [get(name).title if name else "" for name in names]
    else:
        titles = [hand.name or "" for hand in table.configuration.showdown.best_hands]
    titles += [""] * (count - len(titles))
    found: list[str] = []
    for place, title in enumerate(titles[:count]):
        found.append(title if title and title not in found else f"{title} part {place + 1}".strip())
    return found


def _make_table(result: Simulation) -> Table:
    """Show the players."""
    table = Table()
    for column in ("Seat", "Chips", "Mean a hand", "± 95 %", "Hands won"):
        table.add_column(column, justify="right", no_wrap=True)
    rows = zip(result.payoffs, result.mean_payoffs, result.errors, result.wins, strict=True)
    for seat, (payoff, mean, error, wins) in enumerate(rows, 1):
        style = "green" if payoff > 0 else "red" if payoff < 0 else ""
        table.add_row(
            str(seat),
            f"[{style}]{_show(payoff)}[/]" if style else _show(payoff),
            show_signed(mean, 4),
            f"{CONFIDENCE * error:.4f}" if result.hands > 1 else "-",
            f"{_share(wins, result.hands):.1%}",
        )
    return table


def _as_data(title: str, result: Simulation, parts: dict[str, int]) -> dict[str, Any]:
    rows = zip(result.payoffs, result.mean_payoffs, result.errors, result.wins, strict=True)
    return {
        "game": title,
        "hands": result.hands,
        "showdowns": result.showdowns,
        "parts": [{"name": name, "showdowns": won} for name, won in parts.items()],
        "scoops": result.scoops,
        "decisions": result.decisions,
        "operations": result.operations,
        "hands_per_second": result.hands_per_second,
        "players": [
            {
                "seat": seat,
                "won": payoff,
                "mean": mean,
                "error": CONFIDENCE * error if result.hands > 1 else None,
                "hands_won": wins,
            }
            for seat, (payoff, mean, error, wins) in enumerate(rows, 1)
        ],
    }


def _summarize(result: Simulation) -> str:
    hands = max(result.hands, 1)
    return (
        f"{result.hands:,} hands, {_share(result.showdowns, hands):.1%} to a showdown,"
        f" {result.decisions / hands:.1f} decisions and {result.operations / hands:.1f} operations"
        f" a hand, {result.hands_per_second:,.0f} hands/s"
    )


def _share(part: int, whole: int) -> float:
    return part / max(whole, 1)


def _show(amount: Chips) -> str:
    return f"{amount:+,}" if isinstance(amount, int) else f"{float(amount):+,.2f}"
