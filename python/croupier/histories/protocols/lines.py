"""The common part of the protocols of the competitions and of Pluribus: one hand, one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from croupier.cards import Card
from croupier.errors import ParseError, UnsupportedError
from croupier.games import Poker
from croupier.numbers import Chips
from croupier.state import (
    AntePosting,
    Automation,
    BetCollection,
    BlindOrStraddlePosting,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    Mode,
    Operation,
    State,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.histories.history import HandHistory

__all__ = ["betting_letters", "hand_number_of", "play_line", "prepare_game"]

_WORD = re.compile(r"b(?P<blind>\d+)|(?P<fold>f)|c\d*|r(?P<amount>\d*(?:\.\d+)?)|(?P<deal>/)")
_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def hand_number_of(
    history: HandHistory, hand_number: int | None, variants: set[str], protocol: str
) -> int:
    """Return the number of a hand, once it is certain that the protocol has room for the game.

    Raises:
        UnsupportedError: It has not, or there is no number.
    """
    if not isinstance(history.variant, str) or history.variant not in variants:
        raise UnsupportedError(
            f"the variant {history.variant!r} is none of the {protocol} protocol, which has"
            f" {', '.join(sorted(variants))}",
            code="protocol-variant",
        )
    if hand_number is not None:
        return hand_number
    if not isinstance(history.hand, int):
        raise UnsupportedError(
            "the history has no hand number, so it must be given", code="protocol-hand-number"
        )
    return history.hand


def betting_letters(
    operations: Sequence[Operation], *, amounts: bool
) -> Iterator[tuple[Operation, str]]:
    """Yield all operations, each with its letter: f, c or r, or nothing.

    Args:
        operations: The operations.
        amounts: Whether a raise is followed by what the player has paid in the whole hand.

    Yields:
        The operation and its letter.
    """
    paid: dict[int, Any] = {}
    bets: dict[int, Chips] = {}
    for operation in operations:
        letter = ""
        match operation:
            case AntePosting(index, amount):
                paid[index] = paid.get(index, 0) + amount
            case BlindOrStraddlePosting(index, amount):
                bets[index] = amount
            case BetCollection():
                for index, bet in bets.items():
                    paid[index] = paid.get(index, 0) + bet
                bets.clear()
            case Folding():
                letter = "f"
            case CheckingOrCalling(index, amount):
                bets[index] = bets.get(index, 0) + amount
                letter = "c"
            case CompletionBettingOrRaisingTo(index, amount):
                bets[index] = amount
                letter = f"r{paid.get(index, 0) + amount}" if amounts else "r"
            case _:
                pass
        yield operation, letter


def prepare_game(game: Poker) -> Poker:
    """Return a copy of a game for playing a line: with unknown cards to burn, and cash rules."""
    game = copy(game)
    game.automations = _AUTOMATIONS
    game.mode = Mode.CASH_GAME
    return game


def play_line(
    game: Poker,
    stack: int,
    letters: str,
    cards: str,
    player_count: int,
    parse_value: Callable[[str], Any],
    *,
    finish: bool = True,
) -> State:
    """Play a line to its end.

    Args:
        game: The game, as `prepare_game` makes it.
        stack: What everybody begins with.
        letters: The betting.
        cards: The hole cards, and the board after slashes.
        player_count: How many players there are.
        parse_value: What reads amounts.
        finish: Whether the hand must be over then.

    Returns:
        The state at the end.

    Raises:
        ValueError: The line cannot be played.
    """
    hole, *boards = cards.split("/")
    hands = hole.split("|")
    if len(hands) != player_count:
        raise ParseError(
            f"there are {len(hands)} hands for {player_count} players", code="protocol-hand-count"
        )
    state = game(stack, player_count)
    for index, hand in enumerate(hands):
        state.deal_hole(hand or "??" * game.max_hole_card_count, index)
    place = 0
    while place < len(letters):
        word = _WORD.match(letters, place)
        if word is None:
            raise ParseError(f"{letters[place:]!r} is no betting", code="protocol-no-betting")
        place = word.end()
        if word["blind"]:
            continue
        if word["deal"]:
            _deal(state, boards)
        elif word["fold"]:
            state.fold()
        elif word["amount"] is not None:
            _raise(state, word["amount"], parse_value)
        elif not state.all_in_status:
            state.check_or_call()
    while boards:
        _deal(state, boards)
    if finish and state.status:
        raise ParseError("the hand does not end", code="hand-unfinished")
    return state


def _deal(state: State, boards: list[str]) -> None:
    if not boards:
        raise ParseError("there are fewer board cards than streets", code="protocol-board-count")
    state.burn_card("??")
    state.deal_board(tuple(Card.parse(boards.pop(0))))


def _raise(state: State, amount: str, parse_value: Callable[[str], Any]) -> None:
    index = state.actor_index
    if not amount or index is None:
        state.complete_bet_or_raise_to()
        return
    # The amount is for the whole hand; the state wants that of the round.
    earlier = -state.payoffs[index] - state.bets[index]
    state.complete_bet_or_raise_to(parse_value(amount) - earlier)
