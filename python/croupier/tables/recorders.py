"""Recorders: of hand histories, of results, of charts of chips."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import sqrt
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias

from croupier.cards.seeding import show_seed
from croupier.files import RecordFile
from croupier.frames import show_rows, to_arrow, to_pandas, to_stream
from croupier.numbers import Chips
from croupier.state import State
from croupier.tables.events import Event, Fault, HandEnded, MatchEnded, MatchStarted
from croupier.tables.secrets import HiddenText

# Imported late: histories and statistics take long, and are needed when the first hand ends.
if TYPE_CHECKING:
    from croupier.analysis.statistics import PlayerStatistics
    from croupier.histories import HandHistory

__all__ = [
    "ChipGraph",
    "HistoryRecorder",
    "Meanwhile",
    "PlayerResult",
    "PlayerResults",
    "ResultsRecorder",
]

Meanwhile: TypeAlias = Literal["all", "shown", "nothing"]
"""The hands that a file has while the match goes on."""

# A normal variable is this many deviations from its mean in one of twenty cases.
_DEVIATIONS = 1.96
_HUNDRED = 100


class HistoryRecorder:
    """A recorder of all hands as hand histories, in a file or in memory.

    >>> from croupier.games import NoLimitTexasHoldem
    >>> from croupier.tables import Table
    >>> recorder = HistoryRecorder()
    >>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    >>> Table(game, ["random", "caller"], stack=200, seed=7, recorders=[recorder]).play(2)
    2
    >>> [history.players for history in recorder.histories]
    [['caller', 'random'], ['random', 'caller']]

    Attributes:
        histories: The hands, if there is no file.
        count: How many there are.
    """

    listens_to: ClassVar[frozenset[type]] = frozenset({MatchStarted, HandEnded, MatchEnded})

    def __init__(
        self,
        path: str | PathLike[str] | None = None,
        *,
        fields: Mapping[str, Any] | None = None,
        meanwhile: Meanwhile = "all",
        with_seed: bool = False,
    ) -> None:
        """Make the recorder.

        Args:
            path: Where the hands go: a file of many hands, `.phhs`. They are kept in memory when
                omitted.
            fields: Other fields of the histories, such as `event` or `venue`.
            meanwhile: What the file has of a hand until the match is over: `all` of it; what
                everybody has `shown`, with other cards unknown; or `nothing`. Programs at the table
                may read it.
            with_seed: Whether the histories tell the seed of the match, as `_seed`; not before it
                is over unless the file has `all` meanwhile.
        """
        self.histories: list[HandHistory] = []
        self.count = 0
        self._path = path
        self._fields = dict(fields or {})
        self._meanwhile = meanwhile
        self._with_seed = with_seed
        self._seed: dict[str, Any] = {}
        self._file: RecordFile | None = None
        self._hidden: HiddenText | None = None

    def record(self, event: Event) -> None:
        """Write a hand that is over.

        Args:
            event: What happened.
        """
        match event:
            case MatchStarted() if self._with_seed:
                self._seed = {"_seed": show_seed(event.seed)}
            case HandEnded():
                self._keep(event)
            case MatchEnded():
                self.close()
            case _:
                pass

    def _keep(self, event: HandEnded) -> None:
        self.count += 1
        whole = self._describe(event, event.state, self._seed)
        if self._path is None:
            self.histories.append(whole)
        elif self._meanwhile == "all":
            self._write(self._path, whole)
        else:
            if self._hidden is None:
                self._hidden = HiddenText(self._path)
            self._hidden.add(self._number(whole))
        if self._path is not None and self._meanwhile == "shown":
            self._write(self._path, self._describe(event, event.state.observe(None), {}))

    def _describe(self, event: HandEnded, state: State, others: Mapping[str, Any]) -> HandHistory:
        from croupier.histories import HandHistory

        return HandHistory.from_game_state(
            event.game,
            state,
            hand=event.number + 1,
            players=list(event.names),
            seats=[seat + 1 for seat in event.seats],
            finishing_stacks=list(state.stacks),
            **self._fields,
            **others,
        )

    def _number(self, history: HandHistory) -> str:
        gap = "\n" if self.count > 1 else ""
        return f"{gap}[{self.count}]\n{history.dumps().rstrip()}\n"

    def _write(self, path: str | PathLike[str], history: HandHistory) -> None:
        if self._file is None:
            self._file = RecordFile(path)
        self._file.add(self._number(history))

    def close(self) -> None:
        """Close the file: all hands are in it, with all that is known of them."""
        if self._file is not None:
            self._file.close()
            self._file = None
        if self._hidden is not None:
            self._hidden.close()
            self._hidden = None


class PlayerResult(NamedTuple):
    """The result of a player's hands.

    Attributes:
        name: The player.
        hands: How many hands the player was dealt.
        won: What the player won or lost.
        rate: Big bets, blinds or small bets won in a hundred hands.
        error: Half the width of its confidence interval of 95 %.
        vpip: How often the player paid voluntarily in the first betting round, of hands in which
            there was something to decide; 0 without such hands.
        pfr: How often the player raised in it.
        aggression: Bets and raises for each call after it; `None` without calls.
        wtsd: How often the player who saw the second round saw the showdown.
        faults: How often the agent failed.
    """

    name: str
    hands: int
    won: Chips
    rate: float
    error: float
    vpip: float
    pfr: float
    aggression: float | None
    wtsd: float
    faults: int


class PlayerResults(list[PlayerResult]):
    """The results of all players, as a list that notebooks show as a table.

    >>> PlayerResults().to_rows()
    []
    """

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each player.

        Returns:
            The rows.
        """
        return [one._asdict() for one in self]

    to_pandas = to_pandas
    to_arrow = to_arrow
    __arrow_c_stream__ = to_stream
    _repr_html_ = show_rows


class _Tally:
    """Sums over a player's hands."""

    __slots__ = ("faults", "hands", "squares", "won")

    def __init__(self) -> None:
        self.hands = self.faults = 0
        self.won: Chips = 0
        self.squares = 0.0


class ResultsRecorder:
    """A recorder of what players win, and how they play.

    >>> from croupier.games import NoLimitTexasHoldem
    >>> from croupier.tables import Table
    >>> results = ResultsRecorder(unit=2)
    >>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    >>> Table(game, ["folder", "caller"], stack=200, seed=7, recorders=[results]).play(10)
    10
    >>> [(one.name, one.won, one.vpip) for one in results.results()]
    [('caller', -1, 1.0), ('folder', 1, 0.0)]
    """

    listens_to: ClassVar[frozenset[type]] = frozenset({HandEnded, Fault})

    def __init__(self, unit: Any = 1) -> None:
        """Make the recorder.

        Args:
            unit: What rates are measured in: the big blind, or the small bet.
        """
        self._unit = unit
        self._tallies: dict[str, _Tally] = {}

    @cached_property
    def statistics(self) -> PlayerStatistics:
        """How players play, with all that is counted of hands that are read.

        All-in hands count as they ended.
        """
        from croupier.analysis.statistics import PlayerStatistics

        return PlayerStatistics()

    def record(self, event: Event) -> None:
        """Count a hand.

        Args:
            event: What happened.
        """
        if isinstance(event, Fault):
            self._find(event.name).faults += 1
        if not isinstance(event, HandEnded):
            return
        tallies = [self._find(name) for name in event.names]
        for tally, payoff in zip(tallies, event.payoffs, strict=True):
            tally.hands += 1
            tally.won += payoff
            tally.squares += float(payoff) ** 2
        # A game of a file goes by its name: all of them have the same code.
        from croupier.histories import HandHistory

        codes: Mapping[type, str] = HandHistory.variants
        variant = codes.get(type(event.game), event.title)
        self.statistics.add_state(event.state, event.names, variant=variant)

    def _find(self, name: str) -> _Tally:
        tally = self._tallies.get(name)
        if tally is None:
            tally = self._tallies[name] = _Tally()
        return tally

    def results(self) -> PlayerResults:
        """Return the results of all players.

        Returns:
            The results, in the order in which the players were first dealt cards.
        """
        return PlayerResults(self._make(name, tally) for name, tally in self._tallies.items())

    def _make(self, name: str, tally: _Tally) -> PlayerResult:
        from croupier.analysis.statistics import Statistics

        played = self.statistics.get(name) or Statistics()
        hands = max(tally.hands, 1)
        mean = float(tally.won) / hands
        # One hand has no deviation.
        variance = (tally.squares - hands * mean**2) / (hands - 1) if hands > 1 else 0.0
        scale = _HUNDRED / float(self._unit)
        return PlayerResult(
            name,
            tally.hands,
            tally.won,
            mean * scale,
            _DEVIATIONS * sqrt(max(variance, 0.0) / hands) * scale,
            played.vpip.rate or 0.0,
            played.pfr.rate or 0.0,
            played.aggression_factor.rate,
            played.went_to_showdown.rate or 0.0,
            tally.faults,
        )


class ChipGraph:
    """A recorder of what each player is ahead or behind after each hand, for a picture.

    >>> from croupier.games import NoLimitTexasHoldem
    >>> from croupier.tables import Table
    >>> graph = ChipGraph()
    >>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    >>> Table(game, ["folder", "caller"], stack=200, seed=7, recorders=[graph]).play(2)
    2
    >>> {name: len(line) for name, line in graph.lines.items()}
    {'caller': 3, 'folder': 3}

    Attributes:
        lines: What each player is ahead, before the first hand and after each.
    """

    listens_to: ClassVar[frozenset[type]] = frozenset({HandEnded})

    def __init__(self) -> None:
        """Make the graph."""
        self.lines: dict[str, list[Any]] = {}
        self._hands = 0

    def record(self, event: Event) -> None:
        """Take note of a hand.

        Args:
            event: What happened.
        """
        if not isinstance(event, HandEnded):
            return
        for name in event.names:
            if name not in self.lines:
                self.lines[name] = [0] * (self._hands + 1)
        self._hands += 1
        payoffs = dict(zip(event.names, event.payoffs, strict=True))
        for name, line in self.lines.items():
            line.append(line[-1] + payoffs.get(name, 0))

    def _repr_svg_(self) -> str:
        from croupier.svg.charts import draw_lines

        lines = {name: [float(one) for one in line] for name, line in self.lines.items()}
        return str(draw_lines(lines, title="Chips", x_label="Hands", y_label="Chips"))
