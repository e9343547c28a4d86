"""Hands that were played, from a street on: what a spot needs to know, and what players did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.cards import Card
from croupier.errors import SetupError, UnsupportedError
from croupier.numbers import Chips
from croupier.state import (
    BoardDealing,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
)

if TYPE_CHECKING:
    from croupier.histories import HandHistory
    from croupier.state import State

__all__ = ["STREETS", "PlayedStreet", "Steps", "as_number", "follow", "name_lines"]

STREETS = {"flop": 3, "turn": 4, "river": 5}
"""Streets that spots begin with, and how many cards the board has then."""
_GAMES = {"NT": "nlhe", "NS": "short-deck", "PO": "plo"}
_POSITIONS = {
    2: ("BB", "SB"),
    3: ("SB", "BB", "BTN"),
    4: ("SB", "BB", "CO", "BTN"),
    5: ("SB", "BB", "HJ", "CO", "BTN"),
    6: ("SB", "BB", "UTG", "HJ", "CO", "BTN"),
}
_RAISES = ("open", "3-bet", "4-bet", "5-bet")
_CALLS = ("limp", "call", "call 3-bet", "call 4-bet", "call 5-bet")


class PlayedStep(NamedTuple):
    """A step of a hand: what a player of a spot did, or cards that were dealt.

    Attributes:
        player: Who: 0 acts first. Nobody where cards are dealt.
        text: `x`, `c`, `f`, `b` or `r`, or cards.
        amount: What was bet or raised to on the street, as far as it can be called.
    """

    player: int | None
    text: str
    amount: int | float = 0

    def write(self, unit: Any) -> str:
        """Return the step as the core writes it.

        Args:
            unit: How many chips a unit has.

        Returns:
            The step, such as `b120`.
        """
        return f"{self.text}{round(self.amount / unit)}" if self.amount else self.text


Steps = list[PlayedStep]


class PlayedStreet(NamedTuple):
    """A street as it was played: how it began, with two players left, and what followed.

    Attributes:
        players: Who is left, by their places in the hand; who acts first first.
        board: The cards on the board.
        pot: What lay in the middle.
        stacks: What the two had behind.
        minimum_bet: The smallest bet.
        steps: What was done from there on.
    """

    players: tuple[int, int]
    board: tuple[Card, ...]
    pot: int | float
    stacks: tuple[int | float, int | float]
    minimum_bet: int | float
    steps: Steps

    @classmethod
    def of(cls, hand: HandHistory, street: str) -> PlayedStreet:
        """Find a street of a hand.

        Args:
            hand: The hand.
            street: `flop`, `turn` or `river`.

        Returns:
            What was played.

        Raises:
            SetupError: There is no such street, or nobody could bet there.
            UnsupportedError: There are not two players left.
        """
        if street not in STREETS:
            raise SetupError(
                f"a spot begins on the flop, turn or river, not on the {street}",
                code="unknown-street",
            )
        found: PlayedStreet | None = None
        first = 0
        state = None
        for state in hand:
            if found is not None:
                continue
            board = tuple(state.get_board_cards(0)) if state.board_count else ()
            if len(board) != STREETS[street] or state.actor_index is None or any(state.bets):
                continue
            found, first = _begin(state, board, street), len(state.operations)
        if found is None or state is None:
            raise SetupError(f"nobody can bet on the {street} of this hand", code="no-decision")
        steps = follow(state.operations[first:], found.players, found.stacks)
        return found._replace(steps=steps)

    @staticmethod
    def game_of(hand: HandHistory) -> str:
        """Return the name of the game of a hand.

        Args:
            hand: The hand.

        Returns:
            The name, as spots take it.

        Raises:
            UnsupportedError: Spots of the game are made by hand.
        """
        name = _GAMES.get(str(hand.variant))
        if name is None:
            raise UnsupportedError(
                f"spots are made of hands of hold'em, short deck and Omaha, not of the variant"
                f" {hand.variant!r}: say the game",
                code="variant",
            )
        return name


def _begin(state: State, board: tuple[Card, ...], street: str) -> PlayedStreet:
    live = [player for player in state.player_indices if state.statuses[player]]
    if len(live) != 2:
        raise UnsupportedError(
            f"{len(live)} players are left on the {street}, and spots have two",
            code="player-count",
        )
    first = state.actor_index
    order = [player for player in live if player == first] + [
        player for player in live if player != first
    ]
    stacks = [as_number(state.stacks[player]) for player in order]
    least = as_number(state.min_completion_betting_or_raising_to_amount or 1)
    pot = as_number(state.total_pot_amount)
    return PlayedStreet((order[0], order[1]), board, pot, (stacks[0], stacks[1]), least, [])


def follow(
    operations: Sequence[object], players: tuple[int, int], stacks: Sequence[int | float]
) -> Steps:
    """Return what two players did, and which cards were dealt.

    Args:
        operations: What was done.
        players: Their places in the hand; who acts first first.
        stacks: What they had behind.

    Returns:
        The steps; bets are no larger than the other can call.
    """
    behind = list(stacks)
    bets: list[int | float] = [0, 0]
    steps: Steps = []
    for operation in operations:
        match operation:
            case BoardDealing():
                bets = [0, 0]
                steps.append(PlayedStep(None, "".join(map(repr, operation.cards))))
            case Folding() if operation.player_index in players:
                steps.append(PlayedStep(players.index(operation.player_index), "f"))
            case CheckingOrCalling() if operation.player_index in players:
                player = players.index(operation.player_index)
                paid = min(max(bets) - bets[player], behind[player])
                behind[player] -= paid
                bets[player] += paid
                steps.append(PlayedStep(player, "c" if paid else "x"))
            case CompletionBettingOrRaisingTo() if operation.player_index in players:
                player = players.index(operation.player_index)
                most = min(one + two for one, two in zip(bets, behind, strict=True))
                amount = min(as_number(operation.amount), most)
                steps.append(PlayedStep(player, "r" if max(bets) else "b", amount))
                behind[player] -= amount - bets[player]
                bets[player] = amount
            case _:
                pass
    return steps


def name_lines(hand: HandHistory) -> dict[int, str]:
    """Say what players did before the flop, each with the position: `BTN open`, `BB call`.

    >>> from croupier import HandHistory
    >>> hand = HandHistory.loads('''
    ... variant = "NT"
    ... antes = [0, 0, 0]
    ... blinds_or_straddles = [1, 2, 0]
    ... min_bet = 2
    ... starting_stacks = [200, 200, 200]
    ... actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 6", "p1 f", "p2 cc"]
    ... ''')
    >>> name_lines(hand)
    {2: 'BTN open', 0: 'SB fold', 1: 'BB call'}

    Args:
        hand: The hand.

    Returns:
        By the places of players, the position and the last thing that was done.
    """
    state = None
    for state in hand:
        if state.board_count and list(state.get_board_cards(0)):
            break
    if state is None:
        return {}
    count = len(state.player_indices)
    names = _POSITIONS.get(count) or (
        "SB",
        "BB",
        *(["UTG"] * (count - 5)),
        "HJ",
        "CO",
        "BTN",
    )
    raises = 0
    found: dict[int, str] = {}
    for operation in state.operations:
        match operation:
            case CompletionBettingOrRaisingTo():
                what = _RAISES[min(raises, len(_RAISES) - 1)]
                raises += 1
            case CheckingOrCalling():
                what = _CALLS[min(raises, len(_CALLS) - 1)] if operation.amount else "check"
            case Folding():
                what = "fold"
            case _:
                continue
        player = operation.player_index
        found.pop(player, None)
        found[player] = f"{names[player]} {what}"
    return found


def as_number(amount: Chips) -> int | float:
    """Return an amount of a hand as spots take it.

    Args:
        amount: The amount.

    Returns:
        An integer where it is one.
    """
    number = float(amount)
    return int(number) if number.is_integer() else number
