"""The command line: one application, one module for each command."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

from cyclopts import App
from rich.markup import escape

from croupier.cli.console import errors
from croupier.cli.convert import convert_files
from croupier.cli.equity import show_equity
from croupier.cli.evaluate import evaluate
from croupier.cli.games import check_game, describe, show_games
from croupier.cli.icm import icm
from croupier.cli.match import match
from croupier.cli.odds import show_odds
from croupier.cli.play import play
from croupier.cli.range import show_range
from croupier.cli.rankings import show_rankings
from croupier.cli.replay import replay
from croupier.cli.simulate import simulate
from croupier.cli.stats import stats
from croupier.cli.validate import validate
from croupier.errors import PokerError

__all__ = ["app", "run"]

_FAILURE = 2

app = App(
    name="croupier",
    help="The dealer for every poker game.",
    version=lambda: version("croupier"),
)
app.command(check_game)
app.command(convert_files, name="convert")
app.command(describe)
app.command(show_equity, name="equity")
app.command(evaluate)
app.command(show_games, name="games")
app.command(match)
app.command(play)
app.command(icm)
app.command(show_odds, name="odds")
app.command(show_range, name="range")
app.command(show_rankings, name="rankings")
app.command(replay)
app.command(simulate)
app.command(stats)
app.command(validate)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    Args:
        arguments: What stands after the name of the program; from the command line when omitted.

    Returns:
        0 when all went well, 2 when the input was wrong.
    """
    try:
        result = app(arguments, result_action="return_value")
    except (OSError, PokerError, ValueError) as error:
        text = str(error)
        if isinstance(error, OSError) and error.strerror is not None:
            text = f"{error.filename}: {error.strerror}"
        # Brackets belong to the message: they are no markup.
        errors.print(f"[bold red]Error:[/] {escape(text)}", highlight=False, soft_wrap=True)
        return _FAILURE
    return result if isinstance(result, int) else 0
