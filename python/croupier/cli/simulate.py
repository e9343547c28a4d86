"""`croupier simulate`: many hands of a game, and who wins how much."""

from __future__ import annotations

from inspect import Parameter as Argument
from inspect import signature
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from croupier.cli.amounts import read_amounts
from croupier.cli.configured import (
    choose_players,
    find_class_or_configuration,
    make_configured_game,
)
from croupier.cli.console import console, errors
from croupier.cli.names import show_name
from croupier.errors import SetupError
from croupier.games import Configuration, ConfiguredGame, Poker
from croupier.simulation import Simulation
from croupier.simulation import simulate as play
from croupier.state import Mode

__all__ = ["simulate"]

# What a game's constructor calls the options.
_OPTIONS = {
    "raw_antes": "ante",
    "raw_blinds_or_straddles": "blinds",
    "bring_in": "bring-in",
    "bet": "bet",
    "min_bet": "bet",
    "small_bet": "small-bet",
    "big_bet": "big-bet",
}
_BLIND = 2
_BIG_BLINDS = 100
_PLAYERS = 6


def simulate(
    game: str,
    *,
    players: Annotated[int | None, Parameter(name=["--players", "-p"])] = None,
    stack: Annotated[str | None, Parameter(name=["--stack", "-s"])] = None,
    hands: Annotated[int, Parameter(name=["--hands", "-n"])] = 100_000,
    ante: str | None = None,
    blinds: str | None = None,
    bring_in: str | None = None,
    bet: str | None = None,
    small_bet: str | None = None,
    big_bet: str | None = None,
    policy: Literal["mixed", "call"] = "mixed",
    seed: int | None = None,
    threads: int | None = None,
    structure: str | None = None,
    stakes: str | None = None,
    boards: int = 1,
    cash: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Play many hands of a game and show who won how much.

    Parameters
    ----------
    game
        The name of a game in any spelling, such as no-limit-texas-holdem, or a short one, such as
        nlhe, plo, o8, stud, razz, 27td, badugi or kuhn; a game that `croupier games` lists; or a
        JSON file.
    players
        How many players there are: 6, or 2 in games for two, when left out.
    stack
        What everybody starts each hand with: one amount, or one for each player with commas; 100
        big blinds or small bets when left out.
    hands
        How many hands are played.
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
    seed
        A number that makes the hands the same every time.
    threads
        How many threads play; one for each core when left out.
    structure
        The limits of a game that `croupier games` lists or of a file: limit, no-limit or pot-limit;
        the first that the game allows when left out.
    stakes
        Names and amounts of bets of such a game, such as small_bet=10,ante=1.
    boards
        How many boards there are.
    cash
        Play by the rules of cash games instead of those of tournaments.
    """
    options = {
        "ante": ante,
        "blinds": blinds,
        "bring-in": bring_in,
        "bet": bet,
        "small-bet": small_bet,
        "big-bet": big_bet,
    }
    given = {name: _read(name, text) for name, text in options.items() if text is not None}
    mode = Mode.CASH_GAME if cash else Mode.TOURNAMENT
    named = structure is not None or stakes is not None
    kind = find_class_or_configuration(game, configuration=named)
    table: Poker | ConfiguredGame
    if isinstance(kind, Configuration):
        if boards != 1:
            raise SetupError(f"{kind.name} has the boards of its file: it takes no --boards")
        table = make_configured_game(kind, structure, stakes, given, mode)
        title = f"{kind.name}, {table.structure}"
    else:
        made: Any = kind
        table = made((), **_find_stakes(kind, given), mode=mode, starting_board_count=boards)
        title = show_name(kind.__name__)
    stacks, count = _find_seats(table, stack, players)
    with Progress(
        "{task.description}",
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task(title, total=hands)

        def report(done: int, _: int) -> None:
            bar.update(task, completed=done)

        result = play(
            table,
            hands,
            policy,
            seed,
            stacks=stacks,
            player_count=count,
            threads=threads,
            progress=report,
        )
    console.print(title, style="bold", highlight=False, soft_wrap=True)
    console.print(_make_table(result))
    console.print(_summarize(result), highlight=False, soft_wrap=True)


def _find_stakes(kind: type[Poker], given: dict[str, Any]) -> dict[str, Any]:
    """Return the game's arguments: what was given, and what goes with it for the rest."""
    parameters = {
        name: parameter
        for name, parameter in signature(kind).parameters.items()
        if name in _OPTIONS and parameter.kind is not Argument.KEYWORD_ONLY
    }
    taken = {_OPTIONS[name]: name for name in parameters}
    wrong = [f"--{name}" for name in given if name not in taken]
    if wrong:
        known = ", ".join(f"--{name}" for name in taken)
        raise SetupError(f"{show_name(kind.__name__)} takes no {', '.join(wrong)}, but {known}")
    stakes = {taken[name]: amount for name, amount in given.items()}
    # Antes that differ do so on purpose.
    trimming = not isinstance(stakes.get("raw_antes", 0), tuple)
    return {"ante_trimming_status": trimming, **_complete(parameters, stakes)}


def _complete(parameters: dict[str, Argument], stakes: dict[str, Any]) -> dict[str, Any]:
    """Add what was left out and has no default of its own."""
    blinds = stakes.get("raw_blinds_or_straddles", _BLIND)
    largest = max(blinds) if isinstance(blinds, tuple) else blinds
    unit = stakes.get("small_bet") or stakes.get("min_bet") or largest or _BLIND
    defaults = {
        # Without blinds, antes make the pot worth playing for.
        "raw_antes": 0 if "raw_blinds_or_straddles" in parameters else _half(unit),
        "raw_blinds_or_straddles": (_half(unit), unit),
        "bring_in": _half(unit),
        "min_bet": unit,
        "small_bet": unit,
        "big_bet": 2 * unit,
    }
    missing = {
        name
        for name, parameter in parameters.items()
        if parameter.default is Argument.empty or (name == "big_bet" and "small_bet" in stakes)
    }
    return {name: defaults[name] for name in missing} | stakes


def _half(amount: Any) -> Any:
    """Return half an amount, in whole chips where it is in whole chips."""
    return max(amount // 2, 1) if isinstance(amount, int) else amount / 2


def _read(name: str, text: str) -> Any:
    """Read one amount, or several with commas."""
    amounts = read_amounts(name, text)
    return amounts if len(amounts) > 1 else amounts[0]


def _find_seats(
    table: Poker | ConfiguredGame, stack: str | None, players: int | None
) -> tuple[Any, int]:
    """Return the stacks and the number of players."""
    defaults = signature(table).parameters
    stacks = None if stack is None else _read("stack", stack)
    if stacks is None:
        stacks = defaults["raw_starting_stacks"].default
    if stacks is Argument.empty:
        stacks = _BIG_BLINDS * table.small_bet
    if players is None and isinstance(stacks, tuple):
        players = len(stacks)
    if players is None:
        players = defaults["player_count"].default
    if players is Argument.empty:
        players = _PLAYERS
        if isinstance(table, ConfiguredGame):
            players = choose_players(table.configuration)
    if isinstance(stacks, tuple) and len(stacks) != players:
        raise SetupError(f"--stack has {len(stacks)} amounts for {players} players")
    return stacks, players


def _make_table(result: Simulation) -> Table:
    """Show the players."""
    table = Table()
    for column in ("Seat", "Chips", "Mean a hand", "± error", "Hands won"):
        table.add_column(column, justify="right", no_wrap=True)
    rows = zip(result.payoffs, result.mean_payoffs, result.errors, result.wins, strict=True)
    for seat, (payoff, mean, error, wins) in enumerate(rows):
        style = "green" if payoff > 0 else "red" if payoff < 0 else ""
        table.add_row(
            str(seat),
            f"[{style}]{_show(payoff)}[/]" if style else _show(payoff),
            f"{mean:+.4f}",
            f"{error:.4f}",
            f"{_share(wins, result.hands):.1%}",
        )
    return table


def _summarize(result: Simulation) -> str:
    hands = max(result.hands, 1)
    return (
        f"{result.hands:,} hands, {_share(result.showdowns, hands):.1%} to a showdown,"
        f" {result.decisions / hands:.1f} decisions and {result.operations / hands:.1f} operations"
        f" a hand, {result.hands_per_second:,.0f} hands/s"
    )


def _share(part: int, whole: int) -> float:
    return part / max(whole, 1)


def _show(amount: Any) -> str:
    return f"{amount:+,}" if isinstance(amount, int) else f"{float(amount):+,.2f}"
