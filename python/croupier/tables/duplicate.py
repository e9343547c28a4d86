"""Matches of two agents with every deal played twice, so that cards matter less."""

from __future__ import annotations

from collections.abc import Callable
from math import nan, sqrt
from random import Random
from typing import Any, NamedTuple

from croupier.agents import AgentLike, HandInfo, MatchInfo, find_agent
from croupier.cards.seeding import draw_seed
from croupier.errors import SetupError
from croupier.state import State
from croupier.tables.dealing import Dealer, Listeners, without_remarks
from croupier.tables.events import Game, HandEnded, Recorder
from croupier.tables.lineup import Single, make_lineup
from croupier.tables.seating import Player
from croupier.tables.table import automate, make_name

__all__ = ["DuplicateResult", "play_duplicate"]

_SEED_BITS = 64
_BIG_BLINDS = 100
_DEVIATIONS = 1.96


class DuplicateResult(NamedTuple):
    """How much the first agent is better than the second.

    Attributes:
        names: The agents.
        deals: How many deals there were; each is two hands.
        won: What the first agent won from the second.
        unit: The big blind, or the small bet.
        deviation: The standard deviation of what the first agent won with a deal, in a hand.
        single_deviation: The standard deviation of what it won in a hand.
        faults: How often each agent failed.
        first_faults: How each failed first, in words; empty if it did not.

    >>> result = DuplicateResult(("A", "B"), 100, 40, 2, 1.0, 3.0, (0, 0))
    >>> result.rate, result.millis, result.hands
    (10.0, 100.0, 200)
    """

    names: tuple[str, str]
    deals: int
    won: Any
    unit: Any
    deviation: float
    single_deviation: float
    faults: tuple[int, int]
    first_faults: tuple[str, str] = ("", "")

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


def play_duplicate(
    game: Game | str,
    first: AgentLike,
    second: AgentLike,
    deals: int,
    *,
    stack: Any = None,
    seed: int | None = None,
    time_limit: float | None = None,
    recorder: Recorder | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> DuplicateResult:
    """Play every deal twice, with the agents in each other's seats the second time.

    >>> from croupier.games import NoLimitTexasHoldem
    >>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    >>> play_duplicate(game, "caller", "caller", 50, seed=1).won
    0
    >>> play_duplicate(game, "equity:deals=100", "random", 100, seed=1).won > 0
    True

    Args:
        game: What is played, by two: a game, or its name.
        first: An agent, a name that `make_agent` knows, or a class of agents.
        second: The other one.
        deals: How many deals.
        stack: What everybody begins each hand with; 100 small bets when omitted.
        seed: Makes the match the same every time.
        time_limit: How many seconds an agent has for a decision.
        recorder: Who listens to the hands.
        progress: Called after each deal with their number, and that of all.

    Returns:
        Who won how much.

    Raises:
        SetupError: The game is not for two, somebody is no agent, or the number of deals is
            negative.
        AgentStartError: The program of an agent cannot be started.
    """
    lineup = make_lineup(game)
    if not isinstance(lineup, Single):
        raise SetupError(f"{lineup.title} is a mixed game: a match is of one game")
    game = lineup.game
    if lineup.bounds[0] > 2:
        raise SetupError(f"{lineup.title} is for {lineup.bounds[0]} players or more, not for two")
    if deals < 0:
        raise SetupError(f"the number of deals cannot be negative, unlike {deals}")
    match = _Match(automate(game), lineup.small_bet, stack, seed, time_limit, recorder)
    try:
        match.seat(first, second)
        with without_remarks():
            return match.play(deals, progress)
    finally:
        match.close()


class _Match:
    """Two players, and what they won."""

    def __init__(
        self,
        game: Game,
        unit: Any,
        stack: Any,
        seed: int | None,
        time_limit: float | None,
        recorder: Recorder | None,
    ) -> None:
        self._game = game
        self._unit = unit
        self._stack = _BIG_BLINDS * unit if stack is None else stack
        self._seed = draw_seed() if seed is None else seed
        self._listeners = Listeners()
        if recorder is not None:
            self._listeners.add(recorder)
        self._dealer = Dealer(self._listeners, time_limit)
        self._title = Single(game).title
        self._players: list[Player] = []
        self._setup = game(self._stack, 2, seed=0)._setup

    def seat(self, *agents: AgentLike) -> None:
        for seat, given in enumerate(agents):
            agent = find_agent(given)
            name = getattr(agent, "name", "") or type(agent).__name__
            name = make_name(name, {player.name for player in self._players})
            player = Player(name, agent, seat, self._stack, is_new=False)
            own = Random(f"{self._seed} for agent {seat}").getrandbits(_SEED_BITS)
            info = MatchInfo(name, seat, self._title, own)
            self._dealer.notify(player, seat, "start_match", info)
            self._players.append(player)

    def play(self, deals: int, progress: Callable[[int, int], object] | None) -> DuplicateResult:
        random = Random(self._seed)
        first, second = self._players
        won: Any = 0
        squares = single_squares = 0.0
        for deal in range(deals):
            seed = random.getrandbits(_SEED_BITS)
            one = self._play_hand(2 * deal, seed, (first, second))[0]
            other = self._play_hand(2 * deal + 1, seed, (second, first))[1]
            won += one + other
            squares += float(one + other) ** 2 / 4
            single_squares += float(one) ** 2 + float(other) ** 2
            if progress is not None:
                progress(deal + 1, deals)
        return DuplicateResult(
            (first.name, second.name),
            deals,
            won,
            self._unit,
            _deviation(float(won) / 2, squares, deals),
            _deviation(float(won), single_squares, 2 * deals),
            (first.faults, second.faults),
            (first.first_fault, second.first_fault),
        )

    def _play_hand(self, number: int, seed: int, players: tuple[Player, Player]) -> list[Any]:
        dealer, listeners = self._dealer, self._listeners
        names = (players[0].name, players[1].name)
        dealer.number = number
        state = State._start(self._setup, seed)
        stacks = tuple(state.starting_stacks)
        dealer.start_hand(
            players, lambda index: HandInfo(number, self._title, index, names, stacks)
        )
        dealer.play(state, players, names, dealer.find_deciders(players))
        dealer.end_hand(players, state)
        payoffs = state.payoffs
        if listeners.want(HandEnded):
            seats = (players[0].seat, players[1].seat)
            ended = HandEnded(number, self._title, self._game, names, seats, state, tuple(payoffs))
            listeners.tell(ended)
        return payoffs

    def close(self) -> None:
        for player in self._players:
            self._dealer.notify(player, player.seat, "close")
            self._dealer.forget(player)


def _deviation(total: float, squares: float, count: int) -> float:
    if count < 2:
        return 0.0
    mean = total / count
    return sqrt(max((squares - count * mean**2) / (count - 1), 0.0))
