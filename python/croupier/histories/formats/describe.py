"""From a hand history to what was said at the table: the one way for every writer.

The hand is played, and each operation becomes an event with what a room's text says of it: what
was paid, what that comes to on the street, whether the player is all-in, what was returned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from math import inf
from typing import Any, NamedTuple

from croupier.cards import Card
from croupier.errors import UnsupportedError
from croupier.histories.actions import read_action
from croupier.histories.amounts import starting_stacks
from croupier.histories.formats.amounts import WHOLE, Chips
from croupier.histories.history import HandHistory
from croupier.histories.variants import CONFIGURED
from croupier.state import (
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    BoardDealing,
    BringInPosting,
    CheckingOrCalling,
    ChipsPushing,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleCardsShowingOrMucking,
    HoleDealing,
    StandingPatOrDiscarding,
    State,
)

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
        events: What happened.
        awards: What was won.
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
    events: list[Event] = field(default_factory=list)
    awards: list[Award] = field(default_factory=list)
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
    >>> told = describe(history)
    >>> [(event.kind, event.player, event.amount) for event in told.events if event.amount]
    [('blind', 0, 2), ('blind', 1, 1), ('raise', 1, 5), ('uncalled', 1, 4)]
    >>> told.total_pot, told.awards
    (4, [Award(pot=0, board=0, player=1, amount=4)])

    Args:
        history: The history.

    Returns:
        The description.

    Raises:
        UnsupportedError: A stack is not known, or the hand does not come to its end.
        ReplayError: The hand cannot be played.
    """
    counted, chips = count_units(history)
    state = counted.replay().state
    if state.status:
        raise UnsupportedError("The hand does not come to its end, so it cannot be written.")
    count = state.player_count
    names = [name or f"Player {index + 1}" for index, name in enumerate(history.players or [])]
    names = names or [f"Player {index + 1}" for index in range(count)]
    seats = history.seats or list(range(1, count + 1))
    button = history.user_defined_fields.get("_button", seats[-1])
    told = Description(
        history=history,
        chips=chips,
        state=state,
        names=names,
        seats=seats,
        stacks=list(counted.starting_stacks),
        button=button,
    )
    dead = history.user_defined_fields.get("_dead_posts", {})
    units = [_units(dead.get(name, 0), chips) for name in names]
    teller = _Teller(told, units)
    teller.tell()
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
    ([200, 200], ['p2 cbr 25'], 10)

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
    digits = max((_digits(number) for number in numbers), default=0)
    # Money has cents.
    chips = Chips(2 if 0 < digits < 2 and history.currency else digits)
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


def _digits(number: Decimal) -> int:
    exponent = number.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _units(value: Any, chips: Chips) -> int:
    return int(_exact(value).scaleb(chips.digits))


class _Teller:
    """Walk through the operations of a hand."""

    def __init__(self, told: Description, dead: list[int]) -> None:
        self._told = told
        self._dead = dead
        self._left = list(told.stacks)
        self._bets = [0] * len(told.names)
        self._antes = [0] * len(told.names)
        self._street = 0
        self._own = [0] * len(told.names)
        self._dealt_boards: list[int] = []

    def tell(self) -> None:
        events = self._told.events
        for operation in self._told.state.operations:
            for event in self._events(operation):
                events.append(event)
        # Nobody else put anything into the pot.
        for index, own in enumerate(self._own):
            if own:
                self._told.awards.append(Award(0, 0, index, own))

    def _pay(self, index: int, amount: int) -> None:
        self._bets[index] += amount
        self._left[index] -= amount

    def _made(self, kind: str, index: int, amount: int, over: int = 0) -> Event:
        all_in = self._left[index] == 0 and amount > 0
        return Event(kind, self._street, index, amount, self._bets[index], over, all_in)

    def _events(self, operation: Any) -> Iterator[Event]:
        match operation:
            case AntePosting(index, amount):
                self._left[index] -= amount
                self._antes[index] += amount
                dead = min(self._dead[index], amount)
                if amount > dead:
                    yield self._made("ante", index, amount - dead)
                if dead:
                    yield self._made("dead", index, dead)
            case BlindOrStraddlePosting(index, amount):
                blinds = self._blinds()
                kind = "post" if blinds[index] < 0 else "blind"
                if kind == "blind" and sum(1 for blind in blinds[:index] if blind > 0) >= 2:
                    kind = "straddle"
                self._pay(index, amount)
                yield self._made(kind, index, amount)
            case BringInPosting(index, amount):
                self._pay(index, amount)
                yield self._made("bring_in", index, amount)
            case Folding(index):
                yield self._made("fold", index, 0)
            case CheckingOrCalling(index, amount):
                self._pay(index, amount)
                yield self._made("call" if amount else "check", index, amount)
            case CompletionBettingOrRaisingTo(index, total):
                high = max(self._bets)
                amount = total - self._bets[index]
                self._pay(index, amount)
                yield self._made("raise" if high else "bet", index, amount, total - high)
            case BetCollection(bets):
                yield from self._collect(bets)
            case HoleDealing(index, cards, statuses):
                yield Event("deal", self._street, index, cards=tuple(cards), faces=tuple(statuses))
            case BoardDealing(cards):
                yield self._deal_board(tuple(cards))
            case StandingPatOrDiscarding(index, cards):
                yield Event("discard", self._street, index, cards=tuple(cards))
            case HoleCardsShowingOrMucking(index, cards):
                kind = "show" if any(cards) else "muck"
                if cards and not any(cards):
                    # They stay face down for now.
                    return
                yield Event(kind, self._street, index, cards=tuple(cards))
            case ChipsPushing():
                for index, amount in enumerate(operation.amounts):
                    if amount:
                        amount += self._own[index]
                        self._own[index] = 0
                        self._award(operation, index, amount)
            case _:
                pass

    def _award(self, operation: ChipsPushing, index: int, amount: int) -> None:
        """Keep what a player wins; who is left alone wins every run."""
        boards = [operation.board_index or 0]
        if operation.board_index is None:
            boards = list(range(self._told.run_count))
        for board in boards:
            part = amount // len(boards) + (board < amount % len(boards))
            self._told.awards.append(Award(operation.pot_index, board, index, part))

    def _blinds(self) -> list[int]:
        blinds = list(self._told.state.blinds_or_straddles)
        if len(blinds) == 2:
            blinds.reverse()
        return blinds

    def _collect(self, bets: Any) -> Iterator[Event]:
        told = self._told
        antes = any(self._antes) and not any(self._bets)
        paid = self._antes if antes else self._bets
        called = sorted(paid)[-2]
        for index, (bet, kept) in enumerate(zip(paid, bets, strict=True)):
            if bet <= kept:
                continue
            self._left[index] += bet - kept
            if bet > max(called, kept):
                yield Event("uncalled", self._street, index, bet - max(called, kept))
            if called > kept:
                # The last player in the hand gets back what others called before they folded,
                # which rooms count as a part of the pot.
                told.total_pot += called - kept
                self._own[index] = called - kept
        told.total_pot += sum(bets)
        if antes:
            self._antes = [0] * len(paid)
        else:
            self._bets = [0] * len(paid)
            self._street += 1

    def _deal_board(self, cards: tuple[Card, ...]) -> Event:
        """Find out which board cards belong to: the first that is not as long as the street."""
        told = self._told
        boards = self._dealt_boards
        many = told.state.starting_board_count
        while len(boards) < many:
            boards.append(0)
        shortest = min(range(many), key=lambda board: (boards[board], board))
        if boards[shortest] + len(cards) > 5:
            # All boards are full, so the cards are run again.
            told.run_count += 1
            boards[:] = [5 - self._missing()] * many
            shortest = 0
        boards[shortest] += len(cards)
        board = shortest + (told.run_count - 1) * many
        return Event("board", self._street, cards=cards, board=board)

    def _missing(self) -> int:
        """Return how many cards a run deals: those dealt after the betting was over."""
        first = next(
            (n for n, event in enumerate(self._told.events) if event.kind == "show"),
            len(self._told.events),
        )
        later = [event for event in self._told.events[first:] if event.kind == "board"]
        return sum(len(event.cards) for event in later if event.board == 0)


def _settle(told: Description, counted: HandHistory) -> None:
    """Make the awards what the record says, if it says it: the rules know no rake."""
    gross = told.winnings
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
    added = told.history.user_defined_fields.get("_added", 0)
    return min(net) >= 0 and sum(net) <= told.total_pot + _units(added, told.chips)


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
