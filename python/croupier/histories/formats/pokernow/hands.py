"""Hands of PokerNow as they are told."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, field

from croupier import _native
from croupier.errors import ParseError
from croupier.histories.formats.pokernow.lines import LogLine, LogSeat, make_line, read_amount
from croupier.histories.formats.pokernow.log import FORMAT, Row

__all__ = ["LoggedHand", "read_hands"]


@dataclass(slots=True)
class LoggedHand:
    """A hand as a log tells it.

    Attributes:
        number: The number of the hand at the table.
        name: The name that no other hand has, if there is one.
        game: The name of the game.
        button: The player on the button, as the line has it; nothing if the button is dead.
        at: When it began, if that is known.
        first: The number of its first line.
        seats: Who sits where.
        steps: What happened, in order.
        hero_cards: The cards of the owner of the log.
    """

    number: str
    name: str
    game: str
    button: str
    at: datetime.datetime | None
    first: int
    seats: list[LogSeat] = field(default_factory=list)
    steps: list[LogLine] = field(default_factory=list)
    hero_cards: tuple[str, ...] = ()


def read_hands(rows: list[Row]) -> Iterator[LoggedHand | ParseError]:
    """Read the hands of a log.

    Args:
        rows: The rows in the order of time.

    Yields:
        The hands, and an error in the place of each that cannot be read.
    """
    for found in _native.read_pokernow_hands(rows):
        if isinstance(found, ParseError):
            yield found
            continue
        (number, name, game, button, at, first), seats, steps, cards = found
        try:
            sat = [LogSeat(seat, player, read_amount(stack)) for seat, player, stack in seats]
            lines = list(map(make_line, steps))
        except ParseError as error:
            error.line, error.hand, error.format = first, name or number, FORMAT
            yield error
            continue
        yield LoggedHand(number, name, game, button, _read_moment(at), first, sat, lines, cards)


def _read_moment(text: str) -> datetime.datetime | None:
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=datetime.UTC)
