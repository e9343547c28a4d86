"""All against all: a table of who beats whom, and a picture of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from croupier.cards.seeding import find_seed
from croupier.errors import SetupError
from croupier.evaluation.intervals import Interval
from croupier.evaluation.matches import Entrant, MatchResult, _name, play_match
from croupier.frames import show_rows, to_arrow, to_pandas, to_stream
from croupier.games import CustomGame, Poker

__all__ = ["RoundRobin", "play_round_robin"]

_CELL = 104
_HEAD = 120
_HEIGHT = 34
_FULL = 1.0


class RoundRobin(NamedTuple):
    """The result of a round robin: who beats whom.

    Attributes:
        names: The players, the best one first.
        results: What each won from each, in big blinds a hand; `None` against themselves.
        means: What each won from all others together.
        matches: The matches.
    """

    names: tuple[str, ...]
    results: tuple[tuple[Interval | None, ...], ...]
    means: tuple[Interval, ...]
    matches: tuple[MatchResult, ...]

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each player, the best one first.

        Returns:
            The rows, with big blinds in a hundred hands.
        """
        rows = []
        for name, mean, results in zip(self.names, self.means, self.results, strict=True):
            row: dict[str, Any] = {
                "player": name,
                "bb_per_100": 100 * mean.mean,
                "error": 100 * mean.error,
            }
            for other, interval in zip(self.names, results, strict=True):
                row[f"against {other}"] = None if interval is None else 100 * interval.mean
            rows.append(row)
        return rows

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

    def to_svg(self) -> str:
        """Draw who beats whom: green for what was won, red for what was lost, in bb/100.

        Returns:
            A picture.
        """
        # Few programs draw.
        from html import escape

        count = len(self.names)
        width, height = _HEAD + _CELL * (count + 1), _HEIGHT * (count + 1)
        parts = []
        for column, name in enumerate((*self.names, "all")):
            x = _HEAD + _CELL * column + _CELL / 2
            parts.append(f'<text x="{x:g}" y="22" text-anchor="middle">{escape(name)}</text>')
        for row, name in enumerate(self.names):
            y = _HEIGHT * (row + 1)
            parts.append(f'<text x="8" y="{y + 22}">{escape(name)}</text>')
            cells = (*self.results[row], self.means[row])
            for column, interval in enumerate(cells):
                if interval is None:
                    continue
                parts.append(_draw_cell(_HEAD + _CELL * column, y, interval))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">'
            f'<rect width="100%" height="100%" fill="#ffffff"/>{"".join(parts)}</svg>'
        )


def _draw_cell(x: int, y: int, interval: Interval) -> str:
    strength = min(abs(interval.mean) / _FULL, 1.0)
    colour = "#1a7f37" if interval.mean > 0 else "#b42318"
    sure = "bold" if interval.excludes(0) else "normal"
    text = f"{100 * interval.mean:+z.0f} ± {100 * interval.error:.0f}"
    return (
        f'<rect x="{x + 1}" y="{y + 1}" width="{_CELL - 2}" height="{_HEIGHT - 2}" rx="4"'
        f' fill="{colour}" fill-opacity="{0.08 + 0.4 * strength:.2f}"/>'
        f'<text x="{x + _CELL / 2:g}" y="{y + 22}" text-anchor="middle" font-weight="{sure}">'
        f"{text}</text>"
    )


def play_round_robin(
    game: Poker | CustomGame | str,
    entrants: Sequence[Entrant],
    deals: int,
    *,
    names: Sequence[str] | None = None,
    seed: int | bytes | None = None,
    options: Mapping[str, Any] | None = None,
    **match_options: Any,
) -> RoundRobin:
    """Play a match of every two, all with the same deals.

    >>> result = play_round_robin("nlhe", ["tight", "caller", "random"], 200, seed=1)
    >>> sorted(result.names), len(result.matches)
    (['caller', 'random', 'tight'], 3)

    Args:
        game: The game, or its name.
        entrants: The players.
        deals: How many deals each match has.
        names: What they are called; by their agents if omitted.
        seed: What decides all cards; chance if omitted.
        options: Other options of `TableBatch`.
        match_options: Other options of `play_match`.

    Returns:
        Who beats whom.

    Raises:
        SetupError: There are fewer than two players.
    """
    if len(entrants) < 2:
        raise SetupError(
            f"a tournament has two players or more, not {len(entrants)}", code="player-count"
        )
    seed = find_seed(seed)
    called = _name(entrants, names)
    count = len(entrants)
    table: list[list[Interval | None]] = [[None] * count for _ in range(count)]
    matches = []
    for one, two in combinations(range(count), 2):
        result = play_match(
            game,
            (entrants[one], entrants[two]),
            deals,
            names=(called[one], called[two]),
            seed=seed,
            options=options,
            **match_options,
        )
        matches.append(result)
        table[one][two] = result.scores[0].interval
        table[two][one] = result.scores[1].interval
    means = [_average([each for each in row if each is not None]) for row in table]
    order = sorted(range(count), key=lambda place: -means[place].mean)
    return RoundRobin(
        tuple(called[place] for place in order),
        tuple(tuple(table[row][column] for column in order) for row in order),
        tuple(means[place] for place in order),
        tuple(matches),
    )


def _average(intervals: Sequence[Interval]) -> Interval:
    """Return the mean of several; the deals are the same, so errors do not average out."""
    mean = sum(each.mean for each in intervals) / len(intervals)
    error = sum(each.error for each in intervals) / len(intervals)
    return Interval(mean, error)
