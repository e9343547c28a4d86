"""A hand as far as pokernow2gw knows it, whatever file it comes from."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["STREETS", "LooseAction", "LooseHand", "LooseWinner"]

STREETS = ("preflop", "flop", "turn", "river", "showdown")
"""The streets; what is done at the showdown stands in no line of its own."""


class LooseAction(NamedTuple):
    """An action of a player.

    Figures are binary fractions, as the program has them: they are printed, and never paid. Some
    of its texts show it, such as a call of `2.00` that is the difference of 2.30 and 0.30.

    Attributes:
        kind: What it is: "ante", "small blind", "big blind", "fold", "check", "call", "bet",
            "raise", "show", "collect" or "uncalled".
        name: The player's name.
        figure: How much; all of the street for raises.
        street: One of `STREETS`.
        all_in: Whether it is said to be all-in.
    """

    kind: str
    name: str
    figure: float
    street: str
    all_in: bool = False


@dataclass(slots=True)
class LooseWinner:
    """A player who won or showed.

    Attributes:
        name: The player's name.
        cards: The cards that were shown.
        figure: How much was won; 0 for who only showed.
    """

    name: str
    cards: tuple[str, ...] = ()
    figure: float = 0.0


@dataclass(slots=True)
class LooseHand:
    """A hand as the program reads it.

    Attributes:
        number: The number of the hand.
        moment: When it began.
        seats: Names and stacks, from seat 1 on.
        dealer: The name of who has the button; seat 1 has it if nobody has the name.
        actions: What is done.
        winners: Who won or showed.
        flop: The flop.
        turn: The turn, or nothing.
        river: The river, or nothing.
        hero_cards: The hero's cards.
        ante: The ante.
        small_blind: The small blind.
        big_blind: The big blind.
        site: The name of the room, where the hand has one.
        table: The name of the table, where the hand has one.
        currency: What is played for, where the hand says it.
        notes: What is left out of it, or is not as the file has it.
    """

    number: str
    moment: datetime.datetime
    seats: list[tuple[str, float]] = field(default_factory=list)
    dealer: str = ""
    actions: list[LooseAction] = field(default_factory=list)
    winners: list[LooseWinner] = field(default_factory=list)
    flop: tuple[str, ...] = ()
    turn: str = ""
    river: str = ""
    hero_cards: tuple[str, ...] = ()
    ante: float = 0.0
    small_blind: float = 0.0
    big_blind: float = 0.0
    site: str = ""
    table: str = ""
    currency: str = ""
    notes: list[str] = field(default_factory=list)

    @property
    def button(self) -> int:
        """The number of the seat that has the button."""
        for number, (name, _) in enumerate(self.seats, start=1):
            if name == self.dealer:
                return number
        return 1
