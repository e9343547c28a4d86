"""`croupier new-game`: a file for a game of one's own, which plays at once."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, Literal

from rich.text import Text

from croupier.cli.arguments.options import Force
from croupier.cli.arguments.outputs import claim_output
from croupier.cli.output.console import Status, console, print_error, print_saved
from croupier.errors import SetupError, UnsupportedError

__all__ = ["new_game"]

# The games that families begin from, by the hands that win.
_FAMILIES = {
    "holdem": {"high": "texas_holdem", "low": "lowball_holdem", "high-low": "holdem_hi_lo_8"},
    "omaha": {"high": "omaha_holdem", "low": "", "high-low": "omaha_holdem_hi_lo_8"},
    "stud": {"high": "seven_card_stud", "low": "razz", "high-low": "seven_card_stud_hi_lo_8"},
    "draw": {
        "high": "five_card_draw",
        "low": "deuce_to_seven_single_draw",
        "high-low": "five_card_draw_hi_lo_8",
    },
}
_WINNERS = ("high", "low", "high-low")
_WIDTH = 100
_NOTES = {
    "": "`croupier check-game {file}` checks this file, `croupier describe {file}` tells its rules,"
    " and `croupier play --human --game {file}` plays it. A comment may stand in every object.",
    "players": "At most as many as there are cards for.",
    "deck": "The kind of deck, how many cards it has, and whether one is burnt before a street.",
    "forcedBets": "Who posts, and by which card the bring-in is decided.",
    "showdown": "Which hands win: each has an equal part of the pot. `croupier rankings` lists the"
    ' types; a hand takes "anyCards", or "holeCards" and "communityCards".',
}
_QUALIFIED = 'A part goes to the others where nobody qualifies, such as with "8 or better".'


def new_game(
    file: Path | None = None,
    *,
    base: str | None = None,
    family: Literal["holdem", "omaha", "stud", "draw"] | None = None,
    wins: Literal["high", "low", "high-low"] | None = None,
    hole_cards: int | None = None,
    title: str | None = None,
    force: Force = False,
) -> int:
    """Write a file for a game of your own, which plays at once.

    It begins from a game of the library, which you change then. What the options leave out is asked
    for where somebody sits at a terminal. The file is checked; the exit status is 1 if its game
    cannot be played.

    Parameters
    ----------
    file
        The file to write; named after the game when left out.
    base
        A game to begin from, by any name that `croupier games` lists.
    family
        Or a family of games: hold'em, Omaha, stud or draw.
    wins
        Which hands win in a game of a family.
    hole_cards
        How many hole cards players are dealt at first.
    title
        What the game is called.
    force
        Replace the file if it is there.
    """
    if base is not None and (family is not None or wins is not None):
        raise SetupError(
            "--base names a game, and --family and --wins choose one: give one or the other",
            code="option-conflict",
        )
    asks = base is None and family is None
    if asks:
        if not sys.stdin.isatty():
            raise SetupError(
                "say what to begin from: --family holdem, omaha, stud or draw, or --base GAME",
                code="missing-option",
            )
        title = title or _ask("What is your game called?", "My Game")
        base, chosen = _ask_base()
        if chosen is not None:
            wins = wins or _ask_one_of("Which hands win?", _WINNERS)
    else:
        chosen = family
    name = _find_base(base, chosen, wins or "high")
    title = title or (_make_title(file) if file is not None else "My Game")
    file = file or Path(f"{_make_name(title)}.json")
    place = claim_output(file, force=force)
    from croupier.games.configuration import find_problems
    from croupier.games.configuration.library import library

    begins_from = library().load(name)
    data = json.loads(library().files[name].read_bytes())
    if asks and hole_cards is None:
        held = _find_hole_cards(data)
        hole_cards = int(_ask("How many hole cards are dealt at first?", str(held["number"])))
    if hole_cards is not None:
        _deal(data, hole_cards)
    # Comments are about the steps as they are written.
    changed, _ = find_problems(json.dumps(data))
    text = _write(_comment(data, changed or begins_from, title, file)) + "\n"
    configuration, problems = find_problems(text)
    from croupier.files import whole_text

    assert place is not None
    with whole_text(place) as out:
        out.write(text)
    print_saved("game", file)
    for problem in problems:
        style = "bold red" if problem.is_error else "yellow"
        line = Text(f"{file}: ").append(problem.severity, style).append(f": {problem.located}")
        console.print(line, soft_wrap=True)
    if configuration is None:
        return Status.FINDINGS
    console.print("It plays. Change it, and look at it again:")
    for command in ("check-game", "describe", "play --human --game"):
        console.print(Text(f"  croupier {command} {file}"), soft_wrap=True)
    return Status.GOOD


def _ask(question: str, default: str) -> str:
    return console.input(f"{question} [{default}] ", markup=False).strip() or default


def _ask_base() -> tuple[str | None, str | None]:
    """Ask for a family or a game of the library until there is one."""
    from croupier.games.configuration.library import library

    while True:
        said = _ask(f"What does it begin from: {', '.join(_FAMILIES)}, or a game?", "holdem")
        if said in _FAMILIES:
            return None, said
        try:
            return library().find(said), None
        except UnsupportedError as error:
            print_error(str(error))


def _ask_one_of(question: str, known: tuple[str, ...]) -> Any:
    while True:
        said = _ask(f"{question} {', '.join(known)}", known[0])
        if said in known:
            return said


def _find_base(base: str | None, family: str | None, wins: str) -> str:
    from croupier.games.configuration.library import library

    if base is None:
        name = _FAMILIES[family or "holdem"][wins]
        if not name:
            raise SetupError(
                f"no game of {family} is for {wins} hands alone: begin from another with --base",
                code="option-value",
            )
        return name
    return library().find(base)


def _find_hole_cards(data: dict[str, Any]) -> dict[str, Any]:
    """Return the first cards that players are dealt face down."""
    for step in data["gamePlay"]:
        deal = step.get("deal", {})
        for cards in deal.get("cards", ()) if deal.get("location") == "player" else ():
            if cards.get("state") == "face down":
                found: dict[str, Any] = cards
                return found
    raise SetupError(
        f"players of {data['game']} are dealt no hole cards: leave --hole-cards out",
        code="option-value",
    )


def _deal(data: dict[str, Any], hole_cards: int) -> None:
    """Let players be dealt so many cards, and let no more play than there are cards for."""
    cards = _find_hole_cards(data)
    before, cards["number"] = cards["number"], hole_cards
    players = data["players"]
    if hole_cards > before > 0:
        players["max"] = max(players["min"], players["max"] * before // hole_cards)


def _comment(data: dict[str, Any], game: Any, title: str, file: Path) -> dict[str, Any]:
    """Return a game under another name, with comments on what can be changed."""
    from croupier.games.configuration.describe.steps import describe_step

    made = {"comment": _NOTES[""].format(file=file), **data, "game": title}
    made["description"] = f"A game that began as {data['game']}."
    made.pop("aliases", None)
    for key, note in _NOTES.items():
        if key in data:
            made[key] = {"comment": note, **data[key]}
    made["gamePlay"] = [
        {**({"comment": said} if (said := describe_step(game, step)) else {}), **given}
        for step, given in zip(game.steps, data["gamePlay"], strict=True)
    ]
    hands = made["showdown"].get("bestHand", ())
    for hand, read in zip(hands, game.showdown.best_hands, strict=False):
        if "qualifier" in hand:
            _write_qualifier(hand, read)
    if any("qualifier" in hand for hand in hands):
        made["showdown"]["comment"] += f" {_QUALIFIED}"
    return made


def _write_qualifier(hand: dict[str, Any], read: Any) -> None:
    """Write a qualifier in words, if there are words for it."""
    from croupier import rankings
    from croupier.games.configuration.check.qualifiers import describe_qualifier, read_qualifier

    ranking = rankings.get(read.evaluation_type)
    words = describe_qualifier(ranking, read.qualifier)
    if read_qualifier(ranking, words) == read.qualifier:
        hand["qualifier"] = words


def _write(value: Any, indent: int = 0, before: int = 0) -> str:
    """Return JSON in which what fits stands in one line."""
    line = json.dumps(value, ensure_ascii=False)
    fits = bool(indent) and indent + before + len(line) < _WIDTH
    if fits or not isinstance(value, dict | list) or not value:
        return line
    blanks = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [
            f"{json.dumps(key)}: {_write(one, indent + 2, len(key) + 4)}"
            for key, one in value.items()
        ]
    else:
        parts = [_write(one, indent + 2) for one in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    inner = f",\n{blanks}".join(parts)
    return f"{first}\n{blanks}{inner}\n{' ' * indent}{last}"


def _make_name(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_") or "my_game"


def _make_title(file: Path) -> str:
    return re.sub(r"[_-]+", " ", file.stem).title().strip() or "My Game"
