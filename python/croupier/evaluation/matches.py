"""Matches in batches: every deal as often as there are players, with everybody in every seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from croupier.agents import CoreAgent, find_agent
from croupier.cards.seeding import find_seed
from croupier.errors import SetupError
from croupier.evaluation.intervals import Interval, find_interval, find_lasting_interval
from croupier.frames import show_rows, to_arrow, to_pandas
from croupier.games import ConfiguredGame, Poker
from croupier.games.making import make_game
from croupier.limits import MOST_HANDS, verify_count
from croupier.tables import TableBatch
from croupier.tables.arrays import count_nonzero
from croupier.tables.batch import BATCH_MENU, MenuMove
from croupier.tables.lineup import make_lineup

if TYPE_CHECKING:
    from croupier.analysis.statistics import Statistics

__all__ = ["Entrant", "MatchResult", "Score", "play_match"]

Policy: TypeAlias = Callable[[TableBatch], Any]
Entrant: TypeAlias = str | CoreAgent | Policy
"""Who plays: an agent of the core or its name, or a policy.

A policy is given the batch and answers with a decision for each table; what it says of tables where
others decide is not looked at."""

_TABLES_AT_ONCE = 4096
_BIG_BLINDS = 100
_FEWEST_DEALS = 100


class Score(NamedTuple):
    """Say what came of a match for one of the players.

    Attributes:
        name: The player.
        won: The chips that were won or lost.
        mean: Big blinds won in a hand.
        deviation: The standard deviation of what a deal brings, in big blinds a hand.
        interval: Where the mean lies.
    """

    name: str
    won: int
    mean: float
    deviation: float
    interval: Interval


class MatchResult(NamedTuple):
    """Say what came of a match.

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

    def _repr_html_(self) -> str:
        return show_rows(self)


def play_match(
    game: Poker | ConfiguredGame | str,
    entrants: Sequence[Entrant],
    deals: int,
    *,
    stack: int | None = None,
    seed: int | bytes | None = None,
    menu: Sequence[MenuMove] = BATCH_MENU,
    threads: int = 1,
    until_decided: bool = False,
    styles: int = 0,
    names: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
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
        styles: How many deals are recorded for the statistics of how they play.
        names: What they are called; by their agents if omitted.
        options: Other options of `TableBatch`.

    Returns:
        The result.

    Raises:
        SetupError: There are too few players, or a number cannot be.
    """
    verify_count("deal", deals, MOST_HANDS)
    count = len(entrants)
    if count < 2:
        raise SetupError(f"a match has two players or more, not {count}", code="player-count")
    made = make_game(game) if isinstance(game, str) else game
    lineup = make_lineup(made)
    unit = max(int(lineup.small_bet), 1)
    seed = find_seed(seed)
    opponents, policies = _divide(entrants)
    given = dict(options or {})
    if not policies:
        # Nobody looks at the arrays, so that NumPy is not needed.
        given.setdefault("arrays", "python")
    groups = max(min(deals, _TABLES_AT_ONCE // count), 1)
    batch = TableBatch(
        made,
        groups * count,
        stacks=_BIG_BLINDS * unit if stack is None else stack,
        player_count=count,
        menu=menu,
        seed=seed,
        hands=1,
        threads=threads,
        moves_seats=False,
        duplicate=True,
        opponents=opponents,
        record=range(min(styles, groups) * count),
        **given,
    )
    called = _name(entrants, names)
    sums = _Sums(count)
    counted = None
    played = 0
    decided = False
    while True:
        payoffs = _play_hands(batch, policies)
        taken = min(groups, deals - played)
        sums.add(payoffs, taken)
        played += taken
        if styles and counted is None:
            counted = _count_styles(batch, called)
            batch.record(())
        if until_decided and played >= min(_FEWEST_DEALS, deals):
            decided = any(score.interval.excludes(0) for score in sums.scores(called, unit, True))
        if played >= deals or decided:
            break
        batch.reset()
    return MatchResult(
        called,
        played,
        unit,
        tuple(sums.scores(called, unit, until_decided)),
        seed,
        decided and played < deals,
        counted,
    )


class _Sums:
    """Add up what deals bring, exactly."""

    def __init__(self, count: int) -> None:
        self.deals = 0
        self.won = [0] * count
        self.squares = [0] * count

    def add(self, payoffs: Any, deals: int) -> None:
        """Add the first deals of a batch, of which each has as many tables as players."""
        count = len(self.won)
        rows = payoffs.tolist()
        for player in range(count):
            of_tables = [row[player] for row in rows[: deals * count]]
            # Whole numbers of Python do not overflow, however large stacks are.
            won = [
                sum(of_tables[start : start + count]) for start in range(0, deals * count, count)
            ]
            self.won[player] += sum(won)
            self.squares[player] += sum(map(mul, won, won))
        self.deals += deals

    def scores(self, names: Sequence[str], unit: int, lasting: bool) -> list[Score]:
        """Return what came of it so far."""
        find = find_lasting_interval if lasting else find_interval
        scale = unit * len(names)
        scores = []
        for name, won, squares in zip(names, self.won, self.squares, strict=True):
            # Exact until here: whole numbers do not cancel out.
            spread = squares * self.deals - won * won
            variance = spread / (self.deals * max(self.deals - 1, 1))
            mean, deviation = won / self.deals / scale, sqrt(variance) / scale
            scores.append(Score(name, won, mean, deviation, find(mean, deviation, self.deals)))
        return scores


def _divide(entrants: Sequence[Entrant]) -> tuple[dict[int, Any], dict[int, Policy]]:
    """Tell agents of the core from policies."""
    opponents: dict[int, Any] = {}
    policies: dict[int, Policy] = {}
    for player, entrant in enumerate(entrants):
        if isinstance(entrant, str):
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


def _find_core_agent(name: str) -> CoreAgent:
    agent = find_agent(name)
    if not isinstance(agent, CoreAgent):
        raise SetupError(
            f"{name!r:.80} is not played by the core: play_duplicate of croupier.tables plays it",
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


def _play_hands(batch: TableBatch, policies: Mapping[int, Policy]) -> Any:
    """Play a hand at every table, and return what everybody won."""
    if not policies:
        return batch.payoffs
    import numpy

    total = batch.payoffs.copy()
    while count_nonzero(batch.kinds):
        decisions = numpy.zeros(batch.table_count, numpy.int64)
        for player, policy in policies.items():
            asked = (batch.players == player) & (batch.kinds != 0)
            if asked.any():
                decisions = numpy.where(asked, numpy.asarray(policy(batch)), decisions)
        batch.step(decisions)
        total += batch.payoffs
    return total


def _count_styles(batch: TableBatch, names: Sequence[str]) -> dict[str, Statistics]:
    """Count how players play in the hands that were recorded."""
    from croupier.analysis.statistics import Statistics

    found = {name: Statistics() for name in names}
    for history in batch.take_histories():
        for player, name in enumerate(names, 1):
            found[name].add(history, f"Player {player}")
    return found
