"""Checks for what others write: agents that play through many games, and what they do wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from time import perf_counter
from typing import Any, ClassVar, Final, NamedTuple

from croupier.agents import Agent, AgentLike, Move, find_agent
from croupier.errors import SetupError
from croupier.games import load
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

_STAKES = {"small_bet": 2}
_STACKS = (200, 40, 9)
_MOST_PROBLEMS = 20
_PLAYERS = 4


class AgentProblem(NamedTuple):
    """Something that an agent did wrong.

    Attributes:
        kind: `crash`, `illegal`, `slow` or `different`.
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
    """What an agent did.

    Attributes:
        problems: What it did wrong, the first of each kind in each game, and 20 at most.
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
        count = len(self.problems)
        found = f"{count or 'no'} problem{'s' * (count != 1)}"
        said = [
            f"{found} in {self.decisions} decisions of {self.hands} hands of {self.games} games;"
            f" the slowest took {1000 * self.slowest:.1f} ms",
            *map(str, self.problems),
        ]
        return "\n".join(said)


def check_agent(
    agent: AgentLike,
    games: Iterable[str | Game] = GAMES,
    *,
    hands: int = 12,
    seed: int = 0,
    seconds: float = 1.0,
) -> AgentReport:
    """Let an agent play many games against random players, and say what it does wrong.

    Every game is played with large, small and tiny stacks, and all of it twice: the same seed must
    make the same moves.

    >>> check_agent("random", ["texas_holdem", "razz"], hands=4).is_fine
    True

    Args:
        agent: A name that `make_agent` knows, something that makes an agent when it is called, or
            an agent, which must be possible to copy then.
        games: Names of games of the library, or games.
        hands: How many hands of each game are played with each of the stacks.
        seed: Another seed means other hands.
        seconds: How long a decision may take.

    Returns:
        What was found.

    Raises:
        SetupError: There is no such agent or game, or the agent cannot be copied.
    """
    make = _find_maker(agent)
    problems: list[AgentProblem] = []
    played = decisions = count = 0
    slowest = 0.0
    for game in map(_find_game, games):
        count += 1
        for stack in _STACKS:
            first = _play(make(), game, stack, hands, seed)
            second = _play(make(), game, stack, hands, seed)
            played += first.hands
            decisions += len(first.moves)
            slowest = max(slowest, *first.seconds, *second.seconds, 0.0)
            known = {(problem.kind, problem.game) for problem in problems}
            found = _judge(first, second, find_title(game), seconds)
            problems.extend(one for one in found if (one.kind, one.game) not in known)
            problems.extend(_check_blind(make(), game, stack, hands, seed, known))
    return AgentReport(tuple(problems[:_MOST_PROBLEMS]), count, played, decisions, slowest)


def _find_maker(agent: AgentLike) -> Callable[[], Agent]:
    if isinstance(agent, str | type) or not isinstance(agent, Agent):
        return lambda: find_agent(agent)
    try:
        deepcopy(agent)
    except Exception as error:
        raise SetupError(
            f"{agent!r} cannot be copied ({error}): give something that makes it instead"
        ) from None
    return lambda: deepcopy(agent)


def _find_game(game: str | Game) -> Game:
    return load(game).game(None, _STAKES) if isinstance(game, str) else game


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


class _Watched:
    """An agent whose decisions are noted."""

    name = "watched"

    def __init__(self, agent: Agent, run: _Run) -> None:
        self._agent = agent
        self._run = run

    def __getattr__(self, name: str) -> Any:
        # Hooks are there if the agent has them, and what makes it blind is not.
        if name in {"is_blind", "bet"}:
            raise AttributeError(name)
        return getattr(self._agent, name)

    def act(self, view: State) -> Move | str:
        """Decide, and note how long it took."""
        start = perf_counter()
        try:
            move = self._agent.act(view)
        finally:
            self._run.seconds.append(perf_counter() - start)
        self._run.moves.append((self._run.number, move))
        return move


def _play(agent: Agent, game: Game, stack: int, hands: int, seed: int) -> _Run:
    run = _Run()
    table = Table(game, stack=stack, seed=seed, reset_stacks=True, recorders=[run], seat_count=None)
    table.join(_Watched(agent, run), name=_Watched.name)
    others = min(_PLAYERS, table.lineup.bounds[1]) - 1
    for _ in range(max(others, table.lineup.bounds[0] - 1)):
        table.join("random")
    with table:
        for number in range(hands):
            run.number = number
            run.hands += table.play_hand()
    return run


def _check_blind(
    agent: Agent, game: Game, stack: int, hands: int, seed: int, known: set[tuple[str, str]]
) -> Iterable[AgentProblem]:
    """Yield what an agent does wrong that is asked without a view."""
    if not getattr(agent, "is_blind", False):
        return
    run = _Run()
    table = Table(
        game,
        [agent],
        names=[_Watched.name],
        stack=stack,
        seed=seed,
        recorders=[run],
        reset_stacks=True,
    )
    for _ in range(max(min(_PLAYERS, table.lineup.bounds[1]), table.lineup.bounds[0]) - 1):
        table.join("random")
    with table:
        table.play(hands)
    for fault in run.faults:
        key = (fault.kind, find_title(game))
        if key not in known:
            known.add(key)
            yield AgentProblem(*key, fault.number, fault.message)


def _judge(first: _Run, second: _Run, title: str, seconds: float) -> Iterable[AgentProblem]:
    """Yield what was wrong, the first of each kind."""
    kinds: set[str] = set()
    for fault in first.faults:
        if fault.kind not in kinds:
            kinds.add(fault.kind)
            yield AgentProblem(fault.kind, title, fault.number, fault.message)
    slow = max(first.seconds, default=0.0)
    if slow > seconds:
        place = first.seconds.index(slow)
        hand = first.moves[place][0] if place < len(first.moves) else first.hands - 1
        yield AgentProblem("slow", title, hand, f"a decision took {slow:.2f} s")
    for one, other in zip(first.moves, second.moves, strict=False):
        if one != other:
            message = f"{one[1]!r} the first time, {other[1]!r} the second time"
            if one[0] != other[0]:
                message = f"it decided in hand {one[0]} the first time, and next in {other[0]} then"
            yield AgentProblem("different", title, one[0], message)
            return
    if len(first.moves) != len(second.moves):
        yield AgentProblem("different", title, first.hands - 1, "the number of decisions differs")
