"""One spot on many boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from croupier.cards import CardsLike
from croupier.errors import SetupError
from croupier.solving.solution import MEMORY, Target, solve
from croupier.solving.spot import Spot

if TYPE_CHECKING:
    from croupier.executors import On

__all__ = ["BoardSummary", "solve_boards", "summarize_boards"]


class BoardSummary(NamedTuple):
    """A summary of a solved spot on one board, or on average.

    Attributes:
        board: The cards; a text of how many boards there are for an average.
        ev: What each player wins.
        equity: The part of the pot that each player wins if nobody bets.
        frequencies: How often the first player takes each action.
        exploitability: In percent of the pot.
    """

    board: str
    ev: tuple[float, float]
    equity: tuple[float, float]
    frequencies: dict[str, float]
    exploitability: float


def solve_boards(
    spot: Spot,
    boards: Iterable[CardsLike],
    target: Target = "0.5%",
    *,
    iterations: int = 1000,
    threads: int | None = None,
    memory: int = MEMORY,
    bits: int = 32,
    on: On | None = None,
    progress: Callable[[int], object] | None = None,
) -> Iterator[BoardSummary]:
    """Solve a spot on many boards, one after the other.

    >>> spot = Spot(board="2c2d2h7s8s", pot=100, stacks=100, ranges=("AA,54s", "KK"), sizes="a / a")
    >>> rows = list(solve_boards(spot, ["2c2d2h7s8s", "2c2d2h7s9s"]))
    >>> [row.board for row in rows], round(summarize_boards(rows).ev[0])
    (['2c2d2h7s8s', '2c2d2h7s9s'], 90)

    Args:
        spot: The spot; its own board does not matter.
        boards: The boards, of as many cards.
        target: How exact each solution must be.
        iterations: The most iterations to do for each.
        threads: How many threads work; one for each core when omitted.
        memory: The most bytes to take for one.
        bits: How many bits numbers have: 32, or 16.
        on: Where boards are solved, if not in this process: `processes`, `ray` and others, see
            `croupier.executors`. What comes of them is the same.
        progress: Called with the number of boards that are done.

    Yields:
        What came of each board, in their order.

    Raises:
        CardError: A card is on a board twice.
        SetupError: A player has no hand on a board.
    """
    jobs = (_Job(spot.with_board(board), target, iterations, memory, bits) for board in boards)
    if on is None:
        for done, job in enumerate(jobs, 1):
            yield _solve_board(job, threads)
            if progress is not None:
                progress(done)
        return
    # Few programs need more than this process.
    from croupier.executors import map_shards, open_executor

    with open_executor(on) as executor:
        yield from map_shards(_solve_board, list(jobs), executor, progress=progress)


class _Job(NamedTuple):
    """The inputs from which a board is solved."""

    spot: Spot
    target: Target
    iterations: int
    memory: int
    bits: int


def _solve_board(job: _Job, threads: int | None = 1) -> BoardSummary:
    solution = solve(
        job.spot,
        job.target,
        iterations=job.iterations,
        threads=threads,
        memory=job.memory,
        bits=job.bits,
    )
    root = solution.root
    return BoardSummary(
        "".join(map(repr, job.spot.board)),
        solution.ev,
        root.equity,
        root.frequencies,
        solution.exploitability.percent,
    )


def summarize_boards(rows: Sequence[BoardSummary]) -> BoardSummary:
    """Return the mean of boards, each of which counts as much.

    Args:
        rows: What came of the boards.

    Returns:
        The mean; of the exploitability the largest.

    Raises:
        SetupError: There are no boards.
    """
    if not rows:
        raise SetupError("there is no board to take the mean of", code="no-boards")
    count = len(rows)

    def mean(numbers: Iterable[float]) -> float:
        return sum(numbers) / count

    actions = dict.fromkeys(action for row in rows for action in row.frequencies)
    return BoardSummary(
        f"{count} boards",
        (mean(row.ev[0] for row in rows), mean(row.ev[1] for row in rows)),
        (mean(row.equity[0] for row in rows), mean(row.equity[1] for row in rows)),
        {action: mean(row.frequencies.get(action, 0.0) for row in rows) for action in actions},
        max(row.exploitability for row in rows),
    )
