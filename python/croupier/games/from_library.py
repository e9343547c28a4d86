"""Classes of games that get their rules from the library, so that each rule is written once.

A class names a file of `croupier/games/library` as its `definition`. Its deck, its types of hands,
what its streets deal and how often may be raised are what the compiled file says, in the words of
PokerKit's classes. To compile a file takes a hundred times as long as to start a hand, so that the
rules of the package's own classes stand in `class_rules`, which is made from the files when one of
them changes; files that only classes of others name are compiled when they are asked for.

>>> rules = read_rules("razz")
>>> rules.low, rules.hole_dealing_statuses[0], [kind.__name__ for kind in rules.hand_types]
(True, (False, False, True), ['RegularLowHand'])
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from croupier.cards import Card
from croupier.hands import Hand
from croupier.state import BettingStructure

__all__ = ["Derived", "GameRules", "LibraryGame", "derive", "read_rules"]


class GameRules(NamedTuple):
    """The rules of a file, in the words of the classes.

    Attributes:
        deck: The cards that the game is played with.
        hand_types: What hands the pot is divided among.
        hole_dealing_count: How many cards a player is dealt on the first street.
        hole_dealing_statuses: The cards that a player is dealt on each street: true for face up.
        board_dealing_counts: How many cards each street adds to the board.
        discard_counts: How many cards every player discards before each street but the first.
        low: Whether the highest card brings it in, and the lowest hand opens later.
        max_completion_betting_or_raising_count: How many bets and raises a street may see with
            fixed limits; `None` for any number.
        big_bet_statuses: Whether bets are big on each street.
    """

    deck: tuple[Card, ...]
    hand_types: tuple[type[Hand], ...]
    hole_dealing_count: int
    hole_dealing_statuses: tuple[tuple[bool, ...], ...]
    board_dealing_counts: tuple[int, ...]
    discard_counts: tuple[int, ...]
    low: bool
    max_completion_betting_or_raising_count: int | None
    big_bet_statuses: tuple[bool, ...]


class Derived:
    """A class attribute that is read from the library when it is first wanted."""

    __slots__ = ("_field", "_kind", "_name", "definition")

    def __init__(self, kind: type, name: str, definition: str, field: str) -> None:
        self.definition = definition
        self._kind = kind
        self._name = name
        self._field = field

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        value = getattr(read_rules(self.definition), self._field)
        setattr(self._kind, self._name, value)
        return value


_CAP = "max_completion_betting_or_raising_count"
# The names of the fields as attributes of classes: one is no business of users.
_ATTRIBUTES = {field: field for field in GameRules._fields} | {
    "big_bet_statuses": "_big_bet_statuses"
}


def derive(kind: Any, definition: str) -> None:
    """Let a class have its attributes from the library.

    A class that is a whole game, with its limits, gets all that its bases declare; any other gets
    what it declares itself. What it says itself stays.

    Args:
        kind: The class.
        definition: The name of the file.
    """
    structure = getattr(kind, "betting_structure", None)
    sources = (kind,) if structure is None else kind.__mro__
    declared = {name for source in sources for name in getattr(source, "__annotations__", ())}
    if structure != BettingStructure.FIXED_LIMIT:
        # Only fixed limits have a last raise.
        declared.discard(_CAP)
    for field, name in _ATTRIBUTES.items():
        if name in declared and not _has(kind, name, definition):
            setattr(kind, name, Derived(kind, name, definition, field))


class LibraryGame:
    """The common base of classes of games: one that names a file has its rules from there."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Let the class have its attributes from the file that it names, if it names one."""
        super().__init_subclass__(**options)
        if "definition" in vars(cls):
            derive(cls, vars(cls)["definition"])


def _has(kind: Any, name: str, definition: str) -> bool:
    """Return whether a class says it itself, or a base has it from the same file."""
    if name in vars(kind):
        return True
    found = next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), None)
    return isinstance(found, Derived) and found.definition == definition


@cache
def read_rules(definition: str) -> GameRules:
    """Return the rules of a file of the library.

    Args:
        definition: The name of the file, without its ending.

    Returns:
        What it says.

    Raises:
        UnsupportedError: There is no such file, or streets cannot say what it says.
    """
    from croupier.games.class_rules import RULES

    if definition in RULES:
        return RULES[definition]
    from croupier.games.configuration.compile.classes import find_rules
    from croupier.games.configuration.library import library

    return find_rules(library().load(definition))
