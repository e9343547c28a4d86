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
    Operation,
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
    _Teller(told, units).tell()
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
        self._add = told.events.append
        self._dead = dead
        self._left = list(told.stacks)
        self._bets = [0] * len(told.names)
        self._antes = [0] * len(told.names)
        self._street = 0
        self._own = [0] * len(told.names)
        self._board_count = told.state.starting_board_count
        self._dealt_boards = [0] * self._board_count

    def tell(self) -> None:
        find = _METHODS.get
        for operation in self._told.state.operations:
            method = find(type(operation))
            if method is not None:
                method(self, operation)
        # Nobody else put anything into the pot.
        for index, own in enumerate(self._own):
            if own:
                self._told.awards.append(Award(0, 0, index, own))

    def _pay(self, kind: str, index: int, amount: int, over: int = 0) -> None:
        """Take what a player bets, and say so."""
        total = self._bets[index] = self._bets[index] + amount
        left = self._left[index] = self._left[index] - amount
        all_in = left == 0 and amount > 0
        self._add(_event((kind, self._street, index, amount, total, over, all_in, (), (), 0)))

    def _post_ante(self, operation: AntePosting) -> None:
        index, amount = operation.player_index, operation.amount
        left = self._left[index] = self._left[index] - amount
        self._antes[index] += amount
        dead = min(self._dead[index], amount)
        bet, all_in = self._bets[index], left == 0
        for kind, part in (("ante", amount - dead), ("dead", dead)):
            if part:
                self._add(_event((kind, self._street, index, part, bet, 0, all_in, (), (), 0)))

    def _post_blind(self, operation: BlindOrStraddlePosting) -> None:
        index = operation.player_index
        blinds = self._told.blinds
        kind = "post" if blinds[index] < 0 else "blind"
        if kind == "blind" and sum(1 for blind in blinds[:index] if blind > 0) >= 2:
            kind = "straddle"
        self._pay(kind, index, operation.amount)

    def _post_bring_in(self, operation: BringInPosting) -> None:
        self._pay("bring_in", operation.player_index, operation.amount)

    def _fold(self, operation: Folding) -> None:
        index = operation.player_index
        bet = self._bets[index]
        self._add(_event(("fold", self._street, index, 0, bet, 0, False, (), (), 0)))

    def _call(self, operation: CheckingOrCalling) -> None:
        amount = operation.amount
        self._pay("call" if amount else "check", operation.player_index, amount)

    def _raise(self, operation: CompletionBettingOrRaisingTo) -> None:
        index, total = operation.player_index, operation.amount
        high = max(self._bets)
        self._pay("raise" if high else "bet", index, total - self._bets[index], total - high)

    def _deal(self, operation: HoleDealing) -> None:
        index, cards, faces = operation.player_index, operation.cards, operation.statuses
        self._add(_event(("deal", self._street, index, 0, 0, 0, False, cards, faces, 0)))

    def _discard(self, operation: StandingPatOrDiscarding) -> None:
        self._add(Event("discard", self._street, operation.player_index, cards=operation.cards))

    def _show(self, operation: HoleCardsShowingOrMucking) -> None:
        cards = operation.hole_cards
        if any(cards):
            self._add(Event("show", self._street, operation.player_index, cards=cards))
        elif not cards:
            # Otherwise they stay face down for now.
            self._add(Event("muck", self._street, operation.player_index))

    def _push(self, operation: ChipsPushing) -> None:
        """Keep what players win; who is left alone wins every run."""
        told, pot, amounts = self._told, operation.pot_index, operation.amounts
        told.pushed[pot] = told.pushed.get(pot, 0) + sum(amounts)
        for index, amount in enumerate(amounts):
            if not amount:
                continue
            amount += self._own[index]
            self._own[index] = 0
            board = operation.board_index
            boards = range(told.run_count) if board is None else (board,)
            for board in boards:
                part = amount // len(boards) + (board < amount % len(boards))
                told.awards.append(Award(pot, board, index, part))

    def _collect(self, operation: BetCollection) -> None:
        told, bets = self._told, operation.bets
        antes = any(self._antes) and not any(self._bets)
        paid = self._antes if antes else self._bets
        if tuple(paid) != bets:
            self._return(paid, bets)
        told.total_pot += sum(bets)
        if antes:
            self._antes = [0] * len(paid)
        else:
            self._bets = [0] * len(paid)
            self._street += 1

    def _return(self, paid: list[int], bets: tuple[int, ...]) -> None:
        """Give back what nobody called."""
        told = self._told
        called = sorted(paid)[-2]
        for index, (bet, kept) in enumerate(zip(paid, bets, strict=True)):
            if bet <= kept:
                continue
            self._left[index] += bet - kept
            if bet > max(called, kept):
                self._add(Event("uncalled", self._street, index, bet - max(called, kept)))
            if called > kept:
                # The last player in the hand gets back what others called before they folded,
                # which rooms count as a part of the pot.
                told.total_pot += called - kept
                self._own[index] = called - kept

    def _deal_board(self, operation: BoardDealing) -> None:
        """Find out which board cards belong to: the first that is not as long as the street."""
        told, cards = self._told, operation.cards
        boards, many = self._dealt_boards, self._board_count
        shortest = 0 if many == 1 else boards.index(min(boards))
        if boards[shortest] + len(cards) > 5:
            # All boards are full, so the cards are run again.
            told.run_count += 1
            boards[:] = [5 - self._missing()] * many
            shortest = 0
        boards[shortest] += len(cards)
        board = shortest + (told.run_count - 1) * many
        self._add(Event("board", self._street, cards=cards, board=board))

    def _missing(self) -> int:
        """Return how many cards a run deals: those dealt after the betting was over."""
        first = next(
            (n for n, event in enumerate(self._told.events) if event.kind == "show"),
            len(self._told.events),
        )
        later = [event for event in self._told.events[first:] if event.kind == "board"]
        return sum(len(event.cards) for event in later if event.board == 0)


_METHODS: Final[dict[type[Operation], Callable[[_Teller, Any], None]]] = {
    AntePosting: _Teller._post_ante,
    BlindOrStraddlePosting: _Teller._post_blind,
    BringInPosting: _Teller._post_bring_in,
    Folding: _Teller._fold,
    CheckingOrCalling: _Teller._call,
    CompletionBettingOrRaisingTo: _Teller._raise,
    BetCollection: _Teller._collect,
    HoleDealing: _Teller._deal,
    BoardDealing: _Teller._deal_board,
    StandingPatOrDiscarding: _Teller._discard,
    HoleCardsShowingOrMucking: _Teller._show,
    ChipsPushing: _Teller._push,
}


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
