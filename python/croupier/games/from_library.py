"""Classes of games that get their rules from the library, so that each rule is written once.

A class names a file of `croupier/games/library` as its `definition`. Its deck, its types of hands,
what its streets deal and how often may be raised are what the file says, in the words of PokerKit's
classes. Files are read when a class is asked for such a thing first; nothing is read at import.
They are read as plain JSON: to import the compiler and to compile one takes 25 times as long, which
every program that starts one hand would pay for. Tests compare the classes with compiled files step
by step.

>>> rules = read_rules("razz")
>>> rules.low, rules.hole_dealing_statuses[0], [kind.__name__ for kind in rules.hand_types]
(True, (False, False, True), ['RegularLowHand'])
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any, NamedTuple

from croupier.cards import Card, Deck
from croupier.errors import UnsupportedError
from croupier.hands import (
    BadugiHand,
    EightOrBetterLowHand,
    GreekHoldemHand,
    Hand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    RhodeIslandHoldemHand,
    ShortDeckHoldemHand,
    StandardBadugiHand,
    StandardHighHand,
    StandardLowHand,
)
from croupier.state import BettingStructure

__all__ = ["Derived", "GameRules", "LibraryGame", "derive", "find_deck", "read_rules"]

_LIBRARY = os.path.join(os.path.dirname(__file__), "library")
_DECKS = {
    "standard": Deck.STANDARD,
    "short_6a": Deck.SHORT_DECK_HOLDEM,
    "short_ta": Deck.ROYAL_HOLDEM,
    "short_27_ja": Deck.STRIPPED,
}
# Evaluation types in which aces are low. Decks list their cards in the order of the ranks.
_ACES_LOW = frozenset({"a5_low", "badugi"})
_EIGHT = (1, 56)
# What forms a hand: so many of all cards, or all or only some hole cards with cards of the board.
_ALL_HOLE, _SOME_HOLE = "all hole cards", "some hole cards"
_HANDS: dict[tuple[str, int | str, tuple[int, ...] | None], type[Hand]] = {
    ("high", 5, None): StandardHighHand,
    ("36card_ffh_high", 5, None): ShortDeckHoldemHand,
    ("high", _ALL_HOLE, None): GreekHoldemHand,
    ("high", _SOME_HOLE, None): OmahaHoldemHand,
    ("a5_low", _SOME_HOLE, _EIGHT): OmahaEightOrBetterLowHand,
    ("a5_low", 5, _EIGHT): EightOrBetterLowHand,
    ("a5_low", 5, None): RegularLowHand,
    ("27_low", 5, None): StandardLowHand,
    ("badugi", 4, None): BadugiHand,
    ("badugi_ah", 4, None): StandardBadugiHand,
    ("rhode_island", 3, None): RhodeIslandHoldemHand,
}
_FORCED = frozenset({"antes", "blinds", "bring-in"})
_SIZES = frozenset({"small", "big"})


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


def find_deck(name: str, evaluation: str) -> Deck:
    """Return a deck, its cards in the order of the ranks: aces first if they are low.

    >>> find_deck("standard", "a5_low")[0], find_deck("standard", "high")[0]
    (Ac, 2c)

    Args:
        name: What files call the deck.
        evaluation: How hands are ranked; if several share the pot, the first of them.

    Returns:
        The deck.
    """
    deck = _DECKS[name]
    return Deck.REGULAR if deck is Deck.STANDARD and evaluation in _ACES_LOW else deck


@cache
def read_rules(definition: str) -> GameRules:
    """Read a file of the library.

    Args:
        definition: The name of the file, without its ending.

    Returns:
        What it says.

    Raises:
        UnsupportedError: There is no such file, or streets cannot say what it says.
    """
    import json

    try:
        with open(os.path.join(_LIBRARY, f"{definition}.json"), "rb") as file:
            data = json.load(file)
    except FileNotFoundError:
        raise UnsupportedError(
            f"the library has no game {definition!r}", code="unknown-game"
        ) from None
    return _Reader(definition, data).read()


class _Reader:
    """A reader that turns the steps of a file into streets."""

    def __init__(self, definition: str, data: dict[str, Any]) -> None:
        self._definition = definition
        self._data = data
        # Of the street that is being read, and of those before.
        self._hole: list[list[bool]] = [[]]
        self._board = [0]
        self._discards = [0]
        self._big: list[bool] = []

    def read(self) -> GameRules:
        """Return the rules."""
        data = self._data
        for step in data["gamePlay"]:
            self._read_step(step)
        if not data["deck"].get("burn") or data["deck"].get("jokers"):
            raise self._refuse("the deck has jokers, or no cards are burnt")
        streets = len(self._big)
        contests = data["showdown"]["bestHand"]
        return GameRules(
            deck=find_deck(data["deck"]["type"], contests[0]["evaluationType"]),
            hand_types=tuple(map(self._find_hand, contests)),
            hole_dealing_count=len(self._hole[0]),
            hole_dealing_statuses=tuple(map(tuple, self._hole[:streets])),
            board_dealing_counts=tuple(self._board[:streets]),
            discard_counts=tuple(self._discards[1:streets]),
            low=self._find_low(),
            max_completion_betting_or_raising_count=data["raiseCap"],
            big_bet_statuses=tuple(self._big),
        )

    def _read_step(self, step: dict[str, Any]) -> None:
        match step:
            case {"bet": {"type": kind}} if kind in _FORCED:
                pass
            case {"bet": {"type": size}} if size in _SIZES:
                self._big.append(size == "big")
                self._hole.append([])
                self._board.append(0)
                self._discards.append(0)
            case {"deal": {"location": "player", "cards": cards}}:
                for each in cards:
                    self._hole[-1] += [each["state"] == "face up"] * each["number"]
            case {"deal": {"location": "community", "cards": cards}}:
                self._board[-1] += sum(each["number"] for each in cards)
            case {"discard": {"cards": [{"number": number, "min_number": least}]}} if (
                number == least
            ):
                self._discards[-1] += number
            case {"draw": {"cards": [{"number": number}]}} if number == len(self._hole[0]):
                pass
            case {"showdown": _}:
                pass
            case _:
                raise self._refuse(f"no street does what {step.get('name')!r} does")

    def _find_hand(self, hand: dict[str, Any]) -> type[Hand]:
        cards: int | str | None = hand.get("anyCards")
        if cards is None:
            held = sum(map(len, self._hole)) - sum(self._discards)
            cards = _ALL_HOLE if hand["holeCards"] == held else _SOME_HOLE
        qualifier = hand.get("qualifier")
        key = (hand["evaluationType"], cards, tuple(qualifier) if qualifier else None)
        if key not in _HANDS:
            raise self._refuse(f"no class stands for its hand {hand}")
        return _HANDS[key]

    def _find_low(self) -> bool:
        forced = self._data.get("forcedBets", {})
        rule = forced.get("rule")
        if rule not in (None, "low card", "high card"):
            raise self._refuse(f"streets do not open with {rule!r}")
        return bool(rule == "high card")

    def _refuse(self, reason: str) -> UnsupportedError:
        return UnsupportedError(f"{self._definition} cannot be played with streets: {reason}")
