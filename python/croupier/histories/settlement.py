"""What a record says that players ended with, beside what its replay says."""

from __future__ import annotations

from decimal import Decimal
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.histories.amounts import to_exact
from croupier.state import (
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    BringInPosting,
    CheckingOrCalling,
    ChipsPulling,
    CompletionBettingOrRaisingTo,
    State,
)

if TYPE_CHECKING:
    from croupier.histories.history import HandHistory

__all__ = [
    "DIFFERENT",
    "EQUAL",
    "LESS",
    "OTHER_WINNERS",
    "Settlement",
    "recorded_amounts",
    "settle",
]

EQUAL = "equal"
LESS = "less"
DIFFERENT = "different"
OTHER_WINNERS = "other winners"
# Nobody takes more than such a part of a pot: what is missing beyond that is no rake.
_SMALLEST_SHARE = 5


class Settlement(NamedTuple):
    """Say how a record's end compares with the replay.

    Attributes:
        finishing: How the recorded stacks compare: "equal", "less" (some have less and nobody more,
            as with a rake) or "different"; `None` where none are recorded.
        winnings: How the recorded winnings compare, in the same words or "other winners", where
            less is by no more than a fifth of the pot; `None` where none are recorded.
        rake: How much less players got by the record than by the replay, or `None` where that
            cannot be known.
    """

    finishing: str | None
    winnings: str | None
    rake: Any


def settle(history: HandHistory, state: State) -> Settlement:
    """Compare what is recorded with the replay.

    >>> from croupier.histories import HandHistory
    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[10, 20],
    ...     min_bet=20,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 cc", "p1 cbr 90", "p2 f"],
    ...     winnings=[38, 0],
    ... )
    >>> settle(history, history.replay().state)
    Settlement(finishing=None, winnings='less', rake=2)

    Args:
        history: The history.
        state: The end of its replay.

    Returns:
        The comparison.
    """
    finishing = winnings = rake = None
    stacks = recorded_amounts(history.finishing_stacks, state.player_count)
    if stacks is not None:
        finishing, rake = _compare_stacks(stacks, state)
    won = recorded_amounts(history.winnings, state.player_count)
    if won is not None and any(won) and not state.status:
        winnings, other_rake = _compare_winnings(won, state)
        rake = other_rake if rake is None else rake
    return Settlement(finishing, winnings, None if state.status else rake)


def recorded_amounts(values: Any, count: int) -> list[Any] | None:
    """Return amounts exactly; `None` where a field is absent, or no list of an amount for each.

    Args:
        values: The value of the field.
        count: How many players there are.

    Returns:
        The amounts.
    """
    if not isinstance(values, list) or len(values) != count:
        return None
    if not all(
        isinstance(one, int | float | Decimal) and one == one and one >= 0 for one in values
    ):
        return None
    return [to_exact(one) for one in values]


def _compare_stacks(recorded: list[Any], state: State) -> tuple[str, Any]:
    pairs: list[tuple[Any, Any]] = list(zip(recorded, state.stacks, strict=True))
    known = [(given, played) for given, played in pairs if inf not in (given, played)]
    if any(given > played for given, played in known):
        return DIFFERENT, None
    rake = sum(to_exact(played) - given for given, played in known)
    return (LESS if rake else EQUAL), (rake if len(known) == len(pairs) else None)


def _compare_winnings(given: list[Any], state: State) -> tuple[str, Any]:
    winners, called, returned = _find_winnings(state)
    # Some rooms count a bet that nobody called among the winnings of who made it, some do not.
    for index, amount in enumerate(given):
        expected = amount != 0 if index in winners else amount in {0, returned[index]}
        if not expected:
            return OTHER_WINNERS, None
    gross = [pot + bet for pot, bet in zip(called, returned, strict=True)]
    if any(all(given[index] == one[index] for index in winners) for one in (called, gross)):
        return EQUAL, 0
    for amounts in (called, gross):
        if all(given[index] <= amounts[index] for index in winners):
            rake = sum(amounts[index] - given[index] for index in winners)
            if rake * _SMALLEST_SHARE <= sum(called[index] for index in winners):
                return LESS, rake
            break
    return DIFFERENT, None


def _find_winnings(state: State) -> tuple[set[int], list[Any], list[Any]]:
    """Return who won, what they got of the pots, and what they bet that nobody called."""
    count = state.player_count
    bets: list[Any] = [0] * count
    paid: list[Any] = [0] * count
    returned: list[Any] = [0] * count
    winners = set()
    antes = False
    for operation in state.operations:
        match operation:
            case AntePosting(player_index=index, amount=amount):
                bets[index] += amount
                antes = True
            case (
                BlindOrStraddlePosting(player_index=index, amount=amount)
                | BringInPosting(player_index=index, amount=amount)
                | CheckingOrCalling(player_index=index, amount=amount)
            ):
                bets[index] += amount
            case CompletionBettingOrRaisingTo(player_index=index, amount=amount):
                bets[index] = amount
            case BetCollection():
                called = inf if antes and not state.ante_trimming_status else sorted(bets)[-2]
                for index, bet in enumerate(bets):
                    over = bet - called if bet > called else 0
                    returned[index] += over
                    paid[index] += bet - over
                bets = [0] * count
                antes = False
            case ChipsPulling(player_index=index):
                winners.add(index)
            case _:
                pass
    payoffs: list[Any] = list(state.payoffs)
    return winners, [pay + put for pay, put in zip(payoffs, paid, strict=True)], returned
