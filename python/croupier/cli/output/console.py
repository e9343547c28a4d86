"""Printing for commands: text for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from math import isfinite
from os import PathLike
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.segment import Segment
from rich.text import Text

from croupier.texts import show_lines

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.cards import Card

__all__ = [
    "CONFIDENCE",
    "Status",
    "Terminated",
    "claims",
    "console",
    "errors",
    "print_error",
    "print_json",
    "print_saved",
    "print_table",
    "show_cards",
    "show_signed",
]

_WIDEST = 10_000
CONFIDENCE = 1.96
"""How many standard errors ± is, in all tables and all JSON: the confidence interval of 95 %."""


class Status:
    """Exit statuses of all commands."""

    GOOD = 0
    """All went well."""
    FINDINGS = 1
    """A check found something, hands were skipped, or an agent failed."""
    NO_ROOM = 1
    """There is no room for what is written."""
    WRONG_INPUT = 2
    """The input was wrong: an option, a name, a file."""
    INTERRUPTED = 130
    """Somebody pressed Ctrl-C."""
    NO_READER = 141
    """The reader of the output closed it, as `head` does."""
    TERMINATED = 143
    """Somebody sent SIGTERM, as `kill` and `timeout` do."""

    @staticmethod
    def of(stop: KeyboardInterrupt) -> int:
        """Return the exit status of a command that was interrupted.

        Args:
            stop: How.

        Returns:
            The status.
        """
        return Status.TERMINATED if isinstance(stop, Terminated) else Status.INTERRUPTED


class Terminated(KeyboardInterrupt):
    """SIGTERM, which ends a command as Ctrl-C does."""


class _Console(Console):
    def print(self, *objects: Any, **options: Any) -> None:
        # The end of help has examples, which are typed as they are: none goes on in another line.
        if objects and type(objects[0]).__name__ == "InlineText":
            options["soft_wrap"] = True
        super().print(*objects, **options)

    def on_broken_pipe(self) -> None:
        # `app` alone ends the program.
        raise BrokenPipeError

    def _render_buffer(self, buffer: Iterable[Segment]) -> str:
        # All output goes through here, so that no name or file can send control sequences.
        return super()._render_buffer(
            one if one.control else one._replace(text=show_lines(one.text)) for one in buffer
        )


# No emoji: a name such as :ace: stays as it is, and their table takes long to import.
console = _Console(emoji=False)
claims = ExitStack()
"""Names of files that are kept until a command is over."""
errors = _Console(stderr=True, emoji=False)

# The four-colour deck that players know from their screens.
_SUIT_STYLES = {"c": "green", "d": "blue", "h": "red", "s": "bold"}
_SUIT_SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠", "?": "?"}


def show_cards(cards: Iterable[Card], *, dim: bool = False) -> Text:
    """Return cards as coloured text.

    >>> from croupier.cards import Card
    >>> show_cards(Card.clean("AsKd")).plain
    'A♠ K♦'

    Args:
        cards: The cards.
        dim: Whether to hold them back.

    Returns:
        The text.
    """
    shown = [
        Text(
            card.rank.value + _SUIT_SYMBOLS[card.suit.value],
            style=f"{'dim ' if dim else ''}{_SUIT_STYLES.get(card.suit.value, 'dim')}",
        )
        for card in cards
    ]
    return Text(" ").join(shown)


def show_signed(value: float, digits: int = 1) -> str:
    """Return a number with its sign, and zero without one.

    >>> show_signed(1234.56), show_signed(-0.04), show_signed(-2, 0)
    ('+1,234.6', '0.0', '-2')

    Args:
        value: The number.
        digits: How many digits there are behind the point.

    Returns:
        The text.
    """
    rounded = round(value, digits)
    return f"{rounded:+,.{digits}f}" if rounded else f"{0:.{digits}f}"


def print_error(text: str) -> None:
    """Print an error on the standard error.

    Args:
        text: What is wrong; brackets in it are no markup.
    """
    said = Text.assemble(("Error:", "bold red"), f" {text.removesuffix('.')}")
    errors.print(said, highlight=False, soft_wrap=True)


def print_saved(what: str, path: str | PathLike[str]) -> None:
    """Print the name of a file that was written.

    Args:
        what: What it is, such as `picture`.
        path: The file or folder.
    """
    said = Text(f"The {what} went to {path}", style="dim")
    console.print(said, highlight=False, soft_wrap=True)


def print_table(table: Table, *, wraps: bool = False) -> None:
    """Print a table of which nothing is cut: its lines are rather longer than the terminal.

    Args:
        table: The table.
        wraps: Whether texts in it may go on in further lines where a terminal is too narrow.
    """
    from rich.measure import Measurement

    if not (wraps and console.is_terminal):
        wide = console.options.update(width=_WIDEST)
        table.width = Measurement.get(console, wide, table).maximum
    console.print(table, crop=False)


def print_json(value: Any) -> None:
    """Print a value for other programs, as JSON that every reader takes.

    Amounts stay exact: those that are no integers and no floats become texts. What is no number,
    such as the error of a single hand, is null.

    >>> from decimal import Decimal
    >>> print_json({"won": Decimal("2.50"), "error": float("nan")})
    {
      "won": "2.50",
      "error": null
    }

    Args:
        value: Mappings, sequences and plain values.
    """
    # Letters beyond ASCII are escaped: the output is right whatever the terminal can show.
    print(json.dumps(_simplify(value), indent=2, allow_nan=False))


def _simplify(value: Any) -> Any:
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if isfinite(value) else None
        case Mapping():
            return {str(name): _simplify(one) for name, one in value.items()}
        case list() | tuple():
            return [_simplify(one) for one in value]
        case _:
            return str(value)
