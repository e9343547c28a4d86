"""Matches in batches: every deal as often as there are players, with everybody in every seat."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from math import sqrt
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from croupier.agents import Agent, AgentLike, CoreAgent, find_agent
from croupier.cards.seeding import SeedStream, find_seed
from croupier.errors import SetupError
from croupier.evaluation.intervals import Interval, find_interval, find_lasting_interval
from croupier.frames import show_rows, to_arrow, to_pandas, to_stream
from croupier.games import CustomGame, Poker
from croupier.games.making import make_game
from croupier.limits import MAX_HANDS, verify_count
from croupier.tables import TableBatch
from croupier.tables.arrays import count_nonzero
from croupier.tables.batch import BATCH_MENU, MenuMove
from croupier.tables.lineup import make_lineup

if TYPE_CHECKING:
    from croupier.analysis.statistics import Statistics
    from croupier.executors import On

__all__ = ["Entrant", "MatchResult", "Score", "play_match"]

Policy: TypeAlias = Callable[[TableBatch], Any]
Entrant: TypeAlias = str | CoreAgent | type[CoreAgent] | Policy
"""A player of a match: an agent of the core or its name, or a policy.

A policy is given the batch and answers with a decision for each table; what it says of tables where
others decide is not looked at."""

_TABLES_AT_ONCE = 4096
_BLOCKS_AT_ONCE = 64
_BIG_BLINDS = 100
_MIN_DEALS = 100


class Score(NamedTuple):
    """The score of one of the players of a match.

    Attributes:
        name: The player.
        won: The chips that were won or lost.
        mean: Big blinds, or small bets of limit games, won in a hand: `MatchResult.unit` chips.
        deviation: The standard deviation of what a deal brings, in big blinds a hand.
        interval: Where the mean lies.
    """

    name: str
    won: int
    mean: float
    deviation: float
    interval: Interval


class MatchResult(NamedTuple):
    """The result of a match.

    Attributes:
        names: The players.
        deals: How many deals there were; each is played once with everybody in every seat.
        unit: The chips of a big blind, or of a small bet.
        scores: What came of it for each player.
        seed: The number that decided all cards.
        stopped_early: Whether it was over before all deals were played, because it was decided.
        styles: How they play, by the statistics of hands, if that was asked for.
    """

    names: tuple[str, ...]
    deals: int
    unit: int
    scores: tuple[Score, ...]
    seed: int | bytes
    stopped_early: bool = False
    styles: Mapping[str, Statistics] | None = None

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return self.deals * len(self.names)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each player.

        Returns:
            The rows.
        """
        return [
            {
                "player": score.name,
                "hands": self.hands,
                "won": score.won,
                "bb_per_100": 100 * score.mean,
                "error": 100 * score.interval.error,
            }
            for score in self.scores
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


def play_match(
    game: Poker | CustomGame | str,
    entrants: Sequence[Entrant],
    deals: int,
    *,
    stack: int | None = None,
    seed: int | bytes | None = None,
    menu: Sequence[MenuMove] = BATCH_MENU,
    threads: int = 1,
    until_decided: bool = False,
    all_in_ev: bool = False,
    styles: int = 0,
    names: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    on: On | None = None,
) -> MatchResult:
    """Play every deal as often as there are players, with everybody one seat further each time.

    Agents of the core are played there; policies are asked for the decisions of all tables at once.

    >>> def call(batch):
    ...     return [1] * batch.table_count
    >>> result = play_match("kuhn", ["caller", call], 50, stack=2, seed=1)
    >>> [score.won for score in result.scores]
    [0, 0]

    Args:
        game: The game, or its name.
        entrants: The players.
        deals: How many deals there are.
        stack: What everybody begins each hand with; 100 big blinds if omitted.
        seed: What decides all cards; chance if omitted.
        menu: The bets, for policies.
        threads: How many threads play.
        until_decided: Whether to stop as soon as somebody is sure to win or lose. The intervals are
            those that hold whenever one stops.
        all_in_ev: Whether means and intervals are of what was to be expected when nobody could
            decide any more (`TableBatch`); `won` stays what was won.
        styles: How many deals are recorded for the statistics of how they play.
        names: What they are called; by their agents if omitted.
        options: Other options of `TableBatch`.
        on: Where hands are played, if not in this process: `processes`, `ray` and others, see
            `croupier.executors`. What comes of them is the same, unless a policy has a memory.

    Returns:
        The result.

    Raises:
        SetupError: There are too few players, or a number cannot be.
    """
    verify_count("deal", deals, MAX_HANDS)
    count = len(entrants)
    if count < 2:
        raise SetupError(f"a match has two players or more, not {count}", code="player-count")
    made = make_game(game) if isinstance(game, str) else game
    lineup = make_lineup(made)
    unit = max(int(lineup.small_bet), 1)
    seed = find_seed(seed)
    _divide(entrants)
    called = _name(entrants, names)
    groups = max(min(deals, _TABLES_AT_ONCE // count), 1)
    how = _Blocks(
        made,
        tuple(entrants),
        groups,
        _BIG_BLINDS * unit if stack is None else stack,
        tuple(menu),
        {**(options or {}), "all_in_ev": bool(all_in_ev)},
        called if styles else (),
        min(styles, groups),
    )
    blocks = _list_blocks(seed, deals, groups)
    sums = _Sums(count)
    counted = None
    decided = False
    played_blocks = (
        _play_blocks(how, blocks, threads) if on is None else _play_in_shards(how, blocks, on)
    )
    with closing(played_blocks):
        for block, style in played_blocks:
            sums.include(block)
            counted = style if counted is None else counted
            if until_decided and sums.deals >= min(_MIN_DEALS, deals):
                scores = sums.scores(called, unit, True)
                decided = any(score.interval.excludes(0) for score in scores)
                if decided:
                    break
    return MatchResult(
        called,
        sums.deals,
        unit,
        tuple(sums.scores(called, unit, until_decided)),
        seed,
        decided and sums.deals < deals,
        counted,
    )


class _Block(NamedTuple):
    """Deals that are played at once: what decides their cards, and how many of them count."""

    seed: int | bytes
    deals: int
    first: bool


class _Blocks(NamedTuple):
    """The inputs from which blocks of deals are played."""

    game: Poker | CustomGame
    entrants: tuple[Entrant, ...]
    groups: int
    stack: int
    menu: tuple[MenuMove, ...]
    options: dict[str, Any]
    names: tuple[str, ...]
    recorded: int
    blocks: Sequence[_Block] = ()


_Played: TypeAlias = "tuple[_Sums, dict[str, Statistics] | None]"


def _list_blocks(seed: int, deals: int, groups: int) -> list[_Block]:
    """Divide the deals of a match into blocks, each with a seed of its own."""
    seeds = SeedStream(seed)
    starts = range(0, deals, groups)
    return [
        _Block(seeds.draw() if start else seed, min(groups, deals - start), not start)
        for start in starts
    ]


def _play_blocks(
    how: _Blocks, blocks: Sequence[_Block], threads: int
) -> Generator[_Played, None, None]:
    """Play blocks here, one after the other."""
    count = len(how.entrants)
    opponents, policies = _divide(how.entrants)
    given = dict(how.options)
    if not policies:
        # Nobody looks at the arrays, so that NumPy is not needed.
        given.setdefault("arrays", "python")
    batch: TableBatch | None = None
    for block in blocks:
        if batch is None:
            batch = TableBatch(
                how.game,
                how.groups * count,
                stacks=how.stack,
                player_count=count,
                menu=how.menu,
                seed=block.seed,
                hands=1,
                threads=threads,
                moves_seats=False,
                duplicate=True,
                opponents=opponents,
                record=range(how.recorded * count if block.first else 0),
                **given,
            )
        else:
            batch.reset(seed=block.seed)
        sums = _Sums(count)
        payoffs, expected = _play_hands(batch, policies)
        sums.add(payoffs, expected if how.options["all_in_ev"] else payoffs, block.deals)
        counted = None
        if how.recorded and block.first:
            counted = _count_styles(batch, how.names)
            batch.record(())
        yield sums, counted


def _play_shard(how: _Blocks) -> list[_Played]:
    return list(_play_blocks(how, how.blocks, 1))


def _play_in_shards(
    how: _Blocks, blocks: Sequence[_Block], on: On
) -> Generator[_Played, None, None]:
    """Play blocks in other processes or on other machines, shard by shard."""
    # Imported here: few programs use more than one process.
    from croupier.executors import map_shards, open_executor, share

    with open_executor(on) as executor:
        shared = share(0, len(blocks), executor, 1, _BLOCKS_AT_ONCE)
        shards = [how._replace(blocks=[blocks[one] for one in part]) for part in shared]
        for played in map_shards(_play_shard, shards, executor):
            yield from played


class _Sums:
    """Exact sums of what deals bring."""

    def __init__(self, count: int) -> None:
        self.deals = 0
        self.won = [0] * count
        self.worth: list[Any] = [0] * count
        self.squares: list[Any] = [0] * count

    def add(self, payoffs: Any, worth: Any, deals: int) -> None:
        """Add the first deals of a batch, of which each has as many tables as players.

        `worth` is what means are made of: what was won, or what was to be expected.
        """
        count = len(self.won)
        rows, worth_rows = payoffs.tolist(), worth.tolist()
        for player in range(count):
            self.won[player] += sum(row[player] for row in rows[: deals * count])
            of_tables = [row[player] for row in worth_rows[: deals * count]]
            # Whole numbers of Python do not overflow, however large stacks are.
            of_deals = [
                sum(of_tables[start : start + count]) for start in range(0, deals * count, count)
            ]
            self.worth[player] += sum(of_deals)
            self.squares[player] += sum(map(mul, of_deals, of_deals))
        self.deals += deals

    def include(self, other: _Sums) -> None:
        """Add the sums of other deals."""
        self.deals += other.deals
        self.won = [one + two for one, two in zip(self.won, other.won, strict=True)]
        self.worth = [one + two for one, two in zip(self.worth, other.worth, strict=True)]
        self.squares = [one + two for one, two in zip(self.squares, other.squares, strict=True)]

    def scores(self, names: Sequence[str], unit: int, lasting: bool) -> list[Score]:
        """Return the scores so far."""
        find = find_lasting_interval if lasting else find_interval
        scale = unit * len(names)
        scores = []
        of_players = zip(names, self.won, self.worth, self.squares, strict=True)
        for name, won, worth, squares in of_players:
            # Exact until here where they are whole numbers, which do not cancel out.
            spread = max(squares * self.deals - worth * worth, 0)
            variance = spread / (self.deals * max(self.deals - 1, 1))
            mean, deviation = worth / self.deals / scale, sqrt(variance) / scale
            scores.append(Score(name, won, mean, deviation, find(mean, deviation, self.deals)))
        return scores


def _divide(entrants: Sequence[Entrant]) -> tuple[dict[int, Any], dict[int, Policy]]:
    """Tell agents of the core from policies."""
    opponents: dict[int, Any] = {}
    policies: dict[int, Policy] = {}
    for player, entrant in enumerate(entrants):
        if isinstance(entrant, (str, type, Agent)):
            entrant = _find_core_agent(entrant)
        if isinstance(entrant, CoreAgent):
            opponents[player] = entrant
        elif callable(entrant):
            policies[player] = entrant
        else:
            raise SetupError(
                f"{entrant!r:.80} is neither an agent of the core nor a policy", code="no-entrant"
            )
    return opponents, policies


def _find_core_agent(given: AgentLike) -> CoreAgent:
    agent = find_agent(given)
    if not isinstance(agent, CoreAgent):
        raise SetupError(
            f"{given!r:.80} is not played by the core: play_duplicate of croupier.tables plays it",
            code="no-entrant",
        )
    return agent


def _name(entrants: Sequence[Entrant], names: Sequence[str] | None) -> tuple[str, ...]:
    if names is not None:
        if len(names) != len(entrants):
            raise SetupError("there must be a name for each player", code="player-count")
        return tuple(names)
    found: list[str] = []
    for entrant in entrants:
        name = entrant if isinstance(entrant, str) else getattr(entrant, "name", "")
        name = name or getattr(entrant, "__name__", "policy")
        same = sum(other.partition(" (")[0] == name for other in found)
        found.append(f"{name} ({same + 1})" if same else name)
    return tuple(found)


def _play_hands(batch: TableBatch, policies: Mapping[int, Policy]) -> tuple[Any, Any]:
    """Play a hand at every table; return the payoffs, and the expected ones."""
    if not policies:
        return batch.payoffs, batch.expected
    import numpy

    total, expected = batch.payoffs.copy(), batch.expected.copy()
    while count_nonzero(batch.kinds):
        decisions = numpy.zeros(batch.table_count, numpy.int64)
        for player, policy in policies.items():
            asked = (batch.players == player) & (batch.kinds != 0)
            if asked.any():
                decisions = numpy.where(asked, numpy.asarray(policy(batch)), decisions)
        batch.step(decisions)
        total += batch.payoffs
        expected += batch.expected
    return total, expected


def _count_styles(batch: TableBatch, names: Sequence[str]) -> dict[str, Statistics]:
    """Count how players play in the hands that were recorded."""
    from croupier.analysis.statistics import Statistics

    found = {name: Statistics() for name in names}
    for history in batch.take_histories():
        for player, name in enumerate(names, 1):
            found[name].add(history, f"Player {player}")
    return found
