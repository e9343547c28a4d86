"""From what is said at a table to a hand history: the way for readers that are written in Python.

A reader tells a `HandBuilder` what it finds, line by line: who sits where, who posts what, which
cards are dealt, what players do, what they show and collect. `finish` puts the players in order,
lets the engine play the hand, proves the money, and makes the history. It is the core's builder,
which the texts of rooms go through as well.

>>> table = HandBuilder("demo", "NT", 2, hand="7")
>>> for number, name in enumerate(["Ann", "Bob", "Cat"], 1):
...     table.sit(number, name, 100_00)
>>> table.button = 3
>>> table.small_blind, table.big_blind = 50, 1_00
>>> table.post_small_blind("Ann", 50)
>>> table.post_big_blind("Bob", 1_00)
>>> table.deal("Cat", "AsAh")
>>> table.bet("Cat", 3_00)
>>> table.fold("Ann")
>>> table.fold("Bob")
>>> table.give_back("Cat", 2_00)
>>> table.collect("Cat", 2_50)
>>> reading = table.finish()
>>> reading.history.actions
['d dh p1 ????', 'd dh p2 ????', 'd dh p3 AsAh', 'p3 cbr 3', 'p1 f', 'p2 f']
>>> reading.history.finishing_stacks
[Decimal('99.50'), Decimal('99.00'), Decimal('101.50')]
"""

from __future__ import annotations

from functools import cache
from typing import Any, Self

from croupier import _native
from croupier.histories.bulk.reading import list_games
from croupier.histories.formats.base import Note, ReadResult
from croupier.histories.history import BLANK, HandHistory

__all__ = ["HandBuilder"]


@cache
def _games() -> _native.BuilderGames:
    return _native.BuilderGames(list_games(), HandHistory, BLANK, ReadResult, Note)


class HandBuilder(_native.HandBuilder):
    """A builder of one hand from the lines of a room. Amounts are whole units, such as cents.

    Attributes:
        facts: Optional fields of the history, by their names.
        others: Fields of the history that the standard does not have.
    """

    facts: dict[str, Any]
    others: dict[str, Any]

    def __new__(cls, format: str, variant: str, digits: int = 0, *, hand: str = "") -> Self:
        """Begin a hand.

        Args:
            format: The name of the format.
            variant: The code of the game.
            digits: How many digits amounts have behind the point.
            hand: The number or name of the hand.
        """
        made = super().__new__(cls, _games(), format, variant, digits, hand=hand)
        made.facts, made.others = {}, {}
        return made

    def finish(self) -> ReadResult:
        """Play the hand, prove its money, and make a history of it.

        Returns:
            What came of it.

        Raises:
            ParseError: The hand cannot be played, or its money is wrong.
        """
        reading: ReadResult = self.play()
        history = reading.unwrap()
        vars(history).update(self.facts)
        history.user_defined_fields |= self.others
        return reading
