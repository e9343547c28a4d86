"""PokerKit's ways to read the texts of rooms, as methods of `HandHistory`."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any
from warnings import warn

from croupier.utilities import parse_value

if TYPE_CHECKING:
    from croupier.histories.history import HandHistory

__all__ = ["FromRooms"]

_LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
_AMOUNTS = ("bring_in", "small_bet", "big_bet", "min_bet")
Hands = Generator["HandHistory", None, int]


class FromRooms:
    """Read texts of rooms into histories.

    Every method takes a text, what reads amounts, and whether a hand that cannot be read is an
    error; a warning otherwise. It returns a generator of histories that returns how many hands
    there are. `croupier.histories.read` tells more of each hand, and reads files of any size.
    """

    @classmethod
    def from_absolute_poker(
        cls,
        s: str,
        *,
        parse_value: Callable[[str], int] = parse_value,
        error_status: bool = False,
    ) -> Hands:
        """Read the text of Absolute Poker; the arguments are those of the class."""
        return _read("absolute", s, parse_value, error_status)

    @classmethod
    def from_full_tilt_poker(
        cls,
        s: str,
        *,
        parse_value: Callable[[str], int] = parse_value,
        error_status: bool = False,
    ) -> Hands:
        """Read the text of Full Tilt Poker; the arguments are those of the class."""
        return _read("fulltilt", s, parse_value, error_status)

    @classmethod
    def from_ipoker_network(
        cls,
        s: str,
        *,
        parse_value: Callable[[str], int] = parse_value,
        error_status: bool = False,
    ) -> Hands:
        """Read the XML of the iPoker network; the arguments are those of the class."""
        return _read("ipoker", s, parse_value, error_status)

    @classmethod
    def from_ongame_network(
        cls,
        s: str,
        *,
        parse_value: Callable[[str], int] = parse_value,
        error_status: bool = False,
    ) -> Hands:
        """Read the text of the Ongame network; the arguments are those of the class."""
        return _read("ongame", s, parse_value, error_status)

    @classmethod
    def from_partypoker(
        cls,
        s: str,
        *,
        parse_value: Callable[[str], int] = parse_value,
        error_status: bool = False,
    ) -> Hands:
        """Read the text of PartyPoker; the arguments are those of the class."""
        return _read("partypoker", s, parse_value, error_status)

    @classmethod
    def from_pokerstars(
        cls,
        s: str,
        *,
        parse_value: Callable[[str], int] = parse_value,
        error_status: bool = False,
    ) -> Hands:
        """Read the text of PokerStars; the arguments are those of the class."""
        return _read("pokerstars", s, parse_value, error_status)


_usual_parse_value = parse_value


def _read(format: str, s: str, parse_value: Callable[[str], Any], error_status: bool) -> Hands:
    from croupier.histories.formats import get

    count = 0
    for reading in get(format).read(s):
        count += 1
        if reading.history is not None:
            history = reading.history
            if parse_value is not _usual_parse_value:
                _read_amounts(history, parse_value)
            yield history
        elif error_status:
            raise reading.problems[0]
        else:
            warn(str(reading.problems[0]), stacklevel=2)
    return count


def _read_amounts(history: HandHistory, parse_value: Callable[[str], Any]) -> None:
    """Let a function of the caller's read all amounts."""
    history.parse_value = parse_value
    for name in _LISTS:
        values = getattr(history, name)
        if values is not None:
            setattr(history, name, [parse_value(str(value)) for value in values])
    for name in _AMOUNTS:
        value = getattr(history, name)
        if value is not None:
            setattr(history, name, parse_value(str(value)))
