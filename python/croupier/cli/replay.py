"""`croupier replay`: a hand of a history, street by street or step by step."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.table import Table
from rich.text import Text

from croupier.cli.console import console, print_json, show_cards
from croupier.cli.options import AsJson, Flag
from croupier.errors import ParseError, SetupError

if TYPE_CHECKING:
    from croupier.histories import HandHistory
    from croupier.state import State

__all__ = ["replay"]

_MANY = ".phhs"
_STANDARD = (".phh", _MANY)
_VERBS = {
    "f": "folds",
    "cc": "checks or calls",
    "pb": "posts the bring-in",
    "cbr": "bets or raises to",
    "sd": "discards",
    "sm": "shows",
    "ex": "turns up",
    "ps": "passes",
    "sp": "separates",
    "dc": "declares",
    "ch": "chooses",
    "by": "buys a card",
    "pr": "pays for the last card to lie face up",
    "rb": "replaces on the board",
}
# What is said where nothing follows, or a line that declines.
_WITHOUT = {
    "sm": "mucks",
    "sd": "stands pat",
    "ex": "turns up nothing",
    "ps": "passes nothing",
    "rb": "replaces nothing on the board",
}
_DECLINED = {"sm": "shows the cards", "by": "buys nothing", "pr": "pays nothing"}


class _Frame(NamedTuple):
    """The state after an action."""

    state: State
    action: str | None


def replay(
    file: Path,
    *,
    hand: int = 1,
    step: Flag = False,
    as_json: AsJson = False,
) -> None:
    """Show a hand of a hand history.

    Parameters
    ----------
    file
        The file, of any format: what is in it tells which.
    hand
        Which hand of the file, counted from 1.
    step
        Go through the hand action by action: Enter or n for the next one, b for the one before, a
        number for that one, q to stop.
    as_json
        Print the results as JSON, and nothing else.
    """
    history = _find(file, hand)
    names = _find_names(history)
    frames = [_Frame(state.copy(), action) for state, action in history.state_actions]
    if as_json:
        if step:
            raise SetupError("--step is for people: it does not go with --json")
        print_json(_as_data(history, file, hand, frames, names))
        return
    console.print(_describe(history, file, hand))
    if step:
        _go_through(frames, names)
    else:
        _show_all(frames, names)


def _find(file: Path, number: int) -> HandHistory:
    from croupier.histories import HandHistory

    if not file.exists():
        raise ParseError(f"there is no file {file}")
    if file.suffix not in _STANDARD:
        return _find_reading(file, number)
    with file.open("rb") as stream:
        if file.suffix != _MANY:
            histories = [HandHistory.load(stream)]
        else:
            histories = list(HandHistory.load_all(stream))
    if not 1 <= number <= len(histories):
        raise ParseError(f"there is no hand {number} in {file}: there are {len(histories)}")
    return histories[number - 1]


def _find_reading(file: Path, number: int) -> HandHistory:
    """Return a hand of a file in any format; one that cannot be read counts as well."""
    from croupier.histories import read

    try:
        readings = [reading for reading in read(file) if not reading.outside]
    except ParseError as error:
        raise ParseError(f"{file}: {error}") from error
    if not 1 <= number <= len(readings):
        raise ParseError(f"there is no hand {number} in {file}: there are {len(readings)}")
    return readings[number - 1].unwrap()


def _find_names(history: HandHistory) -> list[str]:
    count = len(history.starting_stacks)
    given = list(history.players or [])
    return [
        (given[index] if index < len(given) else "") or f"Player {index + 1}"
        for index in range(count)
    ]


def _describe(history: HandHistory, file: Path, number: int) -> Text:
    title = Text(_name_game(history), style="bold")
    parts = [history.event, history.venue, history.city, history.year]
    said = ", ".join(str(part) for part in parts if part)
    return title + Text(f"  {said}" if said else "") + Text(f"  {file.name}, hand {number}", "dim")


def _name_game(history: HandHistory) -> str:
    from croupier.games.configuration.playing import ConfiguredGame

    game = history.create_game()
    if isinstance(game, ConfiguredGame):
        return f"{game.configuration.name}, {game.structure}"
    return type(game).__name__


def _as_data(
    history: HandHistory, file: Path, number: int, frames: Sequence[_Frame], names: list[str]
) -> dict[str, Any]:
    end = frames[-1].state
    return {
        "file": file,
        "hand": number,
        "game": _name_game(history),
        "players": [
            {
                "name": name,
                "started_with": end.starting_stacks[index],
                "won": end.payoffs[index],
                "ended_with": end.stacks[index],
            }
            for index, name in enumerate(names)
        ],
        "actions": [
            {
                "action": frame.action,
                "told": _tell(frame.action, names).plain,
                "pot": frame.state.total_pot_amount,
                "boards": [
                    "".join(map(repr, frame.state.get_board_cards(index)))
                    for index in frame.state.board_indices
                ],
            }
            for frame in frames
            if frame.action
        ],
    }


def _show_all(frames: Sequence[_Frame], names: list[str]) -> None:
    street: int | None = None
    for frame in frames:
        if frame.action:
            console.print(Text("  ") + _tell(frame.action, names))
        if frame.state.street_index != street and frame.state.street_index is not None:
            street = frame.state.street_index
            console.print(_make_heading(frame.state, street))
    console.print(_make_table(frames[-1].state, names))


def _go_through(frames: Sequence[_Frame], names: list[str]) -> None:
    place = 0
    while True:
        frame = frames[place]
        console.print(_make_heading(frame.state, frame.state.street_index))
        if frame.action:
            console.print(Text("  ") + _tell(frame.action, names))
        console.print(_make_table(frame.state, names))
        try:
            said = console.input(f"[dim]{place + 1} of {len(frames)} (n, b, number, q):[/] ")
        except EOFError:
            return
        match said.strip().lower():
            case "q":
                return
            case "b":
                place = max(place - 1, 0)
            case number if number.isdecimal():
                place = min(max(int(number), 1), len(frames)) - 1
            case _ if place + 1 == len(frames):
                return
            case _:
                place += 1


def _make_heading(state: State, street: int | None) -> Text:
    heading = Text("End" if street is None else f"Street {street + 1}", style="bold")
    for index in state.board_indices:
        cards = list(state.get_board_cards(index))
        if cards:
            heading += Text("  ") + show_cards(cards)
    return heading + Text(f"  pot {state.total_pot_amount}", style="cyan")


def _tell(action: str, names: list[str]) -> Text:
    """Return an action in words."""
    said, _, remark = action.partition("#")
    words = said.split()
    text = Text(said.strip())
    if len(words) >= 2 and words[0] == "d":
        match words[1:]:
            case ["db", cards]:
                text = Text("The board is dealt ") + _show(cards)
            case ["dh", player, cards]:
                text = Text(f"{_name(player, names)} is dealt ") + _show(cards)
            case ["rd", *dice]:
                text = Text(f"The dice show {', '.join(dice)}")
            case ["rm"]:
                text = Text("The lowest boards are out of play")
    elif len(words) >= 2 and words[1] in _VERBS:
        text = Text(f"{_name(words[0], names)} ") + _tell_decision(words[1], words[2:])
    return text + Text(f"  # {remark.strip()}", style="dim") if remark.strip() else text


def _tell_decision(verb: str, rest: Sequence[str]) -> Text:
    match verb, [*rest]:
        case _, [] if verb in _WITHOUT:
            return Text(_WITHOUT[verb])
        case _, ["-"] if verb in _DECLINED:
            return Text(_DECLINED[verb])
        case "rb", [cards]:
            return Text("replaces ") + _show(cards) + Text(" on the board")
        case (("sm" | "sd" | "ex" | "ps"), [cards]):
            return Text(f"{_VERBS[verb]} ") + _show(cards)
        case "by", [cards]:
            return Text(f"{_VERBS[verb]} for ") + _show(cards)
        case "sp", _:
            return Text(f"{_VERBS[verb]} ") + Text(" from ").join(map(_show, rest))
        case "dc", _:
            said = ", ".join(word.replace("high_low", "high and low") for word in rest)
            return Text(f"{_VERBS[verb]} {said}")
        case _:
            return Text(" ".join([_VERBS[verb], *rest]))


def _show(cards: str) -> Text:
    from croupier.cards import Card

    return show_cards(Card.clean(cards))


def _name(player: str, names: list[str]) -> str:
    number = player.removeprefix("p")
    if number.isdecimal() and 1 <= int(number) <= len(names):
        return names[int(number) - 1]
    return player


def _make_table(state: State, names: list[str]) -> Table:
    table = Table(show_edge=False)
    for heading in ("Player", "Cards", "Bet", "Stack", "Won or lost"):
        table.add_column(heading, justify="left" if heading in ("Player", "Cards") else "right")
    for index, name in enumerate(names):
        payoff = state.payoffs[index]
        style = "" if state.statuses[index] else "dim"
        if state.actor_index == index:
            style = "bold"
        table.add_row(
            Text(name, style=style),
            show_cards(state.hole_cards[index], dim=not state.statuses[index]),
            str(state.bets[index] or ""),
            str(state.stacks[index]),
            f"{payoff:+}" if payoff else "",
            style=style,
        )
    return table
