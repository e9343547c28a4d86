"""The value of chips in a tournament, by the independent chip model of Malmuth and Harville."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from croupier import _native
from croupier.analysis.bounties import read_bounties, read_floats, read_growth
from croupier.cards.seeding import find_seed
from croupier.errors import SetupError, UnsupportedError
from croupier.frames import show_rows, to_arrow, to_pandas, to_stream
from croupier.limits import MAX_ICM_PLAYERS, MAX_SAMPLES, verify_count, verify_threads

__all__ = ["IcmMethod", "IcmResult", "calculate_icm", "icm"]

IcmMethod: TypeAlias = Literal["exact", "integral", "sampled"]
"""How values are found: all sets of players, an integral, or races at random."""

_MAX_EXACT, _MAX_WITH_BOUNTIES, _MAX_NUMBERS = _native.icm_limits()
# The integral goes through all players and prizes for hundreds of points: so much takes seconds.
_QUICK_ENOUGH: Final = 1_000_000


class IcmResult(NamedTuple):
    """The value of each player's chips by the independent chip model.

    Attributes:
        values: What they are worth in all.
        prizes: What they are worth in prizes.
        bounties: What they are worth in bounties; zeros where there are none.
        errors: The standard errors of `values`; zeros where they are not sampled.
        method: How they were found: "exact", "integral" or "sampled".
    """

    values: tuple[float, ...]
    prizes: tuple[float, ...]
    bounties: tuple[float, ...]
    errors: tuple[float, ...]
    method: IcmMethod

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each player.

        >>> icm([50, 30, 20], [5000, 3000, 2000]).to_rows()[0]["player"]
        1

        Returns:
            The rows.
        """
        columns = zip(self.values, self.prizes, self.bounties, self.errors, strict=True)
        return [
            {"player": number, "value": value, "prizes": prize, "bounties": bounty, "error": error}
            for number, (value, prize, bounty, error) in enumerate(columns, 1)
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


def calculate_icm(payouts: Iterable[float], chips: Iterable[float]) -> tuple[float, ...]:
    """Calculate what the chips of each player are worth.

    `croupier.analysis.icm` says more, and knows bounties.

    >>> [round(value, 2) for value in calculate_icm([70, 30], [50, 30, 20])]
    [45.18, 32.25, 22.57]

    Args:
        payouts: The prizes, the first one first; those that there are no players for are left out.
        chips: The chips of each player. Those without any share the places that are left.

    Returns:
        The value of each player's chips, in the unit of the prizes.

    Raises:
        SetupError: An amount is negative or no number, or nobody has chips; it is a ValueError.
    """
    return icm(payouts, chips).values


def icm(
    payouts: Iterable[float],
    chips: Iterable[float],
    *,
    bounties: float | Iterable[float] | None = None,
    progressive: bool | float = False,
    method: IcmMethod | None = None,
    samples: int = 100_000,
    seed: int | bytes | None = None,
    threads: int | None = None,
) -> IcmResult:
    """Find out what the chips of each player are worth, in prizes and in bounties.

    The chance to win is a player's part of all chips; the chance to be second behind a winner is
    the part of all other chips, and so on. A player who busts is knocked out by one of those who
    are left, each with a chance of the part of their chips; the winner keeps the own bounty.

    >>> result = icm([50, 30, 20], [5000, 3000, 2000])
    >>> [round(value, 2) for value in result.values], result.method
    ([38.39, 32.75, 28.86], 'exact')
    >>> result = icm([50, 30, 20], [5000, 3000, 2000], bounties=10)
    >>> [round(value, 2) for value in result.bounties]
    [15.54, 8.89, 5.57]
    >>> crowd = icm([50, 30, 20], range(1, 101))
    >>> crowd.method, round(sum(crowd.values), 9)
    ('integral', 100.0)

    Args:
        payouts: The prizes, the first one first; those that there are no players for are left out.
        chips: The chips of each player. Those without any share the places that are left.
        bounties: What is on every player's head: one amount, or one for each.
        progressive: Which part of a bounty is put on the head of who wins it: half of it when
            `True`, none when `False`.
        method: How to find the values: "exact", "integral" or "sampled"; the best that is quick
            enough when omitted.
        samples: How many races there are, for values that are sampled.
        seed: Makes races the same every time, for any number of threads.
        threads: How many threads run races; one for each core when omitted.

    Returns:
        The values.

    Raises:
        SetupError: An amount is negative or no number, or nobody has chips; it is a ValueError.
        UnsupportedError: There are too many players for the method.
    """
    # One more says that there are too many.
    prizes = read_floats("payout", islice(payouts, MAX_ICM_PLAYERS + 1))
    stacks = read_floats("stack", islice(chips, MAX_ICM_PLAYERS + 1))
    count = len(stacks)
    if max(count, len(prizes)) > MAX_ICM_PLAYERS:
        raise SetupError(
            f"there are at most {MAX_ICM_PLAYERS} players and prizes", code="too-many-players"
        )
    heads = read_bounties(bounties, count)
    growth = read_growth(progressive)
    verify_count("sample", samples, MAX_SAMPLES)
    verify_threads(threads)
    if not count:
        return IcmResult((), (), (), (), "exact")
    alive = [player for player, stack in enumerate(stacks) if stack > 0]
    if not alive:
        raise SetupError(
            "nobody has any chips: at least one stack must be positive", code="no-chips"
        )
    prizes = prizes[:count]
    paid, spare = prizes[: len(alive)], prizes[len(alive) :]
    left = [stacks[player] for player in alive]
    alive_heads = [heads[player] for player in alive] if heads else []
    chosen = _choose(method, len(left), len(paid), bool(heads))
    counted = _count(chosen, paid, left, alive_heads, growth, samples, find_seed(seed), threads)
    # Players without chips share prizes that nobody else can win; heads that are gone are not won.
    rest = sum(spare) / max(count - len(alive), 1)
    spread: list[tuple[float, ...]] = []
    for numbers, other in zip(counted, (rest, 0.0, 0.0), strict=True):
        row = [other] * count
        for player, number in zip(alive, numbers, strict=True):
            row[player] = number
        spread.append(tuple(row))
    won, knocked, errors = spread
    values = tuple(prize + bounty for prize, bounty in zip(won, knocked, strict=True))
    return IcmResult(values, won, knocked, errors, chosen)


def _choose(method: str | None, players: int, prizes: int, bounties: bool) -> IcmMethod:
    """Return how to find values, or say why that is out of reach."""
    most = _MAX_WITH_BOUNTIES if bounties else _MAX_EXACT
    integrable = not bounties and players * prizes <= _MAX_NUMBERS
    if method is None:
        if players <= most:
            return "exact"
        return "integral" if integrable and players * prizes <= _QUICK_ENOUGH else "sampled"
    if method == "exact":
        if players > most:
            raise UnsupportedError(
                f"exact values are for {most} players at most{' with bounties' * bounties},"
                f" not {players}: they can be integrated or sampled",
                code="too-many-players",
            )
        return "exact"
    if method == "integral":
        if bounties:
            raise UnsupportedError(
                "bounties have no integral: they can be exact or sampled", code="unknown-method"
            )
        if not integrable:
            raise UnsupportedError(
                f"there are too many players ({players}) and prizes ({prizes})",
                code="too-many-players",
            )
        return "integral"
    if method == "sampled":
        return "sampled"
    raise SetupError(
        f"the method is exact, integral or sampled, unlike {method!r}", code="unknown-method"
    )


def _count(
    method: IcmMethod,
    payouts: list[float],
    stacks: list[float],
    heads: list[float],
    growth: float,
    samples: int,
    seed: int,
    threads: int | None,
) -> tuple[list[float], list[float], list[float]]:
    """Return values in prizes and in bounties, and standard errors, of positive stacks."""
    nothing = [0.0] * len(stacks)
    if method == "sampled":
        return _native.icm_sampled(payouts, stacks, heads, growth, samples, seed, threads)
    find: Callable[[Sequence[float], Sequence[float]], list[float]]
    find = _native.icm_exact if method == "exact" else _native.icm_integral
    bounties = _native.icm_bounties(stacks, heads, growth) if heads else nothing
    return find(payouts, stacks), bounties, nothing
