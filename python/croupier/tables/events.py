"""The events of a table, as a stream that recorders listen to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from croupier.agents import Move
from croupier.numbers import Chips
from croupier.state import Operation, State

if TYPE_CHECKING:
    from croupier.games import CustomGame, Poker

__all__ = [
    "Event",
    "Fault",
    "Game",
    "HandEnded",
    "HandStarted",
    "MatchEnded",
    "MatchStarted",
    "OperationDone",
    "PlayerJoined",
    "PlayerLeft",
    "Rebought",
    "Recorder",
]

Game: TypeAlias = "Poker | CustomGame"
"""An object that starts hands."""


class MatchStarted(NamedTuple):
    """A match begins.

    Attributes:
        game: What is played.
        names: The players, by their seats.
        stacks: What they have.
        seed: The number that decides all cards.
    """

    game: str
    names: tuple[str, ...]
    stacks: tuple[Chips, ...]
    seed: int


class PlayerJoined(NamedTuple):
    """A player sits down.

    Attributes:
        name: The player.
        seat: Which seat.
        amount: What the player brings.
    """

    name: str
    seat: int
    amount: Chips


class PlayerLeft(NamedTuple):
    """A player stands up.

    Attributes:
        name: The player.
        seat: Which seat.
        amount: What the player takes away.
    """

    name: str
    seat: int
    amount: Chips


class Rebought(NamedTuple):
    """A player buys chips.

    Attributes:
        name: The player.
        seat: Which seat.
        amount: How many.
    """

    name: str
    seat: int
    amount: Chips


class HandStarted(NamedTuple):
    """A hand begins.

    Attributes:
        number: The number of the hand, from 0.
        title: What is played in it.
        game: The game, with the blinds of this hand.
        names: The players in the order of the state: the button comes last.
        seats: Where they sit.
        state: The state; it goes on changing.
    """

    number: int
    title: str
    game: Game
    names: tuple[str, ...]
    seats: tuple[int, ...]
    state: State


class OperationDone(NamedTuple):
    """An operation of a player or of the dealer.

    Attributes:
        number: The number of the hand.
        place: Its number among the operations of the state, from 0.
        operation: What.
        names: The players in the order of the state.
        state: The state after the decision that it belongs to.
    """

    number: int
    place: int
    operation: Operation
    names: tuple[str, ...]
    state: State


class Fault(NamedTuple):
    """An agent failed, and something was decided for it.

    Attributes:
        number: The number of the hand.
        name: The player.
        player_index: The player's place in the state.
        kind: `crash`, `illegal` or `late`.
        message: What was wrong.
        move: What was done instead; `None` where nothing had to be.
        error: What the agent raised, or what was raised about its answer.
    """

    number: int
    name: str
    player_index: int
    kind: str
    message: str
    move: Move | None
    error: BaseException | None = None


class HandEnded(NamedTuple):
    """A hand is over.

    Attributes:
        number: The number of the hand, from 0.
        title: What was played in it.
        game: The game, with the blinds of this hand.
        names: The players in the order of the state: the button comes last.
        seats: Where they sit.
        state: The state at the end.
        payoffs: What they won or lost.
    """

    number: int
    title: str
    game: Game
    names: tuple[str, ...]
    seats: tuple[int, ...]
    state: State
    payoffs: tuple[Chips, ...]


class MatchEnded(NamedTuple):
    """A match is over.

    Attributes:
        hands: How many hands were played.
        names: Those who still sit there.
        stacks: What they have.
    """

    hands: int
    names: tuple[str, ...]
    stacks: tuple[Chips, ...]


Event: TypeAlias = (
    MatchStarted
    | PlayerJoined
    | PlayerLeft
    | Rebought
    | HandStarted
    | OperationDone
    | Fault
    | HandEnded
    | MatchEnded
)


class Recorder(Protocol):
    """A listener to what happens at a table.

    A class may have an attribute `listens_to`, the types of events that it wants to hear of. What
    nobody wants to hear of costs no time.
    """

    def record(self, event: Event) -> None:
        """Take note of an event.

        Args:
            event: What happened.
        """
