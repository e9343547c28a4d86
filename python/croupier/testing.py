"""Checks for what others write: agents that play through many games, and what they do wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import Any, ClassVar, Final, NamedTuple

from croupier.agents import Agent, AgentLike, Move, find_maker
from croupier.games.finding import find_game
from croupier.games.making import make_game
from croupier.state import State
from croupier.tables import Event, Fault, Table
from croupier.tables.events import Game
from croupier.tables.lineup import find_title

__all__ = ["GAMES", "AgentProblem", "AgentReport", "check_agent"]

GAMES: Final = (
    "texas_holdem",
    "omaha_holdem_hi_lo_8",
    "seven_card_stud",
    "razz",
    "deuce_to_seven_triple_draw",
    "badugi",
    "five_card_draw",
    "crazy_pineapple",
    "dramaha",
    "anaconda",
    "baseball",
    "sohe",
    "auction_draw",
    "one_mans_trash",
    "rollout_declare",
    "callers_choice_holdem",
)
"""Games of the library that have every kind of decision between them."""

_STACKS = (200, 40, 9)
_MAX_PROBLEMS = 20
# Of one kind in one game: what differs only by numbers and cards counts once.
_MAX_OF_A_KIND = 5
_DETAILS = re.compile(r"\d+|\b[2-9TJQKA?][cdhs?]\b")
_PLAYERS = 4
# How many seconds a decision that is late is waited for before it is given up.
_PATIENCE = 1.0


class AgentProblem(NamedTuple):
    """A fault that was found in an agent.

    Attributes:
        kind: `crash`, `illegal`, `slow`, `different`, or `unfinished` for a check that had to stop.
        game: What was played.
        hand: The number of the hand, from 0.
        message: What was wrong.

    >>> print(AgentProblem("slow", "razz", 3, "a decision took 2.5 s"))
    slow in hand 3 of razz: a decision took 2.5 s
    """

    kind: str
    game: str
    hand: int
    message: str

    def __str__(self) -> str:
        return f"{self.kind} in hand {self.hand} of {self.game}: {self.message}"


class AgentReport(NamedTuple):
    """The record of an agent's decisions.

    Attributes:
        problems: What it did wrong, in each game the first of everything that differs by more than
            numbers and cards, and 20 at most.
        games: How many games it played.
        hands: How many hands.
        decisions: How many decisions it took.
        slowest: How many seconds the slowest took.

    >>> print(AgentReport((), 2, 10, 31, 0.001))
    no problems in 31 decisions of 10 hands of 2 games; the slowest took 1.0 ms
    """

    problems: tuple[AgentProblem, ...]
    games: int
    hands: int
    decisions: int
    slowest: float

    @property
    def is_fine(self) -> bool:
        """Whether nothing was wrong."""
        return not self.problems

    def __str__(self) -> str:
        found = _count(len(self.problems), "problem") if self.problems else "no problems"
        said = [
            f"{found} in {_count(self.decisions, 'decision')} of {_count(self.hands, 'hand')}"
            f" of {_count(self.games, 'game')}; the slowest took {1000 * self.slowest:.1f} ms",
            *map(str, self.problems),
        ]
        return "\n".join(said)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def check_agent(
    agent: AgentLike,
    games: Iterable[str | Game] = GAMES,
    *,
    hands: int = 12,
    seed: int = 0,
    seconds: float = 1.0,
    seconds_in_all: float = 300.0,
) -> AgentReport:
    """Let an agent play many games against random players, and say what it does wrong.

    Every game is played with large, small and tiny stacks, and all of it twice: the same seed must
    make the same moves. A game ends with the first decision that takes too long, and the whole
    check with one that does not end at all.

    >>> check_agent("random", ["texas_holdem", "razz"], hands=4).is_fine
    True

    Args:
        agent: A name that `make_agent` knows, something that makes an agent when it is called, or
            an agent, which must be possible to copy then.
        games: Names of games of the library, or games.
        hands: How many hands of each game are played with each of the stacks.
        seed: Another seed means other hands.
        seconds: How long a decision may take.
        seconds_in_all: How long the whole check may take; games that are left then are not played,
            and the report says so.

    Returns:
        The problems that were found.

    Raises:
        SetupError: There is no such agent or game, or the agent cannot be copied.
    """
    check = _Check(find_maker(agent), hands, seed, seconds, seconds_in_all)
    for game in map(_find_game, games):
        check.play(game)
        if check.is_over:
            break
    return check.report()


def _find_game(game: str | Game) -> Game:
    if not isinstance(game, str):
        return game
    return make_game(find_game(game, configuration=True))


class _LateError(Exception):
    """The error for a decision that took too long, so that the hand is not played on."""


class _TooLongError(Exception):
    """The error for a check that took too long as a whole."""


class _Run:
    """An agent in a game: what it decided, how long it took, and what went wrong."""

    listens_to: ClassVar[frozenset[type]] = frozenset({Fault})

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.moves: list[tuple[int, Any]] = []
        self.seconds: list[float] = []
        self.hands = 0
        self.number = 0

    def record(self, event: Event) -> None:
        """Take note of a fault."""
        if isinstance(event, Fault) and event.name == _Watched.name:
            self.faults.append(event)
            if event.kind == "late":
                raise _LateError

    @property
    def is_late(self) -> bool:
        """Whether it ended because a decision took too long."""
        return bool(self.faults) and self.faults[-1].kind == "late"


class _Watched:
    """An agent whose decisions are noted."""

    name = "watched"

    def __init__(self, agent: Agent, run: _Run) -> None:
        self._agent = agent
        self._run = run
        from threading import Event as Flag

        self.idle = Flag()
        self.idle.set()

    def __getattr__(self, name: str) -> Any:
        # Hooks are there if the agent has them, and what makes it blind is not.
        # A check is no match: a program is given the same number both times.
        if name in {"acts_without_view", "is_program", "bet"}:
            raise AttributeError(name)
        return getattr(self._agent, name)

    def act(self, view: State) -> Move | str:
        """Decide, and note how long it took."""
        self.idle.clear()
        start = perf_counter()
        try:
            move = self._agent.act(view)
        finally:
            self._run.seconds.append(perf_counter() - start)
            self.idle.set()
        self._run.moves.append((self._run.number, move))
        return move


class _Check:
    """An agent in one game after the other, and all that was found."""

    def __init__(
        self,
        make: Callable[[], Agent],
        hands: int,
        seed: int,
        seconds: float,
        seconds_in_all: float,
    ) -> None:
        self._make = make
        self._hands = hands
        self._seed = seed
        self._seconds = seconds
        self._seconds_in_all = seconds_in_all
        self._end = perf_counter() + seconds_in_all
        self._problems: list[AgentProblem] = []
        self._shapes: set[tuple[str, str, str]] = set()
        self._played = self._decisions = self._games = 0
        self._slowest = 0.0
        self.is_over = False

    def play(self, game: Game) -> None:
        """Let the agent play a game with all stacks."""
        self._games += 1
        title = find_title(game)
        try:
            for stack in _STACKS:
                if not self._play_twice(game, title, stack):
                    return
        except _TooLongError:
            self.is_over = True
            message = f"the check took longer than {self._seconds_in_all:g} s, and stops here"
            self._note("unfinished", title, self._played, message)

    def report(self) -> AgentReport:
        """Return all that was found."""
        problems = tuple(self._problems[:_MAX_PROBLEMS])
        return AgentReport(problems, self._games, self._played, self._decisions, self._slowest)

    def _play_twice(self, game: Game, title: str, stack: int) -> bool:
        """Play with one stack; tell whether it makes sense to go on with the game."""
        runs: list[_Run] = []
        for _ in range(2):
            run = _Run()
            runs.append(run)
            watched = _Watched(self._make(), run)
            self._play_hands(run, watched, game, stack)
            self._slowest = max(self._slowest, *run.seconds, 0.0)
            if run.is_late:
                # A decision that was late took at least as long as it was waited for.
                self._slowest = max(self._slowest, self._seconds)
            if run.is_late and not watched.idle.wait(max(self._seconds, _PATIENCE)):
                self.is_over = True
            if run.is_late:
                break
        self._played += runs[0].hands
        self._decisions += len(runs[0].moves)
        for kind, number, message in _judge(runs, self._seconds):
            self._note(kind, title, number, message)
        if self.is_over:
            message = "a decision does not come to an end, so the check does"
            self._note("unfinished", title, runs[-1].number, message)
        return not runs[-1].is_late and self._check_blind(game, title, stack)

    def _check_blind(self, game: Game, title: str, stack: int) -> bool:
        """Look for what an agent does wrong that is asked without a view."""
        agent = self._make()
        if not getattr(agent, "acts_without_view", False):
            return True
        run = _Run()
        self._play_hands(run, agent, game, stack)
        for kind, number, message in _judge([run], self._seconds):
            self._note(kind, title, number, message)
        return not run.is_late

    def _play_hands(self, run: _Run, agent: Agent, game: Game, stack: int) -> None:
        table = Table(
            game,
            stack=stack,
            seed=self._seed,
            reset_stacks=True,
            time_limit=self._seconds,
            recorders=[run],
        )
        with table:
            try:
                table.join(agent, name=_Watched.name)
                least, most = table.lineup.bounds
                for _ in range(max(min(_PLAYERS, most), least) - 1):
                    table.join("random")
                for number in range(self._hands):
                    if perf_counter() > self._end:
                        raise _TooLongError
                    run.number = number
                    run.hands += table.play_hand()
            except _LateError:
                pass

    def _note(self, kind: str, title: str, number: int, message: str) -> None:
        """Note a problem, unless one like it is known."""
        shape = (kind, title, _DETAILS.sub("#", message))
        alike = sum(one.kind == kind and one.game == title for one in self._problems)
        if shape not in self._shapes and alike < _MAX_OF_A_KIND:
            self._shapes.add(shape)
            self._problems.append(AgentProblem(kind, title, number, message))


def _judge(runs: list[_Run], seconds: float) -> Iterator[tuple[str, int, str]]:
    """Yield what was wrong: its kind, the hand and a message."""
    for run in runs:
        for fault in run.faults:
            if fault.kind == "late":
                yield "slow", fault.number, f"a decision took longer than {seconds:g} s"
            else:
                yield fault.kind, fault.number, fault.message
    if len(runs) < 2 or any(run.is_late for run in runs):
        return
    first, second = runs
    for one, other in zip(first.moves, second.moves, strict=False):
        if one != other:
            message = f"{one[1]!r} the first time, {other[1]!r} the second time"
            if one[0] != other[0]:
                message = f"it decided in hand {one[0]} the first time, and next in {other[0]} then"
            yield "different", one[0], message
            return
    if len(first.moves) != len(second.moves):
        yield "different", first.hands - 1, "the number of decisions differs"
