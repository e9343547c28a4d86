"""`croupier games`, `croupier describe` and `croupier check-game`: games as JSON files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.text import Text

from croupier.cli.arguments.options import AsJson, Game, PlayerCount
from croupier.cli.output.console import Status, console, print_json
from croupier.cli.output.lists import lay_out
from croupier.cli.output.progress import Bar
from croupier.errors import ParseError, SetupError

if TYPE_CHECKING:
    from croupier.games import Configuration
    from croupier.games.configuration import Problem
    from croupier.games.configuration.index import GameSummary
    from croupier.games.mixed import MixedGame

__all__ = ["check_game", "describe", "show_games"]

_COLUMNS = ("Name", "Game", "Category", "Players", "Limits", "Other names")
_SHOWN_BELOW = ("Game", "Other names", "Category")
_LETTERS = {"Limit": "L", "No Limit": "N", "Pot Limit": "P"}


def describe(game: Game, *, as_json: AsJson = False) -> None:
    """Tell the rules of a game in English.

    Parameters
    ----------
    game
        Any name of a game, such as dramaha or nlhe; a mixed game such as horse; or a JSON file.
    as_json
        Print the results as JSON, and nothing else.
    """
    from croupier.games import Configuration
    from croupier.games.finding import find_game, find_mix

    mix = find_mix(game)
    if mix is not None:
        _describe_mix(mix, as_json=as_json)
        return
    found = find_game(game, configuration=True)
    assert isinstance(found, Configuration)
    configuration = found
    text = configuration.describe()
    if as_json:
        from croupier.games.configuration.index import summarize

        print_json({**summarize(configuration), "rules": text})
        return
    title, _, rest = text.partition("\n\n")
    console.print(Text(title, style="bold"))
    console.print()
    console.print(rest, markup=False, highlight=False)


def _describe_mix(mix: MixedGame, *, as_json: bool) -> None:
    if as_json:
        print_json(mix.to_dict())
        return
    console.print(Text(mix.title or mix.name, style="bold"))
    console.print()
    if mix.description:
        console.print(mix.description, markup=False, highlight=False)
    from croupier.games import load
    from croupier.games.mixed.game import STRUCTURES

    said = "The dealer chooses one of these games:" if mix.dealers_choice else "Games take turns:"
    console.print(said)
    structures = {structure: name for name, structure in STRUCTURES.items()}
    for entry in mix.rotation:
        letter = f"{entry.letter}  " if entry.letter else ""
        name = load(entry.game).name
        limits = structures[entry.betting_structure]
        console.print(f"  {letter}{name}, {limits} ({entry.game})", markup=False, highlight=False)


def check_game(
    *files: Annotated[Path, Parameter(required=True)],
    as_json: AsJson = False,
) -> int:
    """Check game files and say everything that is wrong.

    The exit status is 0 when all games can be played, warnings or not, and 1 otherwise.

    Parameters
    ----------
    files
        JSON files, and folders of them.
    as_json
        Print the results as JSON, and nothing else.
    """
    paths = list(_find_files(files))
    results = {}
    with Bar("Checking", len(paths)) as bar:
        for done, path in enumerate(paths, 1):
            results[path] = _check(path)
            bar.update(done)
    failed = sum(configuration is None for configuration, _ in results.values())
    warned = sum(
        configuration is not None and bool(problems) for configuration, problems in results.values()
    )
    if as_json:
        print_json(
            [
                {
                    "file": str(path),
                    "game": None if configuration is None else configuration.name,
                    "valid": configuration is not None,
                    "problems": [problem.to_dict() for problem in problems],
                }
                for path, (configuration, problems) in results.items()
            ]
        )
        return Status.FINDINGS if failed else Status.GOOD
    for path, (_, problems) in results.items():
        for problem in problems:
            style = "bold red" if problem.is_error else "yellow"
            line = Text(f"{path}: ").append(problem.severity, style).append(f": {problem.located}")
            console.print(line, soft_wrap=True)
    console.print(
        f"{len(results)} {'file' if len(results) == 1 else 'files'}:"
        f" {len(results) - failed - warned} right, {warned} with warnings, {failed} wrong",
        highlight=False,
    )
    return Status.FINDINGS if failed else Status.GOOD


def show_games(
    search: str = "",
    *,
    category: str | None = None,
    players: PlayerCount = None,
    limit: str | None = None,
    as_json: AsJson = False,
) -> None:
    """List the games that come as JSON files.

    Parameters
    ----------
    search
        Part of a name, a title or an alias.
    category
        A family of games, such as stud or omaha.
    players
        Only games for so many players.
    limit
        Only games that can be played so: limit, no-limit or pot-limit.
    as_json
        Print the results as JSON, and nothing else.
    """
    from croupier.games.configuration.library import library
    from croupier.games.spelling import normalize_name

    games = library().summarize_all()
    families = sorted({game["category"] for game in games.values() if game["category"]})
    if category is not None:
        if normalize_name(category) not in map(normalize_name, families):
            known = ", ".join(families) or "none"
            raise SetupError(
                f"there is no category {category!r}; there are: {known}", code="unknown-category"
            )
        games = {
            name: game
            for name, game in games.items()
            if normalize_name(game["category"] or "") == normalize_name(category)
        }
    if players is not None:
        games = {
            name: game
            for name, game in games.items()
            if game["players"]["min"] <= players <= game["players"]["max"]
        }
    if limit is not None:
        structures = [name for name in _LETTERS if normalize_name(name) == normalize_name(limit)]
        if not structures:
            raise SetupError(
                f"--limit is one of limit, no-limit and pot-limit, unlike {limit!r}",
                code="option-value",
            )
        games = {
            name: game for name, game in games.items() if structures[0] in game["bettingStructures"]
        }
    wanted, names = normalize_name(search), list(games)
    games = {
        name: game
        for name, game in games.items()
        if any(wanted in normalize_name(text) for text in (name, game["game"], *game["aliases"]))
    }
    if as_json:
        print_json([{"id": name, **game} for name, game in games.items()])
        return
    if not games:
        from difflib import get_close_matches

        near = get_close_matches(wanted, names, cutoff=0.5)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        message = f"No game has {search!r} in its names" if search else "There is no such game"
        console.print(f"{message}{hint}", highlight=False, markup=False)
        return
    room = console.width if console.is_terminal else None
    heading, *lines = lay_out(_COLUMNS, _list_rows(games), room, shown_below=_SHOWN_BELOW)
    console.print(Text(heading, style="bold"), soft_wrap=True)
    # A table of hundreds of rows takes longer to draw than all else takes together.
    print("\n".join(lines))
    count = f"{len(games)} {'game' if len(games) == 1 else 'games'}"
    console.print(f"{count}; L is Limit, N is No Limit and P is Pot Limit.")


def _list_rows(games: dict[str, GameSummary]) -> list[tuple[str, ...]]:
    return [
        (
            name,
            game["game"],
            game["category"] or "",
            f"{game['players']['min']}-{game['players']['max']}",
            "".join(_LETTERS[structure] for structure in game["bettingStructures"]),
            ", ".join(game["aliases"]),
        )
        for name, game in games.items()
    ]


def _find_files(paths: tuple[Path, ...]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(path.glob("*.json"))
        elif path.exists():
            found.append(path)
        else:
            raise SetupError(f"there is no file {str(path)!r}", code="unknown-file")
    return found


def _check(path: Path) -> tuple[Configuration | None, tuple[Problem, ...]]:
    from croupier.games.configuration import Problem, find_problems
    from croupier.games.documents import read_json_file

    try:
        data = read_json_file(path)
    except ParseError as error:
        return None, (Problem("json", error.args[0]),)
    return find_problems(data)
