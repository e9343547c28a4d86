"""By whose rules a record was played in which a blind or bring-in was not posted in full."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import ReplayError
from croupier.histories.replay import Replayer
from croupier.histories.settlement import EQUAL, LESS, settle
from croupier.state import Rules, State

if TYPE_CHECKING:
    from croupier.histories.history import HandHistory

__all__ = ["RulesChoice", "choose_rules"]

# How well a replay fits the record: the less, the better.
_FITS = {EQUAL: 0, LESS: 1}
_UNKNOWN = 2
_DIFFERS = 3
_REFUSED = 4


class RulesChoice(NamedTuple):
    """By whose rules a hand is played.

    Attributes:
        rules: Whose.
        proved: Whether the record shows it, or it makes no difference.
    """

    rules: Rules
    proved: bool


def choose_rules(history: HandHistory) -> RulesChoice:
    """Find out what others paid for a forced bet that was not posted in full.

    Card rooms have them pay all of it, other programs what was posted. Whatever leads to the end
    that is recorded is right.

    >>> from croupier.histories import HandHistory
    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0, 0],
    ...     blinds_or_straddles=[50, 100, 0],
    ...     min_bet=100,
    ...     starting_stacks=[1000, 30, 1000],
    ...     actions=["d dh p1 AsAh", "d dh p2 7c2d", "d dh p3 KsKh", "p3 cc", "p1 cbr 300", "p3 f"]
    ...     + ["p1 sm AsAh", "p2 sm 7c2d", "d db 3c4d9h", "d db Js", "d db Qs"],
    ... )
    >>> choose_rules(history)
    RulesChoice(rules=<Rules.CARD_ROOM: 'Card-room'>, proved=False)
    >>> history.finishing_stacks = [1080, 0, 950]
    >>> choose_rules(history).rules
    <Rules.POKERKIT: 'PokerKit'>

    Args:
        history: The history.

    Returns:
        The rules.
    """
    usual = history.create_game().rules
    played = {rules: _play(history, rules) for rules in sorted(Rules, key=usual.__ne__)}
    best = min(played, key=lambda rules: played[rules][0])
    others = [end for rules, end in played.items() if rules is not best]
    fit, stacks = played[best]
    same = all(other_fit > fit or other == stacks for other_fit, other in others)
    return RulesChoice(best, same)


def _play(history: HandHistory, rules: Rules) -> tuple[tuple[int, int], list[int] | None]:
    """Return how well a replay fits the record, and what everybody has then."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        replayer = Replayer(history, state=history.start_under(rules))
        try:
            replayer.steps().finish()
        except ReplayError:
            return (_REFUSED, 0), None
    return (_rate(history, replayer.state), len(replayer.repairs)), replayer.state.stacks


def _rate(history: HandHistory, state: State) -> int:
    if state.status:
        return _UNKNOWN
    settlement = settle(history, state)
    found = [one for one in (settlement.finishing, settlement.winnings) if one is not None]
    return max((_FITS.get(one, _DIFFERS) for one in found), default=_UNKNOWN)
