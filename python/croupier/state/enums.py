"""Choices that define a game."""

from __future__ import annotations

from enum import StrEnum, unique
from typing import TypeVar

from croupier.errors import SetupError

__all__ = ["Automation", "BettingStructure", "Mode", "Opening", "Rules", "find_option"]


@unique
class BettingStructure(StrEnum):
    """The betting structures: fixed-limit, pot-limit and no-limit.

    >>> BettingStructure.NO_LIMIT
    <BettingStructure.NO_LIMIT: 'No-limit'>
    """

    FIXED_LIMIT = "Fixed-limit"
    """The fixed amount of the street."""
    POT_LIMIT = "Pot-limit"
    """Up to the pot."""
    NO_LIMIT = "No-limit"
    """Up to the whole stack."""


@unique
class Opening(StrEnum):
    """The first player to act on a street.

    >>> Opening.POSITION
    <Opening.POSITION: 'Position'>
    """

    POSITION = "Position"
    """The player after the last blind or straddle, or the first player."""
    LOW_CARD = "Low card"
    """The lowest up card, aces being high; suits break ties."""
    HIGH_CARD = "High card"
    """The highest up card, aces being low; suits break ties."""
    LOW_HAND = "Low hand"
    """The lowest up cards, aces being low; the first player of equal ones."""
    HIGH_HAND = "High hand"
    """The highest up cards, aces being high; the first player of equal ones."""


@unique
class Automation(StrEnum):
    """Operations that are nobody's decision and can happen without being asked for.

    >>> len(Automation)
    11
    """

    ANTE_POSTING = "Ante posting"
    """Antes are posted."""
    BET_COLLECTION = "Bet collection"
    """Bets are collected."""
    BLIND_OR_STRADDLE_POSTING = "Blind or straddle posting"
    """Blinds and straddles are posted."""
    CARD_BURNING = "Card burning"
    """Cards are burnt."""
    HOLE_DEALING = "Hole dealing"
    """Hole cards are dealt from the deck."""
    BOARD_DEALING = "Board dealing"
    """Board cards are dealt from the deck."""
    RUNOUT_COUNT_SELECTION = "Runout-count selection"
    """Nobody has a preference how often the board is run."""
    HOLE_CARDS_SHOWING_OR_MUCKING = "Hole cards showing or mucking"
    """Hands that can win are shown, the others mucked."""
    HAND_KILLING = "Hand killing"
    """Lost hands are killed."""
    CHIPS_PUSHING = "Chips pushing"
    """Chips are pushed to the winners."""
    CHIPS_PULLING = "Chips pulling"
    """Winners pull their chips in."""


@unique
class Mode(StrEnum):
    """The set of rules, where tournaments and cash games differ.

    >>> Mode.CASH_GAME
    <Mode.CASH_GAME: 'Cash-game'>
    """

    TOURNAMENT = "Tournament"
    """No fold without need, hands are shown whole, the board is run once."""
    CASH_GAME = "Cash-game"
    """Folds without need are only warned of, cards may stay hidden, several runs of the board."""


@unique
class Rules(StrEnum):
    """The set of rules, where card rooms and PokerKit differ.

    `Poker.rules` is whose rules games play by, for all games or for the classes that set it.

    >>> Rules.POKERKIT
    <Rules.POKERKIT: 'PokerKit'>
    """

    CARD_ROOM = "Card-room"
    """The rules of card rooms and tournaments, as the rule books have them."""
    POKERKIT = "PokerKit"
    """PokerKit's rules, for programs that count on them."""


_Option = TypeVar("_Option", bound=StrEnum)


def find_option(kind: type[_Option], given: str) -> _Option:
    """Return a choice by its text.

    >>> find_option(Mode, "Cash-game")
    <Mode.CASH_GAME: 'Cash-game'>

    Args:
        kind: The choices.
        given: One of them, or its text.

    Returns:
        The choice.

    Raises:
        SetupError: There is no such choice.
    """
    try:
        return kind(given)
    except ValueError as error:
        raise SetupError(
            str(error), code="unknown-option", what=kind.__name__.lower(), given=given
        ) from None
