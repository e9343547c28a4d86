"""Many hands of a game: how fast they are played, and who wins how much."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from croupier import _native
from croupier.cards.seeding import SeedStream, find_seed
from croupier.errors import AgentError, SetupError, UnsupportedError
from croupier.frames import show_rows, to_arrow, to_pandas, to_stream
from croupier.limits import MAX_HANDS, verify_count, verify_threads
from croupier.numbers import Chips, show_short
from croupier.state import State
from croupier.utilities import ValuesLike

if TYPE_CHECKING:
    from croupier.executors import On
    from croupier.games import CustomGame, Poker

__all__ = ["CALL", "MIXED", "Policy", "Simulation", "find_setup", "simulate"]

# How often a callback hears of the hands that Python's own players play.
_HANDS_BETWEEN_REPORTS = 64
# The sums that the core counts, amounts in units; those of shards are added up.
_Sums: TypeAlias = tuple[int, int, int, int, list[int], list[int], list[int], int, list[int], int]
# Each hand has two streams of random numbers of its own.
_LAST_HAND = 1 << 61


class Policy(NamedTuple):
    """A policy of deciding at random. All of it is between 0 and 1.

    Attributes:
        folding: How often a player folds who faces a bet.
        raising: How often a player bets or raises who may.
        sizing: How often a bet or raise is not the smallest one but any up to four times as much,
            where there is no fixed limit.
        completing: How often the bring-in is completed at once.
        discarding: How often each card is discarded in a draw.

    >>> MIXED._replace(folding=0.5).folding
    0.5
    """

    folding: float
    raising: float
    sizing: float
    completing: float
    discarding: float


MIXED = Policy(0.08, 0.12, 0.3, 0.2, 0.25)
CALL = Policy(0, 0, 0, 0, 0)
_POLICIES = {"mixed": MIXED, "call": CALL}


class Simulation(NamedTuple):
    """The result of a simulation.

    Attributes:
        hands: How many hands were played.
        showdowns: How many of them went to a showdown.
        decisions: How many decisions players took.
        operations: How many operations there were.
        payoffs: What each player won or lost altogether.
        deviations: The standard deviation of what each player won or lost in a hand.
        wins: In how many hands each player won more than they paid.
        rake: What left the table: what was raked, and pots that nobody had a hand to win.
        parts: In how many showdowns each part of the pot was won, such as that of the low hand, if
            that was asked for.
        scoops: How many showdowns one player won alone, if the parts were asked for.
        seconds: How long it took.

    >>> result = Simulation(4, 4, 20, 90, (10, -10), (5.0, 5.0), (3, 1), 0, (), 0, 0.5)
    >>> result.mean_payoffs, result.errors, result.hands_per_second
    ((2.5, -2.5), (2.5, 2.5), 8.0)
    """

    hands: int
    showdowns: int
    decisions: int
    operations: int
    payoffs: tuple[int, ...]
    deviations: tuple[float, ...]
    wins: tuple[int, ...]
    rake: int
    parts: tuple[int, ...]
    scoops: int
    seconds: float

    @property
    def hands_per_second(self) -> float:
        """How many hands were played in a second."""
        return self.hands / self.seconds if self.seconds else 0.0

    @property
    def mean_payoffs(self) -> tuple[float, ...]:
        """The payoff of each player in a hand on average."""
        return tuple(float(payoff) / max(self.hands, 1) for payoff in self.payoffs)

    @property
    def errors(self) -> tuple[float, ...]:
        """The standard errors of `mean_payoffs`."""
        return tuple(deviation / sqrt(max(self.hands, 1)) for deviation in self.deviations)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each player.

        Returns:
            The rows.
        """
        columns = zip(self.payoffs, self.mean_payoffs, self.errors, self.wins, strict=True)
        return [
            {"player": number, "won": won, "mean": mean, "error": error, "hands_won": wins}
            for number, (won, mean, error, wins) in enumerate(columns, 1)
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


def simulate(
    game: Poker | CustomGame | State | str,
    hands: int,
    policy: str | Policy | Callable[[State], object] = "mixed",
    seed: int | bytes | None = None,
    *,
    stacks: ValuesLike | None = None,
    player_count: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    parts: bool = False,
    first: int = 0,
    on: On | None = None,
) -> Simulation:
    """Play hands of a game, everything automated but the decisions.

    Random policies play in the core, on all cores. A policy may be any callable, too: it is given
    the state and does what the player whose turn it is decides; hands are played one by one then.

    >>> from croupier import NoLimitTexasHoldem
    >>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    >>> result = simulate(game, 1000, seed=1, stacks=200, player_count=6)
    >>> result.hands, sum(result.payoffs)
    (1000, 0)
    >>> result.payoffs == simulate(
    ...     game, 1000, seed=1, stacks=200, player_count=6, threads=1
    ... ).payoffs
    True

    Parts of a run can be played on different machines: the number of a hand decides it.

    >>> parts = [
    ...     simulate(game, 500, seed=1, stacks=200, player_count=6, first=first).payoffs
    ...     for first in (0, 500)
    ... ]
    >>> tuple(map(sum, zip(*parts))) == result.payoffs
    True

    >>> from croupier.games import load
    >>> game = load("texas_holdem").game("No Limit", {"big_blind": 2})
    >>> result.payoffs == simulate(game, 1000, seed=1, stacks=200, player_count=6).payoffs
    True

    Args:
        game: A game of a class or of a file; its name, for blinds of 1 and 2 or a small bet of 2;
            or a state of it, whose stakes and starting stacks are taken then.
        hands: How many hands are played. Each starts anew with the same stacks.
        policy: How everybody plays: "mixed" for players who mostly call, "call" for players who
            only check, call and stand pat, a `Policy`, or a callable.
        seed: Makes the hands the same every time, for any number of threads.
        stacks: The starting stacks, for a game.
        player_count: How many players there are, for a game.
        threads: How many threads play; one for each core when omitted.
        progress: Called now and then with the number of hands that are done, and of all hands. What
            it raises ends the simulation.
        parts: Whether to count how often each part of the pot is won, such as that of the low hand;
            it takes longer.
        first: The number of the first hand, from 0: the seed and the number decide a hand, so that
            parts of a run that are played elsewhere add up to the run.
        on: Where hands are played, if not in this process: `processes`, `ray` and others, see
            `croupier.executors`. What comes of them is the same.

    Returns:
        The results.

    Raises:
        SetupError: The game cannot be played like this; it is a ValueError.
        AgentError: A callable decided nothing.
        UnsupportedError: The parts are asked for with a callable.
        RuleError: A hand could not go on, for there were too few cards.
    """
    if hands < 0:
        raise SetupError(
            f"the number of hands cannot be negative, unlike {show_short(hands)}",
            code="negative-count",
        )
    verify_count("hand", hands, MAX_HANDS, least=0)
    if not 0 <= first <= _LAST_HAND:
        raise SetupError(
            f"the number of the first hand is from 0 to {_LAST_HAND}, unlike {show_short(first)}",
            code="first-hand",
        )
    verify_threads(threads)
    seed = find_seed(seed)
    setup = find_setup(game, stacks, player_count)
    start = perf_counter()
    if not callable(policy):
        policy = _find_policy(policy)
    elif parts:
        raise UnsupportedError(
            "the parts of the pot are counted for random policies only", code="parts-policy"
        )
    if on is None:
        sums = _play(setup, policy, seed, parts, range(first, first + hands), threads, progress)
    else:
        how = _Shard(game, stacks, player_count, policy, seed, parts)
        sums = _play_elsewhere(how, range(first, first + hands), on, progress)
    return _make_simulation(setup, sums, perf_counter() - start)


class _Shard(NamedTuple):
    """The inputs from which the hands of a shard are played, with their numbers."""

    game: Poker | CustomGame | State | str
    stacks: ValuesLike | None
    player_count: int | None
    policy: Policy | Callable[[State], object]
    seed: int
    parts: bool
    numbers: range = range(0)


def _play_elsewhere(
    how: _Shard, numbers: range, on: On, progress: Callable[[int, int], object] | None
) -> _Sums:
    """Play hands in shards, and add them up."""
    # Few programs need more than this process.
    from croupier.executors import map_shards, open_executor, share

    def tell(done: int) -> None:
        if progress is not None:
            progress(done, len(numbers))

    # A core plays the fewest in a moment, and the most in less than a minute.
    least, most = (100, 10_000) if callable(how.policy) else (20_000, 10_000_000)
    with open_executor(on) as executor:
        shared = share(numbers.start, len(numbers), executor, least, most)
        shards = [how._replace(numbers=part) for part in shared or [numbers]]
        played = map_shards(
            _play_shard, shards, executor, progress=tell, weigh=lambda one: len(one.numbers)
        )
        return reduce(_add, played)


def _play_shard(shard: _Shard) -> _Sums:
    setup = find_setup(shard.game, shard.stacks, shard.player_count)
    return _play(setup, shard.policy, shard.seed, shard.parts, shard.numbers, 1, None)


def _play(
    setup: _native.Setup,
    policy: Policy | Callable[[State], object],
    seed: int,
    parts: bool,
    numbers: range,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> _Sums:
    """Play hands here."""
    if isinstance(policy, Policy):
        return _native.simulate(
            setup, len(numbers), policy, seed, threads, progress, parts, numbers.start
        )
    return _play_by_hand(setup, policy, seed, numbers, progress)


def _add(one: _Sums, other: _Sums) -> _Sums:
    """Add up two shards, all of whose numbers are exact."""
    pairs: Iterator[tuple[Any, Any]] = zip(one, other, strict=True)
    added = [
        [x + y for x, y in zip(a, b, strict=True)] if isinstance(a, list) else a + b
        for a, b in pairs
    ]
    return cast("_Sums", tuple(added))


def _make_simulation(setup: _native.Setup, sums: _Sums, seconds: float) -> Simulation:
    hands, showdowns, decisions, operations, payoffs, squares, wins, rake, parts, scoops = sums
    converter = setup.converter
    scale = 1.0 if converter is None else float(converter.scale)
    total = float(max(hands, 1))

    def show(amount: Chips) -> Any:
        return amount if converter is None else converter.from_units(amount)

    def deviate(payoff: int, square: int) -> float:
        mean = float(payoff) / total
        return sqrt(max(float(square) / total - mean * mean, 0.0)) / scale

    return Simulation(
        hands,
        showdowns,
        decisions,
        operations,
        tuple(map(show, payoffs)),
        tuple(map(deviate, payoffs, squares)),
        tuple(wins),
        show(rake),
        tuple(parts),
        scoops,
        seconds,
    )


def find_setup(
    game: Poker | CustomGame | State | str, stacks: ValuesLike | None, player_count: int | None
) -> _native.Setup:
    """Return what hands of a game start from.

    Args:
        game: A game of a class or of a file, its name, or a state of it.
        stacks: The starting stacks, if a game is given.
        player_count: How many players there are, if a game is given.

    Returns:
        The setup from which the core starts hands.

    Raises:
        SetupError: Something is missing, or too much.
    """
    if isinstance(game, State):
        if stacks is not None or player_count is not None:
            raise SetupError(
                "a state has its stacks and players: none can be given with it",
                code="state-with-stakes",
            )
        return game._setup
    if isinstance(game, str):
        # Names need all games, which most programs do not.
        from croupier.games.making import make_game

        game = make_game(game)
    if stacks is None or player_count is None:
        raise SetupError(
            "the stacks and the number of players must be given with a game", code="missing-stakes"
        )
    return game(stacks, player_count)._setup


def _find_policy(policy: str | Policy) -> Policy:
    if isinstance(policy, str):
        if policy not in _POLICIES:
            known = ", ".join(map(repr, _POLICIES))
            raise SetupError(
                f"there is no policy {policy!r}: there are {known}", code="unknown-policy"
            )
        return _POLICIES[policy]
    if not all(0 <= part <= 1 for part in policy):
        raise SetupError(
            f"all parts of a policy must be from 0 to 1, unlike those of {policy}",
            code="policy-parts",
        )
    return policy


def _play_by_hand(
    setup: _native.Setup,
    policy: Callable[[State], object],
    seed: int,
    numbers: range,
    progress: Callable[[int, int], object] | None,
) -> _Sums:
    """Play hands one by one with a callable."""
    automated = State._automated(setup)
    seeds = SeedStream(seed)
    for _ in range(numbers.start):
        seeds.draw()
    count, hands = automated.player_count, len(numbers)
    converter = setup.converter
    showdowns = decisions = operations = 0
    sums, squares, wins = [0] * count, [0] * count, [0] * count
    for done, number in enumerate(numbers):
        if progress is not None and done % _HANDS_BETWEEN_REPORTS == 0:
            progress(done, hands)
        state = State._start(automated._setup, seeds.draw())
        while state.status:
            before = state._operation_count
            policy(state)
            decisions += 1
            if state._operation_count == before:
                raise AgentError(
                    f"the policy decided nothing in hand {number}: {state.legal}",
                    code="nothing-decided",
                )
        showdowns += not state.folded_status
        operations += state._operation_count
        for player, payoff in enumerate(state.payoffs):
            units = payoff if converter is None else converter.to_units(payoff)
            sums[player] += units
            squares[player] += units * units
            wins[player] += payoff > 0
    if progress is not None:
        progress(hands, hands)
    return hands, showdowns, decisions, operations, sums, squares, wins, -sum(sums), [], 0
