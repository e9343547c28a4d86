"""`croupier replay`: a hand of a history, street by street or step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from croupier.cli.arguments.options import AsJson, Flag, Force
from croupier.cli.arguments.outputs import claim_output
from croupier.cli.output.console import console, print_json, print_saved
from croupier.errors import ParseError, SetupError, guard
from croupier.texts import show_line

if TYPE_CHECKING:
    from croupier.files import Claim
    from croupier.histories import HandHistory
    from croupier.histories.replaying.outcome import Outcome
    from croupier.numbers import Chips
    from croupier.state import State
    from croupier.views import TableView

__all__ = ["replay"]

_PAGES = (".html", ".htm", ".svg")
_STANDARD = (".phh", ".phhs")


class _Frame(NamedTuple):
    """The state after an action, and what has happened since the one before, in words."""

    state: State
    action: str | None
    lines: tuple[Text, ...]


def replay(
    file: Path,
    *,
    hand: int = 1,
    step: Flag = False,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    viewer: str | None = None,
    force: Force = False,
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
    output
        Write the hand to this file: .html to step through it in a browser, without a server, or
        .svg for a picture of its end.
    viewer
        Show the page or picture as this player saw it, by the name.
    force
        Replace the file if it is there.
    as_json
        Print the results as JSON, and nothing else.
    """
    from croupier.histories.replaying.outcome import find_outcome
    from croupier.histories.showing import find_names

    if output is not None and output.suffix.lower() not in _PAGES:
        raise SetupError(
            f"a hand is written to .html or .svg, unlike {str(output)!r}", code="file-type"
        )
    if viewer is not None and output is None:
        raise SetupError("--viewer goes with --output", code="missing-option")
    place = claim_output(output, force=force)
    history = _find(file, hand)
    names = find_names(history)
    if place is not None:
        _write_page(history, place, _find_viewer(names, viewer))
        if not as_json:
            print_saved("hand", place)
            return
    with guard("replayed", "the replay", hand=history.key):
        steps = [(state.copy(), action) for state, action in history.state_actions]
        outcome = find_outcome(history, steps[-1][0])
    taken = () if outcome is None else outcome.taken
    if as_json:
        if step:
            raise SetupError(
                "--step is for people: it does not go with --json", code="option-conflict"
            )
        frames = _make_frames(steps, names, taken, at_once=True)
        print_json(_as_data(history, file, hand, frames, names, outcome))
        return
    console.print(_describe(history, file, hand))
    if step:
        _go_through(_make_frames(steps, names, taken, at_once=True), names, taken)
    else:
        _show_all(_make_frames(steps, names, taken, at_once=False), names, taken)


def _find_viewer(names: Sequence[str], viewer: str | None) -> int | None:
    if viewer is None:
        return None
    if viewer not in names:
        known = ", ".join(names)
        raise SetupError(
            f"there is no player {viewer!r} in the hand, but {known}", code="unknown-player"
        )
    return names.index(viewer)


def _write_page(history: HandHistory, place: Claim, viewer: int | None) -> None:
    from croupier.histories.showing import list_frames, name_game
    from croupier.svg import draw_table

    if Path(place).suffix.lower() == ".svg":
        with guard("drawn", "the replay", hand=history.key):
            *_, (view, _) = list_frames(history, viewer=viewer)
        draw_table(view).save(place)
    else:
        history.show(viewer=viewer).save(place, title=name_game(history))


def _make_frames(
    steps: Sequence[tuple[State, str | None]],
    names: Sequence[str],
    taken: Sequence[Chips | None],
    *,
    at_once: bool,
) -> list[_Frame]:
    """Tell a hand as a table does; cards one by one as they are dealt, or player by player."""
    from croupier.cli.output.hand_printer import style_line
    from croupier.views import PlayByPlay

    teller = PlayByPlay(names, taken)
    end, shown_count = steps[-1][0], 0
    frames = []
    for state, action in steps:
        lines: list[Text] = []
        for operation in state.operations[shown_count:]:
            lines += map(style_line, teller.describe(operation, end))
        shown_count = len(state.operations)
        if at_once:
            lines += map(style_line, teller.describe_cards())
        frames.append(_Frame(state, action, tuple(lines)))
    if not at_once:
        rest = map(style_line, teller.describe_cards())
        frames[-1] = frames[-1]._replace(lines=(*frames[-1].lines, *rest))
    return frames


def _find(file: Path, number: int) -> HandHistory:
    """Return a hand of a file in any format; one that cannot be read counts as well."""
    from croupier.histories import read

    if not file.exists():
        raise ParseError(f"there is no file {file}", code="unknown-file")
    count = 0
    try:
        for reading in read(file, "phh" if file.suffix in _STANDARD else None):
            count += not reading.outside
            if count == number and not reading.outside:
                return reading.unwrap()
    except ParseError as error:
        raise ParseError(f"{file}: {error}", code="unreadable-file") from error
    raise ParseError(f"there is no hand {number} in {file}: there are {count}", code="unknown-hand")


def _describe(history: HandHistory, file: Path, number: int) -> Text:
    from croupier.games.finding import show_name

    name = _name_game(history)
    title = Text(show_name(name) if name.isidentifier() else name, style="bold")
    parts = [history.event, history.venue, history.city, history.year]
    said = show_line(", ".join(str(part) for part in parts if part))
    return title + Text(f"  {said}" if said else "") + Text(f"  {file.name}, hand {number}", "dim")


def _name_game(history: HandHistory) -> str:
    from croupier.games.configuration.custom_game import CustomGame

    game = history.create_game()
    if isinstance(game, CustomGame):
        return f"{game.configuration.name}, {game.structure}"
    return type(game).__name__


def _as_data(
    history: HandHistory,
    file: Path,
    number: int,
    frames: Sequence[_Frame],
    names: list[str],
    outcome: Outcome | None,
) -> dict[str, Any]:
    end = frames[-1].state
    won: Sequence[Chips | None] = end.payoffs if outcome is None else outcome.net
    taken: Sequence[Chips | None] = [0] * end.player_count if outcome is None else outcome.taken
    return {
        "file": file,
        "hand": number,
        "game": _name_game(history),
        "players": [
            {
                "name": name,
                "started_with": end.starting_stacks[index],
                "won": won[index],
                "ended_with": None if won[index] is None else end.stacks[index] - taken[index],
            }
            for index, name in enumerate(names)
        ],
        "pot": None if outcome is None else outcome.pot,
        "rake": None if outcome is None else outcome.rake,
        "actions": [
            {
                "action": frame.action,
                "told": "; ".join(line.plain for line in frame.lines),
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


def _show_all(frames: Sequence[_Frame], names: list[str], taken: Sequence[Chips | None]) -> None:
    from croupier.views import view_table

    end = frames[-1].state
    stacks = zip(names, end.starting_stacks, strict=True)
    seated = show_line(", ".join(f"{name} {stack}" for name, stack in stacks))
    console.print(Text(f"  {seated} (button)", style="dim"), highlight=False, soft_wrap=True)
    _print_lines(line for frame in frames for line in frame.lines)
    view = view_table(end, names, words=False, taken=taken)
    if any(len(board.rows) > 1 for board in view.boards):
        _show_heading(view)
    console.print(_make_table(view))


def _print_lines(lines: Iterable[Text]) -> None:
    for line in lines:
        console.print(Text("  ") + line, highlight=False, soft_wrap=True)


def _go_through(frames: Sequence[_Frame], names: list[str], taken: Sequence[Chips | None]) -> None:
    from croupier.views import view_table

    place = 0
    while True:
        frame = frames[place]
        view = view_table(frame.state, names, words=False, taken=taken)
        _show_heading(view)
        _print_lines(frame.lines)
        console.print(_make_table(view))
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


def _show_heading(view: TableView) -> None:
    from croupier.cli.output.hand_printer import show_boards

    heading = Text("The end" if view.is_over else f"Pot {view.pot}", style="cyan")
    for line in show_boards(view, heading):
        console.print(line, soft_wrap=True)


def _make_table(view: TableView) -> Table:
    from croupier.cli.output.hand_printer import show_hole_cards
    from croupier.views import Standing

    table = Table(show_edge=False)
    for heading in ("Player", "Cards", "Bet", "Stack", "Won or lost"):
        table.add_column(heading, justify="left" if heading in ("Player", "Cards") else "right")
    for seat in view.seats:
        is_out = seat.place in (Standing.FOLDED, Standing.LOST)
        style = "bold" if seat.is_to_act else "dim" if is_out else ""
        table.add_row(
            Text(show_line(seat.name), style=style),
            show_hole_cards(
                [card.card for card in seat.cards], [card.up for card in seat.cards], dim=is_out
            ),
            f"{seat.bet:,}" if seat.bet else "",
            f"{seat.stack:,}",
            Text(f"{seat.payoff:+,}", "green" if seat.payoff > 0 else "red") if seat.payoff else "",
            style=style,
        )
    return table
