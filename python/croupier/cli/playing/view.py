"""A table in the terminal: what happens, as it happens, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from time import sleep
from typing import TYPE_CHECKING, ClassVar

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from croupier.cards import Card
from croupier.cli.output.console import console as output
from croupier.cli.output.console import show_signed
from croupier.cli.output.hand_printer import show_boards, show_hole_cards, style_line
from croupier.games.finding import show_name
from croupier.numbers import Chips
from croupier.state import CardExposing, CardPassing, Operation, State
from croupier.tables import (
    Event,
    Fault,
    HandEnded,
    HandStarted,
    OperationDone,
    PlayerJoined,
    PlayerLeft,
    PlayerResult,
    Rebought,
)
from croupier.texts import show_line
from croupier.views import Line, LinePart, PlayByPlay, Standing, Tone, view_table

# The first hand is told without them.
if TYPE_CHECKING:
    from rich.table import Table as Grid

__all__ = ["LiveView", "print_secrecy", "show_first_faults", "show_results", "show_situation"]

_LOW, _GOOD, _BAD = "dim", "green", "red"
# Columns of results that a narrow terminal does without, the first ones first.
_LESS_IMPORTANT = ("AF", "WTSD", "PFR", "VPIP", "Hands", "Stack")
_UNLIMITED = 1000


class LiveView:
    """A printer of what happens at a table, action by action.

    Attributes:
        listens_to: The events that are printed.
    """

    listens_to: ClassVar[frozenset[type]] = frozenset(
        {HandStarted, OperationDone, Fault, HandEnded, PlayerJoined, PlayerLeft, Rebought}
    )

    def __init__(
        self, console: Console, *, viewer: str | None = None, seconds: float = 0.0
    ) -> None:
        """Make the view.

        Args:
            console: What is printed on.
            viewer: The player whose view is shown; what everybody sees where there is no such
                player, and all cards when omitted.
            seconds: How long to wait after each line.
        """
        self._console = console
        self._viewer = viewer
        self._seconds = seconds
        self._teller = PlayByPlay(())
        # Decisions that others are told of when everybody has decided.
        self._secrets: list[int] = []
        self._held: dict[int, list[Card]] = {}

    def record(self, event: Event) -> None:
        """Print an event.

        Args:
            event: What happened.
        """
        match event:
            case HandStarted():
                self._start(event)
            case OperationDone():
                self._show(event)
            case HandEnded():
                self._print_all(self._teller.describe_cards())
            case Fault():
                text = show_line(f"{event.name}: {event.kind}, {event.message}")
                self._print(Text(f"  ! {text}", style=_BAD))
            case PlayerJoined(name, _, amount):
                self._print(Text(f"{name} sits down with {amount}", style=_LOW))
            case PlayerLeft(name, _, amount):
                self._print(Text(f"{name} leaves with {amount}", style=_LOW))
            case Rebought(name, _, amount):
                self._print(Text(f"{name} buys {amount}", style=_LOW))
            case _:
                pass

    def _start(self, event: HandStarted) -> None:
        self._teller = PlayByPlay(event.names)
        self._secrets.clear()
        self._held.clear()
        title = show_name(event.title) if event.title.isidentifier() else event.title
        title = f"Hand {event.number + 1}  {title}"
        self._console.print(Rule(Text(title, style="bold"), align="left"))
        stacks = event.state.starting_stacks
        seated = [
            f"{show_line(name)} {stack}" for name, stack in zip(event.names, stacks, strict=True)
        ]
        self._print(Text(f"  {', '.join(seated)} (button)", style=_LOW))

    def _show(self, event: OperationDone) -> None:
        state = event.state
        if self._viewer is not None:
            # Only what this player sees: others' cards are unknown there.
            place = event.names.index(self._viewer) if self._viewer in event.names else None
            state = state.observe(place)
        waiting = [*self._secrets, event.place]
        self._secrets = [place for place in waiting if _is_secret(state.operations[place])]
        for place in waiting:
            if place not in self._secrets:
                self._print_all(self._teller.describe(state.operations[place], event.state))
        if event.place in self._secrets:
            return
        self._print_passed(event, state)
        # Somebody is asked next, who should have seen all that was dealt.
        if event.place == len(event.state.operations) - 1:
            self._print_all(self._teller.describe_cards())

    def _print_passed(self, event: OperationDone, state: State) -> None:
        """Say who was passed what, when all have passed."""
        if not isinstance(event.operation, CardPassing):
            return
        if not self._held:
            self._held = {index: list(cards) for index, cards in enumerate(state.hole_cards)}
        if all(list(state.hole_cards[index]) == cards for index, cards in self._held.items()):
            # Cards change hands when the last player has decided.
            return
        for index, cards in self._held.items():
            new = tuple(card for card in state.hole_cards[index] if card and card not in cards)
            if new:
                said = LinePart(f"{event.names[index]} is passed ", Tone.LOW)
                self._print_all([Line((said, LinePart(new)), index)])
        self._held.clear()

    def _print_all(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self._print(Text("  ") + style_line(line))

    def _print(self, text: Text) -> None:
        self._console.print(text, highlight=False, soft_wrap=True)
        if self._seconds:
            sleep(self._seconds)


def _is_secret(operation: Operation) -> bool:
    """Return whether somebody turns cards up that are not to be seen before all have chosen."""
    return isinstance(operation, CardExposing) and not all(operation.cards)


def show_situation(
    console: Console, names: Callable[[], Sequence[str]]
) -> Callable[[State, int], None]:
    """Return what shows a person the hand before a decision.

    Args:
        console: What is printed on.
        names: Returns the names of the players, in the order of the state.

    Returns:
        A function of the view and the player.
    """

    def show(view: State, player_index: int) -> None:
        from rich.table import Table as Grid

        table = view_table(view, names(), viewer=player_index)
        grid = Grid(show_header=False, box=None, padding=(0, 2), pad_edge=True)
        for seat in table.seats:
            mine = seat.index == player_index
            is_out = seat.place in (Standing.FOLDED, Standing.LOST)
            grid.add_row(
                Text(show_line(seat.name), style=_LOW if is_out else ""),
                str(seat.stack),
                f"bet {seat.bet}" if seat.bet else "",
                show_hole_cards(
                    [card.card for card in seat.cards],
                    [card.up for card in seat.cards],
                    dim=not mine and is_out,
                    numbered=mine,
                ),
                style="bold" if mine else _LOW if is_out else "",
            )
        console.print()
        for line in show_boards(table, Text(f"  Pot {table.pot}", style="cyan")):
            console.print(line, soft_wrap=True)
        console.print(grid)
        words = table.seats[player_index].words
        if words:
            console.print(Text(f"  You have {words}", style=_LOW), soft_wrap=True)

    return show


def show_first_faults(console: Console, faults: Mapping[str, str]) -> None:
    """Say how agents failed first: a number of faults alone helps nobody to mend them.

    Args:
        console: What is printed on.
        faults: What was wrong, by the names of the players; empty for those who did not fail.
    """
    for name, text in faults.items():
        if text:
            said = Text(show_line(f"The first fault of {name}: {text}"), style=_BAD)
            console.print(said, highlight=False, soft_wrap=True)


def print_secrecy(
    *,
    blind: bool,
    isolated: bool | None,
    trusted: Sequence[str] = (),
    leftovers: Sequence[str] = (),
    debug: bool = False,
) -> None:
    """Print where agents may have known more than they should.

    Args:
        blind: Whether programs could not know the seed.
        isolated: Whether programs could reach no other program; `None` without programs.
        trusted: The agents that are Python code and ran in this process.
        leftovers: What was left of the programs when the deals were played again.
        debug: Whether all messages to programs were printed.
    """
    said = []
    if not blind and debug:
        said.append("Not blind: what each program was told was printed, and others may read it.")
    elif not blind:
        said.append("Not blind: the seed was chosen, and a program may have known all cards by it.")
    if leftovers:
        listed = ", ".join(map(show_line, leftovers))
        said.append(f"Not isolated: this was left when the deals were played again: {listed}.")
    elif isolated is False:
        said.append("Not isolated: programs may have talked to others, or left notes in files.")
    if trusted:
        names = ", ".join(map(show_line, trusted))
        said.append(f"Trusted: Python agents run in this process and can read all cards: {names}.")
    for text in said:
        output.print(Text(text, style=_LOW), highlight=False, soft_wrap=True)


def show_results(
    console: Console, results: Sequence[PlayerResult], stacks: Mapping[str, Chips]
) -> None:
    """Print the results of players as a table that is no wider than the terminal.

    Columns that matter less are left out for it. Where the output is no terminal, nothing is.

    Args:
        console: What is printed on.
        results: The results.
        stacks: What those who still sit there have.
    """
    from rich.measure import Measurement

    if not results:
        return
    columns = ["Hands", "Won", "Stack", "bb/100", "± 95 %", "VPIP", "PFR", "AF", "WTSD"]
    if any(result.faults for result in results):
        columns.append("Faults")
    rows = [
        (result, _show_result(result, stacks))
        for result in sorted(results, key=lambda one: -one.won)
    ]
    unlimited = console.options.update(width=_UNLIMITED)
    for dropped in (None, *_LESS_IMPORTANT):
        if dropped in columns:
            columns.remove(dropped)
        grid = _make_grid(columns, rows)
        grid.width = Measurement.get(console, unlimited, grid).maximum
        if grid.width <= console.width or not console.is_terminal:
            break
    # Names and results are never cut: rather, lines are longer than the terminal.
    console.print(grid, crop=False)


def _make_grid(columns: Sequence[str], rows: Sequence[tuple[PlayerResult, dict[str, str]]]) -> Grid:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Grid

    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column("Player", no_wrap=True)
    for heading in columns:
        grid.add_column(heading, justify="right", no_wrap=True)
    for result, cells in rows:
        style = _GOOD if result.won > 0 else _BAD if result.won < 0 else ""
        shown = [Text(cells[name], style=style if name == "Won" else "") for name in columns]
        grid.add_row(Text(show_line(result.name)), *shown)
    return grid


def _show_result(result: PlayerResult, stacks: Mapping[str, Chips]) -> dict[str, str]:
    return {
        "Hands": f"{result.hands:,}",
        "Won": f"{result.won:+,}" if result.won else "0",
        "Stack": f"{stacks[result.name]:,}" if result.name in stacks else "gone",
        "bb/100": show_signed(result.rate),
        "± 95 %": f"{result.error:,.1f}" if result.hands > 1 else "-",
        "VPIP": f"{result.vpip:.0%}",
        "PFR": f"{result.pfr:.0%}",
        "AF": "-" if result.aggression is None else f"{result.aggression:.1f}",
        "WTSD": f"{result.wtsd:.0%}",
        "Faults": str(result.faults),
    }
