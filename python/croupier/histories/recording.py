"""From a state to a history: operations as actions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.cards import Card
from croupier.errors import UnsupportedError
from croupier.games import Poker
from croupier.histories.phh.actions import EXTENSION_MARK
from croupier.state import (
    BoardDealing,
    BringInPosting,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleCardsShowingOrMucking,
    HoleDealing,
    Operation,
    RunoutCountSelection,
    StandingPatOrDiscarding,
    State,
)
from croupier.state.operation_table import RECORDS

if TYPE_CHECKING:
    from croupier.games.configuration.custom_game import CustomGame
    from croupier.histories.history import HandHistory

__all__ = [
    "has_runouts",
    "record",
    "write_actions",
    "write_cards",
    "write_commentary",
    "write_decision",
    "write_operation",
]

_MISSING = object()
# The text for not buying, or not paying for a card to be turned.
_DECLINED = "-"


def record(
    history_type: type[HandHistory], game: Poker | CustomGame, state: State, compressed: bool
) -> dict[str, Any]:
    """Return the fields of a history of a hand.

    Args:
        history_type: The class of the history.
        game: The game.
        state: The state.
        compressed: Whether cards dealt one after the other are one action.

    Returns:
        The fields by their names.

    Raises:
        UnsupportedError: The game has no code, or its chips are fractions.
    """
    codes: Mapping[type, str] = history_type.variants
    variant = codes.get(type(game))
    if variant is None:
        # Most programs have no such games.
        from croupier.games.configuration.custom_game import CustomGame
        from croupier.histories.custom_recording import record_custom

        if isinstance(game, CustomGame):
            return record_custom(history_type, game, state, compressed)
        raise UnsupportedError(
            f"there is no code for {type(game).__name__}: add it to HandHistory.variants,"
            ' game_types and required_field_names; "Hand histories of your own game" in the'
            " documents of games shows how",
            code="game-without-code",
        )
    if any(type(stack).__name__ == "Fraction" for stack in state.stacks):
        raise UnsupportedError(
            "a history has no room for chips that are fractions", code="phh-fractions"
        )
    values: dict[str, Any] = {
        "variant": variant,
        "ante_trimming_status": state.ante_trimming_status,
    }
    for name in history_type.required_field_names[variant]:
        value = getattr(game, name, _MISSING)
        if value is _MISSING:
            value = getattr(state, name, _MISSING)
        if value is not _MISSING:
            values[name] = list(value) if isinstance(value, Iterable) else value
    values["starting_stacks"] = list(state.starting_stacks)
    actions = state._write_actions() if compressed else None
    if actions is None:
        actions = list(write_actions(state, compressed=compressed))
    values["actions"] = actions
    if state.starting_board_count != 1:
        values["_board_count"] = state.starting_board_count
    if state.unit is not None:
        values["_unit"] = state.unit
    return values | {"variant": variant}


def write_actions(state: State, *, compressed: bool = True) -> Iterator[str]:
    """Yield what happened in a hand, in the notation of the standard.

    Args:
        state: The state.
        compressed: Whether cards dealt one after the other are one action.

    Yields:
        The actions.
    """
    hole: dict[int, list[Card]] = defaultdict(list)
    board: list[_Board] = []
    groups = _board_groups(state)
    runouts = has_runouts(state)
    for number, operation in enumerate(state.operations, 1):
        dealing = isinstance(operation, HoleDealing | BoardDealing)
        if not (compressed and dealing) or operation.commentary is not None:
            yield from _flush(hole, board)
        if isinstance(operation, HoleDealing):
            hole[operation.player_index].extend(operation.cards)
        elif isinstance(operation, BoardDealing):
            for card in operation.cards:
                is_standard, group = next(groups)
                # Negative numbers are those of operations.
                board.append(_Board(card, is_standard, group or -number))
        if dealing:
            if operation.commentary is not None:
                *others, last = _flush(hole, board)
                yield from others
                yield write_commentary(last, operation)
            continue
        action = write_operation(operation, runouts) or _write_own(operation)
        if action is not None or operation.commentary is not None:
            yield write_commentary(action or "", operation)
    yield from _flush(hole, board)


def has_runouts(state: State) -> bool:
    """Return whether somebody wanted the board to be run more than once."""
    return any(
        isinstance(one, RunoutCountSelection) and (one.runout_count or 1) > 1
        for one in state.operations
    )


class _Board(NamedTuple):
    """A card of a board, and what it may be written together with."""

    card: Card
    is_standard: bool
    group: int


def _board_groups(state: State) -> Iterator[tuple[bool, int]]:
    """Yield for each card of the boards whether any reader is to see it, and which it belongs to.

    A reader that knows one board alone is to see the first board of the first run; all others are
    Croupier's own. Cards of one street and board belong together; of later runs, those that were
    dealt together, for which there is no number.
    """
    # In games of files, cards that were dealt together belong together.
    streets = state.streets if state.hand_types else ()
    counts = [street.board_dealing_count for street in streets]
    group = 0
    for count in counts:
        for board in range(state.starting_board_count):
            group += 1
            yield from [(board == 0, group)] * count
    # Stud may deal a card to the board that no street has.
    while True:
        yield not any(counts), 0


def _flush(hole: dict[int, list[Card]], board: list[_Board]) -> Iterator[str]:
    for player_index in sorted(hole):
        if hole[player_index]:
            yield f"d dh p{player_index + 1} {write_cards(hole[player_index])}"
    hole.clear()
    for (is_standard, _), cards in groupby(board, key=itemgetter(1, 2)):
        mark = "" if is_standard else f"# {EXTENSION_MARK}"
        yield f"{mark}d db {write_cards(one.card for one in cards)}"
    board.clear()


def write_operation(operation: Operation, runouts: bool) -> str | None:
    """Return an operation in the notation, or `None` for deals and for what is not written.

    Args:
        operation: The operation.
        runouts: Whether it is written how often the board is to be run.

    Returns:
        The action.
    """
    match operation:
        case StandingPatOrDiscarding(index, cards):
            return f"p{index + 1} sd {write_cards(cards)}".rstrip()
        case BringInPosting(index, _):
            return f"p{index + 1} pb"
        case Folding(index):
            return f"p{index + 1} f"
        case CheckingOrCalling(index, _):
            return f"p{index + 1} cc"
        case CompletionBettingOrRaisingTo(index, amount):
            return f"p{index + 1} cbr {amount}"
        case HoleCardsShowingOrMucking(index, cards):
            return f"p{index + 1} sm {write_cards(cards)}".rstrip()
        case RunoutCountSelection(index, count) if runouts:
            return f"# {EXTENSION_MARK}p{index + 1} rc {count or ''}".rstrip()
        case _:
            return None


def write_decision(operation: Operation) -> str | None:
    """Return a decision that is nothing but cards, or yes or no; `None` for everything else."""
    row = RECORDS[type(operation).__name__]
    values = {kind: getattr(operation, name) for name, kind in row.fields}
    if not row.is_decision or not values.keys() & {"cards", "status"}:
        return None
    said = write_cards(values.get("cards", ())) if values.get("status", True) else _DECLINED
    return f"p{values['player'] + 1} {row.word} {said}".rstrip()


def _write_own(operation: Operation) -> str | None:
    """Return a decision that the standard does not have, as a remark to others."""
    # Bets before the cards stand among the blinds.
    is_bet = RECORDS[type(operation).__name__].is_bet
    decision = None if is_bet else write_decision(operation)
    return None if decision is None else f"# {EXTENSION_MARK}{decision}"


def write_commentary(action: str, operation: Operation) -> str:
    """Return an action with what was remarked on it."""
    if operation.commentary is None:
        return action
    return f"{action} # {operation.commentary}".lstrip()


def write_cards(cards: Iterable[Card]) -> str:
    """Return cards in the notation."""
    return "".join(map(repr, cards))
