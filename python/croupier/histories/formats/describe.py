"""From a hand history to what was said at the table: the one way for every writer.

The hand is played, and each operation becomes an event with what a room's text says of it: what
was paid, what that comes to on the street, whether the player is all-in, what was returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from math import inf
from typing import Any, Final, NamedTuple

from croupier import _native
from croupier.cards import Card
from croupier.errors import UnsupportedError
from croupier.histories.formats.amounts import WHOLE, ChipNotation, choose_chips
from croupier.histories.formats.extensions import Extensions
from croupier.histories.history import HandHistory
from croupier.histories.identities import make_distinct
from croupier.histories.phh.actions import read_action
from croupier.histories.phh.variants import CONFIGURED
from croupier.histories.replaying.amounts import starting_stacks
from croupier.state import State

__all__ = [
    "Award",
    "Description",
    "Event",
    "WritableHand",
    "count_units",
    "describe",
    "name_players",
    "prepare_for_writing",
]

_BETS = ("bring_in", "small_bet", "big_bet", "min_bet")
_LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
# How a record says that a raise was another one than the rules have.
_RAISES_TO = "raises to "
# No number of a seat is larger.
_MAX = (1 << 32) - 1
# The core counts no more units of chips.
_MAX_UNITS = 1 << 60


class Event(NamedTuple):
    """An event of a hand. Amounts are in units.

    Attributes:
        kind: `ante`, `dead`, `blind`, `straddle`, `post`, `bring_in`, `deal`, `board`, `fold`,
            `check`, `call`, `bet`, `raise`, `discard`, `uncalled`, `show` or `muck`.
        street: The number of the street, from 0.
        player: The player, from 0; `None` for a board.
        amount: What was paid, or returned.
        total: What the player has bet on the street then, antes and dead money left out.
        over: By how much a raise is above the bet before it.
        all_in: Whether the player has nothing left.
        cards: The cards that are dealt, discarded or shown.
        faces: For cards that are dealt to a player, whether each lies face up.
        board: The number of the board, from 0.
    """

    kind: str
    street: int
    player: int | None = None
    amount: int = 0
    total: int = 0
    over: int = 0
    all_in: bool = False
    cards: tuple[Card, ...] = ()
    faces: tuple[bool, ...] = ()
    board: int = 0


# A hand has dozens of them, and the class takes four times as long to make one.
_event: Final[Callable[[tuple[Any, ...]], Event]] = partial(tuple.__new__, Event)


class Award(NamedTuple):
    """A player's part of a pot, in units, without the rake.

    Attributes:
        pot: The number of the pot, from 0, the main pot.
        board: The number of the board, from 0.
        player: The player, from 0.
        amount: What was won.
    """

    pot: int
    board: int
    player: int
    amount: int


@dataclass(slots=True)
class WritableHand:
    """A hand as the core's writers take it. Amounts are in units.

    Attributes:
        variant: The code of the game.
        digits: How many digits behind the point units are worth.
        stacks: What players began with.
        finishing_stacks: What they had at the end by the record, if it says so.
        winnings: What they won by the record, if it says so.
        names: The players' names, of which no two are the same; `Player 1` and so on where they
            are not known.
        seats: The numbers of their seats.
        recorded_raises: Raises of the record where something else was played, each with how many
            raises there were before.
        hand: The number or name of the hand.
        venue: The name of the room.
        table: The name of the table.
        seat_count: How many seats there are.
        level: The level of a tournament.
        currency: The code of the currency.
        currency_symbol: Its sign.
        extensions: What is known beyond the fields of PHH.
    """

    variant: str
    digits: int
    stacks: list[int]
    finishing_stacks: list[int] | None
    winnings: list[int] | None
    names: list[str]
    seats: list[int]
    recorded_raises: list[tuple[int, int]]
    hand: str | None
    venue: str | None
    table: str | None
    seat_count: int | None
    level: int | None
    currency: str | None
    currency_symbol: str | None
    extensions: Extensions


def prepare_for_writing(history: HandHistory) -> tuple[WritableHand, ChipNotation, State]:
    """Play a hand, and say what else is known of it.

    Args:
        history: The history.

    Returns:
        What is known, how units become amounts, and the end of the hand.

    Raises:
        UnsupportedError: A stack is not known, or a field has a value that it cannot have.
        ReplayError: The hand cannot be played.
    """
    extensions = Extensions.of(history)
    counted, chips = count_units(history, extensions)
    state = counted.replay().state
    count = state.player_count
    writable = WritableHand(
        variant=history.variant,
        digits=chips.digits,
        stacks=list(counted.starting_stacks),
        finishing_stacks=_amounts("finishing_stacks", counted.finishing_stacks),
        winnings=_amounts("winnings", counted.winnings),
        names=name_players(history, count),
        seats=[_number("seats", seat) for seat in history.seats or range(1, count + 1)],
        recorded_raises=_find_recorded_raises(history, extensions, chips),
        hand=None if history.hand is None else str(history.hand),
        venue=_text("venue", history.venue),
        table=None if history.table is None else str(history.table),
        seat_count=None
        if history.seat_count is None
        else _number("seat_count", history.seat_count),
        level=None if history.level is None else _number("level", history.level),
        currency=_text("currency", history.currency),
        currency_symbol=_text("currency_symbol", history.currency_symbol),
        extensions=extensions.count_units(lambda amount: _units(amount, chips)),
    )
    return writable, chips, state


def name_players(history: HandHistory, count: int) -> list[str]:
    """Return what players are called in texts: no two of a hand have the same name.

    Args:
        history: The hand.
        count: How many players there are.

    Returns:
        The names.
    """
    names: Iterable[str | None] = history.players or [None] * count
    named = [name or f"Player {index}" for index, name in enumerate(names, 1)]
    return make_distinct(history, named)


def _number(name: str, value: Any) -> int:
    if type(value) is not int or not 0 <= value <= _MAX:
        message = f"cannot be written: {name} cannot be {repr(value)[:60]}"
        raise UnsupportedError(message, code="field-value", field=name)
    return value


def _amounts(name: str, values: list[Any] | None) -> list[Any] | None:
    """Refuse what is recorded of more chips than are counted: no replay has seen it."""
    for value in values or ():
        if not -_MAX_UNITS <= value <= _MAX_UNITS:
            message = f"cannot be written: {name} cannot have {repr(value)[:60]}"
            raise UnsupportedError(message, code="field-value", field=name)
    return values


def _text(name: str, value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        message = f"cannot be written: {name} cannot be {repr(value)[:60]}"
        raise UnsupportedError(message, code="field-value", field=name)
    return value


def _find_recorded_raises(
    history: HandHistory, extensions: Extensions, chips: ChipNotation
) -> list[tuple[int, int]]:
    raises = []
    for number, said in extensions.said:
        if not said.startswith(_RAISES_TO) or not 0 < number <= len(history.actions):
            continue
        if " cbr " not in history.actions[number - 1]:
            # It was played as a call.
            continue
        before = sum(" cbr " in action for action in history.actions[: number - 1])
        raises.append((before, chips.read(said.removeprefix(_RAISES_TO))))
    return raises


@dataclass(slots=True)
class Description:
    """A hand as a room's text tells it. Amounts are in units.

    Attributes:
        history: The history.
        chips: How units become amounts.
        state: The end of the hand, with chips that are units.
        names: The players' names; `Player 1` and so on where they are not known.
        seats: The numbers of their seats.
        stacks: What they began with.
        button: The number of the button's seat.
        blinds: The blinds and straddles by player; posts are negative.
        events: What happened.
        awards: What was won, by the record if it says so.
        pushed: What was in each pot by the rules, which take no rake.
        total_pot: What was paid and not returned.
        run_count: How often the board was run.
        taken: What was taken from the pot, jackpots and the like included.
    """

    history: HandHistory
    chips: ChipNotation
    state: State
    names: list[str]
    seats: list[int]
    stacks: list[int]
    button: int
    blinds: list[int]
    events: list[Event] = field(default_factory=list)
    awards: list[Award] = field(default_factory=list)
    pushed: dict[int, int] = field(default_factory=dict)
    total_pot: int = 0
    run_count: int = 1
    taken: int = 0

    @property
    def winnings(self) -> list[int]:
        """The winnings of each player from the pots."""
        won = [0] * len(self.names)
        for award in self.awards:
            won[award.player] += award.amount
        return won


def describe(history: HandHistory) -> Description:
    """Play a hand, and tell it as a room's text would.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 6", "p1 f"],
    ... )
    >>> transcript = describe(history)
    >>> [(event.kind, event.player, event.amount) for event in transcript.events if event.amount]
    [('blind', 0, 2), ('blind', 1, 1), ('raise', 1, 5), ('uncalled', 1, 4)]
    >>> transcript.total_pot, transcript.awards
    (4, [Award(pot=0, board=0, player=1, amount=4)])

    Args:
        history: The history.

    Returns:
        The description.

    Raises:
        UnsupportedError: A stack is not known, or the hand does not come to its end.
        ReplayError: The hand cannot be played.
    """
    writable, chips, state = prepare_for_writing(history)
    events, awards, pushed, total_pot, run_count, taken = _native.transcribe(state, writable)
    blinds = list(state.blinds_or_straddles)
    if len(blinds) == 2:
        # Of two players, the first has the blind of the second.
        blinds.reverse()
    button = writable.extensions.button
    return Description(
        history,
        chips,
        state,
        writable.names,
        writable.seats,
        writable.stacks,
        writable.seats[-1] if button is None else button,
        blinds,
        list(map(_event, events)),
        list(map(Award._make, awards)),
        dict(pushed),
        total_pot,
        run_count,
        taken,
    )


def count_units(
    history: HandHistory, extensions: Extensions | None = None
) -> tuple[HandHistory, ChipNotation]:
    """Return a history whose chips are units, and what a unit is.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[Decimal("0.5"), 1],
    ...     min_bet=1,
    ...     starting_stacks=[20, 20],
    ...     actions=["p2 cbr 2.5"],
    ... )
    >>> counted, chips = count_units(history)
    >>> counted.starting_stacks, counted.actions, chips.scale
    ([2000, 2000], ['p2 cbr 250'], 100)

    Args:
        history: The history.
        extensions: What is known beyond the fields of PHH, whose amounts are whole units, too.

    Returns:
        The history in units, and the units.

    Raises:
        UnsupportedError: A stack is not known, or the game is one of a configuration.
    """
    if history.variant == CONFIGURED:
        raise UnsupportedError(
            "games of configurations have no place in texts of rooms", code="configured-game"
        )
    stacks = starting_stacks(history)
    if any(stack == inf for stack in stacks):
        raise UnsupportedError(
            "a stack is not known, so the hand cannot be written", code="unknown-stack"
        )
    values: dict[str, Any] = {name: getattr(history, name) for name in (*_LISTS, *_BETS)}
    values["starting_stacks"] = stacks
    others = () if extensions is None else tuple(extensions.list_amounts())
    if _are_whole(history, values) and all(type(amount) is int for amount in others):
        return _make_counted(history, list(history.actions), values), WHOLE
    read = [read_action(action) for action in history.actions]
    numbers = [_exact(one) for value in values.values() for one in _flat(value)]
    raises = {
        n: _exact(history.parse_value(one.argument or ""))
        for n, one in enumerate(read)
        if one.kind == "cbr"
    }
    numbers += raises.values()
    numbers += (amount for amount in map(_exact, others) if amount.is_finite())
    chips = choose_chips(numbers)
    actions = list(history.actions)
    for number, amount in raises.items():
        player = read[number].player_index
        assert player is not None
        actions[number] = f"p{player + 1} cbr {_units(amount, chips)}"
    fields: dict[str, Any] = {
        name: None
        if value is None
        else [_units(one, chips) for one in value]
        if isinstance(value, list)
        else _units(value, chips)
        for name, value in values.items()
    }
    return _make_counted(history, actions, fields), chips


def _are_whole(history: HandHistory, values: dict[str, Any]) -> bool:
    """Return whether all amounts are integers already, so that nothing is to be counted."""
    if not all(type(one) is int for value in values.values() for one in _flat(value)):
        return False
    raises = (action.split(" ", 3) for action in history.actions if " cbr " in action)
    return all(len(one) == 3 and one[2].isdecimal() for one in raises)


def _make_counted(history: HandHistory, actions: list[str], fields: dict[str, Any]) -> HandHistory:
    others = {"_board_count": history.board_count} if history.board_count > 1 else {}
    return HandHistory(
        variant=history.variant,
        ante_trimming_status=history.ante_trimming_status,
        actions=actions,
        user_defined_fields=others,
        **fields,
    )


def _flat(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]


def _exact(value: Any) -> Decimal:
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)


def _units(value: Any, chips: ChipNotation) -> int:
    exact = _exact(value)
    if not exact.is_finite():
        raise UnsupportedError(f"an amount cannot be {exact}", code="no-amount")
    return int(exact.scaleb(chips.digits))
