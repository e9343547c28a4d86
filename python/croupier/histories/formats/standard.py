"""PHH and the notations of programs as formats: what the other modules read and write."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from croupier.errors import ParseError, UnsupportedError, guard
from croupier.games import FixedLimitTexasHoldem, NoLimitTexasHoldem, Poker
from croupier.histories.formats.base import Chunk, Format, ReadResult, Source, open_lines
from croupier.histories.history import HandHistory
from croupier.histories.phh.validation import check
from croupier.histories.protocols.acpc import read_acpc, split_line
from croupier.histories.protocols.pluribus import read_pluribus, write_pluribus
from croupier.utilities import parse_value

__all__ = ["AcpcFormat", "PhhFormat", "PluribusFormat"]

_FIELD = re.compile(r"(?m)^[ \t]*variant[ \t]*=[ \t]*['\"]")
_TABLE = re.compile(r"\[(?P<key>[^\[\]]+)\]\s*(#.*)?")


class PhhFormat(Format):
    """The PHH format, for one hand or many.

    >>> text = PhhFormat().write(
    ...     HandHistory(
    ...         variant="NT",
    ...         antes=[0, 0],
    ...         blinds_or_straddles=[1, 2],
    ...         min_bet=2,
    ...         starting_stacks=[9, 9],
    ...         actions=["d dh p1 ????", "d dh p2 ????", "p2 f"],
    ...     )
    ... )
    >>> [reading.history.actions[-1] for reading in PhhFormat().read(text)]
    ['p2 f']
    """

    name = "phh"
    title = "PHH"
    writes = True
    suffixes = (".phh", ".phhs")
    is_utf_8 = True

    def recognize(self, text: str) -> bool:
        """Return whether there is a field with the variant."""
        return _FIELD.search(text) is not None

    def split(self, lines: Iterable[str]) -> Iterator[Chunk]:
        """Cut a file of many hands at the names of their tables."""
        first, hand = 1, list[str]()
        for number, line in enumerate(lines, 1):
            if line.startswith("[") and _TABLE.fullmatch(line):
                if any(map(str.strip, hand)):
                    yield Chunk(first, hand)
                first, hand = number, []
            hand.append(line)
        if any(map(str.strip, hand)):
            yield Chunk(first, hand)

    def name_hand(self, chunk: Chunk) -> str:
        """Return the key of a hand's table."""
        table = _TABLE.fullmatch(chunk.lines[0])
        return "" if table is None else table["key"].strip().strip("'\"")

    def read_hand(self, chunk: Chunk) -> ReadResult:
        """Read a hand and play it."""
        text = "\n".join(chunk.lines)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                with guard("read", "the reader of PHH", format=self.name):
                    history = _play(text)
            except ParseError as error:
                line, column = _find_place(error, text)
                error.line, error.column = line + chunk.line - 1, column
                raise
        hand = history.key or ("" if history.hand is None else str(history.hand))
        return ReadResult(history, (), (), hand, chunk.line)

    def write_hand(self, history: HandHistory, **options: Any) -> str:
        """Write a hand as a document."""
        return history.dumps() + "\n"


def _play(text: str) -> HandHistory:
    """Read the only hand of a text and play it."""
    histories = list(HandHistory.loads_all(text))
    if len(histories) != 1:
        raise ParseError(
            f"there are {len(histories)} hands where one is expected", code="hand-count"
        )
    (history,) = histories
    history.replay()
    return history


def _find_place(error: ParseError, text: str) -> tuple[int, int]:
    """Return the line and the column of what is wrong; the first where it is missing."""
    if error.line is not None and error.column is not None:
        return error.line, error.column
    action = getattr(error, "action", None)
    for one in check(text):
        if one.is_error and one.line and one.column and action in (None, one.action):
            return one.line, one.column
    return 1, 1


class AcpcFormat(Format):
    """The logs of the Annual Computer Poker Competition, in which each hand is a line.

    The lines do not say what is played: without `game` and `starting_stack` it is the competition's
    no-limit hold'em with blinds of 50 and 100 and stacks of 20,000; a log whose raises have no
    amounts is fixed-limit hold'em with bets of 10 and 20.

    Attributes:
        game: The game.
        starting_stack: What every player begins with.
    """

    name = "acpc"
    title = "ACPC logs"
    suffixes = (".log",)

    def __init__(self, game: Poker | None = None, starting_stack: int = 20_000) -> None:
        """Say what is played."""
        self.game = game
        self.starting_stack = starting_stack

    def recognize(self, text: str) -> bool:
        """Return whether some line of the beginning is a hand."""
        parts = [split_line(line) for line in text.splitlines()[:50]]
        return any(parts) and not PluribusFormat().recognize(text)

    def read_source(self, source: Source) -> Iterator[ReadResult]:
        """Read hands, line by line."""
        for number, line in enumerate(open_lines(source), 1):
            parts = split_line(line)
            if parts is not None:
                read = partial(self._read, number, line, parts)
                yield self.attempt(read, line=number, hand=parts["hand"])

    def _read(self, number: int, line: str, parts: dict[str, str]) -> ReadResult:
        try:
            (history,) = self._histories(line, parts)
        except ParseError as error:
            # Each line is read by itself.
            error.line, error.column = number, error.column or 1
            raise
        return ReadResult(history, (), (), parts["hand"], number)

    def _histories(self, line: str, parts: dict[str, str]) -> Iterable[HandHistory]:
        game = self.game
        if game is None:
            fixed = re.search(r"r(?!\d)", parts["actions"]) is not None
            game = (
                FixedLimitTexasHoldem((), True, 0, (5, 10), 10, 20)
                if fixed
                else NoLimitTexasHoldem((), True, 0, (50, 100), 100)
            )
        return read_acpc(
            game, self.starting_stack, line, parse_value=parse_value, error_status=True
        )


class PluribusFormat(AcpcFormat):
    r"""The logs of Pluribus: no-limit hold'em, blinds 50 and 100, stacks 10,000.

    >>> line = "STATE:7:r200fffff:AsKs|2c2d|3c3d|4c4d|5c5d|6c6d:-50|-100|150|0|0|0:A|B|C|D|E|F"
    >>> (reading,) = PluribusFormat().read(line)
    >>> PluribusFormat().write(reading.history) == line + "\n"
    True
    """

    name = "pluribus"
    title = "Pluribus logs"
    writes = True

    def recognize(self, text: str) -> bool:
        """Return whether some line of the beginning is a hand of six players."""
        parts = [split_line(line) for line in text.splitlines()[:50]]
        return any(part and part["players"].count("|") == 5 for part in parts)

    def _histories(self, line: str, parts: dict[str, str]) -> Iterable[HandHistory]:
        return read_pluribus(line, blinds=(50, 100), starting_stack=10_000, error_status=True)

    def write_hand(self, history: HandHistory, **options: Any) -> str:
        """Write a hand as a line."""
        number = options.pop("hand_number", None)
        if options:
            raise UnsupportedError(
                f"Pluribus logs have no option {next(iter(options))!r}.", code="unknown-option"
            )
        return write_pluribus(history, number) + "\n"
