"""A game with its stakes and stacks, as the core wants it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier import _native
from croupier.cards import Card
from croupier.errors import SetupError
from croupier.hands import Hand
from croupier.hands.core import core_of
from croupier.limits import MOST_BOARDS, MOST_PLAYERS, verify_count
from croupier.numbers import show_short
from croupier.state.amounts import (
    LARGEST_TOTAL,
    UNKNOWN_STACK,
    choose_converter,
    divide_whole_chips,
)
from croupier.state.enums import Automation, BettingStructure, Mode, Opening, Rules
from croupier.state.layout import BoardLayout
from croupier.state.street import Discard, Street
from croupier.utilities import ValuesLike, clean_values, divmod, rake

if TYPE_CHECKING:
    from croupier.state.state import State

__all__ = ["Setup", "Values", "amounts_of", "make_setup"]

Setup = _native.Setup

# A deal or a betting round, as the core reads it.
_Step = (
    tuple[int, bool, list[bool], int, tuple[int, int | None, bool] | None]
    | tuple[int, int, int, int | None]
)

_AUTOMATION_NUMBERS = {automation: number for number, automation in enumerate(Automation)}
_OPENING_NUMBERS = {opening: number for number, opening in enumerate(Opening)}
_STRUCTURE_NUMBERS = {structure: number for number, structure in enumerate(BettingStructure)}
# The fewest and the most cards that are drawn, and whether they are dealt again.
_ANY_DRAW = (0, None, True)
_MODE_NUMBERS = {mode: number for number, mode in enumerate(Mode)}
_RULES_NUMBERS = {rules: number for number, rules in enumerate(Rules)}


class Values(NamedTuple):
    """What a state was made with, amounts cleaned."""

    automations: tuple[Automation, ...]
    deck: tuple[Card, ...]
    hand_types: tuple[type[Hand], ...]
    streets: tuple[Street | Discard, ...]
    betting_structure: BettingStructure
    ante_trimming_status: bool
    antes: tuple[int, ...]
    blinds_or_straddles: tuple[int, ...]
    bring_in: int
    starting_stacks: tuple[int, ...]
    mode: Mode
    starting_board_count: int
    divmod: Callable[[int, int], tuple[int, int]]
    rake: Callable[[int, State], tuple[int, int]]
    program: str | None = None
    rules: Rules = Rules.CARD_ROOM
    layout: BoardLayout | None = None


def make_setup(
    automations: Iterable[Automation],
    deck: Iterable[Card],
    hand_types: Iterable[type[Hand]],
    streets: Iterable[Street | Discard],
    betting_structure: BettingStructure,
    ante_trimming_status: bool,
    raw_antes: ValuesLike,
    raw_blinds_or_straddles: ValuesLike,
    bring_in: int,
    raw_starting_stacks: ValuesLike,
    player_count: int,
    mode: Mode,
    starting_board_count: int,
    divide: Callable[[int, int], tuple[int, int]],
    take_rake: Callable[[int, State], tuple[int, int]],
    program: str | None = None,
    rules: Rules = Rules.CARD_ROOM,
    layout: BoardLayout | None = None,
) -> _native.Setup:
    """Check a game with its stakes and stacks.

    A game that was compiled from a configuration has a program instead of hand types and streets.

    Raises:
        SetupError: Something is wrong with them; all of it is in the message.
    """
    verify_count("player", player_count, MOST_PLAYERS, least=2)
    verify_count("board", starting_board_count, MOST_BOARDS)
    if isinstance(hand_types, type | str):
        raise SetupError(f"hand types must be several classes, such as ({_show(hand_types)},)")
    values = Values(
        automations if isinstance(automations, tuple) else tuple(automations),
        deck if isinstance(deck, tuple) else tuple(deck),
        tuple(hand_types),
        tuple(streets),
        BettingStructure(betting_structure),
        bool(ante_trimming_status),
        clean_values(raw_antes, player_count),
        clean_values(raw_blinds_or_straddles, player_count),
        bring_in,
        clean_values(raw_starting_stacks, player_count),
        Mode(mode),
        starting_board_count,
        divide,
        take_rake,
        program,
        Rules(rules),
        layout,
    )
    _verify_hand_types(values.hand_types)
    _verify_discards(values.streets)
    converter = choose_converter(*amounts_of(values))
    if program is not None and converter is not None:
        raise SetupError(
            "a game of a configuration counts whole chips: stakes and stacks must be integers"
        )
    to_units = _to_units if converter is None else converter.to_units
    return _native.Setup(
        values,
        [_AUTOMATION_NUMBERS[Automation(automation)] for automation in values.automations],
        values.deck,
        [core_of(hand_type) for hand_type in values.hand_types],
        _steps(values.streets, to_units),
        _STRUCTURE_NUMBERS[values.betting_structure],
        values.ante_trimming_status,
        [to_units(amount) for amount in values.antes],
        [to_units(amount) for amount in values.blinds_or_straddles],
        to_units(bring_in),
        [to_units(amount) for amount in values.starting_stacks],
        _MODE_NUMBERS[values.mode],
        _RULES_NUMBERS[values.rules],
        starting_board_count,
        converter,
        None if take_rake is rake else take_rake,
        None if divide is divmod or divide is divide_whole_chips else divide,
        divide is divide_whole_chips,
        program,
    )


def _show(hand_type: object) -> str:
    return hand_type.__name__ if isinstance(hand_type, type) else repr(hand_type)


def _verify_hand_types(hand_types: tuple[type[Hand], ...]) -> None:
    for hand_type in hand_types:
        if not callable(getattr(hand_type, "from_game_or_none", None)):
            raise SetupError(
                "a hand type must be a class of hands such as StandardHighHand, which has"
                f" from_game_or_none, not {_show(hand_type)}"
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
                    f"streets[{number}] discards {street.count} cards, but players hold {held}"
                )
            held = max(held - street.count, 0)


def amounts_of(values: Values) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the amounts of chips on the table, and the sizes of bets."""
    bets = (
        street.min_completion_betting_or_raising_amount
        for street in values.streets
        if isinstance(street, Street)
    )
    antes, blinds, stacks = values.antes, values.blinds_or_straddles, values.starting_stacks
    return (*antes, *blinds, values.bring_in, *stacks), tuple(bets)


def _steps(streets: tuple[Street | Discard, ...], to_units: Callable[[Any], int]) -> list[_Step]:
    """Return what the core does on each street, in order."""
    steps: list[_Step] = []
    for number, street in enumerate(streets):
        if isinstance(street, Discard):
            steps.append((number, False, [], 0, (street.count, street.count, False)))
            continue
        hole = list(street.hole_dealing_statuses)
        draw = _ANY_DRAW if street.draw_status else None
        bet = to_units(street.min_completion_betting_or_raising_amount)
        most = street.max_completion_betting_or_raising_count
        steps.append((number, street.card_burning_status, hole, street.board_dealing_count, draw))
        steps.append((number, _OPENING_NUMBERS[Opening(street.opening)], bet, most))
    return steps


def _to_units(amount: Any) -> int:
    """Return an integer amount, or the core's number for an unknown stack."""
    if amount == inf:
        return UNKNOWN_STACK
    if abs(amount) > LARGEST_TOTAL:
        raise SetupError(f"{show_short(amount)} is more chips than can be counted.")
    return int(amount)
