"""`croupier solve GAME`: a whole small game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from croupier.cli.commands.push_fold import read_target
from croupier.cli.output.console import console, print_json
from croupier.cli.output.progress import Bar

if TYPE_CHECKING:
    from croupier.solving import GameSolution

__all__ = ["solve_whole_game"]

_TARGET, _ITERATIONS = 0.001, 1000
_MAX_LISTED = 400


def solve_whole_game(
    source: str, players: int, target: str | None, most: int | None, *, as_json: bool
) -> None:
    """Solve a whole small game, and show what came of it.

    Args:
        source: The game.
        players: The number of players.
        target: The largest gain of a player, in chips.
        most: The most iterations to do.
        as_json: Whether to print JSON.

    Raises:
        SetupError: The target is not a number of chips.
        UnsupportedError: There is no such game, or it is too large.
    """
    from croupier.solving import solve_game

    chips = _TARGET if target is None else read_target(target)
    iterations = _ITERATIONS if most is None else most
    with Bar("Solving", iterations) as bar:
        solution = solve_game(
            source,
            players=players,
            target=chips,
            iterations=iterations,
            progress=lambda done, _: bar.update(done),
        )
    if as_json:
        print_json(
            {
                "game": source,
                "iterations": solution.iterations,
                "values": solution.values,
                "gains": solution.gains,
                "sets": [each._asdict() for each in solution.sets],
            }
        )
        return
    _show_game(solution)


def _show_game(solution: GameSolution) -> None:
    table = Table.grid(padding=(0, 2))
    for player, (value, gain) in enumerate(zip(solution.values, solution.gains, strict=True)):
        table.add_row(f"Player {player + 1}", f"wins {value:+z.6f}", f"could win {gain:.6f} more")
    console.print(table)
    listed = Table(box=None, pad_edge=False)
    for name in ("Player", "Cards", "Board", "Line", "Strategy"):
        listed.add_column(name)
    for each in solution.sets[:_MAX_LISTED]:
        parts = ", ".join(f"{name} {part:.1%}" for name, part in each.strategy.items())
        listed.add_row(str(each.player + 1), each.hole, each.board, each.line or "-", parts)
    console.print(listed)
    if not solution.is_listed:
        console.print(
            Text("Only what players know before the first card of the board", style="dim")
        )
    if len(solution.sets) > _MAX_LISTED:
        more = len(solution.sets) - _MAX_LISTED
        console.print(Text(f"… and {more:,} more; --json has all of them", style="dim"))
    console.print(
        Text(f"{solution.iterations} iterations over {solution.state_count:,} states", style="dim")
    )
