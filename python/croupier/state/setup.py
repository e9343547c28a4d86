"""A game as data, and a game with its stakes and stacks, as the core has them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from numbers import Number

from croupier import _native
from croupier.cards import Card
from croupier.errors import SetupError
from croupier.hands import Hand
from croupier.hands.core import core_of
from croupier.state.enums import BettingStructure
from croupier.state.street import Discard, Street

__all__ = [
    "Definition",
    "Recent",
    "Setup",
    "are_same",
    "is_lasting",
    "make_definition",
    "start_hand",
]

Definition = _native.Definition
Setup = _native.Setup
Recent = _native.Recent
are_same = _native.are_same
start_hand = _native.start_hand


def is_lasting(value: object) -> bool:
    """Return whether an argument that is given again, or a copy of it, says the same again.

    >>> is_lasting((1, 2)), is_lasting([1, 2]), is_lasting(iter((1, 2)))
    (True, True, False)

    Args:
        value: The argument.

    Returns:
        Whether it is a number, a name or a function, or a collection of these.
    """
    values: Iterable[object] = (value,)
    if type(value) is dict:
        values = value.values()
    elif type(value) is tuple or type(value) is list:
        values = value
    return all(isinstance(one, Number | Enum | str) or callable(one) for one in values)


def make_definition(
    deck: Iterable[Card] | str,
    hand_types: Iterable[type[Hand]],
    streets: Iterable[Street | Discard],
    betting_structure: BettingStructure,
) -> Definition:
    """Make a game of streets.

    >>> from croupier.cards import Deck
    >>> from croupier.hands import KuhnPokerHand
    >>> from croupier.state import Opening
    >>> street = Street(False, (False,), 0, False, Opening.POSITION, 1, 1)
    >>> make_definition(Deck.KUHN_POKER, (KuhnPokerHand,), (street,), BettingStructure.FIXED_LIMIT)
    <Definition: Fixed-limit, 3 cards, 1 streets, 2 steps, KuhnPokerHand>

    Args:
        deck: The cards.
        hand_types: How hands compete; several types split the pot.
        streets: What is dealt and bet.
        betting_structure: How much may be bet.

    Returns:
        The game, without stakes and stacks.

    Raises:
        SetupError: Hand types are none, or cards are discarded that nobody holds.
    """
    if isinstance(hand_types, type | str):
        raise SetupError(
            f"hand types must be several classes, such as ({_show(hand_types)},)", code="hand-types"
        )
    hand_types, streets = tuple(hand_types), tuple(streets)
    _verify_hand_types(hand_types)
    _verify_discards(streets)
    return Definition(
        deck if isinstance(deck, str | tuple) else tuple(deck),
        hand_types,
        [core_of(hand_type) for hand_type in hand_types],
        streets,
        betting_structure
        if type(betting_structure) is BettingStructure
        else BettingStructure(betting_structure),
    )


def _show(hand_type: object) -> str:
    return hand_type.__name__ if isinstance(hand_type, type) else repr(hand_type)


def _verify_hand_types(hand_types: tuple[type[Hand], ...]) -> None:
    for hand_type in hand_types:
        if not callable(getattr(hand_type, "from_game_or_none", None)):
            raise SetupError(
                "a hand type must be a class of hands such as StandardHighHand, which has"
                f" from_game_or_none, not {_show(hand_type)}",
                code="hand-types",
            )


def _verify_discards(streets: tuple[Street | Discard, ...]) -> None:
    """Check that players hold the cards that they are to discard.

    That cards are dealt first is for the core to say.
    """
    held = 0
    for number, street in enumerate(streets):
        held += len(street.hole_dealing_statuses)
        if isinstance(street, Discard):
            if number and street.count > held:
                raise SetupError(
                    f"streets[{number}] discards {street.count} cards, but players hold {held}",
                    code="discard-too-many",
                )
            held = max(held - street.count, 0)
