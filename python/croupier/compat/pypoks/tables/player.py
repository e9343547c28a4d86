"""Players of a table, and what they are asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from operator import index
from random import Random
from typing import TypeAlias

from croupier.compat.pypoks.hand import Event, PlayedHand, seat_of
from croupier.compat.pypoks.history import HHistory, order_from, view_events
from croupier.errors import AgentError
from croupier.state import State

__all__ = ["Answer", "Decision", "PPlayer", "Policy", "mask_probs", "uniform_probs"]

Answer: TypeAlias = int | Sequence[float]
"""The answer of a policy: the number of a move, or how likely each move is."""


class Decision:
    """A decision that a player has to make, with all that the player may know.

    Attributes:
        player: The player.
        allowed_moves: Whether each move of the menu may be made.
        moves_cash: How many chips each of them adds.
    """

    __slots__ = ("_history", "_numbers", "_position", "allowed_moves", "moves_cash", "player")

    def __init__(
        self,
        player: str,
        allowed_moves: tuple[bool, ...],
        moves_cash: tuple[int, ...],
        history: HHistory,
        numbers: dict[str, int],
        position: int,
    ) -> None:
        """Put the question.

        Args:
            player: The player.
            allowed_moves: Whether each move may be made.
            moves_cash: How many chips each of them adds.
            history: The history of the hand.
            numbers: How the player numbers everybody.
            position: Where the player sits.
        """
        self.player = player
        self.allowed_moves = allowed_moves
        self.moves_cash = moves_cash
        self._history = history
        self._numbers = numbers
        self._position = position

    @property
    def events(self) -> list[Event]:
        """The events of the hand as the player sees them."""
        return view_events(self._history.events, self._numbers)

    @property
    def state(self) -> State:
        """The state of the hand as the player sees it: cards of others are unknown."""
        hand = self._hand
        return hand.state.observe(seat_of(self._position, len(hand.players)))

    @property
    def move_names(self) -> tuple[str, ...]:
        """The names of the moves."""
        return self._hand.config.menu.names

    @property
    def _hand(self) -> PlayedHand:
        hand = self._history.hand
        assert hand is not None
        return hand


Policy: TypeAlias = Callable[[Decision], Answer]
"""Whatever decides: a callable that is given a `Decision`."""


class PPlayer:
    """A player at a table, who decides by a policy or at random.

    Classes that derive from this one may decide in any way, and listen to what happens.

    Attributes:
        id: The name of the player.
        policy: What decides; `None` for any allowed move, all equally likely.
        pls: Everybody, the player first and then the seats to the left; the table sets it.

    >>> player = PPlayer("ann", lambda decision: decision.allowed_moves.index(True))
    >>> player.id
    'ann'
    """

    # Whether the table has to tell the player what happens.
    listens = False

    def __init__(self, id: str, policy: Policy | None = None) -> None:
        """Make a player.

        Args:
            id: The name.
            policy: What decides.
        """
        self.id = id
        self.policy = policy
        self.pls: tuple[str, ...] = ()
        self.numbers: dict[str, int] = {}
        self._sent_count = 0

    def sit_down(self, players: Sequence[str]) -> None:
        """Learn who else is there.

        Args:
            players: Everybody in the order of the seats.
        """
        self.numbers = order_from(self.id, players)
        self.pls = tuple(self.numbers)

    def take_hh(self, events: list[Event]) -> None:
        """Hear what happened since the last time, before a decision and at the end of a hand.

        Only players whose `listens` is true are told.

        Args:
            events: The new events, as the player sees them.
        """

    def select_move(self, decision: Decision, random: Random) -> tuple[int, Sequence[float]]:
        """Decide.

        Args:
            decision: What is to be decided.
            random: Where chance comes from.

        Returns:
            The number of the move, and how likely each move was.

        Raises:
            AgentError: The policy answers something that is no answer.
        """
        allowed = decision.allowed_moves
        if self.policy is None:
            probs = uniform_probs(allowed)
            return sample(probs, random), probs
        return read_answer(self.policy(decision), allowed, random, self.id)

    def hear(self, history: HHistory) -> None:
        """Be told what is new in a history.

        Args:
            history: The history.
        """
        events = history.events
        new = view_events(events[self._sent_count :], self.numbers)
        self._sent_count = len(events)
        self.take_hh(new)

    def start_hand(self) -> None:
        """Forget how much of the last hand was told."""
        self._sent_count = 0


def uniform_probs(allowed: Sequence[bool]) -> tuple[float, ...]:
    """Return equal probabilities for all allowed moves.

    >>> uniform_probs([False, True, True])
    (0.0, 0.5, 0.5)

    Args:
        allowed: Whether each move may be made.

    Returns:
        The probabilities.
    """
    share = 1 / sum(allowed)
    return tuple([share if may else 0.0 for may in allowed])


def mask_probs(probs: Sequence[float], allowed: Sequence[bool], player: str) -> tuple[float, ...]:
    """Return probabilities of allowed moves alone, which sum up to 1.

    >>> mask_probs([0.2, 0.2, 0.6], [False, True, True], "ann")
    (0.0, 0.25, 0.7499999999999999)

    Args:
        probs: How likely each move is.
        allowed: Whether each move may be made.
        player: Who answered so.

    Returns:
        The probabilities.

    Raises:
        AgentError: There are too few or too many, one is no probability, or no allowed move has
            any.
    """
    try:
        values = [float(prob) for prob in probs]
    except (TypeError, ValueError):
        raise AgentError(
            f"{player} answered {probs!r}: a move or the probabilities of all moves are expected.",
            code="answer-syntax",
        ) from None
    if len(values) != len(allowed):
        raise AgentError(
            f"{player} answered {len(values)} probabilities: there are {len(allowed)} moves.",
            code="answer-count",
        )
    # The sum is no number where one of them is none, and infinite where one of them is.
    if not (min(values) >= 0 and sum(values) < inf):
        raise AgentError(
            f"{player} answered {values}: a probability is a number from 0 up.",
            code="answer-probability",
        )
    masked = [value if may else 0.0 for value, may in zip(values, allowed, strict=True)]
    total = sum(masked)
    if not total > 0:
        raise AgentError(
            f"{player} answered {values}: none of the allowed moves is likely.",
            code="answer-probability",
        )
    return tuple([value / total for value in masked])


def sample(probs: Sequence[float], random: Random) -> int:
    """Draw a move.

    Args:
        probs: How likely each move is; they sum up to 1.
        random: Where chance comes from.

    Returns:
        The number of the move.
    """
    point = random.random()
    last = 0
    for move, prob in enumerate(probs):
        if prob:
            last = move
            point -= prob
            if point < 0:
                return move
    return last


def as_move(answer: Answer) -> int | None:
    """Return the move that an answer is, or `None` where it is probabilities.

    >>> as_move(2), as_move([0.5, 0.5])
    (2, None)

    Args:
        answer: The answer.

    Returns:
        The number of the move.
    """
    if isinstance(answer, tuple | list):
        return None
    try:
        return index(answer)  # type: ignore[arg-type]
    except TypeError:
        # An array, or nothing that is an answer.
        return None


def read_answer(
    answer: Answer, allowed: Sequence[bool], random: Random, player: str
) -> tuple[int, Sequence[float]]:
    """Make a move of an answer.

    >>> read_answer(2, [False, True, True], Random(1), "ann")
    (2, (0.0, 0.0, 1.0))

    Args:
        answer: The number of a move, or how likely each move is.
        allowed: Whether each move may be made.
        random: Where chance comes from.
        player: Who answered.

    Returns:
        The number of the move, and how likely each move was.

    Raises:
        AgentError: It is no answer, or the move is not allowed.
    """
    move = as_move(answer)
    if move is not None:
        check_move(move, allowed, player)
        return move, tuple([float(place == move) for place in range(len(allowed))])
    probs = mask_probs(answer, allowed, player)  # type: ignore[arg-type]
    return sample(probs, random), probs


def check_move(move: int, allowed: Sequence[bool], player: str) -> None:
    """Look whether a player may make a move.

    Args:
        move: The number of the move.
        allowed: Whether each move may be made.
        player: Who made it.

    Raises:
        AgentError: The move is not allowed.
    """
    if not 0 <= move < len(allowed) or not allowed[move]:
        moves = ", ".join(str(place) for place, may in enumerate(allowed) if may)
        raise AgentError(
            f"{player} answered the move {move}: {moves} are allowed.", code="answer-move"
        )
