"""Matches of two agents with every deal played twice, so that cards matter less."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import nan, sqrt
from typing import Any, NamedTuple

from croupier.agents import Agent, AgentLike, HandInfo, MatchInfo, find_maker
from croupier.cards.seeding import SeedStream, find_seed
from croupier.errors import SetupError
from croupier.frames import show_rows, to_arrow, to_pandas, to_stream
from croupier.numbers import Chips, ChipsLike
from croupier.state import State
from croupier.tables.dealing import Dealer, Listeners, suppress_rule_warnings
from croupier.tables.events import Game, HandEnded, MatchStarted, Recorder
from croupier.tables.lineup import Single, make_lineup
from croupier.tables.seating import Player
from croupier.tables.secrets import (
    are_isolated,
    find_agent_seed,
    is_trusted,
    list_leftovers,
)
from croupier.tables.wishes import automate, find_wishes, make_name

__all__ = ["DuplicateResult", "MatchStopped", "play_duplicate"]

_BIG_BLINDS = 100
_SMALL = 2**64
_DEVIATIONS = 1.96


class DuplicateResult(NamedTuple):
    """The result of a duplicate match: the lead of the first agent over the second.

    Attributes:
        names: The agents.
        deals: How many deals there were; each is two hands.
        won: What the first agent won from the second.
        unit: The big blind, or the small bet.
        deviation: The standard deviation of what the first agent won with a deal, in a hand.
        single_deviation: The standard deviation of what it won in a hand.
        faults: How often each agent failed.
        first_faults: How each failed first, in words; empty if it did not.
        seed: The number that decided all cards.
        blind: Whether no program can have known the cards by the seed: somebody chose it where this
            is not so, and programs may know or guess it.
        isolated: Whether programs could neither reach others nor leave notes for when deals were
            played again; `None` where no programs played.
        leftovers: What was left of the programs of the first pass when the second one began:
            processes, files and kernel keys, in words. Empty if the check found nothing; `None`
            if it was not made, because no programs played or they were not isolated.
        trusted: The agents that are Python code from outside Croupier. They ran in the process of
            the dealer and could read all cards.

    >>> result = DuplicateResult(("A", "B"), 100, 40, 2, 1.0, 3.0, (0, 0))
    >>> result.rate, result.millis, result.hands
    (10.0, 100.0, 200)
    """

    names: tuple[str, str]
    deals: int
    won: Chips
    unit: Any
    deviation: float
    single_deviation: float
    faults: tuple[int, int]
    first_faults: tuple[str, str] = ("", "")
    seed: int = 0
    blind: bool = True
    isolated: bool | None = None
    leftovers: tuple[str, ...] | None = None
    trusted: tuple[str, ...] = ()

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return 2 * self.deals

    @property
    def rate(self) -> float:
        """Big blinds won in a hundred hands."""
        return self.millis / 10

    @property
    def millis(self) -> float:
        """Thousandths of big blinds won in a hand."""
        return float(self.won) / max(self.hands, 1) / float(self.unit) * 1000

    @property
    def error(self) -> float:
        """Half the width of the confidence interval of 95 % of `millis`.

        It is no number with fewer than two deals, of which nothing can be told.
        """
        if self.deals < 2:
            return nan
        return _DEVIATIONS * self.deviation / sqrt(max(self.deals, 1)) / float(self.unit) * 1000

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each agent.

        Returns:
            The rows.
        """
        return [
            {
                "agent": name,
                "hands": self.hands,
                "won": sign * self.won,
                "bb_per_100": sign * self.rate,
                "error": self.error / 10,
                "faults": faults,
            }
            for name, sign, faults in zip(self.names, (1, -1), self.faults, strict=True)
        ]

    def to_pandas(self) -> Any:
        """Return the rows as a `pandas.DataFrame`; pandas must be installed."""
        return to_pandas(self)

    def to_arrow(self) -> Any:
        """Return the rows as a `pyarrow.Table`; pyarrow must be installed."""
        return to_arrow(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return to_stream(self, requested_schema)

    def _repr_html_(self) -> str:
        return show_rows(self)


class MatchStopped(KeyboardInterrupt):
    """The interruption of a match by somebody, with what came of it until then.

    >>> MatchStopped(DuplicateResult(("A", "B"), 0, 0, 2, 0.0, 0.0, (0, 0))).result.deals
    0

    Attributes:
        result: What came of the deals that were played twice.
    """

    def __init__(self, result: DuplicateResult) -> None:
        """Make the exception.

        Args:
            result: What came of it.
        """
        super().__init__(result)
        self.result = result


def play_duplicate(
    game: Game | str,
    first: AgentLike,
    second: AgentLike,
    deals: int,
    *,
    stack: ChipsLike | None = None,
    seed: int | bytes | None = None,
    time_limit: float | None = None,
    recorder: Recorder | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> DuplicateResult:
    """Play every deal twice, with the agents in each other's seats the second time.

    All deals are played once, and then all of them again, by agents that are made anew: who
    remembers what was dealt gains nothing by it. An agent that is given ready-made is copied, as it
    is before the first hand, and the copies play.

    >>> from croupier.games import NoLimitTexasHoldem
    >>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    >>> play_duplicate(game, "caller", "caller", 50, seed=1).won
    0
    >>> play_duplicate(game, "equity:deals=100", "random", 100, seed=1).won > 0
    True

    Args:
        game: What is played, by two: a game, or its name.
        first: A name that `make_agent` knows, a class or function that makes agents, or an agent
            that can be copied.
        second: The other one.
        deals: How many deals.
        stack: What everybody begins each hand with; 100 small bets when omitted.
        seed: A number from 0 to 2**256 - 1, or its 32 bytes, that makes the match the same every
            time. Without one, nobody can foretell the cards.
        time_limit: How many seconds an agent has for a decision.
        recorder: Who listens to the hands.
        progress: Called after each hand with their number, and that of all.

    Returns:
        Who won how much.

    Raises:
        SetupError: The game is not for two, somebody is no agent, or the number of deals is
            negative; or an agent cannot be copied, or made anew.
        AgentStartError: The program of an agent cannot be started.
        AgentError: Something of a program was left after the first pass, and isolation is required.
        MatchStopped: Somebody interrupted the match; it is a KeyboardInterrupt, and has the result
            of the deals that were played twice.
    """
    lineup = make_lineup(game)
    if not isinstance(lineup, Single):
        raise SetupError(
            f"{lineup.title} is a mixed game: a match is of one game", code="mixed-game"
        )
    game = lineup.game
    if lineup.bounds[0] > 2:
        raise SetupError(
            f"{lineup.title} is for {lineup.bounds[0]} players or more, not for two",
            code="player-count",
        )
    if deals < 0:
        raise SetupError(
            f"the number of deals cannot be negative, unlike {deals}", code="negative-count"
        )
    makers = (find_maker(first), find_maker(second))
    match = _Match(automate(game), lineup.small_bet, stack, seed, time_limit, recorder)
    try:
        with suppress_rule_warnings():
            match.play(makers, deals, progress)
    except KeyboardInterrupt as stop:
        if not match.has_begun:
            raise
        raise MatchStopped(match.result()) from stop
    return match.result()


class _Match:
    """Two players, and what they won."""

    def __init__(
        self,
        game: Game,
        unit: Any,
        stack: ChipsLike | None,
        seed: int | bytes | None,
        time_limit: float | None,
        recorder: Recorder | None,
    ) -> None:
        self._game = game
        self._unit = unit
        self._stack = _BIG_BLINDS * unit if stack is None else stack
        self._seed = find_seed(seed)
        # Small ones are drawn where `croupier.seed` was given a number.
        self._is_drawn = seed is None and self._seed >= _SMALL
        self._listeners = Listeners()
        if recorder is not None:
            self._listeners.add(recorder)
        self._dealer = Dealer(self._listeners, time_limit)
        self._title = Single(game).title
        self._setups = {frozenset[str](): game(self._stack, 2, seed=0)._setup}
        # The agents of both runs, in order, and those of them that play now.
        self._players: list[Player] = []
        self._present: list[Player] = []
        self._leftovers: tuple[str, ...] | None = None
        # The first agent's winnings with each deal, the first time and the second.
        self._won: tuple[list[Any], list[Any]] = ([], [])

    def play(
        self,
        makers: Sequence[Callable[[], Agent]],
        deals: int,
        progress: Callable[[int, int], object] | None,
    ) -> None:
        for time in range(2):
            try:
                self._seat(makers)
                self._play_all(time, deals, progress)
            finally:
                self._dismiss()
            if not time:
                self._leftovers = list_leftovers(player.agent for player in self._players)

    def _seat(self, makers: Sequence[Callable[[], Agent]]) -> None:
        """Seat agents that have not seen any card of the match."""
        for seat, make in enumerate(makers):
            agent = make()
            if any(player.agent is agent for player in self._players):
                raise SetupError(
                    f"{agent!r:.100} comes twice: a match needs an agent of its own for every seat,"
                    " and others when deals are played again",
                    code="shared-agent",
                )
            name = getattr(agent, "name", "") or type(agent).__name__
            name = make_name(name, {player.name for player in self._present})
            player = Player(name, agent, seat, self._stack, is_new=False)
            own = find_agent_seed(agent, self._seed, len(self._players))
            info = MatchInfo(name, seat, self._title, own)
            self._dealer.notify(player, seat, "start_match", info)
            self._players.append(player)
            self._present.append(player)

    def _play_all(
        self, time: int, deals: int, progress: Callable[[int, int], object] | None
    ) -> None:
        players = self._present
        if not time and self._listeners.need(MatchStarted):
            names = tuple(player.name for player in players)
            stacks = (self._stack,) * len(players)
            self._listeners.send(MatchStarted(self._title, names, stacks, self._seed))
        seeds = SeedStream(self._seed)
        won = self._won[time]
        for deal in range(deals):
            # The button moves from deal to deal, and is the other's when the deal comes again.
            place = (deal + time) % 2
            order = (players[place], players[1 - place])
            won.append(self._play_hand(time * deals + deal, deal, seeds.draw(), order)[place])
            if progress is not None:
                progress(time * deals + deal + 1, 2 * deals)

    @property
    def has_begun(self) -> bool:
        """Whether both agents ever sat down."""
        return len(self._players) > 1

    def result(self) -> DuplicateResult:
        """Return what came of the deals that were played twice."""
        pairs = list(zip(*self._won, strict=False))
        won = sum((one + other for one, other in pairs), start=0)
        squares = sum(float(one + other) ** 2 / 4 for one, other in pairs)
        single_squares = sum(float(one) ** 2 + float(other) ** 2 for one, other in pairs)
        first, second = self._players[::2], self._players[1::2]
        isolated = are_isolated(player.agent for player in self._players)
        trusted = (player.name for player in self._players[:2] if is_trusted(player.agent))
        return DuplicateResult(
            (first[0].name, second[0].name),
            len(pairs),
            won,
            self._unit,
            _deviation(float(won) / 2, squares, len(pairs)),
            _deviation(float(won), single_squares, 2 * len(pairs)),
            (sum(one.faults for one in first), sum(one.faults for one in second)),
            (_find_first_fault(first), _find_first_fault(second)),
            self._seed,
            self._is_drawn or isolated is None,
            isolated and not self._leftovers,
            self._leftovers,
            tuple(trusted),
        )

    def _play_hand(
        self, number: int, deal: int, seed: int | bytes, players: tuple[Player, Player]
    ) -> list[Any]:
        dealer, listeners = self._dealer, self._listeners
        names = (players[0].name, players[1].name)
        dealer.number = number
        wishes = find_wishes(players)
        if wishes not in self._setups:
            # Decisions that no agent wants are automated.
            self._setups[wishes] = automate(self._game, wishes)(self._stack, 2, seed=0)._setup
        state = State._start(self._setups[wishes], seed)
        stacks = tuple(state.starting_stacks)
        # Agents count deals: the second time is like the first one to them.
        dealer.start_hand(players, lambda index: HandInfo(deal, self._title, index, names, stacks))
        dealer.run(dealer.deal(state, players, names, dealer.find_deciders(players)))
        dealer.end_hand(players, state)
        payoffs = state.payoffs
        if listeners.need(HandEnded):
            seats = (players[0].seat, players[1].seat)
            ended = HandEnded(number, self._title, self._game, names, seats, state, tuple(payoffs))
            listeners.send(ended)
        return payoffs

    def _dismiss(self) -> None:
        while self._present:
            player = self._present.pop()
            self._dealer.notify(player, player.seat, "close")
            self._dealer.forget(player)


def _find_first_fault(players: Iterable[Player]) -> str:
    return next((player.first_fault for player in players if player.first_fault), "")


def _deviation(total: float, squares: float, count: int) -> float:
    if count < 2:
        return 0.0
    mean = total / count
    return sqrt(max((squares - count * mean**2) / (count - 1), 0.0))
