"""The commands that there are: where each is, what it does, and examples that run."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["COMMANDS", "Command"]


class Command(NamedTuple):
    """A command, known before it is imported.

    Attributes:
        name: What people type.
        usage: What is typed after the name.
        path: The module and the function.
        summary: The first line of the function's docstring.
        examples: Command lines. Files in them are hands.phhs, log.csv, game.json and tables.db.
    """

    name: str
    usage: str
    path: str
    summary: str
    examples: tuple[str, ...]


COMMANDS = (
    Command(
        "check-game",
        "FILE... [OPTIONS]",
        "croupier.cli.commands.games:check_game",
        "Check game files and say everything that is wrong.",
        ("croupier check-game game.json",),
    ),
    Command(
        "completion",
        "SHELL",
        "croupier.cli.commands.completion:completion",
        "Print what a shell needs to complete commands, options and their values.",
        ("croupier completion bash",),
    ),
    Command(
        "convert",
        "FILE... --to FORMAT [OPTIONS]",
        "croupier.cli.commands.convert:convert_files",
        "Convert hand histories from one format to another.",
        (
            "croupier convert log.csv --to phh --output table.phhs",
            "croupier convert hands.phhs --to pokerstars --anonymize",
        ),
    ),
    Command(
        "describe",
        "GAME [OPTIONS]",
        "croupier.cli.commands.games:describe",
        "Tell the rules of a game in English.",
        ("croupier describe dramaha", "croupier describe game.json"),
    ),
    Command(
        "equity",
        "HAND HAND... [OPTIONS]",
        "croupier.cli.commands.equity:show_equity",
        "Tell how often hands and ranges win if nobody folds.",
        (
            'croupier equity AA "KK, AKs" --board Qs7h2c',
            "croupier equity AhAs2h3s KdKcQdQc --game omaha8 --samples 10000 --seed 7",
        ),
    ),
    Command(
        "evaluate",
        "CARDS [OPTIONS]",
        "croupier.cli.commands.evaluate:evaluate",
        "Rank a hand, or compare several.",
        (
            "croupier evaluate AsKs --board QsJsTs2c3d --vs QdQh",
            "croupier evaluate AsKsQdJd --board Ts9s8s2c2d --use 2+3",
        ),
    ),
    Command(
        "games",
        "[SEARCH] [OPTIONS]",
        "croupier.cli.commands.games:show_games",
        "List the games that come as JSON files.",
        ("croupier games omaha", "croupier games --category stud"),
    ),
    Command(
        "icm",
        "--stacks CHIPS --payouts PRIZES [OPTIONS]",
        "croupier.cli.commands.icm:icm",
        "Show what chips are worth in a tournament.",
        ("croupier icm --stacks 5000,3000,2000 --payouts 50,30,20 --risk",),
    ),
    Command(
        "match",
        "AGENT AGENT... [OPTIONS]",
        "croupier.cli.commands.match:match",
        "Find out which of two agents, or of more, is better.",
        (
            "croupier match tight random --hands 200 --seed 1",
            "croupier match tight loose caller --round-robin --hands 200",
        ),
    ),
    Command(
        "new-game",
        "[FILE] [OPTIONS]",
        "croupier.cli.commands.new_game:new_game",
        "Write a file for a game of your own, which plays at once.",
        (
            "croupier new-game mine.json --family omaha --wins high-low --hole-cards 5",
            "croupier new-game mine.json --base irish",
        ),
    ),
    Command(
        "odds",
        "HAND [OPTIONS]",
        "croupier.cli.commands.odds:show_odds",
        "Tell what makes a hand better, and how often.",
        ("croupier odds AhKh --board QhJh2c",),
    ),
    Command(
        "play",
        "[AGENT...] [OPTIONS]",
        "croupier.cli.commands.play:play",
        "Play a game with agents and people.",
        (
            "croupier play tight loose random --hands 3 --seed 7",
            "croupier play --game horse --players 4 --hands 20 --quiet",
        ),
    ),
    Command(
        "range",
        "RANGE... [OPTIONS]",
        "croupier.cli.commands.range:show_range",
        "Show the hands of a range, as a grid and in numbers.",
        ('croupier range "22+, AJs+, KQo:0.5"',),
    ),
    Command(
        "rankings",
        "[OPTIONS]",
        "croupier.cli.commands.rankings:show_rankings",
        "List the rankings by name.",
        ("croupier rankings",),
    ),
    Command(
        "replay",
        "FILE [OPTIONS]",
        "croupier.cli.commands.replay:replay",
        "Show a hand of a hand history.",
        (
            "croupier replay hands.phhs --hand 2",
            "croupier replay hands.phhs --hand 2 --output hand.html",
        ),
    ),
    Command(
        "report",
        "FILE... [OPTIONS]",
        "croupier.cli.commands.report:report",
        "Tell what came of a night and who pays whom, and write it all to one page.",
        ("croupier report log.csv --output night.html",),
    ),
    Command(
        "review",
        "FILE... --hero NAME [OPTIONS]",
        "croupier.cli.commands.review:review",
        "Find a player's costliest decisions after the flop, by the solution of each hand.",
        ("croupier review log.csv --hero Ann --street river",),
    ),
    Command(
        "serve",
        "[FILE... | GAME] [OPTIONS]",
        "croupier.cli.commands.serve:serve",
        "Serve the desk and tables: hands, nights, calculators and games in a browser.",
        (
            "croupier serve",
            "croupier serve log.csv --no-open",
            "croupier serve badugi --bots tight,loose --log tables.db",
        ),
    ),
    Command(
        "simulate",
        "GAME [OPTIONS]",
        "croupier.cli.commands.simulate:simulate",
        "Play many hands at once and show who won how much.",
        (
            "croupier simulate nlhe --players 6 --hands 10000",
            "croupier simulate game.json --stakes small_bet=10 --hands 1000 --seed 7",
        ),
    ),
    Command(
        "solve",
        "[FILE | GAME] [OPTIONS]",
        "croupier.cli.commands.solve:solve_spot",
        "Find the best play of a spot, or of a whole small game.",
        (
            "croupier solve -b Qs9h2h8c3d --pot 2 -s 9 --oop AA,JT --ip Q9 --bet a",
            "croupier solve kuhn",
        ),
    ),
    Command(
        "stats",
        "FILE... [OPTIONS]",
        "croupier.cli.commands.stats:stats",
        "Show how players play and what they win.",
        ("croupier stats hands.phhs", "croupier stats hands.phhs --player tight --by position"),
    ),
    Command(
        "store",
        "TASK FOLDER WORDS... [OPTIONS]",
        "croupier.cli.commands.store:store",
        "Keep hands in a folder of tables, and answer questions about them.",
        ("croupier store add mine hands.phhs log.csv",),
    ),
    Command(
        "tables",
        "LOG [OPTIONS]",
        "croupier.cli.commands.tables:show_tables",
        "List the tables of a log, or compact it.",
        ("croupier tables tables.db",),
    ),
    Command(
        "validate",
        "FILE... [OPTIONS]",
        "croupier.cli.commands.validate:validate",
        "Replay hand histories and say everything that is wrong.",
        ("croupier validate hands.phhs",),
    ),
    Command(
        "verify-deal",
        "FILE HANDS [OPTIONS]",
        "croupier.cli.commands.verify_deal:verify_deal",
        "Verify that a server dealt hands fairly.",
        ("croupier verify-deal deals.json evening.phhs",),
    ),
)
"""All commands, by their names."""
