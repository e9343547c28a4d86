"""From a hand history to what was said at the table: the one way for every writer.

The hand is played, and each operation becomes an event with what a room's text says of it: what
was paid, what that comes to on the street, whether the player is all-in, what was returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from math import inf
from typing import Any, Final, NamedTuple

from croupier.cards import Card
from croupier.errors import UnsupportedError
from croupier.histories.actions import read_action
from croupier.histories.amounts import starting_stacks
from croupier.histories.formats.amounts import WHOLE, Chips, choose_chips
from croupier.histories.history import HandHistory
from croupier.histories.variants import CONFIGURED
from croupier.state import State

__all__ = ["Award", "Description", "Event", "count_units", "describe"]

_BETS = ("bring_in", "small_bet", "big_bet", "min_bet")
_LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")


class Event(NamedTuple):
    """Say what happened. Amounts are in units.

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
    """Say what a player won of a pot, in units, without the rake.

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
class Description:
    """Keep a hand as a room's text tells it. Amounts are in units.

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
        awards: What was won.
        pushed: What was in each pot by the rules, which take no rake.
        total_pot: What was paid and not returned.
        taken: What was taken from the pot, jackpots and the like included.
        run_count: How often the board was run.
    """

    history: HandHistory
    chips: Chips
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
    taken: int = 0
    run_count: int = 1

    @property
    def winnings(self) -> list[int]:
        """What each player won from the pots."""
        won = [0] * len(self.names)
        for award in self.awards:
            won[award.player] += award.amount
        return won


def describe(history: HandHistory, *, state: State | None = None) -> Description:
    """Play a hand, and tell it as a room's text would.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 6", "p1 f"],
    ... )
    >>> told = describe(history)
    >>> [(event.kind, event.player, event.amount) for event in told.events if event.amount]
    [('blind', 0, 2), ('blind', 1, 1), ('raise', 1, 5), ('uncalled', 1, 4)]
    >>> told.total_pot, told.awards
    (4, [Award(pot=0, board=0, player=1, amount=4)])

    Args:
        history: The history.
        state: The end of the hand, if it was played already; all amounts are whole chips then.

    Returns:
        The description.

    Raises:
        UnsupportedError: A stack is not known, or the hand does not come to its end.
        ReplayError: The hand cannot be played.
    """
    if state is None:
        counted, chips = count_units(history)
        state = counted.replay().state
    else:
        counted, chips = history, WHOLE
    if state.status:
        raise UnsupportedError("The hand does not come to its end, so it cannot be written.")
    count = state.player_count
    names = [name or f"Player {index + 1}" for index, name in enumerate(history.players or [])]
    names = names or [f"Player {index + 1}" for index in range(count)]
    seats = history.seats or list(range(1, count + 1))
    button = history.user_defined_fields.get("_button", seats[-1])
    blinds = list(state.blinds_or_straddles)
    if count == 2:
        # Of two players, the first has the blind of the second.
        blinds.reverse()
    told = Description(
        history, chips, state, names, seats, list(counted.starting_stacks), button, blinds
    )
    dead = history.user_defined_fields.get("_dead_posts")
    units = [_units(dead.get(name, 0), chips) for name in names] if dead else [0] * count
    events, awards, pushed, told.total_pot, told.run_count = state._tell(told.stacks, blinds, units)
    told.events = list(map(_event, events))
    told.awards = list(map(Award._make, awards))
    told.pushed = dict(pushed)
    _settle(told, counted)
    return told


def count_units(history: HandHistory) -> tuple[HandHistory, Chips]:
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

    Returns:
        The history in units, and the units.

    Raises:
        UnsupportedError: A stack is not known, or the game is one of a configuration.
    """
    if history.variant == CONFIGURED:
        raise UnsupportedError("Games of configurations have no place in texts of rooms.")
    stacks = starting_stacks(history)
    if any(stack == inf for stack in stacks):
        raise UnsupportedError("A stack is not known, so the hand cannot be written.")
    values: dict[str, Any] = {name: getattr(history, name) for name in (*_LISTS, *_BETS)}
    values["starting_stacks"] = stacks
    if _are_whole(history, values):
        return _make_counted(history, list(history.actions), values), WHOLE
    read = [read_action(action) for action in history.actions]
    numbers = [_exact(one) for value in values.values() for one in _flat(value)]
    raises = {
        n: _exact(history.parse_value(one.argument or ""))
        for n, one in enumerate(read)
        if one.kind == "cbr"
    }
    numbers += raises.values()
    numbers += [
        _exact(one) for name in ("_rake",) for one in _flat(history.user_defined_fields.get(name))
    ]
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
    """Tell whether all amounts are integers already, so that nothing is to be counted."""
    rake = history.user_defined_fields.get("_rake", 0)
    if not all(type(one) is int for value in values.values() for one in _flat(value)):
        return False
    raises = (action.split(" ", 3) for action in history.actions if " cbr " in action)
    return type(rake) is int and all(len(one) == 3 and one[2].isdecimal() for one in raises)


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


def _units(value: Any, chips: Chips) -> int:
    exact = _exact(value)
    if not exact.is_finite():
        raise UnsupportedError(f"an amount cannot be {exact}")
    return int(exact.scaleb(chips.digits))


def _settle(told: Description, counted: HandHistory) -> None:
    """Make the awards what the record says, if it says it: the rules know no rake."""
    gross = told.winnings
    if (
        counted.finishing_stacks == told.state.stacks
        and "_cap" not in told.history.user_defined_fields
        and _is_possible(told, gross)
    ):
        # The record says what the rules say.
        told.awards = [award for award in told.awards if award.amount]
        told.taken = told.total_pot - sum(gross)
        return
    net = next((net for net in _recorded(told, counted, gross) if _is_possible(told, net)), None)
    if net is None:
        told.taken = told.total_pot - sum(gross)
        return
    if any(bool(one) != bool(other) for one, other in zip(gross, net, strict=True)):
        # Cards are unknown, and the rules cannot tell who won.
        told.awards = [Award(0, 0, index, won) for index, won in enumerate(net) if won]
    else:
        told.awards = _lower(told.awards, [a - b for a, b in zip(gross, net, strict=True)])
    told.taken = told.total_pot - sum(net)


def _recorded(told: Description, counted: HandHistory, gross: list[int]) -> Iterator[list[int]]:
    """Yield what players won by the record, in all the ways that records say it."""
    ends = counted.finishing_stacks
    if ends is not None and "_cap" not in told.history.user_defined_fields:
        played = list(told.state.stacks)
        yield [won - (end - said) for won, end, said in zip(gross, played, ends, strict=True)]
    if counted.winnings is not None:
        yield list(counted.winnings)
        # Some records count a bet that nobody called among the winnings of who made it.
        net = list(counted.winnings)
        for event in told.events:
            if event.kind == "uncalled" and event.player is not None:
                net[event.player] -= event.amount
        yield net


def _is_possible(told: Description, net: list[int]) -> bool:
    if not any(net) and "_cash_outs" not in told.history.user_defined_fields:
        return False
    added = told.history.user_defined_fields.get("_added")
    most = told.total_pot + (_units(added, told.chips) if added else 0)
    return min(net) >= 0 and sum(net) <= most


def _lower(awards: list[Award], less: list[int]) -> list[Award]:
    """Take from what players won, largest first, what they did not get."""
    lowered = list(awards)
    for player, missing in enumerate(less):
        places = [place for place, award in enumerate(lowered) if award.player == player]
        places.sort(key=lambda place: -lowered[place].amount)
        for place in places:
            part = min(missing, lowered[place].amount) if missing > 0 else missing
            lowered[place] = lowered[place]._replace(amount=lowered[place].amount - part)
            missing -= part
    return [award for award in lowered if award.amount]
