"""A table in the terminal: what happens, as it happens, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import sleep
from typing import Any, ClassVar

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from croupier.cards import Card
from croupier.cli.console import show_cards
from croupier.games.finding import show_name
from croupier.state import (
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    BoardDealing,
    BoardRemoval,
    BoardReplacing,
    BringInPosting,
    CardBuying,
    CardExposing,
    CardPassing,
    CardProtecting,
    CardSeparation,
    CheckingOrCalling,
    ChipsPulling,
    Choosing,
    CompletionBettingOrRaisingTo,
    Declaration,
    DiceRolling,
    Folding,
    HoleCardsShowingOrMucking,
    HoleDealing,
    Operation,
    StandingPatOrDiscarding,
    State,
)
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

__all__ = ["LiveView", "show_first_faults", "show_results", "show_situation"]

_LOW, _GOOD, _BAD = "dim", "green", "red"


class LiveView:
    """Print what happens at a table, action by action.

    Attributes:
        listens_to: The events that are printed.
    """

    listens_to: ClassVar[frozenset[type]] = frozenset(
        {HandStarted, OperationDone, Fault, HandEnded, PlayerJoined, PlayerLeft, Rebought}
    )

    def __init__(
        self, console: Console, *, viewer: str | None = None, seconds: float = 0.0
    ) -> None:
        """Make it.

        Args:
            console: What is printed on.
            viewer: The player whose view is shown; all cards are shown when omitted.
            seconds: How long to wait after each line.
        """
        self._console = console
        self._viewer = viewer
        self._seconds = seconds
        self._dealt: dict[int, list[Card]] = {}
        self._bet = False

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
                self._flush(event.names)
            case Fault():
                text = f"{event.name}: {event.kind}, {event.message}"
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
        self._dealt.clear()
        self._bet = False
        title = show_name(event.title) if event.title.isidentifier() else event.title
        title = f"Hand {event.number + 1}  {title}"
        self._console.print(Rule(Text(title, style="bold"), align="left"))
        stacks = event.state.starting_stacks
        seated = [f"{name} {stack}" for name, stack in zip(event.names, stacks, strict=True)]
        self._print(Text(f"  {', '.join(seated)} (button)", style=_LOW))

    def _show(self, event: OperationDone) -> None:
        operation = event.operation
        if self._viewer is not None:
            # Only what this player sees: others' cards are unknown there.
            place = event.names.index(self._viewer) if self._viewer in event.names else None
            operation = event.state.observe(place).operations[event.place]
        if isinstance(operation, HoleDealing):
            self._dealt.setdefault(operation.player_index, []).extend(operation.cards)
            # Somebody is asked next, who should have seen all that was dealt.
            if event.place == len(event.state.operations) - 1:
                self._flush(event.names)
            return
        self._flush(event.names)
        line = self._tell(operation, event.names)
        if line is not None:
            self._print(Text("  ") + line)

    def _flush(self, names: Sequence[str]) -> None:
        for index, cards in sorted(self._dealt.items()):
            if any(cards):
                self._print(Text(f"  {names[index]} is dealt ", style=_LOW) + show_cards(cards))
        self._dealt.clear()

    def _print(self, text: Text) -> None:
        self._console.print(text, highlight=False, soft_wrap=True)
        if self._seconds:
            sleep(self._seconds)

    def _tell(self, operation: Operation, names: Sequence[str]) -> Text | None:
        """Return what happened in words, or `None` for what goes without saying."""
        match operation:
            case BetCollection():
                self._bet = False
                return None
            case BlindOrStraddlePosting(index, amount) | BringInPosting(index, amount):
                self._bet = True
                return Text(f"{names[index]} posts {amount}", style=_LOW)
            case CompletionBettingOrRaisingTo(index, amount):
                verb = "raises to" if self._bet else "bets"
                self._bet = True
                return Text(f"{names[index]} {verb} {amount}", style="yellow")
            case BoardDealing(cards):
                return Text("Board  ", style="bold") + show_cards(cards)
            case ChipsPulling(index, amount):
                return Text(f"{names[index]} wins {amount}", style=f"bold {_GOOD}")
            case HoleCardsShowingOrMucking(index, cards) if cards:
                return Text(f"{names[index]} shows ") + show_cards(cards)
            case _:
                return _tell_plainly(operation, names)


def _tell_plainly(operation: Operation, names: Sequence[str]) -> Text | None:
    """Return what happened where it does not matter what happened before."""
    match operation:
        case AntePosting(index, amount):
            return Text(f"{names[index]} antes {amount}", style=_LOW)
        case Folding(index):
            return Text(f"{names[index]} folds", style=_LOW)
        case CheckingOrCalling(index, amount):
            return Text(f"{names[index]} {f'calls {amount}' if amount else 'checks'}")
        case StandingPatOrDiscarding(index, cards):
            return _with_cards(names[index], "discards", "stands pat", cards)
        case CardExposing(index, cards):
            return _with_cards(names[index], "turns up", "turns up nothing", cards)
        case CardPassing(index, cards):
            return _with_cards(names[index], "passes", "passes nothing", cards)
        case CardSeparation(index, cards):
            return _with_cards(names[index], "separates", "separates nothing", cards)
        case BoardReplacing(index, cards):
            return _with_cards(names[index], "replaces", "leaves the board", cards)
        case Declaration(index, declarations):
            said = ", ".join(one or "nothing yet" for one in declarations)
            return Text(f"{names[index]} declares {said.replace('high_low', 'high and low')}")
        case Choosing(index, value):
            return Text(f"{names[index]} chooses {value}")
        case CardBuying(index, amount, _, status):
            done = f"buys a card for {amount}" if status else "buys nothing"
            return Text(f"{names[index]} {done}")
        case CardProtecting(index, amount, status):
            done = f"pays {amount} for the card to lie face up" if status else "pays nothing"
            return Text(f"{names[index]} {done}")
        case DiceRolling(values):
            return Text(f"The dice show {', '.join(map(str, values))}", style="bold")
        case BoardRemoval():
            return Text("Boards are taken out of play", style="bold")
        case HoleCardsShowingOrMucking(index, _):
            return Text(f"{names[index]} mucks", style=_LOW)
        case _:
            return None


def _with_cards(name: str, verb: str, nothing: str, cards: Sequence[Card]) -> Text:
    return Text(f"{name} {verb} ") + show_cards(cards) if cards else Text(f"{name} {nothing}")


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
        grid = Grid(show_header=False, box=None, padding=(0, 2), pad_edge=True)
        known = names()
        for index, cards in enumerate(view.hole_cards):
            style = "" if view.statuses[index] else _LOW
            mine = index == player_index
            shown = _number(cards) if mine else show_cards(cards, dim=not view.statuses[index])
            grid.add_row(
                Text(known[index] if index < len(known) else f"Player {index + 1}", style=style),
                str(view.stacks[index]),
                f"bet {view.bets[index]}" if view.bets[index] else "",
                shown,
                style="bold" if mine else style,
            )
        console.print()
        boards = [show_cards(view.get_board_cards(index)) for index in view.board_indices]
        board = Text("   ").join(cards for cards in boards if cards.plain)
        console.print(Text(f"  Pot {view.total_pot_amount}   ", style="cyan") + board)
        console.print(grid)

    return show


def _number(cards: Sequence[Card]) -> Text:
    """Return a player's own cards with the numbers by which they are called."""
    numbered = [
        Text(f"{place}:", style=_LOW) + show_cards([card]) for place, card in enumerate(cards, 1)
    ]
    return Text(" ").join(numbered)


def show_first_faults(console: Console, faults: Mapping[str, str]) -> None:
    """Say how agents failed first: a number of faults alone helps nobody to mend them.

    Args:
        console: What is printed on.
        faults: What was wrong, by the names of the players; empty for those who did not fail.
    """
    for name, text in faults.items():
        if text:
            said = Text(f"The first fault of {name}: {text}", style=_BAD)
            console.print(said, highlight=False, soft_wrap=True)


def show_results(results: Sequence[PlayerResult], stacks: dict[str, Any]) -> Grid:
    """Return the results of players as a table.

    Args:
        results: The results.
        stacks: What those who still sit there have.

    Returns:
        The table.
    """
    # Narrow enough for a terminal of 80 columns.
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column("Player")
    for heading in ("Hands", "Won", "Stack", "bb/100", "±", "VPIP", "PFR", "AF", "WTSD"):
        grid.add_column(heading, justify="right", no_wrap=True)
    has_faults = any(result.faults for result in results)
    if has_faults:
        grid.add_column("Faults", justify="right", no_wrap=True)
    for result in sorted(results, key=lambda one: -one.won):
        style = _GOOD if result.won > 0 else _BAD if result.won < 0 else ""
        row: list[str | Text] = [
            result.name,
            f"{result.hands:,}",
            Text(f"{result.won:+,}" if result.won else "0", style=style),
            f"{stacks[result.name]:,}" if result.name in stacks else "gone",
            f"{result.rate:+,.1f}",
            f"{result.error:,.1f}" if result.hands > 1 else "-",
            f"{result.vpip:.0%}",
            f"{result.pfr:.0%}",
            "-" if result.aggression is None else f"{result.aggression:.1f}",
            f"{result.wtsd:.0%}",
        ]
        grid.add_row(*row, *([str(result.faults)] if has_faults else []))
    return grid
