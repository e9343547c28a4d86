"""One hand after the other: agents are asked, and what they decide is done."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from croupier.agents import HandInfo, Move, choose_default, parse_move
from croupier.agents.moves import MAX_ARGUMENTS, OPTIONAL_DECISIONS
from croupier.errors import (
    AgentError,
    AgentStartError,
    FoldWithoutNeedWarning,
    LateError,
    PokerError,
    ReplenishedWarning,
)
from croupier.state import LegalOperation, State
from croupier.tables.events import Event, Fault, OperationDone, Recorder
from croupier.tables.seating import Player

if TYPE_CHECKING:
    from croupier.tables.timeouts import TimedCaller

__all__ = ["FAILURES", "Dealer", "Decision", "Listeners", "suppress_rule_warnings"]

FAILURES = (Exception, SystemExit)
"""The errors of an agent that end its own decision and no more: a program that exits, too."""

_Event = TypeVar("_Event")
_Result = TypeVar("_Result")
# How long programs may take to start and to end.
_UNLIMITED = frozenset({"start_match", "close"})
# Remarks in the record of a hand.
_REMARKS = {"crash": "the agent failed", "illegal": "an illegal answer", "late": "out of time"}


class Decision(NamedTuple):
    """A decision that a player must make before a hand goes on.

    Attributes:
        player: Who decides.
        player_index: The player's place in the state.
        state: The hand, with everybody's cards: what the player may see is `observe`.
        operation: The only move that is asked for; `None` where any legal one will do.
    """

    player: Player
    player_index: int
    state: State
    operation: str | None

    def observe(self) -> State:
        """Return the hand as the player sees it."""
        return self.state.observe(self.player_index)


@contextmanager
def suppress_rule_warnings() -> Iterator[None]:
    """Suppress warnings about what is legal but odd, and about what tables do all the time.

    Cards are dealt again in games with many draws, and a player may fold where checking is free.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ReplenishedWarning)
        warnings.simplefilter("ignore", FoldWithoutNeedWarning)
        yield


class Listeners:
    """The listeners of a table, to whom the events that they want to hear of are passed on."""

    def __init__(self) -> None:
        self._recorders: list[Recorder] = []
        self._wanted: dict[type[Any], bool] = {}

    def add(self, recorder: Recorder) -> None:
        """Add a listener.

        Args:
            recorder: Who.
        """
        self._recorders.append(recorder)
        self._wanted.clear()

    def need(self, kind: type[_Event]) -> bool:
        """Return whether anybody listens to events of a type."""
        wanted = self._wanted.get(kind)
        if wanted is None:
            wanted = any(_needs(recorder, kind) for recorder in self._recorders)
            self._wanted[kind] = wanted
        return wanted

    def __len__(self) -> int:
        return len(self._recorders)

    def send(self, event: Event) -> None:
        """Send an event to its listeners."""
        for recorder in self._recorders:
            if _needs(recorder, type(event)):
                recorder.record(event)


def _needs(recorder: Recorder, kind: type[Any]) -> bool:
    kinds = getattr(recorder, "listens_to", None)
    return kinds is None or kind in kinds


class Dealer:
    """A dealer, who asks agents, does what they decide, and decides for those that fail.

    An agent that raises an error, answers nonsense or takes too long checks or folds, keeps its
    cards, or takes the first of what else there is. That is told to listeners and remarked in
    the record of the hand, and the hand goes on.
    """

    def __init__(self, listeners: Listeners, time_limit: float | None) -> None:
        """Make the dealer.

        Args:
            listeners: Who hears of what happens.
            time_limit: How many seconds an agent has for a decision.
        """
        self._listeners = listeners
        self._time_limit = time_limit
        self._waiters: dict[int, TimedCaller] = {}
        self.number = 0

    def deal(
        self,
        state: State,
        players: Sequence[Player],
        names: tuple[str, ...],
        deciders: Sequence[Any],
    ) -> Generator[Decision, Any, None]:
        """Deal a hand to its end, and leave all decisions to the caller.

        It is sent a move for every decision: as agents return it, or the error that kept an agent
        from deciding. What is no legal move is made good as for an agent that failed.

        Args:
            state: The hand, with everything automated but what players decide.
            players: The players in the order of the state.
            names: Their names.
            deciders: What `find_deciders` returned: these are asked about bets at once, which saves
                time. Every decision is yielded where there is `None` for each player.

        Yields:
            The decisions, one by one.
        """
        sent_count = 0
        tells = self._listeners.need(OperationDone)
        if tells:
            sent_count = self._send_operations(state, sent_count, names)
        while state.status:
            bounds = state._get_bet_bounds()
            asked = None
            if bounds is not None:
                index = bounds[0]
            else:
                legal = state._get_legal()[0]
                index = legal[1][0]
                if legal[0] in OPTIONAL_DECISIONS:
                    asked = legal[0]
                    if not _wants_to_decide(players[index], LegalOperation(*legal)):
                        getattr(state, asked)()
                        if tells:
                            sent_count = self._send_operations(state, sent_count, names)
                        continue
            player = players[index]
            move: Any = None
            try:
                if bounds is not None and (decide := deciders[index]) is not None:
                    move = decide(bounds[1], bounds[2], bounds[3])
                if move is None:
                    move = yield Decision(player, index, state, asked)
                if type(move) is not Move:
                    move = _read_answer(move, state, index)
                name, arguments = move
                if asked is not None and name != asked:
                    # It is another player's, perhaps.
                    raise _NonsenseError(f"{asked} was asked for")
                if len(arguments) > MAX_ARGUMENTS.get(name, -1):
                    move.verify()
                getattr(state, name)(*arguments)
            except FAILURES as error:
                self._recover(state, index, player, move, error)
            if tells:
                sent_count = self._send_operations(state, sent_count, names)

    def run(self, hand: Generator[Decision, Any, _Result]) -> _Result:
        """Run the generator that deals a hand: each decision is asked of the player's agent.

        Args:
            hand: The generator that `deal` returned, or one around it.

        Returns:
            The value that the generator returns.
        """
        send = hand.send
        answer: Any = None
        try:
            while True:
                player, index, state, _ = send(answer)
                try:
                    answer = self.call(player, player.agent.act, state.observe(index))
                except FAILURES as error:
                    answer = error
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]

    def find_deciders(self, players: Sequence[Player]) -> list[Any]:
        """Return the quick way to ask each player's agent about bets, or `None` if it has none.

        Args:
            players: The players in the order of the state.

        Returns:
            The methods `bet` of agents that are blind.
        """
        return [self._find_decider(player) for player in players]

    def _find_decider(self, player: Player) -> Any:
        if not getattr(player.agent, "acts_without_view", False):
            return None
        bet: Any = player.agent.bet  # type: ignore[attr-defined]
        # The way of asking must not depend on the limit: other random numbers would be drawn.
        return bet if self._time_limit is None else partial(self.call, player, bet)

    def call(self, player: Player, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a method of an agent, and wait no longer than allowed.

        An agent that has `limit_time` is told the limit and keeps it itself.

        Args:
            player: Whose agent it is.
            function: The method.
            *arguments: Its arguments.

        Returns:
            The result of the agent's method.

        Raises:
            LateError: It took too long.
        """
        if self._time_limit is None or _keeps_time(player):
            return function(*arguments)
        waiter = self._waiters.get(id(player))
        if waiter is None:
            # Most tables have no limit of time, and need no threads.
            from croupier.tables.timeouts import TimedCaller

            waiter = self._waiters[id(player)] = TimedCaller(self._time_limit)
        return waiter.call(function, *arguments)

    def notify(self, player: Player, index: int, hook: str, *arguments: Any) -> None:
        """Call a hook of an agent, if it has it; an exception is recorded as a fault.

        An agent that cannot be there at all is another matter: no match is played without it.

        Args:
            player: Whose agent it is.
            index: The player's place in the state.
            hook: The name of the method.
            *arguments: Its arguments.

        Raises:
            AgentStartError: The agent sits down and cannot be started.
        """
        if hook == "start_match" and self._time_limit is not None and _keeps_time(player):
            player.agent.limit_time(self._time_limit)  # type: ignore[attr-defined]
        function = getattr(player.agent, hook, None)
        if function is None:
            return
        try:
            if hook in _UNLIMITED:
                function(*arguments)
            else:
                self.call(player, function, *arguments)
        except FAILURES as error:
            if hook == "start_match" and isinstance(error, AgentStartError):
                self.notify(player, index, "close")
                raise
            kind = "late" if isinstance(error, LateError) else "crash"
            self._blame(player, index, kind, f"{hook}: {_describe(error)}", None, error)

    def forget(self, player: Player) -> None:
        """Forget a player who leaves.

        Args:
            player: Who.
        """
        waiter = self._waiters.pop(id(player), None)
        if waiter is not None:
            waiter.close()

    def start_hand(self, players: Sequence[Player], info: Callable[[int], HandInfo]) -> None:
        """Tell agents that want to know that a hand begins.

        Args:
            players: The players in the order of the state.
            info: Returns the facts that each is told.
        """
        for index, player in enumerate(players):
            if getattr(player.agent, "start_hand", None) is not None:
                self.notify(player, index, "start_hand", info(index))

    def end_hand(self, players: Sequence[Player], state: State) -> None:
        """Show agents that want to know how a hand ended, each what its player saw.

        Args:
            players: The players in the order of the state.
            state: The hand.
        """
        for index, player in enumerate(players):
            if getattr(player.agent, "end_hand", None) is not None:
                self.notify(player, index, "end_hand", state.observe(index), index)

    def _recover(
        self, state: State, index: int, player: Player, move: Any, error: BaseException
    ) -> None:
        """Decide for an agent that failed."""
        is_move = type(move) is Move
        if isinstance(error, LateError):
            kind = "late"
        elif is_move or isinstance(error, _NonsenseError):
            kind = "illegal"
        else:
            kind = "crash"
        default = choose_default(state)
        default.apply(state, commentary=_REMARKS[kind])
        said = f"{move!r:.200}: " if is_move and not isinstance(error, _NonsenseError) else ""
        self._blame(player, index, kind, said + _describe(error), default, error)

    def _blame(
        self,
        player: Player,
        index: int,
        kind: str,
        message: str,
        move: Move | None,
        error: BaseException,
    ) -> None:
        player.faults += 1
        player.first_fault = player.first_fault or f"{kind}, {message}"
        if self._listeners.need(Fault):
            fault = Fault(self.number, player.name, index, kind, message, move, error)
            self._listeners.send(fault)

    def _send_operations(self, state: State, sent_count: int, names: tuple[str, ...]) -> int:
        operations = state.operations
        count = len(operations)
        for place in range(sent_count, count):
            self._listeners.send(OperationDone(self.number, place, operations[place], names, state))
        return count


def _wants_to_decide(player: Player, decision: LegalOperation) -> bool:
    """Return whether an agent wants to make a decision that others leave to the table."""
    if decision.name not in getattr(player.agent, "also_decides", ()):
        return False
    # Where a hand must be shown there is nothing to decide.
    return not decision.options or "muck" in decision.options


def _keeps_time(player: Player) -> bool:
    """Return whether an agent sees to it itself that a decision takes no longer than allowed."""
    return getattr(player.agent, "limit_time", None) is not None


def _read_answer(answer: Any, state: State, index: int) -> Move:
    """Return what an agent decided as a move, or raise what went wrong."""
    if isinstance(answer, BaseException):
        raise answer
    if isinstance(answer, str):
        try:
            return parse_move(answer, state.observe(index))
        except PokerError as error:
            raise _NonsenseError(str(error)) from None
    if not isinstance(answer, tuple) or len(answer) != 2:
        raise _NonsenseError(f"{answer!r:.200} is no move")
    return Move(*answer)


class _NonsenseError(AgentError):
    """The error for an answer that is no move."""


def _describe(error: BaseException) -> str:
    text = str(error)
    if isinstance(error, PokerError):
        return text
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    place = error.__traceback__
    if place is None:
        return said
    # The traceback is for the author of the agent.
    while place.tb_next is not None:
        place = place.tb_next
    return f"{said} ({Path(place.tb_frame.f_code.co_filename).name}, line {place.tb_lineno})"
