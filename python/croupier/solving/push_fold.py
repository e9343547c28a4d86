"""Push or fold before the flop, for two to nine players of hold'em."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from croupier import _native
from croupier.analysis.ranges.classes import STARTING_HANDS
from croupier.errors import SetupError
from croupier.limits import verify_count

__all__ = ["AllInDecision", "AllInTable", "PushFold", "solve_all_in", "solve_push_fold"]

_MAX_ITERATIONS = 1_000_000
_MAX_DEALS = 2_000_000
_POSITIONS = ("UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN", "SB", "BB")
# Decisions to which it comes less often are not listed.
_SELDOM = 1e-4


class PushFold(NamedTuple):
    """A push-or-fold strategy: which hands are all-in, and which call.

    Attributes:
        pushes: How often each starting hand is all-in for the player in the small blind.
        calls: How often each starting hand calls for the other player.
        push_margins: What all-in is worth more than folding, in chips.
        call_margins: What a call is worth more than folding, in chips.
        values: What each player wins.
        gains: What each player could win more against the other's strategy: the proof.
        iterations: How many iterations were done.
    """

    pushes: dict[str, float]
    calls: dict[str, float]
    push_margins: dict[str, float]
    call_margins: dict[str, float]
    values: tuple[float, float]
    gains: tuple[float, float]
    iterations: int


def solve_push_fold(
    stack: float,
    *,
    small_blind: float = 0.5,
    big_blind: float = 1.0,
    ante: float = 0.0,
    target: float = 1e-6,
    iterations: int = 20_000,
) -> PushFold:
    """Solve all-in or fold for two players of hold'em before the flop.

    >>> found = solve_push_fold(10)
    >>> round(found.pushes["A2o"]), round(found.pushes["32o"]), max(found.gains) <= 1e-6
    (1, 0, True)

    Args:
        stack: The smaller stack, before blinds and antes.
        small_blind: The blind of the player who is all-in or out.
        big_blind: The blind of the player who calls or folds.
        ante: What each pays before.
        target: The largest gain of a player against the strategy of the other, in chips. Hands that
            mix at the default do so in the equilibrium, and are at most one or two.
        iterations: The most iterations to do.

    Returns:
        The strategies.

    Raises:
        SetupError: The stakes make no sense.
    """
    if not 0 <= target < float("inf"):
        raise SetupError(f"a target must not be negative, unlike {target!r}", code="target")
    verify_count("iteration", iterations, _MAX_ITERATIONS)
    stakes = float(stack), float(small_blind), float(big_blind), float(ante)
    parts, margins, values, gains, done = _native.push_fold(stakes, target, iterations)
    named = [dict(zip(STARTING_HANDS, each, strict=True)) for each in (*parts, *margins)]
    return PushFold(named[0], named[1], named[2], named[3], values, gains, done)


class AllInDecision(NamedTuple):
    """A player's decision where some are all-in already: which hands go all-in.

    Attributes:
        position: Who decides.
        all_in: Who is all-in before.
        reached: How often it comes to that.
        hands: How often each starting hand is all-in.
    """

    position: str
    all_in: tuple[str, ...]
    reached: float
    hands: dict[str, float]


class AllInTable(NamedTuple):
    """The push-or-fold decisions of all players.

    Attributes:
        positions: Who acts, in order; the blinds are last.
        decisions: What they do, by who is all-in before; what hardly ever happens is left out.
        values: What each player wins, in chips; with prizes, what each has of them.
        gains: What each player could win more against the others' strategies, the same way: the
            proof. It is measured on deals that strategies were not learnt from.
    """

    positions: tuple[str, ...]
    decisions: tuple[AllInDecision, ...]
    values: tuple[float, ...]
    gains: tuple[float, ...]

    def hands(self, position: str, *all_in: str) -> dict[str, float]:
        """Return how often each starting hand of a player is all-in.

        Args:
            position: Who decides.
            *all_in: Who is all-in before.

        Returns:
            The parts.

        Raises:
            SetupError: It hardly ever comes to that.
        """
        for decision in self.decisions:
            if decision.position == position and set(decision.all_in) == set(all_in):
                return decision.hands
        after = f" after {', '.join(all_in)}" if all_in else ""
        raise SetupError(f"{position} decides nothing{after}", code="no-decision")


def solve_all_in(
    stacks: Sequence[float],
    *,
    small_blind: float = 0.5,
    big_blind: float = 1.0,
    ante: float = 0.0,
    payouts: Sequence[float] = (),
    deals: int = 20_000,
    iterations: int = 60,
    seed: int = 0,
    progress: Callable[[int, float | None], object] | None = None,
) -> AllInTable:
    """Solve all-in or fold for two to nine players of hold'em before the flop.

    Deals are drawn at random; showdowns of two players are counted over all boards, and those of
    more on the board of the deal. With more than two players, or with prizes, nobody has proved
    that strategies converge, or that there is one equilibrium: `gains` says how good they are.

    >>> found = solve_all_in([8, 8, 8], deals=2000, iterations=20)
    >>> found.positions, round(found.hands("BTN")["AA"])
    (('BTN', 'SB', 'BB'), 1)

    Args:
        stacks: What players have before blinds and antes, in the order in which they act: the small
            and the big blind are last.
        small_blind: The small blind.
        big_blind: The big blind.
        ante: What each pays before.
        payouts: The prizes of a tournament, the first first; chips count by the independent chip
            model then. None for a cash game.
        deals: How many deals to learn from.
        iterations: How often players learn.
        seed: Makes the deals the same every time.
        progress: Told how many iterations are done.

    Returns:
        The strategies.

    Raises:
        SetupError: The stakes make no sense.
    """
    verify_count("iteration", iterations, _MAX_ITERATIONS)
    verify_count("deal", deals, _MAX_DEALS)
    chips = [float(stack) for stack in stacks]
    blinds = float(small_blind), float(big_blind), float(ante)
    prizes = [float(prize) for prize in payouts]
    parts, reached, values, gains = _native.all_in(
        chips, blinds, prizes, (deals, iterations, seed), progress
    )
    positions = _POSITIONS[len(_POSITIONS) - len(chips) :]
    return AllInTable(
        positions, tuple(_list(positions, parts, reached)), tuple(values), tuple(gains)
    )


def _list(
    positions: Sequence[str], parts: list[list[list[float]]], reached: list[list[float]]
) -> Iterator[AllInDecision]:
    for seat, position in enumerate(positions):
        for mask, (row, often) in enumerate(zip(parts[seat], reached[seat], strict=True)):
            walked = not mask and seat + 1 == len(positions)
            if often < _SELDOM or walked:
                continue
            before = tuple(positions[each] for each in range(seat) if mask >> each & 1)
            named = dict(zip(STARTING_HANDS, row, strict=True))
            yield AllInDecision(position, before, often, named)
