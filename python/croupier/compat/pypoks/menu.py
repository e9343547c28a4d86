"""The move menu: few moves of exact sizes instead of any amount."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from croupier.errors import RuleError, UnsupportedError
from croupier.state import BettingStructure, State

__all__ = ["CALL", "CHECK", "FIRST_RAISE", "FOLD", "Choice", "Move", "MoveMenu"]

CHECK, FOLD, CALL, FIRST_RAISE = range(4)
"""The places of moves in a menu: check, fold, call, and from the fourth on bets and raises."""


class Move(NamedTuple):
    """A move; a bet or raise has sizes, unless it is the smallest (BRM) or all-in (BRA).

    Attributes:
        name: The name.
        preflop: The size on the first street, as a multiple of the highest bet.
        postflop: The size on later streets, as a part of the pot.

    >>> Move("BR1", 2.4, 0.5).preflop
    2.4
    """

    name: str
    preflop: float | None = None
    postflop: float | None = None


class Choice(NamedTuple):
    """A move of the menu as it is now.

    Attributes:
        move: The place in the menu.
        name: The name of the move.
        allowed: Whether it may be made.
        cash: How many chips it adds to the player's bet.
        operation: The method of the state that makes it.
        amount: What the player's bet becomes, where it is a bet or raise.

    >>> Choice(2, "CLL", True, 5, "check_or_call").amount is None
    True
    """

    move: int
    name: str
    allowed: bool
    cash: int
    operation: str
    amount: int | None = None


class MoveMenu:
    """A menu of a few moves: check, fold, call, and bets and raises of some sizes.

    Before the flop, a size is a multiple of the highest bet; later it is a part of the whole pot.
    A product is rounded as Python's `round` does it, halves to even. What is smaller than the
    smallest raise is not offered. What takes all chips is offered once, as the smallest of such
    moves, or as BRA where the menu has it.

    The menu serves any no-limit or pot-limit game with whole chips:

    >>> from croupier import Automation, PotLimitOmahaHoldem
    >>> menu = MoveMenu([Move("CCK"), Move("FLD"), Move("CLL"), Move("BR1", 3.5, 1.0)])
    >>> state = PotLimitOmahaHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 3, seed=1
    ... )
    >>> [(choice.name, choice.cash) for choice in menu.choices(state) if choice.allowed]
    [('FLD', 0), ('CLL', 2), ('BR1', 7)]
    >>> menu.apply(state, "BR1")
    CompletionBettingOrRaisingTo(commentary=None, player_index=2, amount=7)
    """

    __slots__ = ("_all_in", "_raises", "moves", "names")

    def __init__(self, moves: Iterable[Move]) -> None:
        """Make a menu.

        Args:
            moves: Check, fold, call, and bets and raises from small to large; `GameConfig` checks
                them.
        """
        self.moves = tuple(moves)
        self.names = tuple(move.name for move in self.moves)
        self._all_in = self.names[-1] == "BRA"
        sized = self.moves[FIRST_RAISE : -1 if self._all_in else None]
        self._raises = tuple((move.preflop, move.postflop) for move in sized)

    def index(self, name: str) -> int:
        """Return the place of a move.

        Args:
            name: Its name.

        Returns:
            The place.

        Raises:
            RuleError: There is no such move.
        """
        try:
            return self.names.index(name)
        except ValueError:
            raise RuleError(
                f"there is no move {name!r}: there are {', '.join(self.names)}", code="unknown-move"
            ) from None

    def sizes(
        self, pot: int, cash_tc: int, cash_rs: int, cash: int, cash_cs: int, *, preflop: bool
    ) -> tuple[tuple[bool, ...], tuple[int, ...]]:
        """Say which moves are allowed and how many chips each adds.

        >>> menu = MoveMenu([Move("CCK"), Move("FLD"), Move("CLL"), Move("BR1", 2.4, 0.5)])
        >>> menu.sizes(7, 5, 5, 500, 0, preflop=True)
        ((False, True, True, True), (0, 0, 5, 12))

        Args:
            pot: All chips that were bet.
            cash_tc: The highest bet of the street.
            cash_rs: The size of the last raise; the big blind at the start of a street.
            cash: What the player has behind.
            cash_cs: The player's bet.
            preflop: Whether it is the first street.

        Returns:
            Whether each move is allowed, and the chips of each.
        """
        call = cash_tc - cash_cs
        lowest = cash_tc + cash_rs
        allowed = [call == 0, call != 0, call > 0]
        added = [0, 0, min(call, cash)]
        open_ended = True
        for multiple, part in self._raises:
            if multiple is None or part is None:
                amount = lowest
            else:
                # The product of floats, as rounded, is what the sizes are defined by.
                amount = round(multiple * cash_tc if preflop else part * pot)
            more = amount - cash_cs
            if not open_ended or amount < lowest:
                more = 0
            elif more >= cash:
                open_ended = False
                more = 0 if self._all_in else cash
            allowed.append(more > 0)
            added.append(more)
        if self._all_in:
            more = 0 if cash == added[CALL] else cash
            allowed.append(more > 0)
            added.append(more)
        return tuple(allowed), tuple(added)

    def choices(self, state: State, raise_size: int | None = None) -> tuple[Choice, ...]:
        """Say what each move is for the player who is to act.

        Args:
            state: A state of a no-limit or pot-limit game with whole chips.
            raise_size: The size of the last raise, for a table that counts it in its own way; what
                the rules count when omitted.

        Returns:
            The moves, in the order of the menu. A raise that the rules take for a call, since all
            chips are no more than that, is a call; one that the rules refuse is not allowed; one
            beyond the pot limit is the largest.

        Raises:
            RuleError: Nobody is to bet.
            UnsupportedError: The game has fixed limits, or chips that are not whole.
        """
        player = state.actor_index
        if player is None:
            raise RuleError("nobody is to act, so there are no moves", code="nothing-to-decide")
        if state.betting_structure is BettingStructure.FIXED_LIMIT:
            raise UnsupportedError(
                "a game of fixed limits leaves no sizes to choose from", code="fixed-limit"
            )
        bets, cash, pot = state.bets, state.stacks[player], state.total_pot_amount
        if type(cash) is not int:
            raise UnsupportedError(
                f"the sizes of moves are whole chips, unlike {cash!r}", code="fractions-of-chips"
            )
        highest, bet = state.price, bets[player]
        if raise_size is None:
            raise_size = _raise_size(state, highest)
        largest = state.max_completion_betting_or_raising_to_amount
        # Beyond the pot limit there is as little as beyond all chips.
        limit = cash if largest is None or highest - bet >= cash else min(cash, largest - bet)
        preflop = state.street_index == 0
        allowed, added = self.sizes(pot, highest, raise_size, limit, bet, preflop=preflop)
        called = min(highest - bet, cash)
        found = []
        for index, name in enumerate(self.names):
            chips, may = added[index], allowed[index]
            if index == FOLD:
                found.append(Choice(index, name, may, 0, "fold"))
            elif index in (CHECK, CALL):
                chips = called if index == CALL else 0
                found.append(Choice(index, name, may, chips, "check_or_call"))
            elif may and chips == called:
                # All chips are no more than a call.
                found.append(Choice(index, name, True, chips, "check_or_call"))
            else:
                may = may and state.can_complete_bet_or_raise_to(bet + chips)
                amount = bet + chips if may else None
                chips = chips if may else 0
                found.append(Choice(index, name, may, chips, "complete_bet_or_raise_to", amount))
        return tuple(found)

    def apply(self, state: State, move: int | str, raise_size: int | None = None) -> object:
        """Make a move.

        Args:
            state: The state.
            move: The place of the move, or its name.
            raise_size: As for `choices`.

        Returns:
            The operation that was done.

        Raises:
            RuleError: The move is not allowed, or there is no such move.
        """
        index = self.index(move) if isinstance(move, str) else move
        if not 0 <= index < len(self.names):
            raise RuleError(
                f"there is no move {index}: there are 0 to {len(self.names) - 1}",
                code="unknown-move",
            )
        choices = self.choices(state, raise_size)
        choice = choices[index]
        if not choice.allowed:
            others = ", ".join(one.name for one in choices if one.allowed)
            raise RuleError(
                f"the move {choice.name} is not allowed now: {others} are", code="move-not-allowed"
            )
        if choice.amount is not None:
            return state.complete_bet_or_raise_to(choice.amount)
        return getattr(state, choice.operation)()


def _raise_size(state: State, highest: int) -> int:
    """Return the size of the smallest full raise."""
    street = state.street
    if street is not None:
        smallest = getattr(street, "min_completion_betting_or_raising_amount", 0)
        return max(int(state.completion_betting_or_raising_amount), int(smallest))
    # A game of a configuration has no streets; all chips may be less than a full raise.
    least = state.min_completion_betting_or_raising_to_amount
    return 0 if least is None else int(least) - highest
