"""What came of a hand: what everybody won or lost, what the house took, and the pot."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier._native import settle_hand
from croupier.histories.replaying.settlement import find_ratios
from croupier.numbers import Chips, to_amount
from croupier.state import State

if TYPE_CHECKING:
    from croupier.histories.history import HandHistory

__all__ = ["Outcome", "find_outcome"]


class Outcome(NamedTuple):
    """What came of a hand, in chips of the type in which the hand has them.

    What players won and what the house took always come to zero.

    Attributes:
        net: What each player won or lost, after what the house took; `None` after a showdown of
            hidden cards whose record does not say it.
        rake: What the house took from players, a cash-out or an insurance included; negative if it
            added chips. `None` if some results are not known.
        pot: The chips that were played for, without bets that nobody called.
        bet: The smallest bet, which is the big blind where there is one.
        taken: How much less each player has than the pots alone would give; `None` like `net`.
    """

    net: tuple[Chips | None, ...]
    rake: Chips | None
    pot: Chips
    bet: Chips
    taken: tuple[Chips | None, ...]


def find_outcome(history: HandHistory, state: State) -> Outcome | None:
    """Return what came of a hand.

    Every report takes results from here or, for many hands at once, from the same function of the
    core: statistics, stores, the replayer, lists of hands and reports of sessions.

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
    >>> outcome = find_outcome(history, history.replay().state)
    >>> outcome.net, outcome.rake, outcome.pot
    ((18, -20), 2, 40)

    Args:
        history: The hand.
        state: The end of its replay.

    Returns:
        The outcome, or `None` if the hand came to no end.
    """
    count = state.player_count
    finishing = find_ratios(history.finishing_stacks, count)
    found = settle_hand(state, finishing, find_ratios(history.winnings, count))
    if found is None:
        return None
    scale, bet, pot, seats = found
    style: Any = state.payoffs[0]

    def amount(units: int) -> Chips:
        return _write_like(Fraction(units, scale), style)

    taken = [gross - net if settled else None for net, gross, settled in seats]
    total = None if None in taken else sum(one for one in taken if one is not None)
    return Outcome(
        tuple(amount(net) if settled else None for net, _, settled in seats),
        None if total is None else amount(total),
        amount(pot),
        amount(bet),
        tuple(None if one is None else amount(one) for one in taken),
    )


def _write_like(value: Fraction, style: Any) -> Any:
    """Return an amount in the type of another one, and with as many decimal places."""
    if isinstance(style, Decimal):
        return Decimal(value.numerator) / value.denominator + 0 * style
    if isinstance(style, float | Fraction):
        return type(style)(value)
    return to_amount(value)
