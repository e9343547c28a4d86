"""PokerKit, quicker: what it works out again and again is remembered, its rules are untouched.

Nearly all of its time goes into hands that it has ranked before, into comparing cards by their
fields, and into pots that nobody has changed since they were asked for.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import pokerkit.hands
import pokerkit.state
from pokerkit import Card, Rank, Suit

# So many hands are remembered for each class.
MAX_HANDS = 20_000

_CARDS = {(rank, suit): Card(rank, suit) for rank in Rank for suit in Suit}
_CARDS[Rank.UNKNOWN, Suit.UNKNOWN] = Card.UNKNOWN
# The cards above live as long as the program, so that nothing else ever has these numbers.
TEXTS: dict[int, str] = {id(card): repr(card) for card in _CARDS.values()}
# The one object that stands for each card, by its text.
CARDS = {repr(card): card for card in _CARDS.values()}
_KNOWN = {id(card) for card in _CARDS.values() if card}


def text_of(card: Card) -> str:
    """Return a card as text."""
    return TEXTS.get(id(card)) or repr(card)


@contextmanager
def quick_pokerkit() -> Iterator[None]:
    """Let PokerKit remember cards, hands and pots."""
    with ExitStack() as stack:
        stack.callback(forget)
        for name, value in _card_methods().items():
            stack.enter_context(patch.object(Card, name, value, create=True))
        for name, value in _answers().items():
            stack.enter_context(patch.object(pokerkit.state.State, name, value))
        entry = pokerkit.hands.Hand.entry
        stack.enter_context(patch.object(pokerkit.hands.Hand, "entry", _remembered(entry)))
        # All methods first, since some of the classes inherit from others.
        for cls, method in [(cls, cls.from_game) for cls in _hand_classes()]:
            stack.enter_context(patch.object(cls, "from_game", _remembering(method)))
        # The tables of all hands take long to look through for garbage.
        gc.collect()
        gc.freeze()
        stack.callback(gc.unfreeze)
        stack.callback(gc.set_threshold, *gc.get_threshold())
        gc.set_threshold(50_000, 20, 20)
        yield


def _card_methods() -> dict[str, Any]:
    """Return methods with which there is one object for each card, told apart by identity."""
    tells, makes, cleans = Card.__bool__, _function(Card.parse), _function(Card.clean)

    def __bool__(self: Card) -> bool:  # noqa: N807
        return id(self) in _KNOWN or (id(self) not in TEXTS and tells(self))

    def parse(cls: type[Card], *raw_cards: str) -> Iterator[Card]:
        for card in makes(cls, *raw_cards):
            yield _CARDS[card.rank, card.suit]

    def clean(cls: type[Card], values: Any) -> tuple[Card, ...]:
        return values if type(values) is tuple else cleans(cls, values)

    return {
        "__eq__": object.__eq__,
        "__hash__": object.__hash__,
        "__bool__": __bool__,
        "__copy__": lambda self: self,
        "__deepcopy__": lambda self, memo: self,
        "__reduce__": lambda self: (CARDS.__getitem__, (repr(self),)),
        "parse": classmethod(parse),
        "clean": classmethod(clean),
    }


def _function(method: Any) -> Any:
    return method.__func__


# Answers that stay the same for as long as a state does.

# Iterators are kept as lists; these are asked for most often.
_ITERATORS = ("pots", "get_up_hands")
_VALUES = (
    "get_hand",
    "get_up_hand",
    "checking_or_calling_amount",
    "min_completion_betting_or_raising_to_amount",
    "pot_completion_betting_or_raising_to_amount",
    "_verify_completion_betting_or_raising",
)


class _Answers:
    """The answers of states that do not change at present; `None` while they do."""

    known: dict[Any, tuple[Any, Any]] | None = None


def forget() -> None:
    """Remember nothing: states are about to change."""
    _Answers.known = None


def remember() -> None:
    """Remember answers from now on, until the states change."""
    _Answers.known = {}


def _answering(name: str, own: Callable[..., Any]) -> Callable[..., Any]:
    is_iterator = name in _ITERATORS

    def answer(state: Any, *arguments: Any) -> Any:
        if _Answers.known is None:
            return own(state, *arguments)
        # Mistakes that are made on purpose change the status for a moment.
        key = name, id(state), state.ante_trimming_status, arguments
        if key in _Answers.known:
            found = _Answers.known[key][0]
        else:
            try:
                found = own(state, *arguments)
                if is_iterator:
                    found = list(found)
            except ValueError as error:
                found = error
            # The state is kept, so that no other one gets its number.
            _Answers.known[key] = found, state
        if isinstance(found, ValueError):
            raise found.with_traceback(None)
        return iter(found) if is_iterator else found

    return answer


def _answers() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in (*_ITERATORS, *_VALUES):
        own = vars(pokerkit.state.State)[name]
        is_property = isinstance(own, property)
        quick = _answering(name, own.fget if is_property else own)
        found[name] = property(quick) if is_property else quick
    return found


# Hands.


def _hand_classes() -> list[Any]:
    return [
        value
        for value in vars(pokerkit.hands).values()
        if isinstance(value, type) and issubclass(value, pokerkit.hands.Hand)
        if getattr(value, "lookup", None) is not None and "Hand" in value.__name__
    ]


def _remembered(own: Any) -> property:
    """Return a property that each object works out once."""

    def get(self: Any) -> Any:
        try:
            return self.__dict__["remembered"]
        except KeyError:
            found = self.__dict__["remembered"] = own.fget(self)
            return found

    return property(get)


def _remembering(method: Callable[..., Any]) -> Any:
    clean = Card.clean
    text = TEXTS.get
    known: dict[Any, Any] = {}

    def from_game(hole_cards: Any, board_cards: Any = ()) -> Any:
        hole = hole_cards if type(hole_cards) is tuple else clean(hole_cards)
        board = board_cards if type(board_cards) is tuple else clean(board_cards)
        key = (*map(text, map(id, hole)), "|", *map(text, map(id, board)))
        if None in key:
            return method(hole, board)
        found = known.get(key)
        if found is None:
            if len(known) > MAX_HANDS:
                known.clear()
            try:
                found = method(hole, board)
            except (KeyError, ValueError) as error:
                found = error
            known[key] = found
        if isinstance(found, Exception):
            raise found.with_traceback(None)
        return found

    return staticmethod(from_game)
