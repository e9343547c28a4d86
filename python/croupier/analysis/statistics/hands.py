"""One hand as counts: a history is replayed, and the core counts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from croupier import _native
from croupier.analysis.statistics.all_in import find_adjustments
from croupier.analysis.statistics.groups import GroupKey, Stakes
from croupier.histories import HandHistory
from croupier.histories.money import TOURNAMENT, Money, find_money
from croupier.histories.replaying.settlement import Ratios, find_ratios
from croupier.numbers import to_amount
from croupier.state import State

__all__ = ["CountedHand", "CountedSeat", "count_history", "count_state"]


class CountedSeat(NamedTuple):
    """A seat of a counted hand: what the player did and won.

    Attributes:
        key: The stakes and the position.
        counts: The chances and what was taken of them.
        net: What was won; `None` after a showdown of hidden cards whose record says nothing.
        showdown: Whether the player was there at the showdown.
        adjustment: How much more was to be expected when nobody could act any more; `None` where
            the hand was not all-in with all cards known.
    """

    key: GroupKey
    counts: list[int]
    net: Fraction | None
    showdown: bool
    adjustment: Fraction | None


class CountedHand(NamedTuple):
    """A counted hand: what came of it.

    Attributes:
        names: The players' names; empty where they are not known.
        seats: What they did.
    """

    names: list[str]
    seats: list[CountedSeat]


def count_history(history: HandHistory, *, all_in: bool = True) -> CountedHand | None:
    """Count what players did and won in a hand.

    Args:
        history: The hand.
        all_in: Whether to look at what was to be expected in all-in hands.

    Returns:
        The counts, or `None` for a hand that came to no end.

    Raises:
        ReplayError: An action cannot be done.
    """
    state = history.replay().state
    count = state.player_count
    seats = count_state(
        state,
        history.variant,
        find_money(history),
        find_ratios(history.finishing_stacks, count),
        find_ratios(history.winnings, count),
        all_in=all_in,
    )
    return None if seats is None else CountedHand(_find_names(history, count), seats)


def count_state(
    state: State,
    variant: str,
    money: Money,
    finishing: Ratios | None = None,
    winnings: Ratios | None = None,
    *,
    all_in: bool,
) -> list[CountedSeat] | None:
    """Count a hand that was played.

    Args:
        state: The state.
        variant: The code of the game.
        money: What it is played for.
        finishing: The stacks at the end by the record, if it says so.
        winnings: What was won by the record, if it says so.
        all_in: Whether to look at what was to be expected in an all-in hand.

    Returns:
        What players did, or `None` for a hand that came to no end.
    """
    found = _native.count_hand(state, finishing, winnings)
    if found is None:
        return None
    scale, bet, seats, dealt = found
    bet_amount = to_amount(Fraction(bet, scale))
    stakes = Stakes(variant, money.currency, bet_amount, money.kind == TOURNAMENT)
    adjustments: list[Fraction] | None = None
    if all_in and dealt is not None:
        amounts = [amounts for _, _, amounts, _, _ in seats]
        adjustments = find_adjustments(variant, scale, amounts, dealt)
    return [
        CountedSeat(
            GroupKey(stakes, position),
            counts,
            Fraction(net, scale) if settled else None,
            showdown,
            None if adjustments is None else adjustments[seat],
        )
        for seat, (position, counts, (net, _, _), showdown, settled) in enumerate(seats)
    ]


def _find_names(history: HandHistory, count: int) -> list[str]:
    """Return the players' names, empty where they are not known."""
    names: Any = history.players
    given = list(names) if isinstance(names, list) else []
    texts = [name if isinstance(name, str) else "" for name in given[:count]]
    return texts + [""] * (count - len(texts))
