"""The lines of PokerNow's log, one by one, which the core reads."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from croupier import _native
from croupier.errors import ParseError

__all__ = [
    "LogLine",
    "LogSeat",
    "LogStart",
    "make_line",
    "read_amount",
    "read_line",
    "read_seats",
    "read_start",
    "split_player",
]

Amount = int | Decimal
# No amount has more characters.
_LONGEST = 15


class LogLine(NamedTuple):
    """A line of a log: what happened.

    Attributes:
        kind: What it is: "fold", "check", "call", "bet", "raise", the kinds of posts ("ante",
            "small blind", "big blind", "straddle", "missing small blind", "missed big blind",
            "bomb pot"), "flop", "turn", "river", "hand", "show", "collect", "uncalled", "paid
            bounty", "won bounty", "runs", "dead small blind", "dead big blind", "undealt".
        player: The player's name and number, as the line has them.
        amount: How much; for calls, bets and raises all of the street.
        cards: The cards, in the notation of Croupier.
        flag: "second" for a second run or board, "all in" where the line says so, "twice" or
            "once" for a choice of runs, "low" or "high" of half a pot; else nothing.
    """

    kind: str
    player: str = ""
    amount: Amount = 0
    cards: tuple[str, ...] = ()
    flag: str = ""


class LogStart(NamedTuple):
    """The start of a hand.

    Attributes:
        number: The number of the hand at the table.
        name: The name that no other hand has, if the line gives one.
        game: The name of the game.
        dealer: The player on the button as the line has it; nothing if the button is dead.
        dead: Whether the line says that the button is dead.
    """

    number: str
    name: str
    game: str
    dealer: str
    dead: bool


class LogSeat(NamedTuple):
    """A seat and its player.

    Attributes:
        number: The number of the seat; `None` in logs that have none.
        player: The player's name and number, as the line has them.
        stack: What the player begins with.
    """

    number: int | None
    player: str
    stack: Amount


@lru_cache(maxsize=4096)
def split_player(token: str) -> tuple[str, str]:
    """Return a player's name and number; the number is the name where there is none.

    >>> split_player("a @ b @ 3mid0aO0hZ")
    ('a @ b', '3mid0aO0hZ')

    Args:
        token: The name and number as the log has them.

    Returns:
        The name and the number.
    """
    name, mark, number = token.rpartition(" @ ")
    return (name, number) if mark else (token, token)


def read_start(text: str) -> LogStart | None:
    """Read the line that begins a hand.

    >>> number = 7
    >>> read_start(f"-- starting hand #{number} (id: a1b2)  No Limit Hold'em (dead button) --")
    LogStart(number='7', name='a1b2', game="No Limit Hold'em", dealer='', dead=True)

    Args:
        text: The line.

    Returns:
        The start of the hand, or `None` if the line begins none.
    """
    found = _native.read_pokernow_start(text)
    return None if found is None else LogStart._make(found)


def read_seats(text: str) -> list[LogSeat]:
    """Read the line that says what players begin with.

    >>> stacks = 'Player stacks: #{} "a | b @ 3mid0aO0hZ" (10) | #{} "Bo @ q7Wm2aO0hZ" (2.50)'
    >>> read_seats(stacks.format(1, 4))[1]
    LogSeat(number=4, player='Bo @ q7Wm2aO0hZ', stack=Decimal('2.50'))

    Args:
        text: The line.

    Returns:
        The players.

    Raises:
        ValueError: Something in it is no seat.
    """
    found = _native.read_pokernow_seats(text)
    return [LogSeat(number, player, read_amount(stack)) for number, player, stack in found]


def read_line(text: str) -> LogLine | None:
    """Read a line within a hand.

    >>> read_line('"Bo @ q7Wm2aO0hZ" raises to 40 and go all in')
    LogLine(kind='raise', player='Bo @ q7Wm2aO0hZ', amount=40, cards=(), flag='all in')
    >>> read_line("Turn: 2♣, 3♣, 4♣ [10♦] (second run)")
    LogLine(kind='turn', player='', amount=0, cards=('Td',), flag='second')

    Args:
        text: The line.

    Returns:
        The line, or `None` if it does not belong to the play.

    Raises:
        ValueError: It belongs to the play, but says something that cannot be.
    """
    found = _native.read_pokernow_line(text)
    return None if found is None else make_line(found)


def make_line(found: tuple[Any, ...]) -> LogLine:
    """Make a line of what the core says.

    Args:
        found: The kind, the player, the amount as a text, the cards and the flag.

    Returns:
        The line.
    """
    kind, player, amount, cards, flag = found
    return LogLine(kind, player, 0 if amount is None else read_amount(amount), cards, flag)


def read_amount(text: str) -> Amount:
    """Return an amount: whole chips, or a decimal where there is a point.

    >>> read_amount("1,200"), read_amount("2.50")
    (1200, Decimal('2.50'))

    Args:
        text: The amount as the log has it.

    Returns:
        The amount.

    Raises:
        ParseError: It is none, or too long.
    """
    digits = text.replace(",", "")
    if len(text) > _LONGEST or not digits.replace(".", "", 1).isdecimal():
        raise ParseError(f"{text[:40]!r} is no amount", code="amount-syntax")
    return Decimal(digits) if "." in digits else int(digits)
