"""PokerKit's ways to read the texts of rooms, as methods of `HandHistory`."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from warnings import warn

from croupier.errors import ParseError, RecordWarning, UnsupportedError
from croupier.numbers import Chips
from croupier.utilities import parse_value

if TYPE_CHECKING:
    from croupier.histories.history import HandHistory

__all__ = ["FromRooms"]

_LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
_AMOUNTS = ("bring_in", "small_bet", "big_bet", "min_bet")
_RAISE = re.compile(r"(p\d+ cbr )(\S+)(.*)", re.DOTALL)
Hands = Generator["HandHistory", None, int]


class FromRooms:
    """A mixin of methods that read texts of rooms into histories.

    Every method takes a text, what reads amounts, and whether a hand that cannot be read is an
    error; a warning otherwise. It returns a generator of histories that returns how many hands
    there are. `croupier.histories.read` tells more of each hand, and reads files of any size.
    """

    @classmethod
    def from_absolute_poker(
        cls,
        s: str,
        *,
        parse_value: Callable[[str], Chips] = parse_value,
        error_status: bool = False,
    ) -> Hands:
        """Read the text of Absolute Poker; the arguments are those of the class."""
        return _read("absolute", s, parse_value, error_status)

    @classmethod
    def from_full_tilt_poker(
        cls,
        s: str,
        *,
        parse_value: Callable[[str], Chips] = parse_value,
        error_status: bool = False,
    ) -> Hands:
        """Read the text of Full Tilt Poker; the arguments are those of the class."""
        return _read("fulltilt", s, parse_value, error_status)

    @classmethod
    def from_ipoker_network(
        cls,
        s: str,
        *,
        parse_value: Callable[[str], Chips] = parse_value,
        error_status: bool = False,
    ) -> Hands:
        """Read the XML of the iPoker network; the arguments are those of the class."""
        return _read("ipoker", s, parse_value, error_status)

    @classmethod
    def from_ongame_network(
        cls,
        s: str,
        *,
        parse_value: Callable[[str], Chips] = parse_value,
        error_status: bool = False,
    ) -> Hands:
        """Read the text of the Ongame network; the arguments are those of the class."""
        return _read("ongame", s, parse_value, error_status)

    @classmethod
    def from_partypoker(
        cls,
        s: str,
        *,
        parse_value: Callable[[str], Chips] = parse_value,
        error_status: bool = False,
    ) -> Hands:
        """Read the text of PartyPoker; the arguments are those of the class."""
        return _read("partypoker", s, parse_value, error_status)

    @classmethod
    def from_pokerstars(
        cls,
        s: str,
        *,
        parse_value: Callable[[str], Chips] = parse_value,
        error_status: bool = False,
    ) -> Hands:
        """Read the text of PokerStars; the arguments are those of the class."""
        return _read("pokerstars", s, parse_value, error_status)


_default_parse_value = parse_value


def _read(format: str, s: str, parse_value: Callable[[str], Any], error_status: bool) -> Hands:
    from croupier.histories.formats import get

    count = 0
    for reading in get(format).read(s):
        count += 1
        problem: ParseError | UnsupportedError | None = None
        if reading.history is None:
            problem = reading.problems[0]
        elif parse_value is not _default_parse_value:
            problem = _read_amounts(reading.history, parse_value, format)
        if problem is None and reading.history is not None:
            yield reading.history
        elif problem is not None and error_status:
            raise problem
        else:
            warn(str(problem), RecordWarning, stacklevel=2)
    return count


def _read_amounts(
    history: HandHistory, parse_value: Callable[[str], Any], format: str
) -> ParseError | None:
    """Let a function of the caller's read all amounts, and return what it could not read."""
    places = max(map(_count_places, history.starting_stacks))

    def read(value: Any) -> Any:
        # As finely as the other amounts, and else as a whole number if it is one: `int` is a
        # function that people give, too.
        amount = Decimal(value)
        try:
            return parse_value(f"{amount:.{places}f}" if amount.is_finite() else str(value))
        except ValueError:
            if not places or not amount.is_finite() or amount % 1:
                raise
            return parse_value(f"{amount:.0f}")

    try:
        for name in _LISTS:
            values = getattr(history, name)
            if values is not None:
                setattr(history, name, [read(value) for value in values])
        for name in _AMOUNTS:
            value = getattr(history, name)
            if value is not None:
                setattr(history, name, read(value))
        history.user_defined_fields = _read_others(history.user_defined_fields, read)
        if all(isinstance(stack, int | Decimal) for stack in history.starting_stacks):
            history.actions = [_read_action(action, read) for action in history.actions]
        else:
            # The notation has no such numbers: actions stay as they are, and are read like this.
            history.parse_value = parse_value
    except (ValueError, ArithmeticError) as error:
        problem = ParseError(
            f"an amount cannot be read: {error}",
            format=format,
            hand=history.hand,
            code="amount-syntax",
        )
        problem.__cause__ = error
        return problem
    return None


def _count_places(amount: Chips) -> int:
    """Return how many digits an amount has behind the point."""
    exponent = amount.as_tuple().exponent if isinstance(amount, Decimal) else 0
    return -exponent if isinstance(exponent, int) and exponent < 0 else 0


def _read_action(action: str, read: Callable[[str], Any]) -> str:
    found = _RAISE.match(action)
    if found is None:
        return action
    amount = read(found[2])
    # The same amount is not written with other digits.
    return action if amount == Decimal(found[2]) else f"{found[1]}{amount}{found[3]}"


def _read_others(value: Any, read: Callable[[Any], Any]) -> Any:
    """Return fields that the standard does not have; the decimals in them are amounts."""
    if isinstance(value, dict):
        return {key: _read_others(one, read) for key, one in value.items()}
    if isinstance(value, list):
        return [_read_others(one, read) for one in value]
    return read(value) if isinstance(value, Decimal) else value
